package hud

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"demoscope/internal/golden"
)

// homeInput is a home with rows, of which top is the first visible one.
func homeInput(s Screen, count, top int) *Home {
	in := &Home{
		Screen: s, Query: &Typed{}, Hint: "Type: a map, a player", Buttons: []string{"Add a folder",
			"Back to the demo", ""},
		Chips: []HomeChip{{"4on4_-s-_vs_pol[dm2].mvd", "3:21 of 20:45", 0.16}, {"duel.dem", "watched to the end", 1},
			{"The sample", "a match to look at", 0}}, Chip: -1,
		HomeTable: HomeTable{
			Columns: []HomeColumn{
				{Name: "date", Width: 108, Drop: 3}, {Name: "game", Width: 96, Drop: 4}, {Name: "map", Width: 92},
				{Name: "mode", Width: 58, Drop: 2},
				{Name: "players", Width: 170, Grow: 2}, {Name: "result", Width: 150, Grow: 1.4, Drop: 1},
				{Name: "length", Width: 62, Time: true}, {Name: "best moment", Width: 190, Grow: 1.5, Drop: 5},
			},
			Sort: 0, Descending: true, Top: top, Count: count, Selected: top + 2, Focused: true,
		},
		Status: fmt.Sprintf("%d demos", count), Keys: "Enter plays   Esc quits",
	}
	shape := in.Shape()
	l := NewHomeLayout(s, &shape)
	for i := range min(l.Visible(), count-top) {
		n := top + i
		in.Rows = append(in.Rows, HomeRow{
			Cells: [MaxHomeColumns]string{
				fmt.Sprintf("2024-%02d-%02d", n%12+1, n%28+1), "QuakeWorld", fmt.Sprintf("dm%d", n%6+1), "4on4",
				"pol vs -s-", fmt.Sprintf("pol %d : 70 -s-", 72+n),
				"20:45", "midair, milton: killed andeh; height 221",
			}, Dim: n%11 == 5,
		})
	}
	return in
}

// homePageInput is a page on a demo.
func homePageInput() *HomePage {
	p := &HomePage{
		Title: "pol vs -s-", Lines: []string{"pol 72 : 70 -s-",
			"QuakeWorld · 4on4 · dm2 · Claustrophobopolis · 20:45",
			"from the demo: 2024-11-18", "/demos/4on4_-s-_vs_pol[dm2].mvd"},
		Plot: HomePlot{Most: "72", Length: "20:00", Zero: 0.1, Mark: 0.4, Lines: []HomeLine{
			{"pol", "72", 0, []HomePoint{{0, 0.1}, {0.2, 0.3}, {0.5, 0.5}, {0.9, 1}, {1, 1}}},
			{"-s-", "70", 1, []HomePoint{{0, 0.1}, {0.1, 0}, {0.6, 0.8}, {0.95, 0.97}, {1, 0.97}}},
		}},
		Selected: 1, Focused: true, Count: 40,
	}
	p.Map.Aspect = 1.4
	for i := range 12 {
		x := float32(i%4) / 4
		y := float32(i/4) / 3
		p.Map.Cells = append(p.Map.Cells, HomeCell{HomePoint{x, y}, HomePoint{x + 0.2, y + 0.3}, float32(i) / 11})
		p.Map.Lines = append(p.Map.Lines, HomeStroke{HomePoint{x, y}, HomePoint{x + 0.25, y}},
			HomeStroke{HomePoint{x, y}, HomePoint{x, y + 0.33}})
		p.Map.Deaths = append(p.Map.Deaths, HomePoint{y, x})
	}
	p.Columns = []HomeNumber{{"frags", 32}, {"kills", 36}, {"deaths", 42}, {"acc", 32}}
	for i, name := range []string{"milton", "andeh", "zero", "bogojoker", "player", "creature", "locktar", "rio"} {
		p.Players = append(p.Players, HomePlayer{name, "", []string{fmt.Sprint(30 - 3*i), fmt.Sprint(31 - 3*i),
			fmt.Sprint(10 + i), []string{"", "34%"}[i%2]}, "ra 3  ya 7  mh 2", "rl 20 24%  lg 9 38%", i / 4})
	}
	for i := range 40 {
		p.Highlights = append(p.Highlights, HomeMoment{fmt.Sprintf("%d:%02d", i/2, i*7%60),
			"run, milton: killed andeh, zero, rio; kills 3; time 2.1 s"})
	}
	return p
}

