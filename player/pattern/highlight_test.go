package pattern

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"demoscope/internal/corpus"
)

// deed makes a hit on the first level.
func deed(kind Kind, player int, from, to float64, numbers map[Measure]float64, victims ...string) Hit {
	h := Hit{Kind: kind, From: from, To: to, Player: player, Name: string(rune('a' + player)), Map: "maps/dm6.bsp",
		Victims: victims, Seen: true}
	for m, v := range numbers {
		h.Set(m, v)
	}
	return h
}

// TestScores compares the table of scores with that of docs/manual/patterns.md.
func TestScores(t *testing.T) {
	number := regexp.MustCompile(`[0-9.]+`)
	numbers := func(text string) (list [3]float64) {
		for i, n := range number.FindAllString(text, len(list)) {
			list[i], _ = strconv.ParseFloat(n, 64)
		}
		return list
	}
	_, table, _ := strings.Cut(string(corpus.Read(t, "../../docs/manual/patterns.md")), "seconds before, after |\n")
	table, _, _ = strings.Cut(table, "\n\n")
	got := [KindCount]value{}
	for _, row := range strings.Split(table, "\n")[1:] {
		c := strings.Split(row, "|")
		around := numbers(c[5])
		v := value{points: numbers(c[2])[0], most: numbers(c[4])[0], before: around[0], after: around[1]}
		plus := numbers(c[3])
		v.each, v.least = plus[0], plus[1]
		for words, to := range map[string]struct {
			by    Measure
			least float64
		}{"first": {Kills, 1}, "second": {Kills, 2}, "third": {Kills, 3}, "fifth": {Kills, 5}, "height": {Height, 0},
			"unit/s": {Speed, v.least}, "degree": {Turn, v.least}, "distance": {Distance, 0}, "rise": {Rise, v.least}} {
			if words != "second" && strings.Contains(c[3], words) || strings.HasSuffix(c[3], words+" ") {
				v.by, v.least = to.by, to.least
			}
		}
		v.far = numbers(c[1])[0]
		for i, name := range strings.Split(c[1], "`") {
			if i%2 == 1 {
				var k Kind
				_ = k.UnmarshalText([]byte(name))
				got[k] = v
			}
		}
	}
	for k := range KindCount {
		if got[k] != values[k] {
			t.Errorf("%v: %+v, the manual has %+v", k, values[k], got[k])
		}
	}
}

// TestScore: what the table does not say.
func TestScore(t *testing.T) {
	hidden := deed(Multi, 1, 10, 10, map[Measure]float64{Kills: 2})
	hidden.Seen = false
	for _, c := range []struct {
		hit  Hit
		want float64
	}{
		{deed(Run, 1, 10, 14, map[Measure]float64{Kills: 5}), 70},
		{deed(Run, 1, 10, 14, map[Measure]float64{Kills: 20}), 130},
		{deed(Streak, 1, 10, 31, map[Measure]float64{Kills: 5}), 25},
		{deed(Streak, 1, 10, 30, map[Measure]float64{Kills: 5}), 70}, // as quick as a run
		{deed(Midair, 1, 10, 10, nil), 30},
		{deed(Flag, 1, 10, 17, map[Measure]float64{Distance: 5000, Speed: 720}), 50},
		{deed(Flag, 1, 10, 10.1, map[Measure]float64{Distance: 76, Speed: 720}), 0}, // a capture, which has its own
		{hidden, 28},
	} {
		if got := c.hit.Score(); got != c.want {
			t.Errorf("%v %v: %v points, not %v", c.hit.Kind, c.hit.Numbers, got, c.want)
		}
	}
}

