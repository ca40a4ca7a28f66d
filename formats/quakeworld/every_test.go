package quakeworld_test

import (
	"demoscope/formats/internal/decodertest"
	"demoscope/formats/message"
	"demoscope/formats/quakeworld"
	"demoscope/formats/wire"
)

func coord(u wire.Units, v int32) wire.Coord {
	if u.Coord == wire.CoordFloat {
		return wire.Coord(v * 0x01234567)
	}
	return wire.Coord(int16(v * 257))
}

func angle(u wire.Units, v int32) wire.Angle {
	if u.Angle == wire.AngleShort {
		return wire.Angle(int16(v * 257))
	}
	return wire.Angle(int8(v))
}

// everyMessage returns one of each message, with extreme values where there
// are such.
func everyMessage(p *quakeworld.Protocol) []message.Message {
	u := p.Units()
	origin := [3]wire.Coord{coord(u, -128), coord(u, 127), coord(u, -1)}
	angles := [3]wire.Angle{angle(u, -128), angle(u, 127), angle(u, 0)}
	long := make([]byte, 2000)
	for i := range long {
		long[i] = byte(i%255 + 1)
	}
	list := []message.Message{
		&message.Nop{},
		&message.UpdateStat{Index: 31, Value: 255},
		&message.UpdateStat{Index: 15, Value: -1 << 31, Long: true},
		&message.Sound{Volume: 255, Attenuation: 64, Channel: 7, Entity: 1023, Sound: 255, Origin: origin},
		&message.Sound{Bits: 0xe000, Volume: 1, Attenuation: 255, Entity: 1, Origin: origin},
		&message.StopSound{Channel: 5, Entity: 8191},
		&message.Print{Level: 3, Text: []byte("\xe1\xff: hi\n")},
		&message.CenterPrint{Text: []byte{}},
		&message.StuffText{Text: long},
		&message.Finale{Text: []byte("over")},
		&message.HitDamage{Save: 255, Take: 1, Origin: origin},
		&message.LightStyle{Style: 63, Text: []byte("az")},
		&message.SetPause{Pause: 1},
		&message.KilledMonster{}, &message.FoundSecret{}, &message.SellScreen{},
		&message.SpawnStaticSound{Origin: origin, Sound: 255, Volume: 254, Attenuation: 3},
		&message.Intermission{Origin: origin, Angles: angles},
		&message.CDTrack{From: 255},
		&message.QWKick{}, &message.QWKick{Big: true},
		&message.UpdateFrags{Player: 31, Frags: -32768},
		&message.QWUpdatePing{Player: 31, Ping: 32767},
		&message.QWUpdatePL{Player: 31, Loss: 255},
		&message.QWUpdateEnterTime{Player: 31, Time: -1.5},
		&message.QWUpdateUserInfo{Player: 31, User: -1, Text: []byte(`\name\a b`)},
		&message.QWSetInfo{Player: 31, Key: []byte("name"), Value: []byte("\x90x\x91")},
		&message.QWServerInfo{Key: []byte("status"), Value: []byte{}},
		&message.QWMaxSpeed{Speed: 320}, &message.QWEntGravity{Gravity: 0.5},
		&message.QWChoke{Count: 255},
		&message.QWQizmoVoice{Data: long[:34]},
		&message.QWVoice{Player: 255, Generation: 0xf1, Sequence: 9, Data: long[:1024]},
		&message.QWNails{Nails: []message.QWNail{
			{X: -2048, Y: 2047, Z: 0, Pitch: -8, Yaw: -128}, {X: 2047, Y: -2048, Z: -1, Pitch: 7, Yaw: 127},
		}},
		&message.QWNails{Numbered: true, Nails: []message.QWNail{{Number: 255, X: 1, Y: 2, Z: 3, Pitch: 4, Yaw: 5}}},
		&message.QWProjectiles{Frame: -2, Projectiles: []message.QWProjectile{
			{Word: 0x8001},
			{Word: 5, Bits: 0x0a05, Origin: [3]float32{1, 2, 3}, Velocity: [3]float32{-4, 5, 6}, Angles: angles,
				Model: 300, Owner: -1, Age: 255},
			{Word: 6, Bits: 0x10},
		}},
	}
	flash := &message.QWMuzzleFlash{Entity: -1}
	if p.FTE2&8 != 0 {
		flash.Entity = 1<<23 - 1
	}
	list = append(list, flash)
	list = append(list, tempEntities(p, origin)...)
	list = append(list, downloads(p, long)...)
	list = append(list, lists(p, long)...)
	list = append(list, baselines(p, origin, angles)...)
	list = append(list, &message.PacketEntities{Entities: deltas(p, true)}, &message.PacketEntities{Delta: true,
		From: 255, Entities: deltas(p, true)})
	if p.FTE2&8 != 0 {
		for _, w := range decodertest.Replacements("", 0) {
			list = append(list, w.Want)
		}
	}
	if p.MVD {
		return append(list, append(mvdPlayers(u), &message.Disconnect{Text: []byte("EndOfDemo")},
			&message.SetAngle{Player: 31, Angles: angles})...)
	}
	return append(list, append(players(p), &message.Disconnect{}, &message.SetAngle{Angles: angles})...)
}

