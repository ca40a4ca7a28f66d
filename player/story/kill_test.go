package story

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player"
	"demoscope/player/timeline"
	"demoscope/player/weapon"
	"demoscope/player/world"
	"demoscope/player/world/equipment"
)

// TestEventsAt: of events at 1, 2, 3 and 4 seconds those are taken from a second before until 0.7
// seconds after, or until the time of the states that are shown.
func TestEventsAt(t *testing.T) {
	events := []timeline.Event{{Clock: 1}, {Clock: 2}, {Clock: 3}, {Clock: 4}}
	for _, c := range []struct {
		clock      float64
		past       bool
		from, many int
		shown      float64
	}{{0, false, 0, 0, 0}, {0.3, false, 0, 1, 0.3}, {0.3, true, 0, 0, 0.3}, {2, false, 1, 1, 2}, {1.99, false, 0, 2, 2},
		{2.01, false, 1, 1, 2.1}, {2.35, false, 1, 2, 2.4}, {2.35, true, 1, 1, 2.4}, {3, true, 2, 1, 3},
		{9, false, 4, 0, 9}, {2.01, false, 1, 2, 3.1}, {2.01, true, 1, 2, 3}} {
		got := EventsAt(events, c.clock, c.shown, c.past)
		if len(got) != c.many || c.many > 0 && got[0].Clock != events[c.from].Clock {
			t.Errorf("at %v, past %v: %v, want %d from %d", c.clock, c.past, got, c.many, c.from)
		}
	}
	many := make([]timeline.Event, 2000)
	for i := range many {
		many[i].Clock = 5 + float64(i/1000)/10 // 1000 at 5 and 1000 at 5.1 seconds
	}
	if got := EventsAt(many, 5, 5, false); len(got) != 512 || got[255].Clock != 5 || got[256].Clock != 5.1 {
		t.Errorf("of a thousand before and a thousand after: %d", len(got))
	}
	if got := EventsAt(nil, 1, 1, false); len(got) != 0 {
		t.Errorf("without an index: %v", got)
	}
}

// TestLastKill: the last kill of or by slot 1 is the one at 3 s; slot 2 was killed at 2 s.
func TestLastKill(t *testing.T) {
	events := []timeline.Event{{Kind: world.EventKill, Clock: 1, Player: 1, Other: 3},
		{Kind: world.EventKill, Clock: 2, Player: 3, Other: 2}, {Kind: world.EventKill, Clock: 3, Player: 3, Other: 1},
		{Kind: world.EventItem, Clock: 3.5, Player: 1}, {Kind: world.EventKill, Clock: 4, Player: 2, Other: 3}}
	for _, c := range []struct{ since, until, want float64 }{{0, 5, 3}, {0, 3, 3}, {0, 2.9, 1}, {1, 2.9, 0},
		{3, 5, 0}} {
		got := 0.
		if e := LastKill(events, 1, c.since, c.until); e != nil {
			got = e.Clock
		}
		if got != c.want {
			t.Errorf("%+v: a kill at %v", c, got)
		}
	}
	if !Died(events, 2, 2, 3) || Died(events, 2, 2.1, 5) || Died(events, 2, 0, 1.9) || Died(events, 3, 1.1, 3.9) {
		t.Error("wrong deaths")
	}
}

// TestKilledByFollowed: a player killed by the followed player lies dead for a second; who lives again, and whom others
// killed, does not count.
func TestKilledByFollowed(t *testing.T) {
	w := &world.World{}
	w.Players = []world.Player{{Slot: 0}, {Slot: 1, Dead: true}, {Slot: 2, Dead: true}, {Slot: 3}}
	events := []timeline.Event{{Kind: world.EventKill, Clock: 5, Player: 0, Other: 1},
		{Kind: world.EventKill, Clock: 5, Player: 3, Other: 2}, {Kind: world.EventKill, Clock: 5, Player: 0, Other: 3}}
	for clock, want := range map[float64]bool{5: true, 5.9: true, 6.1: false} {
		m := &player.Moment{World: w, Clock: clock}
		w.Clock = clock
		s := Moment{Follow: 0, m: m, events: events, Players: make([]Status, 4)}
		s.findKills(&Options{})
		for slot, p := range s.Players {
			if p.KilledByFollowed != (want && slot == 1) {
				t.Errorf("at %v s slot %d: killed by the followed player: %v", clock, slot, p.KilledByFollowed)
			}
		}
	}
}

