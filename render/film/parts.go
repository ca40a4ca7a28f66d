package film

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"image"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"syscall"
	"time"

	"demoscope/internal/atomicfile"
	"demoscope/internal/settings"
)

const (
	// partSeconds is how long the parts of a film are: what is lost if it is interrupted.
	partSeconds = 10
	// warmSeconds is for how long before a part that has to be drawn all pictures are looked at: what a
	// picture has of those before it.
	warmSeconds = 3
	// keepParts is how long parts of a film that was not finished are kept.
	keepParts = 7 * 24 * time.Hour
	// maxPartBytes is how many bytes of other films' parts are kept.
	maxPartBytes = 4 << 30
)

// ErrMaking says that another process makes the same film.
var ErrMaking = errors.New("another demoscope is making this film")

// Folder returns where the parts of films are kept until they are whole.
func Folder() string {
	if dir := settings.Cache("films"); dir != "" {
		return dir
	}
	return filepath.Join(os.TempDir(), "demoscope-films")
}

// partFile is a file of a film that is not finished.
var partFile = regexp.MustCompile(`^[0-9a-f]{24}-(\d{5}\.nut|sound\.wav|parts\.txt|film\.(mp4|webm)|lock)$`)

// parts are the files of a film that is being made.
type parts struct {
	folder, name string
}

func (p parts) path(end string) string { return filepath.Join(p.folder, p.name+"-"+end) }

func (p parts) part(n int) string { return p.path(fmt.Sprintf("%05d.nut", n)) }

// CacheError says that the parts of a film cannot be kept in their folder, which is not where the film goes.
type CacheError struct {
	Folder string
	Err    error
}

func (e *CacheError) Error() string { return e.Folder + " cannot be written: " + e.Err.Error() }

func (e *CacheError) Unwrap() error { return e.Err }

// inCache makes an error of a file of the parts a [CacheError]; nil stays nil.
func inCache(err error) error {
	var p *fs.PathError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &p):
		err = p.Err
	}
	return &CacheError{Folder(), err}
}

// film makes a film with ffmpeg: parts, which are kept, then all of them with the sound.
func (m *maker) film(ctx context.Context) error {
	path, err := FindFFmpeg()
	if err != nil {
		return err
	}
	p := parts{folder: Folder()}
	if err := atomicfile.MkdirAll(p.folder); err != nil {
		return inCache(err)
	}
	key := m.Key
	if key == "" {
		key = fmt.Sprint(os.Getpid(), time.Now().UnixNano())
	}
	each := m.frames()
	count := (m.Times.Count + each - 1) / each
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\n%v %v\n%dx%d %d\n%+v", key, m.partArguments(), each, m.Width, m.Height, m.Kind, m.Times))
	p.name = hex.EncodeToString(sum[:12])
	unlock, err := atomicfile.Lock(p.path("lock"), 0)
	if errors.Is(err, atomicfile.ErrLocked) {
		return ErrMaking
	}
	if err != nil {
		unlock = func() {} // a file system without locks
	}
	defer unlock()
	p.sweep()
	m.spare = make(chan []byte, 2*m.Workers+2)
	whole := false
	defer func() {
		for _, end := range []string{"sound.wav", "parts.txt", "film.mp4", "film.webm"} {
			_ = atomicfile.Remove(p.path(end))
		}
		if whole || m.Key == "" {
			for n := range count {
				_ = atomicfile.Remove(p.part(n))
			}
			_ = atomicfile.Remove(p.path("lock"))
		}
	}()
	if err := m.drawParts(ctx, path, p, count, each); err != nil {
		return err
	}
	if err := m.join(ctx, path, p, count, each); err != nil {
		return err
	}
	whole = true
	return nil
}

// frames returns how many frames a part has.
func (m *maker) frames() int {
	return max(1, int(partSeconds*m.Times.Rate.Float()+0.5))
}

// drawParts makes the parts that are missing.
func (m *maker) drawParts(ctx context.Context, path string, p parts, count, each int) error {
	there := make([]bool, count)
	for n := range there {
		info, err := os.Stat(p.part(n))
		there[n] = !m.Fresh && err == nil && info.Mode().IsRegular() && info.Size() > 0
	}
	var last *partWriter // which ends while the next one begins
	end := func() (err error) {
		if last != nil {
			err, last = <-last.done, nil
		}
		return err
	}
	for n := range count {
		from, to := n*each, min(m.Times.Count, (n+1)*each)
		if there[n] {
			warm := to - int(warmSeconds*m.Times.Rate.Float()+0.5)
			for k := from; k < to; k++ {
				if ctx.Err() != nil {
					return errors.Join(end(), context.Cause(ctx))
				}
				if err := m.stage.Pass(k, n+1 < count && !there[n+1] && k >= warm); err != nil {
					return errors.Join(err, end())
				}
			}
			m.done += to - from
			m.kept += to - from
			m.progress()
			continue
		}
		w := m.startPart(ctx, path, p.part(n), m.spare)
		err := m.draw(ctx, from, to, m.convert, w.write)
		w.close(err)
		if before := end(); before != nil {
			return errors.Join(before, ignore(<-w.done))
		}
		if last = w; err != nil {
			if said := end(); said != nil {
				return said // why it could not be written, not that it could not
			}
			return err
		}
	}
	return end()
}

