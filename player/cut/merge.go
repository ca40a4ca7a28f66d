package cut

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"math"
	"slices"
	"unsafe"

	"demoscope/formats"
	"demoscope/formats/message"
	"demoscope/formats/quakeworld"
	"demoscope/formats/wire"
	"demoscope/player/timeline"
	"demoscope/player/world"
)

// maxMerged is how many recordings of a match can be merged: one for each slot.
const maxMerged = qwSlots

// maxHeld is how many bytes merging may keep, and for each byte of the recordings heldFor more: what they tell, and what they are
// merged into. Real ones need 0.3 to 1.5 bytes for each of theirs.
const (
	maxHeld = 32 << 20
	heldFor = 2
)

// mostHeld returns how many bytes merging recordings may take.
func mostHeld(demos []*formats.Demo) (most int64) {
	for _, d := range demos {
		most += d.Size()
	}
	return min(maxHeld+heldFor*most, math.MaxUint32) // told counts in 32 bits
}

// tooMuch refuses a recording at which merging takes more memory than it may.
func tooMuch(number int, most int64) error {
	return &MergeError{number, fmt.Sprintf("merging it would take more than %d MB of memory: it tells far more than recordings of games do", most>>20)}
}

const (
	// seenFor is for how many seconds somebody is where a recording has seen them last, and within how many
	// seconds a frame of another recording is not a frame of its own.
	seenFor = 0.15
	// heardWithin is how many seconds recordings may be apart that were told the same.
	heardWithin = 1.0
	// jumpLength is how far nobody runs or falls between two packets, in units.
	jumpLength = 100
	// alignedWithin is how wide the differences of times may lie that are one, in seconds: a client's clock stands still while
	// a frame of its takes too long.
	alignedWithin = 0.5
	// clockStep is the distance of times at which a clock is compared with another, and clockWithin from how far around marks
	// count, in seconds; leastNear is how many there must be.
	clockStep, clockWithin, leastNear = 1, 1.5, 3
	// leastMarks is how many marks two recordings must share.
	leastMarks = 5
)

// maxTime is how many seconds a recording's clock may show, which is that of a program since its start: ten years.
const maxTime = 3e8

// longestStep is how many seconds without anything stay as long as they are.
const longestStep = 10

var errTimes = errors.New("its times are no times")

// Types of an .mvd's record, besides those that an opening has.
const (
	mvdMultiple = 3
	mvdSingle   = 4
)

// MergeError says why recordings cannot be merged.
type MergeError struct {
	Demo   int // which of them, from 0
	Reason string
}

func (e *MergeError) Error() string { return e.Reason }

// recording is what a client's recording of one level tells.
type recording struct {
	demo   *formats.Demo
	number int  // which of all recordings it is of
	slot   int  // the recorder's
	plays  bool // the recorder is no spectator
	data   message.QWServerData
	units  wire.Units // of players
	level  string     // its map
	more   bool       // other levels follow
	block  int        // of its first frame
	server []instant  // what the server said of its own clock

	frames  []qwFrame
	infos   []message.MVDPlayerInfo // of all frames
	nails   []message.QWNail
	told    pile[told]
	bytes   []byte // of what was told
	marks   []mark // by their keys, each once
	players int    // number of the model of players
}

// mark is when something was true that only that moment has.
type mark struct {
	key  uint64 // a hash of it
	time float64
}

// held returns how many bytes are kept of a recording.
func (r *recording) held() int64 {
	return sizeOf(r.frames) + sizeOf(r.infos) + sizeOf(r.nails) + r.told.size() + sizeOf(r.bytes) + sizeOf(r.marks) + sizeOf(r.server)
}

// pile is a list that grows without being copied.
type pile[T any] [][]T

// pileEach is how many each of the lists of a pile has but for the last one.
const pileEach = 4096

func (p *pile[T]) add(one T) {
	n := len(*p)
	if n == 0 || len((*p)[n-1]) == pileEach {
		*p = append(*p, make([]T, 0, pileEach))
		n++
	}
	(*p)[n-1] = append((*p)[n-1], one)
}

// size returns how many bytes it takes.
func (p pile[T]) size() int64 {
	if len(p) == 0 {
		return 0
	}
	last := p[len(p)-1]
	return sizeOf(p[0])*int64(len(p)-1) + sizeOf(last)
}

// end ends adding.
func (p pile[T]) end() {
	if n := len(p); n > 0 {
		p[n-1] = trim(p[n-1])
	}
}

// sizeOf returns how many bytes a list takes, with the room behind it.
func sizeOf[T any](list []T) int64 {
	var one T
	return int64(cap(list)) * int64(unsafe.Sizeof(one))
}

// instant is a moment by a recording's clock and by another one, in seconds.
type instant struct{ here, there float64 }

// qwFrame is a packet with entities.
type qwFrame struct {
	time           float64
	nails, players part // of the recording's; players are one a slot
}

// part is a part of a list.
type part struct{ from, to uint32 }

// stream reads the sets of entities of a recording once more, one after another: all of them at once may be more than fits.
type stream struct {
	decoder message.Decoder
	state   *qwd
	read    int // frames
	levels  int
	list    entityList
}

