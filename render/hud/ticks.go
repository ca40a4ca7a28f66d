package hud

import (
	"math"
	"sort"

	"demoscope/player/bookmarks"
	"demoscope/player/timeline"
	"demoscope/player/weapon"
	"demoscope/player/world"
	"demoscope/render/draw"
	"demoscope/render/setting"
)

// lane is a row of ticks: classes with many events have one of their own, so that
// they do not hide others.
type lane uint8

const (
	laneKills lane = iota // above the track
	laneSpeech
	laneItems
	laneWhole // across the track: levels, matches, demo marks
	laneCount
)

// tick is one line on the track: the events in a cell.
type tick struct {
	class Class
	rank  uint8 // the highest of the events, 0 if there are none
	count uint8 // of events in the cell, at most 255
	event int32 // index of the event of the highest rank
}

const (
	// tickCell is the width of a cell in units: a lane has one tick in each, so that no two are closer.
	tickCell = 4
	// crowded is the part of a lane's cells that may have ticks before its lowest
	// rank is left out.
	crowded = 0.4
	// maxRank is the highest rank, and maxCount the largest count that makes a
	// difference.
	maxRank  = 5
	maxCount = 8
)

// ticks are the ticks on the track, thinned to stay distinct.
type ticks struct {
	cells [laneCount][]tick
	key   ticksKey
}

// ticksKey is what the ticks depend on.
type ticksKey struct {
	events   *timeline.Event
	count    int
	duration float64
	track    Rect
	unit     float32
	viewer   Viewer
	filter   ClassSet
}

// laneOf returns the lane of an event of a class, and its rank there, 1 to 5.
func laneOf(c Class, e *timeline.Event) (lane, uint8) {
	switch c {
	case ClassKill:
		return laneKills, 1
	case ClassMine:
		return laneKills, 5
	case ClassDeath:
		return laneKills, 4
	case ClassChat:
		return laneSpeech, 1
	case ClassItem:
		if e.Kind == world.EventSecret {
			return laneItems, 4
		}
		return laneItems, weapon.ItemNamed(e.Item).Weight()
	case ClassFlag:
		if e.Kind == world.EventCapture {
			return laneItems, 5
		}
		return laneItems, 4
	case ClassDemoMark:
		return laneWhole, 5
	case ClassMatch:
		return laneWhole, 4
	}
	return laneWhole, 3
}

// update makes the ticks if something that they depend on has changed.
func (t *ticks) update(in *Input, b *Bar, unit float32) {
	events := in.visibleEvents()
	key := ticksKey{count: len(events), duration: in.Duration, track: b.Track, unit: unit, viewer: in.viewer(),
		filter: in.barFilter()}
	if len(events) > 0 {
		key.events = &events[0]
	}
	if key == t.key {
		return
	}
	t.key = key
	n := t.size()
	for l := range t.cells {
		if cap(t.cells[l]) < n {
			t.cells[l] = make([]tick, n)
		}
		t.cells[l] = t.cells[l][:n]
		clear(t.cells[l])
	}
	if !(in.Duration > 0) {
		return
	}
	for i := range events {
		e := &events[i]
		c := key.viewer.Class(e)
		if c == ClassNone || !key.filter.Has(c) || c == ClassLevel && e.Clock <= in.firstLevel() {
			continue
		}
		l, rank := laneOf(c, e)
		k := &t.cells[l][t.cellOf(b.XAt(e.Clock, in.Duration))]
		k.count = min(k.count, math.MaxUint8-1) + 1
		if rank > k.rank {
			k.class, k.rank, k.event = c, rank, int32(i)
		}
	}
	for l := range t.cells {
		if lane(l) == laneItems || lane(l) == laneSpeech {
			thin(t.cells[l])
		}
	}
}

// size returns how many cells the track has.
func (t *ticks) size() int { return max(1, int(t.key.track.W/t.width())+1) }

// width returns the width of a cell in whole pixels.
func (t *ticks) width() float32 { return max(2, round(tickCell*t.key.unit)) }

// cellOf returns the cell at a place of the track.
func (t *ticks) cellOf(x float32) int {
	return max(0, min(t.size()-1, int((x-t.key.track.X)/t.width())))
}

