package app

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"demoscope/render/control"
	"demoscope/render/hud"
	"demoscope/render/scene"
	"demoscope/render/setting"
)

// labels returns what the finder lists.
func (r *rig) labels() (list []string) {
	for _, row := range r.finder.Rows {
		list = append(list, row.Label)
	}
	return list
}

// TestFinderCarriesOut: what is typed is found by its words and done by Enter, by the arrow keys and
// by a click.
func TestFinderCarriesOut(t *testing.T) {
	r := newRig(t)
	was := r.see()
	r.press("Shift+/")
	r.write("SKY li")
	if got := r.labels(); !slices.Equal(got, []string{"Sky lines"}) {
		t.Errorf("found %q", got)
	}
	r.press("Enter")
	r.changed("Enter", was, func(s *seen) { s.Plain, s.Says, s.Finder = "sky", "Sky lines: off", true })
	r.press("Esc")
	r.run(64 * 4)

	r.press("Shift+/")
	r.write("kill")
	if got, want := r.labels(), []string{"Kill preview", "Next kill", "Previous kill"}; !slices.Equal(got[:3], want) {
		t.Errorf("found %q, want first %q", got, want)
	}
	r.press("Down")
	r.press("Down")
	if row := r.finder.row(r.finder.Selected); row == nil || row.command.Name != "previous-kill" {
		t.Errorf("selected is %+v", row)
	}
	r.press("Up")
	r.press("Up")
	r.press("Up")
	r.press("PgDn")
	if got, want := r.finder.Selected, len(r.finder.Rows)-1; got != want {
		t.Errorf("a page down from the first of %d is %d", want+1, got)
	}
	for range "kill" {
		r.press("Backspace")
	}
	columns := len(setting.Find("library-columns").Choices) // which have one row until something is typed
	if got := len(r.finder.Rows); got != len(r.finder.all)-columns {
		t.Errorf("%d of %d rows with nothing typed, %d of them columns", got, len(r.finder.all), columns)
	}
	r.write("full screen")
	b := hud.NewFinderBox(r.Size)
	was = r.see()
	r.click(hud.Rect{X: b.Rows.X + 50, Y: b.Rows.Y, W: 20, H: b.Row})
	r.changed("a click", was, func(s *seen) { s.Finder, s.Full = false, true })
	r.press("Shift+/")
	r.write("no such thing")
	r.press("Enter")
	if r.see().Finder {
		t.Error("Enter with nothing found leaves it open")
	}
}

// TestFinderAtHome: the finder and the page of settings open in the home by keys that type nothing and
// by the button; they offer what works there, and the home takes nothing meanwhile.
func TestFinderAtHome(t *testing.T) {
	r := newHomeRig(t, folderSource{})
	r.dropFolder(sampleFolder(t), 2)
	r.press("Shift+F1")
	if r.write("colum"); !r.finder.open || len(r.home.line.query.Bytes()) > 0 {
		t.Fatalf("open %v, the home has %q", r.finder.open, r.home.line.query.String())
	}
	want := "Sort by next column|Choose columns|Library columns: date|"
	if got := strings.Join(r.labels(), "|"); !strings.HasPrefix(got, want) {
		t.Errorf("found %q, want first %q", got, want)
	}
	r.press("Down")
	if r.home.hudIn.Finder == nil {
		t.Error("it is not drawn")
	}
	r.press("Enter")
	if r.finder.open || !r.home.menu.open {
		t.Errorf("Enter: finder %v, columns %v", r.finder.open, r.home.menu.open)
	}
	r.press("Esc")

	r.press("Shift+F1")
	labels := r.labels()
	for _, want := range []string{"Add folder", "Refresh",
		"Sort by next column", "Play the built-in sample", "Full screen", "Settings"} {
		if !slices.Contains(labels, want) {
			t.Errorf("%q is not offered", want)
		}
	}
	for _, other := range []string{"Play / pause", "Next kill", "Command palette"} {
		if slices.Contains(labels, other) {
			t.Errorf("%q is offered", other)
		}
	}
	r.press("Esc")
	if r.finder.open || r.Demo.Notices.quitAsked() {
		t.Errorf("Esc: finder %v, leaving %v", r.finder.open, r.Demo.Notices.quitAsked())
	}

	r.press("F4")
	r.write("mouse")
	if got := r.labels(); !r.finder.open || slices.Contains(got, "Add folder") {
		t.Errorf("settings: open %v, %q", r.finder.open, got)
	}
	r.click(hud.Rect{X: 4, Y: 300, W: 4, H: 4}) // beside it
	if r.finder.open {
		t.Error("a click beside it leaves it open")
	}

	r.click(r.home.layout.Buttons[buttonMenu])
	r.write("second folder")
	r.press("Enter") // finds nothing
	r.click(r.home.layout.Buttons[buttonMenu])
	r.write("sort by")
	b := hud.NewFinderBox(r.Size)
	before, _ := r.home.table.sorted()
	r.click(hud.Rect{X: b.Rows.X + 50, Y: b.Rows.Y, W: 20, H: b.Row})
	if after, _ := r.home.table.sorted(); after == before || r.finder.open {
		t.Errorf("a click on the first row: sorted by %d, was %d; open %v", after, before, r.finder.open)
	}

	r.input.typed = []rune("?")
	r.press("Shift+/")
	if got := r.home.line.query.String(); got != "?" || r.finder.open {
		t.Errorf("Shift+/ is typed: %q, open %v", got, r.finder.open)
	}
}