// reach returns the entities of a frame, which is not before the last one.
func (s *stream) reach(frame int) entityList {
	fresh := false
	for s.read <= frame {
		p, err := s.decoder.NextPacket()
		if err == io.EOF {
			break
		}
		if err != nil {
			continue // before the first frame: else the recording is refused
		}
		s.state.packet(p)
		framed := false
		for {
			m, err := s.decoder.NextMessage()
			if err != nil {
				break
			}
			if _, ok := m.(*message.QWServerData); ok {
				s.levels++
			}
			if s.levels != 1 {
				continue
			}
			s.state.message(m)
			switch m := m.(type) {
			case *message.PacketEntities:
				framed, fresh = true, true
			case *message.QWNails:
				framed = true
			case *message.QWPlayerInfo:
				framed = framed || m.Player < qwSlots
			}
		}
		if framed {
			s.read++
		}
	}
	if fresh {
		s.list = clean(s.state.frames[s.state.newest%qwdDepth].list)
	}
	return s.list
}

// told is a message of a recording, in an .mvd's bytes.
type told struct {
	time   float64
	data   part   // of the recording's
	who    uint32 // recordings that have it
	of     uint8  // the recording that it is of, of those of its level
	target kindOfTarget
	slot   uint8 // whose stats they are
}

// kindOfTarget is for whom a message is.
type kindOfTarget uint8

const (
	toAll    kindOfTarget = iota // for everybody, also where it was lost
	toThose                      // for those whose recordings have it
	toOne                        // for the recorder
	toBar                        // the recorder's status bar
	toNobody                     // of the recording, not of the game
)

// targetOf returns for whom a message of a client's recording is.
func targetOf(m message.Message) kindOfTarget {
	switch m.(type) {
	case *message.UpdateStat:
		return toBar
	case *message.HitDamage, *message.QWKick, *message.QWMaxSpeed, *message.QWEntGravity, *message.SetAngle:
		return toOne
	case *message.Print, *message.CenterPrint, *message.StuffText:
		return toThose
	case *message.Sound, *message.StopSound, *message.TempEntity, *message.QWMuzzleFlash, *message.UpdateFrags, *message.QWUpdatePing,
		*message.QWUpdatePL, *message.QWUpdateEnterTime, *message.QWUpdateUserInfo, *message.QWSetInfo, *message.QWServerInfo,
		*message.LightStyle, *message.SetPause, *message.Intermission, *message.Finale, *message.CDTrack, *message.KilledMonster,
		*message.FoundSecret, *message.SpawnStatic, *message.SpawnStaticSound, *message.SpawnBaseline:
		return toAll
	}
	return toNobody
}

// Merged is what several recordings of a match are merged into.
type Merged struct {
	Data   []byte   // a server's recording (.mvd)
	Levels []string // its maps
}

// Merge makes one server's recording (.mvd) of what several clients have recorded (.qwd) of one match, with all levels that
// one of them has. Everybody is there whom one of them saw, where the recorder's own word goes before that of others; what was told
// is told once. Times are laid over one another by what is true at one moment only (who stood where, what was printed), second
// by second, and are those of the server's clock where it told that.
//
// The error is a [*MergeError] if the recordings are not of one game, or a [*DamageError].
func Merge(demos []*formats.Demo) (*Merged, error) {
	if len(demos) < 2 {
		return nil, errors.New("one recording has nothing to be merged with: name two or more, one a player")
	}
	if len(demos) > maxMerged {
		return nil, fmt.Errorf("%d recordings cannot be merged: a match has %d players at most", len(demos), maxMerged)
	}
	for i, d := range demos {
		if d.Format.Name != "qwd" {
			return nil, &MergeError{i, "only .qwd can be merged"}
		}
	}
	for i, d := range demos {
		if at := slices.IndexFunc(demos[:i], func(other *formats.Demo) bool { return other.Sum() == d.Sum() }); at >= 0 {
			return nil, &MergeError{i, "it is the same recording as " + demos[at].Path()}
		}
	}
	most := mostHeld(demos)
	left := most
	var games [][]*recording // of each level those who recorded it
	for i, d := range demos {
		levels, err := readLevels(d, i, &left)
		if errors.Is(err, errHeld) {
			err = tooMuch(i, most)
		}
		if err != nil {
			return nil, err
		}
		if len(levels) == 0 {
			return nil, &MergeError{i, "nobody is seen in it"}
		}
		shared := i == 0
		var apart error // why the first of them is of no game of the others
		for _, r := range levels {
			at, err := join(games, r)
			if at < 0 {
				r.byServer()
				games = append(games, []*recording{r})
				if apart == nil {
					apart = err
				}
				continue
			}
			games[at] = append(games[at], r)
			shared = true
		}
		if !shared {
			return nil, apart
		}
	}
	slices.SortStableFunc(games, func(a, b []*recording) int { return cmp.Compare(a[0].data.Age, b[0].data.Age) })
	merged := &Merged{}
	for i, list := range games {
		slices.SortStableFunc(list, func(a, b *recording) int { return cmp.Compare(a.start(), b.start()) })
		m := merger{list: list, encoder: formats.Lookup("mvd").Encoder("a.mvd"), final: i == len(games)-1, out: merged.Data, most: left}
		var err error
		if merged.Data, err = m.write(); errors.Is(err, errHeld) {
			err = tooMuch(list[0].number, most)
		}
		if err != nil {
			return nil, err
		}
		merged.Levels = append(merged.Levels, list[0].level)
		games[i] = nil
	}
	return merged, nil
}