// TestHighlights: a moment begins before its first kill, within its level, and those of one player that
// overlap are one.
func TestHighlights(t *testing.T) {
	f := &Facts{Recorder: -1, Levels: []Level{{Map: "maps/dm6.bsp", Start: 8, End: 100}}}
	unsure := deed(Midair, 1, 60, 60, nil)
	unsure.Unjudged = []string{"air"}
	nobody := deed(Flag, 1, 70, 80, nil)
	nobody.Player = -1
	list := Highlights(f, []Hit{
		deed(Run, 1, 10, 14, map[Measure]float64{Kills: 3}, "x", "y", "z"), // 8 (not 7) to 16
		deed(Midair, 1, 14, 14, nil, "z"),                                  // 11 to 16: the same moment
		deed(Multi, 2, 15, 15, map[Measure]float64{Kills: 2}, "x", "y"),    // another player's
		deed(Flick, 1, 99, 99, map[Measure]float64{Turn: 40}, "x"),         // 96.5 to 100
		unsure, nobody,
		deed(Streak, 2, 20, 60.5, map[Measure]float64{Kills: 9}, "x", "y"), // longer than anybody watches
		deed(Control, 1, 8, 100, nil),
	})
	type moment struct {
		from, to, score float64
		kind            Kind
		hits            int
	}
	var got []moment
	for _, h := range list {
		got = append(got, moment{h.From, h.To, h.Score, h.Best().Kind, len(h.Hits)})
	}
	want := []moment{{8, 16, 47.5, Run, 2}, {12, 17, 35, Multi, 1}, {96.5, 100, 25, Flick, 1}}
	if !slices.Equal(got, want) {
		t.Errorf("moments are %v, not %v", got, want)
	}
	// What another does is half as much in the demo of a client, which sees little of it.
	f.Recorder = 1
	list = Highlights(f, []Hit{deed(Multi, 1, 15, 15, map[Measure]float64{Kills: 2}, "x", "y"),
		deed(Multi, 2, 15, 15, map[Measure]float64{Kills: 2}, "x", "y")})
	if len(list) != 2 || list[0].Score != 35 || list[1].Score != 17.5 {
		t.Errorf("the recorder's and another's are %v", list)
	}
	// A chain of deeds is one moment for 20 seconds at most; what goes beyond that is one of its own.
	list = Highlights(f, []Hit{
		deed(Run, 1, 20, 34, map[Measure]float64{Kills: 4}, "x", "y", "z", "x"), // 17 to 36, 55 points
		deed(Midair, 1, 34, 34, nil, "x"),                                       // 31 to 36
		deed(Flick, 1, 37, 37, map[Measure]float64{Turn: 40}, "x"),              // 34.5 to 39
	})
	if len(list) != 2 || list[0].From != 17 || list[0].To != 36 || list[0].Score != 62.5 || list[1].From != 34.5 ||
		list[1].Score != 25 {
		t.Errorf("a chain is %v", list)
	}
}

// TestChoose: the best that fit, none twice, in the order of the demos.
func TestChoose(t *testing.T) {
	moment := func(demo int, from, to, score float64, h Hit) Highlight {
		return Highlight{Demo: demo, From: from, To: to, Score: score, Hits: []Hit{h}}
	}
	run := deed(Run, 1, 10, 14, map[Measure]float64{Kills: 3, Left: 200}, "x", "y", "z")
	// by another recorder, in another slot
	same := deed(Run, 4, 110, 114.1, map[Measure]float64{Kills: 3, Left: 200.4}, "x", "y", "z")
	same.Name = run.Name
	later := same
	later.Numbers = run.Numbers
	later.Set(Left, 90)
	long := []Highlight{moment(0, 1, 33, 90, run), moment(1, 5, 25, 40, later), moment(2, 5, 15, 30, run)}
	// the demo of the first moment that is chosen
	for seconds, want := range map[float64]int{40: 1, 63: 1, 64: 0, 30: 1} {
		if got := Choose(long, seconds, len(long)); len(got) == 0 || got[0].Demo != want {
			t.Errorf("of %v s a moment of 32 s: %v", seconds, got)
		}
	}
	for want, list := range map[float64][]Highlight{0: nil, 64: long[:1], 20: long[:2], 10: long} {
		if got := Least(list); math.Abs(got-want) > 1e-9 || want > 0 && (len(Choose(list, got, len(list))) != 1 ||
			len(Choose(list, got-0.1, len(list))) != 0) {
			t.Errorf("%d moments need %v s, not %v", len(list), got, want)
		}
	}
	list := []Highlight{
		moment(0, 7, 16, 40, run),
		moment(0, 12, 17, 35, deed(Multi, 2, 15, 15, map[Measure]float64{Kills: 2})), // overlaps the better one
		moment(0, 50, 55, 20, deed(LastSecond, 3, 53, 53, nil)),
		moment(1, 107, 116, 39, same),
		moment(1, 207, 216, 38, later),
		moment(1, 300, 330, 37, deed(Quad, 2, 302, 328, nil)), // too long for what is left
	}
	for _, c := range []struct {
		seconds float64
		want    []float64 // where they begin
	}{
		{23, []float64{7, 50, 207}}, {18, []float64{7, 207}}, {9, []float64{7}}, {5, []float64{12}}, {4, nil},
		{100, []float64{7, 50, 207, 300}},
	} {
		var got []float64
		for _, h := range Choose(list, c.seconds, len(list)) {
			got = append(got, h.From)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("in %v s there are the moments from %v, not %v", c.seconds, got, c.want)
		}
		turned := slices.Clone(list)
		slices.Reverse(turned)
		for i, h := range Choose(turned, c.seconds, len(turned)) {
			if h.From != c.want[i] {
				t.Errorf("in %v s moment %d of the list the other way round begins at %v", c.seconds, i, h.From)
			}
		}
	}
}

