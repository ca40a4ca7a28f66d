package director

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player/timeline"
	"demoscope/player/world"
)

// stage returns a level of 60 s in which players stand 5000 units apart, each at (5000 slot, 0, 0).
func stage(players int) *match {
	m := &match{end: 60, whole: true}
	for i := range players {
		var track []timeline.Sample
		for k := range 1200 {
			track = append(track, timeline.Sample{Clock: float32(k) / 20, Origin: mgl32.Vec3{5000 * float32(i), 0, 0},
				Begins: k == 0})
		}
		m.slots, m.tracks, m.teams = append(m.slots, i), append(m.tracks, track), append(m.teams, "")
	}
	return m
}

// kill adds a kill; the victim lies dead for 2 s.
func (m *match) kill(clock float64, killer, victim int) {
	m.highlights = append(m.highlights, highlight{clock: clock, reason: ReasonKill, who: killer, victim: victim,
		event: victim, worth: 1})
	for i := range m.tracks[victim] {
		if s := &m.tracks[victim][i]; float64(s.Clock) >= clock && float64(s.Clock) < clock+2 {
			s.Dead, s.Begins = true, true
		}
	}
}

// planned returns the plan of a level, as text: "0 1, 8.5 0 kill" for who is watched from when,
// and why.
func (m *match) planned(kept ...Cut) (text string, p *Plan) {
	p = &Plan{Begin: m.begin, End: m.end, Whole: m.whole, Cuts: kept}
	from := m.begin
	if len(kept) > 0 {
		from = kept[len(kept)-1].Clock
	}
	newGrid(m, from, nil).plan(p)
	for i, c := range p.Cuts {
		if i > 0 {
			text += ", "
		}
		text += fmt.Sprintf("%.4g %d %v", c.Clock, c.Slot, c.Reason)
	}
	return text, p
}

// The killer is watched from well before a kill until well after it: from 1.5 s before to 1 s
// after.
func TestKillersAreWatched(t *testing.T) {
	m := stage(3)
	m.kill(10, 1, 0)
	m.kill(30, 2, 1)
	text, p := m.planned()
	s := m.score(p, nil)
	if len(p.Cuts) != 2 || p.Cuts[0].Slot != 1 || p.Cuts[1].Slot != 2 || p.Cuts[1].Reason != ReasonKill ||
		p.Cuts[1].At != 30 || p.Cuts[1].Other != 1 {
		t.Fatalf("the plan is %s", text)
	}
	if c := p.Cuts[1].Clock; c < 11 || c > 28.5 {
		t.Errorf("the cut is at %v s", c)
	}
	if want := (Score{Kills: 2, Seen: 2, Eyes: 2, Full: 2, Screen: 2, Cuts: 1, Seconds: 27}); s != want {
		t.Errorf("the score is %+v, want %+v", s, want)
	}
	if p.At(-1) != 1 || p.At(10) != 1 || p.At(30) != 2 || p.At(1000) != 2 || (&Plan{}).At(5) != world.Nobody {
		t.Errorf("watched are %d, %d, %d, %d", p.At(-1), p.At(10), p.At(30), p.At(1000))
	}
}

// What is seen: half a second before a kill the killer must be watched.
func TestSeenFromHalfASecondBefore(t *testing.T) {
	for cut, want := range map[float64]Score{
		9.4: {Kills: 1, Seen: 1, Eyes: 1, Screen: 1, Cuts: 1, Hasty: 1, Seconds: 7},
		9.6: {Kills: 1, Cuts: 1, Hasty: 1, Seconds: 7},
		8.4: {Kills: 1, Seen: 1, Eyes: 1, Full: 1, Screen: 1, Cuts: 1, Seconds: 7},
	} {
		m := stage(3)
		m.kill(10, 1, 0)
		p := &Plan{Cuts: []Cut{{Slot: 2}, {Clock: cut, Slot: 1}}}
		if s := m.score(p, nil); s != want {
			t.Errorf("a cut at %v s: %+v, want %+v", cut, s, want)
		}
	}
	// Away from the killer at once is not to have seen it, 0.1 s later is.
	for cut, seen := range map[float64]int{10.05: 0, 10.1: 1, 10.2: 1} {
		m := stage(3)
		m.kill(10, 1, 0)
		if s := m.score(&Plan{Cuts: []Cut{{Slot: 1}, {Clock: cut, Slot: 2}}}, nil); s.Seen != seen || s.Full != 0 {
			t.Errorf("a cut away at %v s: %+v", cut, s)
		}
	}
}

