package app

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image/png"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"demoscope/internal/atomicfile"
	"demoscope/internal/fault"
	"demoscope/player/report"
	"demoscope/player/world"
	"demoscope/render/camera"
	"demoscope/render/film"
	"demoscope/render/link"
)

// CutFunc cuts the part of a demo between two times, in viewer's seconds. It returns a new demo and its file extension.
// It may be called from any goroutine.
type CutFunc func(from, to float64) (data []byte, extension string, err error)

// clips makes demos and videos of the clip and pictures of moments while playback goes on, one of each at a time.
type clips struct {
	film    func(ctx context.Context, o FilmOptions) error // see [Options].Film
	export  *videoExport                                   // being exported; nil for none
	cutting *savedFile                                     // the clip that is being cut; nil for none
	picture *savedFile                                     // being saved; nil for none
}

// poll shows the progress of what is being made, and the results.
func (c *clips) poll(n *notices) {
	c.pollExport(n)
	if c.cutting.poll(n, "Can't cut the clip: ") {
		c.cutting = nil
		n.removeNote(cuttingClip)
	}
	if c.picture.poll(n, "Can't save the picture: ") {
		c.picture = nil
	}
}

// end cancels the export, and waits until it has cleaned up and the other files are complete.
func (c *clips) end() {
	if e := c.export; e != nil {
		e.cancel(errCanceled)
		<-e.result
		c.export = nil
	}
	for _, f := range []*savedFile{c.cutting, c.picture} {
		if f != nil {
			<-f.result
		}
	}
	c.cutting, c.picture = nil, nil
}

// savedFile is a file that is being written while playback goes on.
type savedFile struct {
	name   string // of the file, once it is complete
	result chan error
}

// save calls write, which returns the name of a new file, in another goroutine. what and path name the work and the
// demo in reports of panics.
func save(s *Session, what string, write func() (string, error)) *savedFile {
	f := &savedFile{result: make(chan error, 1)}
	path, report := s.path, s.Maps.Report
	go func() {
		var err error
		if failed := fault.Guard(what+" "+path, func() { f.name, err = write() }); failed != nil {
			if err = failed; report != nil {
				report(failed)
			}
		}
		f.result <- err
	}()
	return f
}

// poll reports the result once the file is complete, and then returns true. Without a file it returns false. failure
// begins the warning about an error.
func (f *savedFile) poll(n *notices, failure string) bool {
	if f == nil {
		return false
	}
	select {
	case err := <-f.result:
		if err != nil {
			n.warn(failure + err.Error())
		} else {
			n.exportResult = timedText{"Saved " + Readable(f.name), warningSeconds}
		}
		return true
	default:
		return false
	}
}

// cuttingClip is the message while a clip is being cut.
const cuttingClip = "Cutting the clip…"

// cut starts cutting the clip of a session into a new demo.
func (c *clips) cut(s *Session) {
	n := &s.Notices
	from, to, ok := s.Marks.Clip()
	switch {
	case c.cutting != nil:
		n.say("A clip is already being cut")
		return
	case !ok:
		n.say(n.keys.noClip)
		return
	case s.cut == nil:
		n.say("This demo can't be cut")
		return
	}
	folder, err := clipFolder(s.path)
	if err != nil {
		n.warn("Can't cut: no folder for the clip: " + err.Error())
		return
	}
	cut, title := s.cut, s.Title
	c.cutting = save(s, "cutting", func() (string, error) {
		data, extension, err := cut(from, to)
		if err != nil {
			return "", err
		}
		return writeNew(folder, title, extension, from, data)
	})
	n.say(cuttingClip)
}

// writeNew writes a file of the moment at a time and returns its name: see [newClipFile].
func writeNew(folder, title, extension string, at float64, data []byte) (string, error) {
	name, err := newClipFile(folder, title, extension, at)
	if err != nil {
		return "", err
	}
	if err := atomicfile.Write(name, data, 0o666); err != nil {
		_ = atomicfile.Remove(name) // the empty file made by newClipFile
		return "", err
	}
	return name, nil
}

// savePicture starts saving what the window shows, without the bar and open panels, as a PNG file.
func (c *clips) savePicture(pic *Picture) {
	s, n := pic.Demo, &pic.Demo.Notices
	if c.picture != nil {
		n.say("A picture is already being saved")
		return
	}
	folder, err := clipFolder(s.path)
	if err != nil {
		n.warn("Can't save the picture: no folder: " + err.Error())
		return
	}
	picture, title, at := pic.still(), s.Title, s.Player.Clock()
	c.picture = save(s, "saving a picture of", func() (string, error) {
		var b bytes.Buffer
		if err := png.Encode(&b, picture); err != nil {
			return "", err
		}
		return writeNew(folder, title, ".png", at, b.Bytes())
	})
}

