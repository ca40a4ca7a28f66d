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
	"demoscope/render/thumbnail"
)

const (
	// pictureRest is how many seconds a row must be selected before its picture is made, and aheadRest before the
	// pictures of the other visible rows are.
	pictureRest, aheadRest = 0.2, 1.0
	// maxAlbum is the maximum number of pictures in memory.
	maxAlbum = 16
	// maxAhead is the maximum number of demos whose pictures were made before they were selected, and that are
	// remembered for it.
	maxAhead = 4096
	// maxAheadSize is the size in bytes of the largest demo, unpacked, whose picture is made before it is
	// selected.
	maxAheadSize = 32 << 20
)

// album holds pictures of the best moments of demos, and of moments chosen in their lists. Pictures are made in the
// background, one at a time: first that of the selected demo, then those of the other visible rows, so that their files
// are ready when they are selected. Pictures of chosen moments stay in memory only: walking through a list of hundreds
// would push the pictures of other demos out of the folder.
type album struct {
	entries  []*albumEntry        // most recently used last
	making   *pictureJob          // nil for none
	selected *library.Row         // the selected demo
	chosen   momentKey            // the chosen moment in it
	best     bool                 // chosen is the best moment
	rested   float64              // seconds since the selection changed
	ahead    map[library.Key]bool // demos whose pictures were made before they were selected, or could not be
	now      *albumEntry          // the entry of the selection; nil until there is one
	// shows is the entry that is shown: now, or the previous one of the same demo while now is nil.
	shows *albumEntry
	size  image.Point
}

// momentKey identifies a chosen moment. The zero value is the best moment of the demo.
type momentKey struct {
	from float64 // viewer's seconds
	text string  // what happens
}

// albumEntry is the picture of a moment of a demo, or the reason why there is none.
type albumEntry struct {
	row   *library.Row
	of    momentKey
	image *image.RGBA // nil if there is none
	// rebuilt is set if the level's map was missing and was reconstructed.
	rebuilt bool
	line    string  // caption
	clock   float64 // time that it shows, in viewer's seconds
	lack    string  // why there is no picture
	bitmap  *Bitmap // in the size that was last asked for
}

// pictureJob is a picture that is being made.
type pictureJob struct {
	row    *library.Row
	of     momentKey
	hit    *pattern.Hit // the moment; nil for the best one
	size   image.Point  // zero to only store the file
	before *albumEntry  // entry with the picture in another size; nil to make the picture
	stop   atomic.Bool
	ready  chan *albumEntry // receives nil if it was stopped
}

// find returns the entry of a moment of a demo, nil if there is none.
func (a *album) find(r *library.Row, of momentKey) *albumEntry {
	i := slices.IndexFunc(a.entries, func(e *albumEntry) bool {
		return sameDemo(e.row, r) && e.of == of && (of != momentKey{} || sameBest(e.row, r))
	})
	if i < 0 {
		return nil
	}
	e := a.entries[i]
	a.entries = append(slices.Delete(a.entries, i, i+1), e)
	return e
}

// sameBest reports whether two rows of one demo have the same best moment. A scan may have found another one.
func sameBest(a, b *library.Row) bool {
	return a.Best == b.Best || a.Best != nil && b.Best != nil && *a.Best == *b.Best
}

// forget drops pictures of reconstructed levels and failed ones, since the map may be available now. The pictures'
// folder limits how long a stored picture of a reconstructed level is used.
func (a *album) forget() {
	a.now, a.shows = nil, nil
	a.entries = slices.DeleteFunc(a.entries, func(e *albumEntry) bool { return e.rebuilt || e.image == nil })
}

// keep adds an entry, which replaces the one of the same moment.
func (a *album) keep(e *albumEntry) {
	a.entries = slices.DeleteFunc(a.entries, func(old *albumEntry) bool {
		return sameDemo(old.row, e.row) &&
			old.of == e.of
	})
	if len(a.entries) >= maxAlbum {
		a.entries = slices.Delete(a.entries, 0, 1)
	}
	a.entries = append(a.entries, e)
}

