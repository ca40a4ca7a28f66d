package qtv

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/hex"
	"encoding/json"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"demoscope/internal/corpus"
)

// said is a connection of a capture: what the client sent, and what came.
type said struct{ sent, got []string }

// captured returns the connections of a capture, by their notes.
func captured(t *testing.T, name string) map[string]*said {
	t.Helper()
	z, err := gzip.NewReader(bytes.NewReader(corpus.Read(t, filepath.Join(corpus.Dir(t), "live", name+".jsonl.gz"))))
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]*said{}
	var now *said
	lines := bufio.NewScanner(z)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var row struct{ Note, Dir, Hex string }
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			t.Fatal(err)
		}
		data, err := hex.DecodeString(row.Hex)
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case row.Note != "":
			now = new(said)
			all[row.Note] = now
		case row.Dir == "c2s" && len(data) > 0:
			now.sent = append(now.sent, string(data))
		case row.Dir == "s2c" && len(data) > 0:
			now.got = append(now.got, string(data))
		}
	}
	if err := lines.Err(); err != nil || len(all) == 0 {
		t.Fatal(err, len(all))
	}
	return all
}

// feed gives an answer to a handshake in pieces, and returns what it sends, how many bytes
// it took, and how it ended.
func feed(h *Handshake, answer string, piece int) (sent []string, took int, done bool, err error) {
	for at := 0; at < len(answer) && !done; {
		data := []byte(answer[at:min(at+piece, len(answer))])
		n, send, ready, err := h.Receive(data)
		took += n
		if send != nil {
			sent = append(sent, string(send))
		}
		if err != nil {
			return sent, took, false, err
		}
		if n < len(data) && !ready && send == nil {
			return sent, took, false, errors.New("bytes were left over")
		}
		at, done = at+n, ready
	}
	return sent, took, done, nil
}

// TestCapturedPasswords: mvdsv with the password "sesame" took these answers from another
// client; ours are the same, whatever the sizes in which its own come.
func TestCapturedPasswords(t *testing.T) {
	all := captured(t, "qtv_auth")
	const everything = "QTV\nVERSION: 1\nAUTH: SHA3_512\nAUTH: MD4\nAUTH: CCITT\nAUTH: PLAIN\n\n"
	for _, name := range []string{"SHA3_512", "MD4", "CCITT"} {
		c := all[name]
		if c == nil || len(c.sent) != 2 {
			t.Fatalf("the capture has no %s", name)
		}
		answer := strings.Join(c.got, "")
		for _, piece := range []int{1, 2, 7, 100, 1 << 20} {
			h := &Handshake{Password: "sesame"}
			if got := string(h.Request()); got != everything {
				t.Errorf("asked %q", got)
			}
			sent, took, done, err := feed(h, answer, piece)
			if err != nil || !done || len(sent) != 1 || sent[0] != c.sent[1] {
				t.Errorf("%s in pieces of %d: sent %q, want %q; %v, %v", name, piece, sent, c.sent[1], done, err)
			}
			if want := strings.Index(answer, "BEGIN\n\n") + len("BEGIN\n\n"); took != want {
				t.Errorf("%s in pieces of %d: the stream begins at %d, not %d", name, piece, took, want)
			}
		}
		if _, _, _, err := feed(new(Handshake), answer, 50); !errors.Is(err, ErrPassword) {
			t.Errorf("%s without a password: %v", name, err)
		}
	}
	// PLAIN: header and stream share a segment.
	c := all["PLAIN right"]
	if _, took, done, err := feed(&Handshake{Password: "sesame"}, c.got[0], 1<<20); took != 15 || !done || err != nil {
		t.Errorf("PLAIN: %d, %v, %v", took, done, err)
	}
	for name, want := range map[string]string{
		"PLAIN wrong":                      "the server says: Bad password.",
		"AUTH NONE only":                   "the server says: You need to provide a password.",
		"password needed, no AUTH offered": "the server says: You need to provide a common auth method.",
	} {
		c := all[name]
		if c == nil {
			t.Fatalf("the capture has no %q", name)
		}
		_, _, _, err := feed(&Handshake{Password: "wrong"}, c.got[0], 9)
		var refused *RefusedError
		if !errors.As(err, &refused) || !refused.Permanent || err.Error() != want {
			t.Errorf("%s: %v", name, err)
		}
		if _, _, _, err := feed(new(Handshake), c.got[0], 9); !errors.Is(err, ErrPassword) {
			t.Errorf("%s, and none was given: %v", name, err)
		}
	}
}

