package cut

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"demoscope/formats"
	"demoscope/formats/message"
	"demoscope/player/world"
)

// counting counts the packets that a decoder reads.
type counting struct {
	message.Decoder
	n *int
}

func (c counting) NextPacket() (*message.Packet, error) {
	*c.n++
	return c.Decoder.NextPacket()
}

// packetsRead returns how many packets are read while do runs.
func packetsRead(t *testing.T, do func()) (n int) {
	t.Helper()
	old := decoderOf
	defer func() { decoderOf = old }()
	decoderOf = func(d *formats.Demo) message.Decoder { return counting{old(d), &n} }
	do()
	return n
}

const framesOfLevel = 20

// manyLevelsDEM is a recording of Quake of so many levels, two seconds each.
func manyLevelsDEM(t *testing.T, levels int) *formats.Demo {
	records := []record{{message.Packet{Kind: message.PacketRaw},
		[]message.Message{&message.CDTrackLine{Text: []byte("-1\n")}}}}
	for l := range levels {
		records = append(records, record{messages: []message.Message{
			&message.ServerInfo{Protocol: 15, MaxClients: 2, MapName: []byte("A Map"),
				Models: [][]byte{fmt.Appendf(nil, "maps/a%d.bsp", l)}, Sounds: [][]byte{[]byte("a.wav")}},
			&message.SetView{Entity: 1}, &message.SignonNum{Signon: 3}}})
		for f := range framesOfLevel {
			records = append(records, record{messages: []message.Message{
				&message.Time{Time: 1 + float32(f)/10}, &message.ClientData{HasItems: true, Health: int16(l % 100)}}})
		}
	}
	return makeDemo(t, "dem", records...)
}

// manyLevelsQWD is a client's recording of so many levels, in which the player with the number 2 walks up to far.
func manyLevelsQWD(t *testing.T, levels, far int) *formats.Demo {
	var records []record
	now := float32(100)
	at := func(m ...message.Message) {
		n := int32(len(records) + 1)
		records = append(records, record{message.Packet{Type: 1, RawTime: math.Float32bits(now), Sequence: n,
			Acknowledge: n}, m})
	}
	for l := range levels {
		at(&message.QWServerData{Protocol: 28, Age: int32(l), GameDir: []byte("qw"), Client: 2,
			MapName: []byte("A Map")},
			&message.QWList{Names: [][]byte{fmt.Appendf(nil, "maps/a%d.bsp", l), []byte("progs/player.mdl")}})
		for f := range far {
			now += 0.1
			at(&message.QWPlayerInfo{Player: 2, Origin: [3]coord{coord(f), coord(l)}}, &message.PacketEntities{})
		}
	}
	return makeDemo(t, "qwd", records...)
}

// TestPartsReadOnce: to cut all levels or many moments out of a demo, each of its packets is read but a few times.
func TestPartsReadOnce(t *testing.T) {
	const levels = 60
	for _, demo := range []*formats.Demo{manyLevelsDEM(t, levels), manyLevelsQWD(t, levels, framesOfLevel)} {
		all, _ := blocks(t, demo)
		whole := length(demo)
		var byLevel, byTime []Span
		for l := range levels {
			from := whole * float64(l) / levels
			byLevel = append(byLevel, Span{From: from, Level: true})
			byTime = append(byTime, Span{From: from + 0.7, To: from + 1.2})
		}
		for _, spans := range [][]Span{byLevel, byTime} {
			parts, bytes := 0, 0
			read := packetsRead(t, func() {
				for part, err := range Parts(demo, spans) {
					if err == nil {
						parts++
						bytes += len(part.Data)
					} else if !errors.Is(err, ErrEmpty) {
						t.Fatal(err)
					}
				}
			})
			if parts < levels-2 || bytes < len(demo.Data())/10 {
				t.Errorf("%s: %d parts with %d bytes", demo.Format.Name, parts, bytes)
			}
			// Found, gathered, copied; and the first packet of each part, and that behind it.
			if most := 3*all + 4*levels; read > most {
				t.Errorf("%s: of %d packets %d were read for %d parts, more than %d", demo.Format.Name, all, read,
					parts, most)
			}
		}
	}
}

// TestPartsAreCut: parts that are cut out together are those that are cut out one by one, in whatever order.
func TestPartsAreCut(t *testing.T) {
	for _, demo := range []*formats.Demo{manyLevelsDEM(t, 5), manyLevelsQWD(t, 5, framesOfLevel), smallQWD(t),
		smallMVD(t)} {
		whole := length(demo)
		var spans []Span
		for _, at := range []float64{0.1, 0.2, 0.3, 0.25, 0.6, 0.9, 0, 0.5} {
			spans = append(spans, Span{From: whole * at, To: whole * (at + 0.12)},
				Span{From: whole * at, To: whole * (at + 0.12)}, Span{From: whole * at, Level: true})
		}
		next, same := 0, 0
		for part, err := range Parts(demo, spans) {
			s := spans[next]
			next++
			var want *Part
			var wrong error
			for one, err := range Parts(demo, []Span{s}) {
				want, wrong = one, err
			}
			switch {
			case err != nil || wrong != nil:
				if !errors.Is(err, wrong) {
					t.Errorf("%s %+v: %v, alone %v", demo.Format.Name, s, err, wrong)
				}
			case string(part.Data) != string(want.Data) || part.From != want.From || part.To != want.To:
				t.Errorf("%s %+v: %d bytes from %v to %v, alone %d from %v to %v", demo.Format.Name, s, len(part.Data),
					part.From, part.To, len(want.Data), want.From, want.To)
			default:
				same++
			}
		}
		if next != len(spans) || same < len(spans)/3 {
			t.Errorf("%s: %d of %d parts, %d of them with something in it", demo.Format.Name, next, len(spans), same)
		}
	}
}

