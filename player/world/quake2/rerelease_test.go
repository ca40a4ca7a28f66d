package quake2_test

import (
	"math"
	"path/filepath"
	"testing"

	"demoscope/formats"
	"demoscope/formats/message"
	"demoscope/internal/corpus"
	"demoscope/internal/made"
	"demoscope/player/weapon"
	"demoscope/player/world"
	"demoscope/player/world/internal/facts"
	"demoscope/player/world/prints"
)

var rereleases = []int32{1038, 2022, 2023}

func rerelease(t *testing.T, r made.Rerelease) *facts.File {
	t.Helper()
	demo, err := formats.Open("made.dm2", r.Demo(t))
	if err != nil {
		t.Fatal(err)
	}
	return facts.Of(demo)
}

// TestRerelease: forty frames are a second, places are floats, the eye is above the place, and config strings have the
// indices of the re-release. Keys of obituaries are deaths.
func TestRerelease(t *testing.T) {
	for _, protocol := range rereleases {
		kills := 0
		w := rerelease(t, made.Rerelease{Protocol: protocol, Frames: 80}).Play(t, nil,
			func(w *world.World, _ *message.Packet) {
				for _, e := range w.Events {
					if e.Kind != world.EventKill {
						continue
					}
					kills++
					if e.Player != 1 || e.Other != 0 || e.Weapon != weapon.RocketLauncher ||
						e.HitType != world.HitSplash ||
						string(e.Text) != "ann was killed by bob (rocket splash)" || w.Time != 1 {
						t.Errorf("protocol %d: %+v at %v", protocol, e, w.Time)
					}
				}
			})
		if want := map[int32]int{2022: 1, 2023: 1}[protocol]; kills != want {
			t.Errorf("protocol %d: %d kills", protocol, kills)
		}
		if w.Time != 2 || w.Level().Map != "maps/a.bsp" || w.Level().MaxClients != 2 || w.Recorder != 0 {
			t.Errorf("protocol %d: %v s, %q, %d clients, recorder %d", protocol, w.Time, w.Level().Map,
				w.Level().MaxClients, w.Recorder)
		}
		ann, bob := &w.Players[0], &w.Players[1]
		if ann.Name != "ann" || bob.Name != "bob" || ann.Skin != "male/grunt" {
			t.Errorf("protocol %d: %q, %q, %q", protocol, ann.Name, bob.Name, ann.Skin)
		}
		if ann.Pose.Origin != [3]float32{80, 0, 24} || w.View.Origin != [3]float32{80, 0, 46} ||
			bob.Pose.Origin != [3]float32{180, 0, 24} {
			t.Errorf("protocol %d: at %v and %v, the eye at %v", protocol, ann.Pose.Origin, bob.Pose.Origin,
				w.View.Origin)
		}
		if w.Stats.Values[1] != 100 || w.Stats.Values[51] != 7 {
			t.Errorf("protocol %d: stats %v", protocol, w.Stats.Values)
		}
		item := w.Entity(20)
		if item == nil || item.Origin != [3]float32{50, 8.5, 0} ||
			w.Level().Model(item.Model[0]) != "models/items/quaddama/tris.md2" {
			t.Errorf("protocol %d: %+v", protocol, item)
		}
	}
}

// TestRereleaseSplitScreen: each player of a split screen has a view.
func TestRereleaseSplitScreen(t *testing.T) {
	for _, protocol := range []int32{2022, 2023} {
		w := rerelease(t, made.Rerelease{Protocol: protocol, Split: true, Frames: 10}).Play(t, nil, nil)
		bob := &w.Players[1]
		if w.Recorder != 0 || !bob.EyeKnown || bob.Pose.Origin != [3]float32{110, 0, 24} ||
			bob.ViewOffset != [3]float32{0, 0, 22} || bob.Stats == nil || bob.Stats.Values[1] != 100 {
			t.Errorf("protocol %d: recorder %d, %+v", protocol, w.Recorder, bob)
		}
	}
}

// TestLocalize: a key is the game's text if there is a table, otherwise words.
func TestLocalize(t *testing.T) {
	players := []world.Player{{Name: "ann"}, {Name: "bob"}}
	args := func(list ...string) (out [][]byte) {
		for _, s := range list {
			out = append(out, []byte(s))
		}
		return out
	}
	cases := []struct {
		base  string
		args  [][]byte
		words string
		text  string
	}{
		{"$g_mod_kill_railgun", args("ann", "##P1"), "ann was killed by bob (railgun)", "ann met bob's rail.\n"},
		{"$g_mod_self_default\n", args("ann"), "ann killed themselves (default)", "ann killed themselves (default)"},
		{"$g_mod_generic_lava", args("ann"), "ann died (lava)", "ann died (lava)"},
		{"g_flipoff_none", nil, "flipoff none", "A \"flip\""},
		{"$g_got", args("$item_quad_damage"), "got: quad damage", "You got the Quad {0}"},
		{"{} hits {}", args("ann", "bob"), "ann hits bob", "ann hits bob"},
		{"##P0: hello ##P9\n", nil, "ann: hello player 10\n", "ann: hello player 10\n"},
		{"price is $5 {", nil, "price is $5 {", "price is $5 {"},
		{"hello", nil, "hello", "hello"},
	}
	for _, c := range cases {
		if got := string(prints.Localize(nil, players, []byte(c.base), c.args)); got != c.words {
			t.Errorf("%s: %q", c.base, got)
		}
	}
	texts := map[string]string{"g_mod_kill_railgun": "{0} met {1}'s rail.\n", "g_flipoff_none": `A "flip"`,
		"g_got": "You got the {} {{0}}", "item_quad_damage": "Quad"}
	for _, c := range cases {
		if got := string(prints.Localize(texts, players, []byte(c.base), c.args)); got != c.text {
			t.Errorf("%s with a table: %q, want %q", c.base, got, c.text)
		}
	}
}

