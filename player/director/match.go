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

// maxPlayers limits the players of a plan: those seen longest stay. Servers have at most 64 players.
const maxPlayers = 64

// match is the data of a level that a plan needs.
type match struct {
	level      int
	begin, end float64
	whole      bool
	slots      []int               // of the players, ascending
	tracks     [][]timeline.Sample // parallel to slots
	teams      []string            // parallel to slots; empty for players without a team
	highlights []highlight         // in order of time
	kickoff    float64             // start of the match, or of the level if unknown
}

// highlight is an event worth watching.
type highlight struct {
	clock   float64
	reason  Reason // ReasonKill, ReasonItem or ReasonFlag
	who     int    // index in slots, -1 if the player was never seen
	victim  int    // index in slots, -1 for none or if the player was never seen
	event   int    // slot of the victim
	item    string
	worth   float64 // relative to a kill
	carries float64 // how long the player has the item, in seconds
}

// read collects the data of a level up to a time, if it is not 0. ok is false if the level has no players.
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
	slices.SortStableFunc(m.highlights, func(a, b highlight) int { return cmp.Compare(a.clock, b.clock) })
	return m, len(m.slots) > 0
}

// limit drops the players seen least if there are too many.
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

// These are the values of highlights, where a kill is 1.
const (
	worthCapture = 1
	worthFlag    = 0.5
	worthPowerup = 0.3
	worthMega    = 0.12
	worthArmor   = 0.06
	// carryPowerup and carryFlag are how many seconds a player with a powerup or flag is more interesting.
	carryPowerup = 30
	carryFlag    = 60
)

// note adds the highlights among the events of the level.
func (m *match) note(events []timeline.Event) {
	m.kickoff = m.begin
	first := sort.Search(len(events), func(i int) bool { return events[i].Clock >= m.begin })
	for i := first; i < len(events) && events[i].Clock <= m.end; i++ {
		e := &events[i]
		if e.Kind == world.EventMatchStart && m.kickoff == m.begin {
			m.kickoff = e.Clock
		}
		a := highlight{clock: e.Clock, who: m.index(e.Player), victim: -1, event: world.Nobody, item: e.Item}
		switch {
		case e.Player < 0:
			continue
		case e.Kind == world.EventKill:
			if e.Other < 0 || e.Suicide() {
				continue
			}
			a.reason, a.victim, a.event, a.worth, a.item = ReasonKill, m.index(e.Other), e.Other, 1, ""
		case e.Kind == world.EventCapture:
			a.reason, a.worth = ReasonFlag, worthCapture
		case e.TakesFlag():
			a.reason, a.worth, a.carries = ReasonFlag, worthFlag, carryFlag
		default:
			continue
		}
		m.highlights = append(m.highlights, a)
	}
}

// take adds the pickup of an item.
func (m *match) take(it weapon.Item, t *timeline.Take) {
	if !it.Timed() || t.Slot < 0 || t.Clock < m.begin || t.Clock > m.end {
		return
	}
	a := highlight{clock: t.Clock, reason: ReasonItem, who: m.index(t.Slot), victim: -1, event: world.Nobody,
		item: it.Tag()}
	switch {
	case it.Armor():
		a.worth = worthArmor
	case it == weapon.ItemMegahealth:
		a.worth = worthMega
	default:
		a.worth, a.carries = worthPowerup, carryPowerup
	}
	m.highlights = append(m.highlights, a)
}

// index returns the index in slots of a slot, -1 if the player was never seen.
func (m *match) index(slot int) int {
	if i, ok := slices.BinarySearch(m.slots, slot); ok {
		return i
	}
	return -1
}

// enemies reports whether two players are not on one team.
func (m *match) enemies(a, b int) bool { return m.teams[a] == "" || m.teams[a] != m.teams[b] }

// pose is a player's position and view at a time.
type pose struct {
	origin     mgl32.Vec3
	pitch, yaw float32 // degrees
	state      state
}

// state is a player's state at a time.
type state uint8

const (
	absent state = iota // not seen
	dead
	alive
)

// absence is how many seconds after the last sample a player still counts as seen.
const absence = 0.3

// poseAt returns a player's pose at a time. next is the index of the first sample at or after that time, or
// len(track) if there is none.
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
		s = &track[next-1] // for dead players, every sample begins a new stretch, possibly seconds after the last
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

// at returns a player's pose at a time.
func (m *match) at(who int, clock float64) pose {
	return poseAt(m.tracks[who], firstAt(m.tracks[who], clock), clock)
}

const (
	// eyeHeight is the approximate height of the eyes above a player's origin in every game, in units.
	eyeHeight = 22
	// screenWidth and screenHeight are half of the field of view in degrees, for a 4:3 screen with a horizontal
	// field of view of 90.
	screenWidth, screenHeight = 45, 37
	// nearSight is how far players see each other if there is no map, in units.
	nearSight = 700
	// farSight is the distance in units beyond which players are too small to matter, if there is a map.
	farSight = 2500
)

// The [Behind] camera is BehindHeight units above and BehindDistance units behind the player's eyes. If a wall
// is in the way, it goes up and then back as far as there is room. Its pitch is half of the player's, plus
// BehindPitch degrees down, so that the player's body does not hide others in front.
const (
	BehindDistance = 160
	BehindHeight   = 64
	BehindPitch    = 18
)

// camera returns the position and direction of the camera for a player in a pose. outside reports whether the
// picture shows the player's own body.
func (a *pose) camera(camera Camera, sight Sight) (at mgl32.Vec3, pitch, yaw float32, outside bool) {
	eye := a.origin.Add(mgl32.Vec3{0, 0, eyeHeight})
	if camera == Eyes {
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

// room returns how far a camera can move from a position before it reaches a wall, in quarters of limit.
// direction must have length 1.
func room(sight Sight, from, direction mgl32.Vec3, limit float32) float32 {
	const clear = 6 // minimum distance of a camera from walls, in units
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

// sees reports whether a player sees the middle of another's body.
func (a *pose) sees(b *pose, sight Sight) bool {
	if a.state == absent || b.state == absent {
		return false
	}
	return onScreen(a.origin.Add(mgl32.Vec3{0, 0, eyeHeight}), a.pitch, a.yaw, b, sight)
}

// onScreen reports whether a camera sees the middle of a body.
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

// hides reports whether a player's body is between two positions.
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

// bodyWidth, bodyBelow and bodyAbove are the distances from a player's origin to the sides, the bottom and the
// top of the body, in units. They are the same in every game.
const bodyWidth, bodyBelow, bodyAbove = 16, 24, 32
