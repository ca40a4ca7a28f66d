package dm2

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"demoscope/formats/message"
)

// corpus returns the .dm2 files of the folder that DEMOSCOPE_CORPUS names.
func corpus(t testing.TB) []string {
	t.Helper()
	dir := os.Getenv("DEMOSCOPE_CORPUS")
	if dir == "" {
		t.Skip("DEMOSCOPE_CORPUS does not name the folder of real demos")
	}
	files, _ := filepath.Glob(filepath.Join(dir, "dm2", "*.dm2"))
	if len(files) == 0 {
		t.Fatalf("no .dm2 files under %s", dir)
	}
	return files
}

const sample = "../../assets/sample/demoscope1.dm2"

// tally is what a pass over a demo counts.
type tally struct {
	Blocks   int
	Messages map[string]int
	Entities int
}

// recode decodes data and encodes it again.
func recode(t *testing.T, data []byte) (tally, []byte) {
	t.Helper()
	d, e := NewDecoder(data, Options{}), NewEncoder(Options{})
	n := tally{Messages: map[string]int{}}
	for {
		p, err := d.NextPacket()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if p.Kind != message.PacketEnd {
			n.Blocks++
		}
		if err := e.Packet(p); err != nil {
			t.Fatal(err)
		}
		for {
			m, err := d.NextMessage()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			n.Messages[m.Name()]++
			if l, ok := m.(*message.PacketEntities); ok {
				n.Entities += len(l.Entities)
			}
			if err := e.Message(m); err != nil {
				t.Fatal(err)
			}
		}
	}
	out, err := e.Close()
	if err != nil {
		t.Fatal(err)
	}
	return n, out
}

func TestCorpusIsWrittenBackByteForByte(t *testing.T) {
	for _, file := range append(corpus(t), sample) {
		t.Run(filepath.Base(file), func(t *testing.T) {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if !Detect(data[:64], file) {
				t.Error("not detected")
			}
			n, out := recode(t, data)
			if !bytes.Equal(out, data) {
				t.Errorf("%d bytes written, %d read, or they differ", len(out), len(data))
			}
			want, ok := expected(t, file)
			if !ok {
				t.Fatalf("no expected counts for %s", file)
			}
			if diff := cmp.Diff(want, n); diff != "" {
				t.Errorf("counts (-want +got):\n%s", diff)
			}
		})
	}
}

// extended3436 are the counts of the one file of protocol 3436, which has no
// expect file (Quake II facts, section 3).
var extended3436 = tally{
	Blocks: 473, Entities: 1182,
	Messages: map[string]int{
		"frame": 472, "playerinfo": 472, "packetentities": 472, "configstring": 232, "spawnbaseline": 48,
		"muzzleflash": 208, "sound": 63, "temp_entity": 356, "serverdata": 1, "stufftext": 1,
	},
}

// expected returns the counts of independent decoders.
func expected(t *testing.T, file string) (tally, bool) {
	base := filepath.Base(file)
	if base == "lq2dm11_q2pro_ext3436.dm2" {
		return extended3436, true
	}
	dir := filepath.Join(os.Getenv("DEMOSCOPE_CORPUS"), "expect")
	if file == sample {
		dir = "../../assets/sample/expect"
	}
	text, err := os.ReadFile(filepath.Join(dir, base+".json"))
	if err != nil {
		return tally{}, false
	}
	var x struct {
		Total       int            `json:"blocks_total"`
		Messages    map[string]int `json:"messages"`
		Submessages map[string]int `json:"submessages"`
	}
	if err := json.Unmarshal(text, &x); err != nil {
		t.Fatal(err)
	}
	return tally{x.Total, x.Messages, x.Submessages["packetentity"]}, true
}

func BenchmarkDecode(b *testing.B) {
	for _, file := range corpus(b) {
		b.Run(filepath.Base(file), func(b *testing.B) {
			data, err := os.ReadFile(file)
			if err != nil {
				b.Fatal(err)
			}
			d := NewDecoder(data, Options{})
			start := d.Mark()
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			for b.Loop() {
				d.Return(start)
				drain(d)
			}
		})
	}
}

// drain reads all that is left and returns the damages.
func drain(d *Decoder) (damages []error) {
	for {
		if _, err := d.NextPacket(); err != nil {
			if errors.Is(err, io.EOF) {
				return damages
			}
			damages = append(damages, err)
			continue
		}
		for {
			if _, err := d.NextMessage(); err != nil {
				if !errors.Is(err, io.EOF) {
					damages = append(damages, err)
					continue
				}
				break
			}
		}
	}
}
