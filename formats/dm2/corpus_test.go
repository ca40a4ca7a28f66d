package dm2

import (
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"demoscope/formats/internal/decodertest"
	"demoscope/formats/message"
	"demoscope/internal/corpus"
)

const sample = "demoscope1.dm2"

// tally is what a pass over a demo counts.
type tally struct {
	Blocks   int
	Messages map[string]int
	Entities int
}

// count reads a demo that has nothing wrong.
func count(t *testing.T, data []byte) tally {
	t.Helper()
	n := tally{Messages: map[string]int{}}
	decodertest.Walk(t, NewDecoder(data), func(_ message.Mark, p *message.Packet) {
		if p.Kind != message.PacketEnd {
			n.Blocks++
		}
	}, func(m message.Message) {
		n.Messages[m.Name()]++
		if l, ok := m.(*message.PacketEntities); ok {
			n.Entities += len(l.Entities)
		}
	})
	return n
}

// rewrite demands that the same bytes are written again.
func rewrite(t testing.TB, data []byte) {
	t.Helper()
	decodertest.Rewrite(t, data, NewDecoder(data), NewEncoder())
}

func TestCorpus(t *testing.T) {
	for _, file := range corpus.Demos(t, Name) {
		t.Run(filepath.Base(file), func(t *testing.T) { checkFile(t, file) })
	}
}

func TestSample(t *testing.T) { checkFile(t, filepath.Join(corpus.Sample, sample)) }

func checkFile(t *testing.T, file string) {
	data := corpus.Read(t, file)
	if !Detect(data[:64], file) {
		t.Error("not detected")
	}
	if diff := cmp.Diff(expected(t, file), count(t, data)); diff != "" {
		t.Errorf("counts (-want +got):\n%s", diff)
	}
	rewrite(t, data)
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
func expected(t *testing.T, file string) tally {
	if filepath.Base(file) == "lq2dm11_q2pro_ext3436.dm2" {
		return extended3436
	}
	var x struct {
		Total       int            `json:"blocks_total"`
		Messages    map[string]int `json:"messages"`
		Submessages map[string]int `json:"submessages"`
	}
	corpus.Facts(t, file, &x)
	return tally{x.Total, x.Messages, x.Submessages["packetentity"]}
}

func BenchmarkDecode(b *testing.B) {
	for _, file := range corpus.Demos(b, Name) {
		b.Run(filepath.Base(file), func(b *testing.B) {
			data := corpus.Read(b, file)
			decodertest.Benchmark(b, data, NewDecoder(data))
		})
	}
}
