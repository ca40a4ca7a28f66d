package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"demoscope/internal/corpus"
	"demoscope/player/scan"
)

// reported are rows that the page of a demo has: what the game itself said at its end, by /results of the corpus.
var reported = map[string][]string{
	"1on1_milton_vs_mushi[tron]20240616-1719.mvd": {
		"Milton 8 8 2 1 6", // score, kills, deaths; the suicide and the run of 6 are counted
		"mushi 2 1 8 0 1",
		"Milton 6 3 2 8", // ra, ya, ga, mh
		"mushi 2 6 4 0",
	},
	"2on2_sf_vs_red[frobodm2]220104-0915.mvd": {
		": Timber red 13 ", ": Sujoy red 7 ", "Final =SF= 1 ", "&gt; MrJustice =SF= -6 ",
		": Timber 6 2 1 1", // ra, ya, mh, quad
		": Sujoy 1 5 2 2", "Final 1 2 1 0", "&gt; MrJustice 5 5 3 0",
	},
	// Against monsters: the demo's 12 killedmonster messages, of 47.
	"osm_demo1.dem": {"e1m3 the Necropolis 12 of 47 0 of 3 ", "Zombie 5 ", "Scrag 4 ", "Ogre 3 ",
		"0:03.2 Romero took Grenade Launcher ", "1:13.2 Romero killed Zombie "},
	"oa_dm1_player.dm_71": {
		"Skelebot 10 ", "Sarge 5 ", "Gargoyle 5 ", "Assassin 4 ", "Liz 2 ", "oracle 0 ",
	},
}

var tags = regexp.MustCompile(`<[^>]*>`)

// reportOf returns the page of a demo and the rows of its tables, with single spaces and one behind each.
func reportOf(t *testing.T, demo string) (page string, rows []string) {
	t.Helper()
	var out, errors bytes.Buffer
	if status := run([]string{"report", "--highlights", "0", "-o", "-", demo},
		&streams{out: &out, err: &errors}); status != exitOK {
		t.Fatalf("%s: exit status %d: %s", demo, status, &errors)
	}
	page = out.String()
	return page, tableRows(page)
}

// tableRows returns the rows of the tables of a page, or of a part of one.
func tableRows(page string) (rows []string) {
	for _, row := range regexp.MustCompile(`(?s)<tr>.*?</tr>`).FindAllString(page, -1) {
		rows = append(rows, strings.Join(strings.Fields(tags.ReplaceAllString(row, " ")), " ")+" ")
	}
	return rows
}

// What a demo does not tell has a dash or a word: a client's recording has the items of its player alone, and
// what others took only if it was seen or heard; the game names one of the two of a team kill, or neither who
// or what it was.
func TestCorpusReportOfWhatIsNotKnown(t *testing.T) {
	for _, test := range []struct {
		demo       string
		rows, says []string
		never      []string
	}{
		{"qwd/qwz_demo15.qwd", []string{
			"ToT_Oddjob 7 7 13 13 3 ", "ToT_lethal - - - - - ", "1:08.9 QUAD.1ba (team-mate) unknown a team-mate ",
		}, []string{"complete for ToT_Oddjob; for other players only pickups that were seen or heard (-: none)"},
			[]string{"ToT_lethal 0 0 0 0 0 "}},
		{"dm2/testduel.dm2", []string{"claire 6 4 ", "shloo - 1 "}, nil, nil},
		{"dm3/oa_dm1_player.dm_71", []string{"Gargoyle 1 ", "Liz - ", "1:29.9 the world lava oracle "}, nil, nil},
		{"dm3/oa_ctf2_player.dm_71", []string{"0:04.6 the world fall out of the map oracle ",
			"0:18.2 the world map trap Grunt ", "player the level railgun shotgun "},
			[]string{"red 0 : 0 blue (unfinished)", "0:16.8, Major killed oracle, who fell out of the map"}, nil},
		// CPMA counts falls as suicides, and tells so of the recorder alone; who left is in the list of
		// deaths, and so in the table.
		{"dm3/udt_p68_cpma_ctfs_ojfc09.dm_68", []string{"myT blue 39 11 7 3 4 5352 2375 ",
			"LONE red 30 10 14 0 3 4278 2871 ", "Toast (left at 11:08) blue 2 2 14 0 1 - - "},
			[]string{"Suicides reported by the game include falls and traps.",
				"Deaths between rounds, and of players who become spectators, do not count"}, nil},
		// All is known of everybody in a server's recording: a 0 is one.
		{"mvd/1on1_milton_vs_mushi[tron]20240616-1719.mvd", []string{"mushi 2 6 4 0 "}, nil,
			[]string{"(-: none)"}},
	} {
		page, rows := reportOf(t, filepath.Join(corpus.Dir(t), filepath.FromSlash(test.demo)))
		for _, want := range test.rows {
			if !slices.Contains(rows, want) {
				t.Errorf("%s: no row is %q", test.demo, want)
			}
		}
		for _, want := range test.says {
			if !strings.Contains(page, want) {
				t.Errorf("%s: it does not say %q", test.demo, want)
			}
		}
		for _, never := range test.never {
			if strings.Contains(page, never) || slices.Contains(rows, never) {
				t.Errorf("%s: it says %q", test.demo, never)
			}
		}
		for i, list := range strings.Split(page, "<summary>All deaths")[1:] {
			list, _, _ = strings.Cut(list, "</table>")
			deaths := tableRows(list)[1:] // behind its head
			if len(deaths) == 0 {
				t.Errorf("%s: list %d of deaths is empty", test.demo, i)
			}
			for _, row := range deaths {
				if len(strings.Fields(row)) < 4 {
					t.Errorf("%s: %q lacks who died, or by whom or what", test.demo, row)
				}
			}
		}
	}
}