// join lays a recording of a level over those of the first game that it is of, and returns which one that is; -1 if it is of
// none, with the reason why not of the first one.
func join(games [][]*recording, r *recording) (at int, apart error) {
	for i, list := range games {
		if slices.ContainsFunc(list, func(o *recording) bool { return o.number == r.number }) {
			continue
		}
		var err error
		if reason := list[0].differs(r); reason != "" {
			err = &MergeError{r.number, reason}
		} else if err = r.align(list, r.number); err == nil {
			return i, nil
		}
		if apart == nil {
			apart = err
		}
	}
	return -1, apart
}

// maxLevels bounds the levels of a recording that are merged: a whole evening has some tens.
const maxLevels = 256

// errHeld says that more memory is needed than there may be.
var errHeld = errors.New("too much is kept")

// readLevels reads the levels of a recording in which somebody is seen; number says which recording it is. It takes what is
// kept from left, or returns errHeld.
func readLevels(demo *formats.Demo, number int, left *int64) (list []*recording, err error) {
	first, err := readLevel(demo, *left)
	if err != nil {
		return nil, err
	}
	add := func(r *recording) {
		if len(r.frames) > 0 {
			r.number = number
			*left -= r.held()
			list = append(list, r)
		}
	}
	if !first.more {
		add(first)
		return list, nil
	}
	levels, err := seek(demo, nil, maxLevels)
	if err != nil {
		return nil, err
	}
	for i, l := range levels {
		if errors.Is(l.err, ErrEmpty) {
			break // there is no further one
		}
		if l.err != nil {
			return nil, l.err
		}
		from, to := l.found.mark.Offset, demo.Size()
		if l.found.whole {
			from = 0
		}
		if i+1 < len(levels) && levels[i+1].begun() {
			to = levels[i+1].found.mark.Offset
		}
		r, err := readLevel(demo.Format.Open(demo.File, demo.Data[from:to]), *left)
		if err != nil {
			return nil, err
		}
		add(r)
	}
	return list, nil
}

func (r *recording) start() float64 { return r.frames[0].time }

func (r *recording) end() float64 { return r.frames[len(r.frames)-1].time }

// differs says in what another recording is not of the same game, empty for nothing.
func (r *recording) differs(o *recording) string {
	switch {
	case r.level != o.level:
		return fmt.Sprintf("it is of another map: %s, not %s", o.level, r.level)
	case r.data.Age != o.data.Age:
		return fmt.Sprintf("it is of another game of the server: level %d since its start, not %d", o.data.Age, r.data.Age)
	case string(r.data.GameDir) != string(o.data.GameDir):
		return fmt.Sprintf("it is of another game folder: %q, not %q", o.data.GameDir, r.data.GameDir)
	case r.data.Protocol != o.data.Protocol || !slices.Equal(r.data.Extensions, o.data.Extensions):
		return "its client has agreed on other extensions of the protocol"
	}
	return ""
}

