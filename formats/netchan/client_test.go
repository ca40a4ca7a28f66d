package netchan

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"

	"demoscope/formats/message"
	"demoscope/internal/corpus"
)

var home = netip.MustParseAddrPort("127.0.0.1:27500")

// sums are the checksum2 of the maps of the captures, as their README has them.
func sums(_, path string) (int32, error) {
	switch path {
	case "maps/demoscope1.bsp":
		return 1226110416, nil
	case "maps/dm4.bsp":
		return 1429241766, nil
	}
	return 0, fmt.Errorf("there is no %s", path)
}

// server is a made-up server: it sends what it is told, by the channel's rules, and keeps what
// the client says.
type server struct {
	t             testing.TB
	ch            *Channel
	c             *Client
	now           time.Duration
	texts         []string // commands of the client, once each
	outer         []string // datagrams outside of the sequence
	pings         int
	moves, places int
	delta         []uint8 // asked for
}

func newServerFor(t testing.TB, opt Options) *server {
	return &server{t: t, ch: newServer(), c: NewClient(opt)}
}

// take takes a datagram of the client.
func (s *server) take(d []byte) {
	if IsOutOfBand(d) {
		s.outer = append(s.outer, string(d[len(outOfBand):]))
		return
	}
	reliable := d[3]&0x80 != 0
	payload, ok := s.ch.Receive(d)
	if !ok {
		s.t.Fatal("the client sent an old packet")
	}
	for _, m := range said(s.t, payload) {
		switch m[0] {
		case idText:
			if text := string(m[1 : len(m)-1]); text == "pings" {
				s.pings++
			} else if reliable || text == "drop" {
				s.texts = append(s.texts, text)
			} else {
				s.t.Errorf("%q is not reliable", text)
			}
		case idMove:
			s.moves++
		case idPlace:
			s.places++
		case idDelta:
			s.delta = append(s.delta, m[1])
		}
	}
}

// step lets the client send at its time.
func (s *server) step() error {
	s.now += 20 * time.Millisecond
	return s.c.Send(s.now, s.take)
}

// say answers the client's last packet with messages.
func (s *server) say(messages string) error {
	if err := s.step(); err != nil {
		return err
	}
	return s.answer(messages)
}

// answer is say without a packet of the client before.
func (s *server) answer(messages string) error {
	s.ch.out = max(s.ch.in, s.ch.out)
	_, err := s.c.Receive(s.now, s.ch.Append(nil, []byte(messages)))
	return err
}

// joined returns a server that the client has joined.
func joined(t testing.TB, opt Options) *server {
	s := newServerFor(t, opt)
	if err := s.step(); err != nil {
		t.Fatal(err)
	}
	for _, d := range []string{"c77\x00", "j"} {
		if _, err := s.c.Receive(s.now, []byte(outOfBand+d)); err != nil {
			t.Fatal(err)
		}
		if err := s.step(); err != nil {
			t.Fatal(err)
		}
	}
	s.check("getchallenge\n",
		"connect 28 7 "+
			"77 \"\\name\\me\\spectator\\1\\rate\\50000\\msg\\0\\noaim\\1\\*client\\Demoscope\\*z_ext\\511\"\n")
	if s.c.State() != SigningOn {
		t.Fatal(s.c.State())
	}
	return s
}

// check compares what the client said outside of the sequence since the last check.
func (s *server) check(want ...string) {
	s.t.Helper()
	if !slices.Equal(s.outer, want) {
		s.t.Errorf("outside: %q, not %q", s.outer, want)
	}
	s.outer = nil
}

// heard compares the client's commands since the last call.
func (s *server) heard(want ...string) {
	s.t.Helper()
	if !slices.Equal(s.texts, want) {
		s.t.Errorf("the client says %q, not %q", s.texts, want)
	}
	s.texts = nil
}

var me = Options{Server: home, QPort: 7, Name: "me", Rate: 50000, Checksum: sums}

// serverData is the beginning of a level, without extensions.
func serverData(count int32, slot byte) string {
	b := binary.LittleEndian.AppendUint32([]byte("\x0b\x1c\x00\x00\x00"), uint32(count))
	b = append(append(b, "qw\x00"...), slot)
	return string(append(append(b, "Title\x00"...), make([]byte, 40)...))
}

func stuffed(text string) string { return "\x09" + text + "\x00" }