// TestRereleaseCorpus compares the recordings of the corpus with what its README and the facts say: three protocols of
// one game, of which 2022 has shorter places for what is not solid.
func TestRereleaseCorpus(t *testing.T) {
	dir := filepath.Join(corpus.Dir(t), "rerelease")
	type state struct {
		time     float64
		entities []world.Entity
		player   world.Player
		view     world.View
		stats    world.Stats
	}
	read := func(file string) (states []state, deltas, removes, kinds int, w *world.World) {
		demo, err := formats.Open(file, corpus.Read(t, filepath.Join(dir, file)))
		if err != nil {
			t.Fatal(err)
		}
		each := func(_ *world.World, m message.Message) {
			switch m := m.(type) {
			case *message.PacketEntities:
				for _, e := range m.Entities {
					if deltas++; e.Remove {
						deltas--
						removes++
					}
				}
			case *message.Quake2TempEntity:
				if m.Type == 2 {
					kinds++
				}
			}
		}
		w = facts.Of(demo).Play(t, each, func(w *world.World, _ *message.Packet) {
			s := state{time: w.Time, player: w.Players[0], stats: w.Stats, view: w.View}
			s.player.Stats, s.player.Quake2HUD = nil, nil
			s.entities = append(s.entities, w.Entities...)
			states = append(states, s)
		})
		return states, deltas, removes, kinds, w
	}
	repro, deltas, removes, kinds, w := read("q2repro_lq2dm11_p1038.dm2")
	if len(repro) != 583 || deltas != 427 || removes != 63 || kinds != 15 {
		t.Errorf("%d blocks, %d deltas, %d removes, %d temporary entities", len(repro), deltas, removes, kinds)
	}
	p := &w.Players[0]
	if p.Pose.Origin != [3]float32{288, 416, 224.03125} || w.Stats.Values[1] != 100 || p.WeaponModel != 5 ||
		p.WeaponFrame != 6 || w.Time != 14.5 {
		t.Errorf("at the end: %v, health %d, gun %d, frame %d, %v s", p.Pose.Origin, w.Stats.Values[1], p.WeaponModel,
			p.WeaponFrame, w.Time)
	}
	for file, most := range map[string]float64{"synthetic_lq2dm11_p2022.dm2": 1.0 / 16,
		"synthetic_lq2dm11_p2023.dm2": 0} {
		got, _, _, _, _ := read(file)
		if len(got) != len(repro) {
			t.Fatalf("%s: %d blocks", file, len(got))
		}
		largest := 0.0
		for i := range got {
			a, b := repro[i], &got[i]
			a.view.NoLerp = b.view.NoLerp // which follows from the events below
			if a.time != b.time || a.player.Pose != b.player.Pose || a.view != b.view || a.stats != b.stats ||
				len(a.entities) != len(b.entities) {
				t.Fatalf("%s, block %d: %+v, not %+v", file, i, b, &a)
			}
			for k := range a.entities {
				x, y := a.entities[k], b.entities[k]
				// The synthetic files say an event in the next frame, too, and the old origins of few entities.
				if x.Event != y.Event {
					x.Event, x.Flags = y.Event, y.Flags
				}
				for axis := range 3 {
					largest = max(largest, math.Abs(float64(x.Origin[axis]-y.Origin[axis])))
				}
				x.Origin, x.OldOrigin = y.Origin, y.OldOrigin
				if x != y {
					t.Fatalf("%s, block %d: %+v, not %+v", file, i, y, x)
				}
			}
		}
		if largest > most {
			t.Errorf("%s: places differ by %v", file, largest)
		}
	}
}

// TestAssumeClassicAfterTheRerelease: a world with frames of the re-release can be copied when damage says that
// the protocol is a classic one, whose deltas reach less far back.
func TestAssumeClassicAfterTheRerelease(t *testing.T) {
	w := rerelease(t, made.Rerelease{Protocol: 2023, Frames: 30}).Play(t, nil, nil)
	w.Assume(&message.Quake2ServerData{Protocol: 34, IsDemo: 1})
	if c := w.Clone(); c.Hash() != w.Hash() {
		t.Error("the copy differs")
	}
}
