package app

import (
	"bytes"
	"image"
	"image/color"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"demoscope/bsp"
	"demoscope/formats"
	"demoscope/player/library"
	"demoscope/player/pattern"
	"demoscope/player/pictures"
	"demoscope/player/world"
	"demoscope/render/hud"
	"demoscope/render/thumbnail"
)

// sampleLook opens our own recordings with their map.
func sampleLook(t testing.TB) func(string) (*thumbnail.Source, error) {
	maps := sampleMap(t)
	return func(path string) (*thumbnail.Source, error) {
		data, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		d, err := formats.Open(path, data)
		return &thumbnail.Source{Demo: d, Maps: maps, Close: func() {}}, err
	}
}

// newPictureRig shows the home of two of our own recordings, with pictures.
func newPictureRig(t testing.TB, look func(string) (*thumbnail.Source, error)) (r *rig, dir string) {
	r, dir = newHomeRig(t, folderSource{}), filepath.Join(t.TempDir(), "pictures")
	r.home.config.OpenPictureSource, r.home.config.Pictures = look, pictures.Open(dir)
	r.dropSamples(sampleFolder(t))
	return r, dir
}

// dropSamples drops a folder with two of our own recordings, and selects demoscope1.mvd, which need not be
// the first that is found.
func (r *rig) dropSamples(dir string) {
	r.t.Helper()
	r.dropFolder(dir, 2)
	t := &r.home.table
	r.until("the order of the rows", func() bool {
		return t.rows[0].File() == "demoscope1.mvd" && !t.selecting.running
	})
	t.goTo(0, 2)
	r.pass(0)
}

// files returns the names of what is in a folder.
func filesIn(dir string) (list []string) {
	names, _ := os.ReadDir(dir)
	for _, n := range names {
		list = append(list, n.Name())
	}
	return list
}

// pictured waits for the picture of the selected demo.
func (r *rig) pictured() *albumEntry {
	r.t.Helper()
	r.pass(0.01)
	r.until("the picture", func() bool {
		a := &r.home.album
		return a.now != nil && a.making == nil && (a.now.image == nil || a.now.bitmap != nil &&
			a.now.bitmap.Size == a.size)
	})
	return r.home.album.now
}

// A picture of a demo without a best moment plays what it shows.
func TestPictureWithoutBestPlaysItsMoment(t *testing.T) {
	r, _ := newPictureRig(t, sampleLook(t))
	r.pictured().row.Best = nil // the picture stays, which is of 0:28
	r.pass(0)
	r.click(r.home.layout.Parts.Picture)
	r.opening()
	if c := r.Demo.Player.Clock(); r.home.shown || c < 27.5 || c > 28.5 {
		t.Errorf("home %v, at %v s, want what is printed as 0:28", r.home.shown, c)
	}
}

