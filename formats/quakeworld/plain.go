package quakeworld

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"demoscope/formats/internal/coding"
	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// Plain converts messages with FTE's replacement deltas to those of QuakeWorld servers: sets of entities, and separate
// players. In .mvd it drops data that only clients' predictions need, because .mvd can't store it.
type Plain struct {
	// Used are the bits of FTEX and FTE2 needed by the messages so far.
	Used [2]uint32
	keep [2]uint32 // the bits that the level may have
	mvd  bool

	floats   bool // float coordinates
	fte2     uint32
	replaced coding.Replaced
	based    map[int32]message.EntityDelta // the written baselines
	written  []message.EntityDelta         // the last set
	whole    bool                          // write the next set completely
	from     int32                         // sequence number of the last set
	sequence int32
	targets  uint32

	body, head   int32 // models of players
	weaponFrames [maxClients]uint8
	infos        [maxClients]message.MVDPlayerInfo // the last ones
	known        uint32                            // slots in infos
	clients      int32                             // number of entities, from 1, that are players
	recorder     uint8
}

// PlainExtensions are all bits of FTEX and FTE2 that messages without replacement deltas may need.
var PlainExtensions = [2]uint32{0xffffffff &^ (fteFloatCoords | fteSplitScreen), coding.FTE2Voice | 0x84}

// NewPlain returns a converter for a recording of a server (mvd) or of a client. Its levels only get those bits of FTEX
// and FTE2 that are in keep.
func NewPlain(mvd bool, keep [2]uint32) *Plain { return &Plain{mvd: mvd, keep: keep} }

// Packet begins a packet.
func (p *Plain) Packet(q *message.Packet) {
	const reliable = 1 << 31
	p.targets = q.Targets
	p.sequence = q.Sequence &^ -reliable
}

// Messages returns the replacement of a message. The error says what would be lost.
func (p *Plain) Messages(m message.Message) ([]message.Message, error) {
	out := []message.Message{m}
	switch m := m.(type) {
	case *message.QWServerData:
		return out, p.begin(m)
	case *message.QWList:
		return out, p.list(m)
	case *message.SpawnBaseline:
		return p.baseline(m)
	case *message.SpawnStatic:
		return p.static(m)
	case *message.UpdateEntities:
		return p.update(m)
	case *message.UpdateStat:
		return p.stat(m)
	case *message.QWStatFloat:
		return wholeStat(m)
	case *message.Sound:
		return p.sound(m)
	case *message.SpawnStaticSound:
		return p.staticSound(m)
	case *message.TempEntity:
		return p.tempEntity(m)
	case *message.QWMuzzleFlash:
		if m.Entity > math.MaxInt16 {
			return nil, fmt.Errorf("entity %d", m.Entity)
		}
	case *message.SetView:
		p.Used[0] |= fteSetView
	case *message.QWDownload:
		if m.Chunked {
			p.Used[0] |= fteChunkedDownloads
		}
	case *message.QWVoice:
		p.Used[1] |= coding.FTE2Voice
	case *message.Precache, *message.PacketEntities, *message.QWPlayerInfo, *message.MVDPlayerInfo:
		if p.fte2&message.FTE2Replacement != 0 {
			return nil, errors.New("it has no place without replacement deltas")
		}
	case *message.FTEUnused:
		return out, p.unused(m)
	}
	return out, nil
}

// unused notes the extensions of an ignored message.
func (p *Plain) unused(m *message.FTEUnused) error {
	bits, ok := unusedBits[m.ID]
	if !ok {
		return errors.New("it has no place without FTE's extensions")
	}
	p.Used[0] |= bits[0]
	p.Used[1] |= bits[1]
	return nil
}

// stat drops the movement variables, and keeps other stats.
func (p *Plain) stat(m *message.UpdateStat) ([]message.Message, error) {
	if m.Index == statWeaponFrame {
		p.setWeaponFrame(m.Value)
	}
	if m.Index >= statMoveVars {
		return nil, nil
	}
	return []message.Message{m}, nil
}