// TestHomeIsDrawnAsLookedAt compares the home with a description that was checked against its picture.
func TestHomeIsDrawnAsLookedAt(t *testing.T) {
	for _, s := range []Screen{{640, 360, 1, 0, false}, {1280, 720, 1, 0, false}, {1920, 1080, 2, 0, false}} {
		for name, change := range map[string]func(*Home){
			"table": func(*Home) {},
			"page": func(in *Home) {
				in.Page, in.Only, in.Focused = homePageInput(), !HomeHasRoom(s), false
				in.Page.Highlights[1].Text = "run, milton: killed andeh, zero, rio, locktar, andeh, creature, zero, " +
					"rio; rocket launcher; kills 8; gap 3.10 s; time 14.25 s; dm2"
			},
			"plot": func(in *Home) {
				in.Page, in.Only, in.Focused = homePageInput(), !HomeHasRoom(s), false
				in.Page.Focused = false
				in.Page.Plot.Focused, in.Page.Plot.Cursor, in.Page.Plot.Time = true, 0.6, "12:00"
			},
			"path": func(in *Home) {
				in.Query.Set("/home/me/demos/")
				in.Suggestions = []HomeSuggestion{{"Add this folder", "", 0, "Enter"}, {"2on2/", "folder", 0, "Tab"},
					{"duel.mvd", "file", 0, ""}}
			},
			"typing": func(in *Home) {
				in.Query.Set("midair hei")
				in.Problem = "A number is missing behind height"
				in.Suggestions = []HomeSuggestion{{"height>=", "of the victim's feet above the floor below", 0, "Tab"},
					{"helmet", "a player", 12, ""}}
			},
			"columns": func(in *Home) {
				in.Menu = &HomeMenu{Title: "Columns", Selected: 8}
				for i, name := range []string{"date", "game", "map", "mode", "players", "result", "length",
					"best moment", "recorder", "format", "size", "damage", "file", "folder"} {
					in.Menu.Rows = append(in.Menu.Rows, HomeMenuRow{name, i < 8, i == 7})
				}
			},
			"empty": func(in *Home) {
				in.Rows, in.Count, in.Top, in.Chips = nil, 0, 0, in.Chips[2:]
				in.Empty = "There are no demos yet. Drop a folder on the window, press F8, or run: demoscope add " +
					"FOLDER\nFor maps say where your games are: demoscope config basedir DIR"
				in.Message = "Added demos"
			},
		} {
			in := homeInput(s, 3012, 1200)
			change(in)
			if in.Page != nil {
				shape := in.Shape()
				l := NewHomeLayout(s, &shape)
				in.Page.Highlights = in.Page.Highlights[:min(l.Parts.Visible(), 40)]
				in.Rows = in.Rows[:min(len(in.Rows), l.Visible())]
			}
			h := NewBrowser(New(s.Unit()).Atlas())
			h.Build(in)
			file := fmt.Sprintf("home-%s-%vx%v", name, s.Width, s.Height)
			golden.Save(t, file, picture(h, s))
			golden.Lines(t, "pages/"+file, describe(h), sameLine)
		}
	}
}

