package formats

import (
	"bytes"
	"cmp"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"demoscope/formats/message"
	"demoscope/internal/corpus"
)

// recompile dumps a demo and compiles what came out, through a pipe.
func recompile(d *Demo) (compiled []byte, textSize int64, err error) {
	in, out := io.Pipe()
	counted := &counter{w: out}
	go func() { out.CloseWithError(d.Dump(counted, false)) }()
	compiled, _, _, err = compile(in)
	in.CloseWithError(err)
	return compiled, counted.n, err
}

type counter struct {
	w io.Writer
	n int64
}

func (c *counter) Write(b []byte) (int, error) {
	n, err := c.w.Write(b)
	c.n += int64(n)
	return n, err
}

// checkRecompile demands that a demo survives the way over text.
func checkRecompile(t *testing.T, file string) {
	t.Helper()
	data := corpus.Read(t, file)
	d, err := Open(filepath.Base(file), data)
	if err != nil {
		t.Fatal(err)
	}
	begin := time.Now()
	compiled, size, err := recompile(d)
	if err != nil {
		t.Fatal(err)
	}
	if err := differ("text", compiled, d.Data()); err != nil {
		t.Error(err)
	}
	if damages, exact, err := rewrite(d); err != nil || damages != 0 || exact != 0 {
		t.Errorf("%d damages, %d packets kept as bytes, %v", damages, exact, err)
	}
	t.Logf("%d bytes, %d of text, %v", len(data), size, time.Since(begin).Round(time.Millisecond))
}

func TestCompileSample(t *testing.T) {
	for name := range samples {
		t.Run(name, func(t *testing.T) { checkRecompile(t, filepath.Join(corpus.Sample, name)) })
	}
}

func TestCorpusCompile(t *testing.T) {
	for i := range table {
		for _, file := range corpus.Demos(t, table[i].Name) {
			t.Run(filepath.Base(file), func(t *testing.T) { checkRecompile(t, file) })
		}
	}
}