// wholeStat returns a stat as a whole number.
func wholeStat(m *message.QWStatFloat) ([]message.Message, error) {
	if m.Index >= statMoveVars {
		return nil, nil
	}
	v := int32(m.Value)
	if float32(v) != m.Value {
		return nil, fmt.Errorf("stat %d is %v", m.Index, m.Value)
	}
	return []message.Message{&message.UpdateStat{Index: m.Index, Value: v, Long: true}}, nil
}

func (p *Plain) staticSound(m *message.SpawnStaticSound) ([]message.Message, error) {
	if !m.Extended {
		return []message.Message{m}, nil
	}
	if m.Sound > math.MaxUint8 {
		return nil, fmt.Errorf("sound %d", m.Sound)
	}
	return []message.Message{&message.SpawnStaticSound{Origin: m.Origin, Sound: m.Sound, Volume: m.Volume,
		Attenuation: m.Attenuation}}, nil
}

func (p *Plain) tempEntity(m *message.TempEntity) ([]message.Message, error) {
	if m.Entity > math.MaxInt16 {
		return nil, fmt.Errorf("entity %d", m.Entity)
	}
	if m.Type == tempOneShot {
		return []message.Message{&message.TempEntity{Type: tempGunshot, Count: 1, Origin: m.Origin}}, nil
	}
	if m.Type >= tempFTE {
		p.Used[0] |= fteBullets
	}
	return []message.Message{m}, nil
}

// Stats used here: the frame of a player's weapon, and the first of the movement variables.
const (
	statWeaponFrame = 5
	statMoveVars    = 220
)

// Temporary entities: shots with a count, and FTE's single one.
const tempGunshot, tempOneShot = 2, 21

// Bits of FTEX that only converted demos need by name.
const (
	fteBullets     = 0x400
	fteSpawnStatic = 0x400000
	fteSounds      = 0x80
	fteProgram     = coding.FTEProgram
)

// unusedBits are the extensions of ignored messages, as bits of FTEX and FTE2.
var unusedBits = map[uint8][2]uint32{
	57: {0x4}, 63: {fteHexen2}, 64: {fteHexen2}, 65: {fteHexen2}, 67: {0x800000}, 69: {0x4000000}, 70: {0x4000000},
	71: {0x4000000}, 72: {0x4000000}, 76: {fteProgram}, 78: {fteProgram}, 80: {fteProgram}, 81: {fteProgram},
	82: {fteProgram}, 83: {fteProgram}, 85: {0, 0x4}, 89: {0, 0x80}, 90: {fteProgram}, 91: {fteProgram},
	92: {fteProgram},
}

// begin starts a level without replacement deltas.
func (p *Plain) begin(m *message.QWServerData) error {
	used := p.Used
	*p = Plain{Used: used, keep: p.keep, mvd: p.mvd, sequence: p.sequence, targets: p.targets, whole: true,
		based: map[int32]message.EntityDelta{}}
	var was Protocol
	was.begin(m)
	p.fte2, p.recorder = was.FTE2, m.Client&^0x80
	if was.FTE&fteSplitScreen != 0 && !p.mvd || len(m.Players) > 1 {
		return fmt.Errorf("several players (%d)", len(m.Players))
	}
	if p.clients = maxClients; len(m.Players) > 0 {
		p.clients = int32(m.Slots)
	}
	if p.clients > maxClients {
		return fmt.Errorf("%d slots", p.clients)
	}
	if was.MVD1&mvdFloatCoords != 0 && p.mvd && was.FTE&fteFloatCoords == 0 {
		return errors.New("places of entities that are finer than those of players")
	}
	if was.MVD1&mvdWeaponPrediction != 0 && !p.mvd {
		return errors.New("predictions of weapons")
	}
	floats := was.FTE & fteFloatCoords
	p.floats = floats != 0
	m.Slots, m.Seats, m.Players = 0, 0, nil
	m.Extensions = slices.DeleteFunc(slices.Clone(m.Extensions), func(x message.QWExtension) bool {
		return x.Tag == message.TagFTE || x.Tag == message.TagFTE2
	})
	for _, x := range [...]message.QWExtension{{Tag: message.TagFTE2, Bits: p.keep[1]},
		{Tag: message.TagFTE, Bits: p.keep[0] | floats}} {
		if x.Bits != 0 {
			m.Extensions = slices.Insert(m.Extensions, 0, x)
		}
	}
	return nil
}

