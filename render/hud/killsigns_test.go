package hud

import (
	"slices"
	"strings"
	"testing"

	"demoscope/player/story"
)

// TestSignsOfKills: a sign that is shown everywhere is in the feed, in the kill line and at the names of the players in
// both levels, as an icon there if it has one. One that belongs to the cause stands before it.
func TestSignsOfKills(t *testing.T) {
	old := killSigns
	defer func() { killSigns = old }()
	row := &killSigns[slices.IndexFunc(killSigns[:], func(k killSign) bool { return k.sign == story.SignTeamKill })]
	for _, c := range []struct {
		cause          bool
		icon           icon
		watch, analyst []string
	}{
		{false, iconNone,
			[]string{`"Lumen" "point blank"`, `", rocket" ", point blank"`, `"Quarry" "point blank"`},
			[]string{`"RG" "Lumen" "point blank"`, `"Quarry" "point blank"`}},
		{true, iconNone,
			[]string{`"Lumen" "point blank"`, `"," "point blank" "rocket"`, `"→" "point blank" "rocket →"`},
			[]string{`"RG" "Lumen" "point blank"`, `"→" "point blank" "rocket →"`}},
		{false, iconSkull, []string{`"Lumen" "87"`, `", rocket" "," "point blank"`, `"Quarry" "point blank"`},
			[]string{`"RG" "Lumen" "60"`, `"Quarry" "point blank"`}},
	} {
		*row = killSign{story.SignTeamKill, "point blank", c.cause, c.icon, colorDanger,
			inFeed | inKillLine | inHeadline | atTag | atPlate}
		for display, want := range map[Display][]string{Watch: c.watch, Analyst: c.analyst} {
			in := watchInput(screens[3])
			in.Display = display
			in.Events[0].TeamKill = true
			in.Labels[1].Signs = story.SignTeamKill
			h := New(1)
			h.Build(in)
			for _, text := range want {
				if got := words(h); !strings.Contains(got, text) {
					t.Errorf("%v: no %s in %s", c, text, got)
				}
			}
		}
	}
	in := fakeInput(screens[3])
	in.Kill, in.Labels = killInput(), nil
	in.Kill.Sides[1].Signs = story.SignTeamKill
	row.icon = iconNone
	h := New(1)
	h.Build(in)
	if got := words(h); !strings.Contains(got, `"Baker" "point blank"`) {
		t.Errorf("at a victim without a label: %s", got)
	}
}
