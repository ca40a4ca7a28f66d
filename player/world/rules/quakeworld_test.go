package rules_test

import (
	"slices"
	"strings"
	"testing"

	"demoscope/formats/message"
	"demoscope/formats/wire"
	"demoscope/player/world"
	"demoscope/player/world/equipment"
)

// A player of a client's recording is what the packet says, nothing of it kept
// from the one before.
func TestQuakeWorldPlayerInfo(t *testing.T) {
	s := newQuakeWorld(t, "qwd", "A", "B", "C")
	info := &message.QWPlayerInfo{
		Player: 1, Bits: message.QWPlayerModel | message.QWPlayerCommand, Origin: coords(1, -2, 3), Frame: 12,
		Velocity: [3]int16{320, -100, 7}, Model: 5, Skin: 0x83, Effects: 64,
		WeaponFrame: 3, Command: message.QWUserCommand{Angles: [3]int16{16384, -8192, 4096}},
	}
	s.packet(info)
	p := s.Players[1]
	if p.Pose != (world.Pose{Origin: [3]float32{1, -2, 3}, Angles: [3]float32{90, -45, 22.5}, Velocity: [3]float32{
		320, -100, 7}, VelocityKnown: true}) ||
		p.Frame != 12 || p.Model != 5 || p.SkinNumber != 0x83 || p.Effects != 64 || p.WeaponFrame != 3 || p.Dead ||
		!p.Visible || p.NoLerp || p.WasVisible {
		t.Errorf("%+v", p)
	}
	if s.View.Known || s.Players[0].Visible {
		t.Errorf("the recorder was not named: %+v", s.View)
	}
	s.packet(&message.QWPlayerInfo{Player: 1, Bits: message.QWPlayerDead})
	p = s.Players[1]
	if p.Pose != (world.Pose{VelocityKnown: true}) || p.Was.Origin != [3]float32{1, -2, 3} || p.Frame != 0 ||
		p.Model != 0 || p.SkinNumber != 0 || p.Effects != 0 ||
		p.WeaponFrame != 0 || !p.Dead || !p.Visible || !p.WasVisible {
		t.Errorf("%+v", p)
	}
	// Gibbed alone is not dead: the two are bits of their own.
	if s.packet(&message.QWPlayerInfo{Player: 1, Bits: message.QWPlayerGib}); s.Players[1].Dead {
		t.Errorf("%+v", s.Players[1])
	}
	// A packet that names others has this one no more; one that names none
	// changes nothing.
	s.packet()
	if !s.Players[1].Visible {
		t.Error("a packet without players took one away")
	}
	s.packet(&message.QWPlayerInfo{Player: 2}, &message.QWPlayerInfo{Player: 31})
	if s.Players[1].Visible || !s.Players[1].WasVisible || !s.Players[2].Visible || !s.Players[31].Visible ||
		len(s.Players) != 32 {
		t.Errorf("%+v", s.Players)
	}
	if s.PlayerOf(&world.Entity{Number: 3}) != 2 || s.PlayerOf(&world.Entity{Number: 2}) != nobody ||
		s.PlayerOf(&world.Entity{Number: 33}) != nobody ||
		s.PlayerOf(&world.Entity{Number: 0}) != nobody {
		t.Error("an entity is another player")
	}
	s.packet(&message.QWPlayerInfo{Player: 2})
	if s.Players[1].Visible || s.Players[1].WasVisible || s.Players[31].Visible {
		t.Errorf("%+v", s.Players[1])
	}
}

// What a client puts into its user info says whether its player writes or is away.
func TestQuakeWorldChat(t *testing.T) {
	s := newQuakeWorld(t, "mvd", "A")
	expect := func(want equipment.Carried) {
		t.Helper()
		if got := equipment.Carries(s.World, &s.Players[0]); got != want {
			t.Errorf("%v, not %v", got, want)
		}
	}
	expect(0)
	s.packet(&message.QWSetInfo{Player: 0, Key: []byte("chat"), Value: []byte("1")})
	expect(equipment.Talking)
	s.packet(&message.QWUpdateUserInfo{Player: 0, User: 100, Text: []byte(`\name\A\chat\2`)})
	expect(equipment.Away)
	s.packet(&message.QWSetInfo{Player: 0, Key: []byte("chat"), Value: []byte("")})
	expect(0)
}

