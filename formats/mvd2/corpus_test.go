package mvd2

import (
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"demoscope/formats/internal/decodertest"
	"demoscope/formats/message"
	"demoscope/internal/corpus"
)

const sample = "demoscope1.mvd2"

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

// count reads a demo that has nothing wrong.
func count(t *testing.T, data []byte) tally {
	t.Helper()
	n := tally{Messages: map[string]int{}, Submessages: map[string]int{}, Deltas: map[string]int{
		"player_deltas": 0, "player_removes": 0, "entity_deltas": 0, "entity_removes": 0}}
	decodertest.Walk(t, NewDecoder(data), func(_ message.Mark, p *message.Packet) {
		if p.Kind != message.PacketEnd {
			n.Blocks++
			n.Last = p.Time
			n.Largest = max(n.Largest, p.Size-lengthSize)
		}
	}, n.message)
	n.PlayerBits, n.EntityBits = hex(uint64(n.players), 5), hex(n.entities, 0)
	return n
}

// rewrite demands that the same bytes are written again.
func rewrite(t testing.TB, data []byte) {
	t.Helper()
	decodertest.Rewrite(t, data, NewDecoder(data), NewEncoder())
}

func TestCorpus(t *testing.T) {
	for _, file := range corpus.Demos(t, Name) {
		t.Run(filepath.Base(file), func(t *testing.T) {
			data := corpus.Read(t, file)
			if !Detect(data[:8], file) {
				t.Error("not detected")
			}
			got := count(t, data)
			want := tally{players: got.players, entities: got.entities}
			corpus.Facts(t, file, &want)
			if diff := cmp.Diff(want, got, cmp.AllowUnexported(tally{})); diff != "" {
				t.Errorf("facts (-want +got):\n%s", diff)
			}
			rewrite(t, data)
		})
	}
}

// The facts of our own recording are those of player/world.
func TestSample(t *testing.T) {
	data := decodertest.Sample(t, sample)
	if !Detect(data[:8], sample) {
		t.Error("not detected")
	}
	count(t, data)
	rewrite(t, data)
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
	for _, file := range corpus.Demos(b, Name) {
		b.Run(filepath.Base(file), func(b *testing.B) {
			data := corpus.Read(b, file)
			decodertest.Benchmark(b, data, NewDecoder(data))
		})
	}
}
