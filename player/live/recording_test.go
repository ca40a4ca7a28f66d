package live

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"demoscope/formats"
	"demoscope/formats/message"
	"demoscope/formats/netchan"
	"demoscope/internal/corpus"
	"demoscope/player/scan"
	"demoscope/player/world"
)

// recorded returns a captured connection as it is recorded.
func recorded(t *testing.T, name string) []byte {
	t.Helper()
	var out bytes.Buffer
	r, channel, level := newRecording(&out), netchan.NewChannel(0), false
	next := uint32(1)
	for _, row := range corpus.Capture(t, name) {
		d := row.Data
		now := time.Duration(row.T * float64(time.Second))
		if netchan.IsOutOfBand(d) || row.Drop != 0 && row.Dir == "s2c" {
			continue
		}
		if row.Dir == "c2s" {
			next++
			if err := r.moved(now, [3]float32{}); err != nil {
				t.Fatal(err)
			}
			continue
		}
		payload, ok := channel.Receive(d)
		if !ok {
			continue
		}
		level = level || strings.HasPrefix(string(payload), "\x0b")
		word := func(b []byte) int32 { return int32(binary.LittleEndian.Uint32(b)) }
		err := r.packet(now, &netchan.Packet{Sequence: word(d), Acknowledge: word(d[4:]), Payload: payload,
			Level: level}, next)
		if err != nil {
			t.Fatal(err)
		}
	}
	if !level {
		t.Fatal("no level")
	}
	if err := r.end(time.Hour); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// TestMovesHaveTheirTimes: a move says how many milliseconds have passed since the one before, 255 at most, and where
// the player looks.
func TestMovesHaveTheirTimes(t *testing.T) {
	var out bytes.Buffer
	r := newRecording(&out)
	r.began, r.last = true, time.Second
	for i, at := range []time.Duration{1050, 1120, 1120, 4000, 4010} {
		if err := r.moved(at*time.Millisecond, [3]float32{float32(i), 90, 0}); err != nil {
			t.Fatal(err)
		}
	}
	demo, err := formats.Open("x.qwd", out.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for d := demo.Decoder(); ; {
		p, err := d.NextPacket()
		if err != nil {
			break
		}
		m, err := d.NextMessage()
		if err != nil {
			t.Fatal(err)
		}
		move := m.(*message.QWClientBlock)
		got = append(got, fmt.Sprintf("%.2f: %d %v %v", p.Time, move.Msec, move.Angles, move.ViewAngles))
	}
	want := "1.05: 50 [0 90 0] [0 90 0]; 1.12: 70 [1 90 0] [1 90 0]; 1.12: 0 [2 90 0] [2 90 0]; " +
		"4.00: 255 [3 90 0] [3 90 0]; 4.01: 10 [4 90 0] [4 90 0]"
	if got := strings.Join(got, "; "); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// picture says what is true, but for times, which the two recordings count from other moments.
func picture(w *world.World, except int) string {
	var b strings.Builder
	l := w.Level()
	// Stat 17 is a time of the server's, which the client makes up when it begins to record.
	stats := w.Stats.Values
	stats[17] = 0
	fmt.Fprintf(&b, "%s %q %q\n%v %v %v\n", l.Map, l.Title, l.ServerInfo, stats, w.Paused, w.Intermission)
	for i := range w.Players {
		p := &w.Players[i]
		if !p.InUse {
			continue
		}
		fmt.Fprintf(&b, "%d %q %q %v %v %d %d %d %d", i, p.Name, p.UserInfo, p.Spectator, p.Visible, p.Frags, p.Ping,
			p.Loss, p.UserID)
		if p.Visible && i != except {
			fmt.Fprintf(&b, " %v %v %v %v %d %d %d %d", p.Pose.Origin, p.Pose.Angles, p.Dead, p.Gibbed, p.Frame,
				p.WeaponFrame, p.Model, p.Effects)
		}
		b.WriteByte('\n')
	}
	for i := range w.Entities {
		e := &w.Entities[i]
		fmt.Fprintf(&b, "%d %v %v %v %d %d %d\n", e.Number, e.Origin, e.Angles, e.Model, e.Frame, e.Skin, e.Effects)
	}
	fmt.Fprintln(&b, w.LightStyles(), len(w.Statics))
	return b.String()
}

// pictures plays a .qwd and returns what is true behind the packets of the server, by their sequence numbers,
// and which of them are the first of a second. Those that come before the numbers that the client goes on
// from are made up.
func pictures(t *testing.T, data []byte) (all map[int32]string, seconds []int32) {
	t.Helper()
	demo, err := formats.Open("x.qwd", data)
	if err != nil {
		t.Fatal(err)
	}
	c := scan.NewCursor("qwd", demo.Decoder())
	all = map[int32]string{}
	sequence, second, set, server := int32(0), -1, false, false
	c.Begin = func(p *message.Packet) {
		set = set || p.Kind == message.PacketSequence
		server = p.Kind == message.PacketServer && p.Sequence != -1
		if server {
			sequence = p.Sequence & math.MaxInt32
		}
		if s := int(p.Time); server && set && s != second {
			second = s
			seconds = append(seconds, sequence)
		}
	}
	for c.Next() == nil {
		if server {
			all[sequence] = picture(c.World, c.World.Recorder)
		}
	}
	if c.Damage != nil {
		t.Errorf("damage: %v", c.Damage)
	}
	return all, seconds
}

// TestRecording: what is recorded of captured connections shows at every second what the recordings show that
// the client made of them itself.
func TestRecording(t *testing.T) {
	for name, least := range map[string]int{"live_pext": 80, "live_loss": 80, "live_p28": 60} {
		t.Run(name, func(t *testing.T) {
			ours, _ := pictures(t, recorded(t, name))
			theirs, seconds := pictures(t, corpus.Read(t, filepath.Join(corpus.Dir(t), "live", name+".qwd")))
			if len(seconds) < least {
				t.Errorf("only %d seconds", len(seconds))
			}
			differ := 0
			for _, sequence := range seconds {
				if ours[sequence] == theirs[sequence] {
					continue
				}
				if differ++; differ <= 3 {
					a, b := strings.Split(ours[sequence], "\n"), strings.Split(theirs[sequence], "\n")
					for i := range min(len(a), len(b)) {
						if a[i] != b[i] {
							t.Errorf("packet %d: \n%.400s, not\n%.400s", sequence, a[i], b[i])
						}
					}
					if len(a) != len(b) {
						t.Errorf("packet %d: %d lines, not %d", sequence, len(a), len(b))
					}
				}
			}
			if differ > 0 {
				t.Errorf("%d of %d seconds differ", differ, len(seconds))
			}
		})
	}
}

// TestWholeAtEveryMoment: where a recording ends behind any block, it is a demo without damage.
func TestWholeAtEveryMoment(t *testing.T) {
	data := recorded(t, "live_p28")
	var ends []int
	demo, err := formats.Open("x.qwd", data)
	if err != nil {
		t.Fatal(err)
	}
	c := demo.Decoder()
	for {
		ends = append(ends, int(c.Mark().Offset))
		if _, err := c.NextPacket(); err != nil {
			break
		}
	}
	for i := 1; i < len(ends); i += 1 + len(ends)/40 {
		part, err := formats.Open("x.qwd", data[:ends[i]])
		if err != nil {
			t.Fatalf("the first %d blocks: %v", i, err)
		}
		c := scan.NewCursor("qwd", part.Decoder())
		for c.Next() == nil {
		}
		if c.Damage != nil {
			t.Errorf("the first %d blocks: %v", i, c.Damage)
		}
	}
}

// TestHeldRecording: nothing of a game is written until the server lets us in, then all of it, and of one that is never
// joined nothing.
func TestHeldRecording(t *testing.T) {
	begin := func(out *bytes.Buffer) *recording {
		r := newRecording(out)
		r.holds = true
		if err := r.packet(time.Second, &netchan.Packet{Sequence: 2, Payload: []byte("level"), Level: true},
			3); err != nil {
			t.Fatal(err)
		}
		return r
	}
	var out bytes.Buffer
	r := begin(&out)
	if out.Len() > 0 {
		t.Errorf("%d bytes before the server lets us in", out.Len())
	}
	if err := r.letIn(); err != nil {
		t.Fatal(err)
	}
	// Time, type 1, 13 bytes with the two numbers, and time, type 2 and two numbers.
	if n := out.Len(); n != 4+1+4+8+5+4+1+8 {
		t.Errorf("%d bytes when it does", n)
	}
	before := out.Len()
	if err := r.moved(2*time.Second, [3]float32{}); err != nil || out.Len() == before {
		t.Errorf("%d bytes after that, %v", out.Len()-before, err)
	}

	out.Reset()
	if err := begin(&out).end(2 * time.Second); err != nil || out.Len() > 0 {
		t.Errorf("%d bytes of a game that was never joined, %v", out.Len(), err)
	}

	out.Reset()
	r = begin(&out)
	for i := 0; i < 1000 && out.Len() == 0; i++ {
		if err := r.packet(time.Second, &netchan.Packet{Payload: make([]byte, 1400)}, 4); err != nil {
			t.Fatal(err)
		}
	}
	if out.Len() <= 1<<20 || out.Len() > 1<<20+1500 {
		t.Errorf("a server that lets nobody in: %d bytes are held", out.Len())
	}
}

// TestMissingMap: the error begins with the file, goes on with the stream where one is known, and is one line.
func TestMissingMap(t *testing.T) {
	e := &MissingMapError{Path: "maps/dm4.bsp", Err: errors.New("maps/dm4.bsp not found; looked in /quake")}
	const why = ": the server requires the map; looked in /quake"
	if e.Error() != "maps/dm4.bsp is missing"+why {
		t.Errorf("%q", e.Error())
	}
	if e.QTV = "1@example.org:28000"; e.Error() !=
		"maps/dm4.bsp is missing, but its stream qtv:1@example.org:28000 needs no map"+why {
		t.Errorf("with a stream: %q", e.Error())
	}
}
