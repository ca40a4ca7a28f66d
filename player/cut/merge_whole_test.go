package cut

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"demoscope/formats"
	"demoscope/formats/message"
	"demoscope/internal/golden"
)

// A recorder records a part of a made game of three seconds, by a clock of its own. Packets come each tenth of a
// second. Frames are numbered by tenths of the server's clock.
type recorder struct {
	slot, watches uint8   // watches is 0x80 for a spectator
	from, to      int     // frames
	lost          [2]int  // frames without a packet, from and to
	clock, late   float64 // of the recorder's clock and of each third packet, in seconds
	sees          []uint8 // slots
	things        func(tenth int) entityList
	nails         func(tenth int) int
	told          map[int][]message.Message
}

// place returns a player of the game. Each walks along another axis. Dan, who stands in slot 3, is teleported in the
// eleventh frame, and dies in the fifteenth.
func (r recorder) place(slot uint8, tenth int) *message.QWPlayerInfo {
	p := &message.QWPlayerInfo{Player: slot, Frame: uint8(tenth), Origin: [3]coord{8, 8, 8}, Model: 2,
		Bits: message.QWPlayerCommand, Command: message.QWUserCommand{
			Bits: message.QWCommandYaw, Angles: [3]int16{1: int16(tenth * 20)}}}
	if slot != 3 {
		p.Origin[slot] = coord(80 * tenth)
		return p
	}
	p.Bits |= message.QWPlayerSkin | message.QWPlayerEffects | message.QWPlayerWeaponFrame
	p.Skin, p.Effects, p.WeaponFrame = 1, uint8(2+tenth/20), uint8(tenth/7)
	if p.Origin[0] = coord(16 * tenth); tenth >= 11 {
		p.Origin[0] += 8 * 200
	}
	if tenth >= 15 {
		p.Bits |= message.QWPlayerDead
	}
	return p
}

