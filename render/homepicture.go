package render

import (
	"errors"
	"image"
	"slices"
	"sync/atomic"

	"demoscope/internal/fault"
	"demoscope/player/library"
	"demoscope/player/pictures"
	"demoscope/player/report"
	"demoscope/player/world"
	"demoscope/render/hud"
)

const (
	// pictureRest and aheadRest are how many seconds a row must have been selected before its picture is
	// made, and before those of the other visible rows are.
	pictureRest, aheadRest = 0.2, 1.0
	// maxAlbum is how many pictures stay in memory, and maxAhead of how many demos it is remembered that
	// theirs was made, or could not be.
	maxAlbum, maxAhead = 16, 4096
	// maxAheadSize is the size in bytes of the largest demo, unpacked, whose picture is made before it is
	// selected.
	maxAheadSize = 32 << 20
)

// album has the pictures of the best moments of demos. They are made in the background, one at a time: that of
// the selected demo first, and then those of the visible rows, whose files are then ready when they are selected.
type album struct {
	kept   []*albumEntry // the one used last is the last
	making *picturing    // nil for none
	asked  *library.Row  // the selected one
	rested float64       // seconds since it was selected
	ahead  map[library.Key]bool
	now    *albumEntry // of the selected row; nil while there is none
	place  image.Point // of its picture
	size   image.Point
}

// albumEntry is the picture of a demo, or the lack of one.
type albumEntry struct {
	row   *library.Row
	image *image.RGBA // nil if there is none
	// rebuilt is set if the level's own map is missing.
	rebuilt bool
	line    string  // what it shows
	clock   float64 // of what it shows, in viewer's seconds
	lack    string  // why there is none
	shown   *shown  // in the size that was asked for last
}

// picturing is a picture that is being made.
type picturing struct {
	row    *library.Row
	size   image.Point // zero to have the file made alone
	before *albumEntry // its picture in another size; nil if that is to be made
	stop   atomic.Bool
	ready  chan *albumEntry // gets nil if it was stopped
}

// find returns the entry of a demo and its best moment, nil if there is none.
func (a *album) find(r *library.Row) *albumEntry {
	i := slices.IndexFunc(a.kept, func(e *albumEntry) bool { return sameDemo(e.row, r) && sameBest(e.row, r) })
	if i < 0 {
		return nil
	}
	e := a.kept[i]
	a.kept = append(slices.Delete(a.kept, i, i+1), e)
	return e
}

// sameBest reports whether two rows of one demo have the same best moment: a scan may have found another.
func sameBest(a, b *library.Row) bool {
	return a.Best == b.Best || a.Best != nil && b.Best != nil && *a.Best == *b.Best
}

// forget forgets the pictures of rebuilt levels and those that could not be made: there may be more to make them of
// now. The pictures' folder has for how long one of a rebuilt level is good.
func (a *album) forget() {
	a.now = nil
	a.kept = slices.DeleteFunc(a.kept, func(e *albumEntry) bool { return e.rebuilt || e.image == nil })
}

// keep keeps an entry in the place of the one of the same demo.
func (a *album) keep(e *albumEntry) {
	a.kept = slices.DeleteFunc(a.kept, func(old *albumEntry) bool { return sameDemo(old.row, e.row) })
	if len(a.kept) >= maxAlbum {
		a.kept = slices.Delete(a.kept, 0, 1)
	}
	a.kept = append(a.kept, e)
}

// cancel gives up what is being made.
func (a *album) cancel() {
	if a.making != nil {
		a.making.stop.Store(true)
	}
}

// end gives it up and waits until that has ended.
func (a *album) end() {
	if a.making != nil {
		a.cancel()
		<-a.making.ready
		a.making = nil
	}
}

// take takes what has been made.
func (a *album) take() {
	if a.making == nil {
		return
	}
	select {
	case e := <-a.making.ready:
		k := a.making
		a.making = nil
		switch {
		case e == nil:
		case k.size == image.Point{}:
			if len(a.ahead) >= maxAhead {
				a.ahead = nil
			}
			if a.ahead == nil {
				a.ahead = map[library.Key]bool{}
			}
			a.ahead[k.row.Key] = true
		default:
			a.keep(e)
		}
	default:
	}
}

// tell says what the page on a demo has for a picture.
func (a *album) tell(with *Home, r *library.Row) (p hud.HomePicture) {
	if with.Look == nil || r == nil || r.Unreadable() {
		return p
	}
	p.Wanted = true
	switch e := a.now; {
	case e == nil || !sameDemo(e.row, r):
		p.Lack = "..."
	case e.image == nil:
		p.Line, p.Lack, p.None = e.line, e.lack, true
	default:
		p.Line = e.line
		if e.shown == nil {
			p.Lack = "..."
		}
	}
	return p
}

