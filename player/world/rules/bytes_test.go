package rules_test

import (
	"encoding/binary"
	"encoding/hex"
	"math"
	"slices"
	"strings"
	"testing"

	"demoscope/formats"
	"demoscope/formats/message"
	"demoscope/player/world"
	"demoscope/player/world/internal/facts"
)

// Whole demos written by hand, byte by byte, from the documents: no encoder has a
// part in them, and what is expected is what the world shows.

// bytesOf returns bytes that are written by hand: hexadecimal digits, and 'texts'
// as they are.
func bytesOf(t testing.TB, s string) (data []byte) {
	t.Helper()
	for i, part := range strings.Split(s, "'") {
		if i%2 == 1 {
			data = append(data, part...)
			continue
		}
		b, err := hex.DecodeString(strings.Join(strings.Fields(part), ""))
		if err != nil {
			t.Fatalf("%q: %v", part, err)
		}
		data = append(data, b...)
	}
	return data
}

// long returns the four bytes of a number.
func long(v int) []byte { return binary.LittleEndian.AppendUint32(nil, uint32(int32(v))) }

// joined returns parts as one.
func joined(parts ...[]byte) (all []byte) {
	for _, p := range parts {
		all = append(all, p...)
	}
	return all
}

// demFile returns a .dem (DEM 6): a line with the CD track, and blocks of a size,
// three angles and messages.
func demFile(t testing.TB, blocks ...string) []byte {
	t.Helper()
	data := []byte("-1\n")
	for _, b := range blocks {
		payload := bytesOf(t, b)
		data = joined(data, long(len(payload)), make([]byte, 12), payload)
	}
	return data
}

// qwdFile returns a .qwd (QWD 3) of server blocks, a tenth of a second apart: time,
// type, size, two sequence numbers, of which the first rises by one, and messages.
func qwdFile(t testing.TB, first int, blocks ...string) (data []byte) {
	t.Helper()
	for i, b := range blocks {
		payload := bytesOf(t, b)
		data = joined(data, long(int(math.Float32bits(float32(i)/10))), []byte{1}, long(8+len(payload)), long(first+i),
			long(0), payload)
	}
	return data
}

// dm2File returns a .dm2 (DM2 2.2) of blocks of a size and messages, and the end
// mark.
func dm2File(t testing.TB, blocks ...string) (data []byte) {
	t.Helper()
	for _, b := range blocks {
		payload := bytesOf(t, b)
		data = joined(data, long(len(payload)), payload)
	}
	return append(data, 0xff, 0xff, 0xff, 0xff)
}

// playBytes applies a whole demo to a world, and calls after with the number of
// each packet that was applied. The demo must have no damage.
func playBytes(t testing.TB, name string, data []byte, after func(block int, w *world.World)) *world.World {
	t.Helper()
	demo, err := formats.Open(name, data)
	if err != nil {
		t.Fatal(err)
	}
	w := newWorld(t, demo.Name)
	facts.Drive(t, w, demo.Decoder(), nil, func(w *world.World, p *message.Packet) {
		if after != nil && p.Kind == message.PacketServer {
			after(p.Block, w)
		}
	})
	return w
}

// linesOf returns the printed lines that are kept, the oldest first.
func linesOf(w *world.World) (list []string) {
	for i := w.Notices.Len() - 1; i >= 0; i-- {
		list = append(list, string(w.Notices.Line(i).Text))
	}
	return list
}

// qwPlayer is a playerinfo of slot 3 at (16, 32, 24) in frame 7 that has nothing else.
const qwPlayer = "2a 03 0000 8000 0001 c000 07"