// Ctrl+A selects a line that is typed, so that what comes next replaces it.
func TestTypedAsAWhole(t *testing.T) {
	var line Typed
	line.Set("dm6 mode:1on1  ")
	if line.EraseWord(); line.String() != "dm6 " {
		t.Errorf("%q without the last word", line.String())
	}
	line.SelectAll()
	if line.Add([]rune("q2dm1")); line.String() != "q2dm1" {
		t.Errorf("%q in the place of what was selected", line.String())
	}
	line.SelectAll()
	if line.Erase(); line.String() != "" {
		t.Errorf("%q is left", line.String())
	}
	line.SelectAll()
	if line.Add([]rune("ab")); line.String() != "ab" {
		t.Errorf("%q after nothing was selected", line.String())
	}
	if line.Clear(); line.String() != "" {
		t.Errorf("%q is not empty", line.String())
	}
}

// Suggestions cover neither the table nor the page where there are chips, whose place they take.
func TestSuggestionsBesideTheTable(t *testing.T) {
	for _, s := range []Screen{{640, 360, 1, 0, false}, {1280, 720, 1, 0, false}, {1920, 1080, 2, 0, false},
		{800, 600, 1, 0, true}} {
		in := homeInput(s, 40, 0)
		shape := in.Shape()
		before := NewHomeLayout(s, &shape)
		for range 8 {
			in.Suggestions = append(in.Suggestions, HomeSuggestion{"milton", "a player", 12, ""})
		}
		shape = in.Shape()
		l := NewHomeLayout(s, &shape)
		if l.Head != before.Head || l.Rows != before.Rows {
			t.Errorf("%v: the table moves from %v to %v", s, before.Head, l.Head)
		}
		seen := 0
		for i := range in.Suggestions {
			r := l.Suggestion(i)
			if r.W <= 0 {
				continue
			}
			seen++
			if r.Y < l.Query.Y+l.Query.H || r.Y+r.H > l.Head.Y || r.X+r.W > s.Width {
				t.Errorf("%v: suggestion %d is at %v, the table at %v", s, i, r, l.Head)
			}
			if part, n := l.Hit(in, r.X+r.W/2, r.Y+r.H/2); part != HomeSuggest || n != i {
				t.Errorf("%v: at suggestion %d is part %d, %d", s, i, part, n)
			}
		}
		if seen == 0 {
			t.Errorf("%v: no suggestion has room", s)
		}
	}
}

// Whatever stands in files, nothing is drawn outside of the window.
func TestHomeStaysInTheWindow(t *testing.T) {
	long := strings.Repeat("wide 𝕏 \x00\x1b[2J\u202e", 40)
	for _, s := range []Screen{{1, 1, 1, 0, false}, {480, 300, 1, 0, false}, {640, 360, 1, 0, false},
		{1280, 720, 1, 0, false}, {1920, 1080, 2, 0, false}} {
		in := homeInput(s, 50, 0)
		for i := range in.Rows {
			for k := range in.Rows[i].Cells {
				in.Rows[i].Cells[k] = long
			}
		}
		in.Query.Set(long)
		in.Status, in.Message, in.Keys = long, long, long
		for i := range in.Chips {
			in.Chips[i] = HomeChip{long, long, 7}
		}
		in.Page = homePageInput()
		in.Page.Title, in.Page.Lines = long, []string{long, long, long}
		for i := range in.Page.Players {
			in.Page.Players[i] = HomePlayer{long, long, []string{"-2147483648", "2147483647", "2147483647",
				"2147483647%"}, long, long, 99}
		}
		for i := range in.Page.Highlights {
			in.Page.Highlights[i] = HomeMoment{"26:10:59", long}
		}
		in.Page.Highlights = in.Page.Highlights[:3]
		h := NewBrowser(New(s.Unit()).Atlas())
		h.Build(in)
		if s.Width < 480 {
			continue // no window is so small; it must not panic
		}
		for _, v := range h.Buffer().Vertices {
			if v.X < -1 || v.Y < -1 || v.X > s.Width+1 || v.Y > s.Height+1 {
				t.Errorf("%v: something is drawn at %v, %v", s, v.X, v.Y)
				break
			}
		}
	}
}