func (r recorder) demo(t *testing.T) *formats.Demo {
	t.Helper()
	var records []record
	at := func(tenth float64, m ...message.Message) {
		n := int32(len(records) + 1)
		records = append(records, record{message.Packet{Type: 1, RawTime: math.Float32bits(float32(r.clock + tenth/10)),
			Sequence: n, Acknowledge: n}, m})
	}
	at(float64(r.from), &message.QWServerData{Protocol: 28, Age: 1, GameDir: []byte("qw"), Client: r.slot | r.watches,
		MapName: []byte("A Map")}, &message.QWList{Names: [][]byte{[]byte("maps/a.bsp"), []byte("progs/player.mdl")}})
	for slot, name := range []string{"ann", "bob", "cid", "dan"} {
		at(float64(r.from), &message.QWUpdateUserInfo{Player: uint8(slot), User: int32(slot) + 1,
			Text: []byte(`\name\` + name)})
	}
	for tenth := r.from; tenth <= r.to; tenth++ {
		if tenth >= r.lost[0] && tenth < r.lost[1] {
			continue
		}
		now := float64(tenth)
		if tenth%3 == 0 {
			now += r.late * 10
		}
		var list []message.Message
		for _, slot := range r.sees {
			list = append(list, r.place(slot, tenth))
		}
		list = append(list, &message.PacketEntities{Entities: r.things(tenth)})
		if n := r.nails(tenth); n > 0 {
			list = append(list, &message.QWNails{Nails: make([]message.QWNail, n)})
		}
		at(now, append(list, r.told[tenth]...)...)
	}
	return makeDemo(t, "qwd", records...)
}

// TestMergeWhole compares all that is merged of three recordings with a text: two players', of which one lacks half a
// second in the middle, and a spectator's.
func TestMergeWhole(t *testing.T) {
	thing := func(number int32, model int32, x coord) message.EntityDelta {
		d := message.EntityDelta{Number: number, Bits: 1<<15 | 1<<2, Model: model}
		if x != 0 {
			d.Bits, d.Origin[0] = d.Bits|1<<9, x
		}
		return d
	}
	none := func(int) int { return 0 }
	print := func(text string) message.Message { return &message.Print{Level: 2, Text: []byte(text)} }
	health := func(v int32) message.Message { return &message.UpdateStat{Value: v} }
	sound := &message.Sound{Volume: 255, Attenuation: 64, Channel: 1, Entity: 2, Sound: 3}
	ann := recorder{slot: 0, from: 0, to: 24, lost: [2]int{6, 11}, clock: 50, sees: []uint8{0, 1, 3},
		things: func(tenth int) entityList { // 40 goes, 41 comes back to its baseline
			list := entityList{thing(41, 4, max(0, 64-coord(tenth)*4))}
			if tenth < 4 {
				list = append(entityList{thing(40, 3, 8)}, list...)
			}
			return list
		},
		nails: func(tenth int) int { return tenth % 2 },
		told: map[int][]message.Message{2: {print("all"), health(100)}, 5: {print("players"), sound},
			14: {print("again"), &message.QWKick{}}, 24: {print("ann's last")}}}
	bob := recorder{slot: 1, from: 1, to: 30, clock: 7, late: 0.03, sees: []uint8{1, 0, 3},
		things: func(tenth int) entityList { return entityList{thing(41, 5, 8), thing(43, 5, coord(tenth/2))} },
		nails:  func(tenth int) int { return 2 * (tenth / 12) },
		told: map[int][]message.Message{2: {print("all"), health(90)}, 5: {print("players"), sound},
			8: {sound, print("again")}, 18: {print("again"), &message.HitDamage{Save: 1, Take: 9}},
			26: {health(80)}, 28: {print("again")}}}
	cid := recorder{slot: 2, watches: 0x80, from: 2, to: 22, clock: 300, late: 0.02, sees: []uint8{2, 3},
		things: func(int) entityList { return entityList{thing(44, 6, 8)} }, nails: none,
		told: map[int][]message.Message{2: {print("all"), health(77)}, 5: {sound}, 20: {health(33)}}}
	merged, err := Merge([]*formats.Demo{bob.demo(t), cid.demo(t), ann.demo(t)})
	if err != nil {
		t.Fatal(err)
	}
	golden.Document(t, "testdata/merged.txt", told(t, formats.Lookup("mvd").Open("a.mvd", merged.Data)))
}

// TestFailingMerge: what can't be written, from whichever packet on, is an error.
func TestFailingMerge(t *testing.T) {
	ann := client{slot: 0, names: [2]string{"ann", "bob"}, changes: map[int]message.Message{
		70: &message.UpdateStat{Value: 90}}}
	memory := int64(math.MaxInt64)
	var list []*recording
	for _, c := range []client{ann, {slot: 1, from: 60, names: ann.names}} {
		levels, err := readLevels(c.demo(t), len(list), &memory)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, levels...)
	}
	for n := 0; ; n++ {
		left := n
		m := merger{list: slices.Clone(list), encoder: failing{formats.Lookup("mvd").Encoder("a.mvd"), &left},
			most: 1 << 30, final: true}
		for i, r := range m.list { // they lose their messages
			c := *r
			c.messages = slices.Clone(r.messages)
			m.list[i] = &c
		}
		if _, err := m.write(); left >= 0 && err == nil && n > 100 {
			break
		} else if !errors.Is(err, errFull) {
			t.Fatalf("packet %d can't be written: %v", n, err)
		}
	}
}

// told returns the packets of a server's recording, each with its time in milliseconds, its recipients and its
// messages.
func told(t *testing.T, demo *formats.Demo) string {
	t.Helper()
	var s strings.Builder
	ms := 0
	d := demo.Decoder()
	for p, err := d.NextPacket(); err != io.EOF; p, err = d.NextPacket() {
		if err != nil {
			t.Fatal(err)
		}
		ms += int(p.Milliseconds)
		fmt.Fprintf(&s, "%d ms, type %d, to %b\n", ms, p.Type, p.Targets)
		for m, err := range message.Rest(d) {
			text, wrong := json.Marshal(m)
			if err != nil || wrong != nil {
				t.Fatal(err, wrong)
			}
			fmt.Fprintf(&s, "  %s %s\n", m.Name(), text)
		}
	}
	return s.String()
}