func tempEntities(p *quakeworld.Protocol, origin [3]wire.Coord) []message.Message {
	var list []message.Message
	for kind := range uint8(14) {
		m := &message.TempEntity{Type: kind, Origin: origin}
		switch kind {
		case 2, 12:
			m.Count = 255
		case 5, 6, 9:
			m.Entity, m.End = -32768, [3]wire.Coord{origin[1], origin[2], origin[0]}
			if p.FTE2&8 != 0 {
				m.Entity = 1<<23 - 1
			}
		}
		list = append(list, m)
	}
	return list
}

func downloads(p *quakeworld.Protocol, data []byte) []message.Message {
	if p.FTE&0x20000000 != 0 {
		return []message.Message{
			&message.QWDownload{Chunked: true, Chunk: -1, Size: -2, File: []byte("../../etc/passwd")},
			&message.QWDownload{Chunked: true, Chunk: 7, Data: data[:1024]},
		}
	}
	return []message.Message{
		&message.QWDownload{Size: -1},
		&message.QWDownload{Size: 1500, Percent: 100, Data: data[:1500]},
	}
}

func lists(p *quakeworld.Protocol, long []byte) []message.Message {
	list := &message.QWList{Names: words("maps/dm4.bsp", string(long[:200]))}
	sounds := &message.QWList{Kind: message.QWSoundList}
	short := &message.QWList{Kind: message.QWModelListShort, Names: words("*1")}
	if p.Version >= 26 {
		list.First, list.Next, sounds.First, sounds.Next, short.First, short.Next = 255, 254, 1, 1, 65535, 255
	}
	return []message.Message{list, sounds, short}
}

func baselines(p *quakeworld.Protocol, origin [3]wire.Coord, angles [3]wire.Angle) []message.Message {
	mask := message.FieldModel | message.FieldFrame | message.FieldColormap | message.FieldSkin | message.FieldOrigin |
		message.FieldAngles
	e := message.EntityDelta{Mask: mask, Model: 255, Frame: 254, Colormap: 253, Skin: 252, Origin: origin,
		Angles: angles}
	list := []message.Message{&message.SpawnStatic{EntityDelta: e}}
	e.Number = 65535
	list = append(list, &message.SpawnBaseline{EntityDelta: e})
	if p.FTE2&8 != 0 {
		list[1].(*message.SpawnBaseline).Number = 1<<23 - 1
		for _, w := range decodertest.Replacements("", 0) {
			for _, d := range w.Want.(*message.UpdateEntities).Entities {
				if !d.Remove {
					list = append(list, &message.SpawnBaseline{Kind: message.BaselineDelta,
						EntityDelta: d.EntityDelta, FTE: d.FTE})
					d.Number = 0
					list = append(list, &message.SpawnStatic{Kind: message.BaselineDelta, EntityDelta: d.EntityDelta,
						FTE: d.FTE})
				}
			}
		}
		return list
	}
	for _, d := range deltas(p, false) {
		list = append(list, &message.SpawnBaseline{Kind: message.BaselineDelta, EntityDelta: d})
		list = append(list, &message.SpawnStatic{Kind: message.BaselineDelta, EntityDelta: d})
	}
	return list
}

// Fields of a delta by bit of EntityDelta.Bits.
var deltaFields = map[int]message.Field{
	0: message.FieldPitch, 1: message.FieldRoll, 2: message.FieldModel, 3: message.FieldColormap, 4: message.FieldSkin,
	5: message.FieldEffects, 9: message.FieldOriginX, 10: message.FieldOriginY, 11: message.FieldOriginZ,
	12: message.FieldYaw, 13: message.FieldFrame,
}