// TestKilledByFollowedSelf: a suicide of the followed player does not count.
func TestKilledByFollowedSelf(t *testing.T) {
	for slot, p := range moment(3).kill(0, 0, -0.3, nil).story().Players {
		if p.KilledByFollowed {
			t.Errorf("slot %d counts as killed by the followed player", slot)
		}
	}
}

// by says what killed.
func by(k weapon.Kind) func(e *timeline.Event) { return func(e *timeline.Event) { e.Weapon = k } }

// TestKillOfThePicture: of the kills around a moment the picture is about the one of the followed player, else about
// one in sight, and rather about the next one than about the last one.
func TestKillOfThePicture(t *testing.T) {
	type kill struct {
		by, victim int
		in         float64
	}
	for name, c := range map[string]struct {
		m     *made
		kills []kill
		want  kill
	}{
		"none":                       {moment(4), nil, kill{}},
		"by the followed player":     {moment(4), []kill{{0, 1, 0.5}}, kill{0, 1, 0.5}},
		"of the followed player":     {moment(4), []kill{{1, 0, 0.5}}, kill{1, 0, 0.5}},
		"too early":                  {moment(4), []kill{{0, 1, 0.71}}, kill{}},
		"just announced":             {moment(4), []kill{{0, 1, 0.69}}, kill{0, 1, 0.69}},
		"still shown":                {moment(4), []kill{{0, 1, -0.99}}, kill{0, 1, -0.99}},
		"over":                       {moment(4), []kill{{0, 1, -1.01}}, kill{}},
		"the sooner one":             {moment(4), []kill{{0, 1, 0.5}, {0, 2, 0.3}}, kill{0, 2, 0.3}},
		"the later one":              {moment(4), []kill{{0, 1, -0.5}, {0, 2, -0.3}}, kill{0, 2, -0.3}},
		"the next before the last":   {moment(4), []kill{{0, 1, -0.1}, {0, 2, 0.4}}, kill{0, 2, 0.4}},
		"the last much nearer":       {moment(4), []kill{{0, 1, -0.1}, {0, 2, 0.5}}, kill{0, 1, -0.1}},
		"another's in sight":         {moment(4), []kill{{1, 2, 0.3}}, kill{1, 2, 0.3}},
		"another's victim in sight":  {moment(4).body(1, Body{}), []kill{{1, 2, 0.3}}, kill{1, 2, 0.3}},
		"another's killer in sight":  {moment(4).body(2, Body{}), []kill{{1, 2, 0.3}}, kill{1, 2, 0.3}},
		"another's out of sight":     {moment(4).body(1, Body{}).body(2, Body{}), []kill{{1, 2, 0.3}}, kill{}},
		"the own one before another": {moment(4), []kill{{1, 2, 0.1}, {0, 3, -0.9}}, kill{0, 3, -0.9}},
		"the world's":                {moment(4), []kill{{world.Nobody, 0, 0.3}}, kill{world.Nobody, 0, 0.3}},
		"nobody is followed": {moment(4).with(func(m *made) { m.opt.Follow = world.Nobody }), []kill{{1, 2,
			0.3}}, kill{1, 2, 0.3}},
		"intermission": {moment(4).with(func(m *made) { m.w.Intermission = true }), []kill{{0, 1, 0.3}},
			kill{}},
		"not asked for": {moment(4).with(func(m *made) { m.opt.NoKills = true }), []kill{{0, 1, 0.3}},
			kill{}},
	} {
		c.m.opt.Events = append(c.m.opt.Events, timeline.Event{Kind: world.EventItem, Clock: now, Player: 0, Other: 1})
		for _, k := range c.kills {
			c.m.kill(k.by, k.victim, k.in, nil)
		}
		k := &c.m.story().Kill
		if k.Known != (c.want != kill{}) || k.Known && (k.Sides[0].Player != c.want.by+1 ||
			k.Sides[1].Player != c.want.victim+1 || !near(k.In, float32(c.want.in))) {
			t.Errorf("%s: %+v, want %v", name, k, c.want)
		}
	}
	eyes := moment(4).kill(1, 2, 0.1, nil).kill(3, 0, 0.5, nil)
	eyes.opt.Follow, eyes.opt.FirstPerson = world.Nobody, true
	eyes.Eye.Known, eyes.Eye.Slot = true, 3
	if k := eyes.story().Kill; k.Sides[0].Player != 4 {
		t.Errorf("in the view of slot 3: %+v", k)
	}
	eyes.opt.FirstPerson = false
	if k := eyes.story().Kill; k.Sides[0].Player != 2 {
		t.Errorf("not in the view of slot 3: %+v", k)
	}
}

