package pattern

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"demoscope/player/timeline"
	"demoscope/player/world"
)

// What queries mean.
func TestParse(t *testing.T) {
	for _, c := range []struct {
		query string
		want  Query
	}{
		{"run kills>=3 within 5s player:milton map:dm6 weapon:rl", Query{
			Kinds: []Kind{Run}, Named: true, Within: 5, Conditions: []Condition{{Kills, AtLeast, 3}},
			Filters: []Filter{{Key: KeyPlayer, Value: "milton", Not: false, Op: Equal}, {Key: KeyMap, Value: "dm6",
				Not: false, Op: Equal}, {Key: KeyWeapon, Value: "rl", Not: false, Op: Equal}},
		}},
		{"RUN", Query{Kinds: []Kind{Run}, Named: true, Conditions: []Condition{{Kills, AtLeast, 3}, {Gap, AtMost, 5}}}},
		{"run kills > 4", Query{Kinds: []Kind{Run}, Named: true, Conditions: []Condition{{Kills, More, 4},
			{Gap, AtMost, 5}}}},
		{"run within<=400ms", Query{Kinds: []Kind{Run}, Named: true, Within: 0.4, Conditions: []Condition{
			{Kills, AtLeast, 3}}}},
		{"midair height>64", Query{Kinds: []Kind{Midair}, Named: true, Conditions: []Condition{{Height, More, 64}}}},
		{"midair distance>=300u", Query{Kinds: []Kind{Midair}, Named: true, Conditions: []Condition{
			{Distance, AtLeast, 300}, {Air, AtLeast, 0.4}}}},
		{"midair air>.5 height<9", Query{Kinds: []Kind{Midair}, Named: true, Conditions: []Condition{{Air, More, 0.5},
			{Height, Less, 9}}}},
		{"lastsecond left<=1min", Query{Kinds: []Kind{LastSecond}, Named: true, Conditions: []Condition{
			{Left, AtMost, 60}}}},
		{"flick", Query{Kinds: []Kind{Flick}, Named: true, Conditions: []Condition{{Turn, AtLeast, 40},
			{TurnRate, AtLeast, 400}}}},
		{"flick distance>100", Query{Kinds: []Kind{Flick}, Named: true, Conditions: []Condition{{Distance, More, 100},
			{Turn, AtLeast, 40}, {TurnRate, AtLeast, 400}}}},
		{"flick turn=90deg", Query{Kinds: []Kind{Flick}, Named: true, Conditions: []Condition{{Turn, Equal, 90}}}},
		{"control share>=80%", Query{Kinds: []Kind{Control}, Named: true, Conditions: []Condition{{Share, AtLeast, 80},
			{Count, AtLeast, 4}}}},
		{`chat "GG" "Well Played"`, Query{Kinds: []Kind{Chat}, Named: true, Texts: []string{"gg", "well played"}}},
		{`"gg"`, Query{Kinds: []Kind{Chat}, Named: true, Texts: []string{"gg"}}},
		{`kill -player:"The King" -weapon:rl`, Query{Kinds: []Kind{Kill}, Named: true,
			Filters: []Filter{{Key: KeyPlayer, Value: "the king", Not: true, Op: Equal}, {Key: KeyWeapon, Value: "rl",
				Not: true, Op: Equal}}}},
		{"player:x capture", Query{Kinds: []Kind{Capture}, Named: true,
			Filters: []Filter{{Key: KeyPlayer, Value: "x", Not: false, Op: Equal}}}},
		{"", Query{Kinds: common}},
		{" player:[clan]x\t", Query{Kinds: common, Filters: []Filter{{Key: KeyPlayer, Value: "[clan]x", Not: false,
			Op: Equal}}}},
	} {
		got, err := Parse(c.query)
		if err != nil {
			t.Errorf("%q: %v", c.query, err)
			continue
		}
		if d := cmp.Diff(&c.want, got); d != "" {
			t.Errorf("%q: %s", c.query, d)
		}
	}
}