// Scores of levels are added in all that they count.
func TestScoresAdd(t *testing.T) {
	s := Score{Kills: 10, Seen: 9, Eyes: 8, Both: 7, Full: 6, Screen: 5, Cuts: 4, Hasty: 3, Seconds: 30}
	s.Add(&Score{Kills: 1, Seen: 2, Eyes: 3, Both: 4, Full: 5, Screen: 6, Cuts: 8, Hasty: 2, Seconds: 90})
	if want := (Score{Kills: 11, Seen: 11, Eyes: 11, Both: 11, Full: 11, Screen: 11, Cuts: 12, Hasty: 5,
		Seconds: 120}); s !=
		want {
		t.Errorf("%+v, want %+v", s, want)
	}
	if s.CutsPerMinute() != 6 || s.KillsPerMinute() != 5.5 || s.Share(11) != 1 {
		t.Errorf("a minute has %v cuts and %v kills", s.CutsPerMinute(), s.KillsPerMinute())
	}
}

// All of a kill is seen by who stays with the killer until his death.
func TestSeenUntilTheKillerDies(t *testing.T) {
	m := stage(3)
	m.kill(10, 1, 0)
	m.kill(10.5, 2, 1)
	p := &Plan{Cuts: []Cut{{Slot: 1}, {Clock: 10.6, Slot: 2}}}
	if s, want := m.score(p, nil), (Score{Kills: 2, Seen: 1, Eyes: 1, Full: 1, Screen: 2, Cuts: 1, Hasty: 1,
		Seconds: 7.5}); s != want {
		t.Errorf("%+v, want %+v", s, want)
	}
}

// A third player who looks along x sees a killer and a victim 200 and 300 units away, but not
// with the back to them, and not through a wall.
func TestWitnesses(t *testing.T) {
	wall := func(from, to mgl32.Vec3) bool { return false }
	for name, c := range map[string]struct {
		yaw   int8
		sight Sight
		want  Score
	}{
		"before the eyes": {0, nil, Score{Kills: 1, Seen: 1, Screen: 1, Seconds: 7}},
		"behind the back": {-128, nil, Score{Kills: 1, Seconds: 7}},
		"at the edge":     {30, nil, Score{Kills: 1, Seen: 1, Screen: 1, Seconds: 7}}, // 42 degrees
		"beyond the edge": {34, nil, Score{Kills: 1, Seconds: 7}},                     // 48 degrees
		"behind a wall":   {0, wall, Score{Kills: 1, Seconds: 7}},
		"with nothing else": {0, func(from, to mgl32.Vec3) bool {
			return true
		}, Score{Kills: 1, Seen: 1, Screen: 1, Seconds: 7}},
	} {
		m := stage(3)
		for who, x := range []float32{0, 200, 300} {
			for i := range m.tracks[who] {
				m.tracks[who][i].Origin[0] = x
				m.tracks[who][i].Yaw = c.yaw
			}
		}
		m.kill(10, 1, 2)
		if s := m.score(&Plan{Cuts: []Cut{{Slot: 0}}}, c.sight); s != c.want {
			t.Errorf("%s: %+v, want %+v", name, s, c.want)
		}
	}
}

// The victim's eyes are not the killer's: the kill is not seen, but on the screen.
func TestVictimsEyes(t *testing.T) {
	m := stage(2)
	m.kill(10, 1, 0)
	if s, want := m.score(&Plan{Cuts: []Cut{{Slot: 0}}}, nil), (Score{Kills: 1, Screen: 1, Seconds: 7}); s != want {
		t.Errorf("%+v, want %+v", s, want)
	}
}

// Players who kill in turn every 3.5 s are not all followed: cuts are at least [Rest] apart, at most [MaxCuts] a
// minute, and none is near a kill of the players that it leaves and shows.
func TestCutsRest(t *testing.T) {
	m := stage(8)
	for i := range 15 {
		clock := 5 + 3.5*float64(i)
		m.highlights = append(m.highlights, highlight{clock: clock, reason: ReasonKill, who: i % 7, victim: 7,
			event: 7, worth: 1})
	}
	text, p := m.planned()
	for i := 2; i < len(p.Cuts); i++ {
		if p.Cuts[i].Clock-p.Cuts[i-1].Clock < Rest-1e-9 {
			t.Errorf("there is no rest in %s", text)
			break
		}
	}
	if s := m.score(p, nil); s.CutsPerMinute() > MaxCuts || s.Cuts < 4 || s.Seen < 5 || s.Hasty > 0 {
		t.Errorf("%+v", s)
	}
}

