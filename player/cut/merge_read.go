package cut

import (
	"cmp"
	"encoding/binary"
	"errors"
	"hash"
	"hash/fnv"
	"io"
	"math"
	"slices"
	"unsafe"

	"demoscope/formats"
	"demoscope/formats/message"
	"demoscope/formats/quakeworld"
	"demoscope/formats/wire"
	"demoscope/player/scan"
	"demoscope/player/world"
)

// maxTime is how many seconds a recording's clock may show, which is that of a program since its start: ten years.
const maxTime = 3e8

var errTimes = errors.New("invalid times")

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
	said    said
}

// mark is when something was true that only that moment has.
type mark struct {
	key  uint64 // a hash of it
	time float64
}

// held returns how many bytes are kept of a recording.
func (r *recording) held() int64 {
	return sizeOf(r.frames) + sizeOf(r.infos) + sizeOf(r.nails) + r.told.size() + sizeOf(r.bytes) + sizeOf(r.marks) +
		sizeOf(r.server) + r.said.bytes
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

// qwFrame is a packet with entities.
type qwFrame struct {
	time           float64
	nails, players part // of the recording's; players are one a slot
}

// part is a part of a list.
type part struct{ from, to uint32 }

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
	case *message.Sound, *message.StopSound, *message.TempEntity, *message.QWMuzzleFlash, *message.UpdateFrags,
		*message.QWUpdatePing,
		*message.QWUpdatePL, *message.QWUpdateEnterTime, *message.QWUpdateUserInfo, *message.QWSetInfo,
		*message.QWServerInfo,
		*message.LightStyle, *message.SetPause, *message.Intermission, *message.Finale, *message.CDTrack,
		*message.KilledMonster,
		*message.FoundSecret, *message.SpawnStatic, *message.SpawnStaticSound, *message.SpawnBaseline:
		return toAll
	}
	return toNobody
}

// readLevels reads the levels of a recording in which somebody is seen; number says which recording it is. It
// takes what is kept from left, or returns errHeld.
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
		from, to := l.found.mark.Offset, int64(len(demo.Data()))
		if l.found.whole {
			from = 0
		}
		if i+1 < len(levels) && levels[i+1].begun() {
			to = levels[i+1].found.mark.Offset
		}
		r, err := readLevel(demo.Format.Open(demo.File, demo.Data()[from:to]), *left)
		if err != nil {
			return nil, err
		}
		add(r)
	}
	return list, nil
}

func (r *recording) start() float64 { return r.frames[0].time }

func (r *recording) end() float64 { return r.frames[len(r.frames)-1].time }

// readLevel reads the first level of a recording, of which no more than so many bytes may be kept: else the
// error is errHeld.
func readLevel(demo *formats.Demo, most int64) (*recording, error) {
	l := newLevelReader(demo, most)
	r := l.recording
	for l.levels < 2 && l.failed == nil {
		err := l.packet()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
	}
	r.more = l.levels > 1
	r.frames, r.infos, r.nails, r.bytes = trim(r.frames), trim(r.infos), trim(r.nails), trim(r.bytes)
	r.told.end()
	r.marks = trim(once(r.marks))
	return r, l.failed
}

// levelReader reads the first level of a recording.
type levelReader struct {
	*recording
	most   int64 // bytes that it may hold
	cursor *scan.Cursor
	state  *qwd
	levels int   // begun so far
	failed error // of a message

	framed bool                   // the packet has a frame
	view   [3]float32             // the recorder's, degrees
	places [qwSlots][3]wire.Coord // where players were last
	bar    stats                  // of the status bar

	enc  quakeworld.Encoder
	w    wire.Writer
	hash hash.Hash64
	what []byte // of a mark
}

func newLevelReader(demo *formats.Demo, most int64) *levelReader {
	l := &levelReader{
		recording: &recording{demo: demo, slot: world.Nobody},
		cursor:    cursorOf(demo),
		most:      most,
		state:     newQWD(),
		hash:      fnv.New64a(),
	}
	l.enc.Init(true)
	c := l.cursor
	c.Skim()
	c.Begin = func(p *message.Packet) {
		l.state.packet(p)
		l.framed = false
	}
	c.Observe = l.message
	return l
}

// packet reads a packet.
func (l *levelReader) packet() error {
	c, before := l.cursor, len(l.frames)
	err := c.Next()
	if c.Damage != nil && len(l.frames) > 0 {
		return &DamageError{Damage: c.Damage, Clock: c.World.FrameClock}
	}
	c.Damage = nil
	if before == 0 && len(l.frames) > 0 { // the status bar at the beginning
		for _, m := range l.bar.messages() {
			l.tell(toBar, l.frames[0].time, m)
		}
	}
	if l.held() > l.most {
		return errHeld
	}
	if level := c.World.Level(); l.levels == 1 && level != nil && level.Map != "" {
		l.level = level.Map
		l.players = slices.Index(level.Models, "progs/player.mdl")
	}
	if l.levels == 1 && len(l.frames) > 0 && err == nil {
		l.said.note(c.World, &l.state.players, l.slot)
	}
	return err
}