// The columns that matter less are left out where the room is scarce.
func TestHomeColumnsThatFit(t *testing.T) {
	for _, c := range []struct {
		s    Screen
		page bool
		want string
	}{
		{Screen{480, 300, 1, 0, false}, false, "map players result length"},
		{Screen{640, 360, 1, 0, false}, false, "date map mode players result length"},
		{Screen{1280, 720, 1, 0, false}, true, "date game map mode players result length"},
		{Screen{1280, 720, 1, 0, false}, false, "date game map mode players result length best moment"},
	} {
		in := homeInput(c.s, 10, 0)
		if c.page {
			in.Page = homePageInput()
		}
		shape := in.Shape()
		l := NewHomeLayout(c.s, &shape)
		var got []string
		for i, k := range in.Columns {
			if l.Columns[i].W > 0 {
				got = append(got, k.Name)
			}
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%v, page %v: %q, want %q", c.s, c.page, got, c.want)
		}
	}
}

// The middle of the thumb is where the pointer holds it.
func TestHomeScrollBar(t *testing.T) {
	in := homeInput(Screen{1280, 720, 1, 0, false}, 50_000, 0)
	shape := in.Shape()
	l := NewHomeLayout(in.Screen, &shape)
	bottom := l.Scroll.Y + l.Scroll.H
	for _, c := range []struct {
		y    float32
		want int
	}{{-100, 0}, {l.Scroll.Y, 0}, {(l.Scroll.Y + bottom) / 2, (50_000 - l.Visible()) / 2},
		{bottom, 50_000 - l.Visible()}, {1e6, 50_000 - l.Visible()}} {
		if got := l.TopAt(c.y, 50_000); got < c.want-1 || got > c.want+1 {
			t.Errorf("at %v: row %d, want %d", c.y, got, c.want)
		}
	}
	if got := l.TopAt(300, 5); got != 0 {
		t.Errorf("of 5 rows the first visible is %d", got)
	}
}

func BenchmarkHome(b *testing.B) {
	in := homeInput(Screen{1280, 720, 1, 0, false}, 50_000, 25_000)
	in.Page = homePageInput()
	in.Page.Highlights = in.Page.Highlights[:10]
	h := NewBrowser(New(in.Screen.Unit()).Atlas())
	h.Build(in)
	b.ReportAllocs()
	for b.Loop() {
		h.Build(in)
	}
}