// readLevel reads the first level of a recording, of which no more than so many bytes may be kept: else the error is errHeld.
func readLevel(demo *formats.Demo, most int64) (*recording, error) {
	r := &recording{demo: demo, slot: world.Nobody}
	state := newQWD()
	c := timeline.NewCursor(demo.Format.Name, decoderOf(demo))
	c.World.Defer, c.World.Plain = true, true
	var (
		enc    quakeworld.Encoder
		w      wire.Writer
		begun  bool // the packet has a frame
		angles [3]float32
		failed error
		places [qwSlots][3]wire.Coord
		bar    stats
		levels int
		what   []byte // of a mark
	)
	enc.Init(true)
	key := fnv.New64a()
	note := func(time float64, what ...byte) {
		if len(r.frames) == 0 {
			return // it may be of any time before
		}
		key.Reset()
		key.Write(what)
		r.marks = append(r.marks, mark{key.Sum64(), time})
	}
	tell := func(t told, m message.Message) {
		w.Reset()
		if err := enc.Message(&w, m); err != nil {
			failed = err
			return
		}
		t.data.from = uint32(len(r.bytes))
		r.bytes = append(r.bytes, w.Data...)
		t.data.to = uint32(len(r.bytes))
		r.told.add(t)
	}
	c.Begin = func(p *message.Packet) {
		state.packet(p)
		begun = false
	}
	packet := func(now float64) *qwFrame { // that of the packet
		if !begun {
			if len(r.frames) == 0 {
				r.block = c.World.Block
			}
			nails, infos := uint32(len(r.nails)), uint32(len(r.infos))
			r.frames, begun = append(r.frames, qwFrame{now, part{nails, nails}, part{infos, infos}}), true
		}
		return &r.frames[len(r.frames)-1]
	}
	c.Observe = func(m message.Message) {
		if levels > 1 {
			return
		}
		if data, ok := m.(*message.QWServerData); ok {
			if levels++; levels > 1 {
				return
			}
			state.message(m)
			r.data = state.data
			r.slot, r.plays = int(data.Client&0x7f)%qwSlots, data.Client&0x80 == 0
			r.units = data.PlayerUnits
			if err := enc.Message(&w, &r.data); err != nil {
				failed = err
			}
			return
		}
		if levels == 0 {
			return
		}
		state.message(m)
		now := state.now
		if !(math.Abs(now) < maxTime) {
			failed = errTimes
			return
		}
		switch m := m.(type) {
		case *message.QWClientBlock:
			angles = m.ViewAngles
			return
		case *message.PacketEntities:
			packet(now)
			return
		case *message.QWNails:
			f := packet(now)
			r.nails = append(r.nails[:f.nails.from], m.Nails...)
			f.nails.to = uint32(len(r.nails))
			return
		case *message.QWPlayerInfo:
			if m.Player >= qwSlots {
				return
			}
			f := packet(now)
			// Who comes into view where somebody has stood for long says nothing of the time.
			if n := len(r.frames); n > 1 && places[m.Player] != m.Origin && r.info(&r.frames[n-2], m.Player) != nil {
				what = append(what[:0], markPlace, m.Player)
				for _, v := range m.Origin {
					what = binary.LittleEndian.AppendUint32(what, uint32(v))
				}
				note(now, what...)
			}
			places[m.Player] = m.Origin
			if old := r.info(f, m.Player); old != nil {
				*old = r.player(m, angles)
				return
			}
			r.infos = append(r.infos, r.player(m, angles))
			f.players.to = uint32(len(r.infos))
			return
		case *message.Print:
			what = append(append(what[:0], markPrint), m.Text...)
			note(now, what...)
		case *message.UpdateFrags:
			note(now, markFrags, m.Player, byte(m.Frags), byte(m.Frags>>8))
		case *message.UpdateStat:
			bar.set(m)
			if m.Index == statTime && len(r.frames) > 0 {
				r.server = append(r.server, instant{now, float64(m.Value) / 1000})
			}
		case *message.SetAngle:
			m.Player = uint8(r.slot)
		}
		t := told{time: now, target: targetOf(m), slot: uint8(r.slot)}
		if len(r.frames) == 0 || t.target == toNobody {
			return // the opening has it
		}
		tell(t, m)
	}
	for levels < 2 && failed == nil {
		before := len(r.frames)
		err := c.Next()
		if c.Damage != nil && len(r.frames) > 0 {
			return nil, &DamageError{Damage: c.Damage, Clock: c.World.FrameClock}
		}
		c.Damage = nil
		if before == 0 && len(r.frames) > 0 { // the status bar at the beginning
			for _, m := range bar.messages() {
				tell(told{time: r.frames[0].time, target: toBar, slot: uint8(r.slot)}, m)
			}
		}
		if r.held() > most {
			return nil, errHeld
		}
		if levels == 1 && c.World.Level() != nil && c.World.Level().Map != "" {
			r.level = c.World.Level().Map
			r.players = slices.Index(c.World.Level().Models, "progs/player.mdl")
		}
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
	}
	r.more = levels > 1
	r.frames, r.infos, r.nails, r.bytes = trim(r.frames), trim(r.infos), trim(r.nails), trim(r.bytes)
	r.told.end()
	r.marks = trim(once(r.marks))
	return r, failed
}

// trim returns a list without much room behind it.
func trim[T any](list []T) []T {
	if cap(list)-len(list) < len(list)/8 {
		return list
	}
	return append(make([]T, 0, len(list)), list...)
}

// once sorts marks by their keys and returns those that are there once.
func once(list []mark) []mark {
	slices.SortFunc(list, func(a, b mark) int { return cmp.Compare(a.key, b.key) })
	kept := list[:0]
	for i, m := range list {
		if (i == 0 || list[i-1].key != m.key) && (i+1 == len(list) || list[i+1].key != m.key) {
			kept = append(kept, m)
		}
	}
	return kept
}

// What a mark is of.
const (
	markPlace = iota
	markPrint
	markFrags
)

// clean returns entities without what their masks leave out, so that they can be compared.
func clean(list entityList) entityList {
	next := make(entityList, len(list))
	for i := range list {
		e := &next[i]
		*e = message.EntityDelta{Number: list[i].Number}
		quakeworld.Merge(e, &list[i])
	}
	return next
}

// player returns a player as an .mvd has it.
func (r *recording) player(m *message.QWPlayerInfo, view [3]float32) message.MVDPlayerInfo {
	info := message.MVDPlayerInfo{
		Player: m.Player, Frame: m.Frame, Model: m.Model, Skin: m.Skin, Effects: m.Effects, WeaponFrame: m.WeaponFrame, Angles: m.Command.Angles,
	}
	if m.Bits&message.QWPlayerModel == 0 {
		info.Model = uint8(max(r.players, 0))
	}
	info.Origin = m.Origin
	if int(m.Player) == r.slot {
		for i, a := range view {
			info.Angles[i] = int16(nearest16(a))
		}
	}
	if m.Bits&message.QWPlayerDead != 0 {
		info.Bits |= message.MVDPlayerDead
	}
	if m.Bits&message.QWPlayerGib != 0 {
		info.Bits |= message.MVDPlayerGib
	}
	return info
}

// nearest16 returns an angle of degrees in 16 bits, a circle being 65536.
func nearest16(degrees float32) uint16 {
	turn := math.Mod(float64(degrees), 360)
	if math.IsNaN(turn) {
		return 0
	}
	return uint16(int32(math.Round(turn * 65536 / 360)))
}

