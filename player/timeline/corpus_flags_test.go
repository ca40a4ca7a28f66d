package timeline_test

import (
	"strings"
	"testing"

	"demoscope/player/world"
)

// TestCorpusFlagsLostAndReturned: the bytes of osm_demo4.qwd have 23 times " lost the " before a flag and 22
// times " returned the ", and the strings on the flags of the two of OpenArena go from 1 to 2 and from 2 to
// 0; their lines name one who returned a flag, and who had taken those that were lost.
func TestCorpusFlagsLostAndReturned(t *testing.T) {
	for _, c := range []struct {
		format, name   string
		lost, returned int
		who            string
	}{
		{"qwd", "osm_demo4.qwd", 23, 22, ""},
		{"dm3", "oa_ps37ctf2_spec.dm_71", 3, 1, "-Dark -Sorceress +Nekoyss -Nekoyss"},
		{"dm3", "oa_ctf2_player.dm_71", 5, 5, "-Major + -Major + -Grism + -Headcrash + -Grism +"},
	} {
		lost, returned, who := 0, 0, []string{}
		for _, e := range corpusEvents(t, c.format, c.name) {
			switch e.Kind {
			case world.EventFlagLost:
				lost++
				who = append(who, "-"+e.PlayerName)
			case world.EventFlagReturned:
				returned++
				who = append(who, "+"+e.PlayerName)
			}
		}
		if lost != c.lost || returned != c.returned || c.who != "" && strings.Join(who, " ") != c.who {
			t.Errorf("%s: %d lost, %d returned: %q", c.name, lost, returned, who)
		}
	}
}
