package hud

import (
	"strings"
	"testing"

	"demoscope/player/story"
	"demoscope/player/weapon"
	"demoscope/render/anchor"
)

// killInput is a kill whose killer is beside the picture and whose victim is in it.
func killInput() anchor.Kill {
	k := anchor.Kill{Kill: story.Kill{Known: true, In: 0.35, Alpha: 1, Means: "rocket"}}
	k.Sides[0].Pointer = anchor.Pointer{Text: "Able", Player: 2, Color: colorGood, Side: anchor.SideLeft, Place: 0.5,
		Distance: 320}
	k.Sides[0].At = anchor.KillOutside
	k.Sides[1].Pointer = anchor.Pointer{Text: "Baker", Player: 3, Color: colorText}
	k.Sides[1].At, k.Sides[1].Body = anchor.KillInside, anchor.Body{X: 300, Y: 150, W: 20, H: 40}
	return k
}

// TestKillWords: what the line says of a kill before it comes and after it.
func TestKillWords(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*anchor.Kill)
		want   string
	}{
		"comes":     {func(*anchor.Kill) {}, `"Able" "kills" "Baker: rocket"`},
		"has come":  {func(k *anchor.Kill) { k.In = -0.3 }, `"Able" "killed" "Baker: rocket"`},
		"of a mate": {func(k *anchor.Kill) { k.Signs |= story.SignTeamKill }, `"Able" "team-kills" "Baker: rocket"`},
		"of some mate": {func(k *anchor.Kill) {
			k.Sides[1], k.Means, k.Signs = anchor.KillSide{}, "", story.SignTeamKill
		},
			`"Able" "team-kills a team-mate"`},
		"without a weapon": {func(k *anchor.Kill) { k.Means = "" }, `"Able" "kills" "Baker"`},
		"weapon in hand": {func(k *anchor.Kill) {
			k.Means = ""
			k.Signs |= story.SignTeamKill
			k.Sides[0].Weapon = weapon.LightningGun
		}, `"Able" "team-kills" "Baker: LG in hand"`},
		"pushed": {func(k *anchor.Kill) {
			k.Cause, k.Means = weapon.OutOfMap, "fall out of the map"
		}, `"Able" "kills" "Baker, who falls out of the map"`},
		"lava": {func(k *anchor.Kill) { k.Sides[0] = anchor.KillSide{}; k.Cause, k.Means = weapon.Lava, "lava" },
			`"Baker" "dies in lava"`},
		"fell": {func(k *anchor.Kill) {
			k.Sides[0] = anchor.KillSide{}
			k.Cause, k.Means = weapon.Fall, "fall"
			k.In = -0.5
		},
			`"Baker" "fell to death"`},
		"his own fall": {func(k *anchor.Kill) {
			k.Sides[0] = anchor.KillSide{}
			k.Own, k.Cause, k.Means = true, weapon.Fall, "fall"
		},
			`"Baker" "falls to death"`},
		"his own, to come": {func(k *anchor.Kill) {
			k.Sides[0], k.Own, k.Signs = anchor.KillSide{}, true, story.SignOwn|story.SignUnfired
		},
			`"Baker" "dies" ": own rocket, about to fire"`},
		"a rocket to come": {func(k *anchor.Kill) {
			k.Signs |= story.SignUnfired
		}, `"Able" "kills" "Baker: rocket, about to fire"`},
		"takes":  {func(k *anchor.Kill) { k.HealthLost = 94 }, `"Able" "kills" "Baker: rocket," "−94 health"`},
		"damage": {func(k *anchor.Kill) { k.Damage = 56 }, `"Able" "kills" "Baker: rocket," "56 damage"`},
		"took": {func(k *anchor.Kill) {
			k.In, k.HealthLost = -0.3, 20
		}, `"Able" "killed" "Baker: rocket," "−20 health"`},
		"the last": {func(k *anchor.Kill) {
			k.HealthBefore = 17
		}, `"Able" "kills" "Baker: rocket," "last 17 health"`},
		"takes, by itself": {func(k *anchor.Kill) { k.Means = ""; k.HealthLost = 5 },
			`"Able" "kills" "Baker," "−5 health"`},
		"quad": {func(k *anchor.Kill) { k.Signs |= story.SignQuad }, `"Able" "kills" "Baker: quad rocket"`},
		"his own quad": {func(k *anchor.Kill) {
			k.Sides[0] = anchor.KillSide{}
			k.Own, k.Signs, k.HealthLost = true, story.SignOwn|story.SignQuad,
				180
		}, `"Baker" "dies" ": own quad rocket," "−180 health"`},
		"his own rocket": {func(k *anchor.Kill) {
			k.Sides[0], k.Own, k.Signs = anchor.KillSide{}, true, story.SignOwn
		},
			`"Baker" "dies" ": own rocket"`},
		"a monster": {func(k *anchor.Kill) { k.Sides[0] = anchor.KillSide{}; k.Means = "ogre" },
			`"Baker" "is killed" ": ogre"`},
		"his own decision": {func(k *anchor.Kill) {
			k.Sides[0] = anchor.KillSide{}
			k.Own, k.Cause, k.Means = true, weapon.Suicide, "suicide"
		},
			`"Baker" "commits suicide"`},
		"nobody knows what": {func(k *anchor.Kill) { k.Sides[0] = anchor.KillSide{}; k.Means = "" }, `"Baker" "dies"`},
	} {
		for _, size := range []Screen{{1280, 720, 1, 0, false}, {640, 360, 1, 0, false}} {
			in := fakeInput(size)
			in.Kill, in.Messages = killInput(), nil
			c.change(&in.Kill)
			h := New(size.Unit())
			h.decide(in)
			area := h.page.matchupArea
			h.kill.drawHeadline(in, &h.page, area, area.Y+area.H)
			if got := strings.NewReplacer(`" ":"`, `:"`, `" ","`, `,"`).Replace(words(h)); got != c.want {
				t.Errorf("%s, %vx%v: %s, want %s", name, size.Width, size.Height, got, c.want)
			}
			if r, any := bounds(&h.out); !any || r.X < 0 || r.X+r.W > size.Width || r.Y+r.H > area.Y+area.H+1 {
				t.Errorf("%s, %vx%v: at %v, above %v", name, size.Width, size.Height, r, area.Y+area.H)
			}
		}
	}
}

