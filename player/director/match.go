package director

import (
	"cmp"
	"math"
	"slices"
	"sort"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player/timeline"
	"demoscope/player/weapon"
	"demoscope/player/world"
)

// maxPlayers bounds the players of a plan: those who were seen longest stay. Servers have at
// most 64 who play.
const maxPlayers = 64

// match is what a plan needs to know of a level.
type match struct {
	level      int
	begin, end float64
	whole      bool
	slots      []int               // of the players, rising
	tracks     [][]timeline.Sample // parallel to slots
	teams      []string            // parallel to slots; empty for who plays alone
	acts       []act               // in order of time
	kickoff    float64             // when the match began, the level's begin if that is not told
}

// act is something that a viewer wants to see.
type act struct {
	clock   float64
	why     Why // WhyKill, WhyItem or WhyFlag
	who     int // index in slots, -1 if the player was never seen
	victim  int // index in slots, -1 for none or if the player was never seen
	event   int // slot of the victim
	item    string
	worth   float64 // a kill is 1
	carries float64 // seconds that the player has the item
}

// read collects what is known of a level until a time, if that is not 0; false if nobody
// plays there.
func read(t *timeline.Timeline, level int, until float64) (m *match, ok bool) {
	m = &match{level: level}
	levels := t.Levels()
	if level < 0 || level >= len(levels) {
		return m, false
	}
	l := &levels[level]
	_, whole := t.Duration()
	m.begin, m.end, m.whole = l.Start, l.End, whole || level+1 < len(levels)
	if until != 0 && until < m.end {
		m.end, m.whole = max(m.begin, until), false
	}
	if !(m.end > m.begin) {
		return m, false
	}
	names, _ := t.Tracked()
	teams := t.Teams()
	for slot := range names {
		track := t.Track(slot, m.begin, m.end)
		if len(track) == 0 {
			continue
		}
		m.slots = append(m.slots, slot)
		m.tracks = append(m.tracks, track)
		team := ""
		if slot < len(teams) {
			team = teams[slot]
		}
		m.teams = append(m.teams, team)
	}
	m.limit()
	m.note(t.Events())
	if items := t.Items(m.level); items != nil {
		for i := range items.Spots {
			s := &items.Spots[i]
			for k := range s.Takes {
				m.take(s.Item, &s.Takes[k])
			}
		}
	}
	slices.SortStableFunc(m.acts, func(a, b act) int { return cmp.Compare(a.clock, b.clock) })
	return m, len(m.slots) > 0
}

// limit drops those who were seen least, if there are too many.
func (m *match) limit() {
	if len(m.slots) <= maxPlayers {
		return
	}
	order := make([]int, len(m.slots))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(len(m.tracks[b]), len(m.tracks[a])) })
	order = order[:maxPlayers]
	slices.Sort(order)
	for n, i := range order {
		m.slots[n], m.tracks[n], m.teams[n] = m.slots[i], m.tracks[i], m.teams[i]
	}
	m.slots, m.tracks, m.teams = m.slots[:maxPlayers], m.tracks[:maxPlayers], m.teams[:maxPlayers]
}

// What acts are worth, where a kill is 1.
const (
	worthCapture = 1
	worthFlag    = 0.5
	worthPowerup = 0.3
	worthMega    = 0.12
	worthArmor   = 0.06
	// carryPowerup and carryFlag are how many seconds who took one is of more interest.
	carryPowerup = 30
	carryFlag    = 60
)

// note adds the acts of the level's events.
func (m *match) note(events []timeline.Event) {
	m.kickoff = m.begin
	first := sort.Search(len(events), func(i int) bool { return events[i].Clock >= m.begin })
	for i := first; i < len(events) && events[i].Clock <= m.end; i++ {
		e := &events[i]
		if e.Kind == world.EventMatchStart && m.kickoff == m.begin {
			m.kickoff = e.Clock
		}
		a := act{clock: e.Clock, who: m.index(e.Player), victim: -1, event: world.Nobody, item: e.Item}
		switch {
		case e.Player < 0:
			continue
		case e.Kind == world.EventKill:
			if e.Other < 0 || e.Suicide() {
				continue
			}
			a.why, a.victim, a.event, a.worth, a.item = WhyKill, m.index(e.Other), e.Other, 1, ""
		case e.Kind == world.EventCapture:
			a.why, a.worth = WhyFlag, worthCapture
		case e.TakesFlag():
			a.why, a.worth, a.carries = WhyFlag, worthFlag, carryFlag
		default:
			continue
		}
		m.acts = append(m.acts, a)
	}
}

