package matchpage

import (
	"bytes"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"demoscope/render/hud"
)

// evil is a name that would be obeyed where it is not escaped: in text, in an attribute, in a style, in an address.
const evil = `"><script>alert(1)</script><img src=x onerror='alert(2)'>`

// evilPage has it wherever a demo's text goes.
func evilPage() *Page {
	t := Time{Text: "1:23", Link: "http://localhost:8047/#demo=a.mvd&t=1:20&follow=%22%3E%3Cscript%3E"}
	return &Page{
		Title: evil, Lines: []string{evil}, Remarks: []string{evil}, File: evil, In: evil, Command: evil, Made: evil,
		Sum: evil, Address: "http://localhost:8047/#demo=a.mvd",
		Highlights: []Highlight{{Time: t, Title: evil, JPEG: []byte{0xff, 0xd8}}, {Time: t, Title: evil, Lack: evil}},
		LevelHead:  []string{evil}, Levels: []Level{{evil, evil, []string{evil, evil, evil}}},
		Players: &Table{Title: evil, Note: evil, Head: []string{evil}, Rows: [][]string{{evil, evil}}},
		Matches: []Match{{
			Title: evil, Lines: []string{evil},
			Score: hud.HomePlot{Lines: []hud.HomeLine{{Name: evil, Score: evil, Steps: []hud.HomePoint{{X: 0, Y: 0},
				{X: 0.5, Y: 0.25}, {X: 1, Y: 0.25}}}}, Most: evil, Length: evil},
			Vitals: []Vitals{{Name: evil, Health: [][]hud.HomePoint{{{X: 0, Y: 0.4}, {X: 1, Y: 0}}},
				Armor: [][]hud.HomePoint{{{X: 0, Y: 0}, {X: 1, Y: 0.8}}}}},
			Tables: []Table{{Title: evil, Note: evil, Head: []string{evil, evil},
				Rows: [][]string{{evil, evil}}}},
			Map: hud.HomeMap{
				Aspect: 2, Cells: []hud.HomeCell{{Low: hud.HomePoint{X: 0, Y: 0}, High: hud.HomePoint{X: 0.1, Y: 0.5},
					Heat: 1}},
				Lines: []hud.HomeStroke{{From: hud.HomePoint{X: 0, Y: 0}, To: hud.HomePoint{X: 1, Y: 0}},
					{From: hud.HomePoint{X: 1, Y: 0}, To: hud.HomePoint{X: 1, Y: 1}}},
			},
			Deaths:   []Death{{At: hud.HomePoint{X: 0.5, Y: 0.5}, Text: evil, Link: t.Link}, {Text: evil}},
			Captures: []Capture{{Time: t, By: evil, Team: evil}},
			Flags:    []Event{{Time: t, Text: evil}},
			Events:   []Event{{Time: t, Text: evil}},
			Log:      []LogLine{{Time: t, Killer: evil, How: evil, Victim: evil}},
		}},
	}
}