// TestKillIsNow: a kill has come as soon as the shown states have it, even if they are a frame ahead of the clock.
func TestKillIsNow(t *testing.T) {
	for _, c := range []struct {
		in, ahead float64 // of the kill, and of the shown states
		dead      bool
		want      float32
	}{
		{0.3, 0, false, 0.3}, {0.3, 0.3, false, -0.001}, {0.3, 0.29, false, 0.3}, {0.19, 0, true, -0.001},
		{0.21, 0, true, 0.21}, {0, 0, false, -0.001}, {-0.4, 0, false, -0.4},
	} {
		m := moment(2).kill(0, 1, c.in, nil)
		m.w.Clock, m.w.Players[1].Dead = now+c.ahead, c.dead
		if got := m.story().Kill.In; !near(got, c.want) {
			t.Errorf("%+v: in %v s", c, got)
		}
	}
}

// TestSignsOfAKill: the signs fade in and out within 0.15 seconds, and the picture is about nothing else until 0.45
// seconds after the kill.
func TestSignsOfAKill(t *testing.T) {
	for _, c := range []struct {
		in           float64
		alpha        float32
		holds, comes bool
	}{{0.69, 0.0667, true, true}, {0.6, 0.6667, true, true}, {0.3, 1, true, true}, {-0.44, 1, true, false},
		{-0.46, 1, false, false}, {-0.9, 0.6667, false, false}, {-0.97, 0.2, false, false}} {
		k := moment(3).kill(0, 1, c.in, nil).story().Kill
		if !near(k.Alpha, c.alpha) || k.Holds() != c.holds || k.Comes(0) != c.comes || k.Comes(1) != c.comes ||
			k.Comes(2) ||
			k.Comes(world.Nobody) {
			t.Errorf("in %v s: alpha %v, holds %v, comes %v", c.in, k.Alpha, k.Holds(), k.Comes(0))
		}
	}
	if k := new(Kill); k.Holds() || k.Comes(0) || k.SideOf(-1) != -1 {
		t.Error("an unknown kill holds")
	}
	k := moment(3).kill(0, 1, 0.3, nil).story().Kill
	if k.SideOf(0) != 0 || k.SideOf(1) != 1 || k.SideOf(2) != -1 || k.SideOf(world.Nobody) != -1 {
		t.Errorf("sides: %+v", k)
	}
}