// The picture of a demo stands above the rest of its page, and above the moments of a wide one.
func TestPictureOnThePage(t *testing.T) {
	for _, test := range []struct {
		screen           Screen
		picture, caption Rect
	}{
		{Screen{1280, 720, 1, 0, false}, Rect{838, 110, 420, 161}, Rect{838, 272, 420, 16}},
		{Screen{640, 360, 1, 0, false}, Rect{329, 97, 291, 109}, Rect{329, 207, 291, 14}},
		{Screen{480, 300, 1, 0, false}, Rect{348, 97, 112, 63}, Rect{}},
		{Screen{1920, 1080, 2, 0, false}, Rect{1147, 194, 734, 224}, Rect{1147, 420, 734, 28}},
	} {
		in := homeInput(test.screen, 40, 0)
		in.Page, in.Only = homePageInput(), !HomeHasRoom(test.screen)
		in.Page.Picture = HomePicture{Wanted: true, Line: "0:28  run, Quarry"}
		shape := in.Shape()
		l := NewHomeLayout(test.screen, &shape)
		k := &l.Parts
		if k.Picture != test.picture || k.Caption != test.caption {
			t.Errorf("%v: the picture is at %v, the caption at %v, want %v and %v", test.screen, k.Picture, k.Caption,
				test.picture, test.caption)
		}
		for what, r := range map[string]Rect{"title": k.Title, "lines": k.Lines, "plot": k.Plot, "players": k.Players,
			"moments": k.Rows} {
			if r.X < k.Picture.X+k.Picture.W && k.Picture.X < r.X+r.W && r.Y < k.Picture.Y+k.Picture.H &&
				k.Picture.Y < r.Y+r.H {
				t.Errorf("%v: the picture at %v lies over the %s at %v", test.screen, k.Picture, what, r)
			}
		}
		if k.Rows.H < k.Row {
			t.Errorf("%v: there is no room for a moment", test.screen)
		}
		part, _ := l.Hit(in, k.Picture.X+5, k.Picture.Y+5)
		in.Page.Picture.Lack = "No picture: the map is missing"
		none, _ := l.Hit(in, k.Picture.X+5, k.Picture.Y+5)
		if part != HomePictureAt || none != HomePageAt {
			t.Errorf("%v: a click on it hits %v, and where there is none %v", test.screen, part, none)
		}
	}
	// Once there will be none, a line is all that is left of it, and the moments have its place.
	for _, test := range []struct {
		screen                Screen
		moments, had, caption Rect
	}{
		{Screen{1280, 720, 1, 0, false}, Rect{838, 539, 410, 133}, Rect{838, 588, 410, 95}, Rect{838, 198, 420, 16}},
		{Screen{640, 360, 1, 0, false}, Rect{329, 114, 282, 204}, Rect{329, 242, 282, 85}, Rect{20, 174, 291, 14}},
	} {
		in := homeInput(test.screen, 40, 0)
		in.Page, in.Only = homePageInput(), !HomeHasRoom(test.screen)
		in.Page.Picture = HomePicture{Wanted: true, Lack: "..."}
		shape := in.Shape()
		had := NewHomeLayout(test.screen, &shape).Parts.Rows
		in.Page.Picture = HomePicture{Wanted: true, Lack: "No picture: too dark", None: true}
		shape = in.Shape()
		l := NewHomeLayout(test.screen, &shape)
		k := &l.Parts
		if had != test.had || k.Rows != test.moments || k.Caption != test.caption || k.Picture != (Rect{}) {
			t.Errorf("%v: with a picture the moments have %v, without %v, the line %v, the picture %v", test.screen,
				had, k.Rows, k.Caption, k.Picture)
		}
		if part, _ := l.Hit(in, k.Caption.X+5, k.Caption.Y+5); part != HomePageAt {
			t.Errorf("%v: a click on the line hits %v", test.screen, part)
		}
	}
	in := homeInput(Screen{1280, 720, 1, 0, false}, 40, 0)
	in.Page = homePageInput()
	shape := in.Shape()
	if l := NewHomeLayout(in.Screen, &shape); l.Parts.Picture != (Rect{}) || l.Parts.Title.Y != 110 {
		t.Errorf("without one the page has %+v", l.Parts)
	}
}

// homeScreens are windows of the home: usual ones, one with letters twice as large, an upright one, those that are
// too small for everything, and those of fingers.
var homeScreens = []Screen{
	{640, 360, 1, 0, false}, {1280, 720, 1, 0, false}, {1920, 1080, 1, 200, false}, {1920, 1080, 2, 0, false},
	{720, 1280, 1, 0, false}, {1080, 1920, 1, 0, false}, {3440, 1440, 1, 0, false},
	{480, 300, 1, 0, false}, {320, 200, 1, 0, false}, {1280, 100, 1, 0, false}, {640, 200, 1, 0, false},
	{200, 400, 1, 0, false},
	{640, 360, 1, 0, true}, {1280, 720, 1, 0, true}, {480, 300, 1, 0, true}, {320, 200, 1, 0, true},
	{1280, 100, 1, 0, true}, {720, 1280, 1, 0, true},
}