// Protocol 24 (QuakeWorld 1.64): the serverdata ends with the level's name, lists are
// whole, and a command in a playerinfo always has a yaw, has moves of eight bits, and
// milliseconds only if bit 7 says so (QWD 5.12, 5.43, 5.46).
func TestBytesQuakeWorld24(t *testing.T) {
	w := playBytes(t, "old.qwd", qwdFile(t, 1,
		`0b 18000000 05000000 'qw' 00 03 'Castle' 00  09 'cmd soundlist' 0a 00`,
		`2e 'misc/talk.wav' 00 00  2d 'maps/start.bsp' 00 'progs/player.mdl' 00 00`,
		`28 03 65000000 '\name\Ann\topcolor\4\bottomcolor\13' 00`,
		`16 2100 02 03 04 05 0800 40 1000 80 1800 c0`,
		`2f 2100 0000`+qwPlayer+`2a 04 0200 4000 4000 4000 09 0c 0040 81 7f  08 02 'hi' 0a 00`,
	), nil)
	l := w.Level()
	if l.Protocol != 24 || l.Title != "Castle" || l.GameDir != "qw" || l.Map != "maps/start.bsp" ||
		l.Model(2) != "progs/player.mdl" || l.Sound(1) != "misc/talk.wav" {
		t.Errorf("%+v", l)
	}
	if w.Recorder != 3 || w.Players[3].Name != "Ann" || w.Players[3].Shirt != 4 || w.Players[3].Pants != 13 {
		t.Errorf("recorder %d: %+v", w.Recorder, w.Players[3])
	}
	if p := w.Players[3]; p.Pose.Origin != [3]float32{16, 32, 24} || p.Frame != 7 || w.View.Origin != [3]float32{
		16, 32, 46} {
		t.Errorf("%+v, seen from %v", p, w.View.Origin)
	}
	// Moves are forward -127 and right 127: a yaw stands before them, no
	// milliseconds after them.
	if p := w.Players[4]; p.Pose.Origin != [3]float32{8, 8, 8} || p.Frame != 9 ||
		p.Pose.Angles != [3]float32{0, 90, 0} {
		t.Errorf("%+v", p)
	}
	e := w.Entity(33)
	if e == nil || e.Model[0] != 2 || e.Frame != 3 || e.Colormap != 4 || e.Skin != 5 ||
		e.Origin != [3]float32{1, 2, 3} || e.Angles != [3]float32{90, -180, -90} {
		t.Errorf("%+v", e)
	}
	if got := linesOf(w); len(got) != 1 || got[0] != "hi" {
		t.Errorf("%q", got)
	}
}

// A Relay recording (DM2 2.5): what bit 7 of an id marks is for one client alone. Even
// the first message may be.
func TestBytesRelay(t *testing.T) {
	const level = `22000000 07000000 80 'ctf' 00 ffff 'The Edge' 00`
	frame := func(number int, rest string) string { return "14" + hex.EncodeToString(long(number)) + rest }
	// A playerinfo: the origin, and stat 13, which shows the layout.
	const here, there = "0200 0800 1000 1800 00200000 0100", "0200 4000 4000 4000 00200000 0100"
	w := playBytes(t, "relay.dm2", dm2File(t,
		`8c 01`+level+` 0d 2005 'Ann\male/grunt' 00 0d 2105 'Bo\male/grunt' 00 0d 2205 'Cy\male/grunt' 00 0d 2001 `+
			`'misc/talk.wav' 00`,
		frame(1, "ffffffff 00 00 02 00 01")+`91 00`+here+`91 01`+there+`12 0000`+
			`8a 00 02 'for Ann' 0a 00  8a 01 02 'for Bo' 0a 00  0a 02 'for all' 0a 00  8f 01 'middle' 00  84 01 'xv `+
			`8 string "Bo"' 00`+
			`8a 00 03 'Ann: hi' 0a 00  8a 01 03 'Ann: hi' 0a 00  83 01 05 0800 0800 0800  89 00 04 01 0800 0800 `+
			`0800  03 05 1000 1000 1000`,
		// A client joins: the same level again, for it alone.
		`8c 02`+level+` 8d 02 2005 'somebody' 00`,
		frame(2, "01000000 00 00 03 00 01 02")+`91 00 0000 00000000 91 01 0000 00000000 91 02`+here+`12 0000`,
	), func(block int, w *world.World) {
		if block != 1 {
			return
		}
		if !w.Players[0].InUse || !w.Players[1].InUse || w.Players[2].InUse {
			t.Errorf("connected: %v, %v, %v", w.Players[0].InUse, w.Players[1].InUse, w.Players[2].InUse)
		}
		const ann, bo = 1, 2
		var targets []uint32
		for i := w.Notices.Len() - 1; i >= 0; i-- {
			targets = append(targets, w.Notices.Line(i).Targets)
		}
		if lines := linesOf(w); !slices.Equal(lines, []string{"for Ann", "for Bo", "for all", "Ann: hi"}) ||
			!slices.Equal(targets, []uint32{ann, bo, everybody, ann | bo}) {
			t.Errorf("%q for %x", lines, targets)
		}
		chats := 0
		for _, e := range w.Events {
			if e.Kind == world.EventChat {
				chats++
			}
		}
		if chats != 1 {
			t.Errorf("%d chat events", chats)
		}
		if string(w.Notices.Center) != "middle" || w.Notices.CenterTargets != bo {
			t.Errorf("%q for %x", w.Notices.Center, w.Notices.CenterTargets)
		}
		if w.Quake2HUDOf(1).Layout != `xv 8 string "Bo"` || w.Quake2HUDOf(0).Layout != "" {
			t.Errorf("layouts %q, %q", w.Quake2HUDOf(0).Layout, w.Quake2HUDOf(1).Layout)
		}
		if e := w.Effects.List; len(e) != 2 || e[0].Only != bo || e[1].Only != 0 {
			t.Errorf("%+v", e)
		}
		// The talk sound of each copy of the chat, then Bo's explosion, Ann's sound,
		// everybody's explosion.
		var only []uint32
		for _, s := range w.Effects.Sounds {
			only = append(only, s.Only)
		}
		if !slices.Equal(only, []uint32{ann, bo, bo, ann, 0}) ||
			w.Effects.Sounds[0].Path(w.Level()) != "misc/talk.wav" {
			t.Errorf("sounds for %x", only)
		}
	})
	if w.LevelCount != 1 || w.Level().Title != "The Edge" || w.Recorder != world.Nobody {
		t.Errorf("%d levels, %q, recorded by %d", w.LevelCount, w.Level().Title, w.Recorder)
	}
	if p := w.Players; p[0].Name != "Ann" || p[0].Pose.Origin != [3]float32{1, 2, 3} || p[1].Pose.Origin != [3]float32{
		8, 8, 8} || !p[2].InUse {
		t.Errorf("%+v", p)
	}
}