// A killer stays in the picture for 1.5 s after the kill, a player who was cut to for 3 s, and a dead player is not
// cut to.
func TestCutsHurryNobody(t *testing.T) {
	for _, c := range []struct {
		name        string
		kept        float64 // the cut to player 1
		clock       float64 // when player 2 kills player 0
		first, last float64 // of the cut to player 2
	}{
		{"what became of the victim", 8, 13, 11.5, 12},
		{"who has just been cut to", 9, 13.5, 12, 12.5},
		{"the dead", 8, 13.4, 12, 12.4},
	} {
		m := stage(5)
		for i := range m.tracks[4] { // player 2 sees somebody near, which is worth more than what player 1 sees
			m.tracks[4][i].Origin[0] = 5000*2 + 200
		}
		victim := 3
		if c.name == "the dead" {
			victim = 2
		}
		m.kill(10, 1, victim)
		m.kill(c.clock, 2, 0)
		m.kill(50, 2, 0) // so that there are cuts to spare
		text, p := m.planned(Cut{}, Cut{Clock: c.kept, Slot: 1})
		if n := len(p.Cuts); n != 3 || p.Cuts[2].Slot != 2 || p.Cuts[2].Clock < c.first-1e-6 ||
			p.Cuts[2].Clock > c.last {
			t.Errorf("%s: the plan is %s, the last cut is not from %v to %v s", c.name, text, c.first, c.last)
		}
	}
}

// A player who dies stays in the picture for 1.5 s, and is not left for the killer just before.
func TestDeathIsShown(t *testing.T) {
	m := stage(3)
	m.kill(10, 1, 0)
	m.kill(14, 2, 1)
	m.kill(20, 2, 0)
	m.kill(30, 2, 0)
	text, p := m.planned(Cut{}, Cut{Clock: 5, Slot: 1})
	if len(p.Cuts) != 3 || p.Cuts[2].Slot != 2 || p.Cuts[2].Clock < 15.5-1e-9 || p.Cuts[2].Clock > 19 {
		t.Errorf("the plan is %s, the last cut is not from 15.5 to 19 s", text)
	}
}

// Nothing happens: the one who is watched stays, as long as there is somebody to see.
func TestQuietTimesHaveNoCuts(t *testing.T) {
	m := stage(4)
	if text, p := m.planned(); len(p.Cuts) != 1 || p.Cuts[0].Reason != ReasonBegin {
		t.Errorf("the plan is %s", text)
	}
	// The first one is gone from 20 s on.
	for i := range m.tracks {
		if i != 2 {
			m.tracks[i] = m.tracks[i][:400]
		}
	}
	if text, p := m.planned(); p.At(30) != 2 {
		t.Errorf("the plan is %s", text)
	}
}

// A powerup that is taken is worth a look, and who has it is.
func TestItems(t *testing.T) {
	m := stage(3)
	m.highlights = []highlight{{clock: 20, reason: ReasonItem, who: 2, victim: -1, event: world.Nobody,
		item: "Quad", worth: worthPowerup,
		carries: carryPowerup}}
	m.kill(10, 1, 0)
	slices.SortFunc(m.highlights, func(a, b highlight) int { return int(a.clock - b.clock) })
	text, p := m.planned()
	if p.At(10) != 1 || p.At(20) != 2 || p.CutAt(20).Reason != ReasonItem || p.CutAt(20).Item != "Quad" ||
		p.CutAt(20).At != 20 {
		t.Errorf("the plan is %s", text)
	}
}

// The last one alive of a team whose others have been dead for 3 s is watched.
func TestLastAlive(t *testing.T) {
	m := stage(4)
	m.teams = []string{"a", "a", "b", "b"}
	for i := range m.tracks[0] {
		if m.tracks[0][i].Clock > 20 {
			m.tracks[0][i].Dead, m.tracks[0][i].Begins = true, true
		}
	}
	if text, p := m.planned(); p.At(30) != 1 {
		t.Errorf("the plan is %s", text)
	}
}

// What is past stays as it is when more is known.
func TestKeptCuts(t *testing.T) {
	m := stage(3)
	m.kill(10, 1, 0)
	m.kill(30, 2, 1)
	text, p := m.planned(Cut{Clock: 0, Slot: 0}, Cut{Clock: 9.2, Slot: 2, Reason: ReasonFight, At: 9.2})
	if p.Cuts[1].Slot != 2 || p.At(30) != 2 {
		t.Errorf("the plan is %s", text)
	}
	if len(p.Cuts) > 2 && p.Cuts[2].Clock < 10.7-1e-9 {
		t.Errorf("no rest after the cut at 9.2 s: %s", text)
	}
	if kept := p.until(9.2); len(kept) != 2 || len(p.until(9.1)) != 1 || len(p.until(-1)) != 0 {
		t.Errorf("kept are %v", kept)
	}
}

