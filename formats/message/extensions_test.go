package message_test

import (
	"fmt"
	"testing"

	"demoscope/formats/message"
)

func TestAddFamilies(t *testing.T) {
	for _, c := range []struct {
		fte, fte2, mvd1 uint32
		extensions      string
		bits            string
	}{
		{0, 0, 0, "[]", "[]"},
		{0x01487008, 0x2, 0x20, "[FTEX 0x1487008 FTE2 0x2 MVD1 0x20]",
			"[{FTEX [trans modeldbl entitydbl entitydbl2 color mod spawnstatic2 256 packet entities]} " +
				"{FTE2 [voice chat]} {MVD1 [hidden messages]}]"},
		{0x8040, 0x68, 0x1, "[FTEX 0x8040 FTE2 0x68 MVD1 0x1]",
			"[{FTEX [accurate timings float coords]} " +
				"{FTE2 [replacement deltas prediction info new size encoding]} {MVD1 [float coords]}]"},
		{0x90000020, 0x80000400, 0x300, "[FTEX 0x90000020 FTE2 0x80000400 MVD1 0x300]",
			"[{FTEX [0x20 0x10000000 DP flags]} {FTE2 [lerp time 0x80000000]} {MVD1 [simple projectiles 0x200]}]"},
	} {
		var info message.Info
		info.AddFamilies(c.fte, c.fte2, c.mvd1)
		if got := fmt.Sprint(info.Extensions); got != c.extensions {
			t.Errorf("extensions %s, want %s", got, c.extensions)
		}
		if got := fmt.Sprint(info.Bits); got != c.bits {
			t.Errorf("bits %s, want %s", got, c.bits)
		}
	}
}