// failed reports whether the picture of a demo's best moment is known to have failed. The page then has no space for
// it.
func (a *album) failed(r *library.Row) bool {
	return slices.ContainsFunc(a.entries, func(e *albumEntry) bool {
		return sameDemo(e.row, r) && e.of == momentKey{} && sameBest(e.row, r) && e.image == nil
	})
}

// cancel cancels the picture that is being made.
func (a *album) cancel() {
	if a.making != nil {
		a.making.stop.Store(true)
	}
}

// end cancels the picture that is being made and waits until that has stopped.
func (a *album) end() {
	if a.making != nil {
		a.cancel()
		<-a.making.ready
		a.making = nil
	}
}

// take takes the picture that was being made, once it is ready.
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

// pagePicture describes the picture of a demo for its page.
func (a *album) pagePicture(with *Home, r *library.Row) (p hud.HomePicture) {
	if with.OpenPictureSource == nil || r == nil || r.Unreadable() {
		return p
	}
	p.Wanted = true
	switch e := a.shows; {
	case e == nil || !sameDemo(e.row, r):
		p.Lack = "..."
	case e.image == nil:
		p.Line, p.Lack, p.None = e.line, e.lack, e.of == momentKey{}
	default:
		p.Line = e.line
		if e.bitmap == nil {
			p.Lack = "..."
		}
	}
	return p
}

// selectedMoment returns the moment of the selected demo that the viewer has chosen: in the list of highlights, with
// the pointer or with keys, or in a list of moments. hit is nil if the viewer has chosen none.
func (h *home) selectedMoment(in *input) (of momentKey, hit *pattern.Hit) {
	t, k := &h.table, h.pager.now
	if k != nil && h.hudIn.Page != nil {
		i := -1
		if part, n := h.layout.Hit(&h.hudIn, in.x, in.y); part == hud.HomeHighlight && h.hudIn.MouseKnown {
			i = k.top + n
		} else if h.focus == focusPage {
			i = k.at
		}
		if i >= 0 && i < len(k.hits) {
			return momentKey{k.clocks[i], k.moments[i].Text}, &k.hits[i]
		}
	}
	if m := t.moment(); m != nil {
		if m.words == "" {
			m.words = momentWords(m.hit.Kind, m.player, m.what)
		}
		return momentKey{m.from, m.words}, m.hit
	}
	return momentKey{}, nil
}

// isBest reports whether a moment is the best one of a demo.
func isBest(of momentKey, r *library.Row) bool {
	return r.Best != nil && of.from == r.Best.From && of.text == Readable(momentWords(r.Best.Kind, r.Best.Player,
		r.Best.What))
}

// updatePictures starts making the pictures that are visible, dt seconds after the last call.
func (h *home) updatePictures(in *input, dt float64) {
	a := &h.album
	if h.config.OpenPictureSource == nil || h.library.Library == nil {
		return
	}
	a.take()
	if h.games.shown {
		a.cancel()
		a.now, a.shows = nil, nil
		return
	}
	r := h.table.row()
	of, hit := h.selectedMoment(in)
	a.selectMoment(r, of, hit, dt)
	if r == nil {
		a.now, a.shows = nil, nil
		a.cancel()
		return
	}
	if a.best || a.failed(r) {
		of, hit = momentKey{}, nil
	}
	a.show(r, of, h.layout.Parts.Picture)
	opens := h.host.isOpening()
	if k := a.making; k != nil {
		if opens || (!sameDemo(k.row, r) || k.of != of) && (a.now == nil || k.size != image.Point{}) {
			a.cancel()
		}
		return
	}
	if opens {
		return
	}
	if k := a.nextJob(h, r, of, hit); k != nil {
		a.begin(h, k, h.report)
	}
}

// selectMoment notes the selected demo and moment, and for how long they have been selected. r and hit are nil for
// none.
func (a *album) selectMoment(r *library.Row, of momentKey, hit *pattern.Hit, dt float64) {
	if a.rested += dt; r != nil && (a.selected == nil || !sameDemo(a.selected, r) || of != a.chosen) {
		a.rested, a.best = 0, hit == nil || isBest(of, r)
	}
	a.selected, a.chosen = r, of
}