// TestKillInAStill: a picture that stands says in how many seconds the kill comes, since nobody sees it come
// there; once it has come, and while the demo is played, nothing of that.
func TestKillInAStill(t *testing.T) {
	for _, c := range []struct {
		in     float32
		paused bool
		begins string
	}{{0.35, true, `"in 0.3 s" "Able" "kills"`}, {0.02, true, `"in 0.1 s" "Able" "kills"`},
		{0.35, false, `"Able" "kills"`}, {-0.3, true, `"Able" "killed"`}} {
		for _, size := range []Screen{{1280, 720, 1, 0, false}, {640, 360, 1, 0, false}, {320, 200, 1, 0, false}} {
			in := fakeInput(size)
			in.Kill, in.Messages, in.Paused = killInput(), nil, c.paused
			in.Kill.In = c.in
			h := New(size.Unit())
			h.decide(in)
			area := h.page.matchupArea
			h.kill.drawHeadline(in, &h.page, area, area.Y+area.H)
			if got := words(h); !strings.HasPrefix(got, c.begins) {
				t.Errorf("%v s, paused %v, %vx%v: %s", c.in, c.paused, size.Width, size.Height, got)
			}
			if r, any := bounds(&h.out); !any || r.X < 0 || r.X+r.W > size.Width {
				t.Errorf("%v s, paused %v, %vx%v: at %v", c.in, c.paused, size.Width, size.Height, r)
			}
		}
	}
}

// TestKillBesideMessages: at 1280 points a long message of the program is wrapped and stays beside the words of a
// kill and the matchup panel; at 640 there is no room beside them, and it waits.
func TestKillBesideMessages(t *testing.T) {
	for _, c := range []struct {
		size  Screen
		stays bool
	}{
		{Screen{1280, 720, 1, 0, false}, true}, {Screen{1920, 1080, 1, 0, false}, true},
		{Screen{3840, 2160, 2, 0, false}, true},
		{Screen{640, 360, 1, 0, false}, false},
	} {
		in := fakeInput(c.size)
		in.Kill = killInput()
		in.Messages = []Message{{"Drop a folder of demos here (or demoscope add FOLDER). Shift+Esc: your demos. " +
			"Games: demoscope config basedir DIR", MessageNote}}
		h := New(in.Screen.Unit())
		h.decide(in)
		if got := hasMessages(h, in); got != c.stays {
			t.Errorf("%v: it stays: %v", c.size, got)
			continue
		}
		if !c.stays {
			continue
		}
		h.messages.drawAllMessages(in, &h.page, h.page.layout.Banner)
		box, _ := bounds(&h.out)
		if area := h.page.matchupArea; box.X+box.W > area.X || area.W < 360*in.Screen.Unit() {
			t.Errorf("%v: the message ends at %v, the matchup panel begins at %v and is %v wide", c.size, box.X+box.W,
				area.X, area.W)
		}
	}
}