// convert makes of a picture what ffmpeg gets.
func (m *maker) convert(_ int, picture *image.RGBA) ([]byte, error) {
	var pixels []byte
	select {
	case pixels = <-m.spare:
	default:
		pixels = make([]byte, yuvSize(m.Width, m.Height))
	}
	yuv420(pixels, picture)
	return pixels, nil
}

func ignore(error) error { return nil }

// partWriter is a part that is being encoded, on a goroutine of its own.
type partWriter struct {
	pixels *io.PipeWriter
	done   chan error
	spare  chan<- []byte // takes what was written
}

// startPart begins a part.
func (m *maker) startPart(ctx context.Context, path, name string, spare chan<- []byte) *partWriter {
	in, pixels := io.Pipe()
	w := &partWriter{pixels, make(chan error, 1), spare}
	go func() {
		var said error // by ffmpeg
		err := atomicfile.WriteFrom(name, 0o600, func(out io.Writer) error {
			to := &failing{out: out}
			r, err := start(ctx, path, "", in, to, m.partArguments()...)
			if err == nil {
				err = r.wait()
			}
			if to.err != nil {
				return to.err // a full disk, of which ffmpeg says that a pipe is broken
			}
			said = err
			return err
		})
		if said == nil {
			err = inCache(err)
		}
		if err == nil {
			err = io.ErrClosedPipe
			in.CloseWithError(err)
			w.done <- nil
			return
		}
		in.CloseWithError(ErrEnded)
		w.done <- err
	}()
	return w
}

func (w *partWriter) write(_ int, pixels []byte) error {
	_, err := w.pixels.Write(pixels)
	select {
	case w.spare <- pixels:
	default:
	}
	return err
}

// close ends the part; with an error it is not kept.
func (w *partWriter) close(err error) { w.pixels.CloseWithError(err) }

// failing remembers why nothing more can be written.
type failing struct {
	out io.Writer
	err error
}

func (f *failing) Write(data []byte) (int, error) {
	n, err := f.out.Write(data)
	if err != nil && f.err == nil {
		f.err = err
	}
	return n, err
}

// join puts the parts and the sound together, and the film under its name.
func (m *maker) join(ctx context.Context, path string, p parts, count, each int) error {
	var list bytes.Buffer
	fmt.Fprintln(&list, "ffconcat version 1.0")
	for n := range count {
		from, to := n*each, min(m.Times.Count, (n+1)*each)
		fmt.Fprintf(&list, "file %s\nduration %.6f\n", filepath.Base(p.part(n)), m.Times.Start(to)-m.Times.Start(from))
	}
	if err := atomicfile.Write(p.path("parts.txt"), list.Bytes(), 0o600); err != nil {
		return inCache(err)
	}
	sound := ""
	if m.Sound != nil {
		sound = p.path("sound.wav")
		if err := atomicfile.WriteFrom(sound, 0o600, m.Sound); err != nil {
			return inCache(err)
		}
		sound = filepath.Base(sound)
	}
	end := map[Kind]string{MP4: "film.mp4", WebM: "film.webm"}[m.Kind]
	// Its names are those of this folder, and none of the viewer's.
	r, err := start(ctx, path, p.folder, nil, nil, m.wholeArguments(filepath.Base(p.path("parts.txt")), sound, filepath.Base(p.path(end)))...)
	if err == nil {
		err = r.wait()
	}
	if err != nil {
		if errors.Is(err, syscall.ENOSPC) {
			return inCache(syscall.ENOSPC)
		}
		return err
	}
	f, err := os.Open(p.path(end))
	if err != nil {
		return inCache(err)
	}
	defer f.Close()
	return atomicfile.WriteFrom(m.Output, 0o666, func(out io.Writer) error {
		_, err := io.Copy(out, f)
		if err == nil && ctx.Err() != nil {
			err = context.Cause(ctx)
		}
		return err
	})
}

// sweep removes what other films have left behind: what is old, and the oldest where there is too much.
func (p parts) sweep() {
	type left struct {
		path string
		info fs.FileInfo
	}
	var list []left
	entries, err := os.ReadDir(p.folder)
	if err != nil {
		return
	}
	sum := int64(0)
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || !info.Mode().IsRegular() || !partFile.MatchString(e.Name()) || e.Name()[:len(p.name)] == p.name {
			continue
		}
		sum += info.Size()
		list = append(list, left{filepath.Join(p.folder, e.Name()), info})
	}
	for len(list) > 0 {
		oldest := 0
		for i := range list {
			if list[i].info.ModTime().Before(list[oldest].info.ModTime()) {
				oldest = i
			}
		}
		if time.Since(list[oldest].info.ModTime()) < keepParts && sum <= maxPartBytes {
			return
		}
		sum -= list[oldest].info.Size()
		_ = atomicfile.Remove(list[oldest].path)
		list = append(list[:oldest], list[oldest+1:]...)
	}
}
