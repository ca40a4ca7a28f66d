package library

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"demoscope/internal/corpus"
	"demoscope/player/match"
	"demoscope/player/pattern"
)

// scannedCorpus is a folder with what a library has kept of all real demos, once one was asked for; TestMain
// removes it.
var scannedCorpus string

// ofCorpus returns a library of all real demos, which reads what another has kept: they are scanned once.
func ofCorpus(t *testing.T) *Library {
	t.Helper()
	dir := corpus.Dir(t)
	if scannedCorpus == "" {
		folder, err := os.MkdirTemp("", "demoscope")
		must(t, err)
		l := open(t, in(folder))
		for _, format := range []string{"dem", "qwd", "mvd", "dm2", "mvd2", "dm3"} {
			must(t, l.Add(filepath.Join(dir, format)))
		}
		scanAll(t, l)
		must(t, l.Close())
		scannedCorpus = folder
	}
	own := t.TempDir()
	must(t, os.CopyFS(own, os.DirFS(scannedCorpus)))
	return open(t, in(own))
}

// matchFacts are what a game said of a match.
type matchFacts struct {
	File   string `json:"file"`
	Result *int   `json:"result"`
	Levels []struct {
		Map      string `json:"map"`
		Complete bool   `json:"complete"`
		Teams    []struct {
			Name  string `json:"name"`
			Score int    `json:"score"`
		} `json:"teams"`
		Players []struct {
			Name   string          `json:"name"`
			Score  json.RawMessage `json:"score"`
			Deaths *int            `json:"deaths"`
		} `json:"players"`
	} `json:"levels"`
}

// letters are those of a name, and its digits: facts spell the rest in another way.
func letters(name string) string {
	all := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, strings.ToLower(name))
	if all == "" {
		return name
	}
	return all
}

// The list says of real matches what their games said: map, whether it ended, teams, players, scores.
func TestCorpusResults(t *testing.T) {
	l := ofCorpus(t)
	matches, scores := 0, 0
	for _, path := range corpus.Files(t, filepath.Join(corpus.Dir(t), "results"), func(name string) bool {
		return strings.HasSuffix(name, ".json")
	}) {
		var facts matchFacts
		corpus.ReadJSON(t, path, &facts)
		r := byFile(l, facts.File)
		if r == nil {
			t.Errorf("%s is not in the list", facts.File)
			continue
		}
		if facts.Result == nil {
			if r.Complete {
				t.Errorf("%s: a match %q, where none was", facts.File, r.Result)
			}
			continue
		}
		want := facts.Levels[*facts.Result]
		matches++
		if !slices.Contains(r.Maps, want.Map) || r.Complete != want.Complete {
			t.Errorf("%s: maps %q, complete %v; want %s, %v", facts.File, r.Maps, r.Complete, want.Map, want.Complete)
		}
		for _, team := range want.Teams {
			scores++
			i := slices.IndexFunc(r.Teams, func(k match.Team) bool { return letters(k.Name) == letters(team.Name) })
			if i < 0 || int(r.Teams[i].Score) != int(team.Score) {
				t.Errorf("%s: teams %+v, want %+v", facts.File, r.Teams, team)
			}
		}
		for _, p := range want.Players {
			i := slices.IndexFunc(r.Players, func(k Player) bool { return k.Name == p.Name })
			if i < 0 {
				i = slices.IndexFunc(r.Players, func(k Player) bool { return letters(k.Name) == letters(p.Name) })
			}
			if i < 0 {
				t.Errorf("%s: players %+v, without %s", facts.File, r.Players, p.Name)
				continue
			}
			var either []int
			var one int
			if json.Unmarshal(p.Score, &one) == nil {
				either = []int{one}
			} else if json.Unmarshal(p.Score, &either) != nil {
				continue // the game does not tell it
			}
			scores++
			if got := r.Players[i].Frags; got == nil || !slices.Contains(either, int(*got)) {
				t.Errorf("%s: %s has %v frags, want %v", facts.File, p.Name, got, either)
			}
		}
	}
	if matches < 30 || scores < 100 {
		t.Errorf("only %d matches and %d scores were compared", matches, scores)
	}
	t.Logf("%d matches, %d scores", matches, scores)
}

