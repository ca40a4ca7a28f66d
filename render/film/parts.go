package film

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"image"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"demoscope/internal/atomicfile"
	"demoscope/internal/fault"
	"demoscope/internal/settings"
)

const (
	// PartSeconds is the length of the parts of a film, in seconds: an interruption loses at most that much.
	PartSeconds = 10
	// warmSeconds is the time before a part to be drawn, in seconds, in which all pictures are shown to the stage,
	// because a picture depends on those before it.
	warmSeconds = 3
	// keepParts is how long the parts of an unfinished film are kept.
	keepParts = 7 * 24 * time.Hour
	// maxPartBytes is the maximum size in bytes of the kept parts of other films. The current film does not count.
	maxPartBytes = 4 << 30
	// guardPatience is how long to wait for processes that begin or end a film.
	guardPatience = 10 * time.Second
	// quietFor is the time since the last write after which a film counts as abandoned, where files cannot be locked.
	quietFor = time.Hour
)

// ErrMaking means that another process makes the same film.
var ErrMaking = errors.New("another demoscope is making this film")

// folder returns the folder for the parts of unfinished films.
func folder() string {
	if dir := settings.Cache("films"); dir != "" {
		return dir
	}
	return filepath.Join(os.TempDir(), "demoscope-films")
}

// partFile matches the files of an unfinished film.
var partFile = regexp.MustCompile(`^[0-9a-f]{24}-(\d{5}\.nut|sound\.(mp4|webm)|film\.(mp4|webm)|lock)$`)

// parts names the files of a film in progress.
type parts struct {
	folder, name string
}

func (p parts) path(end string) string { return filepath.Join(p.folder, p.name+"-"+end) }

func (p parts) part(n int) string { return p.path(fmt.Sprintf("%05d.nut", n)) }

// size returns the size of a part in bytes, 0 if it does not exist.
func (p parts) size(n int) int64 {
	info, err := os.Stat(p.part(n))
	if err != nil || !info.Mode().IsRegular() {
		return 0
	}
	return info.Size()
}

// has reports whether a part exists.
func (p parts) has(n int) bool { return p.size(n) > 0 }

// leftover describes the kept parts of an unfinished film.
type leftover struct {
	frames int
	size   int64  // bytes
	files  string // pattern of their paths
}

// leftover returns the kept parts of a film with parts parts, each frames per part, and all frames in total.
func (p parts) leftover(parts, each, all int) (l leftover) {
	for i := range parts {
		if size := p.size(i); size > 0 {
			l.frames += min(all, (i+1)*each) - i*each
			l.size += size
		}
	}
	l.files = p.path("*")
	return l
}

// CacheError means that the parts of a film cannot be stored in their folder, which is not that of the film.
type CacheError struct {
	Folder string
	Err    error
}

func (e *CacheError) Error() string { return "can't write to " + e.Folder + ": " + e.Err.Error() }

func (e *CacheError) Unwrap() error { return e.Err }

// inCache converts an error about a file of the parts into a [CacheError]; nil stays nil.
func inCache(err error) error {
	var p *fs.PathError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &p):
		err = p.Err
	}
	return &CacheError{folder(), err}
}

// Unfinished means that a film has ended early, and describes the kept parts: making the same film again continues
// with them.
type Unfinished struct {
	Kept  float64 // seconds
	Size  int64   // bytes
	Files string  // path of the parts, with * for the parts that differ
	Err   error
}

func (e *Unfinished) Error() string { return e.Err.Error() }

func (e *Unfinished) Unwrap() error { return e.Err }

// TryCache returns the [CacheError] to expect from storing parts, if that can be known in advance.
func TryCache() error { return inCache(atomicfile.TryFolder(folder())) }