// TestCapturedProxy: what a proxy answered.
func TestCapturedProxy(t *testing.T) {
	all := captured(t, "qtv_proxy")
	for name, want := range map[string]string{
		"no source":          "the server says: invalid request",
		"SOURCE: 9 (absent)": "the server says: no stream selected",
		"DEMOLIST":           "the server says: no demos currently available",
	} {
		c := all[name]
		if c == nil {
			t.Fatalf("the capture has no %q", name)
		}
		if _, _, _, err := feed(new(Handshake), strings.Join(c.got, ""), 4); err == nil || err.Error() != want {
			t.Errorf("%s: %v", name, err)
		}
	}
	h := &Handshake{Source: "1", Name: "plain"}
	c := all["SOURCE: 1, no extension"]
	if got := string(h.Request()); got != c.sent[0] {
		t.Errorf("asked %q, want %q", got, c.sent[0])
	}
	if _, took, done, err := feed(h, strings.Join(c.got, ""), 30); took != 36 || !done || err != nil ||
		h.Origin != "tcp:127.0.0.1:28000" {
		t.Errorf("%d, %v, %v, from %q", took, done, err, h.Origin)
	}
	list := &Handshake{List: true}
	if got := string(list.Request()); got != "QTV\nVERSION: 1\nSOURCELIST\n\n" {
		t.Errorf("asked %q", got)
	}
	want := []Source{{"1", "tcp:127.0.0.1:28000", "demoscope test\x87"}}
	if _, _, done, err := feed(list, strings.Join(all["SOURCELIST"].got, ""), 5); !done || err != nil ||
		!slices.Equal(list.Sources, want) {
		t.Errorf("a list: %v, %v, %q", done, err, list.Sources)
	}
	// A server may also close the connection behind a list without an empty line.
	list = &Handshake{List: true}
	if _, _, done, err := feed(list, "QTVSV 1\n", 5); done || err != nil || list.End() != nil {
		t.Errorf("a list without an end: %v, %v", done, err)
	}
}

func TestSources(t *testing.T) {
	const answer = "QTVSV 1\nASOURCE: 1: tcp:10.0.0.1:28501: duel: dm4\nASOURCE: 12: file:x.mvd\nPRINT: " +
		"hello\nASOURCE: \n\n"
	h := &Handshake{List: true}
	if _, took, done, err := feed(h, answer+"more", 3); !done || err != nil || took > len(answer)+2 {
		t.Errorf("%d, %v, %v", took, done, err)
	}
	want := []Source{{"1", "tcp:10.0.0.1:28501", "duel: dm4"}, {"12", "file:x.mvd", ""}}
	if !slices.Equal(h.Sources, want) {
		t.Errorf("%+v", h.Sources)
	}
	h = &Handshake{List: true}
	if _, _, _, err := feed(h, "QTVSV 1\n"+strings.Repeat("ASOURCE: 1: tcp:a:1: n\n", 1000)+"\n", 1000); err != nil ||
		len(h.Sources) != 256 {
		t.Errorf("%d sources, %v", len(h.Sources), err)
	}
}

// TestNonsense: what no server says ends, with a reason.
func TestNonsense(t *testing.T) {
	for answer, want := range map[string]error{
		"HTTP/1.1 400 Bad Request\r\n\r\n":                           ErrProtocol,
		"QTVSV 2\nBEGIN\n\n":                                         errVersion,
		"QTVSV 1.5\n\n":                                              errEnded,
		"QTVSV 1\n" + strings.Repeat("x", 70000):                     ErrProtocol,
		"QTVSV 1\n" + strings.Repeat("PRINT: x\n", 10000):            ErrProtocol,
		"QTVSV 1\nAUTH: BLUEBERRY\nCHALLENGE: x\n\n":                 errMethod,
		"QTVSV 1\nAUTH: MD4\n\nQTVSV 1\nAUTH: MD4\nCHALLENGE: y\n\n": ErrProtocol,
	} {
		if _, _, _, err := feed(&Handshake{Password: "p"}, answer, 64); !errors.Is(err, want) {
			t.Errorf("%.30q: %v, want %v", answer, err, want)
		}
	}
	if _, _, done, err := feed(new(Handshake), "QTVSV 1.0\r\nBEGIN: x\r\n\r\n", 1); !done || err != nil {
		t.Errorf("with carriage returns: %v, %v", done, err)
	}
	if (&Handshake{}).End() == nil {
		t.Error("an end without an answer is no error")
	}
	// Nothing that a viewer types ends a line.
	h := &Handshake{Source: "1\nRAW: 1", Name: "a\"\\b\nc", Password: "p\"\nq"}
	if got := string(h.request([]string{plainMethod}, clean(h.Password))); got !=
		"QTV\nVERSION: 1\nSOURCE: 1RAW: 1\nUSERINFO: \"\\name\\abc\"\nAUTH: PLAIN\nPASSWORD: \"pq\"\n\n" {
		t.Errorf("%q", got)
	}
}