// What the list says of some real demos, looked up by hand: their servers' words (of the first two the
// seconds since 1970 in serverinfo), and the prints of the console.
func TestCorpusRows(t *testing.T) {
	l := ofCorpus(t)
	for _, c := range []struct{ file, game, mode, server, maps, date, from, recorder, result string }{
		{"1on1_milton_vs_mushi[tron]20240616-1719.mvd", "quakeworld", "1on1", "hoonymode", "tron",
			"2024-06-16T17:19:29Z", "demo", "", "Milton 8 : 2 mushi"},
		{"4on4_-s-_vs_pol[dm2]20241118-2135.mvd", "quakeworld", "4on4", "4on4", "dm2", "2024-11-18T21:35:01Z", "demo",
			"", "pol 72 : 70 -s- (unfinished)"},
		{"2on2_sf_vs_red[frobodm2]220104-0915.mvd", "quakeworld", "2on2", "", "frobodm2", "2022-01-04T09:15:39+01:00",
			"demo",
			"", "red 20 : -5 =SF="},
		{"udt_p68_36kills.dm_68", "quake3", "1on1", "1V1", "cpm24", "", "file", "myT", "myT 24 : 10 naper"},
		{"udt_p68_cpma_ctfs_ojfc09.dm_68", "quake3", "ctf", "CTFSPUB", "ojfc-09", "", "file", "", "red 39 : 37 blue"},
		{"udt_p68_cpma_teamchat.dm_68", "quake3", "2on2", "2V2", "cpm25", "", "file", "myT", ""},
		{"oa_ctf2_player.dm_71", "quake3", "ctf", "", "oa_ctf2", "", "file", "", "red 0 : 0 blue (unfinished)"},
		{"udt_p68_baseq3_teamchat.dm_68", "quake3", "2on2", "", "q3dm7", "", "file", "",
			"blue 0 : -1 red (unfinished)"},
		{"udt_p68_baseq3_2matches.dm_68", "quake3", "ffa", "", "q3tourney2", "", "file", "sausage",
			"Anarki 1 : 0 sausage (the last of 2 matches)"},
		{"osm_demo4.qwd", "quakeworld", "ctf", "competition", "ctf2m1", "", "file", "", "blue 368 : 311 red"},
		{"qwz_demo15.qwd", "quakeworld", "4on4", "", "dm3", "", "file", "ToT_Oddjob", "tot 267 : 6 quad"},
		{"qwz_demo20.qwd", "quakeworld", "arena", "", "basarena", "", "file", "", ". Goljat 10 : 7 slebe"},
		{"test.mvd2", "quake2", "1on1", "", "q2dm1", "2022-10-14T11:00:00", "demo", "", "claire 17 : 7 [dream]shloo"},
		{"testduel.dm2", "quake2", "1on1", "", "q2rdm2", "2022-03-02T15:53:00", "demo", "claire", "claire 4 : 2 shloo"},
		{"osm_demo1.dem", "quake", "single", "", "e1m3", "", "file", "Romero", ""},
		{"qwtf_demo1.dem", "quake", "ffa", "", "introseq", "", "file", "", ""},
	} {
		r := byFile(l, c.file)
		if r == nil {
			t.Errorf("%s is not in the list", c.file)
			continue
		}
		date := r.Date
		if c.from == "file" {
			date = ""
		}
		if r.Game != c.game || r.Mode != c.mode || r.ServerMode != c.server || strings.Join(r.Maps, " ") != c.maps ||
			date != c.date || r.DateFrom.String() != c.from || r.Result != c.result || c.recorder != "" &&
			r.Recorder != c.recorder {
			t.Errorf("%s: %s %q %q %q %q %s recorder %q result %q", c.file, r.Game, r.Mode, r.ServerMode, r.Maps,
				r.Date, r.DateFrom, r.Recorder, r.Result)
		}
		if r.Error != "" || r.Length <= 0 || r.Size <= 0 {
			t.Errorf("%s: %+v", c.file, r)
		}
		// The winner stands first where the two are named without their scores, too.
		if first, _, two := strings.Cut(r.Sides(), " vs "); two && r.Result != "" && !strings.HasPrefix(r.Result,
			first+" ") {
			t.Errorf("%s: %q, but %q", c.file, r.Sides(), r.Result)
		}
	}
}

