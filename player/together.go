package player

import (
	"cmp"
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

// Several recordings of one game can be played together: each adds what only its recorder knows. They are aligned by
// the times of the server.

// Other is a recording of the same game as another demo. [Together] makes it.
type Other struct {
	demo    *formats.Demo
	offsets []float64 // see [world.World].Offsets
}

// Sum is [formats.Demo.Sum] of the recording.
func (o Other) Sum() [sha256.Size]byte { return o.demo.Sum() }

// maxOthers is the maximum number of other recordings of one game. Games recorded by clients don't have more players.
const maxOthers = 16

const (
	// maxSamples is the maximum number of frames of a demo, and of positions of moving things in them, to compare with
	// other demos. It is enough for more than ten minutes of a crowded game.
	maxSamples = 1 << 20
	// maxCompared is the maximum number of levels, frames and positions of a demo to compare with another demo. It is
	// enough for each level of an evening with ten games on the same map.
	maxCompared = 10 << 20
	// samePlace is the maximum distance in units between positions of the same thing at the same time in two
	// recordings, because some contain fractions of a unit.
	samePlace = 2
	// leastSamples is the minimum number of compared positions of moving things, or of common times if no recorder saw
	// the same things.
	leastSamples = 10
	// apartMost is the maximum difference in seconds between clocks that agree.
	apartMost = 0.05
)

// TogetherError is the reason why a recording is not of the same game.
type TogetherError struct {
	Other  int // index into the others
	Reason string
}

func (e *TogetherError) Error() string { return e.Reason }

// Together checks that the others are recordings of the same game as a demo, and returns them for [Options]. It reads
// them all. If one is of another game, the error is a [*TogetherError].
func Together(demo *formats.Demo, others []*formats.Demo) ([]Other, error) {
	if len(others) > maxOthers {
		return nil, fmt.Errorf("too many recordings: %d; at most %d can be played together", len(others)+1,
			maxOthers+1)
	}
	if err := OneKind(demo, others); err != nil {
		return nil, err
	}
	base := readFingerprint(demo)
	switch {
	case !base.seen:
		return nil, errors.New("no players in this demo")
	case !base.alone && base.views:
		return nil, errAlreadyComplete
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
		sights := readFingerprint(o)
		offsets, reason := base.offsets(sights)
		if reason != "" {
			return refuse(reason)
		}
		list = append(list, Other{demo: o, offsets: offsets})
	}
	return list, nil
}

// errNobody is the error for a first demo that a server recorded. It has everybody's position, but no player's view,
// health or lines.
var errNobody = errors.New(
	"it is a server's recording, with no player's view: name a player's recording first, and this one beside it")

// errAlreadyComplete is the error for a demo to which no other recording adds anything.
var errAlreadyComplete = errors.New("it already contains every player's view")

// OneKind returns the error of [Together] if the formats alone show that the demos can't be recordings of the same
// game.
func OneKind(demo *formats.Demo, others []*formats.Demo) error {
	if ofServer(demo) {
		return errAlreadyComplete
	}
	for i, o := range others {
		switch {
		case ofServer(o) && o.Game == demo.Game:
			return &TogetherError{i, errAlreadyComplete.Error() + ": watch it alone"}
		case o.Format.Name != demo.Format.Name:
			return &TogetherError{i, fmt.Sprintf("%s and %s are different games", kind(o), kind(demo))}
		}
	}
	return nil
}

// ofServer reports whether a demo was recorded by a server, according to its format.
func ofServer(d *formats.Demo) bool { return d.Format.Name == "mvd" || d.Format.Name == "mvd2" }

// kind names the format of a demo. Quake III's extensions vary with the protocol, so it names the game.
func kind(d *formats.Demo) string {
	if d.Game == "quake3" {
		return "a demo of Quake III"
	}
	return "a ." + d.Format.Name
}

// fingerprint is the part of a demo that is compared.
type fingerprint struct {
	seen   bool // it has a frame
	alone  bool // one player's view was recorded
	views  bool // other players' views were recorded
	levels []levelFingerprint
	// compared counts comparisons with the last other demo, see maxCompared.
	compared int
}

// levelFingerprint is a level of a demo.
type levelFingerprint struct {
	name        string
	first, last float64 // times of its first and last frames in seconds of the demo's own clock
	offset      float64 // viewer's clock minus the demo's own clock
	frames      map[float64][]placed
	places      int // in all frames
	quake2      *quake2Level
	restarts    map[int32]bool // in Quake III: see [world.Level.ServerCount]
	single      bool           // Quake's single player
}

// quake2Level distinguishes a level of Quake II from those of other servers. Servers count the frames of each level
// from 1, so their times are the same. It is nil in other games.
type quake2Level struct {
	gameDir     string
	checksum    uint32 // of the map
	hasChecksum bool
	serverCount int32          // see [world.Level]
	names       map[named]bool // of all players
	own         map[named]bool // of the recorder
}

// named is a player's name and slot.
type named struct {
	slot int
	name string
}

// maxNames is the maximum number of compared names of players on a level. It is more than the number of slots, to allow
// for name changes.
const maxNames = 1 << 10

// note stores the identity of the level from a frame.
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

// apart returns the reason why two levels can't be of one game, or "".
func (q *quake2Level) apart(o *quake2Level) string {
	const client = 0x10000 // clients add it to the count when they start to record
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

// maxRestarts is the maximum number of compared restarts of a level of Quake III. A level has a few.
const maxRestarts = 64

// note stores the identity of the level from a frame.
func (l *levelFingerprint) note(w *world.World) {
	switch level := w.Level(); {
	case l.quake2 != nil:
		l.quake2.note(w)
	case w.Game == world.Quake3 && len(l.restarts) < maxRestarts:
		l.restarts[level.ServerCount] = true
	case w.Game == world.Quake:
		l.single = level.MaxClients == 1
	}
}

// apart returns the reason why two levels can't be of one game, or "".
func (l *levelFingerprint) apart(o *levelFingerprint) string {
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

// otherServer is the reason if the server's level numbers differ.
const otherServer = "its server is another one, or has begun the level anew"

// enough reports whether enough of a level was recorded to distinguish it from others.
func (l *levelFingerprint) enough() bool {
	return len(l.frames) >= leastSamples || l.places >= leastSamples
}

// placed is a thing that has moved since the previous frame.
type placed struct {
	number int32
	origin mgl32.Vec3
}

// readFingerprint reads a demo.
func readFingerprint(demo *formats.Demo) *fingerprint {
	g := &fingerprint{}
	c := cursorOf(demo)
	c.World.Since = math.Inf(1)
	var level *levelFingerprint
	samples, count := 0, 0
	for c.Next() == nil {
		w := c.World
		if w.LevelCount != count {
			count = w.LevelCount
			g.levels = append(g.levels, levelFingerprint{first: math.NaN(), offset: math.NaN(),
				frames: map[float64][]placed{}, restarts: map[int32]bool{}})
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
		if samples++; samples > maxSamples {
			continue
		}
		var list []placed
		for i := range w.Entities {
			e := &w.Entities[i]
			if old := world.EntityIn(w.PrevEntities, e.Number); old != nil && old.Origin != e.Origin {
				list = append(list, placed{e.Number, e.Origin})
			}
		}
		samples += len(list)
		level.places += len(list) - len(level.frames[w.Time])
		level.frames[w.Time] = list
	}
	return g
}

// offsets returns, for each level of another recording, the offset from its own time to the viewer's clock of g. If the
// recordings don't match, it returns the reason.
func (g *fingerprint) offsets(o *fingerprint) (list []float64, reason string) {
	list = make([]float64, len(o.levels))
	begins := make([]float64, len(o.levels)) // viewer's time at which each level is first shown
	at := 0                                  // later levels of o are later ones of g
	g.compared = 0
	reason = "it shares no time with the other: it is of another map, or of another time"
	longer := map[string][]int{} // levels of g with enough data to be distinguished
	short := map[string]bool{}   // names of the other levels
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
		k, why := g.sameLevel(l, own[first:])
		if k < 0 {
			reason = cmp.Or(why, reason)
			continue
		}
		// If the other recording begins earlier, because the first recorder was still loading the level, that part
		// is skipped.
		m := &g.levels[k]
		list[i], at = m.offset, k+1
		begins[i] = max(l.first, m.first) + m.offset
	}
	if at == 0 {
		return nil, reason
	}
	if !o.placeLevels(list, begins) {
		return nil, "its level before goes on where that of the other has ended, and the next one has begun"
	}
	return list, ""
}

// sameLevel returns which of some levels of g is of the same game at the same times as a level of another recording. If
// there is none, it returns -1 and the reason, if one is known.
func (g *fingerprint) sameLevel(l *levelFingerprint, levels []int) (k int, reason string) {
	for _, k := range levels {
		if g.compared++; g.compared > maxCompared {
			break
		}
		m := &g.levels[k]
		if !(m.first <= l.last && l.first <= m.last) {
			continue
		}
		if why := m.apart(l); why != "" {
			reason = "it is of another game: " + why
		} else if !m.agrees(l, &g.compared) {
			reason = "it shares no time with the other: what moves is not at the same places at the same times"
		} else {
			return k, ""
		}
	}
	return -1, reason
}

// placeLevels completes the offsets of the levels and their first times. Levels before the first common one come before
// it, with their own length. It returns false if a level begins before the end of the previous one.
func (o *fingerprint) placeLevels(offsets, begins []float64) bool {
	for i := len(offsets) - 2; i >= 0; i-- {
		l := &o.levels[i]
		if math.IsNaN(offsets[i]) && !math.IsNaN(offsets[i+1]) && !math.IsNaN(l.first) {
			offsets[i] = o.levels[i+1].first + offsets[i+1] - 1 - l.last
			begins[i] = l.first + offsets[i]
		}
	}
	end := math.Inf(-1)
	for i, offset := range offsets {
		l := &o.levels[i]
		if math.IsNaN(offset) || math.IsNaN(l.first) {
			continue
		}
		if begins[i] < end-apartMost {
			return false
		}
		end = l.last + offset
	}
	return true
}

// agrees reports whether another recording's level is of the same game at the same times. It adds the number of
// comparisons to count.
func (m *levelFingerprint) agrees(l *levelFingerprint, count *int) bool {
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
		for len(things) > 0 && len(own) > 0 { // both are sorted by number
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
	if compared >= leastSamples {
		return near*10 >= compared*9
	}
	// The recorders never saw the same things. Other servers have different times, which in some games have many
	// digits. Times that one recording has lost don't match.
	return times >= leastSamples && times*2 >= inside
}

// companion is another recording of the game that a [Player] plays.
type companion struct {
	of     Other
	cursor *scan.Cursor
	index  *timeline.Timeline
	block  int // block of its world when it was last combined
}

// together holds the other recordings that a [Player] plays.
type together struct {
	others   []*companion
	worlds   []*world.World // worlds of the others that are combined
	combined *world.World
	// block is that of the player's own world, and which has the others as bits, when the worlds were last combined.
	block int
	which uint32
}

func newTogether(list []Other, index timeline.Options) *together {
	if len(list) == 0 {
		return nil
	}
	t := &together{combined: world.NewCombined(), block: -1}
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
	a := &together{combined: world.NewCombined(), block: -1}
	for _, c := range t.others {
		a.add(c.of, c.index)
	}
	return a
}

// all returns the other recordings. For nil there are none.
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

// move moves all others to a time. It returns false if stop ended it early.
func (t *together) move(clock float64, stop func() bool) bool {
	there := true
	for _, c := range t.others {
		approach(c.cursor, c.index, clock)
		there = c.cursor.Reach(clock, stop) && there
	}
	return there
}

// atMoment returns which of the others are at the moment of base, as bits.
func (t *together) atMoment(base *world.World) (which uint32) {
	for i, c := range t.others {
		if c.cursor.World.SameMoment(base) {
			which |= 1 << i
		}
	}
	return which
}

// combine returns the combined world of all recordings at the current moment.
func (t *together) combine(base *world.World) *world.World {
	return t.combineSome(base, t.atMoment(base))
}

// combineSome returns the combined world of base and some of the others, given as bits.
func (t *together) combineSome(base *world.World, which uint32) *world.World {
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
		t.combined.Combine(base, t.worlds)
	}
	return t.combined
}
