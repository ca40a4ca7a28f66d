package timeline

import (
	"math"
	"slices"
	"sort"
	"strings"
	"unsafe"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player/world"
)

// Sample is a player's state at a time.
type Sample struct {
	Clock float32 // viewer's seconds
	// Speed is the speed over ground in units per second, negative if unknown.
	Speed  float32
	Origin mgl32.Vec3 // in units
	// Begins is set if the player has just appeared or teleported, so that no path leads to the sample.
	Begins bool
	// Dead is set if the player was dead.
	Dead bool
	// Pitch and Yaw are the view angles in 256ths of a turn. They fit into the padding after the fields before.
	Pitch, Yaw int8
}

// Look returns the view angles in degrees, from -180 to 180.
func (s *Sample) Look() (pitch, yaw float32) {
	return float32(s.Pitch) * lookStep, float32(s.Yaw) * lookStep
}

// lookStep is the unit of a Sample's Pitch and Yaw, in degrees.
const lookStep = 360.0 / 256

// lookSteps converts an angle from degrees to that unit, and NaN to 0.
func lookSteps(degrees float32) int8 {
	turn := float64(degrees)
	switch { // math.Remainder is slow, and nearly all angles are within a turn
	case turn >= -180 && turn <= 180:
	case turn > 180 && turn < 540:
		turn -= 360
	case turn < -180 && turn > -540:
		turn += 360
	default:
		turn = math.Remainder(turn, 360)
		if math.IsNaN(turn) {
			return 0
		}
	}
	return int8(int(math.Round(turn / lookStep)))
}

const (
	// trackEvery is the interval between samples in seconds. It is doubled whenever the memory is exhausted.
	trackEvery = 0.05
	// trackBreak is the number of intervals without a sample after which a track begins again. trackSeconds is
	// the minimum time for that.
	trackBreak   = 4
	trackSeconds = 0.3
	// tracksShare is the divisor for the part of an index's memory that tracks may take.
	tracksShare = 8
	sampleBytes = int64(unsafe.Sizeof(Sample{}))
	// A move along any axis that exceeds trackJump units plus trackSpeed units per second is a teleport or a
	// respawn.
	trackJump, trackSpeed = 64, 1600
)

// told is a player's name and team in a world.
type told struct {
	name, team string
	teams      bool
}

// tracker records the tracks of all players.
type tracker struct {
	list  [][]Sample // by slot
	names []string   // by slot: last names
	teams []string   // by slot: last teams, empty without teams
	told  []told     // by slot: sources of names and teams
	// recorder is the slot of the last player whose view was recorded, or world.Nobody.
	recorder int
	every    float64
	level    int
	begin    []bool    // by slot: the next sample begins a new path
	last     []float64 // by slot: time of the last sample
	bytes    int64
	most     int64
}

// frame records the players of a new frame.
func (k *tracker) frame(w *world.World) {
	for i := range w.Players {
		p := &w.Players[i]
		if !p.Visible || p.Spectator {
			continue
		}
		if i < len(k.last) && w.FrameClock-k.last[i] < k.every-trackSlack && !p.NoLerp && !p.Dead &&
			w.LevelCount == k.level && k.told[i].is(p, w) && (i != w.Recorder || i == k.recorder) {
			continue // no sample is due
		}
		if finite(p.Pose.Origin) {
			k.add(w, i, p)
			if i == w.Recorder {
				k.recorder = i
			}
		}
	}
	k.level = w.LevelCount
	for k.bytes > k.most && k.thin() {
	}
}