// A library finds what a look into the demos finds.
func TestCorpusFind(t *testing.T) {
	l := ofCorpus(t)
	rows := l.List().Select(nil, nil, ByFile, false)
	read := map[*Row]*pattern.Facts{}
	for _, c := range []struct {
		query string
		hits  int // with certainty
	}{
		// The reference tool's: 19 captures, of which one demo of its corpus has them all.
		{"capture file:ojfc09", 19},
		{"run kills>=3 file:udt_p68_36kills player:myT", -1},
		{"midair game:quake3", -1},
		{`chat "gg"`, -1},
		{"kill mode:4on4 map:dm2", -1},
	} {
		q, err := pattern.Parse(c.query)
		must(t, err)
		f, got, want := FilterOf(q), 0, 0
		must(t, l.Find(t.Context(), rows, f, func(k *Found) bool {
			if k.Err != nil {
				t.Error(k.Err)
			}
			got += judged(k.Hits)
			return true
		}))
		for _, r := range rows {
			if len(q.OfDemo()) > 0 && !f.May(r) {
				continue
			}
			if read[r] == nil {
				d, err := (files{}).Open(r.Places[0].Path, "")
				must(t, err)
				read[r] = pattern.Read(d.Format.Name, d.Decoder(), pattern.Options{})
			}
			want += judged(q.Match(read[r]))
		}
		t.Logf("%s: %d", c.query, got)
		if got != want || got == 0 || c.hits >= 0 && got != c.hits {
			t.Errorf("%s: %d hits in the library, %d in the demos, want %d", c.query, got, want, c.hits)
		}
	}
}

func judged(list []pattern.Hit) (n int) {
	for i := range list {
		if list[i].Judged() {
			n++
		}
	}
	return n
}

