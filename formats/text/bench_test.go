package text

import (
	"bytes"
	"io"
	"testing"

	"demoscope/formats/message"
)

// Messages without fields are lines that are kept, in both forms, also where several
// types and nested ones take turns.
func TestWriterLinesWithoutFields(t *testing.T) {
	for _, test := range []struct {
		readable bool
		want     string
	}{
		{false, `{"message":"nop"}
{"message":"nop"}
{"message":"killedmonster"}
{"message":"print","level":0,"text":"a"}
{"message":"nop"}
`},
		{true, "  nop\n  nop\n  killedmonster\n  print level=0 text=\"a\"\n  nop\n"},
	} {
		var out bytes.Buffer
		w := NewWriter(&out, test.readable)
		for _, m := range []message.Message{
			&message.Nop{}, &message.Nop{}, &message.KilledMonster{}, &message.Print{Text: []byte("a")}, &message.Nop{},
		} {
			if err := w.Message(m); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
		if out.String() != test.want {
			t.Errorf("readable %v: it is\n%s\nwant\n%s", test.readable, &out, test.want)
		}
	}
}

// TestWriterOrderOfLines: what follows many equal lines is behind them, whatever it is.
func TestWriterOrderOfLines(t *testing.T) {
	damage := &message.Damage{Message: "sound", Offset: 7, Block: 1, Time: 2, Err: errTest}
	d := &recorded{rest: []byte("x"), steps: []step{
		{packet: &message.Packet{}}, {message: &message.Nop{}}, {message: &message.Nop{}}, {message: &message.Nop{}},
		{},
		{packet: &message.Packet{Block: 1}}, {message: &message.Nop{}}, {message: &message.Nop{}}, {err: damage},
		{message: &message.Nop{}}, {}, {err: damage},
	}}
	var out bytes.Buffer
	if err := NewWriter(&out, false).Dump(d, nil); err != nil {
		t.Fatal(err)
	}
	const nop = "{\"message\":\"nop\"}\n"
	const lost = `{"damage":"sound","offset":7,"block":1,"time":2,"error":"as the test wants"}` + "\n" +
		`{"message":"raw","data":"x"}` + "\n"
	const want = `{"packet":"server","block":0}` + "\n" + nop + nop + nop + `{"packet":"server","block":1}` + "\n" +
		nop + nop + lost + nop + `{"packet":"raw","block":0}` + "\n" + lost
	if out.String() != want {
		t.Errorf("it is\n%s\nwant\n%s", &out, want)
	}
}

// The line of a message without fields must not be lost with what is flushed.
func TestWriterFlushesLinesWithoutFields(t *testing.T) {
	const n = 3*flushSize/len(`{"message":"nop"}`) + 1
	var out bytes.Buffer
	w := NewWriter(&out, false)
	for range n {
		if err := w.Message(&message.Nop{}); err != nil {
			t.Fatal(err)
		}
	}
	if out.Len() < 2*flushSize {
		t.Errorf("%d bytes were written before the end, so all were kept", out.Len())
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	if want := bytes.Repeat([]byte("{\"message\":\"nop\"}\n"), n); !bytes.Equal(out.Bytes(), want) {
		t.Errorf("%d bytes, want %d", out.Len(), len(want))
	}
}

func BenchmarkWriter(b *testing.B) {
	for _, test := range []struct {
		name     string
		messages []message.Message
	}{
		{"nop", []message.Message{&message.Nop{}}},
		{"turns", []message.Message{&message.Nop{}, &message.Time{Time: 1.5}}},
		{"print", []message.Message{&message.Print{Text: []byte("Ann rides Bob's rocket\n")}}},
		{"entity", []message.Message{&message.UpdateEntity{EntityDelta: message.EntityDelta{
			Number: 17, Bits: 0x8f, Mask: message.FieldOrigin | message.FieldAngles | message.FieldFrame, Frame: 3,
		}}}},
	} {
		for _, readable := range []bool{false, true} {
			name := test.name + "/json"
			if readable {
				name = test.name + "/readable"
			}
			b.Run(name, func(b *testing.B) {
				w := NewWriter(io.Discard, readable)
				b.ReportAllocs()
				for i := range b.N {
					if err := w.Message(test.messages[i%len(test.messages)]); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