// statTime is the stat by which some servers tell their clock, in milliseconds.
const statTime = 17

// byServer makes the times of a recording those of its server's clock but for where they begin, if the server told it: a
// client's own clock stands still while it is busy.
func (r *recording) byServer() {
	if len(r.server) < 2 {
		return
	}
	first := r.server[0]
	list := make([]instant, 0, len(r.server))
	for _, s := range r.server {
		s.there += first.here - first.there
		if math.Abs(s.here-s.there) > alignedWithin*10 {
			return // it is another clock
		}
		list = append(list, s)
	}
	r.server = nil
	r.retime(list)
	for _, s := range list {
		r.server = append(r.server, instant{s.there, s.there - first.here + first.there})
	}
}

// align makes the times of a recording those of others, by what both were told or saw at one moment, or else by the clock of
// their server. Clocks of clients go differently, so that it is found out for each second.
func (r *recording) align(others []*recording, number int) error {
	for _, o := range others {
		var list []instant
		for a, b := r.marks, o.marks; len(a) > 0 && len(b) > 0; {
			switch c := cmp.Compare(a[0].key, b[0].key); {
			case c < 0:
				a = a[1:]
			case c > 0:
				b = b[1:]
			default:
				list = append(list, instant{a[0].time, b[0].time})
				a, b = a[1:], b[1:]
			}
		}
		if list = alike(list); len(list) < leastMarks {
			list = r.byClock(o)
		}
		if len(list) < 2 {
			continue
		}
		first, last := r.frames[0].time-list[0].here+list[0].there, r.end()-list[len(list)-1].here+list[len(list)-1].there
		if first < o.end() && o.start() < last {
			r.retime(list)
			return nil
		}
	}
	return &MergeError{number, "it shares no time with the others: nothing that they saw or were told happened at the same moments"}
}

// alike returns those instants that lie as most do, in the order of their times; none if there are too few.
func alike(list []instant) []instant {
	apart := func(a, b instant) int { return cmp.Compare(a.here-a.there, b.here-b.there) }
	slices.SortFunc(list, apart)
	best, from, end := 0, 0, 0
	for i := range list {
		for end < len(list) && list[end].here-list[end].there <= list[i].here-list[i].there+alignedWithin {
			end++
		}
		if end-i > best {
			best, from = end-i, i
		}
	}
	if best < leastMarks || best*2 <= len(list) {
		return nil
	}
	list = list[from : from+best]
	slices.SortFunc(list, func(a, b instant) int { return cmp.Compare(a.here, b.here) })
	return list
}

// byClock returns the moments when the server told its clock by that of another recording, to which it was told, too.
func (r *recording) byClock(o *recording) (list []instant) {
	if len(r.server) < 2 || len(o.server) < 2 {
		return nil
	}
	for _, s := range r.server {
		k, _ := slices.BinarySearchFunc(o.server, s.there, func(a instant, t float64) int { return cmp.Compare(a.there, t) })
		k = max(1, min(k, len(o.server)-1))
		a, b := o.server[k-1], o.server[k]
		if b.there > a.there {
			list = append(list, instant{s.here, a.here + (s.there-a.there)*(b.here-a.here)/(b.there-a.there)})
		}
	}
	return list
}

// retime makes the times of a recording those of another clock. Between moments that both tell it goes evenly.
func (r *recording) retime(list []instant) {
	slices.SortStableFunc(list, func(a, b instant) int { return cmp.Compare(a.here, b.here) })
	clock := smooth(list)
	at := 0
	last := math.Inf(-1)
	there := func(t float64) float64 {
		if clock[at].here > t || at+1 < len(clock) && clock[at+1].here <= t {
			at, _ = slices.BinarySearchFunc(clock, t, func(a instant, t float64) int {
				if a.here <= t {
					return -1
				}
				return 1
			})
			at = max(0, at-1) // the last one that is not later
		}
		a := clock[at]
		ahead := a.there - a.here
		if at+1 < len(clock) && t > a.here {
			b := clock[at+1]
			ahead += (t - a.here) / (b.here - a.here) * (b.there - b.here - ahead)
		}
		return t + ahead
	}
	for i := range r.frames {
		last = max(last, there(r.frames[i].time))
		r.frames[i].time = last
	}
	last = math.Inf(-1)
	for _, list := range r.told {
		for i := range list {
			last = max(last, there(list[i].time))
			list[i].time = last
		}
	}
	for i := range r.marks {
		r.marks[i].time = there(r.marks[i].time)
	}
	for i := range r.server {
		r.server[i].here = there(r.server[i].here)
	}
}

// smooth returns one instant for each step of a clock, where there are enough: that of the middle of the differences around
// it. A list of few stays as it is.
func smooth(list []instant) (clock []instant) {
	from, to := 0, 0
	var near []float64
	for t := list[0].here; t < list[len(list)-1].here+clockStep; t += clockStep {
		for from < len(list) && list[from].here < t-clockWithin {
			from++
		}
		for to < len(list) && list[to].here <= t+clockWithin {
			to++
		}
		near = near[:0]
		for _, s := range list[from:to] {
			near = append(near, s.there-s.here)
		}
		if len(near) >= leastNear {
			slices.Sort(near)
			clock = append(clock, instant{t, t + near[len(near)/2]})
		} else if from == len(list) || to < len(list) && list[to].here > t+clockStep && len(near) == 0 {
			t = max(t, list[min(to, len(list)-1)].here-2*clockStep) // over a long time without any
		}
	}
	if len(clock) < 2 {
		return list
	}
	return clock
}