// list records a part of the model list.
func (p *Plain) list(m *message.QWList) error {
	switch m.Kind {
	case message.QWModelListShort:
		p.Used[0] |= fteModelDouble
	case message.QWSoundListShort:
		p.Used[0] |= fteSounds
	}
	if m.Sounds() {
		return nil
	}
	for i, name := range m.Names {
		switch n := int32(m.First) + int32(i) + 1; strings.ToLower(string(name)) {
		case "progs/player.mdl":
			p.body = n
		case "progs/h_player.mdl":
			p.head = n
		}
	}
	return nil
}

func (p *Plain) setWeaponFrame(v int32) {
	if !p.mvd {
		p.weaponFrames[p.recorder%maxClients] = uint8(v)
		return
	}
	for slot := range p.weaponFrames {
		if p.targets>>slot&1 != 0 {
			p.weaponFrames[slot] = uint8(v)
		}
	}
}

// sound converts a sound to the usual form if possible.
func (p *Plain) sound(m *message.Sound) ([]message.Message, error) {
	if !m.Extended {
		return []message.Message{m}, nil
	}
	const entities, channels = 1<<10 - 1, 7
	if m.FTE != (message.SoundExtension{}) || m.Sound > math.MaxUint8 || m.Entity > entities || m.Channel > channels {
		if m.Entity > math.MaxUint16 {
			return nil, fmt.Errorf("entity %d", m.Entity)
		}
		p.Used[0] |= fteSounds
		return []message.Message{m}, nil
	}
	s := *m
	s.Extended, s.Bits = false, 0
	if s.Volume != defaultVolume {
		s.Bits |= soundVolume
	}
	if s.Attenuation != defaultAttenuation {
		s.Bits |= soundAttenuation
	}
	return []message.Message{&s}, nil
}

// baseline writes a baseline for QuakeWorld clients, and leaves the rest to the entity's first delta.
func (p *Plain) baseline(m *message.SpawnBaseline) ([]message.Message, error) {
	p.replaced.SetBaseline(m)
	if m.Kind != message.BaselineDelta {
		p.based[m.Number] = m.EntityDelta
		return []message.Message{m}, nil
	}
	b := coding.PlainBaseline(m)
	if b.Number > math.MaxUint16 {
		return nil, fmt.Errorf("entity %d", b.Number)
	}
	p.based[m.Number] = b
	return []message.Message{&message.SpawnBaseline{EntityDelta: b}}, nil
}

// static writes a static entity in the usual form, or as a delta.
func (p *Plain) static(m *message.SpawnStatic) ([]message.Message, error) {
	if m.Kind != message.BaselineDelta {
		return []message.Message{m}, nil
	}
	e := coding.Whole(&m.EntityDelta, &m.FTE)
	to, err := p.state(&e)
	if err != nil {
		return nil, err
	}
	d := p.change(&message.EntityDelta{}, &to)
	if d.Mask&^coding.StateFields == 0 && to.Model <= math.MaxUint8 {
		to.Bits, to.Mask = 0, coding.StateFields
		return []message.Message{&message.SpawnStatic{EntityDelta: to}}, nil
	}
	p.Used[0] |= fteSpawnStatic
	return []message.Message{&message.SpawnStatic{Kind: message.BaselineDelta, EntityDelta: d}}, nil
}

// update writes a set of entities, and the players.
func (p *Plain) update(m *message.UpdateEntities) (list []message.Message, err error) {
	if p.replaced.Update(m) {
		p.whole = true
	}
	next := make([]message.EntityDelta, 0, len(p.replaced.List))
	for i := range p.replaced.List {
		e := &p.replaced.List[i]
		var more message.Message
		if e.Number <= p.clients {
			more, err = p.player(e)
			list = append(list, more)
		} else {
			var to message.EntityDelta
			to, err = p.state(e)
			next = append(next, to)
		}
		if err != nil {
			return nil, fmt.Errorf("entity %d: %w", e.Number, err)
		}
	}
	return slices.Insert(list, 0, message.Message(p.set(next))), nil
}