// Bytes 1 and 2 at the beginning of a print put all of it in gold, each of its lines
// (DEM section 5); 1 makes it chat, which is heard. What a server prints before the
// serverinfo of the same block is not lost with the old level.
func TestBytesPrints(t *testing.T) {
	const level = `0b 0f000000 04 01 'Gloom Keep' 00 'maps/e1m3.bsp' 00 00 'misc/null.wav' 00 00  05 0100  0d 00 ` +
		`'Ann' 00`
	w := playBytes(t, "prints.dem", demFile(t,
		level+`07 00000000 08 'old' 0a 00`,
		`07 00000040 08 'older' 0a 00`,
		`08 02 0a 'VERSION 1.09 SERVER' 00`+level,
		`07 00008040 08 02 'one' 0a 'two' 0a 00  08 'plain' 0a 01 'Ann: hi' 0a 'there' 0a 00 08 'a' 00 08 02 'b' 0a `+
			`'c' 00 08 'd' 0a 00`,
	), func(block int, w *world.World) {
		if lines := linesOf(w); block == 2 && !slices.Equal(lines, []string{"", "\x02VERSION 1.09 SERVER"}) {
			t.Errorf("after the serverinfo: %q", lines)
		}
	})
	want := []string{"", "\x02VERSION 1.09 SERVER", "\x02one", "\x02two", "plain", "\x01Ann: hi", "\x01there",
		"a\xe2", "\x02cd"}
	if lines := linesOf(w); !slices.Equal(lines, want) {
		t.Errorf("%q, not %q", lines, want)
	}
	for i, chat := range []bool{false, false, true, true, false} {
		if l := w.Notices.Line(i); l.Chat != chat {
			t.Errorf("%q: chat %v", l.Text, l.Chat)
		}
	}
	if s := w.Effects.Sounds; len(s) != 1 || s[0].Path(w.Level()) != "misc/talk.wav" || s[0].Volume != 1 ||
		s[0].Attenuation != 0 {
		t.Errorf("%+v", s)
	}
	chats := 0
	for _, e := range w.Events {
		if e.Kind == world.EventChat {
			chats++
			if e.Player != 0 {
				t.Errorf("said by %d", e.Player)
			}
		}
	}
	if chats != 1 {
		t.Errorf("%d chat events", chats)
	}
}

// What a server says outside of the connection (QWD 4.6), before the level and in it;
// and colors that are none (QWD: 0 to 13).
func TestBytesConsole(t *testing.T) {
	outer := func(text string) []byte {
		payload := bytesOf(t, "ffffffff"+text)
		return joined(make([]byte, 4), []byte{1}, long(len(payload)), payload)
	}
	data := joined(
		outer(`6e 'welcome' 0a 00`), outer(`6a`), outer(`42 'quit' 0a 00`),
		qwdFile(t, 1, `0b 1c000000 01000000 'qw' 00 00 'Castle' 00`+strings.Repeat("00", 40)+
			`28 00 01000000 '\name\Ann\topcolor\14\bottomcolor\-3' 00  28 01 02000000 `+
			`'\name\Bo\topcolor\13\bottomcolor\300' 00 33 01 'topcolor' 00 '15' 00`),
		outer(`6e 'the server goes down' 0a 00`),
	)
	w := playBytes(t, "console.qwd", data, nil)
	if lines := linesOf(w); !slices.Equal(lines, []string{"welcome", "the server goes down"}) {
		t.Errorf("%q", lines)
	}
	if p := w.Players; p[0].Shirt != 13 || p[0].Pants != 0 || p[1].Shirt != 13 || p[1].Pants != 13 {
		t.Errorf("colors %d %d, %d %d", p[0].Shirt, p[0].Pants, p[1].Shirt, p[1].Pants)
	}
}