// Absurd lengths, places and numbers of players cost neither seconds nor gigabytes: sixty-four
// players for ten hours, and a clock that leaps.
func TestAbsurdLengths(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	for name, seconds := range map[string]float64{"ten hours": 36000, "a million years": 3e13} {
		m := &match{end: seconds, whole: true}
		for i := range maxPlayers {
			var track []timeline.Sample
			for k := range 2000 {
				track = append(track, timeline.Sample{Clock: float32(float64(k) / 2000 * seconds),
					Origin: mgl32.Vec3{float32(k), float32(i), 0}, Begins: k%9 == 0})
			}
			track[5].Origin, track[6].Origin, track[7].Clock = mgl32.Vec3{nan, nan, nan}, mgl32.Vec3{inf, 0, 0},
				track[5].Clock
			m.slots, m.tracks, m.teams = append(m.slots, i), append(m.tracks, track), append(m.teams, "")
		}
		for i := range 3000 {
			m.highlights = append(m.highlights, highlight{clock: float64(i) / 3000 * seconds, reason: ReasonKill,
				who:    i % 64,
				victim: (i + 1) % 64, worth: 1})
		}
		g := newGrid(m, 0, nil)
		if n := g.steps * g.views; n > maxCells+2*g.views {
			t.Errorf("%s: %d cells", name, n)
		}
		if _, p := m.planned(); len(p.Cuts) == 0 || len(p.Cuts) > g.steps {
			t.Errorf("%s: %d cuts", name, len(p.Cuts))
		}
	}
}

// Two who face each other and kill each other at once are in one picture from behind one of
// them, if there is no wall in the way; through the eyes of one only one kill is seen.
func TestBothInOnePicture(t *testing.T) {
	for name, c := range map[string]struct {
		sight  Sight
		seen   int
		camera Camera
	}{
		"open": {nil, 2, Behind},
		"with backs to the wall": {func(from, to mgl32.Vec3) bool {
			return from[0] >= 0 && to[0] >= 0 && from[0] <= 200 && to[0] <= 200
		}, 1, Eyes},
	} {
		m := stage(2)
		for i := range m.tracks[0] {
			m.tracks[1][i].Origin, m.tracks[1][i].Yaw = mgl32.Vec3{200, 0, 0}, -128
		}
		m.begin, m.end = 8, 12
		m.kill(10, 0, 1)
		m.kill(10.04, 1, 0)
		p := &Plan{Begin: m.begin, End: m.end, Whole: true}
		newGrid(m, m.begin, c.sight).plan(p)
		s := m.score(p, c.sight)
		if s.Seen != c.seen || p.CutAt(10).Camera != c.camera {
			t.Errorf("%s: %d of 2 are seen, %v", name, s.Seen, p.CutAt(10).Camera)
		}
	}
}

// A camera behind a player who looks along y from (0, 0, 0) is up to 160 units behind the eyes,
// which are 22 high, and 64 above them, and looks 18 degrees down; half as far at a wall 90 units
// behind.
func TestCameraBehind(t *testing.T) {
	p := pose{yaw: 90, state: alive}
	for name, c := range map[string]struct {
		sight Sight
		want  mgl32.Vec3
		out   bool
	}{
		"free":   {nil, mgl32.Vec3{0, -152.17, 135.44}, true},
		"wall":   {func(from, to mgl32.Vec3) bool { return to[1] > -90 }, mgl32.Vec3{0, -76.08, 110.72}, true},
		"low":    {func(from, to mgl32.Vec3) bool { return to[2] < 60 }, mgl32.Vec3{0, -38.04, 50.36}, true},
		"corner": {func(from, to mgl32.Vec3) bool { return false }, mgl32.Vec3{0, 0, 22}, false},
	} {
		at, pitch, yaw, out := p.camera(Behind, c.sight)
		if at.Sub(c.want).Len() > 0.01 || pitch != 18 || yaw != 90 || out != c.out {
			t.Errorf("%s: from %v along %v, %v, outside %v", name, at, pitch, yaw, out)
		}
	}
}

// From behind and above, the player's own body hides who stands in front of it, but not who is
// farther away.
func TestBodiesHide(t *testing.T) {
	p := pose{state: alive}
	eye := mgl32.Vec3{-152, 0, 135}
	for x, hides := range map[float32]bool{40: true, 60: true, 100: false, 400: false} {
		if p.hides(eye, mgl32.Vec3{x, 0, 0}) != hides {
			t.Errorf("%v units before the player: hidden is not %v", x, hides)
		}
	}
	// Along an axis beside the player, and through him.
	if level := (mgl32.Vec3{-152, 40, 0}); p.hides(level, mgl32.Vec3{60, 40, 0}) ||
		!p.hides(level, mgl32.Vec3{152, -40, 0}) {
		t.Error("what is seen past the player is hidden, or what is behind him is not")
	}
	if p.hides(eye, mgl32.Vec3{60, 60, 0}) || p.hides(eye, mgl32.Vec3{-60, 0, 0}) {
		t.Error("what is beside or behind the player is hidden")
	}
}
