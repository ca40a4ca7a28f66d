package app

import (
	"errors"
	"image"
	"slices"
	"sync/atomic"

	"demoscope/internal/fault"
	"demoscope/internal/humanize"
	"demoscope/player"
	"demoscope/player/library"
	"demoscope/player/pattern"
	"demoscope/player/pictures"
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

// album has the pictures of the best moments of demos, and of those that were chosen in their lists. They are made in
// the background, one at a time: that of the selected demo first, and then those of the visible rows, whose files are
// then ready when they are selected. Pictures of chosen moments stay in memory alone: who walks through a list of
// hundreds would push those of other demos out of the folder.
type album struct {
	kept   []*albumEntry // the one used last is the last
	making *picturing    // nil for none
	asked  *library.Row  // the selected one
	chosen picked        // in it
	best   bool          // that is the best moment
	rested float64       // seconds since it was selected
	ahead  map[library.Key]bool
	now    *albumEntry // of what is asked; nil while there is none
	// shows is what is shown: now, or the one before of the same demo until there is that.
	shows *albumEntry
	place image.Point // of its picture
	size  image.Point
}

// picked is a moment that was chosen; the zero value is the best one of the demo.
type picked struct {
	from float64 // viewer's seconds
	says string  // what happens
}

// albumEntry is the picture of a demo, or the lack of one.
type albumEntry struct {
	row   *library.Row
	of    picked
	image *image.RGBA // nil if there is none
	// rebuilt is set if the level's own map is missing.
	rebuilt bool
	line    string  // what it shows
	clock   float64 // of what it shows, in viewer's seconds
	lack    string  // why there is none
	shown   *Shown  // in the size that was asked for last
}

// picturing is a picture that is being made.
type picturing struct {
	row    *library.Row
	of     picked
	hit    *pattern.Hit // that it is; nil for the best one
	size   image.Point  // zero to have the file made alone
	before *albumEntry  // its picture in another size; nil if that is to be made
	stop   atomic.Bool
	ready  chan *albumEntry // gets nil if it was stopped
}

// find returns the entry of a moment of a demo, nil if there is none.
func (a *album) find(r *library.Row, of picked) *albumEntry {
	i := slices.IndexFunc(a.kept, func(e *albumEntry) bool {
		return sameDemo(e.row, r) && e.of == of && (of != picked{} || sameBest(e.row, r))
	})
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
	a.now, a.shows = nil, nil
	a.kept = slices.DeleteFunc(a.kept, func(e *albumEntry) bool { return e.rebuilt || e.image == nil })
}

// keep keeps an entry in the place of the one of the same moment.
func (a *album) keep(e *albumEntry) {
	a.kept = slices.DeleteFunc(a.kept, func(old *albumEntry) bool { return sameDemo(old.row, e.row) && old.of == e.of })
	if len(a.kept) >= maxAlbum {
		a.kept = slices.Delete(a.kept, 0, 1)
	}
	a.kept = append(a.kept, e)
}

// lacks reports whether it is known that there is no picture of a demo's best moment: then it has no place for one.
func (a *album) lacks(r *library.Row) bool {
	return slices.ContainsFunc(a.kept, func(e *albumEntry) bool {
		return sameDemo(e.row, r) && e.of == picked{} && sameBest(e.row, r) && e.image == nil
	})
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
	switch e := a.shows; {
	case e == nil || !sameDemo(e.row, r):
		p.Lack = "..."
	case e.image == nil:
		p.Line, p.Lack, p.None = e.line, e.lack, e.of == picked{}
	default:
		p.Line = e.line
		if e.shown == nil {
			p.Lack = "..."
		}
	}
	return p
}

// chosenMoment returns the moment of the selected demo that the viewer has chosen, nil if he has none: at the pointer
// or with the keys in the list of highlights, or in a list of moments.
func (h *home) chosenMoment(in *input) (of picked, hit *pattern.Hit) {
	t, k := &h.table, h.pager.now
	if k != nil && h.in.Page != nil {
		i := -1
		if part, n := h.layout.Hit(&h.in, in.x, in.y); part == hud.HomeHighlight && h.in.MouseKnown {
			i = k.top + n
		} else if h.focus == focusPage {
			i = k.at
		}
		if i >= 0 && i < len(k.hits) {
			return picked{k.clocks[i], k.moments[i].Text}, &k.hits[i]
		}
	}
	if t.moments && t.hits.at < len(t.found) {
		m := &t.found[t.hits.at]
		if m.words == "" {
			m.words = momentWords(m.hit.Kind, m.player, m.what)
		}
		return picked{m.from, m.words}, m.hit
	}
	return picked{}, nil
}

// isBest reports whether a moment is the best one of a demo.
func isBest(of picked, r *library.Row) bool {
	return r.Best != nil && of.from == r.Best.From && of.says == Readable(momentWords(r.Best.Kind, r.Best.Player,
		r.Best.What))
}

// wantPictures has the pictures made that are seen, dt seconds after the last call.
func (h *home) wantPictures(in *input, dt float64) {
	a := &h.album
	if h.with.Look == nil || h.library == nil {
		return
	}
	a.take()
	if h.games.shown {
		a.cancel()
		a.now, a.shows = nil, nil
		return
	}
	r := h.table.row()
	of, hit := h.chosenMoment(in)
	if a.rested += dt; r != nil && (a.asked == nil || !sameDemo(a.asked, r) || of != a.chosen) {
		a.rested, a.best = 0, hit == nil || isBest(of, r)
	}
	a.asked, a.now, a.chosen = r, nil, of
	if r == nil {
		a.shows = nil
		a.cancel()
		return
	}
	if a.best || a.lacks(r) {
		of, hit = picked{}, nil
	}
	a.show(r, of, h.layout.Parts.Picture)
	opens := h.host.opens()
	if k := a.making; k != nil {
		if opens || (!sameDemo(k.row, r) || k.of != of) && (a.now == nil || k.size != image.Point{}) {
			a.cancel()
		}
		return
	}
	none := a.now != nil && a.now.image == nil // its place is given back
	switch e := a.now; {
	case opens || r.Unreadable() || h.in.Page == nil || !none && (a.size.X <= 0 || a.size.Y <= 0):
	case e == nil || !none && !e.fits(a.size):
		if e != nil || a.rested >= pictureRest {
			a.begin(h, &picturing{row: r, of: of, hit: hit, size: a.size, before: e}, h.report)
		}
	case a.rested >= aheadRest && h.with.Pictures.Keeps() && !h.library.Status().Scanning:
		h.pictureAhead()
	}
}

// show shows the picture of a moment where it belongs, or the one before of the same demo until it is made.
func (a *album) show(r *library.Row, of picked, where hud.Rect) {
	a.place, a.size = image.Pt(int(where.X), int(where.Y)), image.Pt(int(where.W), int(where.H))
	a.now = a.find(r, of)
	if e := a.shows; a.now != nil || e == nil || !sameDemo(e.row, r) || !e.fits(a.size) {
		a.shows = a.now
	}
}

// fits reports whether a picture is ready in a size.
func (e *albumEntry) fits(size image.Point) bool { return e.shown != nil && e.shown.Size == size }

// pictureAhead begins the picture of a demo in the list that has none yet.
func (h *home) pictureAhead() {
	a := &h.album
	for i := range h.in.Rows {
		if r := h.table.rowAt(h.in.Top + i); r != nil && !r.Unreadable() && r.Size <= maxAheadSize && !a.ahead[r.Key] {
			a.begin(h, &picturing{row: r}, h.report)
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
		if err := fault.Guard("making the picture of "+k.row.Places[0].Name(), func() {
			e = k.make(with, l)
		}); err != nil {
			if report != nil {
				report(err)
			}
			e = &albumEntry{row: k.row, of: k.of, lack: "No picture: internal error"}
		}
		k.ready <- e
		wake()
	}()
}

// make makes a picture; nil if it was stopped.
func (k *picturing) make(with *Home, l *library.Library) *albumEntry {
	e := &albumEntry{row: k.row, of: k.of}
	if k.before != nil {
		*e = *k.before
	} else {
		var p *pictures.Picture
		var err error
		if k.hit != nil {
			p, err = k.photograph(with, l)
		} else {
			p, err = k.best(with, l)
		}
		switch {
		case errors.Is(err, errStopped) || k.stop.Load():
			return nil
		case err != nil:
			e.lack = "No picture: " + Readable(err.Error())
			return e
		}
		e.image, e.line, e.clock, e.rebuilt = p.Image, captionOf(k.row, k.of, p), p.Clock, p.Rebuilt
	}
	if k.size != (image.Point{}) {
		e.shown = newShown(fitted(e.image, k.size))
	}
	return e
}

// best returns the picture of the demo's best moment, which is kept. That of a rebuilt level is made anew
// once the map is there.
func (k *picturing) best(with *Home, l *library.Library) (*pictures.Picture, error) {
	of := 0.
	if b := k.row.Best; b != nil {
		of = b.From
	}
	p := with.Pictures.Get(pictures.Key(k.row.Key), of)
	if p != nil && (!p.Rebuilt || k.size == image.Point{} || !k.mapIsThere(with, p.Clock)) {
		return p, nil
	}
	made, err := k.photograph(with, l)
	if err != nil {
		return made, err
	}
	made.Of = of
	_ = with.Pictures.Put(pictures.Key(k.row.Key), made) // else it is made again
	return made, nil
}

// mapIsThere reports whether the map of the level at a time is found.
func (k *picturing) mapIsThere(with *Home, clock float64) (there bool) {
	if k.row.Size > maxPictured {
		return false
	}
	_ = k.look(with, func(l *Looks) error {
		glance := player.NewScrubber(l.Demo, nil)
		if l.Maps != nil && glance.Go(clock, k.stop.Load) {
			m, _ := l.Maps(glance.World().Level())
			there = m != nil
		}
		return nil
	})
	return there
}

// photograph makes the picture of the moment.
func (k *picturing) photograph(with *Home, l *library.Library) (p *pictures.Picture, err error) {
	if k.row.Size > maxPictured { // before anything is read
		return nil, errTooBig
	}
	f, err := l.Facts(k.row)
	if err != nil {
		return nil, err
	}
	err = k.look(with, func(looks *Looks) (err error) {
		p, err = photograph(looks, f, k.hit, k.size != image.Point{}, k.stop.Load)
		return err
	})
	return p, err
}

// look opens the demo where it lies first and is still the same, and uses it.
func (k *picturing) look(with *Home, use func(*Looks) error) error {
	failed := error(errOtherDemo)
	for i := range k.row.Places {
		if k.stop.Load() {
			return errStopped
		}
		looks, err := with.Look(k.row.Places[i].Name())
		if err != nil {
			failed = err
			continue
		}
		if k.stop.Load() {
			looks.Close()
			return errStopped
		}
		if library.Key(looks.Demo.Sum()) != k.row.Key {
			looks.Close()
			continue
		}
		err = use(looks)
		looks.Close()
		return err
	}
	return failed
}

// captionOf says what a picture shows.
func captionOf(r *library.Row, of picked, p *pictures.Picture) string {
	line := humanize.Clock(p.Clock)
	if of != (picked{}) {
		line = humanize.Clock(of.from) + "  " + of.says
	} else if b := r.Best; b != nil { // by the clock of the list, from which the picture may be a little off
		line = humanize.Clock(b.From) + "  " + momentWords(b.Kind, b.Player, b.What)
	}
	if p.Rebuilt {
		line = "reconstructed map, " + line
	}
	return Readable(line)
}

// paintPicture draws the picture of the selected demo, unless something lies over it.
func (h *home) paintPicture(to Canvas) {
	a := &h.album
	r := h.layout.Parts.Picture
	if e := a.shows; h.in.Page == nil || e == nil || e.shown == nil || r.W <= 0 || !sameDemo(e.row, a.asked) ||
		e.shown.Size != image.Pt(int(r.W), int(r.H)) {
		return
	}
	if n := len(h.in.Suggestions); n > 0 {
		if s := h.layout.Suggestion(n - 1); s.Y+s.H > r.Y && s.X+s.W > r.X {
			return
		}
	}
	if h.in.Finder != nil { // it lies over the page
		if b := hud.NewFinderBox(h.in.Screen).Rect; b.X+b.W > r.X && b.X < r.X+r.W && b.Y+b.H > r.Y && b.Y < r.Y+r.H {
			return
		}
	}
	to.Show(bestPart, a.shows.shown, image.Pt(int(r.X), int(r.Y)))
}

// playBest plays the moment that the picture of the selected demo shows.
func (h *home) playBest() {
	k, t, a := h.pager.now, &h.table, &h.album
	r := t.row()
	if k == nil || r == nil {
		return
	}
	if e := a.shows; e != nil && e.of != (picked{}) && sameDemo(e.row, r) {
		if t.moments && t.hits.at < len(t.found) && t.found[t.hits.at].from == e.of.from &&
			t.found[t.hits.at].words == e.of.says {
			h.playRow()
			return
		}
		for i := range k.moments {
			if k.clocks[i] == e.of.from && k.moments[i].Text == e.of.says {
				k.at = i
				h.playHighlight(k)
				return
			}
		}
	}
	if r.Best == nil {
		o := opening{paths: []string{r.Places[0].Name()}, step: 1, fresh: true}
		if e := a.shows; e != nil && e.image != nil && sameDemo(e.row, r) {
			o.clock = e.clock
		}
		h.host.start(o)
		return
	}
	if i := slices.Index(k.clocks, r.Best.From); i >= 0 {
		k.at = i
		h.playHighlight(k)
		return
	}
	says := momentWords(r.Best.Kind, r.Best.Player, r.Best.What) // a kill is no highlight
	h.host.start(opening{
		paths: []string{r.Places[0].Name()}, step: 1, fresh: true,
		results: []result{{clock: r.Best.From, slot: world.Nobody, says: says}},
	})
}