// The page of a demo: the lines end where the game said, and the players' tables are those of the game.
func TestCorpusPage(t *testing.T) {
	l := ofCorpus(t)
	p, err := counted(l, byFile(l, "1on1_milton_vs_mushi[tron]20240616-1719.mvd"))
	must(t, err)
	if len(p) != 1 {
		t.Fatalf("%d matches", len(p))
	}
	m := p[0]
	if m.Map != "maps/tron.bsp" || !m.Complete || m.From < 10 || m.From > 11 || m.To < 168 || m.To > 169 ||
		len(m.Lines) != 2 {
		t.Errorf("%+v", m)
	}
	for i, want := range []struct {
		name        string
		frags, took int32 // yellow armors, of KTX's statistics
	}{{"Milton", 8, -1}, {"mushi", 2, 6}} {
		line := m.Lines[i]
		if line.Name != want.name || line.Team || line.Final != (match.Number{Value: want.frags, Source: match.Known}) {
			t.Errorf("line %d: %+v", i, line)
		}
		at := 0.0
		for _, k := range line.Points {
			if k.Clock < at || k.Clock < m.From || k.Clock > m.To {
				t.Errorf("a point at %v", k.Clock)
			}
			at = k.Clock
		}
		for _, k := range m.Players {
			if k.Name == want.name && want.took >= 0 && k.Item("ya").Value != want.took {
				t.Errorf("%s: %+v", k.Name, k.Item("ya"))
			}
		}
	}
	// In a duel that counts nothing else the kills are the score.
	p, err = counted(l, byFile(l, "udt_p68_36kills.dm_68"))
	must(t, err)
	for _, line := range p[0].Lines {
		if n := len(line.Points); n == 0 || line.Final.Source != match.Known ||
			line.Points[n-1].Score != int(line.Final.Value) {
			t.Errorf("%s: %d points, %+v", line.Name, n, line)
		}
	}
	// A match that was over when the recording began has nothing of the two after it.
	p, err = counted(l, byFile(l, "udt_p68_baseq3_2matches.dm_68"))
	must(t, err)
	var spans []string
	for _, m := range p {
		s := fmt.Sprintf("%.0f to %.0f:", m.From, m.To)
		for _, k := range m.Players {
			s += fmt.Sprintf(" %s %v %v/%v", k.Name, k.Frags, k.Kills, k.Deaths)
		}
		spans = append(spans, s)
	}
	if want := []string{"0 to 0: sausage 1 0/0 ^1A^2n^3a^4r^5k^6i 0 0/0",
		"28 to 88: sausage 2 2/0 ^1A^2n^3a^4r^5k^6i 0 0/2",
		"126 to 187: sausage 0 0/1 ^1A^2n^3a^4r^5k^6i 1 1/0"}; !slices.Equal(spans, want) {
		t.Errorf("%q, not %q", spans, want)
	}
	// The line is the score, whatever it is given for: rounds here, where a kill is none and a death of one's own takes
	// nothing; in Quake III, OpenArena takes nothing from who has nothing, and a kill and the own
	// death by one rocket are no way up and back. Flags are no frags.
	for name, want := range map[string]map[string][]int{
		// its updatefrags
		"1on1_milton_vs_mushi[tron]20240616-1719.mvd": {"Milton": {1, 2, 3, 4, 5, 6, 7, 8}, "mushi": {1, 2}},
		"oa_dm1_player.dm_71": {
			"Skelebot": {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, "Sarge": {1, 2, 3, 4, 5}, "Gargoyle": {1, 2, 3, 4, 5},
			"Assassin": {1, 2, 3, 4}, "Liz": {1, 2}, "oracle": nil,
		},
		"oa_ps37ctf2_spec.dm_71": {"red": {1}, "blue": nil},
		"oa_ctf2_player.dm_71":   {"red": nil, "blue": nil},
	} {
		p, err = counted(l, byFile(l, name))
		must(t, err)
		got := map[string][]int{}
		for _, line := range p[0].Lines {
			got[p[0].Plain(line.Name)] = nil
			for _, k := range line.Points {
				got[p[0].Plain(line.Name)] = append(got[p[0].Plain(line.Name)], k.Score)
			}
			if n := len(line.Points); line.Final.Source != match.Known || n == 0 && line.Final.Value != 0 || n > 0 &&
				line.Points[n-1].Score != int(line.Final.Value) {
				t.Errorf("%s: %+v", name, line)
			}
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
	// Flags are most of a score: 368 and 311 is what the game told.
	p, err = counted(l, byFile(l, "osm_demo4.qwd"))
	must(t, err)
	if lines := p[0].Lines; len(lines) != 2 || lines[0].Name != "blue" || lines[0].Last() != 368 ||
		lines[1].Last() != 311 {
		t.Errorf("%+v", lines)
	} else {
		at := func(l *match.Line, clock float64) (score int) {
			for _, k := range l.Points {
				if k.Clock <= clock {
					score = k.Score
				}
			}
			return score
		}
		if blue, red := at(&lines[0], 720), at(&lines[1], 720); blue != 327 || red != 228 { // of the scoreboard
			t.Errorf("at 12:00 %d and %d", blue, red)
		}
	}
	// So are the scores of two whose server plays with teams, of one man each.
	for _, name := range []string{"qwz_demo22.qwd", "qwz_demo31.qwd"} {
		p, err = counted(l, byFile(l, name))
		must(t, err)
		lines := p[0].Lines
		for i := range lines {
			if k := &lines[i]; len(k.Points) < 10 || k.Final.Source != match.Known ||
				k.Points[len(k.Points)-1].Score != k.Last() ||
				k.Points[len(k.Points)-2].Score < k.Last()-1 {
				t.Errorf("%s: %+v", name, k)
			}
		}
		if len(lines) != 2 {
			t.Errorf("%s: %d lines", name, len(lines))
		}
	}
	// Of teams there is a line each.
	f, err := l.Facts(byFile(l, "4on4_-s-_vs_pol[dm2]20241118-2135.mvd"))
	must(t, err)
	if lines := f.Counted()[0].Lines; len(lines) != 2 || !lines[0].Team || lines[0].Name != "pol" ||
		lines[0].Points[len(lines[0].Points)-1].Score != 72 || lines[1].Points[len(lines[1].Points)-1].Score != 70 {
		t.Errorf("%+v", lines)
	}
	if list := Highlights(f); len(list) < 10 || !slices.IsSortedFunc(list, func(a, b pattern.Hit) int {
		return int(1000 * (a.From - b.From))
	}) {
		t.Errorf("%d highlights", len(list))
	}
}