// set returns the message that changes the last set to the next one.
func (p *Plain) set(next []message.EntityDelta) *message.PacketEntities {
	const oldest = 60 // how many packets back a client knows a set
	if !p.mvd && p.sequence-p.from >= oldest {
		p.whole = true
	}
	set := &message.PacketEntities{Delta: !p.whole, From: uint8(p.from)}
	if p.whole {
		p.written = nil
	}
	last := p.written
	for i := range next {
		to := &next[i]
		for len(last) > 0 && last[0].Number < to.Number {
			set.Entities = append(set.Entities, p.remove(last[0].Number))
			last = last[1:]
		}
		if len(last) > 0 && last[0].Number == to.Number {
			if d := p.change(&last[0], to); d.Mask != 0 {
				set.Entities = append(set.Entities, d)
			}
			last = last[1:]
			continue
		}
		base := p.based[to.Number]
		set.Entities = append(set.Entities, p.change(&base, to))
	}
	for _, e := range last {
		set.Entities = append(set.Entities, p.remove(e.Number))
	}
	p.written, p.whole = next, false
	if p.from = p.sequence; p.mvd {
		p.from = int32(set.From) + 1
	}
	return set
}

// number adds the bits of an entity's number to those of its delta, and the bits that announce them.
func (p *Plain) number(number int32, bits uint32) uint64 {
	if number&512 != 0 {
		bits |= uEntityDouble
		p.Used[0] |= fteEntityDouble
	}
	if number&1024 != 0 {
		bits |= uEntityDouble2
		p.Used[0] |= fteEntityDouble2 | fteEntityDouble
	}
	if bits>>24 != 0 {
		bits |= uYetMore
	}
	if bits>>16 != 0 {
		bits |= uEvenMore
	}
	if bits&uNumber != 0 {
		bits |= uMoreBits
	}
	return uint64(bits)
}

func (p *Plain) remove(number int32) message.EntityDelta {
	return message.EntityDelta{Number: number, Remove: true, Bits: p.number(number, uRemove)}
}

// state converts an entity to the form in sets. The error says what does not fit.
func (p *Plain) state(e *message.ReplacementUpdate) (to message.EntityDelta, err error) {
	x := &e.FTE
	to = e.EntityDelta
	to.Bits, to.Mask, to.Solid, to.Remove = 0, 0, 0, false
	for _, f := range [...]struct {
		name     string
		value    int64
		most     int64
		announce uint32
	}{
		{"number", int64(e.Number), maxEntities - 1, 0}, {"model", int64(e.Model), math.MaxInt16, 0},
		{"frame", int64(e.Frame), math.MaxUint8, 0}, {"skin", int64(e.Skin), math.MaxUint8, 0},
		{"colormap", int64(e.Colormap), math.MaxUint8, 0}, {"effects", int64(uint32(e.Effects)), math.MaxUint8, 0},
		{"second model", int64(e.Model2), 0, 0}, {"bones", int64(len(x.Bones)), 0, 0},
		{"trail", int64(x.Trail[0]), 0, 0}, {"glow", int64(x.GlowSize), 0, 0},
		{"gravity", int64(x.GravityTurn[0]) | int64(x.GravityTurn[1]), 0, 0},
		{"tag", int64(x.Tag), math.MaxInt16, 0}, {"tag index", int64(x.TagIndex), math.MaxInt16, 0},
		{"light style", int64(x.LightStyle), math.MaxUint8, 0}, {"flags", int64(x.Flags), math.MaxUint8, 0},
	} {
		if f.value < 0 || f.value > f.most {
			return to, fmt.Errorf("%s %d", f.name, f.value)
		}
	}
	if l := p.replacements(); l.ShortAngles(e.Bits) {
		for i := range to.Angles {
			if to.Angles[i]&0xff != 0 {
				return to, fmt.Errorf("the angle %d/65536 of a circle", to.Angles[i])
			}
			to.Angles[i] >>= 8
		}
	}
	const usualScale, usualColor, opaque = 16, 32, 255
	to.Alpha++ // 1 is invisible there, and 0 the default
	if e.Mask&message.FieldAlpha == 0 || e.Alpha == opaque {
		to.Alpha = 0
	}
	if to.Scale == usualScale {
		to.Scale = 0
	}
	if to.ColorMod == [3]uint8{usualColor, usualColor, usualColor} {
		to.ColorMod = [3]uint8{}
	}
	const known = 1 | message.ReplacementOnGround // steps and ground are for predictions
	to.DPFlags = uint8(x.Flags &^ known)
	to.DrawFlags, to.AbsLight = x.DrawFlags, x.AbsLight
	to.Tag = [2]int16{int16(x.Tag), int16(x.TagIndex)}
	to.Light, to.LightStyle, to.LightFlags = x.Light, uint8(x.LightStyle), x.LightFlags
	return to, nil
}

