package dem

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"strconv"

	"demoscope/formats/internal/coding"
	"demoscope/formats/message"
)

// fteDowngrade converts messages of FTE's extensions to those of protocols 666 and 999: an updateentity for each entity
// in every frame, and the recorder's state. The view angles come from the block headers. It drops data that only
// clients' predictions need.
type fteDowngrade struct {
	names    []precached // of all levels
	level    int         // index of the current one
	fte2     uint32
	replaced coding.Replaced
	based    map[int32]message.EntityDelta // the written baselines
	stats    [lastStat + 1]float64
	eye      int32      // number of the entity with the view
	framed   bool       // the packet has a frame that is not written yet
	colors   [256]uint8 // of players, by slot
	rounded  *int
}

// precached are the names of a level, including those that come after its lists.
type precached struct{ models, sounds [][]byte }

// look records the names in a message.
func (p *fteDowngrade) look(m message.Message) {
	switch m := m.(type) {
	case *message.ServerInfo:
		p.names = append(p.names, precached{cloned(m.Models), cloned(m.Sounds)})
	case *message.Precache:
		if list := p.list(len(p.names)-1, m); list != nil && m.Number() > 0 {
			if more := m.Number() - len(*list); more > 0 {
				*list = append(*list, make([][]byte, more)...)
			}
			if name := &(*list)[m.Number()-1]; len(*name) == 0 {
				*name = bytes.Clone(m.Text)
			}
		}
	}
}

// list returns the level's list that a late name belongs to, nil for effects and without a level.
func (p *fteDowngrade) list(level int, m *message.Precache) *[][]byte {
	if level < 0 || level >= len(p.names) {
		return nil
	}
	switch m.Kind() {
	case message.PrecacheModel:
		return &p.names[level].models
	case message.PrecacheSound:
		return &p.names[level].sounds
	}
	return nil
}

func cloned(list [][]byte) [][]byte {
	out := make([][]byte, len(list))
	for i, name := range list {
		out[i] = bytes.Clone(name)
	}
	return out
}

// begin starts a level without extensions.
func (p *fteDowngrade) begin(m *message.ServerInfo, v *version) error {
	level := p.level
	*p = fteDowngrade{names: p.names, level: level + 1, rounded: p.rounded, fte2: v.fte2,
		based: map[int32]message.EntityDelta{}}
	p.stats[statViewHeight] = defaultViewHeight
	m.Extensions, m.GameDir = nil, nil
	if level >= len(p.names) {
		return nil
	}
	for _, list := range [...]struct {
		what string
		from [][]byte
		to   *[][]byte
	}{{"model", p.names[level].models, &m.Models}, {"sound", p.names[level].sounds, &m.Sounds}} {
		for i, name := range list.from {
			if len(name) == 0 {
				return fmt.Errorf("%s %d has no name, but a later one has", list.what, i+1)
			}
		}
		*list.to = list.from
	}
	return nil
}

// messages returns the replacement of a message. The error says what would be lost.
func (p *fteDowngrade) messages(m message.Message) ([]message.Message, error) {
	out := []message.Message{m}
	switch m := m.(type) {
	case *message.UpdateEntities:
		p.replaced.Update(m)
		p.framed = true
		return []message.Message{&message.Time{Time: m.Time}}, nil
	case *message.Time:
		m.Acknowledge = 0
	case *message.UpdateColors:
		p.colors[m.Player] = m.Colors
	case *message.SetView:
		if p.eye = m.Entity; m.Entity > math.MaxUint16 {
			return nil, fmt.Errorf("entity %d", m.Entity)
		}
	case *message.SpawnBaseline:
		return p.baseline(m)
	case *message.SpawnStatic:
		return p.static(m)
	case *message.UpdateStat:
		return p.stat(m.Index, float64(m.Value))
	case *message.QWStatFloat:
		return p.stat(m.Index, float64(m.Value))
	case *message.Sound:
		return out, p.sound(m)
	case *message.SpawnStaticSound:
		return out, plainSound(m)
	case *message.TempEntity:
		return p.tempEntity(m)
	case *message.StuffText:
		return append(p.users(m.Text), m), nil
	case *message.Precache:
		return nil, p.precached(m)
	case *message.FTEUnused:
		if m.ID == idAngleDelta || m.ID == idAngleBase {
			return nil, nil // the block headers have the angles
		}
		return nil, errNoPlace
	case *message.QWVoice, *message.QWDownload:
		return nil, errNoPlace
	}
	return out, nil
}

