package pattern

import (
	"cmp"
	"fmt"
	"math"
	"testing"

	"demoscope/formats"
	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// scene is a short game of four players, Ann, Bob, Cy and Di in the slots 0 to 3, from which
// demos of all games are made: bytes, by the encoders. A frame is a tenth of a second in Quake II
// and half of that in the others.
type scene struct {
	seconds float64
	// at is where a player is at a time, and whether he stands on something.
	at func(slot int, time float64) (place [3]float64, stands bool)
	// yaw is where a player looks, nil for straight on.
	yaw func(slot int, time float64) float64
	// pitch is how far down a player looks, in degrees; QuakeWorld's alone.
	pitch func(slot int, time float64) float64
	// events are what happens, by time.
	events []happening
	// beside writes more packets of a frame of QuakeWorld's, after the players.
	beside func(m *maker, time float64)
	// Of Quake III: the game, the players' teams, what they carry, and commands of the server by
	// time, in frames.
	gameType string
	teams    string
	powerups func(slot int, time float64) int32
	commands map[float64]string
}

// happening is a death or a line of chat.
type happening struct {
	time           float64
	killer, victim int
	how            string // "rocket", "splash", "rail", "chat" or, of Quake II, "line"
	line           string // printed by the server
}

var cast = [...]string{"Ann", "Bob", "Cy", "Di"}

// jumpHeight is how high one is above the ground after a jump of 270 units a second.
func jumpHeight(since float64) (height float64, flies bool) {
	if since <= 0 || since >= 0.675 {
		return 0, false
	}
	return 270*since - 400*since*since, true
}

// make makes the demo of a format.
func (s *scene) make(t *testing.T, format string) *Facts {
	t.Helper()
	e := formats.Lookup(format).Encoder("made")
	m := maker{t: t, e: e, s: s}
	switch format {
	case "dem":
		m.quake()
	case "mvd":
		m.quakeWorld()
	case "dm2":
		m.quake2()
	case "dm3":
		m.quake3()
	}
	data, err := e.Close()
	if err != nil {
		t.Fatal(err)
	}
	demo, err := formats.Open("made."+format, data)
	if err != nil {
		t.Fatal(err)
	}
	if demo.Name != format {
		t.Fatalf("it is a %s", demo.Name)
	}
	f := Read(demo.Name, demo.Decoder(), Options{})
	s.record(t, format, f)
	return f
}

// makeAll makes the demos of all games.
func (s *scene) makeAll(t *testing.T) (list []*Facts) {
	for _, format := range allFormats {
		list = append(list, s.make(t, format))
	}
	return list
}

type maker struct {
	t *testing.T
	e message.Encoder
	s *scene
}

func (m *maker) packet(p message.Packet, list ...message.Message) {
	m.t.Helper()
	if err := message.Write(m.e, &p, list); err != nil {
		m.t.Fatal(err)
	}
}

// now lists what happens in the frame that begins at a time.
func (m *maker) now(time, frame float64) (list []happening) {
	for _, h := range m.s.events {
		if h.time >= time-frame/2 && h.time < time+frame/2 {
			list = append(list, h)
		}
	}
	return list
}

func (m *maker) pitch(slot int, time float64) float64 {
	if m.s.pitch == nil {
		return 0
	}
	return m.s.pitch(slot, time)
}

func (m *maker) yaw(slot int, time float64) float64 {
	if m.s.yaw == nil {
		return 0
	}
	return m.s.yaw(slot, time)
}

func eighths(p [3]float64) (c [3]wire.Coord) {
	for i := range p {
		c[i] = wire.Coord(math.Round(p[i] * 8))
	}
	return c
}

func bytesOf(list ...string) (b [][]byte) {
	for _, s := range list {
		b = append(b, []byte(s))
	}
	return b
}

// quakeLines are what Quake and QuakeWorld print.
var quakeLines = map[string]string{"rocket": "%[2]s rides %[1]s's rocket\n", "splash": "%[2]s rides %[1]s's rocket\n",
	"rail": "%[2]s was railed by %[1]s\n"}

func (m *maker) quake() {
	const frame = 0.05
	list := []message.Message{&message.ServerInfo{
		Protocol: 15, MaxClients: 4, Multi: 1, MapName: []byte("a hall"), Models: bytesOf("maps/dm6.bsp",
			"progs/player.mdl"), Sounds: bytesOf("x.wav"),
	}, &message.SetView{Entity: 1}}
	for i, name := range cast {
		list = append(list, &message.UpdateName{Player: uint8(i), Text: []byte(name)})
	}
	m.packet(message.Packet{}, append(list, &message.SignonNum{Signon: 3})...)
	for i := 0; float64(i)*frame <= m.s.seconds; i++ {
		time := float64(i) * frame
		list = []message.Message{&message.Time{Time: float32(1 + time)}}
		_, stands := m.s.at(0, time)
		bits := uint32(0)
		if stands {
			bits = message.ClientOnGround
		}
		list = append(list, &message.ClientData{Bits: bits, Health: 100, ViewHeight: 22})
		for slot := range cast {
			place, _ := m.s.at(slot, time)
			list = append(list, &message.UpdateEntity{EntityDelta: message.EntityDelta{
				Number: int32(slot + 1), Bits: 0x40f, Mask: message.FieldModel | message.FieldOrigin, Model: 2,
				Origin: eighths(place),
			}})
		}
		for _, h := range m.now(time, frame) {
			line := fmt.Sprintf(quakeLines[h.how], cast[h.killer], cast[h.victim])
			if h.how == "chat" {
				line = "\x01" + cast[h.killer] + ": gg\n"
			}
			list = append(list, &message.Print{Text: []byte(line)})
		}
		m.packet(message.Packet{Angles: [3]float32{0, float32(m.yaw(0, time)), 0}}, list...)
	}
}

func (m *maker) quakeWorld() {
	const all, hidden = 6, 0
	m.packet(message.Packet{Type: all}, &message.QWServerData{
		Protocol: 28, GameDir: []byte("qw"), MapName: []byte("a hall"), Extensions: []message.QWExtension{
			{Tag: 'M' | 'V'<<8 | 'D'<<16 | '1'<<24, Bits: 0x20}},
	}, &message.QWList{Kind: message.QWSoundList, Names: bytesOf("weapons/sgun1.wav", "weapons/guncock.wav")},
		&message.QWList{Names: bytesOf("maps/dm6.bsp", "progs/player.mdl")})
	for i, name := range cast {
		m.packet(message.Packet{Type: all}, &message.QWUpdateUserInfo{Player: uint8(i), User: int32(i + 1),
			Text: []byte(`\name\` + name)})
	}
	const frame = 0.05
	for i := 0; float64(i)*frame <= m.s.seconds; i++ {
		time := float64(i) * frame
		var list []message.Message
		for slot := range cast {
			place, _ := m.s.at(slot, time)
			list = append(list, &message.MVDPlayerInfo{
				Player: uint8(slot), Bits: message.MVDPlayerOriginX | message.MVDPlayerOriginY |
					message.MVDPlayerOriginZ | message.MVDPlayerPitch | message.MVDPlayerYaw | message.MVDPlayerModel,
				Origin: eighths(place), Angles: [3]int16{int16(math.Round(m.pitch(slot, time) * 65536 / 360)),
					int16(math.Round(m.yaw(slot, time) * 65536 / 360)), 0}, Model: 2,
			})
		}
		m.packet(message.Packet{Type: all, Milliseconds: 50}, list...)
		if m.s.beside != nil {
			m.s.beside(m, time)
		}
		for _, h := range m.now(time, frame) {
			if h.how == "chat" {
				m.packet(message.Packet{Type: all}, &message.Print{Level: 3, Text: []byte(cast[h.killer] + ": gg\n")})
				continue
			}
			damage := &message.MVDHiddenDamage{Type: 7, Attacker: uint16(h.killer + 1), Target: uint16(h.victim + 1),
				Damage: 100}
			if h.how == "splash" {
				damage.Type |= 1 << 15
			}
			m.packet(message.Packet{Type: 3, Targets: hidden}, damage)
			m.packet(message.Packet{Type: all}, &message.Print{Level: 1, Text: fmt.Appendf(nil, quakeLines[h.how],
				cast[h.killer], cast[h.victim])})
		}
	}
}

// quake2Lines are what Quake II prints.
var quake2Lines = map[string]string{"rocket": "%[2]s ate %[1]s's rocket\n",
	"splash": "%[2]s almost dodged %[1]s's rocket\n", "rail": "%[2]s was railed by %[1]s\n"}

func (m *maker) quake2() {
	text := func(index int, s string) message.Message {
		return &message.ConfigString{Index: uint16(index), Text: []byte(s)}
	}
	list := []message.Message{
		&message.Quake2ServerData{Protocol: 34, IsDemo: 1, MapName: []byte("a hall"), GameDir: []byte("")},
		text(30, "4"), text(33, "maps/dm6.bsp"),
	}
	for i, name := range cast {
		list = append(list, text(1312+i, name+`\male/grunt`))
	}
	m.packet(message.Packet{}, list...)
	const frame = 0.1
	for i := 0; float64(i)*frame <= m.s.seconds+1e-9; i++ {
		time := float64(i) * frame
		place, stands := m.s.at(0, time)
		info := &message.Quake2PlayerInfo{Bits: 0x112, Mask: message.PlayerOrigin | message.PlayerViewAngles |
			message.PlayerFlags, Origin: eighths(place)}
		info.ViewAngles[1] = wire.Angle(int16(math.Round(m.yaw(0, time) * 65536 / 360)))
		if stands {
			info.Flags = 4
		}
		var changes []message.EntityDelta
		for slot := range cast {
			place, _ := m.s.at(slot, time)
			changes = append(changes, message.EntityDelta{
				Number: int32(slot + 1), Bits: 0xa87, Mask: message.FieldModel | message.FieldOrigin | message.FieldYaw,
				Model: 255, Origin: eighths(place),
				Angles: [3]wire.Angle{0, wire.Angle(int8(math.Round(m.yaw(slot, time) * 256 / 360))), 0},
			})
		}
		list := []message.Message{&message.Quake2Frame{Sequence: int32(i + 1), Delta: -1}, info,
			&message.PacketEntities{Entities: changes}}
		for _, h := range m.now(time, frame) {
			if h.how == "chat" {
				list = append(list, &message.Print{Level: 3, Text: []byte(cast[h.killer] + ": gg\n")})
				continue
			}
			if h.how == "line" {
				list = append(list, &message.Print{Level: 2, Text: []byte(h.line + "\n")})
				continue
			}
			list = append(list, &message.Print{Level: 1, Text: fmt.Appendf(nil, quake2Lines[h.how], cast[h.killer],
				cast[h.victim])})
		}
		m.packet(message.Packet{}, list...)
	}
}

// quake3Means are means of death.
var quake3Means = map[string]int32{"rocket": 6, "splash": 7, "rail": 10}

func (m *maker) powerups(slot int, time float64) int32 {
	if m.s.powerups == nil {
		return 0
	}
	return m.s.powerups(slot, time)
}

func float(v float64) int32 { return int32(math.Float32bits(float32(v))) }

func (m *maker) quake3() {
	begin := &message.GameState{Protocol: 68, CommandSequence: 1, ClientNum: 0,
		ConfigStrings: []message.GameStateString{
			{Index: 0, Text: []byte(`\mapname\dm6\g_gametype\` + cmp.Or(m.s.gameType, "0"))},
		}}
	for i, name := range cast {
		begin.ConfigStrings = append(begin.ConfigStrings, message.GameStateString{Index: uint16(544 + i),
			Text: []byte(`n\` + name + `\t\` + cmp.Or(m.s.teams, "0000")[i:i+1])})
	}
	sequence, command := int32(1), int32(1)
	m.packet(message.Packet{Kind: message.PacketServer, Sequence: sequence}, begin)
	const frame = 0.05
	ground := func(stands bool) int32 {
		if stands {
			return 1022
		}
		return 1023
	}
	type change = message.SnapshotChange
	for i := 0; float64(i)*frame <= m.s.seconds; i++ {
		time := float64(i) * frame
		sequence++
		snap := &message.Snapshot{ServerTime: int32(10000 + math.Round(time*1000))}
		add := func(list ...change) (first, end int32) {
			first = int32(len(snap.Changes))
			snap.Changes = append(snap.Changes, list...)
			return first, int32(len(snap.Changes))
		}
		forms := func(usual func(int32, change) message.SnapshotForm, first, end int32) {
			for i := first; i < end; i++ {
				snap.Changes[i].Form = usual(68, snap.Changes[i])
			}
		}
		place, stands := m.s.at(0, time)
		snap.Player.First, snap.Player.End = add(
			change{Field: message.PlayerStateOriginX, Value: float(place[0])}, change{Field: message.PlayerStateOriginY,
				Value: float(place[1])},
			change{Field: message.PlayerStateViewYaw, Value: float(m.yaw(0, time))},
			change{Field: message.PlayerStateOriginZ, Value: float(place[2])},
			change{Field: message.PlayerStateGroundEntityNum, Value: ground(stands)},
			change{Field: message.PlayerStateStats, Value: 100})
		forms(snap.Player.UsualForm, snap.Player.First, snap.Player.End)
		snap.Player.Lead, snap.Player.Arrays, snap.Player.Masks[0] = 21, 0x81, 1
		entity := func(number uint16, lead uint8, list ...change) {
			first, end := add(list...)
			forms((&message.SnapshotEntity{}).UsualForm, first, end)
			snap.Entities = append(snap.Entities, message.SnapshotEntity{Number: number, Kind: message.SnapshotDelta,
				Lead: lead, First: first, End: end})
		}
		for slot := 1; slot < len(cast); slot++ {
			place, stands := m.s.at(slot, time)
			before, _ := m.s.at(slot, time-0.001)
			entity(uint16(slot), 29,
				change{Field: message.EntityStatePosBaseX, Value: float(place[0])},
				change{Field: message.EntityStatePosBaseY, Value: float(place[1])},
				change{Field: message.EntityStatePosBaseZ, Value: float(place[2])},
				change{Field: message.EntityStateAposBaseYaw, Value: float(m.yaw(slot, time))},
				change{Field: message.EntityStatePosDeltaZ, Value: float((place[2] - before[2]) / 0.001)},
				change{Field: message.EntityStateType, Value: 1}, change{Field: message.EntityStateGroundEntityNum,
					Value: ground(stands)},
				change{Field: message.EntityStateClientNum, Value: int32(slot)},
				change{Field: message.EntityStatePowerups, Value: m.powerups(slot, time)})
		}
		list := []message.Message{}
		for at, text := range m.s.commands {
			if math.Abs(at-time) < frame/2 {
				command++
				list = append(list, &message.ServerCommand{Sequence: command, Text: []byte(text + "\n")})
			}
		}
		number := uint16(100)
		for _, h := range m.now(time, frame) {
			if h.how == "chat" {
				command++
				list = append(list, &message.ServerCommand{Sequence: command, Text: []byte("chat \"" + cast[h.killer] +
					": gg\"\n")})
				continue
			}
			entity(number, 31, change{Field: message.EntityStateType, Value: 73},
				change{Field: message.EntityStateEventParm, Value: quake3Means[h.how]},
				change{Field: message.EntityStateOtherEntityNum, Value: int32(h.victim)},
				change{Field: message.EntityStateOtherEntityNum2, Value: int32(h.killer)})
			number++
		}
		m.packet(message.Packet{Kind: message.PacketServer, Sequence: sequence}, append(list, snap)...)
	}
	m.packet(message.Packet{Kind: message.PacketEnd})
}