// The page on a demo has the picture of its best moment, which is made once for all windows.
func TestBestMomentOnThePage(t *testing.T) {
	r, dir := newPictureRig(t, sampleLook(t))
	if p := r.home.hudIn.Page.Picture; !p.Wanted || p.Lack != "..." {
		t.Errorf("until there is a picture the page has %+v", p)
	}
	e := r.pictured()
	// Its best moment is a run of four kills from 27.312 s to 30.577 s. The picture is of shortly before one
	// of them, with both who take part.
	if b := e.row.Best; b == nil || b.Kind != pattern.Run || round4(b.From) != 27.312 {
		t.Fatalf("the best moment is %+v", b)
	}
	const want = "0:27  run, Quarry: 4 kills in 3.3 s: Vesper, Lumen, Ranger, Vesper; demoscope1"
	if e.image == nil || e.line != want {
		t.Fatalf("it is %q, %q, want %q", e.line, e.lack, want)
	}
	if b := brightness(e.image); b < 22 {
		t.Errorf("its brightness is %v", b)
	}
	if got := e.image.Rect.Size(); got != image.Pt(640, 360) {
		t.Errorf("it is %v", got)
	}
	r.pass(0)
	r.CPU = NewSoftware()
	where := r.home.layout.Parts.Picture
	if where.W != 420 || where.H < 90 || where.Y <= r.home.layout.Page.Y ||
		where.Y+where.H > r.home.layout.Parts.Title.Y {
		t.Errorf("it is at %v, the title at %v", where, r.home.layout.Parts.Title)
	}
	drawn := r.DrawCPU(image.Pt(1280, 720), r.App, true).Image()
	at := e.bitmap.Picture.Image().RGBAAt(100, 50)
	if got := drawn.RGBAAt(int(where.X)+100, int(where.Y)+50); got != at || got == (color.RGBA{}) {
		t.Errorf("%v is drawn, the picture has %v", got, at)
	}

	// Another window reads it: nothing has to be opened for that.
	other := newHomeRig(t, folderSource{})
	other.home.config.OpenPictureSource = func(string) (*thumbnail.Source, error) { panic("it opens the demo") }
	other.home.config.Pictures = pictures.Open(dir)
	other.dropSamples(filepath.Dir(e.row.Places[0].Path))
	if got := other.pictured(); got.line != e.line {
		t.Errorf("another window has %q, want %q", got.line, e.line)
	}

	// A damaged one is made anew.
	file := filepath.Join(dir, "e88632fd7c94fa324885ca92.picture")
	if err := os.WriteFile(file, []byte("demoscope picture 1\nnot at all"), 0o600); err != nil {
		t.Fatal(err)
	}
	third := newHomeRig(t, folderSource{})
	third.home.config.OpenPictureSource, third.home.config.Pictures = sampleLook(t), pictures.Open(dir)
	third.dropSamples(filepath.Dir(e.row.Places[0].Path))
	if got := third.pictured(); got.line != e.line {
		t.Errorf("after damage it is %q, want %q", got.line, e.line)
	}
	if info, err := os.Stat(file); err != nil || info.Size() < 5000 {
		t.Errorf("the damaged file stays: %v", err)
	}
}

// The pictures of other visible rows are made ahead, one after another; then nothing goes on, and nothing is drawn.
func TestPicturesAhead(t *testing.T) {
	var open, most atomic.Int32
	look := sampleLook(t)
	r, dir := newPictureRig(t, func(path string) (*thumbnail.Source, error) {
		if n := open.Add(1); n > most.Load() {
			most.Store(n)
		}
		l, err := look(path)
		l.Close = func() { open.Add(-1) }
		return l, err
	})
	r.pictured()
	r.until("the files of both", func() bool { return len(r.home.album.ahead) == 2 })
	if got := filesIn(dir); len(got) != 2 || got[0] != "84f3023c1790caf6fdf2ad9d.picture" ||
		got[1] != "e88632fd7c94fa324885ca92.picture" {
		t.Errorf("the folder has %q", got)
	}
	if most.Load() != 1 || open.Load() != 0 {
		t.Errorf("%d demos were open at once, %d still are", most.Load(), open.Load())
	}
	// What is told late, as the end of a scan, is still drawn.
	idle := 0
	r.until("a window in which nothing happens neither draws nor works", func() bool {
		if idle++; r.redraw.draw || r.home.album.making != nil {
			idle = 0
		}
		return idle == 20
	})
	in := r.reader.read(0)
	if n := allocations(20, 0, func() { r.home.updatePictures(in, 0.01) }); n != 0 {
		t.Errorf("asking for what is there allocates %v times", n)
	}
	r.press("Down")
	if r.home.album.pagePicture(r.home.config, r.home.table.row()).Lack != "..." {
		t.Error("the picture of the row before is shown")
	}
	if e := r.pictured(); e.row.File() != "demoscope1.dm2" || e.image == nil {
		t.Errorf("%s: %q", e.row.File(), e.lack)
	}
}

