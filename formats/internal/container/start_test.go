package container

import (
	"strings"
	"testing"

	"demoscope/formats/message"
)

// records are n records of 52 bytes, of one letter.
func records(n int, letter string) string {
	return strings.Repeat(record(strings.Repeat(letter, 50)), n)
}

func TestFindStart(t *testing.T) {
	const damaged = "the beginning is damaged: "
	for _, c := range []struct {
		name, data string
		detected   bool
		offset     int64
		protocol   uint32
		records    int
		note       string
	}{
		{name: "detected", data: records(8, "a"), detected: true},
		{name: "not detected", data: records(8, "a"), records: 8},
		{name: "not detected, with a title", data: ">demo\n" + records(8, "a"), offset: 6, records: 8},
		{name: "of another protocol, which is not what its beginning says", data: records(8, "A"), records: 8},
		{name: "nothing", data: "????"},
		{name: "damaged", data: "????" + records(8, "z"), detected: true, records: 8, note: damaged +
			"protocol 0 was found out by reading 8 blocks with it"},
		{name: "damaged behind a title", data: ">demo\n????" + records(8, "z"), offset: 6, records: 8, note: damaged +
			"protocol 0 was found out by reading 8 blocks with it"},
		{name: "records in the title", data: ">" + records(8, "A") + "\n????" + records(8, "z"), offset: 418,
			records: 8, note: damaged + "protocol 0 was found out by reading 8 blocks with it"},
		{name: "of another protocol", data: "????" + records(8, "A"), protocol: 2, records: 8, note: damaged +
			"protocol 2 was found out by reading 8 blocks with it"},
		{name: "most are of another protocol", data: "????" + records(5, "z") + records(3, "A"), protocol: 2,
			records: 8, note: damaged + "protocol 2 was found out by reading 8 blocks with it"},
		{name: "the first of those that read as much", data: "????" + records(5, "a") + record("aa!") + records(3, "a"),
			records: 8, note: damaged + "protocol 0 was found out by reading 8 blocks with it"},
		{name: "as far as is looked", data: strings.Repeat("?", HeadSearch-1) + records(8, "a"), records: 8,
			note: damaged + "protocol 0 was found out by reading 8 blocks with it"},
		{name: "too far", data: strings.Repeat("?", HeadSearch) + records(8, "a")},
		{name: "large", data: records(6000, "a"), records: 5042}, // of 256 KiB
	} {
		s := findStart(c.data, c.detected)
		want := Start{Mark: message.Mark{Offset: c.offset, State: [6]uint32{c.protocol}}, Records: c.records,
			Note: c.note, found: s.found}
		if s != want {
			t.Errorf("%s: %+v, want %+v", c.name, s, want)
		}
		if l := begin(c.data, s); l.file.Note != c.note || l.file.Pos != int(c.offset) || l.protocol != c.protocol {
			t.Errorf("%s: begins at %d with protocol %d: %s", c.name, l.file.Pos, l.protocol, l.file.Note)
		}
	}
}

// A search with several protocols is bounded for each of them.
func TestFindStartIsBounded(t *testing.T) {
	l := bareLetters("?" + strings.Repeat(strings.Repeat("R\xc8", 200)+"!!", 200))
	s := l.file.FindStart(l, false)
	if most := credit + (creditPerByte+2)*len(l.file.Data); s.Records != 0 || l.trial.read > most {
		t.Errorf("%d records, %d bytes are read in trials, want at most %d", s.Records, l.trial.read, most)
	}
}

// TestCheckProtocol reads files in which a level says a protocol. Letters to m can be read with
// all, those to z with 0 and 2, capitals with 2, "!" with none.
func TestCheckProtocol(t *testing.T) {
	const one, two = "#1aaaaaaaa", "#2aaaaaaaa"
	corrected := func(said, read string) string {
		return "a level says protocol " + said + ", but protocol " + read + " fits the data"
	}
	for _, c := range []struct {
		name, data string
		sure       int
		protocol   uint32
		note       string
	}{
		{name: "as it is", data: record(two) + records(12, "a"), protocol: 2},
		{name: "the one of before", data: record(one) + records(12, "z"), protocol: 0, note: corrected("1", "0")},
		{name: "nothing behind it", data: record(one), protocol: 1},
		{name: "any in the first records", data: record(one) + records(12, "A"), protocol: 2,
			note: corrected("1", "2")},
		{name: "any in the first records, if it says what was before", data: record("#0") + records(12, "A"),
			protocol: 2, note: corrected("0", "2")},
		{name: "the last of the first records", data: records(8, "a") + record(one) + records(12, "A"), protocol: 2,
			note: corrected("1", "2")},
		{name: "behind the first records", data: records(9, "a") + record(one) + records(12, "A"), protocol: 1},
		{name: "behind the first records, the one of before", data: records(9, "a") + record(one) + records(12, "z"),
			note: corrected("1", "0")},
		{name: "in the second level", data: record("#0aaa") + record(one) + records(12, "z"),
			note: corrected("1", "0")},
		{name: "seven records are too few", data: record(one) + records(7, "z"), protocol: 1},
		{name: "eight records", data: record(one) + records(8, "z"), note: corrected("1", "0")},
		{name: "five of twelve can be read", data: record(one) + records(5, "a") + records(7, "z"),
			note: corrected("1", "0")},
		{name: "half can be read", data: record(one) + records(6, "a") + records(6, "z"), protocol: 1},
		{name: "a byte less than half can be read", data: record(one) + records(6, "a") + records(5, "z") +
			record(strings.Repeat("z", 51)), note: corrected("1", "0")},
		{name: "with the other not twice as many", data: record(one) + records(5, "a") + records(4, "z") +
			records(5, "!"), protocol: 1},
		{name: "with the other not half", data: record(one) + records(1, "a") + records(8, "z") + records(11, "!"),
			protocol: 1},
		{name: "behind a large packet more is looked at", data: record("#1"+strings.Repeat("a", 200)) +
			records(14, "a") + records(40, "z"), note: corrected("1", "0")},
		{name: "behind a small packet less is looked at", data: record(one) + records(14, "a") + records(40, "z"),
			protocol: 1},
		{name: "three are sure", data: record(one) + records(3, "a") + records(20, "z"), sure: 3, protocol: 1},
		{name: "three are sure if the first are", data: record(one) + records(1, "!") + records(3, "a") +
			records(20, "z"), sure: 3, note: corrected("1", "0")},
	} {
		start := findStart(c.data, true)
		for i := range 2 {
			l := begin(c.data, start)
			l.strength.Sure = c.sure
			outline(l)
			if l.protocol != c.protocol || l.file.Note != c.note {
				t.Errorf("%s: decoder %d: protocol %d, %q", c.name, i, l.protocol, l.file.Note)
			}
			if i > 0 && c.note != "" && !strings.Contains(c.data, "!") && l.trial.read > 0 {
				t.Errorf("%s: %d bytes are read ahead again", c.name, l.trial.read)
			}
		}
	}
}