// With FTE's models from 256 on, bit 7 of the skin belongs to the model, if the
// message has one.
func TestQuakeWorldModelDouble(t *testing.T) {
	const fte = 'F' | 'T'<<8 | 'E'<<16 | 'X'<<24
	for _, c := range []struct {
		tag, bits uint32
		hasModel  bool
		skin      uint8
		model     uint16
		want      int32
	}{
		{fte, 0x1000, true, 0x83, 261, 3}, {fte, 0x1000, true, 3, 5, 3}, {fte, 0x1000, false, 0x83, 5, 0x83},
		{fte, 0xffffefff, true, 0x83, 5, 0x83},
		{0x32455446, 0x1000, true, 0x83, 5, 0x83},
	} {
		for _, format := range []string{"qwd", "mvd"} {
			s := newQuakeWorld(t, format, "A", "B")
			s.packet(&message.QWServerData{Protocol: 28, Extensions: []message.QWExtension{{Tag: c.tag, Bits: c.bits}}})
			if format == "qwd" {
				m := &message.QWPlayerInfo{Player: 1, Bits: message.QWPlayerSkin, Model: 5, Skin: c.skin}
				if c.hasModel {
					m.Bits |= message.QWPlayerModel
				}
				s.packet(m)
			} else {
				s.packet(&message.MVDPlayerInfo{Player: 1, Bits: message.MVDPlayerModel, Model: 5})
				m := &message.MVDPlayerInfo{Player: 1, Bits: message.MVDPlayerSkin, Skin: c.skin}
				if c.hasModel {
					m.Bits, m.Model = message.MVDPlayerSkin|message.MVDPlayerModel, 5
				}
				s.packet(m)
			}
			if p := s.Players[1]; p.Model != c.model || p.SkinNumber != c.want {
				t.Errorf("%s: %+v: model %d, skin %d", format, c, p.Model, p.SkinNumber)
			}
		}
	}
}

// A model beyond 255 stays while nothing is said of it, and a new level has no
// such models until it says so.
func TestQuakeWorldModelDoubleStays(t *testing.T) {
	s := newQuakeWorld(t, "mvd", "A", "B")
	double := &message.MVDPlayerInfo{Player: 1, Bits: message.MVDPlayerModel | message.MVDPlayerSkin, Model: 5,
		Skin: 0x83}
	s.packet(&message.QWServerData{Protocol: 28, Extensions: []message.QWExtension{
		{Tag: 'F' | 'T'<<8 | 'E'<<16 | 'X'<<24, Bits: 0x1000}}}, double)
	s.packet(&message.MVDPlayerInfo{Player: 1, Bits: message.MVDPlayerEffects})
	if p := s.Players[1]; p.Model != 261 || p.SkinNumber != 3 {
		t.Errorf("model %d, skin %d", p.Model, p.SkinNumber)
	}
	s.packet(&message.MVDPlayerInfo{Player: 1, Bits: message.MVDPlayerSkin, Skin: 7})
	if p := s.Players[1]; p.Model != 261 || p.SkinNumber != 7 {
		t.Errorf("another skin: model %d, skin %d", p.Model, p.SkinNumber)
	}
	s.packet(&message.QWServerData{Protocol: 28}, double)
	if p := s.Players[1]; p.Model != 5 || p.SkinNumber != 0x83 {
		t.Errorf("a new level: model %d, skin %d", p.Model, p.SkinNumber)
	}
	s.packet(&message.QWServerData{Protocol: 28, Extensions: []message.QWExtension{
		{Tag: 'M' | 'V'<<8 | 'D'<<16 | '1'<<24, Bits: 0x20}}})
	s.packet(&message.QWServerData{Protocol: 28}, &message.HitDamage{Take: 1})
	if len(s.only(world.EventDamage)) != 1 {
		t.Errorf("a new level without hidden messages: %+v", s.Events)
	}
}