// Opening a demo stops what is being made, and while it plays nothing is.
func TestOpeningStopsPictures(t *testing.T) {
	begun, release := make(chan bool, 9), make(chan bool)
	look := sampleLook(t)
	r, dir := newPictureRig(t, func(path string) (*thumbnail.Source, error) {
		begun <- true
		<-release
		return look(path)
	})
	r.run(20)
	<-begun
	making := r.home.album.making
	r.press("Enter")
	r.opening()
	if r.home.shown || !making.stop.Load() {
		t.Fatalf("home %v, stopped %v", r.home.shown, making.stop.Load())
	}
	close(release)
	r.run(200)
	if e := <-making.ready; e != nil {
		t.Errorf("a picture that was stopped is %+v", e)
	}
	making.ready <- nil
	if got := filesIn(dir); len(got) != 0 || len(begun) != 0 {
		t.Errorf("the folder has %q, %d more were begun", got, len(begun))
	}
	r.press("Shift+Esc")
	if e := r.pictured(); e.image == nil {
		t.Errorf("back at home: %q", e.lack)
	}
}

// A click on the picture plays the moment.
func TestClickOnThePicture(t *testing.T) {
	r, _ := newPictureRig(t, sampleLook(t))
	best := r.pictured().row.Best
	r.click(r.home.layout.Parts.Picture)
	r.opening()
	if c := r.Demo.Player.Clock(); r.home.shown || c < best.From-5 || c > best.From-4 {
		t.Errorf("home %v, at %v s, the moment is at %v s", r.home.shown, c, best.From)
	}
}

// Why there is none is said in a few words.
func TestNoPicture(t *testing.T) {
	other := sample(t, "demoscope1.dm2")
	for want, look := range map[string]func(string) (*thumbnail.Source, error){
		"No picture: file changed": func(path string) (*thumbnail.Source, error) {
			d, err := formats.Open(path, append(other[:len(other):len(other)], 1, 2, 3))
			return &thumbnail.Source{Demo: d, Close: func() {}}, err
		},
		"No picture: it is gone":     func(string) (*thumbnail.Source, error) { return nil, errGone },
		"No picture: internal error": func(string) (*thumbnail.Source, error) { panic("a mistake") },
		"No picture: it is [31m red": func(string) (*thumbnail.Source, error) { return nil, errRed },
	} {
		r, dir := newPictureRig(t, look)
		if e := r.pictured(); e.image != nil || e.lack != want {
			t.Errorf("%q, want %q", e.lack, want)
		}
		r.pass(0.1)
		if got := r.home.hudIn.Page.Picture.Lack; got != want || len(filesIn(dir)) != 0 {
			t.Errorf("the page says %q, the folder has %q", got, filesIn(dir))
		}
	}
}

// The place of a picture is given back to the page once it is known that there is none, and taken again for a
// demo with one; the pictures of other rows are made meanwhile.
func TestNoPictureGivesItsPlaceBack(t *testing.T) {
	look, known := sampleLook(t), make(chan struct{})
	r, dir := newPictureRig(t, func(path string) (*thumbnail.Source, error) {
		if filepath.Base(path) == "demoscope1.mvd" {
			<-known
			return nil, errorString("too dark")
		}
		return look(path)
	})
	// A page with a plot leaves less to the picture.
	page := func() {
		t.Helper()
		r.until("the page", func() bool { return r.home.pager.now != nil && r.home.pager.now.complete() })
		r.pass(0.1)
		r.pass(0.1)
	}
	parts := &r.home.layout.Parts
	page()
	title := parts.Title.Y
	if parts.Picture.H != 161 {
		t.Errorf("until it is known the picture has %v", parts.Picture)
	}
	close(known)
	if e := r.pictured(); e.lack != "No picture: too dark" {
		t.Errorf("it is %q, %q", e.line, e.lack)
	}
	r.pass(0.1)
	r.pass(0.1)
	if parts.Picture.H != 0 || parts.Caption.H != 16 || title-parts.Title.Y != 183 {
		t.Errorf("the picture has %v, the line %v, the title is %v higher", parts.Picture, parts.Caption,
			title-parts.Title.Y)
	}
	r.until("the picture of the other row", func() bool { return len(filesIn(dir)) == 1 })
	r.press("Down")
	page()
	if e := r.pictured(); e.row.File() != "demoscope1.dm2" || e.image == nil || e.bitmap.Size.Y != 161 {
		t.Errorf("%s: %q, %v", e.row.File(), e.lack, e.bitmap.Size)
	}
}

