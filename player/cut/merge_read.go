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

// maxTime is the maximum time of a recording's clock in seconds, ten years. The clock counts from the start of
// the program.
const maxTime = 3e8

var errTimes = errors.New("invalid times")

// recording holds one level of a client's recording.
type recording struct {
	demo   *formats.Demo
	number int  // index of the original recording
	slot   int  // slot of the recorder
	plays  bool // the recorder is not a spectator
	data   message.QWServerData
	units  wire.Units // of players
	level  string     // the map
	more   bool       // other levels follow
	block  int        // block of the first frame
	server []instant  // the server's clock, as sent by the server

	frames   []qwFrame
	infos    []message.MVDPlayerInfo // of all frames
	nails    []message.QWNail
	messages pile[recordedMessage]
	bytes    []byte // data of messages
	marks    []mark // by key, without duplicates
	players  int    // index of the player model
	gameInfo gameInfo
}

// mark is a time at which something unique was true.
type mark struct {
	key  uint64 // hash of what was true
	time float64
}

// held returns the memory of a recording in bytes.
func (r *recording) held() int64 {
	return sizeOf(r.frames) + sizeOf(r.infos) + sizeOf(r.nails) + r.messages.size() + sizeOf(r.bytes) +
		sizeOf(r.marks) + sizeOf(r.server) + r.gameInfo.bytes
}

// pile is a list that grows without being copied.
type pile[T any] [][]T

// pileEach is the length of all lists of a pile but the last.
const pileEach = 4096

func (p *pile[T]) add(one T) {
	n := len(*p)
	if n == 0 || len((*p)[n-1]) == pileEach {
		*p = append(*p, make([]T, 0, pileEach))
		n++
	}
	(*p)[n-1] = append((*p)[n-1], one)
}

// size returns the memory of the pile in bytes.
func (p pile[T]) size() int64 {
	if len(p) == 0 {
		return 0
	}
	last := p[len(p)-1]
	return sizeOf(p[0])*int64(len(p)-1) + sizeOf(last)
}

// end trims the pile after the last add.
func (p pile[T]) end() {
	if n := len(p); n > 0 {
		p[n-1] = trim(p[n-1])
	}
}

// sizeOf returns the memory of a list in bytes, including its spare capacity.
func sizeOf[T any](list []T) int64 {
	var one T
	return int64(cap(list)) * int64(unsafe.Sizeof(one))
}

// qwFrame is a packet with entities.
type qwFrame struct {
	time           float64
	nails, players part // in the recording's lists; players has one for each visible slot
}

// part is a part of a list.
type part struct{ from, to uint32 }

// recordedMessage is a message of a recording, as encoded in an .mvd.
type recordedMessage struct {
	time       float64
	data       part   // in the recording's bytes
	who        uint32 // bit set of recordings that contain it
	of         uint8  // index of the recording in its level's list
	recipients recipients
	slot       uint8 // slot of the stats
}

// recipients are the clients that get a message.
type recipients uint8

const (
	toAll    recipients = iota // everyone, even those who lost it
	toThose                    // those whose recordings contain it
	toOne                      // the recorder
	toBar                      // the recorder's status bar
	toNobody                   // part of the recording, not of the game
)

// recipientsOf returns the clients that got a message of a client's recording.
func recipientsOf(m message.Message) recipients {
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

// readLevels reads the levels of a recording in which players are visible. number is the index of the
// recording. It subtracts the memory from left, or returns errHeld.
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
			break // no further levels
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

// readLevel reads the first level of a recording. If it needs more than most bytes of memory, the error is
// errHeld.
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
	r.messages.end()
	r.marks = trim(once(r.marks))
	return r, l.failed
}

// levelReader reads the first level of a recording.
type levelReader struct {
	*recording
	most   int64 // memory limit in bytes
	cursor *scan.Cursor
	state  *qwd
	levels int   // begun so far
	failed error // error of a message

	framed bool                   // the packet has a frame
	view   [3]float32             // the recorder's view angles in degrees
	places [qwSlots][3]wire.Coord // last positions of players
	bar    stats                  // values of the status bar

	enc  quakeworld.Encoder
	w    wire.Writer
	hash hash.Hash64
	what []byte // data of a mark
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
	if before == 0 && len(l.frames) > 0 { // the initial status bar
		for _, m := range l.bar.messages() {
			l.addMessage(toBar, l.frames[0].time, m)
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
		l.gameInfo.note(c.World, &l.state.players, l.slot)
	}
	return err
}

// message processes a message.
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
	if to := recipientsOf(m); to != toNobody && len(l.frames) > 0 { // earlier messages are in the opening
		l.addMessage(to, now, m)
	}
}

// begin begins a level. Only the first level is read.
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

// frameMessage processes a message that is part of a frame, and reports whether it is.
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

// frame returns the frame of the current packet, adding it if needed.
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

// seen adds a player to the current frame.
func (l *levelReader) seen(m *message.QWPlayerInfo, now float64) {
	f := l.frame(now)
	// A player who comes into view, perhaps after standing still, does not mark a time.
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

// mark adds a mark at a time.
func (l *levelReader) mark(time float64, what []byte) {
	if len(l.frames) == 0 {
		return // it may have been true before
	}
	l.hash.Reset()
	l.hash.Write(what)
	l.marks = append(l.marks, mark{l.hash.Sum64(), time})
}

// addMessage stores a message, as encoded in an .mvd.
func (l *levelReader) addMessage(to recipients, time float64, m message.Message) {
	l.w.Reset()
	if err := l.enc.Message(&l.w, m); err != nil {
		l.failed = err
		return
	}
	from := uint32(len(l.bytes))
	l.bytes = append(l.bytes, l.w.Data...)
	l.messages.add(recordedMessage{time: time, data: part{from, uint32(len(l.bytes))}, recipients: to,
		slot: uint8(l.slot)})
}

// trim returns a list with little spare capacity.
func trim[T any](list []T) []T {
	if cap(list)-len(list) < len(list)/8 {
		return list
	}
	return append(make([]T, 0, len(list)), list...)
}

// once sorts marks by their keys, and returns those whose keys are unique.
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

// The kinds of marks.
const (
	markPlace = iota
	markPrint
	markFrags
)

// player returns a player in the form of an .mvd.
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

// nearest16 converts an angle from degrees to 65536ths of a turn.
func nearest16(degrees float32) uint16 {
	turn := math.Mod(float64(degrees), 360)
	if math.IsNaN(turn) {
		return 0
	}
	return uint16(int32(math.Round(turn * 65536 / 360)))
}

// statTime is the stat in which some servers send their clock, in milliseconds.
const statTime = 17

// info returns the player of a slot in a frame, or nil.
func (r *recording) info(f *qwFrame, slot uint8) *message.MVDPlayerInfo {
	for i := f.players.from; i < f.players.to; i++ {
		if r.infos[i].Player == slot {
			return &r.infos[i]
		}
	}
	return nil
}