// merger writes one recording of several.
type merger struct {
	list    []*recording
	encoder message.Encoder
	out     []byte
	most    int64 // bytes that out may have
	clock   int64 // milliseconds of the last record
	begin   float64
	final   bool       // no other level follows
	units   wire.Units // of players in the .mvd

	entities entityList
	sent     uint8 // number of the last set of entities
	sets     int
	last     [qwSlots]message.MVDPlayerInfo
	known    uint32
	at       []int // of each recording, its last frame that is not later
	streams  []stream
}

func (m *merger) write() ([]byte, error) {
	if err := m.open(); err != nil {
		return nil, err
	}
	events := m.events()
	next := 0
	m.at = make([]int, len(m.list))
	for i := range m.at {
		m.at[i] = -1
		m.streams = append(m.streams, stream{decoder: decoderOf(m.list[i].demo), state: newQWD()})
	}
	for _, t := range m.times() {
		for ; next < len(events) && events[next].time <= t; next++ {
			if err := m.tell(&events[next]); err != nil {
				return nil, err
			}
		}
		if err := m.frame(t); err != nil {
			return nil, err
		}
	}
	for ; next < len(events); next++ {
		if err := m.tell(&events[next]); err != nil {
			return nil, err
		}
	}
	if m.final {
		if err := m.record(&message.Packet{Type: mvdAll, Targets: everybody}, &message.Disconnect{Text: []byte(mvdLast)}); err != nil {
			return nil, err
		}
	}
	data, err := m.encoder.Close()
	return append(m.out, data...), err
}

// open writes what a client must know at the first frame of all.
func (m *merger) open() error {
	first := m.list[0]
	m.begin = first.start()
	state := newQWD()
	c := timeline.NewCursor(first.demo.Format.Name, decoderOf(first.demo))
	c.Begin, c.Observe = state.packet, state.message
	for c.World.Block < first.block {
		if err := c.Next(); err != nil {
			return err
		}
	}
	state.data.ServerTime = float32(m.begin)
	m.units = playerUnits(&state.data)
	all := &message.Packet{Type: mvdAll, Targets: everybody}
	if err := writeRecords(m.encoder, all, state.messages(c.World)...); err != nil {
		return err
	}
	rest := append([]message.Message{&message.StuffText{Text: []byte("skins\n")}}, state.state()...)
	return writeRecords(m.encoder, all, rest)
}

// playerUnits returns how players of an .mvd are written that begins with data.
func playerUnits(data *message.QWServerData) wire.Units {
	u := data.Units
	u.Angle = wire.AngleShort
	return u
}

// record writes one record at the time that is reached.
func (m *merger) record(p *message.Packet, list ...message.Message) error {
	if err := writeRecords(m.encoder, p, list); err != nil {
		return err
	}
	data, err := m.encoder.Flush()
	m.out = append(m.out, data...)
	if err == nil && int64(len(m.out)) > m.most {
		err = errHeld
	}
	return err
}

// reach writes empty records until one more of at most 255 ms reaches a time, and returns how many milliseconds that has.
func (m *merger) reach(t float64) (uint8, error) {
	if long := t - m.begin - float64(m.clock)/1000; long > longestStep {
		m.begin += long - longestStep
	}
	for want := int64(math.Round((t - m.begin) * 1000)); ; {
		step := max(0, min(want-m.clock, math.MaxUint8))
		m.clock += step
		if m.clock >= want {
			return uint8(step), nil
		}
		if err := m.record(&message.Packet{Type: mvdAll, Targets: everybody, Milliseconds: uint8(step)}); err != nil {
			return 0, err
		}
	}
}

// times returns when frames are: those of the first recording, and those of others where it has none.
func (m *merger) times() (list []float64) {
	for _, r := range m.list {
		had := list
		for i := range r.frames {
			t := r.frames[i].time
			at, _ := slices.BinarySearch(had, t)
			if at > 0 && t-had[at-1] < seenFor || at < len(had) && had[at]-t < seenFor {
				continue
			}
			list = append(list, t)
		}
		list = slices.Clone(list)
		slices.Sort(list)
	}
	return list
}

// events returns what was told, in its order, each once. The recordings lose what they were told.
func (m *merger) events() []told {
	n := 0
	for _, r := range m.list {
		for _, list := range r.told {
			n += len(list)
		}
	}
	all := make([]told, 0, n)
	var shared []uint32 // places in all of what others may have, too
	for i, r := range m.list {
		for k, list := range r.told {
			r.told[k] = nil
			for _, t := range list {
				if t.target == toBar && !r.plays {
					continue // they are those of whom a spectator follows
				}
				t.who, t.of = 1<<i, uint8(i)
				if t.target == toAll || t.target == toThose {
					shared = append(shared, uint32(len(all)))
				}
				all = append(all, t)
			}
		}
		r.told = nil
	}
	same := func(a, b uint32) int { return bytes.Compare(m.data(&all[a]), m.data(&all[b])) }
	slices.SortStableFunc(shared, same)
	for len(shared) > 0 {
		n := 1
		for n < len(shared) && same(shared[0], shared[n]) == 0 {
			n++
		}
		unite(all, shared[:n])
		shared = shared[n:]
	}
	all = slices.DeleteFunc(all, func(t told) bool { return t.who == 0 })
	slices.SortStableFunc(all, func(a, b told) int { return cmp.Compare(a.time, b.time) })
	return all
}

