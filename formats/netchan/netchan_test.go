package netchan

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"slices"
	"sort"
	"strings"
	"testing"

	"demoscope/internal/corpus"
)

// newServer returns a server's end.
func newServer() *Channel { return &Channel{server: true, out: 1} }

// TestCaptured reads both directions of captured connections by the rules of the channel.
func TestCaptured(t *testing.T) {
	for _, name := range captures {
		t.Run(name, func(t *testing.T) {
			rows, want := corpus.Capture(t, name), expected(t, name)
			client, server := NewChannel(0), newServer()
			sum := sha256.New()
			for _, r := range rows {
				if r.Drop != 0 || IsOutOfBand(r.Data) {
					continue
				}
				if r.Dir == "c2s" {
					server.Receive(r.Data)
					continue
				}
				payload, ok := client.Receive(r.Data)
				if ok {
					_ = binary.Write(sum, binary.LittleEndian, uint32(len(payload)))
					sum.Write(payload)
				}
			}
			if got := hex.EncodeToString(sum.Sum(nil)); got != want.S2C.SHA {
				t.Errorf("what was accepted has the sum %s, not %s", got, want.S2C.SHA)
			}
			got := [...]int{client.Count.Accepted, client.Count.Stale, client.Count.Gaps, client.Count.Reliable}
			if got != [...]int{want.S2C.Accepted, want.S2C.Stale, want.S2C.Gaps, want.S2C.Reliable} {
				t.Errorf("of the server's: accepted, stale, gaps and reliable are %v, not %+v", got, want.S2C)
			}
			got = [...]int{server.Count.Accepted, server.Count.Stale, server.Count.Gaps, server.Count.Reliable}
			if got != [...]int{want.C2S.Accepted, want.C2S.Stale, want.C2S.Gaps, want.C2S.Reliable} {
				t.Errorf("of the client's: accepted, stale, gaps and reliable are %v, not %+v", got, want.C2S)
			}
		})
	}
}

// TestResends replays both senders: where a reliable part was sent again, and nowhere else, the
// channel would have sent it again.
func TestResends(t *testing.T) {
	for _, name := range captures {
		t.Run(name, func(t *testing.T) {
			rows, want := corpus.Capture(t, name), expected(t, name)
			for _, way := range []struct {
				dir     string
				channel *Channel
				want    []uint32
				fresh   int
			}{
				{"c2s", NewChannel(0), nil, want.C2S.New},
				{"s2c", newServer(), nil, want.S2C.New},
			} {
				resends := want.C2S.Resends
				if way.dir == "s2c" {
					resends = want.S2C.Resends
				}
				for _, r := range resends {
					way.want = append(way.want, r.Seq)
				}
				got, fresh := resent(t, rows, way.dir, way.channel)
				if !slices.Equal(got, way.want) || fresh != way.fresh {
					t.Errorf("%s: %d sent again, not %d (%v, not %v); %d new, not %d", way.dir, len(got), len(way.want),
						got, way.want, fresh, way.fresh)
				}
			}
		})
	}
}

// resent drives the sender of one way with what it received and returns the packets in which it
// sends a reliable part again, and how many parts were new.
func resent(t *testing.T, rows []corpus.Datagram, dir string, c *Channel) (again []uint32, fresh int) {
	// In the order of the sender: what it sent when it was sent, what it received when it came.
	rows = slices.Clone(rows)
	at := func(r *corpus.Datagram) float64 {
		if r.Dir == dir && r.Sent != 0 {
			return r.Sent
		}
		return r.T
	}
	sort.SliceStable(rows, func(i, j int) bool { return at(&rows[i]) < at(&rows[j]) })
	for _, r := range rows {
		if IsOutOfBand(r.Data) || len(r.Data) < headerSize {
			continue
		}
		if r.Dir != dir {
			if r.Drop == 0 {
				c.Receive(r.Data)
			}
			continue
		}
		sequence, _ := header(r.Data)
		c.out = sequence & sequenceMask
		due := c.due()
		switch {
		case sequence&reliableBit == 0:
			if due {
				t.Fatalf("%s %d: a part is lost and not sent again", dir, c.out)
			}
		case due:
			again = append(again, c.out)
		case len(c.pending) > 0:
			t.Fatalf("%s %d: a new part while the old one is not acknowledged", dir, c.out)
		default:
			fresh++
			if err := c.Queue([]byte("x")); err != nil {
				t.Fatal(err)
			}
		}
		c.Append(nil, nil)
	}
	return again, fresh
}

