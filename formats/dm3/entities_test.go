package dm3

import (
	"math/rand/v2"
	"slices"
	"testing"

	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// TestBothEntityLoops: the loop that keeps its bits in registers reads what the one that reads entity by
// entity does, from bits of any kind: the same entities, changes, error, and place behind them.
func TestBothEntityLoops(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	decoders := [2]*Decoder{newDecoder(nil, Options{}), newDecoder(nil, Options{})}
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
		if random.IntN(4) == 0 {
			data = timesOf(random)
		}
		for _, p := range protocols {
			if !p.huffman {
				continue
			}
			var errs [2]error
			for i := range decoders {
				d := decoders[i]
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
			a, b := decoders[0], decoders[1]
			if errs[0] != errs[1] || a.bits.Pos() != b.bits.Pos() {
				t.Fatalf("protocol %d, %x: %v at bit %d, entity by entity %v at bit %d", p.number, data, errs[0],
					a.bits.Pos(), errs[1], b.bits.Pos())
			}
			if errs[0] != nil {
				continue
			}
			whole++
			entities += len(snapshots[0].Entities)
			if !slices.Equal(snapshots[0].Entities, snapshots[1].Entities) ||
				!slices.Equal(a.changes[:a.used], b.changes[:b.used]) {
				t.Fatalf("protocol %d, %x: %+v with %+v, entity by entity %+v with %+v", p.number, data,
					snapshots[0].Entities, a.changes[:a.used], snapshots[1].Entities, b.changes[:b.used])
			}
		}
	}
	if whole < 1000 || entities < 1000 {
		t.Errorf("only %d lists with %d entities are whole", whole, entities)
	}
}

// timesOf returns entities of which only the first field is told, a time: some moments apart, or any.
func timesOf(random *rand.Rand) []byte {
	var w wire.BitWriter
	w.Reset(true)
	begin := random.Uint32()
	for number := range uint32(1 + random.IntN(8)) {
		w.Bits(number, 10)
		w.Raw(0b10, 2) // it stays, and changes
		w.Byte(1)
		w.Raw(0b11, 2) // the field changes, and is not zero
		time := begin + random.Uint32N(100_000)
		if random.IntN(4) == 0 {
			time = random.Uint32()
		}
		w.Bits(time, 32)
	}
	w.Bits(endOfEntities, 10)
	return w.Data()
}