// A player of a server's recording is a change of what it was; each flag is a
// field. Frame, dead and gibbed are told each time.
func TestMVDPlayerFlags(t *testing.T) {
	all := &message.MVDPlayerInfo{
		Player: 1, Frame: 9, Bits: 0xcff, Origin: coords(1, 2, 3), Angles: [3]int16{8192, 16384, -16384}, Model: 4,
		Skin: 5, Effects: 6, WeaponFrame: 7,
	}
	first := world.Player{
		Pose: world.Pose{Origin: [3]float32{1, 2, 3}, Angles: [3]float32{45, 90, 270}}, Frame: 9, Model: 4,
		SkinNumber: 5, Effects: 6, WeaponFrame: 7,
	}
	for bit := range 16 {
		s := newQuakeWorld(t, "mvd", "A", "B")
		s.packet(all)
		s.packet(&message.MVDPlayerInfo{
			Player: 1, Frame: 10, Bits: 1 << bit, Origin: coords(-1, -2, -3), Angles: [3]int16{4096, -4096, 0},
			Model: 14, Skin: 15, Effects: 16, WeaponFrame: 17,
		})
		want := first
		want.Frame = 10
		switch bit {
		case 0:
			want.Pose.Origin[0] = -1
		case 1:
			want.Pose.Origin[1] = -2
		case 2:
			want.Pose.Origin[2] = -3
		case 3:
			want.Pose.Angles[0] = 22.5
		case 4:
			want.Pose.Angles[1] = 337.5
		case 5:
			want.Pose.Angles[2] = 0
		case 6:
			want.Effects = 16
		case 7:
			want.SkinNumber = 15
		case 8, 9:
			want.Dead = true
		case 10:
			want.WeaponFrame = 17
		case 11:
			want.Model = 14
		}
		p := s.Players[1]
		got := world.Player{Pose: p.Pose, Frame: p.Frame, Model: p.Model, SkinNumber: p.SkinNumber, Effects: p.Effects,
			WeaponFrame: p.WeaponFrame, Dead: p.Dead}
		if got != want {
			t.Errorf("bit %d: %+v, not %+v", bit, got, want)
		}
		if p.Was != first.Pose || !p.WasVisible || !p.Visible {
			t.Errorf("bit %d: before: %+v", bit, p.Was)
		}
		if s.packet(&message.MVDPlayerInfo{Player: 1}); s.Players[1].Dead || s.Players[1].Frame != 0 {
			t.Errorf("bit %d: dead, or frame, for ever", bit)
		}
	}
	// A server's recording has nobody's view.
	s := newQuakeWorld(t, "mvd", "A", "B")
	s.packet(&message.MVDPlayerInfo{Player: 0, Bits: 7, Origin: coords(1, 2, 3)}, &message.QWKick{Big: true},
		&message.SetAngle{Player: 0, Angles: [3]wire.Angle{1, 2, 3}})
	if v := s.View; s.Recorder != nobody || v.Known || v.Origin != [3]float32{} || v.Angles != [3]float32{} ||
		v.Punch != [3]float32{} {
		t.Errorf("recorder %d, %+v", s.Recorder, v)
	}
	// The player whom the server turned has jumped, once.
	for _, c := range []struct{ slot, jumped int }{{0, 0}, {1, 1}, {32, nobody}, {255, nobody}} {
		s := newQuakeWorld(t, "mvd", "A", "B")
		s.packet(&message.SetAngle{Player: uint8(c.slot)})
		s.packet(&message.MVDPlayerInfo{Player: 0}, &message.MVDPlayerInfo{Player: 1})
		for i := range 2 {
			if s.Players[i].NoLerp != (i == c.jumped) {
				t.Errorf("slot %d was turned: slot %d jumped %v", c.slot, i, s.Players[i].NoLerp)
			}
		}
		s.packet(&message.MVDPlayerInfo{Player: 0}, &message.MVDPlayerInfo{Player: 1})
		if s.Players[0].NoLerp || s.Players[1].NoLerp {
			t.Error("it jumps for ever")
		}
	}
}