// TestKillInWords: what kills, and whether it is a suicide, a team kill or a fall.
func TestKillInWords(t *testing.T) {
	fall := func(k weapon.Kind, speed float32) func(e *timeline.Event) {
		return func(e *timeline.Event) { e.Weapon, e.Fall = k, speed }
	}
	hollow := func(m *made) { m.see.hollow = true }
	for name, c := range map[string]struct {
		m                 *made
		means             string
		with              weapon.Kind
		own, mates, falls bool
	}{
		"rocket": {moment(2).kill(0, 1, 0.3, by(weapon.RocketLauncher)), "rocket", weapon.RocketLauncher, false,
			false, false},
		"lightning": {moment(2).kill(0, 1, 0.3, by(weapon.Thunderbolt)), "lightning", weapon.LightningGun, false,
			false, false},
		"headshot": {moment(2).kill(0, 1, 0.3, by(weapon.RailgunHeadshot)), "railgun", weapon.Railgun, false, false,
			false},
		"suicide": {moment(2).kill(1, 1, 0.3, by(weapon.RocketLauncher)), "rocket", weapon.RocketLauncher, true,
			false, false},
		"a mate": {moment(2).kill(0, 1, 0.3, func(e *timeline.Event) { e.TeamKill = true }), "", weapon.None, false,
			true, false},
		"a monster": {moment(2).kill(world.Nobody, 1, 0.3, func(e *timeline.Event) {
			e.Weapon, e.Monster = weapon.Monster, "ogre"
		}), "ogre", weapon.None, false, false, false},
		"lava": {moment(2).kill(world.Nobody, 1, 0.3, by(weapon.Lava)), "lava", weapon.None, false, false,
			false},
		"a fall": {moment(2).kill(world.Nobody, 1, 0.3, by(weapon.Falling)), "fall", weapon.None, false,
			false, true},
		"out of the map": {moment(2).kill(world.Nobody, 1, 0.3, by(weapon.Void)), "fall out of the map",
			weapon.None, false, false, true},
		"fast, no word": {moment(2).kill(world.Nobody, 1, 0.3, fall(weapon.None, 601)), "fall", weapon.None, false,
			false, true},
		"fast, a suicide": {moment(2).kill(1, 1, 0.3, fall(weapon.Suicide, 601)), "suicide", weapon.None, true,
			false, true},
		"slow, no ground": {moment(2).with(hollow).kill(world.Nobody, 1, 0.3, fall(weapon.None, 151)), "fall",
			weapon.None, false, false, true},
		"slow, on ground": {moment(2).kill(world.Nobody, 1, 0.3, fall(weapon.None, 151)), "", weapon.None, false,
			false, false},
		"slower, no ground": {moment(2).with(hollow).kill(world.Nobody, 1, 0.3, fall(weapon.None, 149)), "",
			weapon.None, false, false, false},
		"fast, by a rocket": {moment(2).kill(0, 1, 0.3, fall(weapon.RocketLauncher, 601)), "rocket",
			weapon.RocketLauncher, false, false, false},
	} {
		k := c.m.story().Kill
		if !k.Known || k.Means != c.means || k.Weapon != c.with || k.Own != c.own ||
			(k.Signs&SignTeamKill != 0) != c.mates || k.Falls != c.falls {
			t.Errorf("%s: %+v", name, k)
		}
	}
}