// common are the patterns of a query that names none.
var common = []Kind{
	Run, Streak, Multi, Midair, Direct, Flick, LastSecond, Quad, Pent, Flag, Capture, Telefrag, Discharge, RocketJump,
	TrickJump, Comeback, Control,
}

// What is wrong with a query, and where.
func TestSyntaxErrors(t *testing.T) {
	for _, c := range []struct{ query, mark, says string }{
		{"rnu kills>=3", "^~~", `unknown pattern "rnu" (did you mean run?); patterns: kill, run, `},
		{"multikill", "^~~~~~~~~", `unknown pattern "multikill" (did you mean multi?); patterns: kill, run, `},
		{"midair heigt>64", "       ^~~~~",
			`unknown number "heigt" (did you mean height?); numbers: kills, gap, `},
		{"midair height>>64", "             ^~", `invalid comparison ">>" (use >= <= > < =)`},
		{"midair height>high", "              ^~~~", "height: expected a number"},
		{"run gap<=five", "         ^~~~", "gap: expected a number, such as 5s or 400ms"},
		{"run gap<=", "         ^", "gap: expected a number"},
		{"run gap<=5x", "          ^", "unit of gap must be h or m or min or ms or s"},
		{"run gap<=5:60", "          ^~~", "gap: invalid time (try 5:30 or 1:05:30)"},
		{"run gap<=1:2:3:4", "          ^~~~~~", "gap: invalid time (try 5:30 or 1:05:30)"},
		{"run gap<=5:x", "          ^~", "gap: invalid time (try 5:30 or 1:05:30)"},
		{"kill length>long", "            ^~~~", "length: expected a number, such as 10min or 5:30"},
		{"midair height>64s", "                ^", "unit of height must be u or units"},
		{"run within", "          ^", "within: expected a number"},
		{"midair within 9s", "       ^~~~~~", "within needs the pattern run"},
		{"run midair", "    ^~~~~~", "second pattern after run"},
		{"midair turn>5", "       ^~~~",
			"midair has no number turn; it has height, air, apex, distance, flight, speed, left"},
		{"kills>=3", "^~~~~~~~", "numbers need a pattern"},
		{"run playr:x", "    ^~~~~", `unknown filter "playr" (did you mean player?)`},
		{"run player:", "    ^~~~~~~", "missing value after player"},
		{"run through:walls", "            ^~~~~", "through must be deaths"},
		{"flag from:there", "          ^~~~~", "from must be base or field"},
		{`chat "gg`, "     ^~~", "missing closing quote"}, {`run player:"x`, "           ^~", "missing closing quote"},
		{`chat ""`, "     ^~", "empty text in quotes"},
		{`run "gg"`, "    ^~~~", "texts in quotes need"},
		{"run -kills", "    ^~~~~~", "expected a filter after the minus"},
		{"run %", "    ^", "expected a pattern, a condition"},
		{"run é", "    ^", "expected a pattern, a condition"},
		{"é player:", "^", "expected a pattern, a condition"},
		{`player:é rnu`, "         ^~~", "unknown pattern"},
		{"run\nx", "    ^", `unknown pattern "x"`},
		{"run kills>=1e", "            ^", "unit of kills must be u or units"},
		{strings.Repeat("x", 4097), "^", "query longer than 4096 bytes"},
		{"run" + strings.Repeat(" gap<1", 64), strings.Repeat(" ", 3+63*6+1) + "^~~~~", "more than 64 parts"},
		{"run \xff", "^~~~~", "query is not valid UTF-8"},
	} {
		_, err := Parse(c.query)
		wrong := new(SyntaxError)
		if !errors.As(err, &wrong) {
			t.Errorf("%q: %v", c.query, err)
			continue
		}
		if !strings.HasPrefix(err.Error(), c.says) {
			t.Errorf("%q: says %q, not %q", c.query, err, c.says)
		}
		if _, mark, _ := strings.Cut(wrong.Caret(), "\n"); mark != c.mark {
			t.Errorf("%q: the mark is %q, not %q", c.query, mark, c.mark)
		}
	}
}

