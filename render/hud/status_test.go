package hud

import (
	"slices"
	"testing"

	"demoscope/assets"
	"demoscope/formats"
	"demoscope/formats/message"
	"demoscope/player/scan"
	"demoscope/player/world"
	"demoscope/player/world/equipment"
	"demoscope/player/world/rules"
	"demoscope/render/draw"
)

func TestStatusOfQuake(t *testing.T) {
	var s status
	s.Read(quakeWorld(2), 0, 0)
	if !s.Known || s.Health != 87 || s.Armor != 142 || s.Kind != equipment.ArmorYellow {
		t.Fatalf("status %+v", s)
	}
	if s.Ammo.Icon != iconRockets || s.Ammo.Count != 23 || !s.Ammo.Active {
		t.Errorf("ammunition %+v", s.Ammo)
	}
	owned, active := "", ""
	for _, w := range s.Weapons() {
		if w.Owned {
			owned += w.Tag + " "
		}
		if w.Active {
			active += w.Tag
		}
	}
	if owned != "Axe SG SSG NG RL " || active != "RL" {
		t.Errorf("owns %q, holds %q", owned, active)
	}
	icons := map[icon]bool{}
	for _, it := range s.Items() {
		icons[it.Icon] = true
	}
	if len(s.Items()) != 3 || !icons[iconQuad] || !icons[iconKey] || !icons[iconRune] {
		t.Errorf("items %+v", s.Items())
	}

	s.Read(quakeWorld(2), 1, 0)
	if s.Known {
		t.Error("the recorder's stats are taken for another player's")
	}
	w := quakeWorld(2, &message.ClientData{Items: 1<<12 | 1 | 1<<15, Health: -12, Armor: 0})
	s.Read(w, 0, 0)
	if s.Kind != equipment.ArmorNone || s.Health != -12 || !s.Weapons()[0].Active || s.Ammo.Count >= 0 {
		t.Errorf("with the axe, no armor: %+v", s)
	}
	s.Read(nil, 0, 0)
	if s.Known {
		t.Error("without a world something is known")
	}
}

// sampleCursor begins a demo of the sample.
func sampleCursor(t *testing.T, name string) *scan.Cursor {
	t.Helper()
	data, err := assets.ReadSample(name)
	if err != nil {
		t.Fatal(err)
	}
	d, err := formats.Open(name, data)
	if err != nil {
		t.Fatal(err)
	}
	return scan.NewCursor(d.Format.Name, d.Decoder())
}

// Every game's status is read all the way through a recording of it, and what
// must have occurred there has.
func TestStatusOfEveryGame(t *testing.T) {
	for _, c := range []struct {
		name      string
		slot      func(w *world.World) int
		weapons   int  // different ones in hand, at least
		dies      bool // the health goes to 0 or below
		hasArmor  bool
		hasNumber bool // ammunition of what is in hand is told
	}{
		{"demoscope1_p15.dem", recorder, 2, true, true, true},
		{"demoscope1.qwd", recorder, 2, true, false, true},
		{"demoscope1.mvd", func(*world.World) int { return 2 }, 3, true, true, true},
		{"demoscope1.dm2", recorder, 2, true, true, true},
		{"demoscope1.dm_71", recorder, 2, true, false, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			cursor := sampleCursor(t, c.name)
			h := New(1)
			in := fakeInput(screens[3])
			held := map[string]bool{}
			var dies, armor, number bool
			var s status
			for cursor.Next() == nil {
				w := cursor.World
				slot := c.slot(w)
				s.Read(w, slot, w.Time)
				if !s.Known {
					continue
				}
				for _, k := range s.Weapons() {
					if k.Active {
						held[k.Tag] = true
					}
				}
				dies = dies || s.Health <= 0
				armor = armor || s.Armor > 0 && s.Kind != equipment.ArmorNone
				number = number || s.Ammo.Icon != iconNone && s.Ammo.Count > 0
				if w.Block%50 == 0 {
					in.World, in.Watched, in.Clock, in.Time = w, slot, w.Clock, w.Time
					in.Scores = w.Block%100 == 0
					h.Build(in)
				}
			}
			if len(held) < c.weapons {
				t.Errorf("held %v", held)
			}
			if dies != c.dies {
				t.Errorf("died: %v", dies)
			}
			if c.hasArmor && !armor {
				t.Error("never had armor")
			}
			if number != c.hasNumber {
				t.Errorf("ammunition told: %v", number)
			}
		})
	}
}

func recorder(w *world.World) int { return w.Recorder }

func TestPowerupsEnd(t *testing.T) {
	var s status
	w := rules.New("dm3")
	if w.Game != world.Quake3 {
		t.Fatalf("game %v", w.Game)
	}
	w.Recorder = 0
	w.Level().Quake3Stats = world.Quake3Stats{Weapons: 2, Armor: 3}
	w.Stats.Known = ^uint64(0)
	w.Stats.Values[0], w.Stats.Values[3] = 125, 101
	w.Stats.Values[stat3Powerups+1] = 90_000     // quad, until 90 s
	w.Stats.Values[stat3Powerups+3] = 10_000     // haste, ended at 10 s
	w.Stats.Values[stat3Powerups+7] = 2147483647 // a flag, until it is lost
	s.Read(w, 0, 80)
	if s.Health != 125 || s.Armor != 101 || s.Kind != equipment.ArmorRed {
		t.Errorf("status %+v", s)
	}
	items := s.Items()
	if len(items) != 2 || items[0].Icon != iconQuad || items[0].Left != 10 || items[1].Icon != iconFlag ||
		items[1].Left != 0 {
		t.Errorf("powerups %+v", items)
	}
}