// brightness returns the mean of the red, green and blue of a picture's pixels, 0 to 255.
func brightness(m *image.RGBA) float64 {
	sum := 0
	for i := 0; i < len(m.Pix); i += 4 {
		sum += int(m.Pix[i]) + int(m.Pix[i+1]) + int(m.Pix[i+2])
	}
	return float64(sum) / float64(len(m.Pix)/4*3)
}

var errGone, errRed = errorString("it is gone"), errorString("it is \x1b[31m red")

type errorString string

func (e errorString) Error() string { return string(e) }

// A demo that is too large is not opened for a picture, and nothing is done with one that nobody waits for any more.
func TestPictureNotOpened(t *testing.T) {
	r, _ := newPictureRig(t, sampleLook(t))
	row := *r.pictured().row
	row.Size = 256<<20 + 1
	row.Key[0]++ // there is no file of it
	with := *r.home.config
	opened, closed := 0, 0
	k := &pictureJob{row: &row, size: image.Pt(380, 214)}
	with.OpenPictureSource = func(string) (*thumbnail.Source, error) {
		opened++
		k.stop.Store(true)
		return &thumbnail.Source{Close: func() { closed++ }}, nil // of no demo: nothing asks for it
	}
	if e := k.make(&with, r.home.library.Library); opened != 0 || e == nil || e.lack != "No picture: demo too large" {
		t.Errorf("opened %d times: %+v", opened, e)
	}
	row.Size, row.Key = r.home.album.now.row.Size, r.home.album.now.row.Key
	with.Pictures = nil
	if e := k.make(&with, r.home.library.Library); e != nil || opened != 1 || closed != 1 {
		t.Errorf("stopped while it is opened: %+v, opened %d times, closed %d times", e, opened, closed)
	}
}

// A picture in memory is of a moment: with another best moment it is not that of the demo. One of a
// reconstructed map, and the lack of one, is forgotten with each return.
func TestPictureOfAnotherMoment(t *testing.T) {
	var a album
	row := &library.Row{ID: 1, Best: &library.Moment{From: 10, Kind: pattern.Run}}
	same, other, none := *row, *row, *row
	same.Best = &library.Moment{From: 10, Kind: pattern.Run}
	other.Best = &library.Moment{From: 12, Kind: pattern.Run}
	none.Best = nil
	whole := image.NewRGBA(image.Rect(0, 0, 2, 2))
	first, second := &albumEntry{row: row, image: whole}, &albumEntry{row: &other, image: whole}
	a.keep(first)
	if a.find(&same, momentKey{}) != first || a.find(&other, momentKey{}) != nil || a.find(&none, momentKey{}) != nil {
		t.Errorf("of the same moment %v, of another %v, of none %v", a.find(&same, momentKey{}), a.find(&other,
			momentKey{}), a.find(&none, momentKey{}))
	}
	a.keep(second)
	if len(a.entries) != 1 || a.find(&other, momentKey{}) != second {
		t.Errorf("%d are kept", len(a.entries))
	}
	a.keep(&albumEntry{row: &library.Row{ID: 2}, image: whole, rebuilt: true})
	a.keep(&albumEntry{row: &library.Row{ID: 3}, lack: "No picture: the map is missing"})
	if a.forget(); len(a.entries) != 1 || a.find(&other, momentKey{}) != second {
		t.Errorf("%d are left", len(a.entries))
	}
}

// gateSource has what opens demos ask a gate.
type gateSource struct {
	folderSource
	gate *atomic.Pointer[func() error]
}

func (s gateSource) Open(path, member string) (*formats.Demo, error) {
	if gate := s.gate.Load(); gate != nil {
		if err := (*gate)(); err != nil {
			return nil, err
		}
	}
	return s.folderSource.Open(path, member)
}

