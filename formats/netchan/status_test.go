package netchan

import (
	"net/netip"
	"reflect"
	"slices"
	"strings"
	"testing"

	"demoscope/internal/corpus"
)

// TestCapturedStatus: the answers of a real server.
func TestCapturedStatus(t *testing.T) {
	asked, forms := "", 0
	for _, r := range corpus.Capture(t, "oob_status") {
		if r.Dir == "c2s" {
			asked = strings.TrimSuffix(string(r.Data[min(4, len(r.Data)):]), "\n")
			continue
		}
		s, ok := ParseStatus(r.Data)
		if !strings.HasPrefix(asked, "status") {
			if ok {
				t.Errorf("the answer to %q is taken for a status", asked)
			}
			continue
		}
		if !ok {
			t.Errorf("the answer to %q is none", asked)
			continue
		}
		forms++
		if got := s.Value("hostname"); got != "demoscope test\x87" {
			t.Errorf("%s: hostname %q", asked, got)
		}
		if got := s.Value("status"); got != "20 min left" || s.Value("mode") != "ffa" || s.Value("nothing") != "" {
			t.Errorf("%s: status %q", asked, got)
		}
		if s.Value("map") == "dm4" {
			continue // the second level
		}
		want := []StatusClient{
			{UserID: 1, Ping: 103, Name: "keeper", Spectator: true},
			{2, 1, 0, 10, "/ bro", "base", "", 13, 11, false},
			{3, 3, 0, 10, "/ goldenboy", "base", "", 4, 12, false},
			{4, 1, 0, 10, "/ tincan", "base", "", 4, 12, false},
			{UserID: 5, Ping: 16, Name: "Ranger", Spectator: true},
		}
		if asked == "status" { // without spectators
			want = want[1:4]
		}
		if !slices.Equal(s.Clients, want) {
			t.Errorf("%s: %+v", asked, s.Clients)
		}
		var streams []StatusStream
		if asked == "status 55" || asked == "status 255" {
			streams = []StatusStream{{ID: 1}}
		}
		if !slices.Equal(s.Streams, streams) {
			t.Errorf("%s: %+v", asked, s.Streams)
		}
	}
	if forms != 5 {
		t.Errorf("%d forms", forms)
	}
	if got := string(StatusRequest()); got != "\xff\xff\xff\xffstatus 55\n" {
		t.Errorf("asks %q", got)
	}
}

// TestStatusByHand: teams, streams that can be watched, all ways to name spectators, and lines that mean nothing.
func TestStatusByHand(t *testing.T) {
	const answer = "\xff\xff\xff\xffn\\map\\dm3\\hostname\\a b\\odd\n" +
		"7 -2 13 25 \"\xd0aul \x10x\x11\" \"\" 4 0 \"red\"\n" +
		"8 0 1 40 \"old(s)\" \"\" 0 0\n" +
		"11 5 2 -30 \"\\s\\eve\" \"\" 0 0\n" +
		"12 S 3 41 \"sam\" \"\" 0 0\n" +
		"13 4 3 -41 \"zed\" \"base\" 5 6\n" +
		"9 1 2\n" +
		"x 1 2 3 \"n\" \"\" 0 0\n" +
		"10 1 2 3 \"open\n" +
		"qtv 3 \"a \\b\" \"3@quake.example:28000\" 12\n" +
		"qtv x \"\" \"\" 0\n\x00rest"
	s, ok := ParseStatus([]byte(answer))
	want := &Status{
		Info: []InfoPair{{"map", "dm3"}, {"hostname", "a b"}},
		Clients: []StatusClient{{7, -2, 13, 25, "\xd0aul \x10x\x11", "", "red", 4, 0, false},
			{UserID: 8, Minutes: 1, Ping: 40, Name: "old", Spectator: true},
			{UserID: 11, Minutes: 2, Ping: 30, Name: "eve", Spectator: true},
			{UserID: 12, Minutes: 3, Ping: 41, Name: "sam", Spectator: true},
			{UserID: 13, Minutes: 3, Ping: 41, Name: "zed", Skin: "base", Top: 5, Bottom: 6, Spectator: true}},
		Streams: []StatusStream{{3, `a \b`, "3@quake.example:28000", 12}},
	}
	if !ok || !reflect.DeepEqual(s, want) {
		t.Errorf("%+v", s)
	}
	many := "\xff\xff\xff\xffn\\" + strings.Repeat("k\\v\\", 300) + "\n" +
		strings.Repeat("1 1 1 1 \"\" \"\" 0 0\n", 260) + strings.Repeat("qtv 1 \"\" \"\" 0\n", 20)
	if s, ok := ParseStatus([]byte(many)); !ok || len(s.Info) != 256 || len(s.Clients) != 256 || len(s.Streams) != 16 {
		t.Error("a long answer")
	}
	for _, none := range []string{"", "\xff\xff\xff\xff", "\xff\xff\xff\xffn", "\xff\xff\xff\xffnhello", "\\map\\dm3\n",
		"\xff\xff\xff\xffn\\" + strings.Repeat("x", 9000)} {
		if _, ok := ParseStatus([]byte(none)); ok {
			t.Errorf("%.20q is taken for a status", none)
		}
	}
}

