package quakeworld_test

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"demoscope/player/world"
	"demoscope/player/world/internal/facts"
)

// mvdHistory is what was true at some time.
type mvdHistory struct {
	infos  []map[string]string
	names  [32]map[string]bool
	looks  [32]map[string]bool
	pings  map[[2]int32]bool // slot and ping
	scores map[[2]int32]bool // slot and frags
	// Seconds at which the match began and was stopped by vote, 0 if the
	// prints do not tell.
	begun, stopped float64
	paused         bool
}

func newMVDHistory() mvdHistory {
	h := mvdHistory{pings: map[[2]int32]bool{}, scores: map[[2]int32]bool{}}
	for i := range h.names {
		h.names[i], h.looks[i] = map[string]bool{}, map[string]bool{}
	}
	return h
}

// player notes what is now true of a player.
func (h *mvdHistory) player(w *world.World, slot int) {
	p := &w.Players[slot]
	h.pings[[2]int32{int32(slot), p.Ping}] = true
	h.scores[[2]int32{int32(slot), p.Frags}] = true
	if p.InUse {
		info := infoMap(p.UserInfo)
		h.infos = append(h.infos, info)
		h.names[slot][facts.CodePoints(p.Name)] = true
		h.looks[slot][fmt.Sprint(facts.CodePoints(p.Team), [2]uint8{p.Shirt, p.Pants}, info["*bot"] != "")] = true
	}
}

// print notes what the server says of the match.
func (h *mvdHistory) print(text string, time float64) {
	switch {
	case strings.HasPrefix(text, "The match has begun"):
		h.begun = time
	case strings.HasPrefix(text, "Match stopped by majority vote"):
		h.stopped = time
	case strings.HasPrefix(text, "Server is paused"):
		h.paused = true
	}
}

// vikpeFacts are what another public parser has in its own tests.
type vikpeFacts struct {
	Countdown  *int             `json:"countdown_seconds_floor"`
	Demo       *int             `json:"demo_seconds_floor"`
	Match      *int             `json:"match_seconds_floor"`
	Aborted    *bool            `json:"is_aborted"`
	Paused     *bool            `json:"is_paused"`
	Infos      []string         `json:"clientinfo_strings"`
	FragsPrint map[string]int   `json:"frags_from_prints"`
	Ping       map[string]int32 `json:"ping"`
	Players    []struct {
		Name  string   `json:"name"`
		Team  string   `json:"team"`
		Color [2]uint8 `json:"color"`
		Frags int32    `json:"frags"`
		Ping  int32    `json:"ping"`
		Bot   bool     `json:"is_bot"`
	} `json:"players"`
}

func (c *mvdCounts) compareVikpe(t *testing.T, f *facts.File, w *world.World) {
	t.Helper()
	if !f.Has("vikpe_facts") {
		return
	}
	var want vikpeFacts
	f.Get(t, "vikpe_facts", &want)
	// Its pings are some mean: 557 where the stream never says so.
	f.Checked("vikpe_facts", facts.Leaves(t, f.Facts["vikpe_facts"])-1-len(want.Ping))
	floor := func(what string, want *int, got float64) {
		if want != nil && float64(*want) != math.Floor(got) {
			t.Errorf("%s: %v seconds, want %d", what, got, *want)
		}
	}
	end := c.last
	if c.stopped > 0 {
		end = c.stopped
	}
	floor("demo", want.Demo, end)
	if want.Countdown != nil && *want.Countdown != 0 { // 0: it did not find the beginning
		floor("countdown", want.Countdown, c.begun)
	}
	floor("match", want.Match, end-c.begun)
	if want.Aborted != nil {
		facts.Diff(t, "aborted", *want.Aborted, c.stopped > 0)
	}
	if want.Paused != nil {
		facts.Diff(t, "paused", *want.Paused, c.paused)
	}
	// That parser stops where the match does: its states were true at some
	// time.
	for _, s := range want.Infos {
		if !slices.ContainsFunc(c.infos, func(m map[string]string) bool { return maps.Equal(m, infoMapOf(s)) }) {
			t.Errorf("nobody has ever had the user info %q", s)
		}
	}
	for _, p := range want.Players {
		slot := slices.IndexFunc(c.names[:], func(names map[string]bool) bool { return names[p.Name] })
		if slot < 0 {
			t.Errorf("there was no player %q", p.Name)
			continue
		}
		n := int32(slot)
		if !c.pings[[2]int32{n, p.Ping}] || !c.scores[[2]int32{n, p.Frags}] {
			t.Errorf("player %q never had a ping of %d, or %d frags", p.Name, p.Ping, p.Frags)
		}
		looks := fmt.Sprint(p.Team, p.Color, p.Bot)
		if !c.looks[slot][looks] {
			t.Errorf("player %q never was %s, but %v", p.Name, looks, c.looks[slot])
		}
	}
	for name, n := range want.FragsPrint {
		facts.Diff(t, "frags of "+name+" by the prints", n, c.killsBy[name])
	}
}

// infoMapOf is infoMap for a string that is code points already.
func infoMapOf(info string) map[string]string {
	b := make([]byte, 0, len(info))
	for _, r := range info {
		b = append(b, byte(r))
	}
	return infoMap(string(b))
}

// quakeASCII spells a text in Quake's charset with plain letters, as the facts
// do.
func quakeASCII(s string) string {
	b := []byte(s)
	for i, c := range b {
		c &= 0x7f
		switch {
		case c >= 0x12 && c <= 0x1b:
			c += '0' - 0x12
		case c == 0x10:
			c = '['
		case c == 0x11:
			c = ']'
		}
		b[i] = c
	}
	return string(b)
}