// TestCorpusReport compares pages with what the games said.
func TestCorpusReport(t *testing.T) {
	seen := 0
	for _, facts := range corpus.Results(t) {
		for name, want := range reported {
			if !strings.HasSuffix(facts.Demo, "/"+name) {
				continue
			}
			seen++
			_, rows := reportOf(t, facts.Demo)
			for _, w := range want {
				found := false
				for _, row := range rows {
					found = found || strings.HasPrefix(row, w)
				}
				if !found {
					t.Errorf("%s: no row begins with %q", name, w)
				}
			}
		}
	}
	if seen != len(reported) {
		t.Errorf("%d of %d demos were there", seen, len(reported))
	}
}

// TestReportOfMuch: a report of very many kills and damaged places reads the demo once, and makes little for each of
// them, however many there are.
func TestReportOfMuch(t *testing.T) {
	const most = 200_000
	work := func(what, behind string, n int) (mallocs uint64) {
		t.Helper()
		data := []byte("-1\n")
		record := func(payload string) {
			data = binary.LittleEndian.AppendUint32(data, uint32(len(payload)))
			data = append(append(data, make([]byte, 12)...), payload...)
		}
		record("\x0b\x0f\x00\x00\x00\x04\x01Level\x00maps/a.bsp\x00progs/player.mdl\x00\x00\x00" +
			"\x0d\x00Ann\x00\x0d\x01Bob\x00\x05\x01\x00\x19\x02")
		for i := range n {
			time := binary.LittleEndian.AppendUint32(nil, math.Float32bits(1+float32(i)/20))
			record("\x07" + string(time) + "\x0f\x00\x00\x00\x00\x00\x00\x64\x00\x00\x00\x00\x00\x00\x00" +
				"\x81\x04\x01\x02\x81\x04\x02\x02" + behind)
		}
		file := filepath.Join(t.TempDir(), "a.dem")
		if err := os.WriteFile(file, data, 0o644); err != nil {
			t.Fatal(err)
		}
		var packets atomic.Int64
		scan.CountPackets(&packets)
		defer scan.CountPackets(nil)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		page, _ := reportOf(t, file)
		runtime.ReadMemStats(&after)
		mallocs = after.Mallocs - before.Mallocs
		t.Logf("%d %s: %d packets, %d allocations", n, what, packets.Load(), mallocs)
		if packets.Load() > int64(n+n/20) {
			t.Errorf("%d packets are read for %d %s", packets.Load(), n, what)
		}
		if !strings.Contains(page, fmt.Sprint(n)) || len(page) > 1<<20 {
			t.Errorf("a page of %d bytes on %d %s", len(page), n, what)
		}
		return mallocs
	}
	for what, behind := range map[string]string{"kills": "\x08Ann rides Bob's rocket\n\x00", "damaged places": "\x78"} {
		half, whole := work(what, behind, most/2), work(what, behind, most)
		if whole > 2*half+half/10 || whole > 10*most {
			t.Errorf("%d allocations for %d %s, %d for %d", whole, most, what, half, most/2)
		}
	}
}