func (p *Plain) replacements() coding.Replacements { return coding.Replacements{FTE2: p.fte2} }

// change returns the delta from one state to another.
func (p *Plain) change(from, to *message.EntityDelta) message.EntityDelta {
	d := *to
	bits, mask := uint32(0), message.Field(0)
	if to.Model != from.Model {
		mask |= message.FieldModel
		if bits |= uModel; to.Model > math.MaxUint8 {
			bits = bits&^uModel | uModelDouble
			p.Used[0] |= fteModelDouble
		}
	}
	for _, f := range [...]struct {
		differs bool
		bit     uint32
		field   message.Field
		fte     uint32
	}{
		{to.Frame != from.Frame, uFrame, message.FieldFrame, 0},
		{to.Colormap != from.Colormap, uColormap, message.FieldColormap, 0},
		{to.Skin != from.Skin, uSkin, message.FieldSkin, 0},
		{to.Effects != from.Effects, uEffects, message.FieldEffects, 0},
		{to.Origin[0] != from.Origin[0], uOriginX, message.FieldOriginX, 0},
		{to.Origin[1] != from.Origin[1], uOriginY, message.FieldOriginY, 0},
		{to.Origin[2] != from.Origin[2], uOriginZ, message.FieldOriginZ, 0},
		{to.Angles[0] != from.Angles[0], uPitch, message.FieldPitch, 0},
		{to.Angles[1] != from.Angles[1], uYaw, message.FieldYaw, 0},
		{to.Angles[2] != from.Angles[2], uRoll, message.FieldRoll, 0},
		{to.Scale != from.Scale, uScale, message.FieldScale, fteScale},
		{to.Alpha != from.Alpha, uTrans, message.FieldAlpha, fteTrans},
		{to.Fatness != from.Fatness, uFatness, message.FieldFatness, fteFatness},
		{to.ColorMod != from.ColorMod, uColorMod, message.FieldColorMod, fteColorMod},
		{to.DrawFlags != from.DrawFlags, uDrawFlags, message.FieldDrawFlags, fteHexen2},
		{to.AbsLight != from.AbsLight, uAbsLight, message.FieldAbsLight, fteHexen2},
		{to.DPFlags != from.DPFlags, uDPFlags, message.FieldDPFlags, fteDPFlags},
		{to.Tag != from.Tag, uTag, message.FieldTag, fteDPFlags},
		{to.Light != from.Light || to.LightStyle != from.LightStyle || to.LightFlags != from.LightFlags, uLight,
			message.FieldLight, fteDPFlags},
	} {
		if f.differs {
			bits |= f.bit
			mask |= f.field
			p.Used[0] |= f.fte
		}
	}
	d.Bits, d.Mask = p.number(to.Number, bits), mask
	return d
}

// The frames of the player's model in which it falls or lies on the ground.
const firstDeath, lastDeath = 41, 102

// player converts a player to a separate message. The error says what does not fit.
func (p *Plain) player(e *message.ReplacementUpdate) (message.Message, error) {
	to, err := p.state(e)
	if err != nil {
		return nil, err
	}
	slot := uint8(e.Number - 1)
	rest := to
	rest.Model, rest.Frame, rest.Skin, rest.Colormap, rest.Effects = 0, 0, 0, 0, 0
	rest.Origin, rest.Angles = [3]wire.Coord{}, [3]wire.Angle{}
	if d := p.change(&message.EntityDelta{}, &rest); d.Mask != 0 || to.Model > math.MaxUint8 {
		return nil, errors.New("a player with fields that only other entities have")
	}
	info := message.MVDPlayerInfo{Player: slot, Frame: uint8(to.Frame), Model: uint8(to.Model), Skin: uint8(to.Skin),
		Effects: uint8(to.Effects), WeaponFrame: p.weaponFrames[slot], Origin: to.Origin, Angles: p.look(e, &to)}
	if p.fte2&message.FTE2Prediction == 0 {
		info.WeaponFrame = uint8(e.FTE.WeaponFrame)
	}
	switch {
	case to.Model == p.head && p.head != 0:
		info.Bits |= message.MVDPlayerDead | message.MVDPlayerGib
	case to.Model == p.body && to.Frame >= firstDeath && to.Frame <= lastDeath:
		info.Bits |= message.MVDPlayerDead
	}
	if p.mvd {
		return p.serverInfo(info), nil
	}
	return p.clientInfo(&info, e), nil
}

