package container

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"demoscope/formats/message"
)

// letters is a format of records "R", a size, and that many lower-case letters, each of
// which is a message.
type letters struct {
	file  Reader
	pos   int
	trial *letters
	read  int // messages that were read in trials

	likely int // headers that were looked at
}

func newLetters(data string) *letters {
	l := new(letters)
	l.file = Reader{Format: "letters", Data: []byte(data), Clock: func() float64 { return 0 }}
	l.trial = new(letters)
	l.trial.file = l.file
	l.file.Recover(l)
	return l
}

func (l *letters) Strength() Strength { return Strength{Headers: 1, Run: 3} }

func (l *letters) Likely(at int) int {
	l.likely++
	if data := l.file.Data[at:]; len(data) > 2 && data[0] == 'R' {
		return 2 + int(data[1])
	}
	return 0
}

func (l *letters) Trial() (message.Decoder, *Reader) { return l.trial, &l.trial.file }

func (l *letters) Begin() (message.Mark, bool) { return l.Mark(), true }

func (l *letters) Starts() []message.Mark { return nil }

func (l *letters) SetProtocol([6]uint32) {}

func (l *letters) ProtocolName() string { return "letters" }

func (l *letters) Mark() message.Mark { return l.file.Mark([6]uint32{}) }

func (l *letters) Return(m message.Mark) {
	l.file.Return(m)
	l.pos = l.file.Pos
}

func (l *letters) NextPacket() (*message.Packet, error) {
	left, err := l.file.Next(2, true)
	if err == nil && left[0] != 'R' {
		err = l.file.Broken(message.ErrRange)
	}
	if err != nil {
		l.pos = l.file.Pos
		return nil, err
	}
	l.file.Take(2, int(left[1]))
	l.pos = l.file.Payload
	return &l.file.Packet, nil
}

func (l *letters) NextMessage() (message.Message, error) {
	if l.pos >= l.file.Pos {
		return l.file.Last()
	}
	l.read++
	if c := l.file.Data[l.pos]; c < 'a' || c > 'z' {
		at := l.pos
		l.pos = l.file.Pos
		return nil, l.file.Lost("letter", at, at+1, message.ErrUnknown)
	}
	l.pos++
	return &message.Nop{}, nil
}

// outline reads a file and returns what it is made of.
func outline(l *letters) string {
	var list []string
	for {
		p, err := l.NextPacket()
		if err == io.EOF {
			return strings.Join(list, " ")
		}
		if err != nil {
			list = append(list, fmt.Sprintf("-%d", err.(*message.Damage).Skipped))
			continue
		}
		entry := fmt.Sprint(p.Size)
		if p.Missing > 0 {
			entry += fmt.Sprintf("(%d)", p.Missing)
		}
		for {
			if _, err := l.NextMessage(); err == io.EOF {
				break
			} else if err != nil {
				entry += "!"
			}
		}
		list = append(list, entry)
	}
}

// one is a record of letters, many are several.
var (
	one  = "R\x64" + strings.Repeat("a", 100)
	many = strings.Repeat(one, 4)
)

// damages are files of letters, and what they are made of.
var damages = []struct{ name, data, want string }{
	{"whole", many, "102 102 102 102"},
	{"bytes between records", many + "0123456789" + many, "102 102 102 102 -10 102 102 102 102"},
	{"a false header before the true one", many + "01R\x05zz" + many, "102 102 102 102 -6 102 102 102 102"},
	{"a false header that leads to a true one", many + "0R\x02!a" + many, "102 102 102 102 -5 102 102 102 102"},
	{"bytes lost in a record", many + one[:70] + many, "102 102 102 102 70(32)! 102 102 102 102"},
	{"bytes lost, and the file ends inside the record", "R\xff" + strings.Repeat("a", 90) + one + one, "92(165)! 102 102"},
	{"bytes inserted in a record", many + one[:50] + "0123456789" + one[50:] + many, "102 102 102 102 102! -10 102 102 102 102"},
	{"behind a damaged record, a false header with a true one at its end", many + one[:50] + "!" + one[51:] + "R\xce!!" + many, "102 102 102 102 102! 4(204)! 102 102 102 102"},
	{"the end cuts the last record", many + one[:40], "102 102 102 102 40(62)!"},
	{"nothing more", many + "0123456789", "102 102 102 102 -10"},
	{"too little to be believed", many + "0123456789" + "R\x03abc", "102 102 102 102 -15"},
}

