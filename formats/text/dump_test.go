package text

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// step is what a recorded decoder answers once: a packet, a message, an error,
// or, as the zero value, that a packet has no more messages.
type step struct {
	packet  *message.Packet
	message message.Message
	err     error
}

// recorded answers with its steps. It is a Decoder, has a header and tells
// what it could not read.
type recorded struct {
	header message.Message
	steps  []step
	rest   []byte
}

func (r *recorded) next() step {
	if len(r.steps) == 0 {
		return step{err: io.EOF}
	}
	s := r.steps[0]
	r.steps = r.steps[1:]
	return s
}

func (r *recorded) NextPacket() (*message.Packet, error) {
	s := r.next()
	for s == (step{}) { // the end of a packet that was not read to it
		s = r.next()
	}
	return s.packet, s.err
}

func (r *recorded) NextMessage() (message.Message, error) {
	s := r.next()
	if s == (step{}) {
		s.err = io.EOF
	}
	return s.message, s.err
}

func (r *recorded) Mark() message.Mark      { return message.Mark{} }
func (r *recorded) Return(message.Mark)     {}
func (r *recorded) Header() message.Message { return r.header }
func (r *recorded) Rest() []byte            { return r.rest }

var errTest = errors.New("as the test wants")

func demo() *recorded {
	damage := &message.Damage{Format: "test", Message: "sound", Offset: 512, Block: 1, Time: 0.5, Err: errTest}
	return &recorded{
		header: &message.Print{Text: []byte("header")},
		rest:   []byte{1, 0xff},
		steps: []step{
			{packet: &message.Packet{}},
			{message: &message.ServerInfo{Units: wire.Units{Angle: wire.AngleShort}}},
			{message: &message.MultiViewCast{To: message.CastAll, Messages: []message.Message{
				&message.Print{Level: 1, Text: []byte("a")}, nil, &message.Raw{Data: []byte{0}},
			}}},
			{},
			{packet: &message.Packet{Block: 1}},
			{message: &message.SetAngle{Angles: [3]wire.Angle{1: 0x4000}}},
			{err: damage},
			{}, {packet: &message.Packet{Block: 2}},
			{message: &message.UpdateEntity{EntityDelta: message.EntityDelta{Bits: 0xff, Mask: message.FieldYaw}}},
			{err: damage},
			{},
			{err: damage},
		},
	}
}

