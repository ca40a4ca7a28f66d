package render

import (
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"unicode"

	"demoscope/internal/bounded"
	"demoscope/player/world"
)

// playlist are the files that are played one after another.
type playlist struct {
	paths   []string
	results []result // parallel to paths; nil if these are files and no moments in them
	listed  bool     // these are the demos of the table: at the end of one the next does not begin by itself
	shown   int      // index of the one in the window
	opening opening
	titles  map[string]string // see [Options.Titles]
	gap     float64           // between two, seconds
	quits   bool              // at the end of the last
	wait    gapWait
}

// gapWait is the wait at the end of a file for what comes next.
type gapWait struct {
	on   bool
	left float64 // seconds
	at   float64 // the clock, which stays there
	held bool    // at the end of a part
}

// MaxGap is the longest wait between two demos, in seconds.
const MaxGap = 600

// opening is a file that is being opened.
type opening struct {
	paths   []string          // of its playlist
	results []result          // of its playlist
	listed  bool              // of its playlist
	titles  map[string]string // of its playlist, see [Options].Titles; nil for those of the one before
	index   int
	step    int     // 1 or -1: where to go on if it cannot be opened
	only    bool    // no other one is opened if it cannot be
	fresh   bool    // of another playlist: it is played as usual, not as the one before
	clock   float64 // where to begin if there are no results, in viewer's seconds
	sample  bool    // the last of paths is the built-in sample, after a mistake in this program
	says    string  // why it is opened, said once it is open; may be empty
	trouble trouble
}

// path returns the path of the file.
func (o *opening) path() string {
	if o.index >= len(o.paths) {
		return ""
	}
	return o.paths[o.index]
}

// result is a moment in a file.
type result struct {
	clock float64 // viewer's seconds
	slot  int     // of who does it, [world.Nobody] for nobody
	says  string  // what happens
}

// resultLead is how long before a result a jump to it lands, in seconds.
const resultLead = 5.0

// trouble is why files of a playlist could not be opened.
type trouble struct {
	reasons []string // of the first ones
	more    int      // how many came after those
}

const (
	// maxReasons is how many files are named with the reason that they cannot be opened:
	// thousands may be dropped on the window.
	maxReasons = 3
	// maxReason is how long a reason may be, in bytes, for all to fit into a notice.
	maxReason = maxNotice / (maxReasons + 1)
)

func (t *trouble) add(err error) {
	if len(t.reasons) < maxReasons {
		t.reasons = append(t.reasons, bounded.Shorten(err.Error(), maxReason))
	} else {
		t.more++
	}
}

// String returns the sentence for the viewer, empty if all could be opened.
func (t *trouble) String() string {
	text := strings.Join(t.reasons, "; ")
	switch t.more {
	case 0:
	case 1:
		text += "; can't open 1 more file"
	default:
		text += fmt.Sprintf("; can't open %d more files", t.more)
	}
	return text
}

// take has the playlist of a file that is shown now.
func (f *playlist) take(o *opening) {
	f.paths, f.results, f.listed, f.shown = o.paths, o.results, o.listed, o.index
}

// opens is how one of its files is opened; step is as in [opening].
func (f *playlist) opens(index, step int) opening {
	return opening{paths: f.paths, results: f.results, listed: f.listed, index: index, step: step}
}

// start begins to open the file that o says.
func (g *game) start(o opening) {
	g.files.opening = o
	if f := &g.files; g.broken == nil && !g.home.base && o.results != nil && f.shown < len(f.paths) &&
		f.paths[f.shown] == o.path() {
		g.opener.drop()
		f.take(&o)
		if g.home.shown {
			g.home.from = true
			g.leaveHome()
			g.demo.player.SetPaused(false)
		}
		g.arrive()
		return
	}
	g.opener.begin(o.paths[o.index])
}

// arrive goes to a little before the result that is shown, and says which it is.
func (g *game) arrive() {
	f := &g.files
	r := &f.results[f.shown]
	g.demo.land(max(0, r.clock-resultLead))
	if r.slot != world.Nobody { // the director knows nothing of what was searched for
		g.showPlayer(r.slot)
	}
	g.demo.notices.say(fmt.Sprintf("%d of %d: %s", f.shown+1, len(f.results), r.says))
	g.demo.notices.note.left = resultLead
}

// changeFile begins to open the next file or, for -1, the one before.
func (g *game) changeFile(step int) {
	f, n := &g.files, &g.demo.notices
	switch to := f.shown + step; {
	case g.opener.open == nil || len(f.paths) < 2:
		switch {
		case f.listed:
			n.say("Only one demo in the list")
		default:
			n.say("Only one " + f.what())
		}
	case to < 0:
		n.say("First " + f.what())
	case to >= len(f.paths):
		n.say("Last " + f.what())
	default:
		n.say(fmt.Sprintf("Opening %s %d of %d", f.what(), to+1, len(f.paths)))
		g.start(f.opens(to, step))
	}
}

