package rules_test

import (
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"testing"

	"demoscope/player/world"
)

// What the masks and widths of protocols that few real files have mean in the world.

// at returns the number, model, x and frame of each entity.
func at(w *world.World) (list []string) {
	for i := range w.Entities {
		e := &w.Entities[i]
		list = append(list, fmt.Sprintf("%d: model %d at %v frame %d", e.Number, e.Model[0], e.Origin[0], e.Frame))
	}
	return list
}

// entitiesAre compares the entities after each packet with those of a list.
func entitiesAre(t *testing.T, want map[int][]string) func(block int, w *world.World) {
	return func(block int, w *world.World) {
		if list, ok := want[block]; ok && !slices.Equal(at(w), list) {
			t.Errorf("block %d: %q, not %q", block, at(w), list)
		}
		delete(want, block)
	}
}

// Protocol 666: high bytes of frame and model, of an update and over a baseline of 16
// bits; alpha, scale and the end of interpolation; clientdata and sounds above 255.
func TestBytes666(t *testing.T) {
	w := playBytes(t, "fitz.dem", demFile(t,
		`0b 9a020000 04 01 'Big' 00 'maps/big.bsp' 00 00 00  05 0100
		 2a 0b00 03 2c01 9001 05 06 0800 40 1000 00 1800 00  2a 0c00 0c 02 03 00 00 0000 00 0000 00 0000 00 a1 20
		 2b 0f 2d01 9101 00 00 0800 00 0000 00 0000 00 b1 30`,
		`07 0000803f c1 84 1f 0a f1 f2 e1 e2 03 01 19  81 80 02 0b 02  81 80 04 0c 01  06 18 2c01 05 9001 0800 1000 1800
		 0f 00f2 ff 03 01400080 e1 e2 e3 f6ff f1 f2 f3 f4 f5 f6 a1 a2 a3 a4 a5 a6 a7 a8 a9`,
	), nil)
	want := []string{"10: model 497 at 0 frame 1010", "11: model 300 at 1 frame 656", "12: model 258 at 0 frame 3"}
	if !slices.Equal(at(w), want) {
		t.Errorf("%q, not %q", at(w), want)
	}
	if e := w.Entity(10); e.Alpha != 0xe1 || e.Scale != 0xe2 || e.LerpFinish != 0x19 {
		t.Errorf("%+v", e)
	}
	if e := w.Entity(12); e.Alpha != 0xa1 || e.Scale != 0x20 {
		t.Errorf("%+v", e)
	}
	if e := w.Statics; len(e) != 1 || e[0].Model[0] != 301 || e[0].Frame != 401 || e[0].Alpha != 0xb1 ||
		e[0].Scale != 0x30 || e[0].Origin[0] != 1 {
		t.Errorf("%+v", e)
	}
	for stat, want := range map[int]int32{
		world.StatHealth: -10, world.StatWeapon: 0xa1e3, world.StatArmor: 0xa2e2, world.StatAmmo: 0xa3f1,
		world.StatShells: 0xa4f2,
		world.StatNails:  0xa5f3, world.StatRockets: 0xa6f4, world.StatCells: 0xa7f5, world.StatWeaponFrame: 0xa8e1,
	} {
		if v, _ := w.Stats.Get(stat); v != want {
			t.Errorf("stat %d: %#x, not %#x", stat, v, want)
		}
	}
	if s := w.Effects.Sounds; len(s) != 1 || s[0].Entity != 300 || s[0].Channel != 5 || s[0].Sound != 400 ||
		s[0].Origin != [3]float32{1, 2, 3} {
		t.Errorf("%+v", s)
	}
}