// plainSound makes a looping sound one of FitzQuake.
func plainSound(m *message.SpawnStaticSound) error {
	if m.Sound > math.MaxUint16 {
		return fmt.Errorf("sound %d", m.Sound)
	}
	if m.Extended {
		m.Extended, m.Flags, m.Long = false, 0, m.Sound > math.MaxUint8
	}
	return nil
}

// precached requires that the lists at the beginning of the level have the name of a model or sound. Names of effects
// are useless without the messages that show them.
func (p *fteDowngrade) precached(m *message.Precache) error {
	list := p.list(p.level-1, m)
	switch {
	case m.Kind() == message.PrecacheParticles, m.Number() == 0:
		return nil
	case list == nil:
		return errNoPlace
	}
	if name := (*list)[m.Number()-1]; !bytes.Equal(name, m.Text) {
		return fmt.Errorf("number %d has two names, %q and %q", m.Number(), name, m.Text)
	}
	return nil
}

// FTE's messages that turn the view, by their ids in QuakeWorld.
const idAngleDelta, idAngleBase = 85, 93

var errNoPlace = errors.New("it has no place without FTE's extensions")

// Stats that a clientdata contains.
const (
	statHealth, statWeapon, statAmmo, statArmor, statWeaponFrame = 0, 2, 3, 4, 5
	statShells, statActiveWeapon, statItems, statViewHeight      = 6, 10, 15, 16
	statIdealPitch, statPunch, statPunchPlace, lastStat          = 25, 26, 29, 31
	statZoom, noZoom, statServerTime, statMatchStart             = 21, 255, 17, 18
	statSecondView, statMoveVars                                 = 20, 220
)

// clientStats are the bits of these stats.
const clientStats uint32 = 1<<statHealth | 1<<statWeapon | 1<<statAmmo | 1<<statArmor | 1<<statWeaponFrame |
	0xf<<statShells | 1<<statActiveWeapon | 1<<statItems | 1<<statViewHeight | 1<<statIdealPitch |
	7<<statPunch | 7<<statPunchPlace

// stat records a stat that a clientdata contains, and returns others.
func (p *fteDowngrade) stat(index uint8, v float64) ([]message.Message, error) {
	predicts := p.fte2&message.FTE2Prediction != 0
	switch {
	case index >= statMoveVars, index == statServerTime, index == statMatchStart,
		index == statZoom && v == noZoom:
		return nil, nil // for predictions, and the default values
	case index > lastStat, (index == statZoom || index == statSecondView) && v != 0:
		return nil, fmt.Errorf("stat %d, which only FTE's extensions have, is %v", index, v)
	case predicts && clientStats>>index&1 != 0:
		p.stats[index] = v
		return nil, nil
	}
	n := int32(v)
	if float64(n) != v {
		return nil, fmt.Errorf("stat %d is %v", index, v)
	}
	return []message.Message{&message.UpdateStat{Index: index, Value: n}}, nil
}

// sound converts a sound to protocols 666 and 999.
func (p *fteDowngrade) sound(m *message.Sound) error {
	const usualPitch, spikedPitch = 100, 255 // percent; servers of QuakeSpasm-Spiked write 255 for all sounds
	const known = soundVolume | soundAttenuation | soundLongEntity | soundLongNumber
	switch x := m.FTE; {
	case x.Pitch != 0 && x.Pitch != usualPitch && x.Pitch != spikedPitch:
		return fmt.Errorf("pitch %d %%", x.Pitch)
	case x.Velocity != [3]int16{}, x.TimeOffset != 0, x.Speed != 0 && x.Speed != 4000:
		return fmt.Errorf("velocity %v, time offset %d, speed %d", x.Velocity, x.TimeOffset, x.Speed)
	case m.Entity > math.MaxUint16:
		return fmt.Errorf("entity %d", m.Entity)
	}
	m.Bits &= known
	m.FTE = message.SoundExtension{}
	return nil
}

// tempEntity returns Quake's temporary entities in place of FTE's.
func (p *fteDowngrade) tempEntity(m *message.TempEntity) ([]message.Message, error) {
	const severalShots, spriteExplosion = 21, 20
	switch {
	case m.Entity > math.MaxUint16:
		return nil, fmt.Errorf("entity %d", m.Entity)
	case m.Type == teColorExplosion:
		m.Type = teExplosion2
	case m.Type == spriteExplosion:
		m.Type = teExplosion
	case m.Type == severalShots:
		list := make([]message.Message, m.Count)
		for i := range list {
			list[i] = &message.TempEntity{Type: teGunshot, Origin: m.Origin}
		}
		return list, nil
	case tempShapes[m.Type] == tempUnknown:
		return nil, fmt.Errorf("type %d", m.Type)
	}
	return []message.Message{m}, nil
}