func (k *tracker) add(w *world.World, slot int, p *world.Player) {
	for slot >= len(k.list) {
		k.list, k.begin, k.last = append(k.list, nil), append(k.begin, true), append(k.last, math.Inf(-1))
		k.names, k.teams, k.told = append(k.names, ""), append(k.teams, ""), append(k.told, told{})
	}
	k.called(w, slot, p)
	if p.NoLerp || p.Dead || w.LevelCount != k.level {
		k.begin[slot] = true
	}
	if w.FrameClock-k.last[slot] < k.every-trackSlack {
		return
	}
	list := k.list[slot]
	s := Sample{Clock: float32(w.FrameClock), Speed: -1, Origin: p.Pose.Origin, Begins: true, Dead: p.Dead}
	look := w.Game.ViewAngles(p, &p.Pose)
	if w.SharesView(slot) {
		look = w.View.Angles
	}
	s.Pitch, s.Yaw = lookSteps(look[0]), lookSteps(look[1])
	var last *Sample
	if n := len(list); n > 0 {
		last = &list[n-1]
		dt := s.Clock - last.Clock
		s.Begins = k.begin[slot] || float64(dt) > max(trackSeconds, trackBreak*k.every) ||
			far(s.Origin.Sub(last.Origin), trackJump+trackSpeed*dt)
		if !s.Begins {
			s.Speed = overGround(s.Origin.Sub(last.Origin)) / dt
		}
	}
	if p.Pose.VelocityKnown {
		s.Speed = overGround(p.Pose.Velocity)
	}
	if !(s.Speed < impossible) {
		s.Speed = -1
	}
	k.begin[slot], k.last[slot] = false, float64(s.Clock)
	before := cap(list)
	if len(list) == before {
		list = slices.Grow(list, max(1, len(list)/2)) // append alone would copy long lists twice as often
	}
	k.list[slot] = append(list, s)
	k.bytes += int64(cap(k.list[slot])-before) * sampleBytes
}

// called records a player's name and team.
func (k *tracker) called(w *world.World, slot int, p *world.Player) {
	was := &k.told[slot]
	if was.is(p, w) {
		return
	}
	*was = told{p.Name, p.Team, w.Match.Teams}
	if name := cut(p.Name); k.names[slot] != name {
		k.names[slot] = strings.Clone(name) // it may be a small part of a text that the world no longer needs
	}
	team := ""
	if w.Match.Teams {
		team = cut(p.Team)
	}
	if k.teams[slot] != team {
		k.teams[slot] = strings.Clone(team)
	}
}

// is reports whether the player's name and team are unchanged.
func (t *told) is(p *world.Player, w *world.World) bool {
	return world.SameText(t.name, p.Name) && world.SameText(t.team, p.Team) && t.teams == w.Match.Teams
}

const (
	trackSlack = 1e-3 // tolerance for rounded times
	// impossible is a speed that no player reaches, in units per second.
	impossible = 1e5
)

func overGround(v mgl32.Vec3) float32 { return float32(math.Hypot(float64(v[0]), float64(v[1]))) }

func far(d mgl32.Vec3, limit float32) bool {
	return !(max(d[0], d[1], d[2], -d[0], -d[1], -d[2]) <= limit)
}

// thin removes every second sample, and doubles the interval between new ones. It returns false if there is
// nothing to remove. Readers keep their samples.
func (k *tracker) thin() bool {
	k.every *= 2
	k.bytes = 0
	left := false
	for i, list := range k.list {
		shorter := make([]Sample, 0, len(list)/2+1)
		begins := false
		for n, s := range list {
			begins = begins || s.Begins
			if n%2 == 0 {
				s.Begins = begins
				shorter, begins = append(shorter, s), false
			}
		}
		k.begin[i] = k.begin[i] || begins
		if n := len(shorter); n > 0 {
			k.last[i] = float64(shorter[n-1].Clock)
		}
		k.list[i] = shorter
		k.bytes += int64(cap(shorter)) * sampleBytes
		left = left || len(shorter) > 1
	}
	return left
}

// published returns the tracks so far, for readers. Later samples do not change it.
func (k *tracker) published() [][]Sample { return slices.Clone(k.list) }

// Track returns the samples of the player in a slot between two viewer's times, in order, from the part of the
// demo read so far.
func (t *Timeline) Track(slot int, from, to float64) []Sample {
	t.mu.RLock()
	defer t.mu.RUnlock()
	if slot < 0 || slot >= len(t.tracks) {
		return nil
	}
	list := t.tracks[slot]
	first := sort.Search(len(list), func(i int) bool { return float64(list[i].Clock) >= from })
	end := sort.Search(len(list), func(i int) bool { return float64(list[i].Clock) > to })
	return list[first:max(first, end)]
}

// Plays reports whether the player in a slot was seen playing.
func (t *Timeline) Plays(slot int) bool { return len(t.Track(slot, 0, math.Inf(1))) > 0 }

// Tracked returns the last names of the players seen playing, by slot, in the game's charset. recorder is the
// slot of the player who recorded the demo, or [world.Nobody].
func (t *Timeline) Tracked() (names []string, recorder int) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.trackNames, t.recorder
}

// Teams returns the last teams of the players seen playing, by slot, in the game's charset. A team is empty in
// games without teams.
func (t *Timeline) Teams() []string {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.trackTeams
}