// Protocol 999: each way to write coordinates and angles means the same place.
func TestBytes999(t *testing.T) {
	for _, c := range []struct {
		flags, x, pitch string
		wantX, want     float32
	}{
		{"00000000", "2403", "40", 100.5, 90},         // eighths, 256ths of a circle
		{"02000000", "2403", "0040", 100.5, 90},       // 65536ths of a circle
		{"04000000", "2403", "0000b442", 100.5, 90},   // a float
		{"06000000", "2403", "0000b442", 100.5, 90},   // the float counts
		{"08000000", "640033", "40", 100.2, 90},       // units and 255ths
		{"08000000", "9cff33", "c0", -99.8, -90},      //
		{"10000000", "0000c942", "40", 100.5, 90},     // a float
		{"80000000", "48060000", "40", 100.5, 90},     // sixteenths
		{"82000000", "b8f9ffff", "00c0", -100.5, -90}, // as quakespasm writes it
		{"98000000", "0000c942", "40", 100.5, 90},     // the float counts
		{"88000000", "48060000", "40", 100.5, 90},     // the long does
		{"60000000", "2403", "40", 100.5, 90},         // scale and alpha change no width
	} {
		w := playBytes(t, "rmq.dem", demFile(t,
			`0b e7030000`+c.flags+`04 01 'Wide' 00 'maps/wide.bsp' 00 00 00`,
			`07 0000803f 83 05 0a 07`+c.x+c.pitch+`  12`+strings.Repeat(c.x, 3)+`10 00 f0 05 48`,
		), nil)
		e := w.Entity(10)
		if e == nil || e.Model[0] != 7 || abs(e.Origin[0]-c.wantX) > 1e-4 || e.Angles[0] != c.want {
			t.Errorf("flags %s: %+v", c.flags, e)
		}
		if l := w.Effects.List; len(l) != 1 || abs(l[0].Origin[2]-c.wantX) > 1e-4 || l[0].Velocity != [3]float32{
			1, 0, -1} || l[0].Count != 5 {
			t.Errorf("flags %s: %+v", c.flags, l)
		}
	}
}

func abs(v float32) float32 { return max(v, -v) }

// qwLevel is a serverdata of protocol 28, with extension words.
func qwLevel(words string) string {
	return `0b` + words + `1c000000 01000000 'qw' 00 00 'Castle' 00` + strings.Repeat("00", 40)
}

// QuakeWorld: deltas from older frames than the newest, by the low byte of the sequence
// number (QWD 5.49).
func TestBytesQuakeWorldOlderFrames(t *testing.T) {
	// Packets from 253 on, so that the low byte starts again.
	playBytes(t, "older.qwd", qwdFile(t, 253,
		qwLevel("")+`16 0500 09 04 00 00 2800 00 0000 00 0000 00`,
		`2f 0302 0800  0500  0000`,    // 254: 3 at x 1, 5 as its baseline
		`30 fe 0302 1000  0540  0000`, // 255, from 254: 3 at x 2, 5 is gone
		`30 fe 0320 07  0000`,         // 256, from 254, too: 3 in frame 7
		`30 ff 0000`,                  // 257, from 255: nothing new
		`30 00 0580 04 06  0000`,      // 258, from 256: 5 has model 6
		`30 01 0500  0000`,            // 259, from 257: 5 comes as its baseline
		`30 c3 0420 08  0000`,         // 260, from 195, which never came
		`30 fe 0320 09  0000`,         // 261, from 254
	), entitiesAre(t, map[int][]string{
		1: {"3: model 0 at 1 frame 0", "5: model 9 at 5 frame 4"},
		2: {"3: model 0 at 2 frame 0"},
		3: {"3: model 0 at 1 frame 7", "5: model 9 at 5 frame 4"},
		4: {"3: model 0 at 2 frame 0"},
		5: {"3: model 0 at 1 frame 7", "5: model 6 at 5 frame 4"},
		6: {"3: model 0 at 2 frame 0", "5: model 9 at 5 frame 4"},
		7: {"3: model 0 at 2 frame 0", "4: model 0 at 0 frame 8", "5: model 9 at 5 frame 4"},
		8: {"3: model 0 at 1 frame 9", "5: model 9 at 5 frame 4"},
	}))
}