// TestSidesOfAKill: who has no part has no side, a dead player who kills is gone, and so is a victim who lives again.
func TestSidesOfAKill(t *testing.T) {
	lives := func(p *world.Player) { p.Dead = false }
	for name, c := range map[string]struct {
		m    *made
		want [2]KillSide
		back bool
	}{
		"kill": {moment(3).kill(0, 1, 0.3, nil), [2]KillSide{{Player: 1, Name: "a"}, {Player: 2, Name: "b"}},
			false},
		"suicide":   {moment(3).kill(1, 1, 0.3, nil), [2]KillSide{{}, {Player: 2, Name: "b"}}, false},
		"world":     {moment(3).kill(world.Nobody, 1, 0.3, nil), [2]KillSide{{}, {Player: 2, Name: "b"}}, false},
		"no victim": {moment(3).kill(0, world.Nobody, 0.3, nil), [2]KillSide{{Player: 1, Name: "a"}, {}}, false},
		"unnamed killer": {moment(3).kill(0, 1, 0.3, func(e *timeline.Event) { e.PlayerName = "" }),
			[2]KillSide{{}, {Player: 2, Name: "b"}}, false},
		"dead killer": {moment(3).kill(0, 1, 0.3, nil).player(0, func(p *world.Player) { p.Dead = true }),
			[2]KillSide{{Player: 1, Name: "a", Gone: true}, {Player: 2, Name: "b"}}, false},
		"dead victim": {moment(3).kill(0, 1, -0.3, nil), [2]KillSide{{Player: 1, Name: "a"}, {Player: 2, Name: "b"}},
			false},
		"respawned": {moment(3).kill(0, 1, -0.21, nil).player(1, lives),
			[2]KillSide{{Player: 1, Name: "a"}, {Player: 2, Name: "b", Gone: true}}, true},
		"a frame late": {moment(3).kill(0, 1, -0.19, nil).player(1, lives),
			[2]KillSide{{Player: 1, Name: "a"}, {Player: 2, Name: "b"}}, false},
		"mates": {moment(3).team(0, 1).kill(0, 1, 0.3, nil),
			[2]KillSide{{Player: 1, Name: "a"}, {Player: 2, Name: "b", Mate: true}}, false},
		"a mate kills": {moment(3).team(0, 1).kill(1, 2, 0.3, nil),
			[2]KillSide{{Player: 2, Name: "b", Mate: true}, {Player: 3, Name: "c"}}, false},
	} {
		k := c.m.story().Kill
		if k.Sides != c.want || k.Back != c.back || k.Respawned(1) != c.back || k.Respawned(0) {
			t.Errorf("%s: %+v", name, k)
		}
	}
	if k := moment(3).kill(0, 1, 0.3, func(e *timeline.Event) {
		e.PlayerName, e.OtherName = "",
			""
	}).story().Kill; k.Known {
		t.Errorf("a kill without names: %+v", k)
	}
	m := moment(3).kill(0, 1, -0.3, nil).player(1, lives)
	m.Eye.Known, m.Eye.Slot, m.opt.FirstPerson = true, 1, true
	if k := m.story().Kill; k.Sides[1].Gone || !m.fill.IsEye(1) || m.fill.IsEye(0) {
		t.Errorf("in the view of who has respawned: %+v", k)
	}
	if m.Eye.ThirdPerson = true; m.story().IsEye(1) || !m.fill.Kill.Sides[1].Gone {
		t.Error("third person counts as a view")
	}
}

// TestLastHit: the damage of the last hit explains the death, or else what the health says.
func TestLastHit(t *testing.T) {
	for _, c := range []struct {
		e    timeline.Event
		want [3]int
	}{
		{timeline.Event{}, [3]int{}}, {timeline.Event{Damage: 80, Had: 60}, [3]int{80, 0, 0}},
		{timeline.Event{Damage: 60, Had: 60}, [3]int{60, 0, 0}}, {timeline.Event{Damage: 59, Had: 60}, [3]int{0, 0,
			60}},
		{timeline.Event{Had: 60, Left: -20, LeftKnown: true}, [3]int{0, 80, 0}},
		{timeline.Event{Damage: 80, Had: 60, Left: -20, LeftKnown: true}, [3]int{80, 0, 0}},
		{timeline.Event{Had: 60, Left: -20}, [3]int{0, 0, 60}},
	} {
		k := moment(2).kill(0, 1, 0.3, func(e *timeline.Event) {
			e.Damage, e.Had, e.Left, e.LeftKnown = c.e.Damage, c.e.Had, c.e.Left, c.e.LeftKnown
		}).story().Kill
		if got := [3]int{k.Damage, k.HealthLost, k.HealthBefore}; got != c.want {
			t.Errorf("damage %d, had %d, left %d: %v, want %v", c.e.Damage, c.e.Had, c.e.Left, got, c.want)
		}
	}
}