// TestExactBytes: what the fields of a message do not hold is in the bytes of its
// packet, and messages that set the protocol do so all the same.
func TestExactBytes(t *testing.T) {
	data := sample(t, "demoscope1.mvd2")
	d := Lookup("mvd2").Open("", data).Decoder()
	if _, err := d.NextPacket(); err != nil {
		t.Fatal(err)
	}
	level := int(d.Mark().Offset) // the first packet begins the level
	nop := append(bytes.Clone(data[:level]), "\x02\x00\x21\x01\x00\x00"...)
	broken := bytes.Clone(data)
	broken[bytes.Index(broken, []byte("\x21\x00maps/"))+1] = 0xff // configstring 33 has the index 0xff21
	for name, c := range map[string]struct {
		data            []byte
		exact, protocol int
		line            string
	}{
		"nothing":        {data, 0, 0, ""},
		"nop":            {nop, 1, 0, `{"message":"exact","data":"\u0002\u0000!\u0001"}`},
		"serverdata":     {broken, 0, 1, `{"message":"protocol","state":[1,`},
		"magic":          {append([]byte("MVD3"), data[4:]...), -1, 1, `{"message":"protocol","state":[1,2010,`},
		"without blocks": {[]byte("MVD2"), 0, 0, ""},
	} {
		d := Lookup("mvd2").Open(name, c.data)
		var b strings.Builder
		if err := d.Dump(&b, false); err != nil {
			t.Fatal(err)
		}
		count := func(message string) int { return strings.Count(b.String(), `{"message":"`+message+`"`) }
		if c.exact >= 0 && count("exact") != c.exact || count("protocol") != c.protocol ||
			!strings.Contains(b.String(), c.line) {
			t.Errorf("%s: %d and %d lines", name, count("exact"), count("protocol"))
		}
		if err := overText(d); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestExactRefused: bytes of a packet stand for a message that cannot be written, and
// without them it is refused at its line.
func TestExactRefused(t *testing.T) {
	const head = `{"dump":1,"format":"dem","file":"a.dem"}` + "\n" + `{"packet":"server"}` + "\n" +
		`{"message":"serverinfo","serverversion":17}` + "\n"
	data, _, _, err := compile(strings.NewReader(head + `{"message":"exact","data":"abc"}`))
	if err != nil || string(data) != "abc" {
		t.Errorf("%q, %v", data, err)
	}
	for _, rest := range []string{"", `{"message":"nop"}`, `{"packet":"server"}` + "\n" +
		`{"message":"exact","data":"abc"}`} {
		_, _, _, err := compile(strings.NewReader(head + rest))
		if err == nil || !strings.HasPrefix(err.Error(), "line 3: dem: serverinfo: unsupported protocol 17") {
			t.Errorf("%q: %v", rest, err)
		}
	}
}

func TestCompileRefuses(t *testing.T) {
	const first = `{"dump":1,"format":"dem","file":"a.dem"}` + "\n"
	const packet = first + `{"packet":"server","block":0,"angles":[0,0,0]}` + "\n"
	for in, want := range map[string]string{
		"":                                        "empty text",
		"text\n":                                  "line 1",
		`{"dump":2,"format":"dem"}`:               "version 2",
		`{"dump":1,"format":"dmo"}`:               `no format "dmo"`,
		first + `{"message":"nop"}`:               "line 2: dem: nop: outside of a block",
		packet + `{"message":"nope"}`:             `line 3: .dem demos have no message "nope"`,
		packet + `{"message":"nop","x":1}`:        `line 3: nop: unknown field "x"`,
		packet + `{"message":"time","time":"x"}`:  "line 3",
		packet + `{"message":"print","text":"€"}`: "above 255",
		packet + `{"message":"setangle","angles":[0,400,0]}`: "out of range",
		packet + `{"message":"setangle","angles":[0,0]}`:     "2 elements, not 3",
		packet + `{"message":"print","text":"a`:              "line 3",
		packet + `{"packet":"client","block":1}`:             `no kind of packet is "client"`,
		packet + `{"packet":"command","block":1}`:            "no packet of the kind",
	} {
		data, _, err := Compile(strings.NewReader(in))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s\n%d bytes, %v; expected %s", in, len(data), err, want)
		}
	}
}

// TestCompileQuotesLittle: a line may have a GiB, what is said of it is for a person.
func TestCompileQuotesLittle(t *testing.T) {
	const packet = `{"dump":1,"format":"dem","file":"a.dem"}` + "\n" +
		`{"packet":"server","block":0,"angles":[0,0,0]}` + "\n"
	long := strings.Repeat("A", 10_000)
	quoted := `"` + strings.Repeat("A", 100) + `"`
	for in, want := range map[string]string{
		`{"dump":1,"format":"` + long + `"}`:                       "line 1: no format " + quoted,
		packet + `{"message":"` + long + `"}`:                      "line 3: .dem demos have no message " + quoted,
		packet + `{"message":"nop","` + long + `":1}`:              "line 3: nop: unknown field " + quoted,
		packet + `{"packet":"` + long + `","block":1}`:             "line 3: no kind of packet is " + quoted,
		packet + `{"` + long + `":1}`:                              "line 3: a line of the kind " + quoted,
		packet + `{"message":"serverinfo","units":"` + long + `"}`: "line 3: serverinfo: ",
	} {
		if _, _, err := Compile(strings.NewReader(in)); err == nil || !strings.HasPrefix(err.Error(), want) ||
			len(err.Error()) > 300 {
			t.Errorf("%.80s: %.400v; expected %s", in, err, want)
		}
	}
}

// TestCompileOpens: what Compile writes can be opened, and a text of which
// this is not so is refused, with what it lacks.
func TestCompileOpens(t *testing.T) {
	lines := map[string][3]string{ // the first line, one without a level, and one that begins it
		"dem": {`{"packet":"server"}`, `{"message":"nop"}`, `{"message":"serverinfo","serverversion":15}`},
		"qwd": {`{"packet":"server","type":1,"rawtime":1065353216}`, `{"message":"print","text":"?"}` + "\n" +
			`{"message":"raw","data":"\u0000"}`, `{"message":"serverdata","serverversion":28}`},
		"mvd": {`{"packet":"server","type":6}`, `{"message":"nop"}`, `{"message":"serverdata","serverversion":28}`},
		"dm2": {`{"packet":"server"}`, `{"message":"nop"}`, `{"message":"serverdata","serverversion":34}`},
		"dm3": {`{"packet":"server"}`, `{"message":"serverCommand","sequence":1,"text":"x"}`,
			`{"message":"gamestate","protocol":68}`},
	}
	for i := range table {
		f := &table[i]
		if f.begin == "" {
			t.Errorf("%s: no message begins a level", f.Name)
		}
		line, ok := lines[f.Name]
		if !ok {
			if f.Name != "mvd2" { // known by its first bytes
				t.Errorf("%s is not tested", f.Name)
			}
			continue
		}
		head := `{"dump":1,"format":"` + f.Name + `","file":"a"}` + "\n" + line[0] + "\n"
		_, _, err := Compile(strings.NewReader(head + line[1]))
		if err == nil || !strings.Contains(err.Error(), "no "+f.begin) {
			t.Errorf("%s without %s: %v", f.Name, f.begin, err)
		}
		data, _, err := Compile(strings.NewReader(head + line[2]))
		if err != nil {
			t.Errorf("%s: %v", f.Name, err)
			continue
		}
		if d, err := Open("a", data); err != nil || d.Name != f.Name {
			t.Errorf("%s: %v", f.Name, err)
		}
	}
}

func TestDumpReadable(t *testing.T) {
	d, err := Open("demoscope1_p15.dem", sample(t, "demoscope1_p15.dem"))
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := d.Dump(&b, true); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(b.String(), "\n")
	for _, want := range []string{
		"demoscope1_p15.dem: dem",
		`  cdtrack_line text="-1\n"`,
		"  signonnum signon=3",
		`  updatename player=0 netname="Ranger"`,
	} {
		found := false
		for _, line := range lines {
			found = found || line == want
		}
		if !found {
			t.Errorf("there is no line %q", want)
		}
	}
}

// everyMessage returns a demo with one of each message that the tables of a
// format have, all zero.
func everyMessage(t testing.TB, format *Format) []byte {
	t.Helper()
	e := format.Encoder("a")
	written := map[string]bool{}
	write := func(name string) {
		m := format.Message(name)
		if m == nil || written[m.Name()] {
			return
		}
		written[name] = true
		if err := e.Packet(&message.Packet{Type: 1}); err != nil {
			t.Fatal(err)
		}
		_ = e.Message(m) // what cannot be zero leaves a part of itself: a seed too
	}
	write(format.begin)
	types := messageNames(t)
	for _, name := range slices.Sorted(maps.Keys(types)) {
		for _, name := range types[name] {
			write(name)
		}
	}
	data, err := e.Close()
	if err != nil {
		t.Fatal(err)
	}
	if len(written) < 5 {
		t.Fatalf("%s has only %d messages", format.Name, len(written))
	}
	return data
}

// FuzzCompile takes any bytes, read as each of the formats, over text.
func FuzzCompile(f *testing.F) {
	names := []string{"dem", "qwd", "dm2", "dm3", "mvd", "mvd2"}
	for name, format := range samples {
		f.Add(uint8(slices.Index(names, format)), corpus.Read(f, filepath.Join(corpus.Sample, name))[:12_000])
	}
	for i, name := range names {
		f.Add(uint8(i), everyMessage(f, Lookup(name)))
	}
	f.Fuzz(func(t *testing.T, i uint8, data []byte) {
		format := Lookup(names[int(i)%len(names)])
		d := format.Open("fuzz", data)
		_, _, err := rewrite(d)
		if err := cmp.Or(err, overText(d)); err != nil {
			t.Fatalf("%s: %v", format.Name, err)
		}
	})
}

// FuzzCompileText compiles any text: it is refused, or opens as the format that it
// names.
func FuzzCompileText(f *testing.F) {
	for name, format := range samples {
		d := Lookup(format).Open(name, corpus.Read(f, filepath.Join(corpus.Sample, name))[:600])
		var b bytes.Buffer
		if err := d.Dump(&b, false); err != nil {
			f.Fatal(err)
		}
		f.Add(b.Bytes())
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		data, format, name, err := compile(bytes.NewReader(text))
		if err != nil {
			return
		}
		if err := overText(format.Open(name, data)); err != nil {
			t.Fatal(err)
		}
	})
}

// FuzzOpen opens any bytes.
func FuzzOpen(f *testing.F) {
	for name := range samples {
		f.Add(corpus.Read(f, filepath.Join(corpus.Sample, name))[:4_000])
	}
	f.Add([]byte("PK\x03\x04"))
	f.Add([]byte("\x1f\x8b\x08\x00"))
	packed, _ := long(20, true)
	f.Add(packed)
	o := packer(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, name := range []string{"fuzz", "fuzz.qwz"} {
			d, err := o.Open(name, data)
			if (d == nil) == (err == nil) {
				t.Fatal(d, err)
			}
			if d == nil || d.rest == nil {
				continue
			}
			for decoder := d.Decoder(); ; {
				if _, err := decoder.NextPacket(); err == io.EOF {
					break
				}
				for err = nil; err == nil; {
					_, err = decoder.NextMessage()
				}
			}
			if n := int64(len(d.Data())); n != d.Size() || n > MaxDemo {
				t.Fatal(n, d.Size())
			}
		}
	})
}