// FTE's extensions: models from 256 on, entities from 512 on, alpha, colors, baselines
// and static entities as deltas, float coordinates; and MVD1's floats.
func TestBytesQuakeWorldExtensions(t *testing.T) {
	w := playBytes(t, "fte.qwd", qwdFile(t, 1,
		// Transparency 8, model 0x1000, entity 0x2000 and 0x4000, colors 0x80000,
		// statics by delta 0x400000.
		qwLevel("46544558 08704800")+
			`42 0783 80 08 2d01 0800  42 0883 84 08 f1 1000  15 0081 80 0a 2e01 80`,
		`2f 0581 84 08 f1  0581 80 20  0581 80 40  0681 80 02 80  0781 80 80 04 f1 f2 f3  0801  0000
		 2a 03 6000 0800 0800 0800 00 05 81  2a 04 4000 0800 0800 0800 00 81  2a 05 0080 02 0800 0800 0800 00 40`,
	), nil)
	want := []string{
		"261: model 497 at 0 frame 0", "262: model 0 at 0 frame 0", "263: model 301 at 1 frame 0",
		"264: model 497 at 2 frame 0",
		"773: model 0 at 0 frame 0", "1285: model 0 at 0 frame 0",
	}
	if !slices.Equal(at(w), want) {
		t.Errorf("%q, not %q", at(w), want)
	}
	if e, f := w.Entity(262), w.Entity(263); e.Alpha != 128 || f.ColorMod != [3]uint8{0xf1, 0xf2, 0xf3} {
		t.Errorf("%+v, %+v", e, f)
	}
	if e := w.Statics; len(e) != 1 || e[0].Model[0] != 302 || e[0].Alpha != 128 {
		t.Errorf("%+v", e)
	}
	// With a model, bit 7 of the skin belongs to it.
	if p := w.Players; p[3].Model != 261 || p[3].SkinNumber != 1 || p[4].Model != 0 || p[4].SkinNumber != 0x81 {
		t.Errorf("%+v, %+v", p[3], p[4])
	}

	// Floats: FTE's everywhere, angles of 16 bits; MVD1's in entities and players.
	for words, angle := range map[string]string{"46544558 00800000": "00c0", "4d564431 01000000": "c0"} {
		w := playBytes(t, "floats.qwd", qwdFile(t, 1, qwLevel(words), `2f 0513 0000c942`+angle+
			`0000  2a 03 0000 0000c942 000000bf 0000803f 07`), nil)
		if e := w.Entity(0x105); e == nil || e.Origin[0] != 100.5 || e.Angles[1] != -90 {
			t.Errorf("%s: %+v", words, e)
		}
		if p := w.Players[3]; p.Pose.Origin != [3]float32{100.5, -0.5, 1} || p.Frame != 7 {
			t.Errorf("%s: %+v", words, p)
		}
	}
}

// q2Bytes is a frame of a client's recording, with a base.
func q2Bytes(number, base int) string {
	return "14" + hex.EncodeToString(long(number)) + hex.EncodeToString(long(base)) + "00 00"
}

// Quake II: a frame, its player and its entities are changes of the frame that it names,
// not of the newest.
func TestBytesQuake2OlderFrames(t *testing.T) {
	views := map[int]float32{}
	want := entitiesAre(t, map[int][]string{
		1: {"9: model 7 at 1 frame 0", "20: model 0 at 9 frame 0"}, 2: {"9: model 7 at 2 frame 3"},
		3: {"9: model 7 at 1 frame 5", "20: model 0 at 9 frame 0"},
		4: {"9: model 7 at 2 frame 3"}, 5: {"9: model 7 at 10 frame 0"},
	})
	playBytes(t, "older.dm2", dm2File(t,
		`0c 22000000 07000000 01 'ctf' 00 0000 'The Edge' 00  0e 830a 09 07 5000 0000 0000`,
		q2Bytes(1, -1)+`11 0200 0800 0000 0000 00000000  12 01 09 0800  01 14 4800  0000`,
		q2Bytes(2, 1)+`11 0200 1000 0000 0000 00000000  12 11 09 03 1000  40 14  0000`,
		q2Bytes(3, 1)+`11 0000 00000000  12 10 09 05  0000`,             // from frame 1, not 2
		q2Bytes(4, 2)+`11 0000 00000000  12 0000`,                       // from frame 2, not 3
		q2Bytes(5, 0)+`11 0200 1800 0000 0000 00000000  12 00 09  0000`, // 0 is whole, too: from the baseline
	), func(block int, w *world.World) {
		want(block, w)
		views[block] = w.View.Origin[0]
	})
	for block, x := range map[int]float32{1: 1, 2: 2, 3: 1, 4: 2, 5: 3} {
		if views[block] != x {
			t.Errorf("block %d: seen from %v, not %v", block, views[block], x)
		}
	}
}

