package message

import (
	"fmt"
	"math/bits"
)

// NamedBits lists the bits of an extension family by name, from the lowest. A bit without a name appears as its
// hexadecimal value.
type NamedBits struct {
	Family string   `json:"family"` // "FTEX", "FTE2" or "MVD1"
	Bits   []string `json:"bits"`
}

// AddFamilies adds the bits of FTEX, FTE2 and MVD1. It leaves out a family without bits.
func (i *Info) AddFamilies(fte, fte2, mvd1 uint32) {
	for _, f := range [...]struct {
		name  string
		bits  uint32
		names *[32]string
	}{{"FTEX", fte, &fteNames}, {"FTE2", fte2, &fte2Names}, {"MVD1", mvd1, &mvd1Names}} {
		if f.bits == 0 {
			continue
		}
		i.Extensions = append(i.Extensions, fmt.Sprintf("%s 0x%x", f.name, f.bits))
		named := NamedBits{Family: f.name}
		for rest := f.bits; rest != 0; rest &= rest - 1 {
			n := bits.TrailingZeros32(rest)
			name := f.names[n]
			if name == "" {
				name = fmt.Sprintf("0x%x", uint32(1)<<n)
			}
			named.Bits = append(named.Bits, name)
		}
		i.Bits = append(i.Bits, named)
	}
}

// Names of the bits of each family.
var (
	fteNames = [32]string{"set view", "scale", "light style colors", "trans", "view2", 6: "accurate timings",
		7: "sounddbl", 8: "fatness", 9: "HLBSP", 10: "bullet effects", 11: "hull size", 12: "modeldbl",
		13: "entitydbl", 14: "entitydbl2", 15: "float coords", 17: "Q2BSP", 18: "Q3BSP", 19: "color mod",
		20: "split screen", 21: "Hexen II", 22: "spawnstatic2", 23: "custom temp effects",
		24: "256 packet entities", 26: "showpic", 27: "set attachment", 29: "chunked downloads", 30: "CSQC",
		31: "DP flags"}
	fte2Names = [32]string{"Prydon cursor", "voice chat", "set angle delta", "replacement deltas", "max players",
		"prediction info", "new size encoding", "info blobs", "STUN aware", "VR inputs", "lerp time"}
	mvd1Names = [32]string{"float coords", "high-lag teleport", "server-side weapon", "debug weapon", "debug antilag",
		"hidden messages", "server-side weapon 2", "weapon prediction", "simple projectiles"}
)