// message takes what a message says.
func (l *levelReader) message(m message.Message) {
	if data, ok := m.(*message.QWServerData); ok && l.levels < 2 {
		l.begin(data)
		return
	}
	if l.levels != 1 {
		return
	}
	l.state.message(m)
	now := l.state.now
	if !(math.Abs(now) < maxTime) {
		l.failed = errTimes
		return
	}
	if l.frameMessage(m, now) {
		return
	}
	switch m := m.(type) {
	case *message.Print:
		l.what = append(append(l.what[:0], markPrint), m.Text...)
		l.mark(now, l.what)
	case *message.UpdateFrags:
		l.what = append(l.what[:0], markFrags, m.Player, byte(m.Frags), byte(m.Frags>>8))
		l.mark(now, l.what)
	case *message.UpdateStat:
		l.bar.set(m)
		if m.Index == statTime && len(l.frames) > 0 {
			l.server = append(l.server, instant{now, float64(m.Value) / 1000})
		}
	case *message.UpdateEntities:
		l.failed = errReplaced
		return
	case *message.SetAngle:
		m.Player = uint8(l.slot)
	}
	if target := targetOf(m); target != toNobody && len(l.frames) > 0 { // else the opening has it
		l.tell(target, now, m)
	}
}

// begin begins a level. Only the first one is read.
func (l *levelReader) begin(data *message.QWServerData) {
	if l.levels++; l.levels > 1 {
		return
	}
	l.state.message(data)
	l.data = l.state.data
	l.slot, l.plays = int(data.Client&0x7f)%qwSlots, data.Client&0x80 == 0
	l.units = data.PlayerUnits
	if err := l.enc.Message(&l.w, &l.data); err != nil {
		l.failed = err
	}
}

// frameMessage takes what a message says of the frame at a time; false if it says nothing of it.
func (l *levelReader) frameMessage(m message.Message, now float64) bool {
	switch m := m.(type) {
	case *message.QWClientBlock:
		l.view = m.ViewAngles
	case *message.PacketEntities:
		l.frame(now)
	case *message.QWNails:
		f := l.frame(now)
		l.nails = append(l.nails[:f.nails.from], m.Nails...)
		f.nails.to = uint32(len(l.nails))
	case *message.QWPlayerInfo:
		if m.Player < qwSlots {
			l.seen(m, now)
		}
	default:
		return false
	}
	return true
}

// frame returns the packet's frame, at a time.
func (l *levelReader) frame(now float64) *qwFrame {
	if !l.framed {
		if len(l.frames) == 0 {
			l.block = l.cursor.World.Block
		}
		nails, infos := uint32(len(l.nails)), uint32(len(l.infos))
		l.frames, l.framed = append(l.frames, qwFrame{now, part{nails, nails}, part{infos, infos}}), true
	}
	return &l.frames[len(l.frames)-1]
}

// seen takes a player of the frame at a time.
func (l *levelReader) seen(m *message.QWPlayerInfo, now float64) {
	f := l.frame(now)
	// Who comes into view where somebody has stood for long says nothing of the time.
	if n := len(l.frames); n > 1 && l.places[m.Player] != m.Origin && l.info(&l.frames[n-2], m.Player) != nil {
		l.what = append(l.what[:0], markPlace, m.Player)
		for _, v := range m.Origin {
			l.what = binary.LittleEndian.AppendUint32(l.what, uint32(v))
		}
		l.mark(now, l.what)
	}
	l.places[m.Player] = m.Origin
	if old := l.info(f, m.Player); old != nil {
		*old = l.player(m, l.view)
		return
	}
	l.infos = append(l.infos, l.player(m, l.view))
	f.players.to = uint32(len(l.infos))
}

// mark marks a time by something that was true then.
func (l *levelReader) mark(time float64, what []byte) {
	if len(l.frames) == 0 {
		return // it may be of any time before
	}
	l.hash.Reset()
	l.hash.Write(what)
	l.marks = append(l.marks, mark{l.hash.Sum64(), time})
}

// tell keeps a message, in an .mvd's bytes.
func (l *levelReader) tell(target kindOfTarget, time float64, m message.Message) {
	l.w.Reset()
	if err := l.enc.Message(&l.w, m); err != nil {
		l.failed = err
		return
	}
	from := uint32(len(l.bytes))
	l.bytes = append(l.bytes, l.w.Data...)
	l.told.add(told{time: time, data: part{from, uint32(len(l.bytes))}, target: target, slot: uint8(l.slot)})
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

// player returns a player as an .mvd has it.
func (r *recording) player(m *message.QWPlayerInfo, view [3]float32) message.MVDPlayerInfo {
	info := message.MVDPlayerInfo{
		Player: m.Player, Frame: m.Frame, Model: m.Model, Skin: m.Skin, Effects: m.Effects, WeaponFrame: m.WeaponFrame,
		Angles: m.Command.Angles,
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

// info returns a player of a frame, nil if it has none in a slot.
func (r *recording) info(f *qwFrame, slot uint8) *message.MVDPlayerInfo {
	for i := f.players.from; i < f.players.to; i++ {
		if r.infos[i].Player == slot {
			return &r.infos[i]
		}
	}
	return nil
}
