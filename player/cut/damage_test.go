package cut

import (
	"errors"
	"math"
	"path/filepath"
	"slices"
	"testing"

	"demoscope/internal/corpus"
)

// TestDamageTellsTheLongestStretch: of a demo that is damaged at its beginning, and near its end, it is said which part is
// whole, and that can be cut.
func TestDamageTellsTheLongestStretch(t *testing.T) {
	demo := open(t, filepath.Join(corpus.Dir(t), "dem/lq_e0m1_p15.dem"))
	whole := length(demo)
	data := slices.Clone(demo.Data)
	d := demo.Decoder()
	for {
		p, err := d.NextPacket()
		if err != nil {
			break
		}
		// The first packet of the level's game, and all of the last second.
		if p.Block == 5 || p.Offset > int64(len(data))*98/100 && p.Size > 16 {
			data[p.Offset+16] = 0xff ^ 0x80 // no message
		}
	}
	broken := demo.Format.Open("a.dem", data)
	_, err := Cut(broken, 0, math.Inf(1))
	var damage *DamageError
	if !errors.As(err, &damage) {
		t.Fatalf("it is %v", err)
	}
	if damage.Behind != 0 || damage.From > 2 || damage.To < whole*0.9 || damage.To >= whole {
		t.Fatalf("%+v of %v s", *damage, whole)
	}
	part, err := Cut(broken, math.Floor(damage.From)+1, math.Floor(damage.To))
	if err != nil || length(broken.Format.Open("b.dem", part.Data)) < whole*0.8 {
		t.Errorf("the part that is told is %v", err)
	}
}