// take adds the taking of an item.
func (m *match) take(it weapon.Item, t *timeline.Take) {
	if !it.Timed() || t.Slot < 0 || t.Clock < m.begin || t.Clock > m.end {
		return
	}
	a := act{clock: t.Clock, why: WhyItem, who: m.index(t.Slot), victim: -1, event: world.Nobody, item: it.Tag()}
	switch {
	case it.Armor():
		a.worth = worthArmor
	case it == weapon.ItemMegahealth:
		a.worth = worthMega
	default:
		a.worth, a.carries = worthPowerup, carryPowerup
	}
	m.acts = append(m.acts, a)
}

// index returns the index in slots of a slot, -1 if the player was never seen.
func (m *match) index(slot int) int {
	if i, ok := slices.BinarySearch(m.slots, slot); ok {
		return i
	}
	return -1
}

// enemies reports whether two players are not of one team.
func (m *match) enemies(a, b int) bool { return m.teams[a] == "" || m.teams[a] != m.teams[b] }

// pose is where a player is and looks at a moment.
type pose struct {
	origin     mgl32.Vec3
	pitch, yaw float32 // degrees
	state      state
}

// state is what a player is at a moment.
type state uint8

const (
	absent state = iota // not seen
	dead
	alive
)

// absence is how many seconds after a sample a player counts as seen, if no other follows.
const absence = 0.3

// poseAt returns where a player is at a moment, by the first sample at or after it and the one
// before. Next is the index of the former, len(track) if there is none.
func poseAt(track []timeline.Sample, next int, clock float64) (p pose) {
	if next < len(track) && next > 0 && !track[next].Begins {
		a, b := &track[next-1], &track[next]
		f := float32(0)
		if d := b.Clock - a.Clock; d > 0 {
			f = (float32(clock) - a.Clock) / d
		}
		p.origin = a.Origin.Add(b.Origin.Sub(a.Origin).Mul(f))
		p.pitch, p.yaw = a.Look()
		if f > 0.5 {
			p.pitch, p.yaw = b.Look()
		}
		p.state = alive
		if a.Dead {
			p.state = dead
		}
		return p
	}
	var s *timeline.Sample
	switch {
	case next < len(track) && float64(track[next].Clock)-clock <= 1e-3:
		s = &track[next]
	case next > 0 && clock-float64(track[next-1].Clock) <= absence:
		s = &track[next-1]
	case next > 0 && next < len(track) && track[next-1].Dead && track[next].Dead:
		s = &track[next-1] // the dead begin anew with every sample, which may be seconds apart
	default:
		return p
	}
	p.origin, p.state = s.Origin, alive
	p.pitch, p.yaw = s.Look()
	if s.Dead {
		p.state = dead
	}
	return p
}

// at returns where a player is at a moment.
func (m *match) at(who int, clock float64) pose {
	return poseAt(m.tracks[who], firstAt(m.tracks[who], clock), clock)
}

const (
	// eyeHeight is how far the eyes are above the origin of a player, about, in every game.
	eyeHeight = 22
	// screenWidth and screenHeight are half of what a player sees, in degrees: that of a
	// screen of 4:3 with a field of view of 90.
	screenWidth, screenHeight = 45, 37
	// nearSight is how far players see each other where there is no map.
	nearSight = 700
	// farSight is how far off somebody is too small to matter, where there is one.
	farSight = 2500
)

// Who is watched from [Behind] is seen from so far behind and above the eyes, in units, where
// no wall is in the way, else from so high and then so far behind as there is room, and half of
// the player's own pitch and some degrees down, so that the player's body does not hide who is
// before it.
const (
	BehindDistance = 160
	BehindHeight   = 64
	BehindPitch    = 18
)