// The examples of the help mean what they are examples of.
func TestExamples(t *testing.T) {
	for k := range KindCount {
		d := k.Describe()
		q, err := Parse(d.Example)
		if err != nil || !q.Named || q.Kinds[0] != k {
			t.Errorf("%s: %v, %+v", d.Example, err, q)
		}
		if d.Name == "" || d.What == "" || finders[k] == nil {
			t.Errorf("%d is not described", k)
		}
		for _, usual := range append(d.usual, Condition{Measure: d.most}) {
			if k != Chat && !strings.Contains(d.numbers(), usual.Measure.String()) {
				t.Errorf("%s has no %s", k, usual.Measure)
			}
		}
	}
}

// Names of maps.
func TestNames(t *testing.T) {
	for _, c := range []struct {
		is   func(a, b string) bool
		name string
		said string
		want bool
	}{
		{IsMap, "maps/dm6.bsp", "dm6", true}, {IsMap, "maps/dm6.bsp", "dm", false}, {IsMap, "maps/dm6.bsp", "dm*",
			true}, {IsMap, "maps/DM6.bsp", "dm6", true},
		{IsMap, "", "dm6", false}, {IsMap, "", "*", true}, {IsMap, "maps/a[b].bsp", "a[b]", true},
		{IsMap, "maps/ab.bsp", "a[b]", false},
	} {
		if got := c.is(c.name, c.said); got != c.want {
			t.Errorf("%q is %q: %v", c.name, c.said, got)
		}
	}
}

// No query makes the parser panic; what is refused has a mark inside the query, and what is
// understood finds nothing in nothing.
func FuzzParse(f *testing.F) {
	for k := range KindCount {
		f.Add(k.Describe().Example)
	}
	for _, s := range []string{`"`, `a:"b`, "-", "within 5s", "run kills>=999999999999999999999", "\xff", "é:ü",
		"gap<=5ms>3", "map:[", "run map:*?\\"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, query string) {
		q, err := Parse(query)
		if err != nil {
			wrong := new(SyntaxError)
			if !errors.As(err, &wrong) || wrong.Offset < 0 || wrong.Length < 0 ||
				wrong.Offset+wrong.Length > len(wrong.Query) {
				t.Fatalf("%v", err)
			}
			if mark := wrong.Caret(); !utf8.ValidString(mark) || strings.Count(mark, "\n") != 1 {
				t.Fatalf("%q", mark)
			}
			return
		}
		if len(q.Kinds) == 0 || len(q.Match(&Facts{})) != 0 {
			t.Fatalf("%+v", q)
		}
	})
}