// TestKillSigns: the victim's bracket is 26 points wide at least, closes until the kill comes, from 1.5
// times that 0.7 seconds before, by 26 points at the most, and stays; the killer's does not move, and goes
// with the kill.
func TestKillSigns(t *testing.T) {
	in := fakeInput(Screen{1280, 720, 1, 0, false})
	in.Kill = killInput()
	in.Kill.Sides[0].At, in.Kill.Sides[0].Body = anchor.KillInside, anchor.Body{X: 600, Y: 300, W: 40, H: 80}
	h := New(in.Screen.Unit())
	h.decide(in)
	for _, c := range []struct {
		in            float32
		killer, death Rect
	}{
		{0.7, Rect{595, 295, 50, 90}, Rect{310 - 22.5, 170 - 37.5, 45, 75}},
		{0, Rect{595, 295, 50, 90}, Rect{295, 145, 30, 50}},
		{-0.4, Rect{595, 295, 50, 90}, Rect{295, 145, 30, 50}},
		{-0.5, Rect{}, Rect{295, 145, 30, 50}},
	} {
		in.Kill.In = c.in
		for side, want := range [...]Rect{c.killer, c.death} {
			r, ok := h.kill.killBox(in, &h.page, side)
			if want.W == 0 {
				if ok {
					t.Errorf("in %v: the killer has a bracket", c.in)
				}
				continue
			}
			if d := max(r.X-want.X, want.X-r.X, r.Y-want.Y, want.Y-r.Y, r.W-want.W, want.W-r.W, r.H-want.H,
				want.H-r.H); !ok || d > 0.01 {
				t.Errorf("in %v, side %d: %v, want %v", c.in, side, r, want)
			}
		}
	}
}

// TestKillCalms: while a kill is about to come no name has words at its signs, and no line says who hits
// whom.
func TestKillCalms(t *testing.T) {
	for _, c := range []struct {
		isReported bool
		in         float32
		want       string
	}{{false, 0, `"Vesper" "is hit"`}, {true, 0.5, `"Vesper"`}, {true, -0.5, `"Vesper" "is hit"`}} {
		in := fakeInput(Screen{1280, 720, 1, 0, false})
		in.Labels = []anchor.Label{{X: 500, Y: 300, Text: "Vesper", Color: colorText, Depth: 300,
			Status: story.Status{Hurt: 1}}}
		in.Kill.Known, in.Kill.In = c.isReported, c.in
		h := New(1)
		h.drawLabels(in, screenArea(h, in))
		if got := words(h); got != c.want {
			t.Errorf("told %v, in %v: %s, want %s", c.isReported, c.in, got, c.want)
		}
	}
}

// TestKillThreat: at the name of who is about to kill no sign says that he aims, and at that of who is hit it
// is said in a word; a red sight, and a word, stand there once the picture is no longer about the kill.
func TestKillThreat(t *testing.T) {
	for _, c := range []struct {
		in   float32
		hurt float32
		want string
	}{{0.3, 0, `"Baker"`}, {0.3, 1, `"Baker" "hit"`}, {-2, 0, `"Baker" "aims at you"`}} {
		in := fakeInput(Screen{1280, 720, 1, 0, false})
		in.Kill = killInput()
		in.Kill.In = c.in
		in.Labels = []anchor.Label{{X: 310, Y: 150, Text: "Baker", Player: 3, Color: colorText, Depth: 300,
			Status: story.Status{Threat: true, Hurt: c.hurt}}}
		h := New(1)
		h.drawLabels(in, screenArea(h, in))
		if got := words(h); got != c.want {
			t.Errorf("in %v, hurt %v: %s, want %s", c.in, c.hurt, got, c.want)
		}
	}
}

