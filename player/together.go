package player

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/formats"
	"demoscope/player/scan"
	"demoscope/player/timeline"
	"demoscope/player/world"
)

// Beside a demo, other recordings of the same game can be watched as one with it: each adds what its recorder
// alone knows. The times of their servers lay them over one another.

// Other is a recording of the game of another demo. [Together] makes it.
type Other struct {
	demo    *formats.Demo
	offsets []float64 // see [world.World].Offsets
}

// Sum is [formats.Demo.Sum] of the recording.
func (o Other) Sum() [sha256.Size]byte { return o.demo.Sum() }

// maxOthers bounds the recordings of one game: more play in none that is recorded so.
const maxOthers = 16

const (
	// maxGlimpses is how many frames of a demo, and places of things that move in them, are compared with
	// those of others: more than ten minutes of a crowded game.
	maxGlimpses = 1 << 20
	// maxCompared is how many levels, frames and places of a demo are compared with those of another one:
	// each level of an evening with ten games on the same map.
	maxCompared = 10 << 20
	// samePlace is how far apart, in units, a thing may be that two recordings have at one time: some have
	// parts of a unit.
	samePlace = 2
	// leastGlimpses is how many places of things that move must be compared, or how many times where nobody
	// saw the same.
	leastGlimpses = 10
	// apartMost is by how many seconds clocks may differ that are to agree.
	apartMost = 0.05
)

// TogetherError says why a recording is not of the same game.
type TogetherError struct {
	Other  int // which of them, from 0
	Reason string
}

func (e *TogetherError) Error() string { return e.Reason }

// Together returns the others as recordings of the game of a demo, for [Options]. It reads all of them. The error is a
// [*TogetherError].
func Together(demo *formats.Demo, others []*formats.Demo) ([]Other, error) {
	if len(others) > maxOthers {
		return nil, fmt.Errorf("too many recordings: %d; at most %d can be played together", len(others)+1,
			maxOthers+1)
	}
	if err := OneKind(demo, others); err != nil {
		return nil, err
	}
	base := glance(demo)
	switch {
	case !base.seen:
		return nil, errors.New("no players in this demo")
	case !base.alone && base.views:
		return nil, errEverybody
	case !base.alone:
		return nil, errNobody
	}
	var list []Other
	for i, o := range others {
		refuse := func(reason string) ([]Other, error) { return nil, &TogetherError{i, reason} }
		if o.Sum() == demo.Sum() || slices.ContainsFunc(others[:i], func(b *formats.Demo) bool {
			return b.Sum() == o.Sum()
		}) {
			return refuse("this recording is given twice")
		}
		sights := glance(o)
		offsets, reason := base.offsets(sights)
		if reason != "" {
			return refuse(reason)
		}
		list = append(list, Other{demo: o, offsets: offsets})
	}
	return list, nil
}

// errNobody says that a server has recorded a demo, which has where everybody was but no player's view,
// health or lines.
var errNobody = errors.New(
	"it is a server's recording, with no player's view: name a player's recording first, and this one beside it")

// errEverybody says that nobody's recording adds anything to a demo.
var errEverybody = errors.New("it already contains every player's view")

// OneKind refuses what cannot be recordings of the game of a demo by their formats alone, as [Together] does.
func OneKind(demo *formats.Demo, others []*formats.Demo) error {
	if ofServer(demo) {
		return errEverybody
	}
	for i, o := range others {
		switch {
		case ofServer(o) && o.Game == demo.Game:
			return &TogetherError{i, errEverybody.Error() + ": watch it alone"}
		case o.Format.Name != demo.Format.Name:
			return &TogetherError{i, fmt.Sprintf("%s and %s are different games", kind(o), kind(demo))}
		}
	}
	return nil
}

// ofServer reports whether a server has recorded a demo, by its format.
func ofServer(d *formats.Demo) bool { return d.Format.Name == "mvd" || d.Format.Name == "mvd2" }

// kind names the format of a demo. Those of Quake III have the protocol for an extension.
func kind(d *formats.Demo) string {
	if d.Game == "quake3" {
		return "a demo of Quake III"
	}
	return "a ." + d.Format.Name
}