// film makes a film with ffmpeg: first the parts, which are kept, then all of them joined with the sound.
func (m *maker) film(ctx context.Context) error {
	path, err := FindFFmpeg()
	if err != nil {
		return err
	}
	p := parts{folder: folder()}
	if err := atomicfile.MkdirAll(p.folder); err != nil {
		return inCache(err)
	}
	key := m.Key
	if key == "" {
		key = fmt.Sprint(os.Getpid(), time.Now().UnixNano())
	}
	each := m.frames()
	count := (m.Times.Count + each - 1) / each
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\n%v %v\n%dx%d %d\n%+v", key, m.partArguments(), each, m.Width, m.Height,
		m.Kind, m.Times))
	p.name = hex.EncodeToString(sum[:12])
	unlock, err := p.lock()
	if err != nil {
		return err
	}
	m.spare = make(chan []byte, 2*m.Workers+2)
	whole := false
	defer func() {
		for _, end := range []string{"sound.mp4", "sound.webm", "film.mp4", "film.webm"} {
			_ = atomicfile.Remove(p.path(end))
		}
		if whole || m.Key == "" {
			for n := range count {
				_ = atomicfile.Remove(p.part(n))
			}
			p.release(unlock)
		} else {
			m.leftover = p.leftover(count, each, m.Times.Count)
			unlock()
		}
	}()
	// The sound is mixed and encoded while the pictures are drawn: after them, it would keep only one processor busy.
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var sound sync.WaitGroup
	if m.Sound != nil {
		sound.Go(func() {
			var err error
			if failed := fault.Guard("the sound of a film", func() {
				err = m.encodeSound(ctx, path, p)
			}); failed != nil {
				err = failed
			}
			if err != nil {
				cancel(err)
			}
		})
	}
	defer func() {
		if m.joining != nil {
			cancel(nil)
			m.joining.end(nil)
		}
	}()
	if err := m.drawParts(ctx, path, p, count, each); err != nil {
		cancel(err)
	}
	sound.Wait()
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if m.joining == nil {
		if err := m.startJoin(ctx, path, p); err != nil { // all parts existed
			return err
		}
	}
	if err := m.join(ctx, p, count, each); err != nil {
		return err
	}
	whole = true
	return nil
}

// sound returns the name of the file with the encoded sound.
func (m *maker) sound(p parts) string { return p.path("sound." + soundForms[m.Kind]) }

// encodeSound encodes the sound.
func (m *maker) encodeSound(ctx context.Context, path string, p parts) error {
	in, wav, err := os.Pipe()
	if err != nil {
		return err
	}
	r, err := start(ctx, path, p.folder, in, nil, m.soundArguments(filepath.Base(m.sound(p)))...)
	in.Close() // only ffmpeg uses it
	if err != nil {
		wav.Close()
		return err
	}
	to := &failing{out: wav}
	err = m.Sound(ctx, to)
	wav.Close()
	ffmpegErr := r.wait()
	switch {
	case errors.Is(ffmpegErr, syscall.ENOSPC):
		return inCache(syscall.ENOSPC)
	case err != nil && (to.err == nil || ffmpegErr == nil):
		return &StageError{err}
	}
	return ffmpegErr // the cause, not the broken pipe
}

// frames returns the number of frames per part.
func (m *maker) frames() int {
	return max(1, int(PartSeconds*m.Times.Rate.Float()+0.5))
}

// drawParts draws the missing parts.
func (m *maker) drawParts(ctx context.Context, path string, p parts, count, each int) error {
	there := make([]bool, count)
	for n := range there {
		there[n] = !m.Fresh && p.has(n)
	}
	var last *partWriter // the previous part, which ends while the next one begins
	end := func() (err error) {
		if last != nil {
			err, last = <-last.done, nil
		}
		return err
	}
	var next *partWriter // the next part: ffmpeg is already starting, which takes a while
	defer func() {
		if next != nil {
			next.close(errEnded)
			<-next.done
		}
	}()
	for n := range count {
		from, to := n*each, min(m.Times.Count, (n+1)*each)
		if there[n] {
			warm := to - int(warmSeconds*m.Times.Rate.Float()+0.5)
			for k := from; k < to; k++ {
				if ctx.Err() != nil {
					return errors.Join(end(), context.Cause(ctx))
				}
				if err := m.stage.Pass(k, n+1 < count && !there[n+1] && k >= warm); err != nil {
					return errors.Join(&StageError{err}, end())
				}
			}
			m.so.Done += to - from
			m.so.Kept += to - from
			m.progress()
			continue
		}
		w, err := next, error(nil)
		if next = nil; w == nil {
			w, err = m.startPart(ctx, path, p.part(n), m.spare)
		}
		if err != nil {
			return errors.Join(err, end())
		}
		switch missing := slices.Index(there[n+1:], false); missing {
		case 0:
			next, err = m.startPart(ctx, path, p.part(n+1), m.spare)
		case -1:
			err = m.startJoin(ctx, path, p)
		}
		if err != nil {
			w.close(err)
			<-w.done
			return errors.Join(err, end())
		}
		err = m.draw(ctx, from, to, m.convert, w.write)
		w.close(err)
		if before := end(); before != nil {
			<-w.done
			return before
		}
		if last = w; err != nil {
			if ffmpegErr := end(); ffmpegErr != nil {
				return ffmpegErr // the cause, not the broken pipe
			}
			return err
		}
	}
	return end()
}