func TestAddress(t *testing.T) {
	for text, want := range map[string]Address{
		"qtv:example.org:28000":                               {"example.org", 28000, ""},
		"qtv:example.org":                                     {"example.org", 28000, ""},
		"QTV:3@example.org:27599":                             {"example.org", 27599, "3"},
		"qtv://example.org:28001/":                            {"example.org", 28001, ""},
		"qtv://7@example.org":                                 {"example.org", 28000, "7"},
		" 1@10.1.2.3:28000\n":                                 {"10.1.2.3", 28000, "1"},
		"2@[2001:db8::1]:28002":                               {"2001:db8::1", 28002, "2"},
		"qtv:[::1]":                                           {"::1", 28000, ""},
		"qtv:2001:db8::1":                                     {"2001:db8::1", 28000, ""},
		"qtv:tcp:game.org:28501@proxy.org:28000":              {"proxy.org", 28000, "tcp:game.org:28501"},
		"http://proxy.org:28000/watch.qtv?sid=4":              {"proxy.org", 28000, "4"},
		"http://proxy.org:28000/watch.qtv?demo=duel%20x.mvd":  {"proxy.org", 28000, "file:duel x.mvd"},
		"https://[2001:db8::2]:28003/watch.qtv?sid=12&x=1#no": {"2001:db8::2", 28003, "12"},
	} {
		if got, err := ParseAddress(text); err != nil || got != want {
			t.Errorf("%q: %+v, %v", text, got, err)
		}
		if !IsAddress(text) {
			t.Errorf("%q is none", text)
		}
		if again, err := ParseAddress(want.String()); err != nil || again != want {
			t.Errorf("%q, written as %q: %+v, %v", text, want.String(), again, err)
		}
	}
	for _, text := range []string{
		"qtv:", "qtv:host:0", "qtv:host:65536", "qtv:host:x", "qtv:@host", "qtv:[::1", "qtv:[::1]x", "qtv:a b:1",
		"qtv::::zz:1", "1@",
		"qtv:1\nRAW@host", "qtv:a/b:28000", "qtv:" + strings.Repeat("h", 300), "qtv:" + strings.Repeat("1", 300) + "@h",
		"http:///watch.qtv?sid=1",
	} {
		if got, err := ParseAddress(text); err == nil {
			t.Errorf("%q is %+v", text, got)
		}
	}
	for _, text := range []string{"game.mvd", "x@y", "1@dir/file.mvd", "http://x.org/demo.mvd", "qw://host", "3", "@"} {
		if IsAddress(text) {
			t.Errorf("%q is taken for an address", text)
		}
	}
}