func TestResync(t *testing.T) {
	for _, c := range damages {
		if got := outline(newLetters(c.data)); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// A mark behind a damaged record keeps that the next one may be none.
func TestDoubtInMark(t *testing.T) {
	data := one[:50] + "!" + one[51:] + "R\xce!!" + strings.Repeat(one, 4)
	l := newLetters(data)
	if _, err := l.NextPacket(); err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := l.NextMessage(); err == io.EOF {
			break
		}
	}
	m := l.Mark()
	other := newLetters(data)
	other.Return(m)
	if got, want := outline(other), "4(204)! 102 102 102 102"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestAheadOnce reads files with two decoders that know the same start: the second one
// need not look at the headers of whole records again, and reads the same, also from any
// record on.
func TestAheadOnce(t *testing.T) {
	for _, c := range append(damages, struct{ name, data, want string }{"long", strings.Repeat(one, 300), strings.TrimSpace(strings.Repeat("102 ", 300))}) {
		start := newLetters(c.data).file.FindStart(newLetters(c.data), true)
		begin := func() *letters {
			l := newLetters(c.data)
			l.file.Begin(l, start)
			return l
		}
		first := begin()
		if got := outline(first); got != c.want {
			t.Errorf("%s: first %s, want %s", c.name, got, c.want)
		}
		if n := len(strings.Fields(c.want)); c.name != "whole" && first.likely < n-1 {
			t.Errorf("%s: %d headers are looked at of %d records", c.name, first.likely, n)
		}
		second := begin()
		if got := outline(second); got != c.want {
			t.Errorf("%s: second %s, want %s", c.name, got, c.want)
		}
		if (c.name == "long" || c.name == "whole") && second.likely > 1 {
			t.Errorf("%s: %d headers are looked at again", c.name, second.likely)
		}
		marks := begin()
		for rest := strings.Fields(c.want); len(rest) > 0; rest = rest[1:] {
			from := begin()
			from.Return(marks.Mark())
			if got := outline(from); got != strings.Join(rest, " ") {
				t.Errorf("%s: from %d on %s, want %s", c.name, marks.file.Pos, got, rest)
			}
			_, _ = marks.NextPacket()
			for err := error(nil); err != io.EOF; { // what is lost in a record makes the next one doubtful
				_, err = marks.NextMessage()
			}
		}
	}
}

// What a record claims is missing only if the record is believed: behind one that cannot be
// read, the size may be that of a false header.
func TestMissingIsBelieved(t *testing.T) {
	for _, c := range []struct {
		name, data string
		want       int64
	}{
		{"bytes lost in a record", many + one[:70] + many, 32},
		{"a false header behind a damaged record", many + one[:50] + "!" + one[51:] + "R\xce!!" + many, 0},
		{"a damaged record, and the file ends inside the next one", many + one[:50] + "!" + one[51:] + one[:40], 62},
		{"a false header, and all can be read up to the true one", many + one[:50] + "!" + one[51:] + "R\xceaa" + many, 0},
	} {
		l, missing := newLetters(c.data), int64(0)
		for err := error(nil); err != io.EOF; {
			if _, err = l.NextPacket(); err == io.EOF {
				break
			}
			for err != io.EOF {
				var d *message.Damage
				if _, err = l.NextMessage(); errors.As(err, &d) {
					missing += d.Missing
				}
			}
			err = nil
		}
		if missing != c.want {
			t.Errorf("%s: %d bytes are missing, want %d", c.name, missing, c.want)
		}
	}
}

// TestSearchIsBounded: whatever a file claims, a search reads a constant number of bytes
// for each of its bytes.
func TestSearchIsBounded(t *testing.T) {
	const size = 1 << 18
	for name, part := range map[string]string{
		"records that end in damage": "R\xff" + strings.Repeat("a", 254) + "!",
		"headers everywhere":         "R\xffR\x80R\x40Rz",
		"runs with damage between":   strings.Repeat("R\x05abcde", 60) + "!",
		"headers that are letters":   strings.Repeat("aaaaaaaR", 3) + "zbcd",
	} {
		l := newLetters(string(bytes.Repeat([]byte(part), size/len(part))))
		outline(l)
		if most := (creditPerByte + credit/runBytes + 4) * size; l.trial.read > most {
			t.Errorf("%s: %d bytes of %d are read in trials, want at most %d", name, l.trial.read, size, most)
		}
	}
}

// A packet may say a hundred times that a level begins: only the first is looked at.
func TestBelieveOncePerPacket(t *testing.T) {
	l := newLetters(strings.Repeat("R\x64"+strings.Repeat("a", 100), 12))
	if _, err := l.NextPacket(); err != nil {
		t.Fatal(err)
	}
	for range 100 {
		if l.file.Believe("level", [6]uint32{1}) {
			t.Fatal(l.file.Note)
		}
	}
	if l.trial.read == 0 || l.trial.read > beliefBytes+5*102 {
		t.Errorf("%d bytes are read ahead", l.trial.read)
	}
}