// data returns the bytes of what was told.
func (m *merger) data(t *told) []byte { return m.list[t.of].bytes[t.data.from:t.data.to] }

// unite makes one of what several recordings were told about the same time; list are the places in all of the same message,
// by recordings. What is of another one has nobody.
func unite(all []told, list []uint32) {
	earlier := func(a, b uint32) int { return cmp.Compare(all[a].time, all[b].time) }
	var before []uint32 // of the recordings before, rising by time
	for len(list) > 0 {
		n := 1
		for n < len(list) && all[list[n]].of == all[list[0]].of {
			n++
		}
		own := list[:n]
		slices.SortStableFunc(own, earlier)
		next, fresh := 0, len(before)
		for _, k := range own {
			for next < fresh && all[before[next]].time < all[k].time-heardWithin {
				next++
			}
			if next < fresh && all[before[next]].time <= all[k].time+heardWithin {
				e := &all[before[next]]
				e.who, e.time = e.who|all[k].who, min(e.time, all[k].time)
				all[k].who = 0
				next++
				continue
			}
			before = append(before, k)
		}
		slices.SortStableFunc(before, earlier)
		list = list[n:]
	}
}

// tell writes a message for those whom it is for.
func (m *merger) tell(t *told) error {
	ms, err := m.reach(t.time)
	if err != nil {
		return err
	}
	p := &message.Packet{Type: mvdAll, Targets: everybody, Milliseconds: ms}
	switch t.target {
	case toBar:
		p.Type, p.Targets = mvdStats|t.slot<<mvdSlotShift, 1<<t.slot
	case toOne:
		p.Type, p.Targets = mvdSingle|t.slot<<mvdSlotShift, 1<<t.slot
	case toThose:
		targets, players := uint32(0), 0
		for i, r := range m.list {
			active := r.start() <= t.time && t.time <= r.end()
			if active {
				players++
			}
			if t.who>>i&1 != 0 {
				targets |= 1 << r.slot
				if active {
					players--
				}
			}
		}
		if players > 0 { // somebody who was there was not told
			p.Type, p.Targets = mvdMultiple, targets
		}
	}
	return m.record(p, &message.Raw{Data: m.data(t)})
}

// frame writes what is seen at a time.
func (m *merger) frame(t float64) error {
	ms, err := m.reach(t)
	if err != nil {
		return err
	}
	for i, r := range m.list {
		for m.at[i]+1 < len(r.frames) && r.frames[m.at[i]+1].time <= t+1e-9 {
			m.at[i]++
		}
	}
	list := []message.Message{m.set(t)}
	var nails []message.QWNail
	for i, r := range m.list {
		if f := r.current(m.at[i], t); f != nil && int(f.nails.to-f.nails.from) > len(nails) {
			nails = r.nails[f.nails.from:f.nails.to]
		}
	}
	if len(nails) > 0 {
		list = append(list, &message.QWNails{Nails: nails})
	}
	if err := m.record(&message.Packet{Type: mvdAll, Targets: everybody, Milliseconds: ms}, list...); err != nil {
		return err
	}
	var players []message.Message
	for slot := range uint8(qwSlots) {
		if info, ok := m.player(slot, t); ok {
			players = append(players, m.change(info))
		}
	}
	if len(players) == 0 {
		return nil
	}
	return m.record(&message.Packet{Type: mvdAll, Targets: everybody}, players...)
}

// current returns a frame if it still holds at a time, else nil.
func (r *recording) current(at int, t float64) *qwFrame {
	if at < 0 || t-r.frames[at].time > seenFor {
		return nil
	}
	return &r.frames[at]
}

// set returns the entities that somebody sees, as a change of those before if it can be.
func (m *merger) set(t float64) *message.PacketEntities {
	var list entityList
	for i, r := range m.list {
		if r.current(m.at[i], t) == nil {
			continue
		}
		list = union(list, m.streams[i].reach(m.at[i]))
	}
	was := m.entities
	m.entities = list
	m.sets++
	m.sent++
	const whole = 256 // as servers do
	set := &message.PacketEntities{Delta: m.sets%whole != 1, From: m.sent - 1}
	var changes []message.EntityDelta
	for set.Delta && (len(was) > 0 || len(list) > 0) {
		switch {
		case len(list) == 0 || len(was) > 0 && was[0].Number < list[0].Number:
			changes = append(changes, removal(was[0].Number))
			was = was[1:]
			continue
		case len(was) == 0 || list[0].Number < was[0].Number:
			changes = append(changes, list[0])
			list = list[1:]
			continue
		case was[0].Mask&^list[0].Mask != 0:
			set.Delta = false // a field is the baseline's again
		case was[0] != list[0]:
			changes = append(changes, list[0])
		}
		was, list = was[1:], list[1:]
	}
	if set.Entities = changes; !set.Delta {
		set.From, set.Entities = 0, m.entities
	}
	return set
}