// copyLink copies a link to this moment with copy, or shows it if that is nil: see [Options].Copy.
func (vs *views) copyLink(copy func(link, path string) string) {
	l, n := vs.link(), &vs.Demo.Notices
	if copy == nil {
		n.say("Link: " + l.String())
		return
	}
	n.say(copy(l.String(), vs.Demo.path))
	n.note.left = warningSeconds // long enough to read it
}

// link returns a link to the current moment and view, without file names.
func (vs *views) link() link.Link {
	p, m := &vs.Demo.Player, vs.Demo.Player.Moment()
	l := link.Link{Time: p.Clock(), Speed: p.Speed(), Paused: p.Paused(), Mode: vs.Viewing.Mode.String()}
	switch c := &vs.Active.Camera; c.Mode {
	case camera.Free:
		l.Camera = link.Place(c.Origin, c.Angles)
	case camera.Eyes:
	default:
		l.Camera = c.Mode.String()
	}
	if m.World == nil {
		return l
	}
	// Omit a player that the demo shows by itself.
	if slot := followed(m); slot != world.Nobody && (p.Following() != world.Nobody || vs.Demo.Directing.On ||
		len(vs.Panes) > 1) {
		names := []string{playerArg(m.World, slot)}
		for _, other := range vs.Panes {
			if other != vs.Active && other.slot != world.Nobody {
				names = append(names, playerArg(m.World, other.slot))
			}
		}
		l.Follow = strings.Join(names, ",")
	}
	return l
}

// playerArg returns the argument of --follow for the player in a slot: the name if it is unique, otherwise the slot.
func playerArg(w *world.World, slot int) string {
	if slot < 0 || slot >= len(w.Players) {
		return strconv.Itoa(slot)
	}
	return report.PlayerArg(w.Game, w.Players[slot].Name, slot, func(plain string) bool {
		found, ok := report.PlayerNamed(w, plain)
		return !ok || found != slot
	})
}

// videoExport is a video of the clip that is being exported while playback goes on. It uses a second player of the same
// demo.
type videoExport struct {
	*savedFile
	cancel context.CancelCauseFunc
	done   atomic.Int64 // pictures done
	count  int
	pace   film.Pace
	film   func(ctx context.Context, o FilmOptions) error // see [Options].Film
}

// errCanceled is the cause for canceling an export.
var errCanceled = errors.New("film canceled")

const (
	// clipWidth and clipHeight are the size of an exported video in pixels.
	clipWidth, clipHeight = 1280, 720
	clipRate              = 30 // pictures per second
)