// glimpses are what is compared of a demo.
type glimpses struct {
	seen   bool // it has a frame
	alone  bool // one player's view is recorded
	views  bool // others' are
	levels []glimpsed
	// compared is how much was compared with the last other one: see maxCompared.
	compared int
}

// glimpsed is a level of a demo.
type glimpsed struct {
	name        string
	first, last float64 // times of its frames by the demo's own clock, in seconds
	offset      float64 // by what the viewer's clock is ahead of it
	frames      map[float64][]placed
	places      int // in all frames
	quake2      *quake2Level
	restarts    map[int32]bool // of Quake III: see [world.Level.ServerCount]
	single      bool           // a game of Quake for one player
}

// quake2Level is what tells a level of Quake II from those of other servers, which count their frames from 1
// as well: their times are the same. nil in other games.
type quake2Level struct {
	gameDir     string
	checksum    uint32 // of the map
	hasChecksum bool
	serverCount int32          // see [world.Level]
	names       map[named]bool // of those who were there
	own         map[named]bool // of the recorder
}

// named is a player's name, with its slot.
type named struct {
	slot int
	name string
}

// maxNames bounds the names of players on a level that are compared: more than all slots have, with some new names.
const maxNames = 1 << 10

// note takes what a frame says.
func (q *quake2Level) note(w *world.World) {
	l := w.Level()
	q.gameDir, q.checksum, q.hasChecksum, q.serverCount = strings.ToLower(l.GameDir), l.Checksum, l.HasChecksum,
		l.ServerCount
	if q.gameDir == "baseq2" {
		q.gameDir = ""
	}
	for i := range w.Players {
		n := named{i, w.Players[i].Name}
		if n.name == "" || q.names[n] || len(q.names) >= maxNames {
			continue
		}
		q.names[n] = true
		if i == w.Recorder {
			q.own[n] = true
		}
	}
}

// apart says why two levels are not of one game, "" if nothing tells.
func (q *quake2Level) apart(o *quake2Level) string {
	const client = 0x10000 // clients add that to it where their recordings begin
	d := int64(q.serverCount) - int64(o.serverCount)
	switch {
	case q.gameDir != o.gameDir:
		return "its server has another game folder"
	case q.hasChecksum && o.hasChecksum && q.checksum != o.checksum:
		return "its map is another build: the checksums differ"
	case q.serverCount != 0 && o.serverCount != 0 && d != 0 && d != client && d != -client:
		return otherServer
	case !q.has(o) || !o.has(q):
		return "one has no player of the other's recorder's name"
	}
	return ""
}

// has reports whether the recorder of another recording was there, or may have been.
func (q *quake2Level) has(o *quake2Level) bool {
	if len(o.own) == 0 || len(q.names) == 0 || len(q.names) >= maxNames {
		return true
	}
	for n := range o.own {
		if q.names[n] {
			return true
		}
	}
	return false
}

// maxRestarts bounds the restarts of a level of Quake III that are compared: a level has a few.
const maxRestarts = 64

// note takes what a frame says of its game.
func (l *glimpsed) note(w *world.World) {
	switch level := w.Level(); {
	case l.quake2 != nil:
		l.quake2.note(w)
	case w.Game == world.Quake3 && len(l.restarts) < maxRestarts:
		l.restarts[level.ServerCount] = true
	case w.Game == world.Quake:
		l.single = level.MaxClients == 1
	}
}

// apart says why two levels are not of one game, "" if nothing tells.
func (l *glimpsed) apart(o *glimpsed) string {
	switch {
	case l.single || o.single:
		return "one of the games is for one player"
	case l.quake2 != nil && o.quake2 != nil:
		return l.quake2.apart(o.quake2)
	case len(l.restarts) == 0 || len(o.restarts) == 0 || len(l.restarts) >= maxRestarts ||
		len(o.restarts) >= maxRestarts || l.restarts[0] || o.restarts[0]:
		return ""
	}
	for count := range l.restarts {
		if o.restarts[count] {
			return ""
		}
	}
	return otherServer
}

// otherServer says that a server's numbers of its levels differ.
const otherServer = "its server is another one, or has begun the level anew"

// enough reports whether there is enough of a level to tell one from another.
func (l *glimpsed) enough() bool { return len(l.frames) >= leastGlimpses || l.places >= leastGlimpses }

