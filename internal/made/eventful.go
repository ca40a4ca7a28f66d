package made

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"demoscope/formats"
	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// Eventful returns a demo of two levels, each the beginning of a recording, in which far more happens: players die in
// all ways, meet all effects, hear many sounds, take, leave, come back, win and lose. name is the recording's.
func Eventful(t testing.TB, name string, data []byte) []byte {
	t.Helper()
	demo, err := formats.Open(name, data)
	if err != nil {
		t.Fatal(err)
	}
	blocks := 0
	for d := demo.Decoder(); ; blocks++ {
		if _, err := d.NextPacket(); err != nil {
			break
		}
	}
	v := &eventful{t: t, format: demo.Format.Name, e: demo.Format.Encoder(name)}
	v.extras = v.all()
	v.level(demo.Decoder(), blocks/4, "maps/demoscope1")
	v.level(demo.Decoder(), blocks/2, "maps/demoscope2")
	if v.format == "dm2" || v.format == "mvd2" || v.format == "dm3" {
		if err := v.e.Packet(&message.Packet{Kind: message.PacketEnd}); err != nil {
			t.Fatal(err)
		}
	}
	out, err := v.e.Close()
	if err != nil {
		t.Fatal(err)
	}
	if v.next < len(v.extras) {
		t.Fatalf("%s: %d of %d events happen", name, v.next, len(v.extras))
	}
	return out
}

// eventful writes such a demo.
type eventful struct {
	t        testing.TB
	format   string
	e        message.Encoder
	extras   [][]message.Message // what happens, one list every few packets
	next     int
	commands int32 // the number of the last command of a Quake III server
}

// level writes the first packets of a recording, on a map of another name.
func (v *eventful) level(d message.Decoder, packets int, level string) {
	v.t.Helper()
	const every = 3
	for n := range packets {
		p, err := d.NextPacket()
		if err != nil {
			v.t.Fatal(err)
		}
		if err := v.e.Packet(p); err != nil {
			v.t.Fatal(err)
		}
		if v.format == "dm3" && n > 20 && n%every == 0 {
			v.happen()
		}
		messages := 0
		for ; ; messages++ {
			m, err := d.NextMessage()
			if err == io.EOF {
				break
			}
			if err != nil {
				v.t.Fatal(err)
			}
			rename(m, level)
			if c, ok := m.(*message.ServerCommand); ok {
				c.Sequence = max(c.Sequence, v.commands+1)
				v.commands = c.Sequence
			}
			v.message(m)
		}
		if v.format != "dm3" && n > 20 && n%every == 0 && messages > 1 && p.Kind == message.PacketServer {
			v.happen()
		}
	}
}

func (v *eventful) message(m message.Message) {
	v.t.Helper()
	if err := v.e.Message(m); err != nil {
		v.t.Fatalf("%s: %s: %v", v.format, m.Name(), err)
	}
}

// happen writes the next events, from the first one again after the last.
func (v *eventful) happen() {
	v.t.Helper()
	for _, m := range v.extras[v.next%len(v.extras)] {
		if c, ok := m.(*message.ServerCommand); ok {
			v.commands++
			c.Sequence = v.commands
		}
		v.message(m)
	}
	v.next++
}

