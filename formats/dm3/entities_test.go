package dm3

import (
	"math/rand/v2"
	"slices"
	"testing"

	"demoscope/formats/message"
)

// TestBothEntityLoops: the loop that keeps its bits in registers reads what the one that reads entity by
// entity does, from bits of any kind: the same entities, changes, error, and place behind them.
func TestBothEntityLoops(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	var decoders [2]Decoder
	var snapshots [2]message.Snapshot
	whole, entities := 0, 0
	for range 200_000 {
		data := make([]byte, random.IntN(400))
		few := random.IntN(4) // the fewer bits are set, the longer are runs of fields that stay
		for i := range data {
			data[i] = byte(random.Uint32())
			for range few {
				data[i] &= byte(random.Uint32())
			}
		}
		for _, p := range protocols {
			if !p.huffman {
				continue
			}
			var errs [2]error
			for i := range decoders {
				d := &decoders[i]
				d.proto, d.used = p, 0
				if err := d.bits.Reset(data, true); err != nil {
					t.Fatal(err)
				}
				if i == 0 {
					errs[i] = d.readEntities(&snapshots[i])
				} else {
					errs[i] = d.readPlainEntities(&snapshots[i])
				}
			}
			a, b := &decoders[0], &decoders[1]
			if errs[0] != errs[1] || a.bits.Pos() != b.bits.Pos() {
				t.Fatalf("protocol %d, %x: %v at bit %d, entity by entity %v at bit %d", p.number, data, errs[0], a.bits.Pos(), errs[1], b.bits.Pos())
			}
			if errs[0] != nil {
				continue
			}
			whole++
			entities += len(snapshots[0].Entities)
			if !slices.Equal(snapshots[0].Entities, snapshots[1].Entities) || !slices.Equal(a.changes[:a.used], b.changes[:b.used]) {
				t.Fatalf("protocol %d, %x: %+v with %+v, entity by entity %+v with %+v", p.number, data, snapshots[0].Entities, a.changes[:a.used], snapshots[1].Entities, b.changes[:b.used])
			}
		}
	}
	if whole < 1000 || entities < 1000 {
		t.Errorf("only %d lists with %d entities are whole", whole, entities)
	}
}