// exportVideo starts exporting a video of the clip with the current view, or cancels the current export. open opens the
// demo once more; it is nil if that is impossible.
func (c *clips) exportVideo(vs *views, open openFunc) {
	s, n := vs.Demo, &vs.Demo.Notices
	if c.export != nil {
		c.cancel(n)
		return
	}
	from, to, ok := s.Marks.Clip()
	if !ok {
		n.say(n.keys.noClip)
		return
	}
	if s.Player.Growing() {
		n.say("Can't export video of a live game")
		return
	}
	if open == nil || c.film == nil {
		n.say("This demo can't be exported as video")
		return
	}
	if _, err := film.FindFFmpeg(); err != nil {
		n.warn(UpperFirst(err.Error()))
		return
	}
	one := film.Ratio{Num: 1, Den: 1}
	times, err := film.NewTimes(from, to, film.Ratio{Num: clipRate, Den: 1}, one)
	if err != nil {
		n.warn(UpperFirst(err.Error()))
		return
	}
	folder, err := clipFolder(s.path)
	if err != nil {
		n.warn("Can't export video: no folder: " + err.Error())
		return
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	e := &videoExport{cancel: cancel, count: times.Count, pace: film.NewPace(times.Count, time.Now()),
		film: c.film}
	c.export = e
	o := vs.filmOptions()
	o.Film = film.Options{
		Kind: film.MP4, Times: times, Width: clipWidth, Height: clipHeight,
		Workers: max(1, runtime.GOMAXPROCS(0)-1), // leave one CPU for the window
	}
	title := s.Title
	var name string // once the video is complete
	o.Film.Name = func() (string, error) {
		var err error
		name, err = newClipFile(folder, title, ".mp4", from)
		return name, err
	}
	o.Film.Progress = func(so film.Progress) { e.done.Store(int64(so.Done)) }
	path, follow := s.path, s.Player.Following()
	e.savedFile = save(s, "filming", func() (string, error) {
		err := e.make(ctx, open, path, follow, o)
		return name, err
	})
	n.say(n.keys.filming)
	n.exportResult = timedText{}
}

// make opens the demo again and makes the video.
func (e *videoExport) make(ctx context.Context, open openFunc, path string, follow int, o FilmOptions) error {
	with, err := openFor(ctx, open, path)
	if err != nil {
		return err
	}
	if with.Close != nil {
		defer with.Close()
	}
	o.Player, o.Maps, o.SurveyStore, o.Palette, o.Models, o.Score = with.Player, with.Maps, with.SurveyStore,
		with.Palette, with.Models, with.Score
	if o.CameraMode == camera.Path && with.Bookmarks != nil {
		if o.Bookmarks, err = with.Bookmarks(); err != nil {
			return err
		}
	}
	if with.Player == nil {
		return errors.New("the demo has no pictures")
	}
	with.Player.Follow(follow)
	return e.film(ctx, o)
}

// openFor opens a demo. If ctx ends first, it returns at once, and the demo is closed as soon as it is open.
func openFor(ctx context.Context, open openFunc, path string) (Demo, error) {
	type opened struct {
		with Demo
		err  error
	}
	ready := make(chan opened, 1)
	go func() {
		var o opened
		if failed := fault.Guard("opening "+path, func() { o.with, o.err = open(ctx, path) }); failed != nil {
			o.err = failed
		}
		ready <- o
	}()
	select {
	case o := <-ready:
		return o.with, o.err
	case <-ctx.Done():
		go func() {
			if o := <-ready; o.err == nil && o.with.Close != nil {
				o.with.Close()
			}
		}()
		return Demo{}, context.Cause(ctx)
	}
}

// filmOptions returns the options for a video with the current view of the window.
func (vs *views) filmOptions() FilmOptions {
	v := vs.Viewing
	v.help, v.scores, v.List = false, false, false
	v.ghost = false
	c := &vs.Active.Camera
	o := FilmOptions{Blur: 1, Viewing: &v, ShotOptions: ShotOptions{CameraMode: c.Mode, FOV: c.FOV, Renderer: CPU,
		Views: len(vs.Panes)}}
	if c.Mode == camera.Free {
		o.Camera, o.CameraMode = &Camera{Origin: vs.Active.View.Origin, Angles: vs.Active.View.Angles}, camera.Eyes
	}
	for _, p := range vs.Panes {
		if p != vs.Active && p.slot != world.Nobody {
			o.OtherViews = append(o.OtherViews, p.slot)
		}
	}
	if vs.Demo.Directing.On {
		o.Director = DirectorOn
	}
	return o
}

// cancel cancels the export.
func (c *clips) cancel(n *notices) {
	c.export.cancel(errCanceled)
	n.say("Export canceled")
}

// pollExport shows the progress or the result of the export.
func (c *clips) pollExport(n *notices) {
	e := c.export
	if e == nil {
		n.exportProgress = ""
		return
	}
	select {
	case err := <-e.result:
		c.export, n.exportProgress = nil, ""
		e.cancel(nil)
		switch {
		case err == nil:
			n.exportResult = timedText{"Saved " + Readable(e.name), warningSeconds}
		case !errors.Is(err, errCanceled):
			n.warn("Can't make the film: " + err.Error())
		}
		return
	default:
	}
	done := int(e.done.Load())
	text := fmt.Sprintf("Filming: %d %%", 100*done/max(1, e.count))
	if left, ok := e.pace.Left(film.Progress{Done: done}, time.Now()); ok {
		text += fmt.Sprintf(", %d s left", int(left.Seconds()+0.5))
	}
	n.exportProgress = text
}

// maxClipFiles is the limit for the number of clips or videos of one moment in a folder.
const maxClipFiles = 1000

// clipFolder returns the folder for clips, films and pictures of a demo: that of the demo or its archive if it is
// writable, otherwise the viewer's home folder.
func clipFolder(path string) (string, error) {
	folder := filepath.Dir(path)
	for info, err := os.Stat(folder); err != nil || !info.IsDir(); info, err = os.Stat(folder) { // leave archives
		up := filepath.Dir(folder)
		if up == folder {
			folder = ""
			break
		}
		folder = up
	}
	if folder == "" || !filepath.IsAbs(path) || atomicfile.TryFolder(folder) != nil {
		return os.UserHomeDir()
	}
	return folder, nil
}

// newClipFile creates an empty file for a clip, a video or a picture, and returns its name. It reserves the name
// because an export takes minutes, and other programs may create files meanwhile. Only letters and digits of the title
// are used, because the demo or an archive chooses it.
func newClipFile(folder, title, extension string, from float64) (string, error) {
	base := atomicfile.PlainName(strings.TrimSuffix(title, filepath.Ext(title)), "clip")
	base = fmt.Sprintf("%s-%d_%02d", base, int(from)/60, int(from)%60)
	for n := 1; n < maxClipFiles; n++ {
		name := base + extension
		if n > 1 {
			name = fmt.Sprintf("%s-%d%s", base, n, extension)
		}
		name = filepath.Join(folder, name)
		if err := atomicfile.Create(name, 0o666); !errors.Is(err, fs.ErrExist) {
			return name, err
		}
	}
	return "", fmt.Errorf("%s has too many clips of this moment", folder)
}
