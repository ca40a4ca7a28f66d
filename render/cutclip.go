package render

import (
	"fmt"

	"demoscope/internal/atomicfile"
	"demoscope/internal/fault"
)

// CutFunc returns the part of a demo from one moment to another, in viewer's seconds, as a demo, and the
// extension of its name. It may be called on any goroutine.
type CutFunc func(from, to float64) (data []byte, extension string, err error)

// clipCut is the clip that is being cut out of its demo, beside playing.
type clipCut struct {
	name   string // of the file, once it is whole
	result chan error
}

// cutClip makes a demo of the clip.
func (g *game) cutClip() {
	s, n := g.demo, &g.demo.notices
	from, to, ok := s.marks.Clip()
	switch {
	case g.cutting != nil:
		n.say("A clip is already being cut")
		return
	case !ok:
		n.say(fmt.Sprintf("Set a clip first: %s and %s", g.keyOf("clip-start"),
			g.keyOf("clip-end")))
		return
	case s.cut == nil:
		n.say("This demo can't be cut")
		return
	}
	folder, err := filmFolder(s.path)
	if err != nil {
		n.warn("Can't cut: no folder for the clip: " + err.Error())
		return
	}
	c := &clipCut{result: make(chan error, 1)}
	g.cutting = c
	cut, path, title := s.cut, s.path, s.title
	go func() {
		var err error
		if failed := fault.Guard("cutting "+path, func() {
			c.name, err = writeClip(cut, folder, title, from, to)
		}); failed != nil {
			if err = failed; s.rebuild.report != nil {
				s.rebuild.report(failed)
			}
		}
		c.result <- err
	}()
	n.say("Cutting the clip…")
}

// writeClip cuts a clip out of its demo, and returns the name of the new file.
func writeClip(cut CutFunc, folder, title string, from, to float64) (string, error) {
	data, extension, err := cut(from, to)
	if err != nil {
		return "", err
	}
	name, err := newClipFile(folder, title, extension, from)
	if err != nil {
		return "", err
	}
	if err := atomicfile.Write(name, data, 0o666); err != nil {
		_ = atomicfile.Remove(name) // it is empty, and ours
		return "", err
	}
	return name, nil
}

// lookAtCut says what became of the clip that was cut out.
func (g *game) lookAtCut() {
	if g.cutting == nil {
		return
	}
	select {
	case err := <-g.cutting.result:
		name, n := g.cutting.name, &g.demo.notices
		if g.cutting = nil; err != nil {
			n.warn("Can't cut the clip: " + err.Error())
			return
		}
		n.filmed = timedText{"Saved " + readable(name), longKept}
	default:
	}
}

// endCut waits for the clip that is being cut out.
func (g *game) endCut() {
	if g.cutting != nil {
		<-g.cutting.result
		g.cutting = nil
	}
}