// Behind the first records, a protocol that stays what it was is not doubted.
func TestCheckProtocolSame(t *testing.T) {
	l := newLetters(records(9, "a") + record("#0") + records(12, "a"))
	if outline(l); l.trial.read > 0 || l.file.Note != "" {
		t.Errorf("%d bytes are read ahead: %s", l.trial.read, l.file.Note)
	}
}

// A packet may say a hundred times that a level begins: only the first is looked at.
func TestCheckProtocolOncePerPacket(t *testing.T) {
	l := newLetters(strings.Repeat(one, 12))
	if _, err := l.NextPacket(); err != nil {
		t.Fatal(err)
	}
	for i := range 100 {
		if l.file.CheckProtocol("level", [6]uint32{uint32(i) + 1}) {
			t.Fatal(l.file.Note)
		}
	}
	if l.trial.read == 0 || l.trial.read > checkBytes+5*102 {
		t.Errorf("%d bytes are read ahead", l.trial.read)
	}
}

func TestClean(t *testing.T) {
	for _, c := range []struct {
		name, data           string
		limit, sure, beat    int
		records, bytes, both int
	}{
		{"all", records(4, "a"), 1000, 0, 0, 4, 208, 208},
		{"damaged ones", records(2, "a") + record("aa!") + records(1, "a"), 1000, 0, 0, 3, 156, 161},
		{"empty ones prove nothing", records(2, "a") + record("") + records(1, "a"), 1000, 0, 0, 3, 156, 156},
		{"up to a limit", records(4, "a"), 60, 0, 0, 2, 60, 60},
		{"up to so many", records(4, "a"), 1000, 2, 0, 2, 104, 104},
		{"not up to so many, because one is damaged", record("aa!") + records(4, "a"), 1000, 2, 0, 4, 208, 213},
		{"the end", records(2, "a") + "E????", 1000, 0, 0, 2, 104, 104},
		{"no record", records(2, "a") + "-" + records(2, "a"), 1000, 0, 0, 2, 104, 104},
		{"just more than to beat", records(4, "a"), 1000, 0, 207, 4, 208, 208},
		{"cannot be more", records(4, "a"), 1000, 0, 208, 0, 0, 0},
		{"cannot be more behind damage", record("aa!") + records(4, "a"), 1000, 0, 208, 0, 0, 5},
	} {
		l := newLetters(c.data)
		records, bytes, all := l.file.search().clean(l.Mark(), c.limit, c.sure, c.beat)
		if records != c.records || bytes != c.bytes || all != c.both {
			t.Errorf("%s: %d records, %d of %d bytes; want %d, %d of %d", c.name, records, bytes, all, c.records,
				c.bytes, c.both)
		}
	}
}

func TestFindings(t *testing.T) {
	f := newFindings(10)
	for _, c := range []struct{ from, to, want int }{
		{0, 5, 10}, {11, 20, 10}, {10, 30, 30}, {20, 25, 30}, {30, 40, 40},
	} {
		if f.extend(c.from, c.to); f.intact() != c.want {
			t.Errorf("from %d to %d: whole up to %d, want %d", c.from, c.to, f.intact(), c.want)
		}
	}
	level := func(n int) announcement { return announcement{said: message.Mark{Offset: int64(n)}} }
	for n := range maxProtocols + 1 {
		f.storeProtocol(level(n), [6]uint32{uint32(n)})
	}
	for n, want := range map[int]bool{0: true, maxProtocols - 1: true, maxProtocols: false} {
		if state, ok := f.protocol(level(n)); ok != want || ok && state[0] != uint32(n) {
			t.Errorf("level %d: %v, %v", n, state, ok)
		}
	}
}