// camera returns from where, and in which direction, a player in a pose is watched. Outside is
// whether the player's own body is in the picture.
func (a *pose) camera(how How, sight Sight) (at mgl32.Vec3, pitch, yaw float32, outside bool) {
	eye := a.origin.Add(mgl32.Vec3{0, 0, eyeHeight})
	if how == Eyes {
		return eye, a.pitch, a.yaw, false
	}
	pitch = a.pitch/2 + BehindPitch
	sinYaw, cosYaw := math.Sincos(float64(a.yaw) * math.Pi / 180)
	sinPitch, cosPitch := math.Sincos(float64(pitch) * math.Pi / 180)
	back := mgl32.Vec3{float32(-cosYaw * cosPitch), float32(-sinYaw * cosPitch), float32(sinPitch)}
	pivot := eye.Add(mgl32.Vec3{0, 0, room(sight, eye, mgl32.Vec3{0, 0, 1}, BehindHeight)})
	if length := room(sight, pivot, back, BehindDistance); length > 0 {
		return pivot.Add(back.Mul(length)), pitch, a.yaw, true
	}
	return eye, pitch, a.yaw, false
}

// room returns how far from a place, in a direction of length 1, a camera gets before a wall: a number
// of quarters of limit.
func room(sight Sight, from, direction mgl32.Vec3, limit float32) float32 {
	const clear = 6 // units that a camera stays away from walls
	if sight == nil {
		return limit
	}
	for quarters := float32(4); quarters > 0; quarters-- {
		if length := limit * quarters / 4; sight(from, from.Add(direction.Mul(length+clear))) {
			return length
		}
	}
	return 0
}

// sees reports whether the player in a pose has the middle of another's body on the screen
// and in plain sight.
func (a *pose) sees(b *pose, sight Sight) bool {
	if a.state == absent || b.state == absent {
		return false
	}
	return onScreen(a.origin.Add(mgl32.Vec3{0, 0, eyeHeight}), a.pitch, a.yaw, b, sight)
}

// onScreen reports whether a camera has the middle of a body on the screen and in plain sight.
func onScreen(eye mgl32.Vec3, lookPitch, lookYaw float32, b *pose, sight Sight) bool {
	d := b.origin.Sub(eye)
	limit := float32(farSight)
	if sight == nil {
		limit = nearSight
	}
	if !(d.Dot(d) <= limit*limit) {
		return false
	}
	across := math.Hypot(float64(d[0]), float64(d[1]))
	yaw := math.Remainder(math.Atan2(float64(d[1]), float64(d[0]))*180/math.Pi-float64(lookYaw), 360)
	pitch := -math.Atan2(float64(d[2]), across)*180/math.Pi - float64(lookPitch)
	if math.Abs(yaw) > screenWidth || math.Abs(pitch) > screenHeight {
		return false
	}
	return sight == nil || sight(eye, b.origin) || sight(eye, b.origin.Add(mgl32.Vec3{0, 0, eyeHeight}))
}

// hides reports whether the body of a player in a pose lies between two places.
func (a *pose) hides(from, to mgl32.Vec3) bool {
	enter, leave := float32(0), float32(1)
	for axis := range 3 {
		low, high := a.origin[axis]-bodyWidth, a.origin[axis]+bodyWidth
		if axis == 2 {
			low, high = a.origin[2]-bodyBelow, a.origin[2]+bodyAbove
		}
		d := to[axis] - from[axis]
		if d == 0 {
			if from[axis] < low || from[axis] > high {
				return false
			}
			continue
		}
		near, far := (low-from[axis])/d, (high-from[axis])/d
		enter, leave = max(enter, min(near, far)), min(leave, max(near, far))
	}
	return enter <= leave
}

// bodyWidth, bodyBelow and bodyAbove are how far the body of a player reaches from its origin, in
// units, in every game.
const bodyWidth, bodyBelow, bodyAbove = 16, 24, 32