// TestMergeReadsOnce: of recordings with many levels each packet is read but a few times.
func TestMergeReadsOnce(t *testing.T) {
	const levels = 60
	a, b := manyLevelsQWD(t, levels, framesOfLevel), manyLevelsQWD(t, levels, framesOfLevel-1)
	n, _ := blocks(t, a)
	m, _ := blocks(t, b)
	made := 0
	read := packetsRead(t, func() {
		merged, err := Merge([]*formats.Demo{a, b})
		if err != nil {
			t.Fatal(err)
		}
		made = len(merged.Levels)
	})
	if made != levels {
		t.Errorf("%d levels are merged, not %d", made, levels)
	}
	if most := 5 * (n + m); read > most { // found, read, their openings, written
		t.Errorf("of %d packets %d were read, more than %d", n+m, read, most)
	}
}

// telling is a client's recording that tells so much in each of its packets.
func telling(t *testing.T, packets, messages int) *formats.Demo {
	var records []record
	list := []message.Message{&message.QWPlayerInfo{Player: 2}, &message.PacketEntities{}}
	for range messages {
		list = append(list, &message.KilledMonster{})
	}
	for n := range packets {
		p := message.Packet{Type: 1, RawTime: math.Float32bits(100 + float32(n)/10), Sequence: int32(n + 1),
			Acknowledge: int32(n + 1)}
		if n == 0 {
			records = append(records, record{p, []message.Message{
				&message.QWServerData{Protocol: 28, GameDir: []byte("qw"), Client: 2, MapName: []byte("A Map")},
				&message.QWList{Names: [][]byte{[]byte("maps/a.bsp"), []byte("progs/player.mdl")}}}})
			continue
		}
		records = append(records, record{p, list})
	}
	return makeDemo(t, "qwd", records...)
}

// TestMergeKeepsLittle: what is kept of a message of one byte is little, and recordings that tell too much
// are refused by name.
func TestMergeKeepsLittle(t *testing.T) {
	const packets, messages = 300, 500
	r, err := readLevel(telling(t, packets, messages), math.MaxInt64)
	if err != nil {
		t.Fatal(err)
	}
	if told := (packets - 2) * messages; r.held() < int64(told) || r.held() > int64(28*told) {
		t.Errorf("of %d messages %d bytes are kept", told, r.held())
	}
	one, other := telling(t, packets, messages), telling(t, 1600, 1000)
	if most := mostHeld([]*formats.Demo{one, other}); most != 32<<20+2*(one.Size()+other.Size()) {
		t.Errorf("%d bytes may be kept", most)
	}
	_, err = Merge([]*formats.Demo{one, other})
	var refused *MergeError
	if !errors.As(err, &refused) || refused.Demo != 1 || !strings.Contains(err.Error(), "MB of memory") {
		t.Errorf("it is %v", err)
	}
}

// failing fails with errFull at one packet.
type failing struct {
	message.Encoder
	left *int // packets before
}

var errFull = errors.New("full")

func (f failing) Packet(p *message.Packet) error {
	if *f.left--; *f.left == -1 {
		return errFull
	}
	return f.Encoder.Packet(p)
}

type failingOpening struct {
	opening
	left *int
}

func (f failingOpening) write(e message.Encoder, w *world.World, first *message.Packet) error {
	return f.opening.write(failing{e, f.left}, w, first)
}

func (f failingOpening) close(e message.Encoder, last *message.Packet) error {
	return f.opening.close(failing{e, f.left}, last)
}

// TestFailingOpening: a part whose opening or end can't be written, from whichever packet on, is an error.
func TestFailingOpening(t *testing.T) {
	for name, demo := range madeDemos(t) {
		format := demo.Format.Name
		s := &request{stretch: stretch{from: length(demo) / 2, to: length(demo)/2 + 0.2}}
		if _, err := seek(demo, []*request{s}, 0); err != nil || s.err != nil {
			t.Fatal(name, err, s.err)
		}
		var left int
		whole := openings[format]
		openings[format] = func() opening { return failingOpening{whole(), &left} }
		c := cutter{demo: demo}
		for n := 0; ; n++ {
			left = n
			if _, err := c.cut(s.found); left >= 0 && err == nil {
				break
			} else if !errors.Is(err, errFull) {
				t.Errorf("%s, packet %d can't be written: %v", name, n, err)
			}
		}
		openings[format] = whole
	}
}
