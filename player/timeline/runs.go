package timeline

import (
	"strings"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player/world"
)

// Run is a part of a demo that can be compared with a run of another demo: a match, or a level without one.
// Times are viewer's seconds.
type Run struct {
	Map        string  // game path, "maps/e1m1.bsp"; empty if unknown
	Begin, End float64 // including a match's warm-up
	// Start is when the run's time begins: at the start of the match, or at the player's first step.
	Start float64
	Match bool
}

// Since returns how many seconds of the run have passed. It is negative before Start.
func (r *Run) Since(clock float64) float64 { return clock - r.Start }

// Runs returns the runs of the player in a slot, in order of time, in the part of the demo read so far. If
// matches is not set, each level with frames is one run.
func (t *Timeline) Runs(slot int, matches bool) (list []Run) {
	levels, events := t.Levels(), t.Events()
	for i := range levels {
		l := &levels[i]
		if l.Empty {
			continue
		}
		first := len(list)
		for len(events) > 0 && events[0].Clock < l.End {
			if e := &events[0]; matches && e.Kind == world.EventMatchStart && e.Clock >= l.Start {
				list = append(list, Run{Map: l.Map, Begin: e.Clock, End: l.End, Start: e.Clock, Match: true})
			}
			events = events[1:]
		}
		if len(list) == first {
			start, ok := firstStep(t.Track(slot, l.Start, l.End))
			if !ok {
				start = l.Start
			}
			list = append(list, Run{Map: l.Map, Begin: l.Start, End: l.End, Start: start})
			continue
		}
		list[first].Begin = l.Start
		for k := first + 1; k < len(list); k++ {
			list[k-1].End = list[k].Begin
		}
	}
	return list
}

const (
	// stillWithin is the maximum distance over ground from the start, in units, of a player who has not moved.
	// stepLength is the minimum distance of one who has.
	stillWithin, stepLength = 1, 8
)

// firstStep returns when the player of a track began to move: the last time at the position where the player
// appeared. Falling does not count. A player who appears again starts again.
func firstStep(track []Sample) (clock float64, ok bool) {
	var from mgl32.Vec3
	for i := range track {
		s := &track[i]
		if i == 0 || s.Begins {
			from, clock = s.Origin, float64(s.Clock)
			continue
		}
		switch d := overGround(s.Origin.Sub(from)); {
		case d <= stillWithin:
			clock = float64(s.Clock)
		case d >= stepLength:
			return clock, true
		}
	}
	return 0, false
}

// RunAt returns the index of the run at a viewer's time, or the first run before its beginning; -1 if there is
// none.
func RunAt(list []Run, clock float64) int {
	at := min(0, len(list)-1)
	for i := range list {
		if list[i].Begin <= clock {
			at = i
		}
	}
	return at
}

// Counterpart returns the index of the run of another demo that corresponds to list[at]: the one with the same
// number among those on the same map, or otherwise the last of these. It returns -1 if there is none.
func Counterpart(list []Run, at int, other []Run) int {
	same := func(r *Run) bool { return r.Map != "" && strings.EqualFold(r.Map, list[at].Map) }
	number := 0
	for i := range at {
		if same(&list[i]) {
			number++
		}
	}
	found := -1
	for i := range other {
		if same(&other[i]) && number >= 0 {
			found = i
			number--
		}
	}
	return found
}

const (
	// nearPlace is the maximum distance, in units, at which a track passes a position: less than the width of a
	// corridor.
	nearPlace = 96
	// sameDistance is the difference in distance, in units, up to which points of a pass count as equally near.
	// So for a player who stands there, the requested time counts.
	sameDistance = 1
	// walking is the minimum speed of a moving player, in units per second.
	walking = 50
)

// Passing returns the time at which a track passes a position, in viewer's seconds. Of several passes, it uses
// the one closest in time to around, at its point nearest to the position. Players moving against velocity, in
// units per second, do not count. ok is false if there is no pass.
func Passing(track []Sample, at, velocity mgl32.Vec3, around float64) (clock float64, ok bool) {
	var best, near float64 // best is the time difference to around, in seconds; near is the time of the current pass
	least := float32(nearPlace)
	passes := false
	end := func() {
		if d := near - around; passes && (!ok || max(d, -d) < best) {
			clock, ok, best = near, true, max(d, -d)
		}
		least, passes = nearPlace, false
	}
	reach := mgl32.Vec3{nearPlace, nearPlace, nearPlace}
	low, high := at.Sub(reach), at.Add(reach)
	for i := 1; i < len(track); i++ {
		a, b := &track[i-1], &track[i]
		// Most of a track is far away.
		if o, e := &a.Origin, &b.Origin; beyond(low[0], high[0], o[0], e[0]) || beyond(low[1], high[1], o[1], e[1]) {
			if passes {
				end()
			}
			continue
		}
		way := b.Origin.Sub(a.Origin)
		time := b.Clock - a.Clock
		if b.Begins || !(time > 0) {
			end()
			continue
		}
		if way.Dot(velocity) < 0 && velocity.Len() > walking && way.Len() > walking*time {
			end()
			continue
		}
		d, part := segmentDistance(at, a.Origin, way)
		if !(d <= nearPlace) {
			end()
			continue
		}
		when := float64(a.Clock) + float64(part*time)
		if way.Len() <= sameDistance { // a player who stands is there all the time
			when = max(float64(a.Clock), min(float64(b.Clock), around))
		}
		switch {
		case !passes || d < least-sameDistance:
			least, near, passes = d, when, true
		case d <= least+sameDistance:
			if off, was := when-around, near-around; max(off, -off) < max(was, -was) {
				near = when
			}
			least = min(least, d)
		}
	}
	end()
	return clock, ok
}

// beyond reports whether two coordinates are on the same side of an interval.
func beyond(low, high, a, b float32) bool { return a < low && b < low || a > high && b > high }

// segmentDistance returns the distance between a position and a line segment, and at which part of the segment,
// 0 to 1, it is nearest.
func segmentDistance(at, from, way mgl32.Vec3) (distance, part float32) {
	to := at.Sub(from)
	if l := way.Dot(way); l > 0 {
		part = max(0, min(1, to.Dot(way)/l))
	}
	return to.Sub(way.Mul(part)).Len(), part
}