// deltas returns changes with every flag of the mask alone, and with all of
// them. In a set there are removals too.
func deltas(p *quakeworld.Protocol, set bool) []message.EntityDelta {
	var list []message.EntityDelta
	number := int32(0)
	add := func(bits uint64) {
		number++
		list = append(list, delta(p, number, bits))
	}
	for bit := 9; bit <= 13; bit++ {
		add(1 << bit)
	}
	for bit := range 7 {
		add(1<<15 | 1<<bit)
	}
	add(1<<15 | 0x3e7f)
	number = 510
	add(1 << 9)
	if p.FTE != 0 {
		for bit := range 7 {
			add(1<<15 | 1<<7 | 1<<(16+bit))
		}
		add(1<<15 | 1<<7 | 1<<2 | 1<<19) // a model from 256 on by a byte
		for bit := 24; bit < 32; bit++ {
			add(1<<15 | 1<<7 | 1<<23 | 1<<bit)
		}
		add(1<<15 | 0x3eff | 0xff<<16 | 0xff<<24) // everything
	} else {
		add(1<<15 | 1<<7) // a flag without a meaning
	}
	if !set {
		return list
	}
	list = append(list, message.EntityDelta{Number: 3, Bits: 1 << 14, Remove: true})
	if p.FTE&0x2000 != 0 {
		list = append(list, message.EntityDelta{Number: 3 + 512 + 1024, Bits: 1<<14 | 1<<15 | 1<<7 | 0x60<<16,
			Remove: true})
	} else {
		list = append(list, message.EntityDelta{Number: 4, Bits: 1<<14 | 1<<15, Remove: true})
	}
	return list
}

func delta(p *quakeworld.Protocol, number int32, bits uint64) message.EntityDelta {
	u := p.EntityUnits()
	d := message.EntityDelta{Number: number & 511, Bits: bits}
	for bit, f := range deltaFields {
		if bits>>bit&1 != 0 {
			d.Mask |= f
		}
	}
	more := p.FTE != 0 && bits>>7&1 != 0
	if more {
		if bits>>19&1 != 0 {
			d.Mask |= message.FieldModel
		}
		for _, f := range []struct {
			bit   int
			fte   uint32
			field message.Field
		}{{16, 0x2, message.FieldScale}, {17, 0x8, message.FieldAlpha}, {18, 0x100, message.FieldFatness},
			{26, 0x80000, message.FieldColorMod}, {24, 0x200000, message.FieldDrawFlags},
			{25, 0x200000, message.FieldAbsLight}, {27, 0xffffffff, message.FieldDPFlags},
			{28, 0xffffffff, message.FieldTag}, {29, 0xffffffff, message.FieldLight},
			{30, 0xffffffff, message.FieldMoreEffects}} {
			if bits>>f.bit&1 != 0 && p.FTE&f.fte != 0 {
				d.Mask |= f.field
			}
		}
		d.Number += int32(bits >> 21 & 1 * 512)
		d.Number += int32(bits>>22&1) * 1024
	}
	for i := range 3 {
		if d.Mask&(message.FieldOriginX<<i) != 0 {
			d.Origin[i] = coord(u, int32(-100-i))
		}
		if d.Mask&(message.FieldPitch<<i) != 0 {
			d.Angles[i] = angle(u, int32(-128+i))
		}
	}
	set := func(f message.Field, v *int32) {
		if d.Mask&f != 0 {
			*v = 255
		}
	}
	set(message.FieldFrame, &d.Frame)
	set(message.FieldColormap, &d.Colormap)
	set(message.FieldSkin, &d.Skin)
	set(message.FieldEffects, &d.Effects)
	set(message.FieldModel, &d.Model)
	if more && bits>>19&1 != 0 {
		d.Model = 65535
		if bits>>2&1 != 0 {
			d.Model = 511
		}
	}
	if d.Mask&message.FieldScale != 0 {
		d.Scale = 1
	}
	if d.Mask&message.FieldAlpha != 0 {
		d.Alpha = 255
	}
	if d.Mask&message.FieldFatness != 0 {
		d.Fatness = 3
	}
	if d.Mask&message.FieldColorMod != 0 {
		d.ColorMod = [3]uint8{1, 2, 255}
	}
	if d.Mask&message.FieldDrawFlags != 0 {
		d.DrawFlags = 254
	}
	if d.Mask&message.FieldAbsLight != 0 {
		d.AbsLight = 253
	}
	if d.Mask&message.FieldDPFlags != 0 {
		d.DPFlags = 252
	}
	if d.Mask&message.FieldTag != 0 {
		d.Tag = [2]int16{-32768, 32767}
	}
	if d.Mask&message.FieldLight != 0 {
		d.Light, d.LightStyle, d.LightFlags = [4]int16{-1, 32767, -32768, 3}, 251, 250
	}
	if d.Mask&message.FieldMoreEffects != 0 {
		d.MoreEffects = 249
	}
	return d
}