// users returns messages for the names and colors of players that servers of FTE and QuakeSpasm-Spiked send as
// comments: a whole info is "//fui 0 "\name\a"", a change is "//ui 0 "name" "a"".
func (p *fteDowngrade) users(text []byte) (list []message.Message) {
	for line := range bytes.Lines(text) {
		change := bytes.HasPrefix(line, []byte("//ui "))
		if !change && !bytes.HasPrefix(line, []byte("//fui ")) {
			continue
		}
		fields := bytes.Split(line, []byte{'"'}) // the quoted texts have odd indices
		head := bytes.Fields(fields[0])
		if len(head) != 2 {
			continue
		}
		slot, err := strconv.ParseUint(string(head[1]), 10, 8)
		switch {
		case err != nil:
		case change && len(fields) > 3:
			list = append(list, p.user(uint8(slot), map[string][]byte{string(fields[1]): fields[3]})...)
		case !change && len(fields) > 1:
			info := map[string][]byte{"name": {}, "topcolor": {}, "bottomcolor": {}}
			words := bytes.Split(bytes.TrimPrefix(fields[1], []byte{'\\'}), []byte{'\\'})
			for i := 0; i+1 < len(words); i += 2 {
				info[string(words[i])] = words[i+1]
			}
			list = append(list, p.user(uint8(slot), info)...)
		}
	}
	return list
}

// user returns the messages that set a player's name and colors, if info has them.
func (p *fteDowngrade) user(slot uint8, info map[string][]byte) (list []message.Message) {
	const lastColor = 13
	if name, ok := info["name"]; ok {
		list = append(list, &message.UpdateName{Player: slot, Text: name})
	}
	colors := p.colors[slot]
	for key, shift := range map[string]uint8{"topcolor": 4, "bottomcolor": 0} {
		if text, ok := info[key]; ok {
			n, _ := strconv.Atoi(string(text))
			colors = colors&^(0xf<<shift) | uint8(min(max(n, 0), lastColor))<<shift
		}
	}
	if colors != p.colors[slot] {
		p.colors[slot] = colors
		list = append(list, &message.UpdateColors{Player: slot, Colors: colors})
	}
	return list
}

// baseline writes a baseline in the form of protocol 15, and leaves the rest to the entity's updates.
func (p *fteDowngrade) baseline(m *message.SpawnBaseline) ([]message.Message, error) {
	if m.Number > math.MaxUint16 {
		return nil, fmt.Errorf("entity %d", m.Number)
	}
	p.replaced.SetBaseline(m)
	if m.Kind != message.BaselineDelta {
		p.based[m.Number] = m.EntityDelta
		return []message.Message{m}, nil
	}
	b := coding.PlainBaseline(m)
	b.Scale = scaleWhole
	p.based[m.Number] = b
	return []message.Message{&message.SpawnBaseline{EntityDelta: b}}, nil
}

// static writes a static entity with the fields of protocol 666.
func (p *fteDowngrade) static(m *message.SpawnStatic) ([]message.Message, error) {
	if m.Kind != message.BaselineDelta {
		return []message.Message{m}, nil
	}
	e := coding.Whole(&m.EntityDelta, &m.FTE)
	to, err := p.state(&e)
	if err == nil && to.Effects != 0 {
		err = fmt.Errorf("effects %d", to.Effects)
	}
	if err != nil {
		return nil, err
	}
	s := &message.SpawnStatic{EntityDelta: to}
	for _, f := range [...]struct {
		has bool
		bit uint64
	}{
		{to.Model > maxNumber15, baselineLongModel}, {to.Frame > maxNumber15, baselineLongFrame},
		{to.Alpha != 0, baselineAlpha}, {to.Scale != scaleWhole, baselineScale},
	} {
		if f.has {
			s.Kind = message.BaselineFlags
			s.Bits |= f.bit
		}
	}
	return []message.Message{s}, nil
}