// TestSpectates: a user info is a spectator's if that key has a value, wherever it stands.
func TestSpectates(t *testing.T) {
	for info, want := range map[string]bool{
		`\*spectator\1`: true, `\name\ann\*spectator\1`: true, `\name\ann\*spectator\1\team\red`: true,
		`\*spectator\`: false, `\*spectator`: false, `\name\*spectator\team\red`: false, `\name\ann`: false, ``: false,
	} {
		if got := spectates([]byte(info)); got != want {
			t.Errorf("%s: %v", info, got)
		}
	}
}

func TestMaster(t *testing.T) {
	if got := string(MasterRequest()); got != "\x63\x0a\x00" {
		t.Errorf("asks %q", got)
	}
	servers, ok := ParseMaster([]byte("\xff\xff\xff\xff\x64\x0a" + "\x01\x02\x03\x04\x6b\x6c" +
		"\x7f\x00\x00\x01\x6b\x6d" + "\x01\x02\x03\x04\x00\x00" + "\x00\x00\x00\x00\x6b\x6c" +
		"\xe0\x00\x00\x01\x6b\x6c" + "\xff\xff\xff\xff\x6b\x6c" + "\x09\x08\x07\x06\xff\xff" + "\x01\x02\x03\x04\x05"))
	want := []netip.AddrPort{netip.MustParseAddrPort("1.2.3.4:27500"), netip.MustParseAddrPort("127.0.0.1:27501"),
		netip.MustParseAddrPort("9.8.7.6:65535")}
	if !ok || !slices.Equal(servers, want) {
		t.Errorf("%v", servers)
	}
	for _, none := range []string{"", "\xff\xff\xff\xffn\\a\\b", "\x64\x0a\x01\x02\x03\x04\x6b\x6c"} {
		if _, ok := ParseMaster([]byte(none)); ok {
			t.Errorf("%q is taken for a list", none)
		}
	}
}

func FuzzStatus(f *testing.F) {
	f.Add("\xff\xff\xff\xffn\\map\\dm4\n2 1 0 10 \"/ bro\" \"base\" 13 11 \"\"\nqtv 1 \"\" \"1@a:1\" 0\n\x00")
	f.Add("\xff\xff\xff\xffn\\a\n1 S 0 103 \"\\s\\k\" \"\" 0 0 \"\" \"\"\n")
	f.Add("\xff\xff\xff\xffd\n\x01\x02\x03\x04\x6b\x6c\x7f")
	f.Fuzz(func(t *testing.T, datagram string) {
		if s, ok := ParseStatus([]byte(datagram)); ok {
			size := 0
			for _, p := range s.Info {
				size += len(p.Key) + len(p.Value)
			}
			for _, c := range s.Clients {
				size += len(c.Name) + len(c.Skin) + len(c.Team)
				if strings.ContainsAny(c.Name+c.Skin+c.Team, "\"\n\x00") || c.Spectator && c.Frags != 0 {
					t.Fatalf("%+v", c)
				}
			}
			if size > len(datagram) || len(s.Clients) > maxStatusClients || len(s.Streams) > maxStatusStreams ||
				len(s.Info) > maxStatusKeys {
				t.Fatalf("%d bytes of %d, %d clients", size, len(datagram), len(s.Clients))
			}
		}
		if servers, ok := ParseMaster([]byte(datagram)); ok && 6*len(servers) > len(datagram) {
			t.Fatalf("%d servers in %d bytes", len(servers), len(datagram))
		}
	})
}
