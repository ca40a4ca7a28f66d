package story

import (
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player/timeline"
	"demoscope/player/world"
)

// TestOpponent: whom a picture-in-picture shows of those outside the picture. Nobody looks at anybody unless it says
// so, and slot 1 is outside the picture.
func TestOpponent(t *testing.T) {
	out := func() *made { return away().leave(1) }
	far := func(x float32) *made { return away().put(1, x, 0, 0).leave(1) }
	hide := func(m *made) *made {
		m.see.hidden = map[mgl32.Vec3]bool{m.at(1): true}
		return m
	}
	victim := func(in float64, change func(p *world.Player)) *made {
		m := away().kill(0, 1, in, nil)
		if change != nil {
			m.player(1, change)
		}
		return m
	}
	lives := func(p *world.Player) { p.Dead = false }
	for name, c := range map[string]struct {
		m    *made
		want int
	}{
		"in the picture": {away(), world.Nobody},
		"close":          {far(449), 1},
		"not close":      {far(451), world.Nobody},
		"not asked for":  {far(449).with(func(m *made) { m.opt.Opponent = false }), world.Nobody},
		"only the head in the picture": {far(449).with(func(m *made) {
			delete(m.see.outside, m.at(1))
			m.see.outside[mgl32.Vec3{449, 0, 0}] = false
		}), world.Nobody},
		"aims":                                {far(1490).turn(1, 180), 1},
		"aims from far":                       {far(1510).turn(1, 180), world.Nobody},
		"aims beside":                         {far(1000).turn(1, 180-4), 1}, // a body is 1.1 degrees wide to each side
		"aims too far away":                   {far(1000).turn(1, 180-4.3), world.Nobody},
		"fires":                               {far(1000).turn(1, 180-16).fired(1, 0.9), 1},
		"fires beside":                        {far(1000).turn(1, 180-16.3).fired(1, 0.9), world.Nobody},
		"fired long ago":                      {far(1000).turn(1, 180-16).fired(1, 1.1), world.Nobody},
		"is hit":                              {far(1490).hit(1, 0, 0.9), 1},
		"is hit far away":                     {far(1510).hit(1, 0, 0.9), 1}, // as the matchup
		"is hit, with a fight in the picture": {far(1400).hit(1, 0, 0.9).hit(2, 0, 0.1), 1},
		"hits from far away":                  {far(3000).hurt(0, 1), 1},
		"own missile":                         {far(3000).missile(0, 3000, 250), 1},
		"own missile beside":                  {far(3000).missile(0, 3000, 270), world.Nobody},
		"missile from far away":               {far(3000).missile(1, 250, 0), 1},
		"missile not so near":                 {far(3000).missile(1, 270, 0), world.Nobody},
		"missile of nobody":                   {far(3000).missile(world.Nobody, 250, 0), world.Nobody},
		"missile seen long ago": {far(3000).missile(1, 250, 0).with(func(m *made) {
			m.w.Effects.Projectiles[0].Seen = now - 0.25
		}), world.Nobody},
		"own missile, in the picture": {away().missile(0, 400, 0), world.Nobody},
		"own missile, behind a wall":  {hide(away().missile(0, 400, 0)), 1},
		"behind a wall":               {far(449).with(func(m *made) { m.see.wall = 200 }), world.Nobody},
		"a mate":                      {far(449).team(0, 1), world.Nobody},
		"dead":                        {far(449).player(1, func(p *world.Player) { p.Dead = true }), world.Nobody},
		"a spectator":                 {far(449).player(1, func(p *world.Player) { p.Spectator = true }), world.Nobody},

		// Who hits comes before whose missile flies, then who was hit, who fires, and who is near.
		"hits before missile": {out().put(2, 300, 0, 0).leave(2).hurt(0, 1).missile(2, 100, 0),
			1},
		"the fight before an own missile at another": {out().put(2, 300, 0, 0).leave(2).hurt(0, 2).missile(0, 400, 0),
			2},
		"missile before near":                {far(3000).put(2, 300, 0, 0).leave(2).missile(1, 250, 0), 1},
		"near before nearer":                 {far(440).put(2, 430, 0, 0).leave(2), 2},
		"aims before near":                   {far(1400).turn(1, 180).put(2, 430, 0, 0).leave(2), 1},
		"fires, with a fight in the picture": {far(1000).turn(1, 180).fired(1, 0.1).hit(2, 0, 0.1), 1},
		"aims, with a fight in the picture":  {far(1000).turn(1, 180).hit(2, 0, 0.1), world.Nobody},
		"in the fight, behind a wall":        {hide(away().hit(1, 0, 0.1)), 1},
		"in the fight, in the picture":       {away().hit(1, 0, 0.1), world.Nobody},

		"about to be killed":                 {victim(0.3, nil).leave(1), 1},
		"about to be killed, hidden":         {hide(victim(0.3, nil)), 1},
		"about to be killed, tiny":           {victim(0.3, nil).body(1, Body{Seen: true, Tiny: true}), 1},
		"about to be killed, in the picture": {victim(0.3, nil).put(2, 300, 0, 0).leave(2), world.Nobody},
		"has been killed":                    {victim(-0.3, nil).leave(1), world.Nobody},
		"has respawned":                      {victim(-0.3, lives).leave(1), world.Nobody},
		"another, after a kill":              {victim(-0.3, lives).put(2, 300, 0, 0).leave(2), 2},
	} {
		if got := c.m.story().Opponent; got != c.want {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
	for name, c := range map[string]struct {
		m    *made
		want string
	}{
		"becomes the matchup": {far(449), "1 - -"},
		"takes the place of an aim": {moment(3).put(2, 0, 400, 0).leave(2).turn(2, -90).fired(2, 0.1),
			"2 - fires sure"},
		"takes the place of one near": {moment(3).put(2, 0, 400, 0).leave(2), "2 - -"},
		"not that of a fight": {away().hit(1, 0, 0.1).put(2, 1000, 0, 0).leave(2).turn(2, 180).fired(2, 0.1),
			"1 hits - sure"},
	} {
		if got := said(&c.m.story().Matchup); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// TestThreats: players outside the picture who are near or fire, the most important first and at most three.
func TestThreats(t *testing.T) {
	far := func(x float32) *made {
		return away().put(1, x, 0, 0).leave(1).with(func(m *made) { m.opt.Opponent = false })
	}
	many := func() *made {
		m := moment(6).turn(0, -90).with(func(m *made) { m.opt.Opponent = false })
		for slot := 1; slot < 6; slot++ {
			m.put(slot, -100*float32(slot), 0, 0).leave(slot)
		}
		return m
	}
	for name, c := range map[string]struct {
		m    *made
		want []int
	}{
		"in the picture":     {away(), nil},
		"near":               {far(699), []int{1}},
		"not near":           {far(701), nil},
		"not asked for":      {far(699).with(func(m *made) { m.opt.Threats = false }), nil},
		"dead":               {far(699).player(1, func(p *world.Player) { p.Dead = true }), nil},
		"a mate":             {far(349).team(0, 1), []int{1}},
		"a mate, not near":   {far(351).team(0, 1), nil},
		"fires":              {far(1190).turn(1, 180).fired(1, 0.6), []int{1}},
		"fires from far":     {far(1210).turn(1, 180).fired(1, 0.6), nil},
		"fired before":       {far(1190).turn(1, 180).fired(1, 0.8), nil},
		"fires elsewhere":    {far(1190).turn(1, 160).fired(1, 0.6), nil},
		"hits from far away": {far(3000).hurt(0, 1), []int{1}},
		"the opponent":       {far(1490).turn(1, 180).with(func(m *made) { m.opt.Opponent = true }), []int{1}},
		"the nearest three":  {many(), []int{1, 2, 3}},
		"who fires first":    {many().turn(5, 0).fired(5, 0.1), []int{5, 1, 2}},
		"mates last":         {many().team(0, 1), []int{2, 3, 4}},
		"mates last of two":  {away().put(1, 100, 0, 0).put(2, 600, 0, 0).leave(1, 2).team(0, 1), []int{2, 1}},
		"nobody is followed": {far(699).with(func(m *made) { m.opt.Follow = world.Nobody }), nil},
	} {
		var got []int
		for _, n := range c.m.story().Threats {
			got = append(got, n.Slot)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
	s := away().put(1, -300, 0, 0).put(2, 600, 0, 0).leave(1, 2).with(func(m *made) { m.see.wall = -100 }).story()
	if len(s.Threats) != 2 || s.Threats[0].Slot != 2 || s.Threats[0].Hidden || !s.Threats[1].Hidden ||
		!near(s.Threats[1].Distance, mgl32.Vec3{300, 0, 22}.Len()) {
		t.Errorf("one in sight and a nearer one behind a wall: %+v", s.Threats)
	}
}

// TestStatus: what is known of the players of a moment.
func TestStatus(t *testing.T) {
	threat, fires, mate := "threat", "fires", "mate"
	for name, c := range map[string]struct {
		m    *made
		want string
	}{
		"looks away":           {moment(2), ""},
		"aims":                 {moment(2).turn(1, 180), threat},
		"aims beside":          {moment(2).turn(1, 174.5), threat},
		"aims too far beside":  {moment(2).turn(1, 173.5), ""},
		"aims, not seen":       {moment(2).turn(1, 180).body(1, Body{}), ""},
		"aims, behind a wall":  {moment(2).turn(1, 180).with(func(m *made) { m.see.wall = 200 }), ""},
		"aims, dead":           {moment(2).turn(1, 180).player(1, func(p *world.Player) { p.Dead = true }), ""},
		"aims, a spectator":    {moment(2).turn(1, 180).player(1, func(p *world.Player) { p.Spectator = true }), ""},
		"aims at a corpse":     {moment(2).turn(1, 180).player(0, func(p *world.Player) { p.Dead = true }), ""},
		"fires":                {moment(2).turn(1, 163).fired(1, 0.6), fires},
		"fires too far beside": {moment(2).turn(1, 161).fired(1, 0.6), ""},
		"fired a while ago":    {moment(2).turn(1, 163).fired(1, 0.8), ""},
		"hits":                 {moment(2).hurt(0, 1), fires},
		"a mate who aims":      {moment(2).turn(1, 180).fired(1, 0.1).team(0, 1), mate},
		"the other team":       {moment(2).team(1), ""},
		"nobody is followed":   {moment(2).turn(1, 180).with(func(m *made) { m.opt.Follow = world.Nobody }), ""},
	} {
		p, got := c.m.story().Player(1), ""
		for _, is := range []struct {
			set  bool
			word string
		}{{p.Threat, threat}, {p.Fires, fires}, {p.Mate, mate}} {
			if is.set {
				got += is.word
			}
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
	if got := moment(2).hurtAgo(1, 0.25).story().Player(1).Hurt; !near(got, 0.75) {
		t.Errorf("hit 0.25 seconds ago: hurt %v", got)
	}
	if got := moment(2).hurtAgo(1, 1.25).story().Player(1).Hurt; got != 0 {
		t.Errorf("hit 1.25 seconds ago: hurt %v", got)
	}
	s := moment(2).story()
	if s.Player(-1) != (Status{}) || s.Player(2) != (Status{}) || s.Follow != 0 || len(s.Players) != 2 {
		t.Errorf("slots that are not there: %+v", s)
	}
	s.Fill(nil, nil, &Options{Follow: 1})
	if s.Opponent != world.Nobody || s.Follow != 1 || len(s.Players) != 0 || s.Kill.Known || s.Matchup.Known {
		t.Errorf("without a moment: %+v", s)
	}
	if s := None(); s.Follow != world.Nobody || s.Opponent != world.Nobody {
		t.Errorf("nothing: %+v", s)
	}
}

// TestHealth: health is that of the stats, or what a cry of pain said, or shortly before the last hit what was left.
func TestHealth(t *testing.T) {
	hear := func(m *made, least, most int16, ago float64) *made {
		return m.player(1, func(p *world.Player) {
			p.HealthEstimate = world.HealthEstimate{Clock: now - ago, Least: least, Most: most, Known: true}
		})
	}
	left := func(m *made, in float64, had int16) *made {
		return m.kill(0, 1, in, func(e *timeline.Event) { e.Had = had })
	}
	stats := func(m *made, health int32) *made {
		s := new(world.Stats)
		s.Set(world.StatHealth, health)
		return m.player(1, func(p *world.Player) { p.Stats = s })
	}
	for name, c := range map[string]struct {
		m     *made
		known bool
		about bool
		least int
		most  int
		age   float32
	}{
		"unknown":                  {moment(2), false, false, 0, 0, 0},
		"stats":                    {stats(moment(2), 70), true, false, 70, 0, 0},
		"stats below 0":            {stats(moment(2), -20), true, false, 0, 0, 0},
		"stats, and a cry":         {hear(stats(moment(2), 70), 25, 50, 1), true, false, 70, 0, 0},
		"stats, and a kill":        {left(stats(moment(2), 70), 0.2, 30), true, false, 70, 0, 0},
		"a cry":                    {hear(moment(2), 25, 50, 2), false, true, 25, 50, 2},
		"a cry without a bound":    {hear(moment(2), 75, world.NoUpperBound, 2), false, true, 75, -1, 2},
		"a kill in 0.2 s":          {left(moment(2), 0.2, 30), false, true, 30, 30, 0},
		"a kill in 0.4 s":          {left(moment(2), 0.4, 30), false, false, 0, 0, 0},
		"a kill after an old cry":  {left(hear(moment(2), 25, 50, 2), 0.2, 30), false, true, 30, 30, 0},
		"a kill right after a cry": {left(hear(moment(2), 25, 50, 0.2), 0.2, 30), false, true, 25, 50, 0.2},
		"a kill of known health left": {moment(2).kill(0, 1, 0.2, func(e *timeline.Event) {
			e.Had, e.LeftKnown = 30,
				true
		}), false, false, 0, 0, 0},
	} {
		p := c.m.story().Player(1)
		if p.HealthKnown != c.known || p.HealthAbout != c.about || p.Health != c.least || p.HealthMost != c.most ||
			!near(p.HealthAge, c.age) {
			t.Errorf("%s: %+v", name, p)
		}
	}
}

// TestPainTime: frames of pain show how long ago a hit was, where a game has such frames.
func TestPainTime(t *testing.T) {
	for _, c := range []struct {
		game  world.Game
		frame uint16
		want  float64 // below 0 for none
	}{
		{world.Quake, 28, -1}, {world.Quake, 29, 0.05}, {world.Quake, 34, 0.55}, {world.Quake, 35, 0.05},
		{world.Quake, 40, 0.55}, {world.Quake, 41, -1}, {world.QuakeWorld, 31, 0.25}, {world.Quake2, 29, -1},
		{world.Quake2, 53, -1}, {world.Quake2, 54, 0.05}, {world.Quake2, 57, 0.35}, {world.Quake2, 58, 0.05},
		{world.Quake2, 65, 0.35}, {world.Quake2, 66, -1}, {world.Quake2, 169, 0.05}, {world.Quake2, 172, 0.35},
		{world.Quake2, 173, -1}, {world.Quake3, 29, -1}, {world.Quake3, 54, -1},
	} {
		m := moment(2)
		m.w.Game = c.game
		p := &m.w.Players[1]
		p.Frame, p.FrameClock = c.frame, now-0.05
		got, ok := PainTime(&m.Moment, p)
		if ok != (c.want >= 0) || ok && !near(float32(got), float32(c.want)) {
			t.Errorf("%v, frame %d: %v, %v", c.game, c.frame, got, ok)
		}
		if p.Dead = true; c.want >= 0 {
			if _, ok := PainTime(&m.Moment, p); ok {
				t.Errorf("%v, frame %d: a corpse staggers", c.game, c.frame)
			}
		}
	}
	m := moment(2)
	p := &m.w.Players[1]
	p.Frame, p.FrameClock = 34, now-0.05 // for 0.55 seconds
	m.hurtAgo(1, 0.3)
	if age, ok := HurtAge(&m.Moment, p); !ok || !near(float32(age), 0.3) {
		t.Errorf("hit 0.3 seconds ago, with frames of pain for 0.55: %v, %v", age, ok)
	}
	m.hurtAgo(1, 0.8)
	if age, ok := HurtAge(&m.Moment, p); !ok || !near(float32(age), 0.55) {
		t.Errorf("hit 0.8 seconds ago, with frames of pain for 0.55: %v, %v", age, ok)
	}
}