// placed is a thing that has moved since the frame before.
type placed struct {
	number int32
	origin mgl32.Vec3
}

// glance reads a demo.
func glance(demo *formats.Demo) *glimpses {
	g := &glimpses{}
	c := cursorOf(demo)
	c.World.Since = math.Inf(1)
	var level *glimpsed
	glimpses, count := 0, 0
	for c.Next() == nil {
		w := c.World
		if w.LevelCount != count {
			count = w.LevelCount
			g.levels = append(g.levels, glimpsed{first: math.NaN(), offset: math.NaN(), frames: map[float64][]placed{},
				restarts: map[int32]bool{}})
			level = &g.levels[len(g.levels)-1]
		}
		if level == nil || !w.Began() || w.Clock != w.FrameClock {
			continue
		}
		if math.IsNaN(level.first) {
			level.name, level.first, level.offset = w.Level().Map, w.Time, w.Clock-w.Time
			if w.Game == world.Quake2 {
				level.quake2 = &quake2Level{names: map[named]bool{}, own: map[named]bool{}}
			}
		}
		level.last = w.Time
		level.note(w)
		g.seen, g.alone = true, g.alone || w.View.Known
		for i := range w.Players {
			g.views = g.views || w.Players[i].EyeKnown
		}
		if glimpses++; glimpses > maxGlimpses {
			continue
		}
		var list []placed
		for i := range w.Entities {
			e := &w.Entities[i]
			if old := world.EntityIn(w.PrevEntities, e.Number); old != nil && old.Origin != e.Origin {
				list = append(list, placed{e.Number, e.Origin})
			}
		}
		glimpses += len(list)
		level.places += len(list) - len(level.frames[w.Time])
		level.frames[w.Time] = list
	}
	return g
}

// offsets returns by how much the clocks of another recording's levels are ahead of its own times if they lie
// on the axis of g, or why they do not.
func (g *glimpses) offsets(o *glimpses) (list []float64, reason string) {
	list = make([]float64, len(o.levels))
	begins := make([]float64, len(o.levels)) // by the axis, where each level is first shown
	common, at := false, 0
	g.compared = 0
	reason = "it shares no time with the other: it is of another map, or of another time"
	longer := map[string][]int{} // those levels of g that can be told from others
	short := map[string]bool{}   // the names of others
	for k := range g.levels {
		if m := &g.levels[k]; m.enough() {
			longer[m.name] = append(longer[m.name], k)
		} else {
			short[m.name] = true
		}
	}
	for i := range o.levels {
		l := &o.levels[i]
		list[i] = math.NaN()
		own := longer[l.name]
		if short[l.name] || !l.enough() && len(own) > 0 {
			reason = "it shares no time with the other: too little is recorded of its levels to tell them from others"
		}
		if !l.enough() {
			continue
		}
		first, _ := slices.BinarySearch(own, at)
		for _, k := range own[first:] {
			if g.compared++; g.compared > maxCompared {
				break
			}
			m := &g.levels[k]
			if !(m.first <= l.last && l.first <= m.last) {
				continue
			}
			if why := m.apart(l); why != "" {
				reason = "it is of another game: " + why
				continue
			}
			if !m.agrees(l, &g.compared) {
				reason = "it shares no time with the other: what moves is not at the same places at the same times"
				continue
			}
			// What the other has before the first one's frames of the level, which had to load it, passes at once.
			list[i], common, at = m.offset, true, k+1
			begins[i] = max(l.first, m.first) + m.offset
			break
		}
	}
	if !common {
		return nil, reason
	}
	// What lies before a level that both have goes before it, as long as it is.
	for i := len(list) - 2; i >= 0; i-- {
		l := &o.levels[i]
		if math.IsNaN(list[i]) && !math.IsNaN(list[i+1]) && !math.IsNaN(l.first) {
			list[i] = o.levels[i+1].first + list[i+1] - 1 - l.last
			begins[i] = l.first + list[i]
		}
	}
	end := math.Inf(-1)
	for i := range list {
		l := &o.levels[i]
		if math.IsNaN(list[i]) || math.IsNaN(l.first) {
			continue
		}
		if begins[i] < end-apartMost {
			return nil, "its level before goes on where that of the other has ended, and the next one has begun"
		}
		end = l.last + list[i]
	}
	return list, ""
}