// TestMissileOfAKill: the missile that kills is the killer's nearest one that can be there in time. The victim is at
// (400, 0), and the rockets fly 1000 units a second.
func TestMissileOfAKill(t *testing.T) {
	rocket, nobody := world.TrailRocket, mgl32.Vec3{}
	kills := func(in float64) *made { return moment(3).kill(0, 1, in, by(weapon.RocketLauncher)) }
	for name, c := range map[string]struct {
		m    *made
		want mgl32.Vec3
	}{
		"none": {kills(0.3), nobody},
		"one":  {kills(0.3).shot(rocket, 0, 0, 0, 100, 0), mgl32.Vec3{100, 0, 0}},
		"the nearer": {kills(0.3).shot(rocket, 0, 0, 0, 100, 0).shot(rocket, 0, 50, 0, 150, 0),
			mgl32.Vec3{150, 0, 0}},
		"the nearer first": {kills(0.3).shot(rocket, 0, 50, 0, 150, 0).shot(rocket, 0, 0, 0, 100, 0),
			mgl32.Vec3{150, 0, 0}},
		"has come":            {kills(-0.3).shot(rocket, 0, 0, 0, 100, 0), nobody},
		"another's":           {kills(0.3).shot(rocket, 2, 0, 0, 100, 0), nobody},
		"nobody's":            {kills(0.3).shot(rocket, world.Nobody, 0, 0, 100, 0), mgl32.Vec3{100, 0, 0}},
		"nobody's, elsewhere": {kills(0.3).shot(rocket, world.Nobody, 100, 100, 100, 200), nobody},
		"own before nobody's": {kills(0.3).shot(rocket, 0, 0, 0, 100, 0).shot(rocket, world.Nobody, 50, 0, 150, 0),
			mgl32.Vec3{100, 0, 0}},
		"a grenade": {kills(0.3).shot(world.TrailGrenade, 0, 0, 0, 100, 0), nobody},
		"exploded": {kills(0.3).shot(rocket, 0, 0, 0, 100,
			0).trail(func(t *world.Trail) { t.Until = now - 0.02 }), nobody},
		"to come": {kills(0.3).shot(rocket, 0, 0, 0, 100, 0).trail(func(t *world.Trail) {
			t.Clock,
				t.Until = now+0.1, now+0.2
		}), nobody},
		"just in time": {kills(0.3).shot(rocket, 0, -270, 0, -170, 0), mgl32.Vec3{-170, 0, 0}}, // 380 + 200 units
		"too late":     {kills(0.3).shot(rocket, 0, -290, 0, -190, 0), nobody},
		"out of sight": {kills(0.3).shot(rocket, 0, 0, 0, 100,
			0).with(func(m *made) { m.see.hidden = map[mgl32.Vec3]bool{{100, 0, 0}: true} }), nobody},
		"victim unplaced": {kills(0.3).shot(rocket, 0, 0, 0, 100, 0).player(1,
			func(p *world.Player) { p.Visible = false }), nobody},
		"victim looks on": {kills(0.3).shot(rocket, 0, 0, 0, 100, 0).player(1,
			func(p *world.Player) { p.Spectator = true }), nobody},
		"a hit at once": {moment(3).kill(0, 1, 0.3, by(weapon.Railgun)).shot(rocket, 0, 0, 0, 100, 0), nobody},
		"nails": {moment(3).kill(0, 1, 0.3, by(weapon.SuperNailgun)).shot(world.TrailNail, 0, 0, 0, 100, 0),
			mgl32.Vec3{100, 0, 0}},
	} {
		k := c.m.story().Kill
		if k.Flies != (c.want != nobody) || k.Missile != c.want {
			t.Errorf("%s: flies %v at %v, want %v", name, k.Flies, k.Missile, c.want)
		}
	}
	for name, c := range map[string]struct {
		m    *made
		want bool
	}{
		"reaches": {moment(3).kill(0, 1, 0.3,
			by(weapon.Thunderbolt)).with(func(m *made) { m.see.bolts = map[int]int{0: 1} }), true},
		"reaches another": {moment(3).kill(0, 1, 0.3,
			by(weapon.Thunderbolt)).with(func(m *made) { m.see.bolts = map[int]int{0: 2} }), false},
		"not lightning": {moment(3).kill(0, 1, 0.3,
			by(weapon.Railgun)).with(func(m *made) { m.see.bolts = map[int]int{0: 1} }), false},
	} {
		if got := c.m.story().Kill.Strikes; got != c.want {
			t.Errorf("lightning %s: %v", name, got)
		}
	}
}

