package dem

import (
	"fmt"
	"io"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"demoscope/formats/internal/coding"
	"demoscope/formats/internal/decodertest"
	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// dialects are all protocols with all ways to write places and directions.
func dialects() []message.ServerInfo {
	list := []message.ServerInfo{{Protocol: protocolQuake}, {Protocol: protocolNehahra}, {Protocol: protocolFitz}}
	for _, coord := range []uint32{0, flagCoord24, flagCoordFloat, flagCoordLong} {
		for _, angle := range []uint32{0, flagAngleShort, flagAngleFloat} {
			list = append(list, message.ServerInfo{Protocol: protocolRMQ, Flags: coord | angle})
		}
	}
	replaced := []message.QWExtension{{Tag: message.TagFTE, Bits: coding.FTEProgram},
		{Tag: message.TagFTE2, Bits: 0x6f}}
	return append(list, message.ServerInfo{Protocol: protocolFitz, Extensions: replaced},
		message.ServerInfo{Protocol: protocolRMQ, Flags: flagCoordFloat | flagAngleShort, Extensions: replaced})
}

// extreme returns the smallest and the largest value of the encodings.
func extreme(u wire.Units, high bool) (wire.Coord, wire.Angle) {
	c := map[wire.CoordEncoding][2]int32{
		wire.CoordShort: {math.MinInt16, math.MaxInt16},
		wire.Coord24:    {math.MinInt16 << 8, math.MaxInt16<<8 | 255},
		wire.CoordLong:  {math.MinInt32, math.MaxInt32},
		wire.CoordFloat: {math.MinInt32, int32(math.Float32bits(math.MaxFloat32))},
	}[u.Coord]
	a := map[wire.AngleEncoding][2]int32{
		wire.AngleByte:  {math.MinInt8, math.MaxInt8},
		wire.AngleShort: {math.MinInt16, math.MaxInt16},
		wire.AngleFloat: {math.MinInt32, int32(math.Float32bits(float32(math.Inf(1))))},
	}[u.Angle]
	i := 0
	if high {
		i = 1
	}
	return wire.Coord(c[i]), wire.Angle(a[i])
}

// everything returns at least one of each message that a dialect can say,
// with every flag of those that have flags, alone and all together, at the
// lowest and the highest values.
func everything(info message.ServerInfo) []message.Message {
	var p protocol
	p.set(versionOf(&info))
	if p.replacing() {
		info.GameDir = []byte("id1")
	}
	info.MaxClients, info.Multi, info.MapName = 16, 1, []byte("the \x80Title\xff")
	info.Models = [][]byte{[]byte("maps/a.bsp"), []byte("*1")}
	for i := range 300 { // more than the document's 255
		info.Sounds = append(info.Sounds, fmt.Appendf(nil, "s/%d.wav", i))
	}
	info.Units = p.Units
	list := []message.Message{
		&info,
		&message.Nop{}, &message.Disconnect{}, &message.KilledMonster{}, &message.FoundSecret{},
		&message.Intermission{}, &message.SellScreen{}, &message.BonusFlash{},
		&message.Achievement{Text: []byte("ACH_A")}, &message.LocalSound{Sound: 255},
		&message.LocalSound{Bits: soundLongNumber, Sound: 65535},
		&message.UpdateStat{Index: 31, Value: math.MinInt32},
		&message.Version{Protocol: 15}, &message.SetView{Entity: 65535},
		&message.Time{Time: 4250.125}, &message.Time{Time: float32(math.Inf(1))},
		&message.Print{Text: []byte("\x02a line\n")}, &message.Print{Text: []byte{}},
		&message.StuffText{Text: []byte("bf\n")}, &message.CenterPrint{Text: []byte("x")},
		&message.Finale{Text: []byte("end")}, &message.Cutscene{Text: []byte("cut")},
		&message.SkyBox{Text: []byte("sky_")}, &message.LightStyle{Style: 63, Text: []byte("mamama")},
		&message.UpdateName{Player: 15, Text: []byte("Ranger")},
		&message.UpdateFrags{Player: 255, Frags: -99}, &message.UpdateColors{Player: 1, Colors: 0xd4},
		&message.StopSound{Channel: 7, Entity: 8191}, &message.SetPause{Pause: 1},
		&message.SignonNum{Signon: 3}, &message.CDTrack{From: 2, To: 3},
		&message.Fog{Density: 1, Red: 2, Green: 3, Blue: 255, Time: -32768},
	}
	if p.replacing() {
		list = append(list, replacements(p.Units)...)
	}
	for _, high := range []bool{false, true} {
		c, a := extreme(p.Units, high)
		place, angles := [3]wire.Coord{c, 0, c}, [3]wire.Angle{a, 0, a}
		char, most := int8(math.MinInt8), uint8(0)
		if high {
			char, most = math.MaxInt8, 255
		}
		list = append(list,
			&message.SetAngle{Angles: angles},
			&message.HitDamage{Save: most, Take: most, Origin: place},
			&message.Particle{Origin: place, Velocity: [3]int8{char, 0, char}, Count: most, Color: most},
		)
		for _, long := range []bool{false, true} {
			list = append(list, &message.SpawnStaticSound{Long: long, Origin: place, Sound: int32(most), Volume: most,
				Attenuation: most})
		}
		list = append(list, tempEntities(place)...)
		if p.nehahra() {
			for _, w := range nehahra {
				list = append(list, w.Want)
			}
		}
		list = append(list, sounds(&p, place)...)
		list = append(list, baselines(place, angles, most)...)
		list = append(list, updates(&p, place, angles, most)...)
		list = append(list, clients(&p, char, most)...)
	}
	return list
}

// replacements are the messages that FTE's extensions have.
func replacements(u wire.Units) []message.Message {
	coord := 2
	if u.Coord == wire.CoordFloat {
		coord = 4
	}
	list := []message.Message{
		&message.UpdateStat{Index: 255, Value: 255, Short: true}, &message.QWStatFloat{Index: 16, Value: -1.5},
		&message.Precache{Index: 0x8001, Text: []byte("a.wav")},
		&message.QWVoice{Player: 1, Generation: 2, Sequence: 3, Data: []byte("abc")},
		&message.SpawnStaticSound{Extended: true, Flags: 1, Sound: 65535, Volume: 255, Attenuation: 1},
	}
	for _, m := range []message.FTEUnused{{ID: 80, Data: make([]byte, 4+6*coord)}, {ID: 81, Data: make([]byte,
		4+6*coord)},
		{ID: 82, Data: make([]byte, 2+3*coord)}, {ID: 78, Data: []byte("\x20text\x00")}, {ID: 85, Data: make([]byte,
			6)},
		{ID: 90, Data: []byte("\x01\x00a")}, {ID: 91, Data: []byte("\x01\x80a")}, {ID: 92, Data: []byte("\x00\x00")},
		{ID: 93, Data: []byte("\x01\x02\x03")}} {
		list = append(list, &m)
	}
	for _, w := range decodertest.Replacements("0100", 1) {
		list = append(list, w.Want)
		for _, e := range w.Want.(*message.UpdateEntities).Entities {
			if e.Remove {
				continue
			}
			list = append(list, &message.SpawnBaseline{Kind: message.BaselineDelta, EntityDelta: e.EntityDelta,
				FTE: e.FTE})
			e.Number = 0
			list = append(list, &message.SpawnStatic{Kind: message.BaselineDelta, EntityDelta: e.EntityDelta,
				FTE: e.FTE})
		}
	}
	return list
}

func tempEntities(place [3]wire.Coord) (list []message.Message) {
	for n, shape := range tempShapes {
		m := &message.TempEntity{Type: uint8(n), Origin: place}
		switch shape {
		case tempUnknown:
			continue
		case tempLine:
			m.Entity, m.End = 65535, place
		case tempColors:
			m.Color, m.Range = 255, 1
		}
		list = append(list, m)
	}
	return list
}

func sounds(p *protocol, place [3]wire.Coord) (list []message.Message) {
	for bits := range uint16(32) {
		m := &message.Sound{Bits: bits, Volume: defaultVolume, Attenuation: defaultAttenuation, Channel: 7,
			Entity: 8191, Sound: 255, Origin: place}
		if bits&soundVolume != 0 {
			m.Volume = 1
		}
		if bits&soundAttenuation != 0 {
			m.Attenuation = 2
		}
		if bits&soundLongEntity != 0 && p.extended() {
			m.Channel, m.Entity = 255, 65535
		}
		if bits&soundLongNumber != 0 && p.extended() {
			m.Sound = 65535
		}
		list = append(list, m)
	}
	return list
}

func baselines(place [3]wire.Coord, angles [3]wire.Angle, most uint8) (list []message.Message) {
	e := message.EntityDelta{
		Mask: coding.StateFields, Model: int32(most), Frame: int32(most), Colormap: int32(most),
		Skin: int32(most), Origin: place, Angles: angles,
	}
	list = append(list, &message.SpawnStatic{EntityDelta: e})
	for bits := range uint64(16) {
		f := e
		f.Bits = bits
		if bits&baselineLongModel != 0 {
			f.Model = 65535
		}
		if bits&baselineLongFrame != 0 {
			f.Frame = 65535
		}
		if bits&baselineAlpha != 0 {
			f.Alpha, f.Mask = most, f.Mask|message.FieldAlpha
		}
		if bits&baselineScale != 0 {
			f.Scale, f.Mask = most, f.Mask|message.FieldScale
		}
		list = append(list, &message.SpawnStatic{Kind: message.BaselineFlags, EntityDelta: f})
		f.Number = 65535
		list = append(list, &message.SpawnBaseline{Kind: message.BaselineFlags, EntityDelta: f})
	}
	e.Number = 585
	return append(list, &message.SpawnBaseline{EntityDelta: e})
}

// flagSets returns each bit of all alone with what it needs, and all of them.
func flagSets(all uint32, needs func(bit uint32) uint32) []uint32 {
	list := []uint32{0, all}
	for bit := uint32(1); bit != 0; bit <<= 1 {
		if all&bit != 0 {
			list = append(list, bit|needs(bit))
		}
	}
	return list
}

func updates(p *protocol, place [3]wire.Coord, angles [3]wire.Angle, most uint8) (list []message.Message) {
	all := uint32(0xffff)
	fields := fieldsQuake
	if p.extended() {
		all, fields = 0xffffffff, fieldsExtended
	}
	for _, bits := range flagSets(all, func(bit uint32) uint32 {
		switch {
		case bit >= 1<<24:
			return updateMore | updateExtend1 | updateExtend2
		case bit >= 1<<16:
			return updateMore | updateExtend1
		case bit >= 1<<8:
			return updateMore
		}
		return 0
	}) {
		bits |= svcUpdateEntity
		e := message.EntityDelta{
			Number: 255, Bits: uint64(bits), Model: int32(most), Frame: int32(most),
			Colormap: int32(most), Skin: int32(most), Effects: int32(most), Origin: place,
			Angles: angles, Alpha: most, Scale: most, FrameHigh: most, ModelHigh: most,
			LerpFinish: most, Transparency: [3]float32{1, 0.5, 0},
		}
		for n := range fields {
			e.Mask |= fields[n][uint8(bits>>(8*n))]
		}
		if bits&updateLong != 0 {
			e.Number = 65535
		}
		list = append(list, &message.UpdateEntity{EntityDelta: e})
		if e.Mask&message.FieldTransparency != 0 {
			e.Transparency = [3]float32{2, 0.25, 7}
			list = append(list, &message.UpdateEntity{EntityDelta: e})
		}
	}
	return list
}

func clients(p *protocol, char int8, most uint8) (list []message.Message) {
	all := uint32(0xffff)
	if p.extended() {
		all = 0xffffffff
	}
	for _, bits := range flagSets(all, func(bit uint32) uint32 {
		switch {
		case bit >= 1<<24:
			return clientExtend1 | clientExtend2
		case bit >= 1<<16:
			return clientExtend1
		}
		return 0
	}) {
		m := &message.ClientData{
			Bits: bits, ViewHeight: defaultViewHeight, HasItems: true, Items: 0x80000001,
			Health: -32768, Ammo: uint16(most), Shells: uint16(most), Nails: uint16(most),
			Rockets: uint16(most), Cells: uint16(most), ActiveWeapon: most,
		}
		if bits&clientViewHeight != 0 {
			m.ViewHeight = char
		}
		if bits&clientIdealPitch != 0 {
			m.IdealPitch = char
		}
		for i := range 3 {
			if bits&(clientPunch<<i) != 0 {
				m.Punch[i] = char
			}
			if bits&(clientVelocity<<i) != 0 {
				m.Velocity[i] = char
			}
		}
		if bits&clientWeaponFrame != 0 {
			m.WeaponFrame = uint16(most)
		}
		if bits&clientArmor != 0 {
			m.Armor = uint16(most)
		}
		if bits&clientWeapon != 0 {
			m.WeaponModel = uint16(most)
		}
		if p.extended() {
			for i, h := range clientHighBytes {
				if bits&h.bit != 0 {
					*h.field(m) |= uint16(i+1) << 8
				}
			}
			if bits&clientWeaponAlpha != 0 {
				m.WeaponAlpha = most
			}
		}
		list = append(list, m)
	}
	return list
}

// encode makes a demo of the messages, a few in each block.
func encode(t testing.TB, line string, list []message.Message) []byte {
	t.Helper()
	e := NewEncoder()
	if err := e.Message(&message.CDTrackLine{Text: []byte(line)}); err != nil {
		t.Fatal(err)
	}
	var records []decodertest.Record
	for i := 0; i < len(list); i += 10 {
		p := message.Packet{Angles: [3]float32{float32(i), -90.5, 0}}
		records = append(records, decodertest.NewRecord(p, list[i:min(i+10, len(list))]...))
	}
	return decodertest.Write(t, e, records)
}

// validDelta is an EntityDelta of which all fields count.
type validDelta message.EntityDelta

// validOnly makes the fields of an update zero that its mask leaves out.
var validOnly = cmp.Transformer("validOnly", func(e message.EntityDelta) validDelta {
	zero := func(f message.Field, v *int32) {
		if e.Mask&f == 0 {
			*v = 0
		}
	}
	zero(message.FieldModel, &e.Model)
	zero(message.FieldFrame, &e.Frame)
	zero(message.FieldColormap, &e.Colormap)
	zero(message.FieldSkin, &e.Skin)
	zero(message.FieldEffects, &e.Effects)
	zero(message.FieldSolid, &e.Solid)
	zero(message.FieldModel2, &e.Model2)
	for i := range 3 {
		if e.Mask&(message.FieldOriginX<<i) == 0 {
			e.Origin[i] = 0
		}
		if e.Mask&(message.FieldPitch<<i) == 0 {
			e.Angles[i] = 0
		}
	}
	zero8 := func(f message.Field, v *uint8) {
		if e.Mask&f == 0 {
			*v = 0
		}
	}
	zero8(message.FieldAlpha, &e.Alpha)
	zero8(message.FieldScale, &e.Scale)
	zero8(message.FieldFrameHigh, &e.FrameHigh)
	zero8(message.FieldModelHigh, &e.ModelHigh)
	zero8(message.FieldLerpFinish, &e.LerpFinish)
	zero8(message.FieldFatness, &e.Fatness)
	if e.Mask&message.FieldColorMod == 0 {
		e.ColorMod = [3]uint8{}
	}
	if e.Mask&message.FieldTransparency == 0 {
		e.Transparency = [3]float32{}
	}
	return validDelta(e)
})

func TestEveryMessage(t *testing.T) {
	for _, info := range dialects() {
		t.Run(fmt.Sprintf("%d/%#x/%d", info.Protocol, info.Flags, len(info.Extensions)), func(t *testing.T) {
			list := everything(info)
			data := encode(t, "-1\n", list)
			d := NewDecoder(data)
			came := map[string]bool{}
			for i, want := range list {
				if i%10 == 0 {
					if _, err := d.NextMessage(); i > 0 && err != io.EOF {
						t.Fatal(err)
					}
					p, err := d.NextPacket()
					if err != nil {
						t.Fatal(err)
					}
					if diff := cmp.Diff([3]float32{float32(i), -90.5, 0}, p.Angles); diff != "" || p.Block != i/10 {
						t.Errorf("block %d: %s", p.Block, diff)
					}
				}
				got, err := d.NextMessage()
				if err != nil {
					t.Fatal(err)
				}
				came[got.Name()] = true
				if diff := cmp.Diff(want, got, validOnly, cmpopts.EquateEmpty()); diff != "" {
					t.Fatalf("%s, message %d (-written +read)\n%s", want.Name(), i, diff)
				}
				if m := New(got.Name()); m == nil || fmt.Sprintf("%T", m) != fmt.Sprintf("%T", got) {
					t.Errorf("New(%q) is a %T", got.Name(), m)
				}
			}
			for _, row := range messages.Rows() {
				unsized := row.ID == 58 || row.ID == 83 // see TestWireUnsized
				if row.Legal && !came[row.Name] && !unsized && (len(info.Extensions) > 0 || !extensionIDs[row.ID]) {
					t.Errorf("no %s came", row.Name)
				}
			}
			if d.Info().Protocol != int(info.Protocol) {
				t.Error(d.Info())
			}
			rewrite(t, data)
		})
	}
}

func TestEncoderRefuses(t *testing.T) {
	inBlock := func() *Encoder {
		e := NewEncoder()
		if err := e.Packet(&message.Packet{}); err != nil {
			t.Fatal(err)
		}
		return e
	}
	for name, err := range map[string]error{
		"outside":  NewEncoder().Message(&message.Nop{}),
		"late":     inBlock().Message(&message.CDTrackLine{Text: []byte("2\n")}),
		"protocol": inBlock().Message(&message.ServerInfo{Protocol: 3504}),
		"temp":     inBlock().Message(&message.TempEntity{Type: 99}),
		"kind":     inBlock().Message(&message.SpawnStatic{Kind: message.BaselineDelta}),
		"foreign":  inBlock().Message(&message.QWServerInfo{}),
		"packet":   NewEncoder().Packet(&message.Packet{Kind: message.PacketCommand}),
	} {
		if err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	e := inBlock()
	if err := e.Message(&message.Raw{Data: make([]byte, maxBlock+1)}); err != nil {
		t.Fatal(err)
	}
	if _, err := e.Close(); err == nil {
		t.Error("a block that is too large")
	}
}