// TestHomePartsAreApart: with every combination of what a page may have, no part of the home lies over another, all
// are in the window, and those of the page in the page.
func TestHomePartsAreApart(t *testing.T) {
	for _, s := range homeScreens {
		for kind := range 1 << 6 {
			has := func(bit int) bool { return kind>>bit&1 == 1 }
			in := homeInput(s, 40, 0)
			in.Page = homePageInput()
			in.Page.Picture.Wanted = has(0)
			if !has(1) {
				in.Page.Map = HomeMap{}
			}
			if !has(2) {
				in.Page.Plot = HomePlot{}
			}
			if !has(3) {
				in.Page.Players = nil
			}
			if has(4) {
				in.Page.Map.Aspect *= 0.2 // a tower
			}
			if has(5) {
				in.Page.Count = 0
			}
			in.Only = !HomeHasRoom(s)
			shape := in.Shape()
			l := NewHomeLayout(s, &shape)
			name := fmt.Sprintf("%v touch %v, picture %v, map %v, plot %v, players %v, tower %v, no moments %v", s,
				s.Touch, has(0), has(1), has(2), has(3), has(4), has(5))
			k := &l.Parts
			inside := map[string]Rect{
				"picture": k.Picture, "caption": k.Caption, "title": k.Title, "lines": k.Lines, "plot": k.Plot,
				"map":     k.Map,
				"players": k.Players, "heading": k.Heading, "moments": k.Rows, "scroll bar of moments": k.Scroll,
			}
			apart(t, name, l.Page, inside)
			outside := map[string]Rect{"query": l.Query, "page": l.Page, "rows": l.Rows, "scroll bar": l.Scroll,
				"status": l.Status}
			for i := range l.Buttons {
				outside[fmt.Sprint("button ", i)] = l.Buttons[i]
			}
			for i := range l.Chips {
				outside[fmt.Sprint("chip ", i)] = l.Chips[i]
			}
			for i := range l.Columns { // the dots of the menu are in the free end of the last one
				outside[fmt.Sprint("head ", i)] = l.Columns[i]
			}
			if d := l.More; d.H > 0 && !l.Head.Contains(d) {
				t.Errorf("%s: the dots at %v are not in the head at %v", name, d, l.Head)
			}
			if !in.Only && l.Visible() < 1 || in.Only && l.Page.H <= 0 {
				t.Errorf("%s: no room for a row: %v", name, l.Rows)
			}
			apart(t, name, Rect{0, 0, s.Width, s.Height}, outside)
		}
	}
}

// TestHomeTextsDoNotCollide: no letter of the home is written over another, however small the window; nor where all
// have lost score, and 0 is at the upper edge of the plot.
func TestHomeTextsDoNotCollide(t *testing.T) {
	for _, s := range homeScreens {
		for _, what := range []string{"table", "page", "message", "below 0"} {
			in := homeInput(s, 40, 0)
			if len(in.Chips) > HomeChips(s) {
				in.Chips = in.Chips[:HomeChips(s)]
			}
			if what != "table" {
				in.Page = homePageInput()
				in.Page.Focused = false // else all of a highlight lies over its neighbors, on a ground of its own
				in.Page.Picture = HomePicture{Wanted: true, Line: "0:28  run, Quarry",
					Lack: "No picture: the map is missing"}
				in.Only = !HomeHasRoom(s)
			}
			if what == "below 0" {
				in.Page.Plot.Most, in.Page.Plot.Zero = "0", 1
			}
			if what == "message" {
				in.Message = "A folder that was added cannot be read"
			}
			shape := in.Shape()
			l := NewHomeLayout(s, &shape)
			if in.Page != nil {
				in.Page.Highlights = in.Page.Highlights[:l.Parts.Visible()]
			}
			in.Rows = in.Rows[:min(len(in.Rows), l.Visible())]
			h := NewBrowser(New(s.Unit()).Atlas())
			h.Build(in)
			notCollide(t, fmt.Sprintf("%v touch %v, %s", s, s.Touch, what), s, h)
		}
	}
}

