package quake

import (
	"math"
	"strconv"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/formats/message"
	"demoscope/formats/wire"
	"demoscope/internal/corpus"
)

// TestSounds: temporary entities sound as in the game, as often.
func TestSounds(t *testing.T) {
	_, rows := corpus.Table(t, "testdata/sounds.csv")
	var want [256]map[string]float64
	for _, row := range rows {
		n, err := strconv.Atoi(row[0])
		chance, err2 := strconv.ParseFloat(row[3], 64)
		if err != nil || err2 != nil {
			t.Fatalf("row %q: %v, %v", row, err, err2)
		}
		if want[n] == nil {
			want[n] = map[string]float64{}
		}
		want[n][row[2]] = chance
	}
	const rounds = 3000
	at := [3]wire.Coord{8, 16, 24}
	for n := range 14 {
		got := map[string]float64{}
		w := newQuakeWith(t, "A")
		for i := range rounds {
			w.Begin(&message.Packet{Block: w.Block + 1})
			w.Apply(&message.Time{Time: float32(i) / 20})
			w.Apply(&message.TempEntity{Type: uint8(n), Origin: at, Entity: 1})
			w.End()
			for _, s := range w.Heard {
				got[s.Path(w.Level())] += 1. / rounds
				if s.Origin != (mgl32.Vec3{1, 2, 3}) || s.Volume != 1 || s.Attenuation != 1 {
					t.Fatalf("%d: %+v", n, s)
				}
			}
		}
		for name, chance := range want[n] {
			if math.Abs(got[name]-chance) > 0.02 {
				t.Errorf("%d: %s comes in %.3f of the cases, want %.3f", n, name, got[name], chance)
			}
			delete(got, name)
		}
		if len(got) > 0 {
			t.Errorf("%d: the game has no sounds %v", n, got)
		}
	}
}
