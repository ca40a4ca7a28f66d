package timeline_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"demoscope/formats"
	"demoscope/internal/corpus"
	"demoscope/player"
	"demoscope/player/world"
)

// TestCorpusFlagsLostAndReturned: the bytes of osm_demo4.qwd have 23 times " lost the " before a flag and 22 times " returned the ",
// and the strings on the flags of the two of OpenArena go from 1 to 2 and from 2 to 0; their lines name one who returned a flag, and
// who had taken those that were lost.
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
		demos := corpus.Demos(t, c.format)
		path := demos[slices.IndexFunc(demos, func(p string) bool { return filepath.Base(p) == c.name })]
		d, err := formats.Open(c.name, corpus.Read(t, path))
		if err != nil {
			t.Fatal(err)
		}
		p := player.New(d, player.Options{})
		p.Timeline().Wait()
		lost, returned, who := 0, 0, []string{}
		for _, e := range p.Timeline().Events() {
			switch e.Kind {
			case world.EventFlagLost:
				lost++
				who = append(who, "-"+e.PlayerName)
			case world.EventFlagReturned:
				returned++
				who = append(who, "+"+e.PlayerName)
			}
		}
		p.Close()
		if lost != c.lost || returned != c.returned || c.who != "" && strings.Join(who, " ") != c.who {
			t.Errorf("%s: %d lost, %d returned: %q", c.name, lost, returned, who)
		}
	}
}