// Of a demo as a whole a query asks by filters, some of which compare.
func TestFiltersOfDemos(t *testing.T) {
	for _, c := range []struct {
		query string
		want  []Filter
	}{
		{"run mode:4on4 -team:pol", []Filter{{Key: KeyMode, Value: "4on4", Op: Equal}, {Key: KeyTeam, Value: "pol",
			Not: true, Op: Equal}}},
		{"date:2024-06", []Filter{{Key: KeyDate, Value: "2024-06", Op: Equal}}},
		{"date>=2024-06-16 date < 2025", []Filter{{Key: KeyDate, Value: "2024-06-16", Op: AtLeast},
			{Key: KeyDate, Value: "2025", Op: Less}}},
		{"length>10min length<=90s", []Filter{{Key: KeyLength, Op: More, Number: 600}, {Key: KeyLength, Op: AtMost,
			Number: 90}}},
		{`damaged:yes result:"2 : 8" map:x file:EQL`, []Filter{
			{Key: KeyDamaged, Value: "yes", Op: Equal}, {Key: KeyResult, Value: "2 : 8", Op: Equal},
			{Key: KeyMap, Value: "x", Op: Equal}, {Key: KeyFile, Value: "eql", Op: Equal},
		}},
	} {
		q, err := Parse(c.query)
		if err != nil {
			t.Errorf("%q: %v", c.query, err)
			continue
		}
		if d := cmp.Diff(c.want, q.Filters); d != "" {
			t.Errorf("%q: %s", c.query, d)
		}
		of := 0
		for _, f := range c.want {
			if f.Key != KeyMap {
				of++
			}
		}
		if len(q.OfDemo()) != of {
			t.Errorf("%q has %d filters of demos", c.query, len(q.OfDemo()))
		}
	}
	same, err := Parse(`chat "gg"`)
	if err != nil {
		t.Fatal(err)
	}
	for _, query := range []string{"chat:gg", "chat chat:GG", `chat:"gg"`} {
		q, err := Parse(query)
		if d := cmp.Diff(same, q); err != nil || d != "" {
			t.Errorf("%q: %v %s", query, err, d)
		}
	}
	for query, says := range map[string]string{
		"date:2024-6": "invalid date", "date:june": "invalid date", "date>2024-13": "invalid date",
		"date:2024-06-32": "invalid date",
		"date>=":          "missing date", "date:2024-06-161": "invalid date", "length:5": "length needs a number",
		"length>5x": "unit of length must be", "-chat:gg": "can't be negated",
		"damaged:no:yes": "damaged must be yes or no",
		"mode:":          "missing value after mode", "run chat:gg": "texts in quotes need",
	} {
		if _, err := Parse(query); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v, want %q", query, err, says)
		}
	}
}

// The filter of a list takes words for themselves, and what is not finished for nothing.
func TestParseList(t *testing.T) {
	for _, c := range []struct {
		query   string
		words   []string
		filters int
		kind    string // "" for none
	}{
		{"", nil, 0, ""},
		{"Milton DM6 4on4_-s-_vs", []string{"milton", "dm6", "4on4_-s-_vs"}, 0, ""},
		{"-s- [dm2] 2:8 a>b <x", []string{"-s-", "[dm2]", "2:8", "a>b", "<x"}, 0, ""},
		{"map:dm6 milton", []string{"milton"}, 1, ""},
		{"map: player:", nil, 0, ""},
		{"-map:", nil, 0, ""},
		{"nonsense:x", []string{"nonsense:x"}, 0, ""},
		{`"the king" map:"a b`, []string{"the king"}, 1, ""},
		{`"the ki`, []string{"the ki"}, 0, ""},
		{`"`, nil, 0, ""},
		{"midair tom", []string{"tom"}, 0, "midair"},
		{"midai", []string{"midai"}, 0, ""},
		{"run kills>=4 within 5s", nil, 0, "run"},
		{"within", []string{"within"}, 0, ""},
		{"date:20 date>= date<2", nil, 2, ""},
		{`chat "GG wp"`, nil, 0, "chat"},
		{`run "GG wp"`, []string{"gg wp"}, 0, "run"},
		{"chat:gg", nil, 0, "chat"},
		{"Größe łódź", []string{"größe", "łódź"}, 0, ""},
	} {
		q, err := ParseList(c.query)
		if err != nil {
			t.Errorf("%q: %v", c.query, err)
			continue
		}
		kind := ""
		if q.Named {
			kind = q.Kinds[0].String()
		}
		if !slices.Equal(q.Words, c.words) || len(q.Filters) != c.filters || kind != c.kind {
			t.Errorf("%q: words %q, filters %+v, %q; want %q, %d, %q", c.query, q.Words, q.Filters, kind, c.words,
				c.filters, c.kind)
		}
	}
	for query, says := range map[string]string{"midair kills>=2": "midair has no number kills",
		"run midair": "second pattern after", "kills>=4 dm6": "numbers need a pattern"} {
		if _, err := ParseList(query); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v, want %q", query, err, says)
		}
	}
}