// union returns the entities of two sets, rising by number; where both have one, it is that of the first.
func union(a, b entityList) entityList {
	if len(a) == 0 {
		return b
	}
	list := make(entityList, 0, max(len(a), len(b)))
	for len(a) > 0 || len(b) > 0 {
		switch {
		case len(a) == 0 || len(b) > 0 && b[0].Number < a[0].Number:
			list, b = append(list, b[0]), b[1:]
		case len(b) > 0 && b[0].Number == a[0].Number:
			list, a, b = append(list, a[0]), a[1:], b[1:]
		default:
			list, a = append(list, a[0]), a[1:]
		}
	}
	return list
}

// removal returns the delta by which an entity goes.
func removal(number int32) message.EntityDelta {
	const remove = 1 << 14
	return message.EntityDelta{Number: number, Remove: true, Bits: remove | uint64(number)&511}
}

// player returns a player at a time, from the recorder if there is one, else from who saw it last. A recorder who only
// watches is nobody in the game, though his own recording has his place.
func (m *merger) player(slot uint8, t float64) (message.MVDPlayerInfo, bool) {
	var best message.MVDPlayerInfo
	age, own := math.Inf(1), false
	for i, r := range m.list {
		if !r.plays && r.slot == int(slot) {
			continue
		}
		info, when, ok := r.where(m.at[i], slot, t)
		mine := ok && r.plays && r.slot == int(slot)
		if !ok || own && !mine || !mine && when >= age {
			continue
		}
		best, age, own = info, when, mine
		for axis := range best.Origin {
			best.Origin[axis] = inUnits(r.units, m.units, best.Origin[axis])
		}
	}
	return best, !math.IsInf(age, 1)
}

// inUnits returns a coordinate as another protocol writes it, as near as it can.
func inUnits(from, to wire.Units, v wire.Coord) wire.Coord {
	if from.Coord == to.Coord || to.Coord != wire.CoordShort {
		return v
	}
	units := float64(from.Units(v))
	if math.IsNaN(units) {
		return 0
	}
	return wire.Coord(math.Round(max(math.MinInt16, min(units*8, math.MaxInt16))))
}

// where returns where a recording has a player at a time, in between two packets if both have it, and how long ago that
// was seen.
func (r *recording) where(at int, slot uint8, t float64) (info message.MVDPlayerInfo, age float64, ok bool) {
	f := r.current(at, t)
	if f == nil {
		return info, 0, false
	}
	found := r.info(f, slot)
	if found == nil {
		return info, 0, false
	}
	info, age = *found, t-f.time
	if at+1 >= len(r.frames) || age <= 0 {
		return info, age, true
	}
	after := &r.frames[at+1]
	later := r.info(after, slot)
	if later == nil || after.time-f.time > seenFor || (later.Bits^info.Bits)&(message.MVDPlayerDead|message.MVDPlayerGib) != 0 {
		return info, age, true
	}
	part := float32(age / (after.time - f.time))
	var place [3]float32
	far := float32(0)
	for axis := range place {
		a, b := r.units.Units(info.Origin[axis]), r.units.Units(later.Origin[axis])
		place[axis] = a + part*(b-a)
		far = max(far, b-a, a-b)
	}
	if !(far <= jumpLength) {
		return info, age, true
	}
	for axis := range place {
		info.Origin[axis] = ofUnits(r.units, place[axis])
		info.Angles[axis] += int16(math.Round(float64(part) * float64(later.Angles[axis]-info.Angles[axis])))
	}
	return info, age, true
}

// ofUnits returns a coordinate in a protocol's way.
func ofUnits(u wire.Units, units float32) wire.Coord {
	if u.Coord == wire.CoordFloat {
		return wire.Coord(int32(math.Float32bits(units)))
	}
	return wire.Coord(math.Round(float64(units) * 8))
}

// info returns a player of a frame, nil if it has none in a slot.
func (r *recording) info(f *qwFrame, slot uint8) *message.MVDPlayerInfo {
	for i := f.players.from; i < f.players.to; i++ {
		if r.infos[i].Player == slot {
			return &r.infos[i]
		}
	}
	return nil
}

// change returns a player as a change of what was written of it last.
func (m *merger) change(info message.MVDPlayerInfo) *message.MVDPlayerInfo {
	old := &m.last[info.Player]
	fresh := m.known>>info.Player&1 == 0
	m.known |= 1 << info.Player
	for i := range 3 {
		if fresh || old.Origin[i] != info.Origin[i] {
			info.Bits |= message.MVDPlayerOriginX << i
		}
		if fresh || old.Angles[i] != info.Angles[i] {
			info.Bits |= message.MVDPlayerPitch << i
		}
	}
	for _, f := range [...]struct {
		bit      uint16
		was, now uint8
	}{
		{message.MVDPlayerEffects, old.Effects, info.Effects}, {message.MVDPlayerSkin, old.Skin, info.Skin},
		{message.MVDPlayerWeaponFrame, old.WeaponFrame, info.WeaponFrame}, {message.MVDPlayerModel, old.Model, info.Model},
	} {
		if fresh || f.was != f.now {
			info.Bits |= f.bit
		}
	}
	*old = info
	return &info
}