// convert converts a picture to the pixel format for ffmpeg.
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

// partWriter is a part that is being encoded on its own goroutine.
type partWriter struct {
	pixels *os.File // a pipe, so that nothing is copied here
	failed atomic.Pointer[error]
	done   chan error
	spare  chan<- []byte // takes used memory
}

// startPart starts a part.
func (m *maker) startPart(ctx context.Context, path, name string, spare chan<- []byte) (*partWriter, error) {
	in, pixels, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	widen(pixels)
	w := &partWriter{pixels: pixels, done: make(chan error, 1), spare: spare}
	go func() {
		var ffmpegErr error
		err := atomicfile.WriteFrom(name, 0o600, func(out io.Writer) error {
			to := &failing{out: out}
			r, err := start(ctx, path, "", in, to, m.partArguments()...)
			in.Close() // only ffmpeg uses it
			if err == nil {
				err = r.wait()
			}
			if to.err != nil {
				return to.err // a full disk, which ffmpeg reports as a broken pipe
			}
			if failed := w.failed.Load(); failed != nil && err == nil {
				err = *failed // for ffmpeg, the part was complete
			}
			ffmpegErr = err
			return err
		})
		if ffmpegErr == nil {
			err = inCache(err)
		}
		in.Close() // if ffmpeg was not started
		w.done <- err
	}()
	return w, nil
}

func (w *partWriter) write(_ int, pixels []byte) error {
	_, err := w.pixels.Write(pixels)
	select {
	case w.spare <- pixels:
	default:
	}
	if err != nil {
		return errEnded
	}
	return nil
}

// close ends the part. With an error, it is not kept.
func (w *partWriter) close(err error) {
	if err != nil {
		w.failed.Store(&err)
	}
	w.pixels.Close()
}

// failing records the first write error.
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

// joining is the ffmpeg that joins a film. It is started while the last part is drawn, because starting takes a
// while, and waits for the list of parts.
type joining struct {
	run  *run
	list *os.File // a pipe
}

// startJoin starts joining the film.
func (m *maker) startJoin(ctx context.Context, path string, p parts) error {
	sound := ""
	if m.Sound != nil {
		sound = filepath.Base(m.sound(p))
	}
	in, list, err := os.Pipe()
	if err != nil {
		return err
	}
	// Its names are relative to this folder and contain nothing from the viewer.
	r, err := start(ctx, path, p.folder, in, nil, m.wholeArguments(sound, filepath.Base(m.whole(p)))...)
	in.Close() // only ffmpeg uses it
	if err != nil {
		list.Close()
		return err
	}
	m.joining = &joining{r, list}
	return nil
}

// end passes the list to ffmpeg and waits for it to end.
func (j *joining) end(list []byte) error {
	_, _ = j.list.Write(list) // ffmpeg reports the cause of an error
	j.list.Close()
	return j.run.wait()
}

// whole returns the name of the film's file before it is renamed.
func (m *maker) whole(p parts) string {
	return p.path(map[Kind]string{MP4: "film.mp4", WebM: "film.webm"}[m.Kind])
}