// TestFinderTitles: the settings have titles, which the arrow keys leave out, and the library's columns one row that
// leads to all of them.
func TestFinderTitles(t *testing.T) {
	r := newRig(t)
	r.press("F4")
	if p := &r.finder; !p.Rows[0].Title || p.Rows[0].Label != "Display" || p.Selected != 1 {
		t.Fatalf("first is %+v, selected is %d", p.Rows[0], p.Selected)
	}
	seen := map[string]bool{}
	for range r.finder.Rows {
		row := r.finder.row(r.finder.Selected)
		if row == nil {
			t.Fatalf("row %d is selected: %+v", r.finder.Selected, r.finder.Rows[r.finder.Selected])
		}
		if seen[row.Label] = true; row.setting.Name == "library-columns" {
			break
		}
		r.press("Down")
	}
	if !seen["Mute"] || !seen["Library columns"] {
		t.Errorf("the arrow keys reach %v", seen)
	}
	r.press("Enter")
	if got := r.labels(); len(got) != 14 || got[0] != "Library columns: date" {
		t.Errorf("the columns are %q", got)
	}
	r.press("Esc")
	r.press("F4")
	r.press("Up")
	if r.finder.Selected != 1 || r.finder.Top != 0 {
		t.Errorf("above the first row %d is selected, the top is %d", r.finder.Selected, r.finder.Top)
	}
}

// TestFinderCloses: Esc, the cross and a click beside it close it, and nothing else is done by that.
func TestFinderCloses(t *testing.T) {
	r := newRig(t)
	was := r.see()
	b := hud.NewFinderBox(r.Size)
	for _, test := range []func(){
		func() { r.press("Esc") },
		func() { r.click(b.Close) },
		func() { r.click(hud.Rect{X: 4, Y: 300, W: 4, H: 4}) },
	} {
		r.press("Shift+/")
		r.write("sky")
		test()
		r.run(64 * 4)
		now := r.see()
		now.Says = was.Says
		if fmt.Sprint(now) != fmt.Sprint(was) {
			t.Errorf("was %+v, is %+v", was, now)
		}
	}
}

// The page of settings has what another window or demoscope config has changed meanwhile.
func TestSettingsOfOthers(t *testing.T) {
	r := newHomeRig(t, folderSource{})
	r.home.below.placeholder = false
	r.press("Shift+Esc")
	kept := setting.Values{"basedir": {"/games"}}
	var wrong error
	r.settings.read = func() (setting.Values, error) { return maps.Clone(kept), wrong }
	read := func() { r.until("the settings", func() bool { return r.settings.reading == nil }) }
	r.press("F4")
	read()
	r.press("Esc")
	kept["mode"], kept["size"], kept["library-columns"], kept["library-sort"] = setting.Value{"wire"},
		setting.Value{"800x600"}, setting.Value{"map", "file"}, setting.Value{"size"}
	r.press("F4")
	read()
	states := map[string]string{}
	for i := range r.finder.Rows {
		if row := r.finder.row(i); row != nil {
			states[row.setting.Name] = r.finder.Rows[i].State
		}
	}
	for name, want := range map[string]string{
		"basedir": "/games", "size": "800x600", "mode": "wire", "library-columns": "map, file", "volume": "70",
	} {
		if states[name] != want {
			t.Errorf("%s is %q, want %q", name, states[name], want)
		}
	}
	if r.Viewing.Mode != scene.Wire || r.home.table.order() != "size" || len(r.home.table.columns()) != 2 {
		t.Errorf("mode %v, sorted by %s, %d columns", r.Viewing.Mode, r.home.table.order(), len(r.home.table.columns()))
	}
	// Of a file with a mistake nothing is taken over, and that is said.
	r.press("Esc")
	kept, wrong = nil, errorString("settings.toml: line 3: there is no setting \"mod\"")
	r.press("F4")
	read()
	if r.Viewing.Mode != scene.Wire || r.home.table.order() != "size" ||
		r.App.settings.values.Of("basedir").String() != "/games" {
		t.Errorf("a file unreadable: mode %v, sorted by %s, games in %s", r.Viewing.Mode, r.home.table.order(),
			r.App.settings.values.Of("basedir"))
	}
	if got, want := r.Demo.Notices.warning.text,
		"Can't read the settings: settings.toml: line 3: there is no setting \"mod\""; got != want {
		t.Errorf("it says %q, want %q", got, want)
	}
	// What is chosen while they are read stays.
	r.press("Esc")
	kept, wrong = setting.Values{"mode": {"textured"}, "volume": {"30"}}, nil
	going, held := make(chan bool), r.settings.read
	r.settings.read = func() (setting.Values, error) { <-going; return held() }
	r.press("F4")
	r.App.settings.values["mode"] = setting.Value{"shaded"}
	liveSettingOf("mode").set(&r.Viewing, setting.Value{"shaded"})
	close(going)
	read()
	if r.Viewing.Mode != scene.Shaded || r.App.settings.values.Of("volume").String() != "30" {
		t.Errorf("mode %v, volume %s", r.Viewing.Mode, r.App.settings.values.Of("volume"))
	}
}

