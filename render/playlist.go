package render

import (
	"fmt"
	"strings"
)

// playlist are the files that are played one after another.
type playlist struct {
	paths   []string
	shown   int // index of the one in the window
	opening opening
}

// opening is a file that is being opened.
type opening struct {
	paths   []string // of its playlist
	index   int
	step    int // 1 or -1: where to go on if it cannot be opened
	dropped bool
	sample  bool // the last of paths is the built-in sample, after a mistake in this program
	trouble trouble
}

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
		t.reasons = append(t.reasons, shorten(err.Error(), maxReason))
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
		text += "; and 1 more file cannot be opened"
	default:
		text += fmt.Sprintf("; and %d more files cannot be opened", t.more)
	}
	return text
}

// start begins to open the file that o says.
func (g *game) start(o opening) {
	g.files.opening = o
	g.opener.begin(o.paths[o.index])
}

// changeFile begins to open the next file or, for -1, the one before.
func (g *game) changeFile(step int) {
	f, n := &g.files, &g.demo.notices
	switch to := f.shown + step; {
	case g.opener.open == nil || len(f.paths) < 2:
		n.say("There is only one file")
	case to < 0:
		n.say("This is the first file")
	case to >= len(f.paths):
		n.say("This is the last file")
	default:
		g.start(opening{paths: f.paths, index: to, step: step})
		n.say(fmt.Sprintf("Opening file %d of %d", to+1, len(f.paths)))
	}
}

// fileFailed remembers why a file cannot be opened, and begins to open the one behind
// it. If there is none, it says why.
func (g *game) fileFailed(err error) {
	o := g.files.opening
	o.trouble.add(err)
	if o.index += o.step; o.index >= 0 && o.index < len(o.paths) {
		g.start(o)
		return
	}
	g.demo.notices.warn(o.trouble.String())
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
	f.paths, f.shown = o.paths, o.index
	g.show(with)
	if !o.dropped {
		g.demo.player.SetSpeed(max(speed, -speed))
		g.demo.player.SetPaused(paused)
	}
	if n := len(f.paths); n > 1 {
		g.demo.notices.say(fmt.Sprintf("File %d of %d: %s", f.shown+1, n, with.Title))
	}
	if text := o.trouble.String(); text != "" {
		g.demo.notices.warn(text)
	}
}

// playOn begins to open the next file if playing has reached the end of this one since
// was, in viewer's seconds. A seek to the end stays there.
func (g *game) playOn(was float64) {
	p, f := &g.demo.player, &g.files
	end, complete := p.Duration()
	reached := complete && !p.Paused() && was < end && p.Clock() >= end
	if reached && g.opener.open != nil && g.opener.result == nil && f.shown+1 < len(f.paths) {
		g.start(opening{paths: f.paths, index: f.shown + 1, step: 1})
	}
}