// A film shows a whole match: a worse moment of the other side, or a later one, comes before a better one that stands
// beside another of the same player.
func TestChooseSpreads(t *testing.T) {
	by := func(player int, team string, from, score float64) Highlight {
		h := deed(Multi, player, from+3, from+8, map[Measure]float64{Kills: 2}, "x", "y")
		return Highlight{From: from, To: from + 10, Score: score, Team: team, Hits: []Hit{h}}
	}
	list := []Highlight{
		by(1, "red", 10, 100), by(1, "red", 22, 95), // the same player, soon after
		by(2, "red", 120, 70), by(3, "blue", 400, 60),
	}
	for seconds, want := range map[float64][]float64{
		10: {10}, 20: {10, 400}, 30: {10, 120, 400}, 40: {10, 22, 120, 400},
	} {
		var got []float64
		for _, h := range Choose(list, seconds, len(list)) {
			got = append(got, h.From)
		}
		if !slices.Equal(got, want) {
			t.Errorf("in %v s there are the moments from %v, not %v", seconds, got, want)
		}
	}
}

// A better moment is not left out for being right behind one of the same team, if a lesser one would take its place.
func TestChooseTheBetterMoment(t *testing.T) {
	by := func(player int, team string, from, length, score float64) Highlight {
		h := deed(Run, player, from+3, from+length-2, map[Measure]float64{Kills: 5}, "x", "y")
		return Highlight{From: from, To: from + length, Score: score, Team: team, Hits: []Hit{h}}
	}
	var got []float64
	for _, h := range Choose([]Highlight{
		by(1, "red", 31, 19.6, 77), by(2, "blue", 167, 4.5, 29), by(3, "red", 222, 12.6, 57),
		by(4, "blue", 310, 18.8, 84), by(5, "blue", 329, 16.4, 78),
	}, 60, 9) {
		got = append(got, h.From)
	}
	if want := []float64{31, 167, 310, 329}; !slices.Equal(got, want) {
		t.Errorf("moments from %v, not %v", got, want)
	}
}

// A report has room for a number of moments and a film for some seconds: both choose the same ones. Five kills in 15
// seconds are worth as much with a pause of 6 seconds between them as without.
func TestFilmAndReportChooseAlike(t *testing.T) {
	kills := func(n float64) map[Measure]float64 { return map[Measure]float64{Kills: n} }
	f := &Facts{Recorder: -1, Levels: []Level{{Map: "maps/dm2.bsp", End: 400}}, Players: []Player{
		{Slot: 1, Name: "b", Team: "red"}, {Slot: 2, Name: "c", Team: "red"}, {Slot: 3, Name: "d", Team: "blue"},
		{Slot: 4, Name: "e", Team: "blue"}}}
	list := Highlights(f, []Hit{
		deed(Streak, 3, 33, 48, kills(5)), // with a pause
		deed(Run, 4, 225, 232, kills(4)),
		deed(Run, 1, 312, 326, kills(5)),
		deed(Run, 2, 332, 343, kills(5)), // the first side again, at once
		deed(Direct, 2, 100, 100, nil),
	})
	for count, want := range map[int][]float64{1: {30}, 2: {30, 309}, 3: {30, 222, 309}, 4: {30, 222, 309, 329}} {
		var report, film []float64
		seconds := 0.0
		for _, h := range Choose(list, 400, count) {
			report = append(report, h.From)
			seconds += h.To - h.From
		}
		for _, h := range Choose(list, seconds, len(list)) {
			film = append(film, h.From)
		}
		if !slices.Equal(report, want) || !slices.Equal(film, want) {
			t.Errorf("%d moments: the report has %v, the film %v, not %v", count, report, film, want)
		}
	}
}

// The team of a moment is the one that its player had in the match.
func TestHighlightTeam(t *testing.T) {
	f := &Facts{
		Recorder: -1, Levels: []Level{{Map: "maps/dm6.bsp", End: 100}},
		Players:     []Player{{Slot: 1, Name: "b"}, {Slot: 2, Name: "b", Team: "blue"}},
		MatchStates: []MatchState{{Players: []Player{{Slot: 1, Name: "b", Team: "red"}}}},
	}
	h := deed(Multi, 1, 15, 15, map[Measure]float64{Kills: 2}, "x", "y")
	if list := Highlights(f, []Hit{h}); len(list) != 1 || list[0].Team != "red" {
		t.Errorf("%+v", list)
	}
}