// The recorder's eye: where the packet says, as high as the body is alive,
// dead or gibbed, or as the server says.
func TestQuakeWorldEye(t *testing.T) {
	const dead, gib = message.QWPlayerDead, message.QWPlayerGib
	for _, c := range []struct {
		bits   uint32
		told   int32 // view height stat, 0 for none
		height float32
	}{{0, 0, 22}, {dead, 0, -16}, {gib, 0, 8}, {dead | gib, 0, 8}, {0, 15, 15}, {dead, 15, -16}, {gib, 15, 8}} {
		s := newQuakeWorld(t, "qwd", "A", "B")
		s.packet(&message.QWClientBlock{ViewAngles: [3]float32{10, 20, 5}})
		list := []message.Message{&message.QWPlayerInfo{Player: 0, Bits: c.bits, Origin: coords(100, 200, 300),
			Command: message.QWUserCommand{Angles: [3]int16{1, 2, 3}}}}
		if c.told != 0 {
			list = append(list, &message.UpdateStat{Index: 16, Value: c.told})
		}
		s.packet(list...)
		v, roll := s.View, float32(5)
		if c.bits&dead != 0 {
			roll = 80
		}
		if v.Origin != [3]float32{100, 200, 300 + c.height} || v.Height != c.height || !v.Known || v.Entity != 1 ||
			v.Angles != [3]float32{10, 20, roll} || !v.Jumped() {
			t.Errorf("%+v: %+v", c, v)
		}
		if got := v.At(s.Clock); got != v.Angles {
			t.Errorf("%+v: the picture looks along %v", c, got)
		}
		// Its own angles are those of its moves.
		if s.Players[0].Pose.Angles != [3]float32{10, 20, 5} {
			t.Errorf("%+v: %+v", c, s.Players[0].Pose)
		}
		s.packet(&message.QWClientBlock{ViewAngles: [3]float32{11, 21, 0}})
		if c.bits&dead == 0 {
			roll = 0
		}
		if s.View.Angles != [3]float32{11, 21, roll} {
			t.Errorf("%+v: a move looks along %v", c, s.View.Angles)
		}
		if s.Players[0].Pose.Angles != [3]float32{11, 21, 0} || s.View.Origin != v.Origin {
			t.Errorf("%+v: a move: %+v, %+v", c, s.Players[0].Pose, s.View)
		}
		s.packet(&message.QWPlayerInfo{Player: 0, Origin: coords(110, 200, 300)})
		if s.View.Jumped() || s.View.WasOrigin != v.Origin || s.View.Angles != [3]float32{11, 21, 0} {
			t.Errorf("%+v: alive again: %+v", c, s.View)
		}
		s.packet(&message.SetAngle{Angles: [3]wire.Angle{-32, 64, 0}}, &message.QWPlayerInfo{Player: 0,
			Origin: coords(900, 0, 0)})
		if s.View.Angles != [3]float32{-45, 90, 0} || !s.View.Jumped() || !s.Players[0].NoLerp ||
			s.Players[0].Pose.Angles != [3]float32{-45, 90, 0} {
			t.Errorf("%+v: turned by the server: %+v", c, s.View)
		}
	}
}

// The recorder is the client of the serverdata; bit 7 tells that it looks on.
func TestQuakeWorldRecorder(t *testing.T) {
	for _, c := range []struct {
		client    uint8
		slot      int
		spectator bool
	}{{0, 0, false}, {7, 7, false}, {31, 31, false}, {0x80, 0, true}, {0x9f, 31, true}} {
		s := newQuakeWorld(t, "qwd")
		s.packet(&message.QWServerData{Protocol: 28, Client: c.client, MapName: []byte("T"), GameDir: []byte("ctf")})
		if s.Recorder != c.slot || len(s.Players) != c.slot+1 || s.Players[c.slot].Spectator != c.spectator {
			t.Errorf("%+v: recorder %d, %+v", c, s.Recorder, s.Players)
		}
		if l := s.Level(); l.Title != "T" || l.GameDir != "ctf" || l.Protocol != 28 || l.MaxClients != 32 {
			t.Errorf("%+v", l)
		}
		s.packet(&message.QWPlayerInfo{Player: uint8(c.slot), Origin: coords(8, 0, 0)})
		if s.View.Entity != int32(c.slot)+1 || s.View.Origin != [3]float32{8, 0, 22} {
			t.Errorf("%+v: %+v", c, s.View)
		}
		s = newQuakeWorld(t, "mvd")
		s.packet(&message.QWServerData{Protocol: 28, Client: c.client})
		if s.Recorder != nobody || len(s.Players) != 0 {
			t.Errorf("%+v: recorder %d of a server's recording, %+v", c, s.Recorder, s.Players)
		}
	}
}

