package mvd2

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

// corpus returns the .mvd2 files of the folder that DEMOSCOPE_CORPUS names.
func corpus(t testing.TB) []string {
	t.Helper()
	dir := os.Getenv("DEMOSCOPE_CORPUS")
	if dir == "" {
		t.Skip("DEMOSCOPE_CORPUS does not name the folder of real demos")
	}
	files, _ := filepath.Glob(filepath.Join(dir, "mvd2", "*.mvd2"))
	if len(files) == 0 {
		t.Fatalf("no .mvd2 files under %s", dir)
	}
	return files
}

const sample = "../../assets/sample/demoscope1.mvd2"

// tally is what a pass over a demo counts, by the names of the expect files.
type tally struct {
	Blocks      int            `json:"blocks_total"`
	Messages    map[string]int `json:"messages"`
	Submessages map[string]int `json:"submessages"`
	Deltas      map[string]int `json:"deltas"`
	PlayerBits  string         `json:"player_bits_or"`
	EntityBits  string         `json:"entity_bits_or"`
	Frames      int            `json:"frames"`
	Last        float64        `json:"last_time"`
	Largest     int            `json:"max_message_bytes"`
	players     uint32
	entities    uint64
}

func (n *tally) frame(f *message.MultiViewFrame) {
	n.Frames++
	for i := range f.Players {
		n.Deltas["player_deltas"]++
		if f.Players[i].Remove {
			n.Deltas["player_removes"]++
			n.players |= 1 << 16 // where newer versions have the flag
		}
		n.players |= f.Players[i].Bits
	}
	for i := range f.Entities {
		n.Deltas["entity_deltas"]++
		if f.Entities[i].Remove {
			n.Deltas["entity_removes"]++
		}
		n.entities |= f.Entities[i].Bits
	}
}

func (n *tally) message(m message.Message) {
	n.Messages[m.Name()]++
	switch m := m.(type) {
	case *message.MultiViewFrame:
		n.frame(m)
	case *message.MultiViewData:
		n.frame(&m.Frame)
	case *message.MultiViewCast:
		if m.To == message.CastClient {
			for _, inner := range m.Messages {
				n.Submessages["unicast "+inner.Name()]++
			}
		} else {
			n.Submessages[m.Name()+" first byte "+m.Messages[0].Name()]++
		}
	}
}

// recode decodes data and encodes it again.
func recode(t *testing.T, data []byte) (tally, []byte) {
	t.Helper()
	d, e := NewDecoder(data, Options{}), NewEncoder(Options{})
	n := tally{Messages: map[string]int{}, Submessages: map[string]int{}, Deltas: map[string]int{
		"player_deltas": 0, "player_removes": 0, "entity_deltas": 0, "entity_removes": 0}}
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
			n.Last = p.Time
			n.Largest = max(n.Largest, p.Size-lengthSize)
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
			n.message(m)
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
			if !Detect(data[:8], file) {
				t.Error("not detected")
			}
			got, out := recode(t, data)
			if !bytes.Equal(out, data) {
				t.Errorf("%d bytes written, %d read, or they differ", len(out), len(data))
			}
			if file == sample {
				return // its facts are those of player/world
			}
			text, err := os.ReadFile(filepath.Join(os.Getenv("DEMOSCOPE_CORPUS"), "expect", filepath.Base(file)+".json"))
			if err != nil {
				t.Fatal(err)
			}
			want := tally{players: got.players, entities: got.entities}
			if err := json.Unmarshal(text, &want); err != nil {
				t.Fatal(err)
			}
			got.PlayerBits, got.EntityBits = hex(uint64(got.players), 5), hex(got.entities, 0)
			if diff := cmp.Diff(want, got, cmp.AllowUnexported(tally{})); diff != "" {
				t.Errorf("facts (-want +got):\n%s", diff)
			}
		})
	}
}

func hex(v uint64, digits int) string {
	const all = "0123456789abcdef"
	s := ""
	for ; v != 0 || len(s) < digits; v >>= 4 {
		s = string(all[v&15]) + s
	}
	return "0x" + s
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