// TestPacket: the first packets, byte by byte.
func TestPacket(t *testing.T) {
	c := NewChannel(0x863a)
	if err := c.Queue(AppendText(nil, "new")); err != nil {
		t.Fatal(err)
	}
	check := func(got []byte, want string) {
		t.Helper()
		if hex.EncodeToString(got) != strings.ReplaceAll(want, " ", "") {
			t.Errorf("%x, not %s", got, want)
		}
	}
	check(c.Append(nil, []byte{idNop}), "01000080 00000000 3a86 046e657700 01")
	check(c.Append(nil, []byte{idNop}), "02000000 00000000 3a86 01")
	// The server has both, and its answer is reliable, too.
	if _, ok := c.Receive([]byte("\x02\x00\x00\x80\x02\x00\x00\x80\x09x\x00")); !ok || c.Waiting() {
		t.Error("not accepted")
	}
	check(c.Append(nil, nil), "03000000 02000080 3a86")
	for _, stale := range []string{"\x02\x00\x00\x00\x03\x00\x00\x80", "\x01\x00\x00\x00\x03\x00\x00\x80",
		"\x03\x00\x00"} {
		if _, ok := c.Receive([]byte(stale)); ok {
			t.Errorf("%x is accepted", stale)
		}
	}
	if c.Count != (Count{Accepted: 1, Stale: 2, Gaps: 1, Reliable: 1}) {
		t.Errorf("%+v", c.Count)
	}
}

// TestReliable loses, repeats and reorders packets both ways by a fixed rule: what was queued
// comes once, whole and in order.
func TestReliable(t *testing.T) {
	client, server := NewChannel(7), newServer()
	var sent, got [2][]byte
	late := [2][]byte{}
	random := uint32(1)
	next := func(n uint32) uint32 { random = random*1664525 + 1013904223; return random >> 16 % n }
	for i := range 20000 {
		for way, end := range [...]*Channel{client, server} {
			other := [...]*Channel{server, client}[way]
			if i%3 == 0 && i < 19000 {
				m := []byte{byte(i), byte(i >> 8), byte(way)}
				if end.Queue(m) == nil {
					sent[way] = append(sent[way], m...)
				}
			}
			d := end.Append(nil, nil)
			deliver := func(d []byte) {
				reliable := d[3]&0x80 != 0
				if payload, ok := other.Receive(d); ok && reliable {
					got[way] = append(got[way], payload...)
				}
			}
			switch next(10) {
			case 0, 1: // lost
			case 2: // late
				late[way] = d
			case 3: // twice
				deliver(d)
				deliver(d)
			default:
				deliver(d)
				if late[way] != nil {
					deliver(late[way])
					late[way] = nil
				}
			}
		}
	}
	for way := range sent {
		if len(sent[way]) == 0 || !bytes.Equal(sent[way], got[way]) {
			t.Errorf("way %d: %d bytes were sent, %d came", way, len(sent[way]), len(got[way]))
		}
	}
	if client.Count.Resent < 100 || server.Count.Resent < 100 || client.Count.Stale < 100 {
		t.Errorf("too little was lost: %+v, %+v", client.Count, server.Count)
	}
}

// TestQueue: what waits is bounded, and goes in parts that fit a packet.
func TestQueue(t *testing.T) {
	c := NewChannel(0)
	m := bytes.Repeat([]byte{'x'}, 500)
	n := 0
	for ; n < 1000; n++ {
		if err := c.Queue(m); err != nil {
			if !errors.Is(err, ErrFull) {
				t.Error(err)
			}
			break
		}
	}
	if n != 32 {
		t.Errorf("%d messages wait, not 32", n)
	}
	if d := c.Append(nil, nil); len(d) != 10+2*500 {
		t.Errorf("a packet of %d bytes", len(d))
	}
	if err := c.Queue(make([]byte, 1351)); !errors.Is(err, ErrFull) {
		t.Error("a message that fits no packet waits")
	}
}

func FuzzChannel(f *testing.F) {
	f.Add([]byte("\x0a\x01\x00\x00\x80\x00\x00\x00\x80\x09x"), true)
	f.Add([]byte("\x08\xff\xff\xff\x7f\xff\xff\xff\xff\x08\x01\x00\x00\x00\x00\x00\x00\x00"), false)
	f.Fuzz(func(t *testing.T, data []byte, server bool) {
		c := NewChannel(1)
		if server {
			c = newServer()
		}
		for len(data) > 0 {
			n := min(int(data[0]), len(data)-1)
			d := data[1 : 1+n]
			data = data[1+n:]
			in := c.In()
			payload, ok := c.Receive(d)
			if ok && (c.In() <= in || len(payload) > len(d)-headerSize) {
				t.Fatal("a packet that is older is accepted")
			}
			_ = c.Queue(d)
			if out := c.Append(nil, nil); len(out) > headerSize+2+maxReliable {
				t.Fatalf("a packet of %d bytes", len(out))
			}
		}
	})
}