// show shows the picture of a moment in a part of the window. Until there is one, it keeps the previous one of the same
// demo and size.
func (a *album) show(r *library.Row, of momentKey, where hud.Rect) {
	a.size = image.Pt(int(where.W), int(where.H))
	a.now = a.find(r, of)
	if e := a.shows; a.now != nil || e == nil || !sameDemo(e.row, r) || e.bitmap == nil || e.bitmap.Size != a.size {
		a.shows = a.now
	}
}

// nextJob returns the picture to make next, nil for none: the one of the selected moment, or one made ahead.
func (a *album) nextJob(h *home, r *library.Row, of momentKey, hit *pattern.Hit) *pictureJob {
	none := a.now != nil && a.now.image == nil // the page has no space for it
	if r.Unreadable() || h.hudIn.Page == nil || !none && (a.size.X <= 0 || a.size.Y <= 0) {
		return nil
	}
	if e := a.now; e == nil || e.image != nil && (e.bitmap == nil || e.bitmap.Size != a.size) {
		if e == nil && a.rested < pictureRest {
			return nil
		}
		return &pictureJob{row: r, of: of, hit: hit, size: a.size, before: e}
	}
	return a.aheadJob(h)
}

// aheadJob returns the picture of a visible row that is not selected, to be stored only, or nil.
func (a *album) aheadJob(h *home) *pictureJob {
	if a.rested < aheadRest || !h.config.Pictures.Keeps() || h.library.Status().Scanning {
		return nil
	}
	for i := range h.hudIn.Rows {
		if r := h.table.rowAt(h.hudIn.Top + i); r != nil && !r.Unreadable() && r.Size <= maxAheadSize &&
			!a.ahead[r.Key] {
			return &pictureJob{row: r}
		}
	}
	return nil
}

// begin starts making a picture.
func (a *album) begin(h *home, k *pictureJob, report func(error)) {
	k.ready = make(chan *albumEntry, 1)
	a.making = k
	with, l, wake := h.config, h.library.Library, h.wake
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

// make makes a picture. It returns nil if it was stopped.
func (k *pictureJob) make(with *Home, l *library.Library) *albumEntry {
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
		case errors.Is(err, thumbnail.ErrStopped) || k.stop.Load():
			return nil
		case err != nil:
			e.lack = "No picture: " + Readable(err.Error())
			return e
		}
		e.image, e.line, e.clock, e.rebuilt = p.Image, captionOf(k.row, k.of, p), p.Clock, p.Rebuilt
	}
	if k.size != (image.Point{}) {
		e.bitmap = newBitmap(thumbnail.Fit(e.image, k.size))
	}
	return e
}

// best returns the stored picture of the demo's best moment, or makes and stores it. A picture of a reconstructed level
// is made again once the map is available.
func (k *pictureJob) best(with *Home, l *library.Library) (*pictures.Picture, error) {
	of := 0.
	if b := k.row.Best; b != nil {
		of = b.From
	}
	p := with.Pictures.Get(pictures.Key(k.row.Key), of)
	if p != nil && (!p.Rebuilt || k.size == image.Point{} || !k.mapFound(with, p.Clock)) {
		return p, nil
	}
	made, err := k.photograph(with, l)
	if err != nil {
		return made, err
	}
	made.Of = of
	_ = with.Pictures.Put(pictures.Key(k.row.Key), made) // if that fails, it is made again next time
	return made, nil
}