// The table of players takes the room of moments that there are not, has a player or is not there, and a map without
// a plot is at the left.
func TestHomePageWithLess(t *testing.T) {
	s := Screen{1280, 720, 1, 0, false}
	in := homeInput(s, 40, 0)
	in.Page = homePageInput()
	in.Page.Picture.Wanted = true
	lines := func(moments, players int) int {
		in.Page.Count, in.Page.Players = moments, homePageInput().Players[:players]
		shape := in.Shape()
		l := NewHomeLayout(s, &shape)
		return int(l.Parts.Players.H / l.Parts.Line)
	}
	for _, c := range []struct{ moments, players, want int }{{0, 2, 3}, {0, 7, 8}, {40, 2, 3}} {
		if got := lines(c.moments, c.players); got != c.want {
			t.Errorf("%d moments, %d players: %d lines, want %d", c.moments, c.players, got, c.want)
		}
	}
	in.Page.Plot = HomePlot{}
	shape := in.Shape()
	if l := NewHomeLayout(s, &shape); l.Parts.Map.X != l.Parts.Lines.X || l.Parts.Map.W != 98 || l.Parts.Map.H != 70 {
		t.Errorf("a map alone is at %v", l.Parts.Map)
	}
}

// What is said behind a name has room before the names' own: the numbers of all move aside for it, and a long
// name ends with dots. There are the columns that a match has.
func TestHomePlayersSayWhoLeft(t *testing.T) {
	s := Screen{1280, 720, 1, 0, false}
	in := homeInput(s, 40, 0)
	in.Page = homePageInput()
	in.Page.Players = in.Page.Players[:3]
	in.Page.Highlights = nil
	drawn := func() (list []string) {
		h := NewBrowser(New(s.Unit()).Atlas())
		h.Build(in)
		return textsOf(h)
	}
	columns := func() playerColumns {
		h := NewBrowser(New(s.Unit()).Atlas())
		h.Build(in)
		return h.layoutPlayers(in.Page, Rect{W: 420})
	}
	was := columns()
	if texts := drawn(); slices.Contains(texts, "tk") || was.ends[4] != 0 || was.name != 100 {
		t.Errorf("nobody killed a mate: %q, %+v", texts, was)
	}
	in.Page.Players[0].Remark, in.Page.Players[1].Name = "(looked on from 11:08)",
		"a name that is too long for its column"
	in.Page.Players[2].Name, in.Page.Players[2].Remark = "a name that is too long for its column", "(left at 1:05)"
	in.Page.Columns = append(in.Page.Columns, HomeNumber{"tk", 22})
	in.Page.Players[2].Cells = append(in.Page.Players[2].Cells, "77")
	texts, now := drawn(), columns()
	for _, want := range []string{"milton", "(looked on from 11:08)", "(left at 1:05)", "tk", "77"} {
		if !strings.Contains(strings.Join(texts, "|"), want) {
			t.Errorf("%q is not among %q", want, texts)
		}
	}
	if now.name <= was.name || now.name > 420*remarkedPart || now.ends[0]-was.ends[0] != now.name-was.name ||
		now.ends[4] <= now.ends[3] || now.ends[4] > now.items {
		t.Errorf("%+v, and without remarks %+v", now, was)
	}
	if cut := slices.IndexFunc(texts, func(s string) bool {
		return strings.HasPrefix(s, "a name") && !strings.HasSuffix(s, "...")
	}); cut >= 0 {
		t.Errorf("%q is not cut", texts[cut])
	}
}

// apart reports parts that lie over another, or outside of an area.
func apart(t *testing.T, name string, area Rect, parts map[string]Rect) {
	t.Helper()
	var names []string
	for n, r := range parts {
		if r.W < 0 || r.H < 0 || r.X < 0 || r.Y < 0 {
			t.Errorf("%s: the %s is %v", name, n, r)
		}
		if r.W > 0 && r.H > 0 {
			names = append(names, n)
		}
	}
	slices.Sort(names)
	for i, n := range names {
		if !area.Contains(parts[n]) {
			t.Errorf("%s: the %s at %v is not in %v", name, n, parts[n], area)
		}
		for _, m := range names[:i] {
			if parts[n].Overlaps(parts[m]) {
				t.Errorf("%s: the %s at %v lies over the %s at %v", name, n, parts[n], m, parts[m])
			}
		}
	}
}