// rename changes the map in messages that name it.
func rename(m message.Message, to string) {
	change := func(b []byte) []byte { return bytes.ReplaceAll(b, []byte("maps/demoscope1"), []byte(to)) }
	switch m := m.(type) {
	case *message.ServerInfo:
		for i := range m.Models {
			m.Models[i] = change(m.Models[i])
		}
	case *message.QWList:
		for i := range m.Names {
			m.Names[i] = change(m.Names[i])
		}
	case *message.ConfigString:
		m.Text = change(m.Text)
	case *message.GameState:
		for i := range m.ConfigStrings {
			m.ConfigStrings[i].Text = bytes.ReplaceAll(m.ConfigStrings[i].Text, []byte(`\mapname\demoscope1`),
				[]byte(`\mapname\`+strings.TrimPrefix(to, "maps/")))
		}
	}
}

// The players of the recordings.
var players = [...]string{"Vesper", "Quarry", "Lattice", "Ember"}

// all returns the events of a format.
func (v *eventful) all() (list [][]message.Message) {
	add := func(m ...message.Message) { list = append(list, m) }
	at := func(n int) [3]wire.Coord { return [3]wire.Coord{wire.Coord(80 * n), wire.Coord(-56 * n), 400} }
	line := func(level uint8, text string) message.Message {
		if v.format == "dm3" {
			return &message.ServerCommand{Text: fmt.Appendf(nil, "print \"%s\\n\"", text)}
		}
		return &message.Print{Level: level, Text: []byte(text + "\n")}
	}
	for i, name := range players {
		switch v.format {
		case "dem":
			add(&message.UpdateName{Player: uint8(i), Text: []byte(name)},
				&message.UpdateColors{Player: uint8(i), Colors: 0x42 + uint8(i)},
				&message.UpdateFrags{Player: uint8(i), Frags: 1})
		case "dm2":
			const skins = 1312
			add(&message.ConfigString{Index: skins + uint16(i), Text: []byte(name + `\male/grunt`)})
		}
	}
	for i, pattern := range lines[v.format] {
		a, b := players[i%4], players[(i+1+i/4%3)%4]
		medium := uint8(1)
		if v.format == "dem" {
			medium = 0
		}
		add(line(medium, strings.NewReplacer("A", a, "B", b).Replace(pattern)))
	}
	for i, text := range []string{"hello all", "gg", "quad soon"} {
		chat := players[i] + ": " + text
		switch v.format {
		case "dm3":
			add(&message.ServerCommand{Text: fmt.Appendf(nil, "chat \"%s\"", chat)})
		case "dem":
			add(line(0, "\x01"+chat))
		default:
			add(line(3, chat))
		}
	}
	switch v.format {
	case "dem", "qwd", "mvd":
		for kind := range uint8(13) {
			m := &message.TempEntity{Type: kind, Origin: at(int(kind))}
			switch {
			case kind == 5 || kind == 6 || kind == 9:
				m.Entity, m.End = 1+int32(kind%4), at(int(kind)+9)
			case v.format != "dem" && (kind == 2 || kind == 12):
				m.Count = 3
			case v.format == "dem" && kind == 12:
				m.Color, m.Range = 16, 8
			}
			if v.format != "dem" || kind != 12 {
				add(m)
			}
		}
		for i := range uint8(24) {
			add(&message.UpdateStat{Index: i % 16, Value: 10 + int32(i)*7%200})
			add(&message.Sound{Volume: 255, Attenuation: 64, Channel: i % 5, Entity: 1 + int32(i)%4,
				Sound: 1 + int32(i), Origin: at(int(i))})
		}
		for i := range uint8(4) {
			add(&message.UpdateFrags{Player: i, Frags: 3*int16(i) - 2}, &message.HitDamage{Save: 3 + i, Take: 20 + i,
				Origin: at(int(i))})
			add(&message.LightStyle{Style: 1 + i, Text: []byte{'a' + i, 'z' - i}},
				&message.StuffText{Text: []byte("bf\n")})
		}
		add(&message.KilledMonster{}, &message.FoundSecret{},
			&message.CenterPrint{Text: []byte("Vesper has the flag\n")})
		if v.format == "dem" {
			add(&message.UpdateName{Player: 2})
			add(&message.UpdateName{Player: 2, Text: []byte(players[2])}, &message.UpdateFrags{Player: 2})
		} else {
			add(&message.QWUpdateUserInfo{Player: 2, User: 9})
			add(&message.QWUpdateUserInfo{Player: 2, User: 10, Text: []byte(`\name\Lattice\team\red`)},
				&message.QWUpdatePing{Player: 2, Ping: 77}, &message.QWUpdatePL{Player: 2, Loss: 4},
				&message.QWSetInfo{Player: 1, Key: []byte("team"), Value: []byte("blue")},
				&message.QWServerInfo{Key: []byte("timelimit"), Value: []byte("7")})
		}
		add(&message.SetPause{Pause: 1})
		add(&message.SetPause{})
		add(&message.CDTrack{From: 3, To: 3}, &message.StopSound{Channel: 1, Entity: 2})
		add(&message.Intermission{Origin: at(3)})
		add(&message.Finale{Text: []byte("It is over.")})
	case "dm2":
		for kind := range uint8(20) {
			m := &message.Quake2TempEntity{Type: kind, Origin: at(int(kind))}
			switch kind {
			case 0, 1, 2, 4, 9, 12, 13, 14:
				m.MoveDir = 7 * kind
			case 3, 11:
				m.Start, m.Origin, m.End = [3]wire.Coord{}, at(int(kind)), at(int(kind)+5)
			case 10, 15:
				m.Count, m.MoveDir, m.Style = 8, 5, kind
			case 16:
				m.Entity, m.End = 2, at(20)
			case 19:
				m.Entity, m.Dest, m.End = 1, 2, at(21)
			}
			if kind != 19 {
				add(m)
			}
		}
		for i := range uint16(20) {
			add(&message.Quake2MuzzleFlash{Entity: 1 + int32(i)%4, Value: i})
			add(&message.Layout{Text: fmt.Appendf(nil, "xv 32 yv 8 string \"Rank %d\"", i)})
		}
		add(&message.CenterPrint{Text: []byte("You have the flag\n")},
			&message.Inventory{Items: [256]int16{7: 1, 18: 50}})
		add(&message.ConfigString{Index: 1, Text: []byte("3")})
	case "dm3":
		for _, command := range []string{
			`cp "You fragged Ember\n1st place with 4"`, `tchat "(Vesper): base"`, `cs 6 "7"`, `cs 7 "5"`, `cs 21 "20"`,
			`scores 3 4 2 0 12 45 3 0 0 60 4 2 1 0 3 2 0 1 9 50 4 0 0 55 2 1 0 0 2 1 2 -2 99 7 1 0 0 40 0 0 0 0 0 0`,
			`tinfo 2 0 3 100 50 5 0 1 4 90 20 2 1`, `cs 5 "9000"`, `cs 22 "30000"`,
			`map_restart`, `cs 3 "Another title"`, `loaddefered`,
		} {
			add(&message.ServerCommand{Text: []byte(command)})
		}
	}
	return list
}

// quakeLines are what the game, and mods of it, print of players A and B.
var quakeLines = []string{
	"A was ax-murdered by B", "A chewed on B's boomstick", "A ate 2 loads of B's buckshot", "A was nailed by B",
	"A was punctured by B", "A eats B's pineapple", "A was gibbed by B's grenade", "A rides B's rocket",
	"A was gibbed by B's rocket", "A accepts B's shaft", "A accepts B's discharge", "A was telefragged by B",
	"A tries to put the pin back in", "A becomes bored with life", "A sleeps with the fishes", "A sucks it down",
	"A gulped a load of slime", "A can't exist on slime alone", "A burst into flames", "A turned into hot slag",
	"A visits the Volcano God", "A fell to his death", "A cratered", "A suicides", "A was squished",
	"A tried to leave", "A died", "A discharges into the water", "A squished a teammate", "A mows down a teammate",
	"A left the game with 5 frags", "A entered the game", "A changed name to B", "A got the BLUE flag!",
	"A captured the RED flag!", "The match has begun!", "You got the rockets", "You receive 25 health",
	"You got the Rocket Launcher", "You got armor", "A is ready [1 remaining]", "A is not ready",
	"The match is over", "B was ax-murdered by A", "B rides A's rocket",
}

var lines = map[string][]string{
	"dem": quakeLines, "qwd": quakeLines, "mvd": quakeLines,
	"dm2": {
		"A was blasted by B", "A was gunned down by B", "A was blown away by B's super shotgun",
		"A was machinegunned by B", "A was cut in half by B's chaingun", "A was popped by B's grenade",
		"A was shredded by B's shrapnel", "A ate B's rocket", "A almost dodged B's rocket",
		"A was melted by B's hyperblaster", "A was railed by B", "A saw the pretty lights from B's BFG",
		"A was disintegrated by B's BFG blast", "A couldn't hide from B's BFG", "A caught B's handgrenade",
		"A didn't see B's handgrenade", "A feels B's pain", "A tried to invade B's personal space", "A suicides.",
		"A cratered.", "A was squished.", "A sank like a rock.", "A melted.", "A does a back flip into the lava.",
		"A blew up.", "A found a way out.", "A saw the light.", "A got blasted.", "A was in the wrong place.",
		"A tried to put the pin back in.", "A tripped on his own grenade.", "A blew himself up.",
		"A should have used a smaller gun.", "A killed himself.", "A died.", "A entered the game", "A disconnected",
		"A got the BLUE flag!", "A captured the RED flag!", "Timelimit hit.",
	},
	"dm3": {
		"A entered the game", "A hit the fraglimit.", "A disconnected", "A joined the blue team.", "B renamed to A",
		"A^7 got the RED flag!", "A^7 captured the BLUE flag!", "Timelimit hit.",
	},
}