func TestIsName(t *testing.T) {
	for _, c := range []struct {
		name, sought string
		want         bool
	}{
		{"dm6", "dm6", true}, {"dm6", "dm", false}, {"dm6", "dm*", true}, {"dm6", "*6", true}, {"dm6", "*", true},
		{"dm6", "d*6", true}, {"dm6", "d*7", false}, {"", "", true}, {"", "*", true},
		{"", "x", false}, {"aab", "*ab", true}, {"ababac", "*ab*ac", true}, {"ababac", "*ab*ab", false},
		{"dm6", "dm6*", true}, {"dm6", "dm6**", true}, {"a[b]", "a[b]", true}, {"a?b", "a?b", true},
		{"axb", "a?b", false},
	} {
		if got := IsName(c.name, c.sought); got != c.want {
			t.Errorf("%q is %q: %v", c.name, c.sought, got)
		}
	}
}

func FuzzParseList(f *testing.F) {
	for _, seed := range []string{"", "milton map:dm6", `"the ki`, "run kills>=3 within 5s", "-s- date>=2024",
		"length>10min chat:gg", "within", "map:", "kills >="} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, query string) {
		q, err := ParseList(query)
		if err == nil {
			for _, w := range q.Words {
				if w == "" {
					t.Errorf("%q: an empty word", query)
				}
			}
			return
		}
		wrong, ok := err.(*SyntaxError)
		if !ok || wrong.Offset < 0 || wrong.Offset+wrong.Length > len(wrong.Query) {
			t.Errorf("%q: %#v", query, err)
		}
	})
}

// Times may be said in hours, minutes, seconds and milliseconds, or as a clock shows them.
func TestTimes(t *testing.T) {
	for text, want := range map[string]float64{
		"5m": 300, "5min": 300, "300s": 300, "300": 300, "5:00": 300, "0:07": 7, "1:05:30": 3930, "1.5h": 5400,
		"1500ms": 1.5, "2:30": 150,
	} {
		for _, parse := range []func(string) (*Query, error){Parse, ParseList} {
			q, err := parse("kill length>" + text)
			if err != nil || len(q.Filters) != 1 || q.Filters[0].Number != want || q.Filters[0].Op != More {
				t.Errorf("length>%s: %v, %+v, want %v s", text, err, q, want)
			}
		}
	}
	// While it is typed.
	if q, err := ParseList("length>5:"); err != nil || q.Filters[0].Number != 300 {
		t.Errorf("length>5: is %v, %+v", err, q)
	}
}

// What was said is found and told without the color codes and braces of QuakeWorld's clients.
func TestChatOfClients(t *testing.T) {
	f := &Facts{Game: world.QuakeWorld, Events: []timeline.Event{
		{Kind: world.EventChat, Player: 1, Other: world.Nobody, PlayerName: "{x}",
			Text: "({x}): took {r&cf13l&r} [{place}]"},
	}}
	q, err := Parse("chat:rl")
	if err != nil {
		t.Fatal(err)
	}
	hits := q.Match(f)
	if len(hits) != 1 {
		t.Fatalf("%d hits", len(hits))
	}
	if got := hits[0].Words(world.QuakeWorld); !strings.HasPrefix(got, "(x): took rl [place]") {
		t.Errorf("%q", got)
	}
}

// What a shell leaves of a query that is not in quotes is told from names of files.
func TestIsTerm(t *testing.T) {
	for text, want := range map[string]bool{
		"player:Bob": true, "-player:bob": true, "victim:the king": true, "map:": true, `"gg"`: true,
		"kills>=3": true, "kills": true, "within": true, "within<5s": true, "date>=2024": true, "length>5min": true,
		"midair": true, "Kill": true,
		"": false, "-": false, "bob": false, "-midair": false, "kill.mvd": false, "kills3": false, "kill>3": false,
		"5s": false, "demos": false,
		`c:\demos`: false, "qtv:host:1": false, "sample:": false, "http://player:8000/": false, "./kill": false,
		"-kills>3": false,
	} {
		if got := IsTerm(text); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}