// Q2PRO's protocol 3436: coordinates are differences of 15 bits to those of the base, or
// values of 23; large indices; fog between blend and field of view.
func TestBytesQuake2Extended(t *testing.T) {
	views := map[int]float32{}
	want := entitiesAre(t, map[int][]string{
		1: {"5000: model 61697 at 8 frame 0"}, 2: {"5000: model 61697 at 9 frame 0"},
		3: {"5000: model 61697 at 10 frame 0"}, 4: {"5000: model 61697 at 10000 frame 0"},
	})
	w := playBytes(t, "extended.dm2", dm2File(t,
		`0c 6c0d0000 07000000 01 'ctf' 00 0000 'The Edge' 00  0d 3f00 'maps/big.bsp' 00  0d 3f20 'misc/talk.wav' 00`,
		// Model by 16 bits (bit 28), number by 16 (bit 8); x is 64 eighths from 0.
		q2Bytes(1, -1)+`11 0200 8000 0000 0000 00  12 8189 8010 8813 01f1 8000  0000`,
		q2Bytes(2, 1)+`11 0200 1000 0000 0000 00  12 8101 8813 1000  0000`,
		q2Bytes(3, 1)+`11 0200 2000 0000 0000 00  12 8101 8813 2000  0000`, // 16 eighths from frame 1
		// 80000 eighths: a value; the player's, too, with fog and a field of view.
		q2Bytes(4, 3)+`11 0288 01 017102 0000 0000 04 0200 5a 00  12 8101 8813 017102  0000`,
	), func(block int, w *world.World) {
		want(block, w)
		views[block] = w.View.Origin[0]
	})
	for block, x := range map[int]float32{1: 8, 2: 9, 3: 10, 4: 10000} {
		if views[block] != x {
			t.Errorf("block %d: seen from %v, not %v", block, views[block], x)
		}
	}
	if l := w.Level(); l.Map != "maps/big.bsp" || l.Sound(1) != "misc/talk.wav" || w.View.FOV != 90 {
		t.Errorf("%q, %q, field of view %v", l.Map, l.Sound(1), w.View.FOV)
	}
}

// A multi-view recording: players and entities are changes of their own last state, and
// what is removed keeps it.
func TestBytesMultiView(t *testing.T) {
	data := []byte("MVD2")
	for _, b := range []string{
		`04 25000000 da07 07000000 'ctf' 00 ffff 1e00 '4' 00 2005 'Ann\male/grunt' 00 2008  00
			00 0241 0800 1000 5a 08000000 0500  ff  83 0a 09 07 5000 0000 0000  0000`,
		`06 00 00 0400 1800 ff  01 09 5800 0000`, // z 3; 9 at x 11
		`06 00 00 0080 ff  40 09 0000`,           // both are removed
		`06 00 00 0001 60 ff  10 09 05 0000`,     // back, with what they were
	} {
		payload := bytesOf(t, b)
		data = joined(data, []byte{uint8(len(payload)), uint8(len(payload) >> 8)}, payload)
	}
	data = append(data, 0, 0)
	w := playBytes(t, "views.mvd2", data, entitiesAre(t, map[int][]string{
		0: {"9: model 7 at 10 frame 0"}, 1: {"9: model 7 at 11 frame 0"}, 2: nil, 3: {"9: model 7 at 11 frame 5"},
	}))
	if p := w.Players[0]; p.Name != "Ann" || p.Pose.Origin != [3]float32{1, 2, 3} || p.FOV != 96 || !p.InUse {
		t.Errorf("%+v", p)
	}
}

// lsb packs numbers bit by bit, the lowest first, as Quake III up to 1.27 does.
type lsb struct {
	data []byte
	free int // bits of the last byte
}

// put adds the low bits of pairs of a number and its width.
func (b *lsb) put(pairs ...int) *lsb {
	for i := 0; i < len(pairs); i += 2 {
		for k := range pairs[i+1] {
			if b.free == 0 {
				b.data, b.free = append(b.data, 0), 8
			}
			b.data[len(b.data)-1] |= byte(pairs[i]>>k&1) << (8 - b.free)
			b.free--
		}
	}
	return b
}

// align goes to the next byte.
func (b *lsb) align() *lsb {
	b.free = 0
	return b
}

// text adds a string.
func (b *lsb) text(s string) *lsb {
	for i := range len(s) {
		b.put(int(s[i]), 8)
	}
	return b.put(0, 8)
}

// q3Field is a change of one field of an entity of protocol 48: its index, and a number
// and a width for each part of its value.
type q3Field struct {
	index int
	value []int
}