// state converts an entity to protocol 666. The error says what does not fit.
func (p *fteDowngrade) state(e *message.ReplacementUpdate) (to message.EntityDelta, err error) {
	x := &e.FTE
	const steps = 1 // moves in steps
	const usual = steps | message.ReplacementOnGround
	for _, f := range [...]struct {
		name        string
		value, most int64
	}{
		{"number", int64(e.Number), math.MaxUint16}, {"model", int64(e.Model), math.MaxUint16},
		{"frame", int64(e.Frame), math.MaxUint16}, {"skin", int64(e.Skin), maxNumber15},
		{"colormap", int64(e.Colormap), maxNumber15}, {"effects", int64(uint32(e.Effects)), maxNumber15},
		{"second model", int64(e.Model2), 0}, {"bones", int64(len(x.Bones)), 0}, {"trail", int64(x.Trail[0]), 0},
		{"glow", int64(x.GlowSize) | int64(x.GlowColor), 0}, {"tag", int64(x.Tag), 0}, {"fatness", int64(e.Fatness), 0},
		{"gravity", int64(x.GravityTurn[0]) | int64(x.GravityTurn[1]), 0}, {"draw flags", int64(x.DrawFlags), 0},
		{"light flags", int64(x.LightFlags), 0}, // which turn the light on
		{"flags", int64(x.Flags &^ usual), 0}, {"end of a move", int64(x.LerpEnd), 0},
	} {
		if f.value < 0 || f.value > f.most {
			return to, fmt.Errorf("%s %d", f.name, f.value)
		}
	}
	const usualColor, opaque = 32, 255
	if c := e.ColorMod; c != [3]uint8{} && c != [3]uint8{usualColor, usualColor, usualColor} {
		return to, fmt.Errorf("color %v", c)
	}
	to = message.EntityDelta{Number: e.Number, Mask: coding.StateFields, Model: e.Model, Frame: e.Frame,
		Colormap: e.Colormap, Skin: e.Skin, Effects: e.Effects, Origin: e.Origin, Angles: e.Angles, Scale: scaleWhole}
	if e.Mask&message.FieldAlpha != 0 && e.Alpha != opaque {
		to.Alpha = e.Alpha + 1 // 1 is invisible there, and 0 the default
	}
	if e.Mask&message.FieldScale != 0 {
		to.Scale = e.Scale
	}
	if p.fte2 != 0 {
		l := coding.Replacements{FTE2: p.fte2}
		if l.ShortAngles(e.Bits) {
			return to, errors.New("angles of 16 bits")
		}
	}
	if x.Flags&steps != 0 {
		to.Bits = updateNoLerp
	}
	return to, nil
}

// update returns the message with a whole entity, as a change of its baseline.
func (p *fteDowngrade) update(e *message.ReplacementUpdate) (*message.UpdateEntity, error) {
	to, err := p.state(e)
	if err != nil {
		return nil, fmt.Errorf("entity %d: %w", e.Number, err)
	}
	from, ok := p.based[e.Number]
	if !ok {
		from.Scale = scaleWhole
	}
	bits := uint32(to.Bits)
	to.Mask = 0
	to.FrameHigh, to.ModelHigh = uint8(to.Frame>>8), uint8(to.Model>>8)
	for _, f := range [...]struct {
		differs bool
		bit     uint32
	}{
		{to.Model != from.Model, updateModel}, {to.Frame != from.Frame, updateFrame},
		{to.Colormap != from.Colormap, updateColormap}, {to.Skin != from.Skin, updateSkin},
		{to.Effects != from.Effects, updateEffects},
		{to.Origin[0] != from.Origin[0], updateOriginX}, {to.Origin[1] != from.Origin[1], updateOriginY},
		{to.Origin[2] != from.Origin[2], updateOriginZ}, {to.Angles[0] != from.Angles[0], updatePitch},
		{to.Angles[1] != from.Angles[1], updateYaw}, {to.Angles[2] != from.Angles[2], updateRoll},
		{to.Alpha != from.Alpha, updateAlpha}, {to.Scale != from.Scale, updateScale},
		{to.ModelHigh != uint8(from.Model>>8), updateModel | updateModelHigh},
		{to.FrameHigh != uint8(from.Frame>>8), updateFrame | updateFrameHigh},
	} {
		if f.differs {
			bits |= f.bit
			to.Mask |= updateFields[f.bit]
		}
	}
	if to.Number > math.MaxUint8 {
		bits |= updateLong
	}
	if bits>>16 != 0 {
		bits |= updateExtend1
	}
	if bits>>8 != 0 {
		bits |= updateMore
	}
	to.Bits = uint64(bits)
	return &message.UpdateEntity{EntityDelta: to}, nil
}

// end returns the frame of a packet: the recorder's state and all entities.
func (p *fteDowngrade) end() (list []message.Message, err error) {
	if !p.framed {
		return nil, nil
	}
	p.framed = false
	var eye *message.ReplacementUpdate
	for i := range p.replaced.List {
		e := &p.replaced.List[i]
		if e.Number == p.eye {
			eye = e
		}
		m, err := p.update(e)
		if err != nil {
			return nil, err
		}
		list = append(list, m)
	}
	if p.fte2&message.FTE2Prediction == 0 {
		return list, nil // the demo has the recorder's state
	}
	m, err := p.client(eye)
	if err != nil {
		return nil, err
	}
	return append([]message.Message{m}, list...), nil
}