func TestPicturesOfQuake2(t *testing.T) {
	w := rules.New("dm2")
	l := w.Level()
	if l.Image(3) != "" || l.Image(-1) != "" {
		t.Error("a level without images has one")
	}
	for image, want := range map[string]icon{"p_quad": iconQuad, "p_rebreather": iconBreather, "k_unknown": iconClock} {
		if got := quake2Timer(image, 7); got.Icon != want || got.Left != 7 {
			t.Errorf("%s: %+v", image, got)
		}
	}
	var s status
	s.setQuake2Gun("models/weapons/v_shotg2/tris.md2")
	if len(s.Weapons()) != 1 || s.Weapons()[0].Tag != "SSG" {
		t.Errorf("gun %+v", s.Weapons())
	}
}

// A cutscene has neither status nor crosshair; the next level has both again.
func TestCutsceneHidesTheStatus(t *testing.T) {
	h := New(1)
	in := fakeInput(screens[3])
	in.World = quakeWorld(2)
	drawn := func(name string) bool {
		h.Build(in)
		i := slices.IndexFunc(elements[:], func(e element) bool { return e.name == name })
		return elements[i].visible(h, in)
	}
	expect := func(when string, want bool) {
		t.Helper()
		for _, name := range [...]string{"crosshair", "status ground", "vitals", "weapons", "ammo"} {
			if got := drawn(name); got != want {
				t.Errorf("%s: %s is drawn: %v", when, name, got)
			}
		}
	}
	seen := &message.UpdateEntity{EntityDelta: message.EntityDelta{Number: 1, Mask: message.FieldModel, Model: 2}}
	apply(in.World, &message.Time{Time: 63}, seen)
	expect("before", true)
	apply(in.World, &message.Cutscene{}, seen)
	expect("in a cutscene", false)
	if !drawn("info") {
		t.Error("the cutscene hides what is no status")
	}
	apply(in.World, &message.ServerInfo{Protocol: 15, MaxClients: 1, Models: [][]byte{[]byte("maps/e1m2.bsp")}},
		&message.Time{Time: 1}, &message.ClientData{Health: 100}, seen)
	expect("on the next level", true)
}

// TestStateOfTheWatched: who has no health left is dead, instead of any armor, and who falls is
// said to, above the health.
func TestStateOfTheWatched(t *testing.T) {
	for _, c := range []struct {
		health int32
		falls  bool
		want   string
	}{{50, false, `"50" "30"`}, {50, true, `"50" "falling" "30"`}, {0, false, `"0" "dead"`},
		{-12, true, `"0" "dead"`}} {
		h := New(1)
		h.status.status = status{Known: true, Health: c.health, Armor: 30, Kind: equipment.ArmorRed, Falls: c.falls}
		h.status.drawVitals(&Input{}, Rect{0, 100, 200, 50})
		if got := words(h); got != c.want {
			t.Errorf("health %d, falls %v: %s, want %s", c.health, c.falls, got, c.want)
		}
	}
}

// TestVitalsOnAPhone: where there is little room, the armor begins behind the digits of the health.
func TestVitalsOnAPhone(t *testing.T) {
	for _, width := range []float32{60, 110, 200} {
		h := New(1)
		h.status.status = status{Known: true, Health: 100}
		h.status.drawVitals(&Input{}, Rect{0, 100, width, 38})
		n, right := len(h.out.Vertices), float32(0)
		for _, v := range h.out.Vertices {
			right = max(right, v.X)
		}
		h = New(1)
		h.status.status = status{Known: true, Health: 100, Armor: 100, Kind: equipment.ArmorGreen}
		h.status.drawVitals(&Input{}, Rect{0, 100, width, 38})
		if len(h.out.Vertices) == n {
			t.Fatal("there is no armor")
		}
		for _, v := range h.out.Vertices[n:] {
			if v.X < right {
				t.Fatalf("in a room of %v the armor is at %v, and the health ends at %v", width, v.X, right)
			}
		}
	}
}

// TestLowAmmo: five shells and rockets are few, and twenty cells.
func TestLowAmmo(t *testing.T) {
	for _, c := range []struct {
		icon  icon
		count int32
		want  string
	}{
		{iconRockets, 6, ``}, {iconRockets, 5, `low`}, {iconShells, 1, `low`}, {iconCells, 21, ``},
		{iconCells, 20, `low`}, {iconNails, 0, `empty`}, {iconNone, 200, ``},
	} {
		if _, word := ammoState(weaponSlot{Icon: c.icon, Count: c.count}); word != c.want {
			t.Errorf("%+v: %q", c, word)
		}
	}
}

// TestLowHealth: from 25 on the health has a red ground and a frame, three times in two seconds
// stronger, whichever way time runs; who is dead has none.
func TestLowHealth(t *testing.T) {
	for _, c := range []struct {
		health int32
		clock  float64
		frame  float32 // its opacity, 0 for none
	}{{26, 0, 0}, {25, 0, 0.6}, {1, 1. / 3, 0.425}, {25, 0.6666, 0.25}, {25, 2, 0.6}, {25, -1. / 3, 0.425}, {0, 0, 0}} {
		h := New(1)
		h.status.status = status{Known: true, Health: c.health}
		h.status.drawVitals(&Input{Moment: Moment{Clock: c.clock}}, Rect{0, 100, 200, 50})
		ground, frame := float32(0), float32(0)
		if v := h.out.Vertices; v[0].U == draw.WhiteU && v[2].X == 100 && v[2].Y == 150 {
			ground, frame = v[0].A, v[4].A
		}
		if d := frame - c.frame; d > 0.01 || d < -0.01 || ground != frame/2 {
			t.Errorf("health %d at %v: ground %v, frame %v, want %v", c.health, c.clock, ground, frame, c.frame)
		}
	}
}