func TestFile(t *testing.T) {
	for text, want := range map[string]Address{
		"[QTV]\r\nStream: 3@quake.example:28000\r\nJoin: quake.example:28501\r\n": {"quake.example", 28000, "3"},
		"\ufeff[qtv]\n\nObserve: a\nstream:\"1@[::1]:28000\"":                     {"::1", 28000, "1"},
	} {
		if got, err := ParseFile([]byte(text)); err != nil || got != want {
			t.Errorf("%q: %+v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "[QTV]\n", "Stream: 1@a:1\n", "[QTV]\nStream: @\n", "\x00\x06M",
		"[QTV]\n" + strings.Repeat("x: y\n", 2000) + "Stream: 1@a:1\n"} {
		if _, err := ParseFile([]byte(text)); err == nil {
			t.Errorf("%.20q is taken for one", text)
		}
	}
}

func FuzzHandshake(f *testing.F) {
	f.Add("QTVSV 1\nBEGIN: tcp:127.0.0.1:28000\n\n\x00\x06M", uint8(3), false)
	f.Add("QTVSV 1\nAUTH: SHA3_512\nCHALLENGE: 127.0.0.1:1\"x\n\nQTVSV 1\nBEGIN\n\n", uint8(9), false)
	f.Add("QTVSV 1.0\nASOURCE: 1: tcp:a:1: name: x\nASOURCE:\n", uint8(255), true)
	f.Add("QTVSV 1\nTERROR: later\n\n", uint8(1), true)
	f.Fuzz(func(t *testing.T, answer string, piece uint8, list bool) {
		h := &Handshake{List: list, Password: "p", Name: "n"}
		sent, took, done, err := feed(h, answer, int(piece)+1)
		if took > len(answer) || took > maxAnswer+256 || len(h.Sources) > maxSources || len(sent) > 1 || done &&
			err != nil {
			t.Fatalf("%d of %d bytes, %d sources, sent %q, %v, %v", took, len(answer), len(h.Sources), sent, done, err)
		}
		for _, s := range sent {
			if !strings.HasPrefix(s, "QTV\nVERSION: 1\n") || strings.Count(s, "\n\n") != 1 ||
				!strings.HasSuffix(s, "\n\n") {
				t.Fatalf("sent %q", s)
			}
		}
		_ = h.End()
		// However it is cut, the same comes of it.
		again := &Handshake{List: list, Password: "p", Name: "n"}
		_, took2, done2, err2 := feed(again, answer, 1)
		if done2 != done || (err2 == nil) != (err == nil) || done && took2 != took ||
			!slices.Equal(again.Sources, h.Sources) {
			t.Fatalf("in pieces of %d: %d, %v, %v; of 1: %d, %v, %v", int(piece)+1, took, done, err, took2, done2, err2)
		}
	})
}

func FuzzAddress(f *testing.F) {
	for _, text := range []string{"qtv:1@[::1]:28000", "http://a:1/watch.qtv?sid=1", "[QTV]\nStream: 1@a:2\n",
		"qtv:a:b:c@d"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		_ = IsAddress(text)
		for _, parse := range []func() (Address, error){
			func() (Address, error) { return ParseAddress(text) },
			func() (Address, error) { return ParseFile([]byte(text)) },
		} {
			a, err := parse()
			if err != nil {
				continue
			}
			if again, err := ParseAddress(a.String()); err != nil || again != a {
				t.Fatalf("%+v is written as %q, which is %+v, %v", a, a.String(), again, err)
			}
			if request := string((&Handshake{Source: a.Source}).Request()); strings.Count(request, "\n") > 4 {
				t.Fatalf("asks %q", request)
			}
		}
	})
}

// TestRequest: each field of a handshake has its line, without what would end it, and a password offers all methods.
func TestRequest(t *testing.T) {
	for want, h := range map[string]Handshake{
		"":                                       {},
		"SOURCELIST\n":                           {List: true, Source: "3"},
		"SOURCE: 3\n":                            {Source: "3\n\""},
		"USERINFO: \"\\name\\ann\"\n":            {Name: "a\\n\"n\r"},
		"SOURCE: 3\nUSERINFO: \"\\name\\ann\"\n": {Source: "3", Name: "ann"},
	} {
		if got := string(h.Request()); got != "QTV\nVERSION: 1\n"+want+"\n" {
			t.Errorf("%+v: %q, want %q", h, got, want)
		}
	}
	got := string((&Handshake{Password: "x"}).Request())
	for _, method := range []string{"SHA3_512", "MD4", "CCITT", "PLAIN"} {
		if !strings.Contains(got, "\nAUTH: "+method+"\n") || strings.Contains(got, "PASSWORD") {
			t.Errorf("%q has no %s", got, method)
		}
	}
}

// TestRefused: only a permanent error makes another try useless.
func TestRefused(t *testing.T) {
	for key, permanent := range map[string]bool{"PERROR": true, "TERROR": false, "ERROR": false} {
		var h Handshake
		_, _, _, err := h.Receive([]byte("QTVSV 1\n" + key + ": full\n\n"))
		var refused *RefusedError
		if !errors.As(err, &refused) || refused.Text != "full" || refused.Permanent != permanent {
			t.Errorf("%s: %+v, %v", key, refused, err)
		}
	}
}
