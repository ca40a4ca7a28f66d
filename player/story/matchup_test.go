package story

import (
	"fmt"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player/timeline"
	"demoscope/player/world"
)

// actions are the names of actions.
var actions = [...]string{"-", "aims", "fires", "hits", "shot", "grenade", "rocket"}

// said returns a matchup in words: the opponent, what each does, and what else is true of it.
func said(u *Matchup) string {
	if !u.Known {
		return ""
	}
	text := fmt.Sprint(u.Foe(), " ", actions[u.Actions[0]], " ", actions[u.Actions[1]])
	for _, is := range []struct {
		set  bool
		word string
	}{{u.sure, " sure"}, {u.Killed[0], " died"}, {u.Killed[1], " killed"}, {u.Mate, " mate"}, {u.Lost, " lost"}} {
		if is.set {
			text += is.word
		}
	}
	return text
}

// trail changes the last trail of a moment.
func (m *made) trail(change func(t *world.Trail)) *made {
	change(&m.w.Effects.Trails[len(m.w.Effects.Trails)-1])
	return m
}

// player changes the player in a slot.
func (m *made) player(slot int, change func(p *world.Player)) *made {
	change(&m.w.Players[slot])
	return m
}

// away is a moment of three players in which nobody looks at anybody.
func away() *made { return moment(3).turn(0, -90) }