// client returns the recorder's state, with the velocity of the entity eye.
func (p *fteDowngrade) client(eye *message.ReplacementUpdate) (*message.ClientData, error) {
	s := &p.stats
	m := &message.ClientData{HasItems: true, Bits: clientItems, Items: uint32(int64(s[statItems])),
		ActiveWeapon: uint8(int64(s[statActiveWeapon]))} // truncated as in the engines
	for i, name := range [...]string{"x", "y", "z"} {
		if v := s[statPunchPlace+i]; v != 0 {
			return nil, fmt.Errorf("the kick's place %s %v", name, v)
		}
	}
	for _, f := range [...]struct {
		name  string
		stat  int
		value *uint16
		bits  uint32
	}{
		{"ammo", statAmmo, &m.Ammo, clientAmmoHigh}, {"shells", statShells, &m.Shells, clientShellsHigh},
		{"nails", statShells + 1, &m.Nails, clientNailsHigh},
		{"rockets", statShells + 2, &m.Rockets, clientRocketsHigh},
		{"cells", statShells + 3, &m.Cells, clientCellsHigh},
		{"armor", statArmor, &m.Armor, clientArmorHigh}, {"weapon model", statWeapon, &m.WeaponModel, clientWeaponHigh},
		{"weapon frame", statWeaponFrame, &m.WeaponFrame, clientWeaponFrameHigh},
	} {
		v := s[f.stat]
		if *f.value = uint16(max(min(v, math.MaxUint16), 0)); float64(*f.value) != v {
			return nil, fmt.Errorf("%s %v", f.name, v)
		}
		if *f.value > maxNumber15 {
			m.Bits |= f.bits
		}
	}
	if m.Health = int16(max(min(s[statHealth], math.MaxInt16), math.MinInt16)); float64(m.Health) != s[statHealth] {
		return nil, fmt.Errorf("health %v", s[statHealth])
	}
	for _, f := range [...]struct {
		name  string
		stat  int
		value *int8
	}{
		{"height of the eyes", statViewHeight, &m.ViewHeight}, {"ideal pitch", statIdealPitch, &m.IdealPitch},
		{"kick pitch", statPunch, &m.Punch[0]}, {"kick yaw", statPunch + 1, &m.Punch[1]},
		{"kick roll", statPunch + 2, &m.Punch[2]},
	} {
		if err := p.small(f.name, s[f.stat], f.value); err != nil {
			return nil, err
		}
	}
	if eye != nil {
		for i, v := range eye.FTE.Velocity {
			m.Velocity[i] = int8(nearest(float64(v)/8/16, math.MinInt8, math.MaxInt8))
		}
		if eye.FTE.Flags&message.ReplacementOnGround != 0 {
			m.Bits |= message.ClientOnGround
		}
	}
	for _, f := range [...]struct {
		has bool
		bit uint32
	}{
		{m.ViewHeight != defaultViewHeight, clientViewHeight}, {m.IdealPitch != 0, clientIdealPitch},
		{m.Punch[0] != 0, clientPunch}, {m.Punch[1] != 0, clientPunch << 1}, {m.Punch[2] != 0, clientPunch << 2},
		{m.Velocity[0] != 0, clientVelocity}, {m.Velocity[1] != 0, clientVelocity << 1},
		{m.Velocity[2] != 0, clientVelocity << 2}, {m.WeaponFrame != 0, clientWeaponFrame},
		{m.Armor != 0, clientArmor}, {m.WeaponModel != 0, clientWeapon},
	} {
		if f.has {
			m.Bits |= f.bit
		}
	}
	if m.Bits>>24 != 0 {
		m.Bits |= clientExtend2
	}
	if m.Bits>>16 != 0 {
		m.Bits |= clientExtend1
	}
	return m, nil
}

// small converts a number of the recorder's state that other protocols store as an integer.
func (p *fteDowngrade) small(name string, v float64, to *int8) error {
	*to = int8(nearest(v, math.MinInt8, math.MaxInt8))
	if float64(*to) == v {
		return nil
	}
	if p.rounded == nil || math.Abs(float64(*to)-v) > 0.5 {
		return &RoundingError{name, float32(v), stepWhole}
	}
	*p.rounded++
	return nil
}