// TestSettingsPage: every setting is on it, changes at once, and is kept.
func TestSettingsPage(t *testing.T) {
	r := newRig(t)
	kept := map[string]string{}
	r.settings.write = func(name string, v setting.Value) error {
		kept[name] = v.String()
		return nil
	}
	r.press("F4")
	var names []string
	for i := range r.finder.all {
		row := &r.finder.all[i]
		if row.setting == nil {
			t.Fatalf("%+v", row)
		}
		if n := len(names); n == 0 || names[n-1] != row.setting.Name {
			names = append(names, row.setting.Name)
		}
	}
	if !slices.Equal(names, setting.Names()) {
		t.Errorf("on the page are %q", names)
	}
	choose := func(query, keys string) {
		r.press("F4")
		r.write(query)
		for key := range strings.FieldsSeq(keys) {
			r.press(key)
		}
		r.press("Esc")
	}
	r.press("Esc")
	choose("volume", "Left Left")
	choose("render mode", "Right")
	choose("picture-in", "Enter")
	choose("floor grid", "Right")
	choose("sky lines", "Right")
	choose("floor grid", "Right")
	choose("speedo", "Right")
	choose("camera", "Left")
	choose("director", "Right")
	choose("window size", "Right")
	want := map[string]string{"volume": "50", "mode": "lit", "picture-in-picture": "false", "floor-grid": "true",
		"sky-lines": "false", "speedometer": "true", "camera": "overhead", "director": "true"}
	if fmt.Sprint(kept) != fmt.Sprint(want) {
		t.Errorf("kept are %v, want %v", kept, want)
	}
	if s := r.see(); s.Mode != "lit" || s.Loud.Volume != 50 || s.Overlays != "Velocity" ||
		r.Viewing.On(setting.SkyLines) ||
		!r.Viewing.On(setting.FloorGrid) || r.Viewing.On(setting.PictureInPicture) {
		t.Errorf("%+v", s)
	}
	// The right button goes back.
	r.press("F4")
	r.write("render mode")
	b := hud.NewFinderBox(r.Size)
	r.hover(hud.Rect{X: b.Rows.X + 50, Y: b.Rows.Y, W: 20, H: b.Row})
	r.hit(control.MouseRight)
	r.lift(control.MouseRight)
	if got := r.see().Mode; got != "game" || r.finder.Rows[0].State != "game" {
		t.Errorf("the mode is %s", got)
	}
}

// TestFinderScrolls: the wheel scrolls, and what is selected is in view.
func TestFinderScrolls(t *testing.T) {
	r := newRig(t)
	r.press("Shift+/")
	b := hud.NewFinderBox(r.Size)
	r.hover(b.Rows)
	r.turn(-2)
	if r.finder.Top != 6 {
		t.Errorf("two notches scroll to row %d", r.finder.Top)
	}
	r.turn(100)
	if r.finder.Top != 0 {
		t.Errorf("to row %d", r.finder.Top)
	}
	for range 40 { // as a touchpad does
		r.turn(-0.0625)
	}
	if r.finder.Top != 7 {
		t.Errorf("two and a half notches in small parts scroll to row %d", r.finder.Top)
	}
	r.turn(1e30)
	if r.finder.Top != 0 {
		t.Errorf("more than any wheel turns scrolls to row %d", r.finder.Top)
	}
	for range 30 {
		r.press("Down")
	}
	if f := &r.finder; f.Selected != 30 || f.Top != 30-b.Visible()+1 {
		t.Errorf("selected %d, first %d of %d", f.Selected, f.Top, b.Visible())
	}
}
