package container

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"demoscope/formats/message"
)

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
	{"bytes lost, and the file ends inside the record", "R\xff" + strings.Repeat("a", 90) + one, "92(165)! 102"},
	{"bytes inserted in a record", many + one[:50] + "0123456789" + one[50:] + many,
		"102 102 102 102 102! -10 102 102 102 102"},
	{"behind a damaged record, a false header with a true one at its end", many + one[:50] + "!" + one[51:] +
		"R\xce!!" + many, "102 102 102 102 102! 4(204)! 102 102 102 102"},
	{"the end cuts the last record", many + one[:40], "102 102 102 102 40(62)!"},
	{"nothing more", many + "0123456789", "102 102 102 102 -10"},
	{"a damaged record, then an empty one", many + one[:50] + "!" + one[51:] + "R\x00" + many,
		"102 102 102 102 102! 2 102 102 102 102"},
	{"behind a damaged record, a false header with leftovers up to the true one", many + one[:50] + "!" + one[51:] +
		"R\x03.." + many, "102 102 102 102 102! 4(1)+2! 102 102 102 102"},
	{"bytes lost, and the file ends inside a readable record", "R\x02#2" + "R\xff" + strings.Repeat("a", 90) + one,
		"4 92(165)! 102"},
	{"a record that must be whole, over another", many + "F" + many, "102 102 102 102 -1 102 102 102 102"},
	{"a record that must be whole, and nothing behind it", many + "Fxabcdefg!" + many,
		"102 102 102 102 9 -1 102 102 102 102"},
	{"a record that must be whole, at the end", many + "Fxabcdefg", "102 102 102 102 9"},
	{"the end cuts a record that must be whole", many + "Fxabcdef", "102 102 102 102 -8"},
	{"a mark of the end, and nothing behind it", many + "E", "102 102 102 102 1"},
	{"a mark of the end, and something behind it", many + "E?!", "102 102 102 102 1+2"},
	{"a mark of the end, and records behind it", many + "E" + many, "102 102 102 102 -1 102 102 102 102"},
	{"behind a damaged record, one that ends with the file", many + one[:50] + "!" + one[51:] + "R\x9a!!" + one +
		record(strings.Repeat("a", 48)), "102 102 102 102 102! 156!"},
	{"as few records as are believed, then damage", many + "0123456789" + one + one + one + strings.Repeat("!", 30),
		"102 102 102 102 -10 102 102 102 -30"},
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
	for _, c := range append(damages, struct{ name, data, want string }{"long", strings.Repeat(one, 300),
		strings.TrimSpace(strings.Repeat("102 ", 300))}) {
		start := findStart(c.data, true)
		first := begin(c.data, start)
		if got := outline(first); got != c.want {
			t.Errorf("%s: first %s, want %s", c.name, got, c.want)
		}
		if n := len(strings.Fields(c.want)); c.name != "whole" && first.likely < n-1 {
			t.Errorf("%s: %d headers are looked at of %d records", c.name, first.likely, n)
		}
		second := begin(c.data, start)
		if got := outline(second); got != c.want {
			t.Errorf("%s: second %s, want %s", c.name, got, c.want)
		}
		if (c.name == "long" || c.name == "whole") && second.likely > 1 {
			t.Errorf("%s: %d headers are looked at again", c.name, second.likely)
		}
		marks := begin(c.data, start)
		for rest := strings.Fields(c.want); len(rest) > 0; rest = rest[1:] {
			from := begin(c.data, start)
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
		{"bytes lost, behind a false header long ago", many + one[:50] + "!" + one[51:] + "R\xce!!" + many +
			one[:70] + many, 32},
		{"bytes lost, behind a damaged record long ago", many + one[:50] + "!" + one[51:] + many + one[:70] + many, 32},
		{"a false header, and all can be read up to the true one", many + one[:50] + "!" + one[51:] + "R\xceaa" + many,
			0},
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

// sum joins records.
func sum(of ...string) string { return strings.Join(of, "") }

// numbered are four records with sequence numbers.
func numbered(n ...uint32) string {
	var s string
	for _, n := range n {
		s += sequenced(n, strings.Repeat("a", 70))
	}
	return s
}

// timed are records that set the clock.
func timed(messages ...string) string {
	var s string
	for _, m := range messages {
		s += record(m + strings.Repeat("a", 70))
	}
	return s
}

// TestRuns says which records in a row are believed, where a run is four of them.
func TestRuns(t *testing.T) {
	const reliable = 1 << 31
	noise := strings.Repeat("!", 300)
	letters := func(n int) string { return record(strings.Repeat("a", n-2)) }
	three := strings.Repeat(letters(100), 3)
	for _, c := range []struct {
		name, data string
		want       bool
	}{
		{"four records", strings.Repeat(letters(64), 4) + noise, true},
		{"three", three + noise, false},
		{"255 bytes", strings.Repeat(letters(64), 3) + letters(63) + noise, false},
		{"an empty one is none", three + record("") + noise, false},
		{"64 have 256 bytes", strings.Repeat(record("ab"), 70) + noise, true},
		{"64 have 192 bytes", strings.Repeat(record("a"), 70) + noise, false},
		{"24 bytes to the end", letters(24), true},
		{"23 bytes to the end", letters(23), false},
		{"empty ones to the end", strings.Repeat(sized(""), 5), false},
		{"a mark of the end", letters(24) + "E", true},
		{"something behind the mark", letters(24) + "E???", false},
		{"no records between", strings.Repeat(letters(64), 2) + "-" + strings.Repeat(letters(64), 2) + noise, false},
		{"the end cuts the fourth", strings.Repeat(letters(8), 3) + letters(100)[:50], true},
		{"the end cuts the fourth, and there are 21 bytes", strings.Repeat(letters(7), 3) + letters(100)[:50], false},
		{"the end cuts the third", strings.Repeat(letters(50), 2) + letters(100)[:50], false},
		{"one is unlikely", three + sized(strings.Repeat("a", likelySized+1)) + noise, false},
		{"leftovers", strings.Repeat(record(strings.Repeat("a", 70)+"..."), 4) + noise, true},
		{"more than leftovers", strings.Repeat(record(strings.Repeat("a", 70)+"...."), 4) + noise, false},
		{"leftovers alone", three + record("...") + noise, false},

		{"numbers", numbered(5000, 5001, 5001, 6025) + noise, true},
		{"a number goes back", numbered(5000, 5002, 5001, 5003) + noise, false},
		{"1025 numbers are missing", numbered(5000, 5001, 5002, 6027) + noise, false},
		{"the mark of a reliable message", numbered(5000, 5001|reliable, 5002, 5003) + noise, true},
		{"no number", numbered(5000, 0, 5001, 5002) + noise, true},
		{"a number of no connection", numbered(5000, 0xffffffff, 5001, 5002) + noise, true},

		{"times", timed("@\x64", "@\x65", "@\x65", "@\xa1") + noise, true},
		{"a time goes back", timed("@\x64", "@\x66", "@\x65", "@\x67") + noise, false},
		{"61 seconds are missing", timed("@\x64", "@\x65", "@\x66", "@\xa3") + noise, false},
		{"a level begins", timed("@\x64", "@\x65", "#0@\x01", "@\x02") + noise, true},
	} {
		l := newLetters("!" + c.data)
		l.strength.Run = 4
		if at, ok := l.file.Behind(1); ok != c.want || ok && at != 1 {
			t.Errorf("%s: found is %v, at %d", c.name, ok, at)
		}
		if c.want {
			if at, ok := l.file.find(0, 1); ok {
				t.Errorf("%s: found at %d, which is too far", c.name, at)
			}
		}
	}
}

// With two headers, what follows a record must be followed by another one: here bytes of
// a record are lost, and where it claims to end lies what looks like a header.
func TestTwoHeaders(t *testing.T) {
	inner := "R!" + strings.Repeat("a", 30) + "R\x05b"
	for _, c := range []struct{ name, data, want string }{
		{"a false header where it ends", sum(record("#2"), one[:70], inner, many), "4 70(32)! 35 102 102 102 102"},
		{"damage in the last but one", record("aa!"+"R\x0abbbbbbbbbb") + record(strings.Repeat("c", 20)), "17! 22"},
		{"whole", many, "102 102 102 102"},
	} {
		l := newLetters(c.data)
		l.strength.Headers = 2
		l.file.Recover(l)
		if got := outline(l); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// Headers are looked at a few times for each record, also behind damage, and where some
// records are unlikely.
func TestHeadersAreLookedAtOnce(t *testing.T) {
	const records = 300
	long := strings.Repeat(one, records)
	unlikely := sized(strings.Repeat("a", likelySized+1))
	for _, c := range []struct {
		name, data    string
		first, second int // at most
	}{
		{"whole", long, 2 * records, 1},
		{"damage", many + "0123456789" + long, 2*records + 300, 2*records + 300},
		{"unlikely records", unlikely + unlikely + long, 2*records + 20_000, 1},
		{"an unlikely one behind one that must be whole", "Fxabcdefg" + unlikely + long, 2*records + 20, 1},
		{"a title", ">demo\n" + long, 2 * records, 1},
	} {
		start := findStart(c.data, true)
		for i, most := range []int{c.first, c.second} {
			l := begin(c.data, start)
			if outline(l); l.likely > most {
				t.Errorf("%s: decoder %d looks at %d headers, want at most %d", c.name, i, l.likely, most)
			}
		}
	}
}

// TestSearchIsBounded: whatever a file claims, a search reads a constant number of bytes
// for each byte that it advances. What is behind many of them is found all the same.
func TestSearchIsBounded(t *testing.T) {
	const size = 1 << 16
	readable := strings.Repeat("R\xc8", 200)
	fill := func(part string) string { return strings.Repeat(part, size/len(part)) }
	found := strings.Repeat(record(strings.Repeat("a", 100)), 4)
	for _, c := range []struct {
		name     string
		protocol uint32
		data     string
		behind   string // records that are found, at most so many bytes behind their beginning
		late     int
		record   int // the largest record
	}{
		{"headers everywhere, and two records behind each can be read", 2, fill(readable + "!!"), "", 0, 202},
		{"headers everywhere, and half a record can be read", 2, fill(readable[:120] + "!!"), "", 0, 202},
		{"half of a large record can be read", 2, fill(strings.Repeat("Z\xe8\x03\x00\x00", 400) + "Z\xe8\x03\x00!"),
			"", 0, 1005},
		{"leftovers of half a large record", 2, fill(strings.Repeat("Z\xe8\x03\x00\x00", 400) + "Z\xe8\x03\x00."),
			"", 0, 1005},
		{"headers that lead to each other, and damage", 2,
			strings.Repeat(strings.Repeat("R\xc6"+strings.Repeat("a", 48), 13)+"R\xc6!"+strings.Repeat("a", 47), 30),
			found, 0, 202},
		{"headers that lead nowhere", 0, fill("R\x01"), found, 0, 202},
		{"large records that cannot be read", 0, strings.Repeat("Z\xb7\x07\x00\x00!"+strings.Repeat("a", 14), 400),
			strings.Repeat(record(strings.Repeat("a", 18)), 400), 0, 1980},
		{"messages that claim more than there is", 0, strings.Repeat(record("%"+strings.Repeat("a", 17)), 400),
			found, 0, 202},
		{"small records behind a search that has read too much", 2, fill(readable + "!!"),
			strings.Repeat(record("abcd"), 200), 60, 202},
	} {
		l := newLetters(c.data + c.behind)
		l.protocol, l.strength.Run = c.protocol, 4
		at, ok := l.file.find(0, len(l.file.Data))
		if ok != (c.behind != "") || ok && (at < len(c.data) || at > len(c.data)+c.late) {
			t.Errorf("%s: found is %v, at %d of %d", c.name, ok, at, len(c.data))
		}
		if most := credit + creditPerByte*len(l.file.Data) + runBytes + c.record; l.trial.read > most {
			t.Errorf("%s: %d bytes are read in trials, want at most %d", c.name, l.trial.read, most)
		}
	}
}

// One run of large records is bounded, too.
func TestRunIsBounded(t *testing.T) {
	const size = 8000
	l := newLetters(strings.Repeat(sized(strings.Repeat("a", size)), 7) + "!")
	l.strength.Run = 8
	if at, ok := l.file.find(0, 1); ok || l.trial.read > credit+creditPerByte+runBytes+size {
		t.Errorf("found is %v, at %d, after %d bytes", ok, at, l.trial.read)
	}
}

// A whole file of damage is read a constant number of times.
func TestReadingIsBounded(t *testing.T) {
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