// agrees reports whether another recording's level is of the same game at the same times. It counts what it compares.
func (m *glimpsed) agrees(l *glimpsed, count *int) bool {
	near, compared, times := 0, 0, 0
	inside := 0
	*count += len(l.frames)
	for t, things := range l.frames {
		if t < m.first || t > m.last {
			continue
		}
		inside++
		own, ok := m.frames[t]
		if !ok {
			continue
		}
		times++
		*count += len(things) + len(own)
		for len(things) > 0 && len(own) > 0 { // both rise by number
			a, b := &things[0], &own[0]
			if a.number == b.number {
				compared++
				if a.origin.Sub(b.origin).Len() <= samePlace {
					near++
				}
			}
			if a.number <= b.number {
				things = things[1:]
			}
			if b.number <= a.number {
				own = own[1:]
			}
		}
	}
	if compared >= leastGlimpses {
		return near*10 >= compared*9
	}
	// Nobody was where another one was. Times of other servers are others: they have many digits in some
	// games. Those that either has lost are not there.
	return times >= leastGlimpses && times*2 >= inside
}

// companion is another recording of the game that a [Player] plays.
type companion struct {
	of     Other
	cursor *scan.Cursor
	index  *timeline.Timeline
	block  int // of its world when it was laid last
}

// together is what a [Player] has of all recordings that it plays as one.
type together struct {
	others []*companion
	worlds []*world.World // of those of the others that are laid
	laid   *world.World
	// block is that of the player's own world, and which are the others, when the world was laid last.
	block int
	which uint32
}

func newTogether(list []Other, index timeline.Options) *together {
	if len(list) == 0 {
		return nil
	}
	t := &together{laid: world.NewLaid(), block: -1}
	for _, o := range list {
		index.Surveys, index.Offsets = nil, o.offsets
		t.add(o, timeline.Start(o.demo.Format.Name, o.demo.Decoder(), o.demo.Size(), index))
	}
	return t
}

// add adds a recording at its beginning.
func (t *together) add(o Other, index *timeline.Timeline) {
	c := &companion{of: o, cursor: cursorOf(o.demo), index: index, block: -1}
	c.cursor.World.Offsets = o.offsets
	t.others = append(t.others, c)
}

// again returns the same recordings at their beginnings, with the indexes of t.
func (t *together) again() *together {
	if t == nil {
		return nil
	}
	a := &together{laid: world.NewLaid(), block: -1}
	for _, c := range t.others {
		a.add(c.of, c.index)
	}
	return a
}

// all returns the other recordings, none of nil.
func (t *together) all() []*companion {
	if t == nil {
		return nil
	}
	return t.others
}

func (t *together) close() {
	for _, c := range t.all() {
		c.index.Stop()
	}
}

// move brings all others to a clock; false if stop ended that before.
func (t *together) move(clock float64, stop func() bool) bool {
	there := true
	for _, c := range t.others {
		approach(c.cursor, c.index, clock)
		there = c.cursor.Reach(clock, stop) && there
	}
	return there
}

// along returns which of the others are at the moment of base, one bit each.
func (t *together) along(base *world.World) (which uint32) {
	for i, c := range t.others {
		if c.cursor.World.SameMoment(base) {
			which |= 1 << i
		}
	}
	return which
}

// lay returns the world of all at the moment where they are.
func (t *together) lay(base *world.World) *world.World { return t.layThese(base, t.along(base)) }

// layThese returns the world of base and of some of the others, by one bit each, where they are.
func (t *together) layThese(base *world.World, which uint32) *world.World {
	changed := t.block != base.Block || t.which != which
	t.block, t.which = base.Block, which
	t.worlds = t.worlds[:0]
	for i, c := range t.others {
		if b := c.cursor.World.Block; b != c.block {
			c.block, changed = b, true
		}
		if which>>i&1 != 0 && c.cursor.World.SameLevel(base) {
			t.worlds = append(t.worlds, c.cursor.World)
		}
	}
	if changed {
		t.laid.Lay(base, t.worlds)
	}
	return t.laid
}