// A client's recording turns its recorder, whoever that is.
func TestQuakeWorldSetAngle(t *testing.T) {
	s := newQuakeWorld(t, "qwd")
	s.packet(&message.QWServerData{Protocol: 28, Client: 2})
	s.packet(&message.SetAngle{Angles: [3]wire.Angle{0, 64, 0}}, &message.QWPlayerInfo{Player: 0},
		&message.QWPlayerInfo{Player: 2})
	if s.Players[0].NoLerp || !s.Players[2].NoLerp || s.View.Angles != [3]float32{0, 90, 0} ||
		s.Players[2].Pose.Angles != [3]float32{0, 90, 0} {
		t.Errorf("%+v, %+v", s.Players, s.View)
	}
	s.packet(&message.SetAngle{Player: 1, Angles: [3]wire.Angle{0, 32, 0}}, &message.QWPlayerInfo{Player: 1},
		&message.QWPlayerInfo{Player: 2})
	if s.Players[1].NoLerp || !s.Players[2].NoLerp || s.View.Angles != [3]float32{0, 45, 0} {
		t.Errorf("%+v, %+v", s.Players, s.View)
	}
}

// A recoil is 2 or 4 degrees up, and 10 degrees a second go back.
func TestQuakeWorldKick(t *testing.T) {
	for _, c := range []struct {
		big   bool
		after float64
		want  float32
	}{{false, 0, -2}, {true, 0, -4}, {false, 0.125, -0.75}, {true, 0.125, -2.75}, {true, 0.25, -1.5}, {false, 0.25, 0},
		{true, 0.5, 0}, {true, 30, 0}} {
		s := newQuakeWorld(t, "qwd", "A")
		s.at(10, &message.QWKick{Big: c.big})
		if s.at(10 + c.after); s.View.Punch != [3]float32{c.want, 0, 0} {
			t.Errorf("%+v: %v", c, s.View.Punch)
		}
	}
}

// The place that shows a level, for every eye; nothing moves it.
func TestQuakeWorldIntermission(t *testing.T) {
	for _, format := range []string{"qwd", "mvd"} {
		s := newQuakeWorld(t, format, "A")
		there, moved := []message.Message{&message.QWPlayerInfo{}, &message.QWClientBlock{
			ViewAngles: [3]float32{1, 2, 3}}},
			[]message.Message{&message.QWPlayerInfo{Origin: coords(1, 1, 1)}, &message.QWClientBlock{
				ViewAngles: [3]float32{7, 7, 7}}, &message.SetAngle{}}
		if format == "mvd" {
			there, moved = []message.Message{&message.MVDPlayerInfo{}}, []message.Message{&message.MVDPlayerInfo{
				Bits: message.MVDPlayerOriginX, Origin: coords(1, 1, 1),
			}, &message.SetAngle{}}
		}
		s.packet(there...)
		s.packet(&message.Intermission{Origin: coords(10, 20, 30), Angles: [3]wire.Angle{16, -64, 0}})
		check := func(what string, jumped bool) {
			t.Helper()
			if v := s.View; !s.Intermission || !v.Known || v.Jumped() != jumped || v.Entity != 0 ||
				v.Origin != [3]float32{10, 20, 30} || v.Height != 0 || v.Angles != [3]float32{22.5, -90, 0} {
				t.Errorf("%s: %s: %+v", format, what, v)
			}
		}
		check("it begins", true)
		if len(s.only(world.EventIntermission)) != 1 {
			t.Errorf("%s: %+v", format, s.Events)
		}
		s.packet(moved...)
		check("it goes on", false)
	}
}

// Nails are those of the last packet that shows something of the game.
func TestQuakeWorldNails(t *testing.T) {
	s := newQuakeWorld(t, "mvd", "A")
	s.packet(&message.QWNails{Numbered: true, Nails: []message.QWNail{{Number: 9, X: 100, Y: -200, Z: 3, Pitch: -4,
		Yaw: 32}, {X: 1}}})
	want := []world.Nail{{Number: 9, Origin: [3]float32{200, -400, 6}, Angles: [3]float32{-90, 45, 0}},
		{Origin: [3]float32{2, 0, 0}}}
	if !slices.Equal(s.Nails, want) {
		t.Errorf("%+v, not %+v", s.Nails, want)
	}
	if s.packet(); !slices.Equal(s.Nails, want) {
		t.Errorf("a packet without a frame: %+v", s.Nails)
	}
	if s.packet(&message.QWNails{Nails: []message.QWNail{{X: 5}}},
		&message.QWNails{Nails: []message.QWNail{{X: 6}}}); len(s.Nails) != 2 || s.Nails[1].Origin[0] != 12 {
		t.Errorf("two lists of one packet: %+v", s.Nails)
	}
	if s.packet(&message.PacketEntities{}); len(s.Nails) != 0 {
		t.Errorf("a frame without nails: %+v", s.Nails)
	}
}