// what is what the playlist has.
func (f *playlist) what() string {
	if f.results != nil {
		return "result"
	}
	return "file"
}

// fileFailed remembers why a file cannot be opened, and begins to open the one behind
// it. If there is none, it says why.
func (g *game) fileFailed(err error) {
	o := g.files.opening
	o.trouble.add(err)
	failed := o.path()
	for o.index += o.step; o.results != nil && o.index >= 0 && o.index < len(o.paths) && o.paths[o.index] == failed; {
		o.index += o.step // the next result in another file
	}
	if !o.only && o.index >= 0 && o.index < len(o.paths) {
		g.start(o)
		return
	}
	g.demo.notices.warn(o.trouble.String())
	g.quit = g.quit || g.files.quits && o.step > 0 && !o.fresh && g.demo.player.Ended()
}

// showFile shows the file that was being opened, and says which one it is. One of the
// same playlist is played as the one before was.
func (g *game) showFile(with *Options) {
	f, o := &g.files, g.files.opening
	speed, paused := 1.0, false
	if g.broken == nil {
		g.demo.player.endFast()
		speed, paused = g.demo.player.Speed(), g.demo.player.Paused()
	}
	f.take(&o)
	if o.titles != nil {
		f.titles = o.titles
	}
	f.wait = gapWait{}
	g.show(with)
	if g.home.shown {
		g.home.from = true
		g.hideHome()
	}
	g.home.base = false
	if g.demo.player.Growing() {
		g.demo.player.GoLive()
	} else if !o.fresh {
		g.demo.player.SetSpeed(max(speed, -speed))
		g.demo.player.SetPaused(paused)
	}
	if f.results != nil {
		g.arrive()
	} else if o.clock > 0 {
		g.demo.land(o.clock)
	}
	if text := o.trouble.String(); text != "" {
		g.demo.notices.warn(text) // which ends the message before
	}
	if len(f.paths) > 1 && f.results == nil {
		g.sayFile(with.Title)
	}
	if o.says != "" {
		g.demo.notices.say(o.says)
		g.demo.notices.note.left = resultLead // the picture is another one: there is more to read
	}
}

// sayFile says which file of several is shown.
func (g *game) sayFile(title string) {
	g.demo.notices.say(fmt.Sprintf("File %d of %d: %s", g.files.shown+1, len(g.files.paths), title))
}

// playOn goes on to the next file, or ends the program, if playing has reached the end of this one since
// was, in viewer's seconds, and the wait behind it is over; dt seconds have passed. A seek to the end
// stays there, and whatever else the viewer does ends the wait. The end of a part is one where the
// program is to end by itself.
func (g *game) playOn(was float64, wasPaused bool, dt float64) {
	p, f := &g.demo.player, &g.files
	end, complete := p.Duration()
	now, paused, w := p.Clock(), p.Paused(), &f.wait
	reached := complete && !paused && was < end && now >= end
	held := f.quits && paused && !wasPaused && now > was
	idle, more := g.opener.result == nil, g.opener.open != nil && !f.listed && f.next() < len(f.paths)
	switch {
	case (reached || held) && idle && (more || f.quits):
		*w = gapWait{true, f.gap, now, held}
	case !w.on:
		return
	case now != w.at || paused != w.held || !idle:
		*w = gapWait{}
		return
	default:
		w.left -= dt
	}
	if w.left > 0 {
		g.demo.notices.next = f.whatNext(more)
		return
	}
	*w = gapWait{}
	if more {
		p.SetPaused(false)
		g.start(f.opens(f.next(), 1))
	} else {
		g.quit = true
	}
}

// next returns the index of what is played behind the one in the window: of moments the first in
// another file, since what lies before the end of this one has been seen.
func (f *playlist) next() int {
	i := f.shown + 1
	for f.results != nil && i < len(f.paths) && f.paths[i] == f.paths[f.shown] {
		i++
	}
	return i
}

// whatNext says what comes when the wait is over.
func (f *playlist) whatNext(more bool) string {
	left := math.Ceil(f.wait.left)
	if !more {
		return fmt.Sprintf("Closing in %.0f s", left)
	}
	path := f.paths[f.next()]
	title := f.titles[path]
	if title == "" {
		title = strings.Map(func(r rune) rune {
			if !unicode.IsPrint(r) {
				return unicode.ReplacementChar
			}
			return r
		}, filepath.Base(path))
	}
	return bounded.Shorten(fmt.Sprintf("Next in %.0f s: %s", left, title), maxNotice)
}