func TestMatchup(t *testing.T) {
	rocket, nail, grenade := world.TrailRocket, world.TrailNail, world.TrailGrenade
	for name, c := range map[string]struct {
		m    *made
		want string
	}{
		"nobody looks":                       {away(), ""},
		"the only other":                     {moment(2).turn(0, -90), "1 - -"},
		"the only other plays":               {away().player(2, func(p *world.Player) { p.Spectator = true }), "1 - -"},
		"the only other, out of the picture": {moment(2).turn(0, -90).body(1, Body{}), ""},

		// A body 400 units away is 2.9 degrees wide to each side. The followed player aims up to 6 degrees beside it.
		"aims":                     {moment(3), "1 aims -"},
		"aims beside":              {moment(3).turn(0, -8.5), "1 aims -"},
		"aims too far beside":      {moment(3).turn(0, -9.5), ""},
		"aims, 1490 units":         {moment(3).put(1, 1490, 0, 0), "1 aims -"},
		"aims, 1510 units":         {moment(3).put(1, 1510, 0, 0), ""},
		"aims through a wall":      {moment(3).with(func(m *made) { m.see.wall = 200 }), ""},
		"aims at the nearer":       {moment(3).put(1, 600, 0, 0).put(2, 500, 0, 0), "2 aims -"},
		"aims at the middle first": {moment(3).put(1, 480, 20, 0).put(2, 500, 0, 0), "1 aims -"},
		"aims at a corpse":         {moment(3).player(1, func(p *world.Player) { p.Dead = true }), ""},
		"aims at a spectator":      {moment(3).player(1, func(p *world.Player) { p.Spectator = true }), "2 - -"},
		"aims at no body":          {moment(3).player(1, func(p *world.Player) { p.NoModel = true }), ""},
		"aims at an empty slot":    {moment(3).player(1, func(p *world.Player) { p.Name = "" }), "2 - -"},
		"aims out of sight":        {moment(3).player(1, func(p *world.Player) { p.Visible = false }), ""},
		"is aimed at":              {away().turn(1, 180), "1 - aims"},
		"is aimed at beside":       {away().turn(1, 174.5), "1 - aims"},
		"is aimed at too far":      {away().turn(1, 173.5), ""},
		"both aim":                 {moment(3).turn(1, 180), "1 aims aims sure"},

		// A shot makes the aim twice as wide, for 0.6 seconds.
		"fires":                {moment(3).fired(0, 0.1), "1 fires - sure"},
		"fired a while ago":    {moment(3).fired(0, 0.7), "1 aims -"},
		"is fired at beside":   {away().turn(1, 171.5).fired(1, 0.5), "1 - fires sure"},
		"is fired at too far":  {away().turn(1, 170.5).fired(1, 0.5), ""},
		"was fired at earlier": {away().turn(1, 171.5).fired(1, 0.7), ""},

		"hits":                      {away().hit(1, 0, 0.6), "1 hits - sure"},
		"hit 0.8 seconds ago":       {away().hit(1, 0, 0.8), "1 - - sure"},
		"hit 1.9 seconds ago":       {away().hit(1, 0, 1.9), "1 - - sure"},
		"hit 2.1 seconds ago":       {away().hit(1, 0, 2.1), ""},
		"is hit":                    {away().hit(0, 2, 0.6), "2 - hits sure"},
		"was hit 1.9 seconds ago":   {away().hit(0, 2, 1.9), "2 - - sure"},
		"feels a hit":               {away().hurt(0, 2), "2 - hits sure"},
		"others hit each other":     {away().hit(1, 2, 0.1), ""},
		"somebody else was hit":     {away().hurtAgo(2, 0.9), "2 - -"},
		"somebody was hit long ago": {away().hurtAgo(2, 1.1), ""},
		"lightning":                 {away().with(func(m *made) { m.see.bolts = map[int]int{0: 1} }), "1 hits - sure"},

		// The rockets are there in 0.2 seconds, unless they say otherwise.
		"rocket":                 {away().shot(rocket, 1, 300, 0, 200, 0), "1 - rocket sure"},
		"own rocket":             {away().shot(rocket, 0, 100, 0, 200, 0), "1 rocket - sure"},
		"nobody's rocket":        {away().shot(rocket, world.Nobody, 300, 0, 200, 0), ""},
		"rocket beside":          {away().shot(rocket, 1, 300, 105, 200, 105), "1 - rocket sure"},
		"rocket too far beside":  {away().shot(rocket, 1, 300, 115, 200, 115), ""},
		"rocket in 0.68 seconds": {away().shot(rocket, 1, 780, 0, 680, 0), "1 - rocket sure"},
		"rocket in 0.72 seconds": {away().shot(rocket, 1, 820, 0, 720, 0), ""},
		"rocket flies away":      {away().shot(rocket, 1, 200, 0, 300, 0), ""},
		"rocket stands":          {away().shot(rocket, 1, 200, 0, 200, 0), ""},
		"rocket behind a wall":   {away().shot(rocket, 1, 300, 0, 200, 0).with(func(m *made) { m.see.wall = 100 }), ""},
		"rocket seen before": {away().shot(rocket, 1, 300, 0, 200, 0).trail(func(t *world.Trail) {
			t.Clock, t.Until = now-0.25, now-0.15
		}), "1 - rocket sure"},
		"rocket seen long before": {away().shot(rocket, 1, 300, 0, 200, 0).trail(func(t *world.Trail) {
			t.Clock, t.Until = now-0.35, now-0.25
		}), ""},
		"rocket to come": {away().shot(rocket, 1, 300, 0, 200, 0).trail(func(t *world.Trail) {
			t.Clock, t.Until = now+0.1, now+0.2
		}), ""},
		"nail":             {away().shot(nail, 1, 300, 0, 200, 0), "1 - shot sure"},
		"nail and rocket":  {away().shot(nail, 1, 300, 0, 200, 0).shot(rocket, 1, 400, 0, 300, 0), "1 - rocket sure"},
		"rocket and nail":  {away().shot(rocket, 1, 400, 0, 300, 0).shot(nail, 1, 300, 0, 200, 0), "1 - rocket sure"},
		"gib":              {away().shot(world.TrailGib, 1, 300, 0, 200, 0), ""},
		"grenade lies":     {away().shot(grenade, 1, 190, 0, 190, 0), "1 - grenade sure"},
		"grenade lies far": {away().shot(grenade, 1, 210, 0, 210, 0), ""},
		"grenade lies behind a wall": {away().shot(grenade, 1, 190, 0, 190, 0).with(func(m *made) { m.see.wall = 100 }),
			""},
		"aims at two alike": {moment(3).put(1, 400, 30, 0).put(2, 400, -30, 0), "1 aims -"},
		"a mate's second rocket hits": {away().team(0, 1).shot(rocket, 1, 500, 0, 400, 0).shot(rocket, 1, 350, 0, 250,
			0),
			"1 - rocket sure mate"},
		"missile before aim": {moment(3).shot(rocket, 2, 300, 0, 200, 0), "2 - rocket sure"},
		"sooner missile": {away().shot(rocket, 1, 600, 0, 500, 0).shot(rocket, 2, 300, 0, 200, 0),
			"2 - rocket sure"},

		"mates aim":              {moment(3).team(0, 1), ""},
		"a mate's rocket hits":   {away().team(0, 1).shot(rocket, 1, 350, 0, 250, 0), "1 - rocket sure mate"},
		"a mate's rocket is far": {away().team(0, 1).shot(rocket, 1, 400, 0, 300, 0), ""},
		"a mate's lightning hits": {away().team(0, 1).with(func(m *made) { m.see.bolts = map[int]int{0: 1} }),
			"1 hits - sure mate"},

		"about to kill":      {away().kill(0, 1, 0.6, nil), "1 - - sure"},
		"has killed":         {away().kill(0, 1, -0.4, nil), "1 - - sure killed"},
		"killed long ago":    {away().kill(0, 1, -0.5, nil), ""},
		"is about to die":    {away().kill(2, 0, 0.6, nil), "2 - - sure"},
		"has died":           {away().kill(2, 0, -0.4, nil), "2 - - sure died"},
		"died long ago":      {away().kill(2, 0, -0.5, nil), ""},
		"kill of others":     {moment(3).kill(2, 1, 0.3, nil), "1 aims -"},
		"about to die alone": {moment(3).kill(0, 0, 0.3, nil), ""},
		"kills out of sight": {away().player(1, func(p *world.Player) { p.Visible = false }).kill(0, 1, 0.3, nil),
			"1 - - sure lost"},
		"kill before a hit": {away().hit(0, 2, 0.1).kill(0, 1, 0.3, nil), "1 - - sure"},

		"nobody is followed":   {moment(3).with(func(m *made) { m.opt.Follow = world.Nobody }), ""},
		"a corpse is followed": {moment(3).player(0, func(p *world.Player) { p.Dead = true }), ""},
		"intermission":         {moment(3).with(func(m *made) { m.w.Intermission = true }), ""},
	} {
		c.m.opt.Opponent = false
		if got := said(&c.m.story().Matchup); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// with changes a moment.
func (m *made) with(change func(m *made)) *made {
	change(m)
	return m
}

// hurtAgo has the player in a slot have been hit by nobody known.
func (m *made) hurtAgo(slot int, ago float64) *made {
	m.w.Players[slot].Hurt = world.Timestamp{Clock: now - ago, Known: true}
	return m
}

// The followed player aims at the nearest to the middle of the view; in a fight at the opponent or at nobody.
func TestTarget(t *testing.T) {
	for name, c := range map[string]struct {
		m    *made
		want int
	}{
		"ahead":                 {moment(3), 1},
		"beside":                {moment(3).turn(0, -8.5), 1},
		"too far beside":        {moment(3).turn(0, -9.5), world.Nobody},
		"nearest to the middle": {moment(3).put(1, 400, 50, 0).put(2, 1000, 0, 0), 2},
		"behind a wall":         {moment(3).with(func(m *made) { m.see.wall = 200 }), world.Nobody},
		"out of the picture":    {moment(3).body(1, Body{}), world.Nobody},
		"2990 units away":       {moment(3).body(1, Body{Depth: 2990, Seen: true}), 1},
		"3010 units away":       {moment(3).body(1, Body{Depth: 3010, Seen: true}), world.Nobody},
		"dead":                  {moment(3).player(1, func(p *world.Player) { p.Dead = true }), world.Nobody},
		"spectator":             {moment(3).player(1, func(p *world.Player) { p.Spectator = true }), world.Nobody},
		"mate":                  {moment(3).team(0, 1), world.Nobody},
		"fights another":        {moment(3).hit(0, 2, 0.1), 2},
		"fights another unseen": {moment(3).hit(0, 2, 0.1).body(2, Body{}), world.Nobody},
		"nobody is followed":    {moment(3).with(func(m *made) { m.opt.Follow = world.Nobody }), world.Nobody},
	} {
		c.m.opt.Opponent = false
		s, got := c.m.story(), world.Nobody
		for slot := range s.Players {
			if s.Players[slot].Target {
				got = slot
			}
		}
		if got != c.want {
			t.Errorf("%s: aims at %d, want %d", name, got, c.want)
		}
	}
}

// A look misses a body by the angle to its nearest edge: half a body is 20 units wide, and its middle 20 below the eye.
func TestAside(t *testing.T) {
	for _, c := range []struct {
		look, eye mgl32.Vec3
		want      float32
	}{
		{mgl32.Vec3{1, 0, 0}, mgl32.Vec3{1000, 0, 20}, 0},
		{mgl32.Vec3{1, 0, 0}, mgl32.Vec3{100, 100, 20}, 45 - 8.05},
		{mgl32.Vec3{0, 1, 0}, mgl32.Vec3{1000, 0, 20}, 90 - 1.146},
		{mgl32.Vec3{-1, 0, 0}, mgl32.Vec3{1000, 0, 20}, 180 - 1.146},
		{mgl32.Vec3{1, 0, 0}, mgl32.Vec3{1000, 0, 40}, 0},               // its feet are at -20
		{mgl32.Vec3{1, 0, 0}, mgl32.Vec3{1000, 0, 140}, 5.711 - 1.146},  // above the feet
		{mgl32.Vec3{1, 0, 0}, mgl32.Vec3{1000, 0, -120}, 5.711 - 1.146}, // below the head
		{mgl32.Vec3{0, 1, 0}, mgl32.Vec3{5, 5, 20}, 0},
	} {
		if got := aside(mgl32.Vec3{}, c.look, c.eye); got < c.want-0.05 || got > c.want+0.05 {
			t.Errorf("a look %v at %v misses by %v degrees, want %v", c.look, c.eye, got, c.want)
		}
	}
	for _, c := range []struct{ angles, want mgl32.Vec3 }{{mgl32.Vec3{}, mgl32.Vec3{1, 0, 0}},
		{mgl32.Vec3{0, 90, 0}, mgl32.Vec3{0, 1, 0}}, {mgl32.Vec3{90, 0, 0}, mgl32.Vec3{0, 0, -1}},
		{mgl32.Vec3{-45, 180, 0}, mgl32.Vec3{-0.7071, 0, 0.7071}}} {
		if got := lookOf(c.angles); got.Sub(c.want).Len() > 1e-3 {
			t.Errorf("angles %v look along %v, want %v", c.angles, got, c.want)
		}
	}
}

// The eye of a moment is that of its slot, but for one in third person; that of others is 22 units above their origin.
func TestEyeOfAPlayer(t *testing.T) {
	m := away()
	m.Eye.Known, m.Eye.Slot, m.Eye.Origin, m.Eye.Angles = true, 0, mgl32.Vec3{0, 0, 22}, mgl32.Vec3{}
	m.opt.Events = []timeline.Event{}
	if got := said(&m.story().Matchup); got != "1 aims -" {
		t.Errorf("through the eye of the moment: %q", got)
	}
	m.Eye.ThirdPerson = true
	if got := said(&m.story().Matchup); got != "" {
		t.Errorf("in third person: %q", got)
	}
	m.Eye.ThirdPerson, m.Eye.Slot = false, 1
	if got := said(&m.story().Matchup); got != "" {
		t.Errorf("through another's eye: %q", got)
	}
}