// Stats of a server's recording are those of the players that the packet is
// for.
func TestMVDStats(t *testing.T) {
	s := newQuakeWorld(t, "mvd", "A", "B", "C")
	stat := func(targets uint32, index uint8, value int32) {
		s.packetTo(targets, &message.UpdateStat{Index: index, Value: value})
	}
	stat(1<<1, 0, 77)
	stat(1<<0|1<<2, 0, 50)
	stat(1<<31, 6, 5)
	stat(everybody, 0, 1)
	stat(0, 0, 2)
	stat(1<<1, 64, 9)
	for slot, want := range map[int]int32{0: 50, 1: 77, 2: 50} {
		if v, known := s.Players[slot].Stats.Get(0); v != want || !known {
			t.Errorf("slot %d: %d, %v, not %d", slot, v, known, want)
		}
	}
	if p := s.Players[31]; p.Stats == nil || p.Stats.Values[6] != 5 || p.Stats.Known != 1<<6 ||
		s.Players[30].Stats != nil {
		t.Errorf("%+v", s.Players[31].Stats)
	}
	if s.Stats.Known != 0 {
		t.Errorf("a server's recording has no recorder's stats: %+v", s.Stats)
	}
	s = newQuakeWorld(t, "qwd", "A")
	if s.packet(&message.UpdateStat{Index: 0, Value: 99, Long: true}); s.Stats.Values[0] != 99 ||
		s.Players[0].Stats != nil {
		t.Errorf("%+v", s.Stats)
	}
}

// What user infos say.
func TestUserInfo(t *testing.T) {
	for _, c := range []struct {
		info string
		want world.Player
	}{
		{`\name\A b\team\red\skin\base\topcolor\4\bottomcolor\13`, world.Player{InUse: true, Name: "A b", Team: "red",
			Skin: "base", Shirt: 4, Pants: 13}},
		{`name\A`, world.Player{InUse: true, Name: "A"}},
		{`\team\blue`, world.Player{InUse: true, Team: "blue"}},
		{`\name\A\*spectator\1`, world.Player{InUse: true, Name: "A", Spectator: true}},
		{`\name\A\*spectator\0`, world.Player{InUse: true, Name: "A"}},
		{`\name\A\spectator\1`, world.Player{InUse: true, Name: "A"}},
		{`\name\\team\x`, world.Player{InUse: true, Team: "x"}},
		{`\name\A\name\B`, world.Player{InUse: true, Name: "A"}},
		{`\Name\A`, world.Player{InUse: true}},
		{`\name`, world.Player{InUse: true}},
		{`\topcolor\255\bottomcolor\256`, world.Player{InUse: true, Shirt: 13, Pants: 13}},
		{`\topcolor\12x\bottomcolor\x12`, world.Player{InUse: true, Shirt: 12}},
		{`\topcolor\-1\bottomcolor\ 3`, world.Player{InUse: true}},
		{`\topcolor\-\bottomcolor\ `, world.Player{InUse: true}},
		{`\topcolor\9\bottomcolor\19`, world.Player{InUse: true, Shirt: 9, Pants: 13}},
		{"", world.Player{}},
	} {
		s := newQuakeWorld(t, "mvd", "old", "B")
		s.packet(&message.QWUpdateUserInfo{Player: 0, User: 77, Text: []byte(c.info)})
		c.want.UserInfo, c.want.UserID, c.want.Guest = c.info, 77, 1
		if s.Players[0] != c.want {
			t.Errorf("%q: %+v, not %+v", c.info, s.Players[0], c.want)
		}
		if s.Players[1].Name != "B" {
			t.Errorf("%q changed another player", c.info)
		}
	}
	// Only what is told changes with another info.
	s := newQuakeWorld(t, "mvd", "A")
	s.packet(&message.UpdateFrags{Player: 0, Frags: 5})
	s.packet(&message.QWUpdateUserInfo{Player: 0, User: 8, Text: []byte(`\name\B`)})
	if p := s.Players[0]; p.Frags != 5 || p.Name != "B" || p.UserID != 8 {
		t.Errorf("%+v", p)
	}
}