func dump(t *testing.T, readable bool, keep func(*message.Packet) bool) string {
	t.Helper()
	var b bytes.Buffer
	w := NewWriter(&b, readable)
	if err := errors.Join(w.Begin("test", "a€"), w.Dump(demo(), keep)); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestDump(t *testing.T) {
	got := dump(t, false, nil)
	const damage = `{"damage":"sound","offset":512,"block":1,"time":0.5,"error":"as the test wants"}
{"message":"raw","data":"` + "\\u0001ÿ\"}\n"
	const info = `{"message":"serverinfo","serverversion":0,"flags":0,"maxclients":0,"multi":0,"mapname":"",` +
		`"precache_models":[],"precache_sounds":[],"units":"short short"}` + "\n"
	const want = `{"dump":1,"format":"test","file":"a?"}
{"message":"print","level":0,"text":"header"}
{"packet":"server","block":0}
` + info + `{"message":"multicast_all","to":1,"reliable":false,"client":0,"leaf":0,` +
		`"messages":[{"message":"print","level":1,"text":"a"},null,{"message":"raw","data":"\u0000"}]}
{"packet":"server","block":1}
{"message":"setangle","angles":[0,90,0]}
` + damage + `{"packet":"server","block":2}
{"message":"updateentity","entity":0,"mask":255,"angles":[null,0,null]}
` + damage + `{"packet":"raw","block":0}
` + damage
	if diff := cmp.Diff(strings.Split(want, "\n"), strings.Split(got, "\n")); diff != "" {
		t.Error(diff)
	}
	steps := []message.Message{demo().header}
	for _, s := range demo().steps {
		switch {
		case s.message != nil:
			steps = append(steps, s.message)
		case s.err != nil:
			steps = append(steps, &message.Raw{Data: demo().rest})
		}
	}
	i := 0
	err := read(got, func(m message.Message) {
		if diff := cmp.Diff(steps[i], m, cmpopts.EquateEmpty()); diff != "" {
			t.Error(diff)
		}
		i++
	})
	if err != nil || i != len(steps) {
		t.Error(i, err)
	}
}

// TestDumpDamage: the first damage that is written is kept, with how many there are.
func TestDumpDamage(t *testing.T) {
	for _, test := range []struct {
		keep   func(*message.Packet) bool
		places int
	}{
		{nil, 3},
		{func(p *message.Packet) bool { return p.Block == 2 }, 2}, // one in it, one between packets
	} {
		w := NewWriter(io.Discard, false)
		if err := w.Dump(demo(), test.keep); err != nil {
			t.Fatal(err)
		}
		first, places := w.Damage()
		if places != test.places || first == nil || first.Offset != 512 || first.Message != "sound" {
			t.Errorf("%d places, not %d, the first %+v", places, test.places, first)
		}
	}
	w := NewWriter(io.Discard, false)
	if err := w.Dump(&recorded{}, nil); err != nil {
		t.Fatal(err)
	}
	if first, places := w.Damage(); first != nil || places != 0 {
		t.Errorf("without damage: %d places, %v", places, first)
	}
}

// TestDumpPart: what is left out is not written, but says how the rest is.
func TestDumpPart(t *testing.T) {
	got := dump(t, false, func(p *message.Packet) bool { return p.Block == 1 })
	if !strings.Contains(got, `"angles":[0,90,0]`) || strings.Contains(got, "serverinfo") ||
		strings.Contains(got, "updateentity") {
		t.Error(got)
	}
}

func TestDumpForPeople(t *testing.T) {
	got := strings.Split(dump(t, true, nil), "\n")
	for _, want := range []string{
		"a€: test", "packet server block=1", "  damage sound offset=512 block=1 time=0.5 error=\"as the test wants\"",
		`  multicast_all to=1 reliable=false client=0 leaf=0 messages=[{print level=1 text="a"} - {raw data="\u0000"}]`,
		"  updateentity entity=0 mask=0xff angles=[- 0 -]",
	} {
		found := false
		for _, line := range got {
			found = found || line == want
		}
		if !found {
			t.Errorf("no line %q in\n%s", want, strings.Join(got, "\n"))
		}
	}
}

// full is a writer that takes so many bytes.
type full int

func (f *full) Write(b []byte) (int, error) {
	if *f -= full(len(b)); *f < 0 {
		return 0, errTest
	}
	return len(b), nil
}

func TestDumpErrors(t *testing.T) {
	for _, room := range []int{0, flushSize} {
		f := full(room)
		w := NewWriter(&f, false)
		d := demo()
		for range 20 {
			d.steps = append(d.steps, step{packet: &message.Packet{}},
				step{message: &message.Raw{Data: make([]byte, flushSize)}}, step{})
		}
		if err := w.Dump(d, nil); err != errTest {
			t.Errorf("room for %d bytes: %v", room, err)
		}
	}
	// An error that is no damage ends it.
	for _, steps := range [][]step{{{err: errTest}}, {{packet: &message.Packet{}}, {err: errTest}}} {
		if err := NewWriter(io.Discard, false).Dump(&recorded{steps: steps}, nil); err != errTest {
			t.Error(err)
		}
	}
}

func TestReaderRefuses(t *testing.T) {
	const first = "{\"dump\":1,\"format\":\"test\"}\n"
	deep := strings.Repeat(`{"message":"unicast","messages":[`, 20)
	for in, want := range map[string]string{
		"x": "line 1: not JSON",
		`{"text":1}`: `line 1: the first line does not begin ` +
			`with "dump"`,
		`{"dump":x}`:                                                    "line 1: number out of range",
		`{"dump":0,"format":"test"}`:                                    "line 1: version 0, not 1",
		`{"dump":2,"format":"test"}`:                                    "line 1: version 2, not 1",
		`{"dump":1,"format":1}`:                                         "line 1: format: not JSON",
		`{"dump":1,"format" "test"}`:                                    "line 1: not JSON",
		`{"dump":1,"format":"other"}`:                                   `line 1: no format "other"`,
		first + `{"other":1}`:                                           `line 2: a line of the kind "other"`,
		first + `{"packet":1}`:                                          "line 2: not JSON",
		first + `{"packet":"x"}`:                                        `no kind of packet is "x"`,
		first + `{"message":1}`:                                         "line 2: not JSON",
		first + `{"message":"print" "level":1}`:                         "not JSON",
		first + `{"message":"print","level"}`:                           "not JSON",
		first + `{"message":"print","level":-1}`:                        "level: number out of range",
		first + `{"message":"print","text":"\x"}`:                       "not JSON",
		first + `{"message":"print","text":"\u12"}`:                     "not JSON",
		first + `{"message":"print","text":"\u00zz"}`:                   "not JSON",
		first + `{"message":"print","text":"\u0100"}`:                   "above 255",
		first + `{"message":"print","text":"\`:                          "not JSON",
		first + `{"message":"serverinfo","flags":"0x1"}`:                "flags: number out of range",
		first + `{"message":"serverinfo","units":"short"}`:              "units: not JSON",
		first + `{"message":"serverinfo","units":1}`:                    "units: not JSON",
		first + `{"message":"serverinfo","precache_models":1}`:          "precache_models: not JSON",
		first + `{"message":"serverinfo","precache_models":["a" "b"]}`:  "precache_models: not JSON",
		first + `{"message":"unicast","reliable":1}`:                    "reliable: not JSON",
		first + `{"message":"unicast","messages":[{"text":1}]}`:         "messages: not JSON",
		first + `{"message":"unicast","messages":[{"text":"nop"}]}`:     "messages: not JSON",
		first + `{"message":"unicast","messages":[{"message":"x"}]}`:    `no message "x"`,
		first + `{"message":"unicast","messages":[{"message":1}]}`:      "messages: not JSON",
		first + `{"message":"unicast","messages":[1]}`:                  "messages: not JSON",
		first + `{"message":"unicast","messages":[` + deep:              "not JSON",
		first + `{"message":"updateentity","marks":["Nope"]}`:           `unknown mark "Nope"`,
		first + `{"message":"updateentity","marks":1}`:                  "not JSON",
		first + `{"message":"updateentity","marks":["Nolerp" "x"]}`:     "unknown mark",
		first + `{"message":"updateentity","origin":[1,2,3,4]}`:         "more than 3 elements",
		first + `{"message":"updateentity","origin":["0x1",2,1e9]}`:     "number out of range",
		first + `{"message":"updateentity","origin":["0x",2,1]}`:        "not JSON",
		first + `{"message":"updateentity","origin":["0x123456789",2]}`: "number out of range",
		first + `{"message":"updateentity","angles":[x,2,1]}`:           "number out of range",
		first + `{"message":"time","time":"0x1ffffffff"}`:               "number out of range",
		first + `{"packet":"server","time":x}`:                          "time: number out of range",
		first + `{"packet":"server","time":"0xzz"}`:                     "time: number out of range",
	} {
		err := read(in, func(message.Message) {})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s\n%v; expected %s", in, err, want)
		}
	}
	// Many messages beside each other are no nesting, and a long line ends with its line.
	var texts []int
	note := func(m message.Message) {
		if p, ok := m.(*message.Print); ok {
			texts = append(texts, len(p.Text))
		}
	}
	many := strings.TrimSuffix(strings.Repeat(`{"message":"nop"},`, 100), ",")
	long := func(n int) string { return `{"message":"print","text":"` + strings.Repeat("a", n) + "\"}\n" }
	if err := read(first+`{"message":"unicast","messages":[`+many+"]}\n"+long(70_000)+long(80_000), note); err != nil ||
		!slices.Equal(texts, []int{70_000, 80_000}) {
		t.Errorf("texts of %d bytes, %v", texts, err)
	}
	// What an encoder says of a message gets the line's number, once.
	r, err := NewReader(strings.NewReader(first+`{"message":"nop"}`), lookup)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := r.Next(); err != nil {
		t.Fatal(err)
	}
	if err := r.At(r.At(errTest)); err.Error() != "line 2: as the test wants" || !errors.Is(err, errTest) {
		t.Error(err)
	}
}

// pieces is a writer that notes how much it is given at once.
type pieces struct {
	bytes.Buffer
	most int
}

func (p *pieces) Write(b []byte) (int, error) {
	p.most = max(p.most, len(b))
	return p.Buffer.Write(b)
}

// TestWriterLongStrings: what is long is written in pieces, because the end of a demo may be
// one string, of which each byte is up to six here.
func TestWriterLongStrings(t *testing.T) {
	var out pieces
	w := NewWriter(&out, false)
	data := append(bytes.Repeat([]byte{0}, 10*flushSize), 'e', 'n', 'd')
	if err := errors.Join(w.Message(&message.Raw{Data: data}), w.Flush()); err != nil {
		t.Fatal(err)
	}
	if want := `{"message":"raw","data":"` + strings.Repeat(`\u0000`, 10*flushSize) + `end"}` +
		"\n"; out.String() != want {
		t.Errorf("%d bytes are written as %d, want %d", len(data), out.Len(), len(want))
	}
	if out.most > 8*flushSize {
		t.Errorf("%d bytes are written at once", out.most)
	}
}