// players returns players as .qwd has them, with every flag alone and all.
func players(p *quakeworld.Protocol) []message.Message {
	u := p.PlayerUnits()
	var list []message.Message
	flags := []uint32{0, 0xffff &^ message.QWPlayerExtra}
	for bit := range 15 {
		flags = append(flags, 1<<bit)
	}
	if p.FTE&0x8 != 0 {
		flags = append(flags, message.QWPlayerExtra|message.QWPlayerAlpha, 0xffffff)
	} else {
		flags = append(flags, 0xffff)
	}
	for _, f := range flags {
		for _, command := range []uint8{0, 1, 2, 4, 8, 16, 32, 64, 128, 255} {
			if f&message.QWPlayerCommand == 0 && command != 0 {
				continue
			}
			list = append(list, player(p, u, f, command))
		}
	}
	return list
}

func player(p *quakeworld.Protocol, u wire.Units, f uint32, command uint8) *message.QWPlayerInfo {
	m := &message.QWPlayerInfo{Player: 31, Bits: f, Origin: [3]wire.Coord{coord(u, -128), coord(u, 1), coord(u, 127)},
		Frame: 255}
	if f&message.QWPlayerMsec != 0 {
		m.Msec = 255
	}
	if f&message.QWPlayerCommand != 0 {
		m.Command = userCommand(p.Version, command)
	}
	for i := range 3 {
		if f&(message.QWPlayerVelocityX<<i) != 0 {
			m.Velocity[i] = -32768
		}
	}
	for bit, v := range map[uint32]*uint8{
		message.QWPlayerModel: &m.Model, message.QWPlayerSkin: &m.Skin,
		message.QWPlayerEffects: &m.Effects, message.QWPlayerWeaponFrame: &m.WeaponFrame,
	} {
		if f&bit != 0 {
			*v = 255
		}
	}
	if f&message.QWPlayerWeaponFrame != 0 && p.MVD1&0x80 != 0 {
		m.Prediction = []byte{0}
		if f != message.QWPlayerWeaponFrame {
			m.Prediction = []byte("\x01abcdefghijklmnopqrstuv")
		}
	}
	if f&message.QWPlayerAlpha != 0 && p.FTE&0x8 != 0 {
		m.Alpha = 255
	}
	if f&message.QWPlayerColorMod != 0 && p.FTE&0x80000 != 0 {
		m.ColorMod = [3]uint8{255, 0, 1}
	}
	return m
}

func userCommand(version int32, bits uint8) message.QWUserCommand {
	c := message.QWUserCommand{Bits: bits}
	has := func(b uint8) bool { return bits&b != 0 }
	if has(message.QWCommandPitch) {
		c.Angles[0] = -32768
	}
	if has(message.QWCommandYaw) || version < 27 {
		c.Angles[1] = 32767
	}
	if has(message.QWCommandRoll) {
		c.Angles[2] = -1
	}
	for i := range 3 {
		if !has(message.QWCommandForward << i) {
			continue
		}
		c.Moves[i] = -32768
		if version < 27 {
			c.Moves[i] = -128
		}
	}
	if has(message.QWCommandButtons) {
		c.Buttons = 255
	}
	if has(message.QWCommandImpulse) {
		c.Impulse = 255
	}
	if has(message.QWCommandYaw) || version >= 27 {
		c.Msec = 255
	}
	return c
}

// mvdPlayers returns players as .mvd has them, with every flag alone and all.
func mvdPlayers(u wire.Units) []message.Message {
	var list []message.Message
	flags := []uint16{0, 0xffff}
	for bit := range 16 {
		flags = append(flags, 1<<bit)
	}
	for _, f := range flags {
		m := &message.MVDPlayerInfo{Player: 31, Bits: f, Frame: 255}
		for i := range 3 {
			if f&(message.MVDPlayerOriginX<<i) != 0 {
				m.Origin[i] = coord(u, int32(-128+i))
			}
			if f&(message.MVDPlayerPitch<<i) != 0 {
				m.Angles[i] = -32768
			}
		}
		for bit, v := range map[uint16]*uint8{
			message.MVDPlayerModel: &m.Model, message.MVDPlayerSkin: &m.Skin,
			message.MVDPlayerEffects: &m.Effects, message.MVDPlayerWeaponFrame: &m.WeaponFrame,
		} {
			if f&bit != 0 {
				*v = 255
			}
		}
		list = append(list, m)
	}
	return list
}