// signOn goes through a whole sign-on.
func (s *server) signOn(count int32) {
	s.t.Helper()
	for _, step := range []struct{ server, client string }{
		{serverData(count, 0x84) + stuffed("fullserverinfo \"\\map\\dm4\"\n"), "soundlist %d 0"},
		{"\x2e\x00a.wav\x00b.wav\x00\x00\x02", "soundlist %d 2"},
		{"\x2e\x02c.wav\x00\x00\x00", "modellist %d 0"},
		{"\x2d\x00maps/dm4.bsp\x00*1\x00\x00\x00", "prespawn %d 0 1429241766"},
		{stuffed(fmt.Sprintf("cmd prespawn %d 86\n", count)), "prespawn %d 86"},
		{stuffed(fmt.Sprintf("cmd spawn %d 0\n", count)), "spawn %d 0"},
		{"\x28\x02\x07\x00\x00\x00\\name\\bro\x00" + stuffed("cmd sp") + stuffed(fmt.Sprintf("awn %d 27\n", count)),
			"spawn %d 27"},
		{stuffed("skins\n"), "begin %d"},
	} {
		if err := s.say(step.server); err != nil {
			s.t.Fatal(err)
		}
		if err := s.step(); err != nil {
			s.t.Fatal(err)
		}
		if want := fmt.Sprintf(step.client, count); len(s.texts) == 0 || s.texts[0] != want {
			s.t.Fatalf("%q is answered with %q, not %q", step.server, s.texts, want)
		}
		s.texts = s.texts[1:]
	}
	if s.c.State() != Spectating {
		s.t.Fatal(s.c.State())
	}
}

// TestObeysNothing: of all that servers want to be run, only what is listed has an answer, and
// that only where it belongs.
func TestObeysNothing(t *testing.T) {
	s := joined(t, me)
	s.heard("new")
	obeyed := func(text string, want ...string) {
		t.Helper()
		for range 4 {
			if err := s.say(stuffed(text)); err != nil {
				t.Fatal(err)
			}
			text = "x\n"
		}
		s.heard(want...)
	}
	nothing := []string{
		"cmd rcon sesame quit\n", "say hello\n", "cmd say hello\n", "name bill\n", "setinfo a b\n",
		"exec x.cfg\n", "quit\n",
		"connect 10.0.0.1:27500\n", "redirect 10.0.0.1\n", "record x\n", "download maps/x.bsp\n", "cmd ack infoset\n",
		"wait;wait;wait;cmd ack infoset\n", "cmd mapslist_dl 0\n", "cmd cmdslist_dl 0\n", "alias a cmd new\n",
		"//at 3\n", "track 3\n",
		"cmd new;quit\n", " cmd new\n", "cmd  new\n", "cmd new \n", "cmd NEW\n", "CMD new\n",
		"say prespawn 3 1\n", "cmd pext 1\n",
		"cmd info $rcon_password\n",
		"cmd prespawn 3 1\n", "cmd spawn 3 0\n", "skins\n", // not yet
		"packet 10.0.0.1:27500 \"ip 4 5\"\n", "packet 127.0.0.1:27501 \"ip 4 5\"\n",
		"packet 127.0.0.1:27500 \"rcon sesame quit\"\n",
		"packet 127.0.0.1:27500 \"ip 4 5 6\"\n", "packet 127.0.0.1:27500 ip 4 5\n", "packet 127.0.0.1:27500 \"ip 4 5\n",
		"packet localhost:27500 \"ip 4 5\"\n", "packet 127.0.0.1:27500 \"ip $a 5\"\n",
		"packet 127.0.0.1:27500 \"ip 4 99999999999\"\n",
	}
	for _, text := range nothing {
		obeyed(text)
	}
	s.check()
	obeyed("packet 127.0.0.1:27500 \"ip 4 -5\"\ncmd new\n", "new")
	s.check("ip 4 -5")
	obeyed("cmd pext\ncmd pext\n", "pext 0x58455446 0x0 0x3144564d 0x0")
	obeyed("cmd pext\n")
	s.signOn(3)
	_ = s.say("")
	s.texts = nil
	for _, text := range append(nothing, "cmd prespawn 4 1\n", "cmd spawn -3 0\n", "cmd spawn 3 -1\n",
		"cmd spawn 3 0 0\n", "cmd spawn 3 99999\n", "skins\n") {
		if text == "cmd prespawn 3 1\n" || text == "cmd spawn 3 0\n" {
			continue // which a server may ask for again
		}
		obeyed(text)
	}
	// A line too long is none, nor is its end.
	obeyed(strings.Repeat("x", 5000) + "\n")
	for range 5 {
		if err := s.say(stuffed(strings.Repeat("x", 1000))); err != nil {
			t.Fatal(err)
		}
	}
	obeyed("cmd new\n")
	obeyed("cmd new\n", "new")
}

// TestLongGame: a server that falls silent in a game is given up after a minute, and not for what has lasted
// longer: hundreds of levels, whichever way they begin, and packets that cannot be read among those that can.
func TestLongGame(t *testing.T) {
	s := joined(t, me)
	s.heard("new")
	for level := range int32(300) {
		s.signOn(3 + level)
		for range 2 {
			s.now += 50 * time.Second
			if err := s.say("\xfe"); err != nil {
				t.Fatalf("level %d: %v", level, err)
			}
			if err := s.say(""); err != nil {
				t.Fatalf("level %d: %v", level, err)
			}
		}
		s.texts = nil
		if level%2 == 0 {
			continue // the next one begins by itself
		}
		if err := s.say(stuffed("reconnect\n")); err != nil {
			t.Fatal(err)
		}
		if err := s.step(); err != nil {
			t.Fatalf("level %d: %v", level, err)
		}
		s.heard("new")
	}
	s.signOn(303)
	began := s.now
	var err error
	for err == nil {
		err = s.step()
	}
	if took := s.now - began; !errors.Is(err, ErrSilent) || took < 59*time.Second || took > 61*time.Second {
		t.Errorf("after %v: %v", took, err)
	}
}