// TestKillOwnWay: the way of a victim's own rocket that has not been fired yet leads from the line of the
// kill up to the crosshair, 17 points below which it ends; of one that flies somewhere out of sight there is none.
func TestKillOwnWay(t *testing.T) {
	for _, unfired := range []bool{true, false} {
		in := fakeInput(Screen{1280, 720, 1, 0, false})
		in.Kill = killInput()
		in.Kill.Sides[0] = anchor.KillSide{}
		in.Kill.Sides[1].At = anchor.KillEye
		in.Kill.Own, in.Kill.Cause = true, weapon.RocketLauncher
		if unfired {
			in.Kill.Signs = story.SignUnfired
		}
		h := New(1)
		h.decide(in)
		h.kill.headline = Rect{540, 590, 200, 24}
		h.kill.drawKillArrow(in, &h.page, colorDanger)
		top, low := float32(720), float32(0)
		for _, v := range h.out.Vertices {
			if v.X < 620 || v.X > 660 {
				t.Fatalf("drawn at %v %v", v.X, v.Y)
			}
			top, low = min(top, v.Y), max(low, v.Y)
		}
		if drawn := len(h.out.Vertices) > 0; drawn != unfired {
			t.Errorf("unfired %v, drawn %v", unfired, drawn)
		}
		if unfired && (top < 374 || top > 378 || low < 588 || low > 592) {
			t.Errorf("from %v to %v", low, top)
		}
	}
}