// mapFound reports whether the map of the level at a time is available.
func (k *pictureJob) mapFound(with *Home, clock float64) (there bool) {
	if k.row.Size > thumbnail.MaxDemo {
		return false
	}
	_ = k.withSource(with, func(l *thumbnail.Source) error {
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
func (k *pictureJob) photograph(with *Home, l *library.Library) (p *pictures.Picture, err error) {
	if k.row.Size > thumbnail.MaxDemo { // checked before anything is read
		return nil, thumbnail.ErrTooLarge
	}
	f, err := l.Facts(k.row)
	if err != nil {
		return nil, err
	}
	err = k.withSource(with, func(looks *thumbnail.Source) (err error) {
		p, err = thumbnail.Photograph(looks, f, k.hit, k.size != image.Point{}, k.stop.Load)
		return err
	})
	return p, err
}

// withSource opens the demo at the first of its places that still has the same file, and calls use with it.
func (k *pictureJob) withSource(with *Home, use func(*thumbnail.Source) error) error {
	failed := errors.New("file changed")
	for i := range k.row.Places {
		if k.stop.Load() {
			return thumbnail.ErrStopped
		}
		looks, err := with.OpenPictureSource(k.row.Places[i].Name())
		if err != nil {
			failed = err
			continue
		}
		if k.stop.Load() {
			looks.Close()
			return thumbnail.ErrStopped
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

// captionOf returns the caption of a picture.
func captionOf(r *library.Row, of momentKey, p *pictures.Picture) string {
	line := humanize.Clock(p.Clock)
	if of != (momentKey{}) {
		line = humanize.Clock(of.from) + "  " + of.text
	} else if b := r.Best; b != nil { // the time in the list, from which that of the picture may differ a little
		line = humanize.Clock(b.From) + "  " + momentWords(b.Kind, b.Player, b.What)
	}
	if p.Rebuilt {
		line = "reconstructed map, " + line
	}
	return Readable(line)
}

// paintPicture draws the picture of the selected demo, unless something covers it.
func (h *home) paintPicture(to Canvas) {
	a := &h.album
	r := h.layout.Parts.Picture
	if e := a.shows; h.hudIn.Page == nil || e == nil || e.bitmap == nil || r.W <= 0 || !sameDemo(e.row, a.selected) ||
		e.bitmap.Size != image.Pt(int(r.W), int(r.H)) {
		return
	}
	if n := len(h.hudIn.Suggestions); n > 0 {
		if s := h.layout.Suggestion(n - 1); s.Y+s.H > r.Y && s.X+s.W > r.X {
			return
		}
	}
	if h.hudIn.Finder != nil { // it may cover the picture
		if b := hud.NewFinderBox(h.hudIn.Screen).Rect; b.X+b.W > r.X && b.X < r.X+r.W && b.Y+b.H > r.Y &&
			b.Y < r.Y+r.H {
			return
		}
	}
	to.Show(bestMomentPart, a.shows.bitmap, image.Pt(int(r.X), int(r.Y)))
}

// playBest plays the moment that the picture of the selected demo shows.
func (h *home) playBest() {
	k, t, a := h.pager.now, &h.table, &h.album
	r := t.row()
	if k == nil || r == nil {
		return
	}
	if e := a.shows; e != nil && e.of != (momentKey{}) && sameDemo(e.row, r) {
		if m := t.moment(); m != nil && m.from == e.of.from && m.words == e.of.text {
			h.playRow()
			return
		}
		for i := range k.moments {
			if k.clocks[i] == e.of.from && k.moments[i].Text == e.of.text {
				k.at = i
				h.playHighlight(k)
				return
			}
		}
	}
	if r.Best == nil {
		o := openRequest{paths: []string{r.Places[0].Name()}, step: 1, newList: true}
		if e := a.shows; e != nil && e.image != nil && sameDemo(e.row, r) {
			o.clock = e.clock
		}
		h.host.startOpening(o)
		return
	}
	if i := slices.Index(k.clocks, r.Best.From); i >= 0 {
		k.at = i
		h.playHighlight(k)
		return
	}
	says := momentWords(r.Best.Kind, r.Best.Player, r.Best.What) // kills are not listed as highlights
	h.host.startOpening(openRequest{
		paths: []string{r.Places[0].Name()}, step: 1, newList: true,
		results: []result{{clock: r.Best.From, slot: world.Nobody, text: says}},
	})
}