// TestReplay joins a made-up server that says what the server of a captured connection said, in its
// packets. Where the real client had to answer, ours gives the same answers.
func TestReplay(t *testing.T) {
	for _, name := range captures {
		t.Run(name, func(t *testing.T) {
			rows, want := corpus.Capture(t, name), expected(t, name)
			opt := me
			// What the real client asked for.
			opt.Extensions = []message.QWExtension{{Tag: message.TagFTE, Bits: 0x2140f000}, {Tag: 0x32455446, Bits: 2},
				{Tag: message.TagMVD1, Bits: 1}}
			if name == "live_p28" {
				for i := range opt.Extensions {
					opt.Extensions[i].Bits = 0
				}
			}
			s := newServerFor(t, opt)
			replay(t, s, rows)
			got := slices.DeleteFunc(s.texts, func(text string) bool { return strings.HasPrefix(text, "ptrack") })
			must := slices.DeleteFunc(slices.Clone(want.C2S.SignOn), func(text string) bool {
				return strings.HasPrefix(text, "ptrack") || text == "drop"
			})
			if !slices.Equal(got, must) {
				t.Errorf("the client says\n%q, not\n%q", got, must)
			}
			if s.c.Count().Accepted < want.S2C.Accepted-1 || s.c.bad != 0 {
				t.Errorf("%d packets were accepted, %d unreadable", s.c.Count().Accepted, s.c.bad)
			}
			if seconds := int(rows[len(rows)-1].T - rows[0].T); s.pings < seconds/2-10 || s.pings > seconds/2 {
				t.Errorf("pings are asked for %d times in %d s", s.pings, seconds)
			}
			if s.moves < 2000 || len(s.delta) < 2000 {
				t.Errorf("%d moves, %d deltas", s.moves, len(s.delta))
			}
		})
	}
}

// replay gives a client what a captured server said. The numbers of the server's packets are those
// of the capture, and so are the client's, which begins with 1 where the captured one began with 0.
func replay(t testing.TB, s *server, rows []corpus.Datagram) {
	state := NewChannel(0) // what the captured client accepted
	for _, r := range rows {
		s.now = time.Duration(r.T * float64(time.Second))
		switch {
		case r.Dir == "c2s" && IsOutOfBand(r.Data):
			if err := s.c.Send(s.now, s.take); err != nil {
				t.Fatal(err)
			}
		case r.Dir == "c2s":
			if sequence, _ := header(r.Data); sequence&sequenceMask == 0 {
				continue
			}
			if err := s.c.Send(s.now, s.take); err != nil {
				t.Fatal(err)
			}
		case r.Drop != 0:
		case IsOutOfBand(r.Data):
			if _, err := s.c.Receive(s.now, r.Data); err != nil {
				t.Fatal(err)
			}
		default:
			payload, ok := state.Receive(r.Data)
			if !ok {
				continue
			}
			// The header, but for what it acknowledges, which is ours.
			d := bytes.Clone(r.Data[:4])
			d = binary.LittleEndian.AppendUint32(d, s.ch.in|s.ch.parityIn<<31)
			if _, err := s.c.Receive(s.now, append(d, payload...)); err != nil {
				var closed *ClosedError
				if !errors.As(err, &closed) {
					t.Fatal(err)
				}
				return
			}
		}
	}
}

func FuzzClient(f *testing.F) {
	f.Add([]byte(serverData(3, 0x84)), false)
	f.Add([]byte(stuffed("cmd pext\ncmd new\n")+stuffed("skins\n")), true)
	f.Add([]byte("\x2e\x00a.wav\x00\x00\x02\x2d\x00maps/dm4.bsp\x00\x00\x00"), false)
	f.Add([]byte("\x2f\x00\x00\x30\x05\x00\x00"+stuffed("changing\nreconnect\n")), true)
	f.Fuzz(func(t *testing.T, data []byte, watching bool) {
		s := joined(t, me)
		s.texts, s.outer = nil, nil
		if watching {
			s.signOn(3)
		}
		for len(data) > 0 {
			n := min(len(data), 200)
			if s.say(string(data[:n])) != nil {
				return
			}
			data = data[n:]
			if len(s.c.line) > maxLine || s.c.ch.queued > maxQueue || len(s.c.outer) > 100 {
				t.Fatal("too much is kept")
			}
		}
		for _, text := range s.texts {
			if word, _, _ := strings.Cut(text, " "); !slices.Contains([]string{"new", "pext", "soundlist", "modellist",
				"prespawn", "spawn", "begin", "ptrack"}, word) {
				t.Fatalf("the server made the client say %q", text)
			}
		}
		for _, d := range s.outer {
			if !strings.HasPrefix(d, "ip ") {
				t.Fatalf("the server made the client send %q", d)
			}
		}
	})
}
