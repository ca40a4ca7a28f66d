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
