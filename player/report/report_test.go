package report

import (
	"encoding/json"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"demoscope/formats"
	"demoscope/formats/message"
	"demoscope/player/match"
	"demoscope/player/world"
	"demoscope/player/world/rules"
)

// TestVec: what JSON cannot say does not keep the rest from being said.
func TestVec(t *testing.T) {
	text, err := json.Marshal(Vec{1.5, float32(math.NaN()), float32(math.Inf(-1))})
	if err != nil || string(text) != "[1.5,null,null]" {
		t.Errorf("%s, %v", text, err)
	}
}

// TestEveryFormatHasWords, without which a summary's second line begins with a
// comma.
func TestEveryFormatHasWords(t *testing.T) {
	list, err := os.ReadDir(filepath.Join("..", "..", "formats"))
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, d := range list {
		if formats.Lookup(d.Name()) == nil {
			continue
		}
		found++
		if kinds[d.Name()] == "" {
			t.Errorf("%s has no words", d.Name())
		}
	}
	if found < 6 {
		t.Errorf("only %d formats were found", found)
	}
}

func TestPlayerNamed(t *testing.T) {
	w := rules.New("mvd")
	for i, name := range []string{"Ranger", "r\xe1\xef", "RANGER", "Vesper", "gone", "ve", "/ tincan"} {
		w.Players = append(w.Players, world.Player{Slot: i, Name: name, InUse: name != "gone"})
	}
	for name, want := range map[string]int{
		"Ranger": 0, "RANGER": 2, "r\xe1\xef": 1, "r\u00e1\u00ef": 1, "rao": 1, "RA": world.Nobody,
		"ranger": world.Nobody,
		"vesper": 3, "ves": 3, "VE": 5, "gone": world.Nobody, "Tincan": 6, "sper": 3, "an": world.Nobody,
		"x": world.Nobody,
	} {
		slot, ok := PlayerNamed(w, name)
		if slot != want || ok != (want != world.Nobody) {
			t.Errorf("%q is %d, %v, want %d", name, slot, ok, want)
		}
	}
}

// TestNames lists what has room.
func TestNames(t *testing.T) {
	i := &Info{Demo: match.DemoOf(world.QuakeWorld, slices.Repeat([]world.Score{{Name: "somebody"}}, 20), nil, nil)}
	if got := i.names(); got != "somebody, somebody, somebody, somebody, and 16 more" {
		t.Error(got)
	}
	i.Demo = match.DemoOf(world.QuakeWorld, []world.Score{{Name: strings.Repeat("x", 100)}, {Name: "y"}}, nil, nil)
	if got := i.names(); got != "2 players" {
		t.Error(got)
	}
}

// TestCounter keeps what is no message of the documents out of their counts.
func TestCounter(t *testing.T) {
	c := newCounter()
	for _, m := range []message.Message{
		&message.Nop{}, &message.Nop{}, &message.Raw{}, &message.QWClientBlock{}, &message.QWSequence{},
		&message.MVDHidden{}, &message.MVDHiddenDamage{},
	} {
		c.count(m)
	}
	visible, hidden := c.names()
	if len(visible) != 1 || visible["nop"] != 2 {
		t.Error(visible)
	}
	if len(hidden) != 2 || hidden["other"] != 1 || hidden["damage"] != 1 {
		t.Error(hidden)
	}
}

// What a player has done is his on the next level, too, if he has changed his name since his last death there.
func TestDeathsOfWhoIsRenamed(t *testing.T) {
	e := formats.Lookup("dem").Encoder("a.dem")
	packet := func(list ...message.Message) {
		t.Helper()
		if err := message.Write(e, &message.Packet{}, list); err != nil {
			t.Fatal(err)
		}
	}
	level := func(bob string) {
		packet(&message.ServerInfo{Protocol: 15, MaxClients: 4, Multi: 1, MapName: []byte("a hall"),
			Models: [][]byte{[]byte("maps/dm6.bsp")}, Sounds: [][]byte{[]byte("x.wav")}},
			&message.SetView{Entity: 1}, &message.UpdateName{Text: []byte("Ann")}, &message.UpdateName{Player: 1,
				Text: []byte(bob)}, &message.SignonNum{Signon: 3})
	}
	level("Bob")
	packet(&message.Time{Time: 1}, &message.ClientData{Health: 100})
	packet(&message.Print{Text: []byte("Bob rides Ann's rocket\nAnn rides Bob's rocket\nBob suicides\n")})
	packet(&message.Time{Time: 2}, &message.ClientData{Health: 100}, &message.UpdateName{Player: 1,
		Text: []byte("Bobby")})
	// Who comes into a slot is somebody else.
	packet(&message.Time{Time: 3}, &message.ClientData{Health: 100}, &message.UpdateName{Player: 2, Text: []byte("Cy")},
		&message.Print{Text: []byte("Cy suicides\n")})
	packet(&message.Time{Time: 4}, &message.ClientData{Health: 100}, &message.UpdateName{Player: 2},
		&message.UpdateName{Player: 2, Text: []byte("Di")})
	level("Bobby")
	packet(&message.UpdateName{Player: 2, Text: []byte("Di")})
	packet(&message.Time{Time: 1}, &message.ClientData{Health: 100})
	data, err := e.Close()
	if err != nil {
		t.Fatal(err)
	}
	demo, err := formats.Open("a.dem", data)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string][3]int32{}
	for _, p := range Summarize(demo.Name, int64(len(data)), demo.Decoder()).Demo.Players {
		got[p.Name] = [3]int32{p.Kills.Value, p.Deaths.Value, p.Suicides.Value}
	}
	if want := map[string][3]int32{"Ann": {1, 1, 0}, "Bobby": {1, 2, 1}, "Di": {}}; !maps.Equal(got, want) {
		t.Errorf("kills, deaths and suicides %v, not %v", got, want)
	}
}