// thin removes ticks from a crowded lane: the lowest rank first, and within it the
// cells with the fewest events. Of equal ones every second stays.
func thin(cells []tick) {
	limit := int(crowded * float64(len(cells)))
	var taken [maxRank + 1][maxCount + 1]int
	total := 0
	for i := range cells {
		if k := &cells[i]; k.rank > 0 {
			taken[k.rank][min(k.count, maxCount)]++
			total++
		}
	}
	for rank := range taken {
		for count, n := range taken[rank] {
			if n == 0 || total <= limit {
				continue
			}
			// Remove all of them, unless nothing would be left.
			every := n == total
			odd := false
			for i := range cells {
				k := &cells[i]
				if int(k.rank) != rank || int(min(k.count, maxCount)) != count {
					continue
				}
				if odd = !odd; every && odd {
					continue
				}
				*k = tick{}
				total--
			}
		}
	}
}

// near returns the index of the event whose tick is nearest to a place of the track,
// within reach pixels, with a preference for higher ranks, but not for marks, which may
// lie on any event; -1 if there is none.
func (t *ticks) near(x, reach float32) int {
	found, best := -1, float32(math.Inf(1))
	if len(t.cells[0]) == 0 {
		return found
	}
	w := t.width()
	first, last := t.cellOf(x-reach-w), t.cellOf(x+reach)
	for l := range t.cells {
		for i := first; i <= last; i++ {
			k := &t.cells[l][i]
			if k.rank == 0 {
				continue
			}
			middle := t.key.track.X + (float32(i)+0.5)*w
			d := float32(math.Abs(float64(middle - x)))
			if d > reach+w/2 {
				continue
			}
			// A step of rank outweighs a pixel and a half.
			if k.class != ClassDemoMark {
				d -= 1.5 * float32(k.rank)
			}
			if d < best {
				found, best = int(k.event), d
			}
		}
	}
	return found
}

// drawOrder has the lane that goes across the others first, so that it covers none of
// them.
var drawOrder = [laneCount]lane{laneWhole, laneSpeech, laneItems, laneKills}

// draw draws the ticks around the line of the track that begins at y and is
// thick pixels high.
func (t *ticks) draw(out *draw.Buffer, u, y, thick float32) {
	w := t.width()
	thin := max(1, round(2*u))
	track := t.key.track
	above, below := y-round(2*u), y+thick+round(2*u)
	// The lane below the track has two rows, one for items and one for chat.
	row := max(2, round(3.5*u))
	for _, l := range drawOrder {
		for i := range t.cells[l] {
			k := &t.cells[l][i]
			if k.rank == 0 {
				continue
			}
			x := track.X + float32(i)*w
			color := classes[k.class].color
			switch l {
			case laneKills:
				// The height shows how many kills there are.
				height := round((3.5 + 2*float32(min(k.count, 5))) * u)
				out.Rect(x, above-height, thin, height, color)
			case laneItems:
				out.Rect(x, below, thin, row, color)
			case laneSpeech:
				out.Rect(x, below+row+max(1, round(u)), thin, row, color)
			case laneWhole:
				out.Rect(x, track.Y+5*u, max(1, round(1.5*u)), track.H-10*u, color)
			}
		}
	}
}

// visibleEvents returns the events that are not hidden as spoilers.
func (in *Input) visibleEvents() []timeline.Event {
	if in.On(setting.Spoilers) {
		return in.Events
	}
	return in.Events[:countUntil(in.Events, in.Clock)]
}

// countUntil returns how many events are not after clock.
func countUntil(events []timeline.Event, clock float64) int {
	return sort.Search(len(events), func(i int) bool { return events[i].Clock > clock })
}

// firstLevel returns when the first level begins, which gets no tick.
func (in *Input) firstLevel() float64 {
	if len(in.Levels) == 0 {
		return 0
	}
	return in.Levels[0].Start
}

// viewer returns the player by which events are classed.
func (in *Input) viewer() Viewer {
	return Viewer{Slot: in.Watched, Recorder: in.World != nil && in.Watched >= 0 && in.Watched == in.World.Recorder}
}

// bookmarkNear returns the index of the bookmark nearest to a place of the track,
// within reach pixels; -1 if there is none.
func (b *Bar) bookmarkNear(list []bookmarks.Mark, x float32, duration float64, reach float32) int {
	found := -1
	for i := range list {
		d := float32(math.Abs(float64(b.XAt(list[i].Clock, duration) - x)))
		if d <= reach {
			found, reach = i, d
		}
	}
	return found
}