// The map of a page that cannot be made is tried again when the page is shown anew, not before; while a demo plays none
// is made, and back at home it is.
func TestMapTriedAgain(t *testing.T) {
	source := gateSource{gate: new(atomic.Pointer[func() error])}
	r := newHomeRig(t, source)
	r.dropSamples(sampleFolder(t))
	p := &r.home.pager
	drawn := func() bool { return !p.making && p.now != nil && p.now.complete() && p.now.Page.Map.Aspect > 0 }
	r.until("the map", drawn)
	r.home.below.placeholder = false
	away := func() { // with the map to be made anew
		p.now.mapped, p.now.Page.Map = false, hud.HomeMap{}
	}
	var opened atomic.Int32
	fails := func() error { opened.Add(1); return errGone }
	source.gate.Store(&fails)
	away()
	r.until("the failure", func() bool { return p.now.failed })
	for range 20 {
		r.pass(0.01)
	}
	if opened.Load() != 1 || p.making {
		t.Errorf("a file that is gone was opened %d times", opened.Load())
	}
	source.gate.Store(nil)
	r.press("Shift+Esc")
	r.press("Shift+Esc")
	r.until("the map, once the file is back", drawn)

	begun, release := make(chan bool, 9), make(chan bool)
	waits := func() error { begun <- true; <-release; return nil }
	source.gate.Store(&waits)
	away()
	r.pass(0.01)
	<-begun
	r.press("Shift+Esc")
	if r.home.shown {
		t.Fatal("it is still the home")
	}
	close(release)
	made := <-p.ready
	if made.mapped || made.Page.Map.Aspect > 0 {
		t.Error("a map is made while the demo plays")
	}
	p.ready <- made
	r.press("Shift+Esc")
	r.until("the map, back at home", drawn)
}

// A moment that was chosen in the list of highlights or in a search has its picture in the place of the best
// one, in memory alone; a click on it plays that moment.
func TestPictureOfAChosenMoment(t *testing.T) {
	var opened atomic.Int32
	look := sampleLook(t)
	r, dir := newPictureRig(t, func(path string) (*thumbnail.Source, error) {
		opened.Add(1)
		return look(path)
	})
	r.pictured()
	r.until("the page and the files of both", func() bool {
		return r.home.pager.now.complete() && len(filesIn(dir)) == 2 &&
			r.home.album.making == nil
	})
	r.pass(0.1)
	best := r.pictured() // in the size that is left beside a plot
	// Its highlights are a run at 0:27, which is the best moment, a discharge at 0:31, a quad at 0:39 and a
	// rocket at 0:58.
	const quad = "0:39  quad, Lumen: a kill with quad in 8.6 s, shotgun: Quarry; demoscope1"
	was := opened.Load()
	r.press("Tab")
	r.pass(0.1)
	if a := &r.home.album; a.now != best || a.making != nil {
		t.Errorf("the best one, which is the first of the list, is made again: %v", a.making != nil)
	}
	r.press("Down")
	r.press("Down")
	// Until it is there the one before stays, with its words.
	if got := r.home.hudIn.Page.Picture; got.Lack != "" || got.Line != best.line {
		t.Errorf("until it is there the page has %+v", got)
	}
	chosen := func(line string) *albumEntry {
		t.Helper()
		e := r.pictured()
		r.pass(0.1)
		if got := r.home.hudIn.Page.Picture; e.line != line || got.Line != line || got.Lack != "" ||
			r.home.album.shows != e {
			t.Fatalf("it is %q, and the page has %+v, want %q", e.line, got, line)
		}
		return e
	}
	first := chosen(quad)
	if first == best || first.clock < 39 || first.clock > 49 || brightness(first.image) < 22 ||
		bytes.Equal(first.image.Pix, best.image.Pix) {
		t.Errorf("it is of %v s", first.clock)
	}
	if opened.Load() != was+1 || len(filesIn(dir)) != 2 {
		t.Errorf("%d demos were opened for it, the folder has %q", opened.Load()-was, filesIn(dir))
	}
	// Nothing is made while one walks past, nor again of what is kept.
	r.press("Up")
	r.press("Up")
	chosen(best.line)
	r.press("Esc")
	chosen(best.line)
	if opened.Load() != was+1 {
		t.Errorf("%d demos were opened", opened.Load()-was)
	}
	// The pointer chooses, too.
	rows := r.home.layout.Parts.Rows
	r.hover(hud.Rect{X: rows.X, Y: rows.Y + 2*r.home.layout.Parts.Row, W: rows.W, H: r.home.layout.Parts.Row})
	if pointed := chosen(quad); pointed.image != first.image || opened.Load() != was+1 {
		t.Error("it is made again")
	}
	r.move(1, 1)
	chosen(best.line)

	// A moment that was found has its picture, and a click on it goes through what was found.
	r.write("kill")
	r.until("the kills", func() bool {
		return r.home.table.moments && !r.home.momentSearch.running() && r.home.table.count() > 10
	})
	r.press("Down")
	r.press("Down")
	third := &r.home.table.found.list[2] // at 9.144 s
	chosen("0:09  " + momentWords(third.hit.Kind, third.player, third.what))
	r.click(r.home.layout.Parts.Picture)
	r.opening()
	if c := r.Demo.Player.Clock(); r.home.shown || c < 4.144 || c > 4.3 ||
		len(r.files.results) != r.home.table.count() {
		t.Errorf("home %v, at %v s of %d results", r.home.shown, c, len(r.files.results))
	}
}