// look returns a player's view angles. An entity's pitch is a third of it, with the opposite sign.
func (p *Plain) look(e *message.ReplacementUpdate, to *message.EntityDelta) (a [3]int16) {
	if e.FTE.Predicted&message.PredictView != 0 && p.fte2&message.FTE2Prediction != 0 {
		return e.FTE.View
	}
	for i, v := range to.Angles {
		if a[i] = int16(v); !p.floats {
			a[i] <<= 8
		}
	}
	a[0] *= -3
	return a
}

// serverInfo returns a player as a change of the last state.
func (p *Plain) serverInfo(info message.MVDPlayerInfo) message.Message {
	last, next := &p.infos[info.Player], info
	for _, f := range [...]struct {
		differs bool
		bit     uint16
	}{
		{info.Origin[0] != last.Origin[0], message.MVDPlayerOriginX},
		{info.Origin[1] != last.Origin[1], message.MVDPlayerOriginY},
		{info.Origin[2] != last.Origin[2], message.MVDPlayerOriginZ},
		{info.Angles[0] != last.Angles[0], message.MVDPlayerPitch},
		{info.Angles[1] != last.Angles[1], message.MVDPlayerYaw},
		{info.Angles[2] != last.Angles[2], message.MVDPlayerRoll},
		{info.Effects != last.Effects, message.MVDPlayerEffects}, {info.Skin != last.Skin, message.MVDPlayerSkin},
		{info.WeaponFrame != last.WeaponFrame, message.MVDPlayerWeaponFrame},
		{info.Model != last.Model, message.MVDPlayerModel},
	} {
		if f.differs || p.known>>info.Player&1 == 0 {
			next.Bits |= f.bit
		}
	}
	p.infos[info.Player] = info
	p.known |= 1 << info.Player
	return &next
}

// clientInfo returns a player in the form for clients.
func (p *Plain) clientInfo(info *message.MVDPlayerInfo, e *message.ReplacementUpdate) message.Message {
	x := &e.FTE
	m := &message.QWPlayerInfo{Player: info.Player, Frame: info.Frame, Model: info.Model, Skin: info.Skin,
		Effects: info.Effects, WeaponFrame: info.WeaponFrame, Origin: info.Origin, Msec: x.Msec}
	set := func(bit uint32, is bool) {
		if is {
			m.Bits |= bit
		}
	}
	if set(message.QWPlayerModel, int32(m.Model) != p.body); m.Bits&message.QWPlayerModel == 0 {
		m.Model = 0
	}
	set(message.QWPlayerMsec, m.Msec != 0)
	set(message.QWPlayerSkin, m.Skin != 0)
	set(message.QWPlayerEffects, m.Effects != 0)
	set(message.QWPlayerWeaponFrame, m.WeaponFrame != 0)
	set(message.QWPlayerDead, info.Bits&message.MVDPlayerDead != 0)
	set(message.QWPlayerGib, info.Bits&message.MVDPlayerGib != 0)
	for i, v := range x.Velocity {
		m.Velocity[i] = int16(math.RoundToEven(float64(v) / 8))
		set(message.QWPlayerVelocityX<<i, m.Velocity[i] != 0)
	}
	if info.Player == p.recorder {
		return m
	}
	m.Bits |= message.QWPlayerCommand
	m.Command = message.QWUserCommand{Bits: message.QWCommandPitch | message.QWCommandYaw | message.QWCommandRoll,
		Angles: info.Angles, Moves: x.Moves, Msec: x.Msec}
	for i, v := range x.Moves {
		if v != 0 {
			m.Command.Bits |= message.QWCommandForward << i
		}
	}
	return m
}