// whole is a float without a fraction: a bit 0, then 13 bits.
func whole(index, v int) q3Field { return q3Field{index, []int{0, 1, v + 4096, 13}} }

// entity adds an entity that changes some fields, which rise: not removed, changed, mask
// 31 for an explicit one of 51 bits, the values.
func (b *lsb) entity(number int, fields ...q3Field) *lsb {
	b.put(number, 10, 0, 1, 1, 1, 31, 5)
	for i, next := 0, fields; i < 51; i++ {
		if len(next) > 0 && next[0].index == i {
			b.put(1, 1)
			next = next[1:]
		} else {
			b.put(0, 1)
		}
	}
	for _, f := range fields {
		b.put(f.value...)
	}
	return b
}

// snapshot48 begins a snapshot: time, base, flags, no areas, the player with a change of
// origin x if it is not 0.
func snapshot48(time, deltaNum, x int) *lsb {
	b := new(lsb).put(7, 8, time, 32, deltaNum, 8, 0, 8, 0, 8)
	for i := range 48 { // fields of the player
		if i == 5 && x != 0 {
			b.put(1, 1, 0, 1, x+4096, 13)
		} else {
			b.put(0, 1)
		}
	}
	return b.put(0, 4)
}

// Quake III (protocol 48, without the Huffman code): a snapshot is a change of the one
// that it names by how many messages it lies back.
func TestBytesQuake3OlderSnapshots(t *testing.T) {
	const (
		eType, base = 0, 5 // fields of an entity
		end         = 1023
	)
	gameState := new(lsb).put(2, 8, 7, 32).
		put(3, 8, 0, 16).text(`\mapname\q3dm17\protocol\48`).
		put(3, 8, 544, 16).text(`n\Ann\t\0`).
		put(4, 8).entity(101, whole(base, 500)).put(0, 8)
	var data []byte
	for i, m := range []*lsb{
		gameState,
		snapshot48(1000, 0, 10).entity(100, q3Field{eType, []int{2, 8}}, whole(base, 1)).entity(101,
			q3Field{eType, []int{2, 8}}).put(end, 10),
		snapshot48(1050, 1, 20).entity(100, whole(base, 2)).put(101, 10, 1, 1).put(end, 10), // 101 is removed
		snapshot48(1100, 2, 0).entity(100, q3Field{41, []int{7, 16}}).put(end, 10),          // a frame, from the first
		snapshot48(1150, 2, 0).put(end, 10),                                                 // from the second
		snapshot48(1200, 3, 0).entity(102, q3Field{eType, []int{2, 8}}).put(end, 10),        // from the second, again
		snapshot48(1250, 5, 0).entity(100, whole(base, -9)).put(end, 10),                    // from the first
	} {
		payload := joined(long(0), m.align().data) // after the acknowledged command
		data = joined(data, long(20+i), long(len(payload)), payload)
	}
	data = joined(data, long(-1), long(-1))
	views := map[int]float32{}
	want := map[int][]string{
		1: {"100 at 1 frame 0", "101 at 500 frame 0"}, 2: {"100 at 2 frame 0"},
		3: {"100 at 1 frame 7", "101 at 500 frame 0"},
		4: {"100 at 2 frame 0"}, 5: {"100 at 2 frame 0", "102 at 0 frame 0"},
		6: {"100 at -9 frame 0", "101 at 500 frame 0"},
	}
	w := playBytes(t, "older.dm_48", data, func(block int, w *world.World) {
		var got []string
		for i := range w.Entities {
			e := &w.Entities[i]
			got = append(got, fmt.Sprintf("%d at %v frame %d", e.Number, e.Origin[0], e.Frame))
		}
		if !slices.Equal(got, want[block]) {
			t.Errorf("block %d: %q, not %q", block, got, want[block])
		}
		views[block] = w.View.Origin[0]
	})
	for block, x := range map[int]float32{1: 10, 2: 20, 3: 10, 4: 20, 5: 20, 6: 10} {
		if views[block] != x {
			t.Errorf("block %d: seen from %v, not %v", block, views[block], x)
		}
	}
	if w.Snapshots != 6 || w.Players[0].Name != "Ann" {
		t.Errorf("%d snapshots, %q", w.Snapshots, w.Players[0].Name)
	}
}
