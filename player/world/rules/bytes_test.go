package rules_test

import (
	"encoding/binary"
	"encoding/hex"
	"errors"
	"io"
	"math"
	"strings"
	"testing"

	"demoscope/formats"
	"demoscope/formats/message"
	"demoscope/player/world"
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
		data = joined(data, long(int(math.Float32bits(float32(i)/10))), []byte{1}, long(8+len(payload)), long(first+i), long(0), payload)
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
	w, d := newWorld(t, demo.Name), demo.Decoder()
	for {
		p, err := d.NextPacket()
		if errors.Is(err, io.EOF) {
			return w
		}
		if err != nil {
			t.Fatal(err)
		}
		w.Begin(p)
		for {
			m, err := d.NextMessage()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			w.Apply(m)
		}
		w.End()
		if after != nil && p.Kind == message.PacketServer {
			after(p.Block, w)
		}
	}
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
	if l.Protocol != 24 || l.Title != "Castle" || l.GameDir != "qw" || l.Map != "maps/start.bsp" || l.Model(2) != "progs/player.mdl" || l.Sound(1) != "misc/talk.wav" {
		t.Errorf("%+v", l)
	}
	if w.Recorder != 3 || w.Players[3].Name != "Ann" || w.Players[3].Shirt != 4 || w.Players[3].Pants != 13 {
		t.Errorf("recorder %d: %+v", w.Recorder, w.Players[3])
	}
	if p := w.Players[3]; p.Pose.Origin != [3]float32{16, 32, 24} || p.Frame != 7 || w.View.Origin != [3]float32{16, 32, 46} {
		t.Errorf("%+v, seen from %v", p, w.View.Origin)
	}
	// Moves are forward -127 and right 127: a yaw stands before them, no
	// milliseconds after them.
	if p := w.Players[4]; p.Pose.Origin != [3]float32{8, 8, 8} || p.Frame != 9 || p.Pose.Angles != [3]float32{0, 90, 0} {
		t.Errorf("%+v", p)
	}
	e := w.Entity(33)
	if e == nil || e.Model[0] != 2 || e.Frame != 3 || e.Colormap != 4 || e.Skin != 5 || e.Origin != [3]float32{1, 2, 3} || e.Angles != [3]float32{90, -180, -90} {
		t.Errorf("%+v", e)
	}
	if got := linesOf(w); len(got) != 1 || got[0] != "hi" {
		t.Errorf("%q", got)
	}
}