// TestUnfired: the followed player has still to fire the rocket that kills.
func TestUnfired(t *testing.T) {
	kills := func(in float64) *made { return moment(3).kill(0, 1, in, by(weapon.RocketLauncher)) }
	rockets := func(n int32) func(p *world.Player) {
		s := new(world.Stats)
		s.Set(world.StatRockets, n)
		return func(p *world.Player) { p.Stats = s }
	}
	holds := func(number uint8) func(p *world.Player) { return func(p *world.Player) { p.Weapon = number } }
	const axe, launcher = 1, 7
	for name, c := range map[string]struct {
		m    *made
		want bool
	}{
		"to come":            {kills(0.3), true},
		"has come":           {kills(-0.3), false},
		"another weapon":     {moment(3).kill(0, 1, 0.3, by(weapon.GrenadeLauncher)), false},
		"another's":          {moment(3).kill(2, 1, 0.3, by(weapon.RocketLauncher)), false},
		"dead":               {kills(0.3).player(0, func(p *world.Player) { p.Dead = true }), false},
		"fired":              {kills(0.3).fired(0, 0.4), false}, // 0.7 seconds between the two
		"fired before":       {kills(0.3).fired(0, 0.6), true},
		"no rockets":         {kills(0.3).player(0, rockets(0)), false},
		"a rocket":           {kills(0.3).player(0, rockets(1)), true},
		"holds the launcher": {kills(0.3).player(0, holds(launcher)), true},
		"holds the axe":      {kills(0.3).player(0, holds(axe)), false},
		"a rocket flies":     {kills(0.3).shot(world.TrailRocket, 0, 0, 0, 100, 0), false},
		"nobody's rocket":    {kills(0.3).shot(world.TrailRocket, world.Nobody, 0, 0, 100, 0), false},
		"another's rocket":   {kills(0.3).shot(world.TrailRocket, 2, 0, 0, 100, 0), true},
		"a grenade flies":    {kills(0.3).shot(world.TrailGrenade, 0, 0, 0, 100, 0), true},
		"a rocket exploded": {kills(0.3).shot(world.TrailRocket, 0, 0, 0, 100,
			0).trail(func(t *world.Trail) { t.Until = now - 0.02 }), true},
		"a rocket is to come": {kills(0.3).shot(world.TrailRocket, 0, 0, 0, 100,
			0).trail(func(t *world.Trail) { t.Clock, t.Until = now+0.1, now+0.2 }), true},
	} {
		if got := c.m.story().Kill.Signs&SignUnfired != 0; got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// TestKillSoon: killer and victim of a kill that comes are marked, and the weapon comes into the killer's hand.
func TestKillSoon(t *testing.T) {
	for _, c := range []struct {
		in   float64
		soon bool
	}{{0.69, true}, {0.71, false}, {0.01, true}, {-0.1, false}} {
		s := moment(4).kill(1, 2, c.in, by(weapon.Thunderbolt)).story()
		want := weapon.None
		if c.soon {
			want = weapon.LightningGun
		}
		if s.KillSoon() != c.soon || s.Soon(1) != c.soon || s.Soon(2) != c.soon || s.Soon(3) || s.Soon(-1) ||
			s.Soon(4) ||
			s.Players[1].KillsWith != want || s.Players[1].Weapon != want || s.Players[2].KillsWith != weapon.None {
			t.Errorf("in %v s: %+v", c.in, s.Players)
		}
	}
	m := moment(4).kill(1, 2, 0.2, by(weapon.Railgun)).kill(1, 3, 0.4, by(weapon.Thunderbolt))
	if got := m.story().Players[1].KillsWith; got != weapon.Railgun {
		t.Errorf("of two kills: with %v", got)
	}
	m.w.Players[1].Dead = true
	if got := m.story().KillsWith(&m.w.Players[1]); got != weapon.None {
		t.Errorf("a corpse kills with %v", got)
	}
}

// TestFocused: in the last half second before a kill of or by the followed player only the killer's shots count, and of
// lightning only what reaches the victim.
func TestFocused(t *testing.T) {
	for name, c := range map[string]struct {
		m         *made
		slot      int
		lightning bool
		want      bool
	}{
		"no kill":           {moment(4), 2, false, false},
		"another's shot":    {moment(4).kill(0, 1, 0.3, nil), 2, false, true},
		"the victim's shot": {moment(4).kill(0, 1, 0.3, nil), 1, false, true},
		"nobody's shot":     {moment(4).kill(0, 1, 0.3, nil), world.Nobody, false, true},
		"the killer's shot": {moment(4).kill(0, 1, 0.3, nil), 0, false, false},
		"too early":         {moment(4).kill(0, 1, 0.51, nil), 2, false, false},
		"just before":       {moment(4).kill(0, 1, 0.49, nil), 2, false, true},
		"over":              {moment(4).kill(0, 1, -0.1, nil), 2, false, false},
		"others' kill":      {moment(4).kill(1, 2, 0.3, nil), 3, false, false},
		"the next of two":   {moment(4).kill(1, 0, 0.2, nil).kill(2, 0, 0.4, nil), 1, false, false},
		"lightning misses":  {moment(4).kill(0, 1, 0.3, nil), 0, true, true},
		"lightning reaches": {moment(4).kill(0, 1, 0.3, nil).with(func(m *made) { m.see.bolts = map[int]int{0: 1} }),
			0, true, false},
		"in the victim's view": {moment(4).kill(1, 0, 0.3, nil).with(func(m *made) {
			m.see.bolts, m.opt.FirstPerson = map[int]int{1: 0}, true
			m.Eye.Known, m.Eye.Slot = true, 0
		}), 1, true, true},
	} {
		if got := c.m.story().Focused(c.slot, c.lightning); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// TestSigns: the signs of a kill, and those of its players in the second after it.
func TestSigns(t *testing.T) {
	quad := func(with weapon.Kind) func(*timeline.Event) {
		return func(e *timeline.Event) { e.Weapon, e.Killer.Carried = with, equipment.Quad|equipment.FlagRed }
	}
	for name, c := range map[string]struct {
		m            *made
		want, victim Signs // of the kill, and at the victim's name
	}{
		"rocket":         {moment(3).kill(0, 1, -0.3, by(weapon.RocketLauncher)), 0, 0},
		"quad":           {moment(3).kill(0, 1, -0.3, quad(weapon.RocketLauncher)), SignQuad, 0},
		"quad, telefrag": {moment(3).kill(0, 1, -0.3, quad(weapon.Telefrag)), 0, 0},
		"the victim's quad": {moment(3).kill(0, 1, -0.3, func(e *timeline.Event) {
			e.Weapon, e.Victim.Carried = weapon.RocketLauncher, equipment.Quad
		}), 0, 0},
		"a mate": {moment(3).kill(0, 1, -0.3, func(e *timeline.Event) { e.TeamKill = true }), SignTeamKill,
			SignTeamKill},
		"own rocket":   {moment(3).kill(1, 1, -0.3, by(weapon.RocketLauncher)), SignOwn, SignOwn},
		"own decision": {moment(3).kill(1, 1, -0.3, by(weapon.Suicide)), 0, 0},
		"own, unknown": {moment(3).kill(1, 1, -0.3, nil), 0, 0},
		"own, quad": {moment(3).kill(1, 1, -0.3, quad(weapon.RocketLauncher)), SignOwn | SignQuad,
			SignOwn | SignQuad},
	} {
		s := c.m.story()
		if got := s.Kill.Signs; got != c.want {
			t.Errorf("%s: %b, want %b", name, got, c.want)
		}
		want := [...]Signs{c.want, c.victim, 0}
		if s.Kill.Own {
			want[0] = 0
		}
		for slot, p := range s.Players {
			if p.Signs != want[slot] {
				t.Errorf("%s: player %d has %b, want %b", name, slot, p.Signs, want[slot])
			}
		}
	}
	m := moment(2).kill(1, 1, 0.3, by(weapon.RocketLauncher))
	m.w.Players[1].Stats = new(world.Stats)
	m.w.Players[1].Stats.Set(world.StatItems, world.ItemQuad)
	if got := m.story().Kill.Signs; got != SignOwn|SignQuad {
		t.Errorf("before the death of a player with quad: %b", got)
	}
	for in, want := range map[float64]Signs{0.1: 0, -0.9: SignQuad, -1.1: 0} {
		m := moment(2).kill(0, 1, in, quad(weapon.RocketLauncher))
		if got := m.story().Players[0].Signs; got != want {
			t.Errorf("in %v s: %b", in, got)
		}
	}
}