// wantPictures has the pictures made that are seen, dt seconds after the last call.
func (g *game) wantPictures(dt float64) {
	h := &g.home
	a := &h.album
	if h.with.Look == nil || h.library == nil {
		return
	}
	a.take()
	r := h.table.row()
	if a.rested += dt; r != nil && (a.asked == nil || !sameDemo(a.asked, r)) {
		a.rested = 0
	}
	a.asked, a.now = r, nil
	if r == nil {
		a.cancel()
		return
	}
	where := h.layout.Parts.Picture
	a.place, a.size = image.Pt(int(where.X), int(where.Y)), image.Pt(int(where.W), int(where.H))
	a.now = a.find(r)
	opens := g.opener.result != nil
	if k := a.making; k != nil {
		if opens || !sameDemo(k.row, r) && (a.now == nil || k.size != image.Point{}) {
			a.cancel()
		}
		return
	}
	none := a.now != nil && a.now.image == nil // its place is given back
	if opens || r.Unreadable() || h.in.Page == nil || !none && (a.size.X <= 0 || a.size.Y <= 0) {
		return
	}
	if e := a.now; e == nil || e.image != nil && (e.shown == nil || e.shown.size != a.size) {
		if e != nil || a.rested >= pictureRest {
			a.begin(h, &picturing{row: r, size: a.size, before: e}, g.opener.report)
		}
		return
	}
	if a.rested < aheadRest || !h.with.Pictures.Keeps() || h.library.Status().Scanning {
		return
	}
	for i := range h.in.Rows {
		if r := h.table.rowAt(h.in.Top + i); r != nil && !r.Unreadable() && r.Size <= maxAheadSize && !a.ahead[r.Key] {
			a.begin(h, &picturing{row: r}, g.opener.report)
			return
		}
	}
}

// begin begins to make a picture.
func (a *album) begin(h *home, k *picturing, report func(error)) {
	k.ready = make(chan *albumEntry, 1)
	a.making = k
	with, l, wake := h.with, h.library, h.wake
	go func() {
		var e *albumEntry
		if err := fault.Guard("making the picture of "+k.row.Places[0].Name(), func() { e = k.make(with, l) }); err != nil {
			if report != nil {
				report(err)
			}
			e = &albumEntry{row: k.row, lack: "No picture: it met a mistake"}
		}
		k.ready <- e
		wake()
	}()
}

// make makes a picture; nil if it was stopped.
func (k *picturing) make(with *Home, l *library.Library) *albumEntry {
	e := &albumEntry{row: k.row}
	if k.before != nil {
		*e = *k.before
	} else {
		of := 0.
		if b := k.row.Best; b != nil {
			of = b.From
		}
		p := with.Pictures.Get(pictures.Key(k.row.Key), of)
		var err error
		if p == nil {
			if p, err = k.photograph(with, l); err == nil {
				p.Of = of
				_ = with.Pictures.Put(pictures.Key(k.row.Key), p) // else it is made again
			}
		}
		switch {
		case errors.Is(err, errStopped) || k.stop.Load():
			return nil
		case err != nil:
			e.lack = "No picture: " + readable(err.Error())
			return e
		}
		e.image, e.line, e.clock, e.rebuilt = p.Image, captionOf(k.row, p), p.Clock, p.Rebuilt
	}
	if k.size != (image.Point{}) {
		e.shown = newShown(fitted(e.image, k.size))
	}
	return e
}

// photograph makes the picture of the demo where it lies first and is still the same.
func (k *picturing) photograph(with *Home, l *library.Library) (*pictures.Picture, error) {
	if k.row.Size > maxPictured { // before anything is read
		return nil, errTooBig
	}
	f, err := l.Facts(k.row)
	if err != nil {
		return nil, err
	}
	failed := error(errOtherDemo)
	for i := range k.row.Places {
		if k.stop.Load() {
			return nil, errStopped
		}
		looks, err := with.Look(k.row.Places[i].Name())
		if err != nil {
			failed = err
			continue
		}
		if k.stop.Load() {
			looks.Close()
			return nil, errStopped
		}
		if library.Key(looks.Demo.Sum()) != k.row.Key {
			looks.Close()
			continue
		}
		p, err := photograph(looks, f, k.size != image.Point{}, k.stop.Load)
		looks.Close()
		return p, err
	}
	return nil, failed
}

// captionOf says what a picture shows.
func captionOf(r *library.Row, p *pictures.Picture) string {
	line := report.Clock(p.Clock)
	if b := r.Best; b != nil { // by the clock of the list, from which the picture may be a little off
		line = report.Clock(b.From) + "  " + momentWords(b.Kind, b.Player, b.What)
	}
	if p.Rebuilt {
		line = "rebuilt level, " + line
	}
	return readable(line)
}

// paintPicture draws the picture of the selected demo, unless something lies over it.
func (h *home) paintPicture(to canvas) {
	a := &h.album
	r := h.layout.Parts.Picture
	if e := a.now; h.in.Page == nil || e == nil || e.shown == nil || r.W <= 0 || !sameDemo(e.row, a.asked) || e.shown.size != image.Pt(int(r.W), int(r.H)) {
		return
	}
	if n := len(h.in.Suggestions); n > 0 {
		if s := h.layout.Suggestion(n - 1); s.Y+s.H > r.Y && s.X+s.W > r.X {
			return
		}
	}
	to.show(bestPart, a.now.shown, image.Pt(int(r.X), int(r.Y)))
}

// playBest plays the moment that the picture of the selected demo shows.
func (g *game) playBest() {
	k, r := g.home.pager.now, g.home.table.row()
	if k == nil || r == nil {
		return
	}
	if r.Best == nil {
		o := opening{paths: []string{r.Places[0].Name()}, step: 1, fresh: true}
		if e := g.home.album.now; e != nil && e.image != nil && sameDemo(e.row, r) {
			o.clock = e.clock
		}
		g.start(o)
		return
	}
	if i := slices.Index(k.clocks, r.Best.From); i >= 0 {
		k.at = i
		g.playHighlight(k)
		return
	}
	says := momentWords(r.Best.Kind, r.Best.Player, r.Best.What) // a kill is no highlight
	g.start(opening{
		paths: []string{r.Places[0].Name()}, step: 1, fresh: true,
		results: []result{{clock: r.Best.From, slot: world.Nobody, says: says}},
	})
}