func written(t *testing.T, p *Page) string {
	t.Helper()
	var b bytes.Buffer
	if err := p.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// What a demo says is text, wherever it stands.
func TestEscaped(t *testing.T) {
	text := written(t, evilPage())
	for _, bad := range []string{"<script", "<img src=x", "onerror='", "ZgotmplZ"} {
		if strings.Contains(text, bad) {
			t.Errorf("the page has %s", bad)
		}
	}
	// Title and heading; line; remark; 2 captions and 1 alt; a lack; 5 of a level and a heading of such; title, note,
	// head and 2 cells of the players; title, line, line's name and
	// score, most and length of a match; name and label of the vitals; title, note, 2 heads and 2 cells of a
	// table; 2 of a capture; 1 of flags and 1 of what happened; 2 deaths; 3 of the log; 4 of the foot.
	if n := strings.Count(text, "&lt;script&gt;alert(1)"); n != 2+1+1+3+1+6+5+6+2+6+2+2+2+3+5 {
		t.Errorf("%d texts are there", n)
	}
	p := evilPage()
	p.Address, p.Unlinked = "", evil
	if text := written(t, p); strings.Contains(text, "<script") ||
		!strings.Contains(text, "<p>Times are not links: &#34;&gt;&lt;script&gt;") {
		t.Error("why there are no links is not escaped, or not said")
	}
	if strings.Count(text, `href="http://localhost:8047/#demo=a.mvd&amp;t=1:20&amp;follow=%22%3E%3Cscript%3E"`) != 8 {
		t.Error("the links are not as they were")
	}
}

// A line of a score goes from point to point, and ends with the last: there its player left.
func TestSteps(t *testing.T) {
	for want, points := range map[string][]hud.HomePoint{
		"M0 1000H250V500H750": {{X: 0, Y: 0}, {X: 0.25, Y: 0.5}, {X: 0.75, Y: 0.5}},
		"M0 1000H250V500H600V900": {{X: 0, Y: 0}, {X: 0.25, Y: 0.5}, {X: 0.4, Y: 0.5}, {X: 0.6, Y: 0.1},
			{X: 0.6, Y: 0.1}},
		"M0 1000H1000": {{X: 0, Y: 0}, {X: 1, Y: 0}},
	} {
		if got := steps(points); got != want {
			t.Errorf("%v: %s, want %s", points, got, want)
		}
	}
	if got := steps(nil); got != "" {
		t.Errorf("no points: %s", got)
	}
}

// The page loads nothing: it is read without a network, and tells nobody that it is.
func TestLoadsNothing(t *testing.T) {
	text := written(t, evilPage())
	if m := regexp.MustCompile(`(?i)(<link|<script|<iframe|<object|@import|url\()`).FindString(text); m != "" {
		t.Errorf("the page has %s", m)
	}
	for _, m := range regexp.MustCompile(`src="([^"]*)"`).FindAllStringSubmatch(text, -1) {
		if m[1] != "data:image/jpeg;base64,/9g=" {
			t.Errorf("a picture is from %s", m[1])
		}
	}
}

func TestShapes(t *testing.T) {
	text := written(t, evilPage())
	for _, want := range []string{
		`class="c0" d="M0 1000H500V750H1000"`,         // the score: 0 until the middle, then a quarter
		`class="health" d="M0 600L1000 1000"`,         // from 100 to 0
		`class="armor" d="M0 1000L1000 200"`,          // from 0 to 200
		`fill="#ff7040" d="M0 250H100V500H0z"`,        // the hottest ground, in a map of 1000 by 500
		`class="wall" d="M0 500L1000 500L1000 0"`,     // one line where strokes meet
		`<circle cx="500" cy="250" r="5">`,            // the middle
		`<circle cx="0" cy="500" r="5">`,              // without a link
		`viewBox="0 0 1000 500"`,                      //
		`<summary>All deaths (1)</summary>`,           //
		`src="data:image/jpeg;base64,/9g="`,           // ff d8
		`<meta name="viewport" content="width=device`, // or a phone shows it small
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the page has not %s", want)
		}
	}
}

// A page of a demo that tells nothing has no empty headings.
func TestNothing(t *testing.T) {
	text := written(t, &Page{Title: "nobody", File: "a.dem", Made: "x"})
	if strings.Contains(text, "<h2") || strings.Contains(text, "<table") || strings.Contains(text, "href") {
		t.Error(text)
	}
}

// The ticks of plots are whole minutes, or parts of one, and never at the end, where the length stands.
func TestTicks(t *testing.T) {
	whole := func(seconds float64) string { return strconv.Itoa(int(seconds)) }
	for _, c := range []struct {
		seconds float64
		want    string
	}{
		{0, ""}, {-3, ""}, {math.NaN(), ""}, {28, "0 5 10 15 20 25"}, {300, "0 60 120 180 240"},
		{367, "0 120 240"}, {1200, "0 300 600 900"},
		{1e9, "0 86400 172800 259200 345600 432000"},
	} {
		var got []string
		for _, tick := range TicksOf(c.seconds, whole) {
			got = append(got, tick.Text)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%v s: %q, not %q", c.seconds, got, c.want)
		}
	}
	if x := TicksOf(300, whole)[3].X; x != 0.6 {
		t.Errorf("the third minute of five is at %v", x)
	}
}