// TestKillPointers: who is beside the picture is pointed at with the word of what he does, before all
// others, and only once; the line to the victim begins there. With another kill nothing of it is left.
func TestKillPointers(t *testing.T) {
	in := fakeInput(Screen{1280, 720, 1, 0, false})
	in.Messages = nil
	in.Pointers = append(in.Pointers[:0], anchor.Pointer{Text: "Able", Player: 2, Color: colorText,
		Side:  anchor.SideLeft,
		Place: 0.5, Status: story.Status{Fires: true}})
	in.Kill = killInput()
	h := New(in.Screen.Unit())
	h.Build(in)
	h.out.Reset()
	h.drawPointers(in, pointerArea(h, in))
	if got, want := words(h), `"Able" "kills" "10 m"`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	p := h.kill.killPointer[0]
	if r, ok := h.kill.killPlace(in, &h.page, 0); !ok || r != p || p.W <= 0 {
		t.Errorf("the line begins at %v, %v, not at %v", r, ok, p)
	}
	if r, ok := h.kill.killPlace(in, &h.page, 1); !ok || r.X+r.W/2 != 310 || r.Y+r.H/2 != 170 {
		t.Errorf("the line ends at %v, %v", r, ok)
	}
	if n := testing.AllocsPerRun(20, func() { h.Build(in) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
	in.Kill = anchor.Kill{}
	if h.Build(in); h.kill.killPointer != [2]Rect{} || h.kill.headline.W > 0 {
		t.Errorf("still there: %v %v", h.kill.killPointer, h.kill.headline)
	}
}

// TestKillStays: the words of a kill are in one place, wherever the two are, also where no matchup panel is below them:
// that is 44 points high, 2 below them, and 6 above the status. Who is below the words has a bracket at their upper
// side.
func TestKillStays(t *testing.T) {
	for _, size := range []Screen{{1280, 720, 1, 0, false}, {640, 360, 1, 0, false}} {
		in := fakeInput(size)
		in.Messages, in.Kill = nil, killInput()
		in.Kill.In = 0
		h := New(size.Unit())
		h.Build(in)
		u, was := h.canvas.Unit(), h.kill.headline
		matchup := h.canvas.Atlas.lineHeight(fontText) + 25*u
		if low := h.page.layout.Vitals.Y - 6*u - matchup - 2*u; was.W <= 0 || was.Y+was.H != low {
			t.Fatalf("%v: at %v, want its lower side at %v", size.Width, was, low)
		}
		for _, body := range [...]anchor.Body{{X: size.Width/2 - 20, Y: 0.5 * size.Height, W: 40, H: 30},
			{X: size.Width/2 - 20, Y: 0.6 * size.Height, W: 40, H: 0.35 * size.Height}, {X: size.Width / 2, Y: 0, W: 9,
				H: 0.9 * size.Height}} {
			for _, matchup := range [...]string{"", "Baker"} {
				in.Kill.Sides[1].Body, in.Matchup.Sides[1].Text, in.Matchup.Sides[1].Player = body, matchup, 3
				if h.Build(in); h.kill.headline != was {
					t.Errorf("%v: with %v and a matchup panel with %q at %v, not at %v", size.Width, body, matchup,
						h.kill.headline, was)
				}
				if p := h.page.matchup; (p.W > 0) != (matchup != "") || p.W > 0 && p.Y < was.Y+was.H {
					t.Errorf("%v: the matchup panel with %q is at %v", size.Width, matchup, p)
				}
			}
		}
		in.Messages = []Message{{Text: strings.Repeat("long ", 9)}}
		if h.Build(in); h.kill.headline.Y != was.Y {
			t.Errorf("%v: beside a long message at %v, not at %v", size.Width, h.kill.headline, was)
		}
		if got := hasMessages(h, in); got != (size.Width > 700) {
			t.Errorf("%v: messages %v", size.Width, got)
		}
		in.Messages = nil
		h.Build(in)
		in.Kill.Sides[1].Body = anchor.Body{X: size.Width / 2, Y: was.Y + was.H, W: 20, H: 20}
		if r, ok := h.kill.killBox(in, &h.page, 1); !ok || r.Y+r.H > was.Y || r.Y+r.H < was.Y-8*u {
			t.Errorf("%v: below the words the bracket is at %v, those at %v", size.Width, r, was)
		}
		in.Kill.In = -0.1
		if r, ok := h.kill.killBox(in, &h.page, 1); ok {
			t.Errorf("%v: who lies below the words has a bracket at %v", size.Width, r)
		}
	}
}

// TestKillHidden: the name of a victim whom a wall hides is at the bracket, with the weapon and that the victim is
// behind a wall, though the picture has no name of that player; once, and until the kill.
func TestKillHidden(t *testing.T) {
	for _, c := range []struct {
		hidden, labeled bool
		in              float32
		names           string
	}{{true, false, 0.3, `"RL" "Baker" "behind wall"`}, {true, true, 0.3, `"Baker" "behind wall"`},
		{false, false, 0.3, `"RL" "Baker"`}, {true, false, -0.3, `"RL" "Baker"`}} {
		in := fakeInput(Screen{1280, 720, 1, 0, false})
		in.Messages, in.Pointers, in.Labels, in.Kill = nil, nil, nil, killInput()
		in.Kill.Sides[1].Hidden, in.Kill.Sides[1].Weapon, in.Kill.In = c.hidden, weapon.RocketLauncher, c.in
		if c.labeled {
			in.Labels = []anchor.Label{{X: 310, Y: 140, Text: "Baker", Color: colorText, Player: 3,
				Unseen: true}}
		}
		h := New(1)
		h.Build(in)
		h.out.Reset()
		h.drawLabels(in, screenArea(h, in))
		if got := words(h); got != c.names {
			t.Errorf("%+v: %s", c, got)
		}
	}
}

// TestKillMissile: around what flies is a ring of 34 points at least, and nothing in it: what flies is to be
// seen there.
func TestKillMissile(t *testing.T) {
	for _, weapon := range []weapon.Kind{weapon.RocketLauncher, weapon.GrenadeLauncher, weapon.PlasmaGun} {
		in := fakeInput(Screen{1280, 720, 1, 0, false})
		in.Messages, in.Kill = nil, killInput()
		in.Kill.Cause, in.Kill.Flies, in.Kill.X, in.Kill.Y = weapon, true, 600, 170
		h := New(1)
		h.decide(in)
		h.kill.drawKillArrow(in, &h.page, colorText)
		outer := float32(0)
		for _, v := range h.out.Vertices {
			d := max(v.X-600, 600-v.X)
			if v.Y > 160 && v.Y < 180 && d < 30 {
				outer = max(outer, d)
			}
			if y := v.Y - 170; d*d+y*y < 14*14 {
				t.Errorf("%v: drawn at %v %v", weapon, v.X, v.Y)
			}
		}
		if outer < 17 {
			t.Errorf("%v: %v wide", weapon, 2*outer)
		}
	}
}

// TestKillPlate: the name of a victim is above his bracket, below it where there is no room, and in the
// picture.
func TestKillPlate(t *testing.T) {
	in := fakeInput(Screen{1280, 720, 1, 0, false})
	in.Messages, in.Pointers, in.Kill = nil, nil, killInput()
	in.Labels = []anchor.Label{{X: 0, Y: 0, Text: "Baker", Color: colorText, Depth: 300, Player: 3,
		Status: story.Status{HealthKnown: true, Health: 40}}}
	in.Kill.In = 0
	h := New(1)
	for _, c := range []struct {
		body  anchor.Body
		below bool // or beside it
	}{{anchor.Body{X: 500, Y: 300, W: 60, H: 100}, false}, {anchor.Body{X: 500, Y: 10, W: 60, H: 200}, true},
		{anchor.Body{X: 0, Y: 300, W: 20, H: 60}, false}} {
		in.Kill.Sides[1].Body = c.body
		h.decide(in)
		r, ok := h.kill.killBox(in, &h.page, 1)
		h.plates.begin(in, plateSpace)
		p := h.newTag(in, &in.Labels[0], false)
		box := h.killPlate(in, &p, r, h.page.namesArea(in))
		if !ok || box.X < 0 || box.Y < 0 || overlap(&box, &r) || !c.below && box.Y+box.H != r.Y-3 {
			t.Errorf("at %v, beside the bracket %v", box, r)
		}
	}
}

// TestKillWays: an arrow leads from the side of the first bracket to that of the second.
func TestKillWays(t *testing.T) {
	in := fakeInput(Screen{1280, 720, 1, 0, false})
	in.Messages, in.Kill = nil, killInput()
	in.Kill.Sides[0].At, in.Kill.Sides[0].Body = anchor.KillInside, anchor.Body{X: 700, Y: 320, W: 40, H: 80}
	in.Kill.In = 0
	h := New(1)
	h.decide(in)
	h.kill.drawKillArrow(in, &h.page, colorText)
	if r, any := bounds(&h.out); !any || r.X < 320 || r.X > 330 || r.X+r.W > 700 || r.X+r.W < 680 {
		t.Errorf("at %v", r)
	}
	in.Kill.Strikes = true // lightning that is there
	for _, at := range []anchor.KillPlace{anchor.KillInside, anchor.KillEye} {
		in.Kill.Sides[0].At = at
		h.out.Reset()
		if h.kill.drawKillArrow(in, &h.page, colorText); (len(h.out.Indices) > 0) != (at == anchor.KillInside) {
			t.Errorf("%v: %d corners of a way", at, len(h.out.Indices))
		}
	}
	in.Kill.Cause, in.Kill.Strikes = 255, false
	if n := testing.AllocsPerRun(20, func() { h.Build(in) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

// TestKillOthers: while a kill is about to come, and 0.45 seconds after it, who has no part in it has only
// name and weapon, and is not pointed at from the side unless he fires.
func TestKillOthers(t *testing.T) {
	for _, c := range []struct {
		in           float32
		fires        bool
		want, beside string
	}{{0.5, false, `"SG" "Vesper"`, ""}, {-0.4, false, `"SG" "Vesper"`, ""}, {0.5, true, `"SG" "Vesper"`,
		`"Reed" "fires" "10 m"`}, {-0.5, false, `"SG" "Vesper" "50"`, `"Reed" "10 m"`}} {
		in := fakeInput(Screen{1280, 720, 1, 0, false})
		in.Labels = []anchor.Label{{X: 500, Y: 300, Text: "Vesper", Color: colorText, Depth: 300, Player: 4,
			Status: story.Status{HealthKnown: true, Health: 50, Weapon: weapon.Shotgun}}}
		in.Pointers = []anchor.Pointer{{Text: "Reed", Player: 5, Color: colorText, Side: anchor.SideLeft, Place: 0.5,
			Distance: 320, Status: story.Status{Fires: c.fires}}}
		in.Kill = killInput()
		in.Kill.In = c.in
		for i := range in.Kill.Sides {
			in.Kill.Sides[i].At = anchor.KillNowhere
		}
		h := New(1)
		h.Build(in)
		h.out.Reset()
		h.drawLabels(in, screenArea(h, in))
		got := words(h)
		h.out.Reset()
		h.drawPointers(in, pointerArea(h, in))
		if beside := words(h); got != c.want || beside != c.beside {
			t.Errorf("in %v, fires %v: %s and %s, want %s and %s", c.in, c.fires, got, beside, c.want, c.beside)
		}
	}
}

// TestVictimsWhoAreBack: while a kill is told, nothing shows the health with which its victim has respawned.
func TestVictimsWhoAreBack(t *testing.T) {
	for _, back := range []bool{false, true} {
		in := fakeInput(screens[3])
		in.Messages, in.World = nil, quakeWorld(4)
		in.Kill = killInput()
		in.Kill.In, in.Kill.Back = -0.6, back
		victim := in.Kill.Sides[1]
		label := anchor.Label{Text: victim.Text, Player: victim.Player, Color: colorText, X: 400, Y: 300,
			Status: story.Status{HealthKnown: true, Health: 77}}
		in.Labels = []anchor.Label{label}
		in.Matchup.Sides = [2]anchor.Label{{Text: "Able", Player: in.Kill.Sides[0].Player, Color: colorText}, label}
		h := New(1)
		h.Build(in)
		if got := words(h); strings.Contains(got, `"77"`) == back {
			t.Errorf("back %v: %s", back, got)
		}
	}
}