// join joins the parts and the sound, and moves the film to its name.
func (m *maker) join(ctx context.Context, p parts, count, each int) error {
	var list bytes.Buffer
	fmt.Fprintln(&list, "ffconcat version 1.0")
	for n := range count {
		from, to := n*each, min(m.Times.Count, (n+1)*each)
		fmt.Fprintf(&list, "file file:%s\nduration %.6f\n", filepath.Base(p.part(n)),
			m.Times.Start(to)-m.Times.Start(from))
	}
	err := m.joining.end(list.Bytes())
	m.joining = nil
	if err != nil {
		if errors.Is(err, syscall.ENOSPC) {
			return inCache(syscall.ENOSPC)
		}
		return err
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return m.put(ctx, m.whole(p))
}

// put moves a complete film to its name. On another file system, the film is copied and its parts are kept until
// then: a full disk there must not lose the drawn pictures.
func (m *maker) put(ctx context.Context, whole string) (err error) {
	to := m.Output
	if m.Name != nil {
		if to, err = m.Name(); err != nil {
			return err
		}
		defer func() {
			if err != nil {
				_ = atomicfile.Remove(to)
			}
		}()
	}
	if atomicfile.Replace(whole, to) == nil {
		return nil
	}
	f, err := os.Open(whole)
	if err != nil {
		return inCache(err)
	}
	defer f.Close()
	return atomicfile.WriteFrom(to, 0o666, func(out io.Writer) error {
		_, err := io.Copy(out, f)
		if err == nil && ctx.Err() != nil {
			err = context.Cause(ctx)
		}
		return err
	})
}

// guard takes the lock of the folder. It is needed to take or remove the lock of a film: otherwise another process
// could take a lock whose file has been removed.
func (p parts) guard() (unlock func(), err error) {
	unlock, err = atomicfile.Lock(filepath.Join(p.folder, "lock"), guardPatience)
	if err != nil && !errors.Is(err, atomicfile.ErrLocked) {
		return func() {}, nil // a file system without locks
	}
	return unlock, err
}

// lock locks a film and makes room for its parts. It returns [ErrMaking] if another process has the lock.
func (p parts) lock() (unlock func(), err error) {
	unguard, err := p.guard()
	if err != nil {
		return nil, fmt.Errorf("the folder of films: %w", err)
	}
	defer unguard()
	unlock, err = atomicfile.Lock(p.path("lock"), 0)
	if errors.Is(err, atomicfile.ErrLocked) {
		return nil, ErrMaking
	}
	if err != nil {
		unlock = func() {}
	}
	p.sweep()
	return unlock, nil
}

// release releases the lock of a film and removes its file. If the file cannot be removed, sweep does it later.
func (p parts) release(unlock func()) {
	unguard, err := p.guard()
	unlock() // first, because Windows cannot remove an open file
	if err != nil {
		return
	}
	defer unguard()
	_ = atomicfile.Remove(p.path("lock"))
}

// inProgress reports whether another process makes the film. last is the time of the last write to its files.
func (p parts) inProgress(last time.Time) bool {
	if _, err := os.Lstat(p.path("lock")); err != nil {
		return false
	}
	unlock, err := atomicfile.Lock(p.path("lock"), 0)
	switch {
	case err == nil:
		unlock()
		return false
	case errors.Is(err, atomicfile.ErrLocked):
		return true
	}
	return time.Since(last).Abs() < quietFor
}

// sweep removes parts of other films: old ones, and the oldest if there are too many. It removes whole films and
// skips those in progress, so internal/cache cannot be used for this folder. The caller must hold the guard.
func (p parts) sweep() {
	type kept struct {
		parts
		files []string
		size  int64
		last  time.Time
	}
	entries, err := os.ReadDir(p.folder)
	if err != nil {
		return
	}
	films := map[string]*kept{}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || !info.Mode().IsRegular() || !partFile.MatchString(e.Name()) {
			continue
		}
		name := e.Name()[:len(p.name)]
		f := films[name]
		if f == nil {
			f = &kept{parts: parts{p.folder, name}}
			films[name] = f
		}
		f.files = append(f.files, filepath.Join(p.folder, e.Name()))
		f.size += info.Size()
		if info.ModTime().After(f.last) {
			f.last = info.ModTime()
		}
	}
	delete(films, p.name)
	maps.DeleteFunc(films, func(_ string, f *kept) bool { return f.inProgress(f.last) })
	sum := int64(0)
	for _, f := range films {
		sum += f.size
	}
	for _, f := range slices.SortedFunc(maps.Values(films), func(a, b *kept) int {
		return cmp.Or(a.last.Compare(b.last), cmp.Compare(a.name, b.name))
	}) {
		if time.Since(f.last) < keepParts && sum <= maxPartBytes {
			return
		}
		for _, path := range f.files {
			_ = atomicfile.Remove(path)
		}
		sum -= f.size
	}
}