// A sound or flash of an entity that is not in the frame comes from where it was last,
// or from its baseline if it was never there (DM2 3.10: a sound need not have a place).
func TestBytesSoundOutsideFrame(t *testing.T) {
	// Of entity n on channel 1: mask 8, sound 1, n*8+1.
	sound := func(n int) string { return "09 08 01" + hex.EncodeToString([]byte{uint8(n*8 + 1), uint8(n * 8 >> 8)}) }
	data := dm2File(t,
		`0c 22000000 07000000 01 'ctf' 00 0000 'The Edge' 00 0d 2001 'misc/talk.wav' 00`+
			`0e 830a 09 07 5000 a000 f000  0e 830a 0a 07 0800 0800 0800`,
		// Frame 1: entities 9 at (1, 2), with the z 30 of its baseline, and 20 at (9, 9).
		`14 01000000 ffffffff 00 00  11 0200 4000 4000 4000 00000000  12 03 09 0800 1000  03 14 4800 4800  0000`,
		// Frame 2: 9 at x 4, and 20 is removed.
		`14 02000000 01000000 00 00  11 0000 00000000  12 01 09 2000  40 14  0000`+sound(20),
		// Frame 3: 9 is removed, too.
		`14 03000000 02000000 00 00  11 0000 00000000  12 40 09  0000`+sound(9)+sound(10)+sound(1)+`02 0900 02`,
		// Frame 4, a change of frame 1: both are back.
		`14 04000000 01000000 00 00  11 0000 00000000  12 0000`+sound(9)+sound(20),
		// Frame 5, whole, with nothing.
		`14 05000000 ffffffff 00 00  11 0200 4000 4000 4000 00000000  12 0000`+sound(9)+sound(21),
	)
	heard := map[int]map[int32][3]float32{
		2: {20: {9, 9, 0}}, 3: {9: {4, 2, 30}, 10: {1, 1, 1}, 1: {8, 8, 8}}, 4: {9: {1, 2, 30}, 20: {9, 9, 0}},
		5: {9: {1, 2, 30}, 21: {}},
	}
	checked := 0
	playBytes(t, "sounds.dm2", data, func(block int, w *world.World) {
		for number, want := range heard[block] {
			found := false
			for _, s := range w.Effects.Sounds {
				if s.Entity == number && s.Clock == w.Clock && s.Own == 0 { // and the flash of 9
					found = s.Origin == want
					checked++
				}
			}
			if !found {
				t.Errorf("block %d: entity %d is not heard at %v: %+v", block, number, want, w.Effects.Sounds)
			}
		}
		if block == 3 {
			if e := w.Effects.List; len(e) != 1 || e[0].Origin != [3]float32{4, 2, 30} {
				t.Errorf("%+v", e)
			}
		}
		// A copy hears the same.
		c := w.Clone()
		if c.Hash() != w.Hash() {
			t.Errorf("block %d: a copy differs", block)
		}
	})
	if checked != 8 {
		t.Errorf("%d sounds", checked)
	}
}

// EF_MUZZLEFLASH, bit 1 of an entity's effects, flashes at the entity for a tenth of a
// second (DEM table 11), from the update or from the baseline, or until it flashes again;
// others do not.
func TestBytesMuzzleFlash(t *testing.T) {
	const level = `0b 0f000000 04 01 'Gloom Keep' 00 'maps/e1m3.bsp' 00 'progs/soldier.mdl' 00 00 00  16 0a00 02 00 ` +
		`00 00 0800 00 1000 00 1800 00`
	flashes := 0
	w := playBytes(t, "flash.dem", demFile(t,
		level+`07 00000000`,
		`07 0000803f 81 24 0a 02 02`,                // 1 s: model 2, effects 2
		`07 33338b3f 81 20 0a 02`,                   // 1.0875 s, again
		`07 0000903f 83 20 0a fd 4000  81 20 0b 04`, // 1.125 s: at x 8, all bits but 2; another's
		`07 0000a83f 83 20 0a 0f 4000`,              // 1.3125 s: at x 8, with others
		`07 0000c03f 80 0a`,                         // 1.5 s
	), func(block int, w *world.World) {
		want := map[int][]float32{1: {1}, 2: {1, 1}, 3: {1}, 4: {8}}[block]
		var got []float32
		for _, e := range w.Effects.List {
			life := 0.1
			if block == 2 && e.Clock == 1 {
				life = float64(float32(1.0875)) - 1
			}
			if e.Kind != world.EffectMuzzleFlash || e.Entity != 10 || e.Life != life || e.Origin[1] != 2 ||
				e.Origin[2] != 3 {
				t.Errorf("block %d: %+v", block, e)
			}
			got = append(got, e.Origin[0])
			flashes++
		}
		if !slices.Equal(got, want) {
			t.Errorf("block %d: flashes at %v, not %v", block, got, want)
		}
	})
	if flashes != 5 || len(w.Entities) != 1 {
		t.Errorf("%d flashes, %d entities", flashes, len(w.Entities))
	}
}