// A picture that is being made of a chosen moment is given up when another is chosen.
func TestChosenPictureGivenUp(t *testing.T) {
	gate := new(atomic.Pointer[chan bool])
	look := sampleLook(t)
	r, dir := newPictureRig(t, func(path string) (*thumbnail.Source, error) {
		if wait := gate.Load(); wait != nil {
			<-*wait
		}
		return look(path)
	})
	r.pictured()
	r.until("the page and the files of both", func() bool {
		return r.home.pager.now.complete() && len(filesIn(dir)) == 2 &&
			r.home.album.making == nil
	})
	r.pass(0.1)
	r.pictured()
	wait := make(chan bool)
	gate.Store(&wait)
	r.press("Tab")
	r.press("End")
	r.until("the making of the last", func() bool { return r.home.album.making != nil })
	making := r.home.album.making
	if !strings.HasPrefix(making.of.text, "direct, Quarry: direct hit on Vesper") {
		t.Fatalf("it makes %+v", making.of)
	}
	r.press("Esc")
	if !making.stop.Load() {
		t.Error("it goes on although nobody looks at it")
	}
	close(wait)
	r.until("the end of it", func() bool { return r.home.album.making != making })
	if slices.ContainsFunc(r.home.album.entries, func(e *albumEntry) bool { return e.of == making.of }) {
		t.Error("it is kept")
	}
}

// The picture of a rebuilt level is made anew as soon as the map is there.
func TestPictureOnceTheMapIsThere(t *testing.T) {
	var without atomic.Bool
	without.Store(true)
	look := sampleLook(t)
	r, _ := newPictureRig(t, func(path string) (*thumbnail.Source, error) {
		l, err := look(path)
		if err == nil && without.Load() {
			l.Maps = func(*world.Level) (*bsp.Map, string) { return nil, "" }
		}
		return l, err
	})
	if e := r.pictured(); !e.rebuilt || !strings.HasPrefix(e.line, "reconstructed map, 0:27") {
		t.Fatalf("without the map it is %q, %q", e.line, e.lack)
	}
	again := func() *albumEntry {
		r.home.album.cancel()
		r.home.below.placeholder = false
		r.press("Shift+Esc")
		r.press("Shift+Esc")
		return r.pictured()
	}
	if e := again(); !e.rebuilt {
		t.Errorf("still without the map it is %q", e.line)
	}
	without.Store(false)
	if e := again(); e.rebuilt || !strings.HasPrefix(e.line, "0:27") {
		t.Errorf("with the map it is %q, %q", e.line, e.lack)
	}
	without.Store(true) // that of the map stays
	if e := again(); e.rebuilt {
		t.Errorf("afterwards it is %q", e.line)
	}
}