// One key of a user info or of the server's is set, changed or removed.
func TestSetInfo(t *testing.T) {
	for _, c := range []struct{ info, key, value, want string }{
		{`\name\A\team\x`, "team", "y", `\name\A\team\y`},
		{`\team\x\name\A`, "team", "y", `\name\A\team\y`},
		{`\name\A`, "skin", "base", `\name\A\skin\base`},
		{`\name\A\team\x`, "name", "", `\team\x`},
		{`\name\A`, "team", "", `\name\A`},
		{`\name\A`, "name", "A", `\name\A`},
		{`name\A`, "team", "x", `\name\A\team\x`},
		{"", "name", "A", `\name\A`},
		{`\teamname\x\name\A`, "team", "y", `\teamname\x\name\A\team\y`},
		{`\team`, "name", "A", `\team\\name\A`},
	} {
		s := newQuakeWorld(t, "mvd", "Z")
		s.packet(&message.QWUpdateUserInfo{Player: 0, Text: []byte(c.info)})
		s.packet(&message.QWSetInfo{Player: 0, Key: []byte(c.key), Value: []byte(c.value)})
		if got := s.Players[0].UserInfo; got != c.want {
			t.Errorf("%q with %s=%q: %q, not %q", c.info, c.key, c.value, got, c.want)
		}
		s.packet(&message.StuffText{Text: []byte("fullserverinfo \"" + c.info + "\"\n")})
		s.packet(&message.QWServerInfo{Key: []byte(c.key), Value: []byte(c.value)})
		if got := s.Level().ServerInfo; got != c.want {
			t.Errorf("the server's %q with %s=%q: %q, not %q", c.info, c.key, c.value, got, c.want)
		}
	}
	s := newQuakeWorld(t, "mvd", "A")
	s.packet(&message.QWSetInfo{Player: 0, Key: []byte("name"), Value: []byte("crit")}, &message.QWSetInfo{Player: 0,
		Key: []byte("topcolor"), Value: []byte("3")})
	if p := s.Players[0]; p.Name != "crit" || p.Shirt != 3 || !p.InUse {
		t.Errorf("%+v", p)
	}
	if s.packet(&message.QWSetInfo{Player: 5, Key: []byte("name"), Value: []byte("new")}); s.Players[5].Name != "new" ||
		!s.Players[5].InUse || s.Players[4].InUse {
		t.Errorf("%+v", s.Players)
	}
	if s.packet(&message.StuffText{Text: []byte("fullserverinfo \\a\\b")}); s.Level().ServerInfo != `\a\b` {
		t.Errorf("%q", s.Level().ServerInfo)
	}
	long := `\name\A\x\` + strings.Repeat("x", 5000)
	s.packet(&message.QWUpdateUserInfo{Player: 0, Text: []byte(long)},
		&message.StuffText{Text: []byte("fullserverinfo " + long)})
	if p := s.Players[0]; p.UserInfo != long[:1023] || p.Name != "A" || s.Level().ServerInfo != long[:1023] {
		t.Errorf("%d and %d bytes", len(p.UserInfo), len(s.Level().ServerInfo))
	}
	if s.packet(&message.StuffText{Text: []byte("fullserverinfo \\a\\b")},
		&message.StuffText{Text: []byte("x fullserverinfo \\c\\d\nfullserverinfos \\e\\f\n")}); s.Level().ServerInfo !=
		`\a\b` {
		t.Errorf("%q", s.Level().ServerInfo)
	}
}

// What the score board shows.
func TestQuakeWorldScores(t *testing.T) {
	s := newQuakeWorld(t, "qwd", "A", "B")
	s.at(100, &message.UpdateFrags{Player: 1, Frags: -3}, &message.QWUpdatePing{Player: 1, Ping: 666},
		&message.QWUpdatePL{Player: 1, Loss: 12},
		&message.QWUpdateEnterTime{Player: 1, Time: 40.5})
	if p := s.Players[1]; p.Frags != -3 || p.Ping != 666 || p.Loss != 12 || p.Entered != 59.5 {
		t.Errorf("%+v", p)
	}
	if p := s.Players[0]; p.Frags != 0 || p.Ping != 0 || p.Loss != 0 || p.Entered != 0 {
		t.Errorf("%+v", p)
	}
}

// Lists of models and sounds come in parts; nothing is number 0.
func TestQuakeWorldLists(t *testing.T) {
	s := newQuakeWorld(t, "qwd", "A")
	s.packet(&message.QWList{Names: texts("maps/dm6.bsp", "*1"), Next: 2})
	if l := s.Level(); l.Map != "maps/dm6.bsp" || !slices.Equal(l.Models, []string{"", "maps/dm6.bsp", "*1"}) ||
		len(l.Sounds) != 0 {
		t.Errorf("%+v", l)
	}
	s.packet(&message.QWList{Kind: message.QWModelListShort, First: 300, Names: texts("far.mdl")},
		&message.QWList{First: 2, Names: texts("progs/a.mdl")},
		&message.QWList{Kind: message.QWSoundList, First: 1, Names: texts("second.wav")})
	l := s.Level()
	if len(l.Models) != 302 || l.Model(301) != "far.mdl" || l.Model(300) != "" || l.Model(3) != "progs/a.mdl" ||
		l.Map != "maps/dm6.bsp" ||
		!slices.Equal(l.Sounds, []string{"", "", "second.wav"}) {
		t.Errorf("%d models, %q, %q", len(l.Models), l.Model(301), l.Sounds)
	}
	s.packet(&message.QWList{Names: texts("maps/dm2.bsp")})
	if l := s.Level(); l.Map != "maps/dm2.bsp" || l.Model(2) != "*1" {
		t.Errorf("%q, %q", l.Map, l.Model(2))
	}
}

// What servers hide: who hurt whom, and the match's statistics in pieces.
func TestHiddenMessages(t *testing.T) {
	s := newQuakeWorld(t, "mvd", "A", "B")
	for _, c := range []struct {
		attacker, target uint16
		player, other    int
	}{{1, 2, 0, 1}, {32, 1, 31, 0}, {33, 0, nobody, nobody}, {0, 32, nobody, 31}, {65535, 65535, nobody, nobody}} {
		s.packetTo(0, &message.MVDHiddenDamage{Attacker: c.attacker, Target: c.target, Damage: 250})
		if e := s.Events; len(e) != 1 || e[0].Kind != world.EventDamage || e[0].Player != c.player ||
			e[0].Other != c.other || e[0].Value != 250 {
			t.Errorf("%+v: %+v", c, e)
		}
	}
	piece := func(block uint16, text string) {
		s.packetTo(0, &message.MVDHiddenDemoInfo{Block: block, Data: []byte(text)})
	}
	piece(1, "{1")
	piece(2, "2")
	if s.MatchStats != "" || len(s.Events) != 0 {
		t.Errorf("%q, %+v", s.MatchStats, s.Events)
	}
	piece(0, "3}")
	if s.MatchStats != "{123}" || len(s.Events) != 1 || s.Events[0].Kind != world.EventData ||
		string(s.Events[0].Text) != "3}" {
		t.Errorf("%q, %+v", s.MatchStats, s.Events)
	}
	piece(2, "lost")
	piece(1, "[")
	piece(0, "]")
	if s.MatchStats != "[]" {
		t.Errorf("%q: the first piece begins anew", s.MatchStats)
	}
	if piece(0, "{}"); s.MatchStats != "{}" {
		t.Errorf("%q: the last piece ends it", s.MatchStats)
	}
	piece(1, "a")
	s.packet(&message.QWServerData{Protocol: 28})
	if piece(0, "b"); s.MatchStats != "b" {
		t.Errorf("%q: a new level begins anew", s.MatchStats)
	}
	// A megabyte is kept, no byte more.
	const most = 1 << 20
	piece(1, strings.Repeat("a", most-2))
	piece(2, "bbb")
	if piece(0, "cc"); len(s.MatchStats) != most || !strings.HasSuffix(s.MatchStats, "acc") {
		t.Errorf("%d bytes", len(s.MatchStats))
	}
}

// A client's recording says in each message whether a player has the usual model, another
// one, or none.
func TestClientModels(t *testing.T) {
	s := newQuakeWorld(t, "qwd", "A", "B")
	for i, c := range []struct {
		told    bool
		model   uint8
		noModel bool
	}{{true, 5, false}, {true, 0, true}, {true, 5, false}, {false, 0, false}, {true, 0, true}, {false, 0, false}} {
		p := &message.QWPlayerInfo{Player: 1, Model: c.model}
		if c.told {
			p.Bits = message.QWPlayerModel
		}
		s.packet(p)
		if got := s.Players[1]; got.NoModel != c.noModel || got.Model != uint16(c.model) {
			t.Errorf("step %d: none %v, model %d", i, got.NoModel, got.Model)
		}
	}
}
