package film

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"demoscope/internal/wait"
)

// needFFmpeg gives a film a cache of its own.
func needFFmpeg(t *testing.T) {
	t.Helper()
	for _, name := range []string{program, "ffprobe"} {
		if _, err := exec.LookPath(name); err != nil {
			t.Skip("ffmpeg is not installed")
		}
	}
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
}

// output returns what a program prints.
func output(t *testing.T, name string, arguments ...string) []byte {
	t.Helper()
	command := exec.Command(name, arguments...)
	var said bytes.Buffer
	command.Stderr = &said
	out, err := command.Output()
	if err != nil {
		t.Fatalf("%s %q: %v\n%s", name, arguments, err, &said)
	}
	return out
}

// bangs writes a WAV file of silence with a bang of 5 ms at times in seconds.
func bangs(seconds float64, at ...float64) func(context.Context, io.Writer) error {
	return func(_ context.Context, out io.Writer) error {
		const rate = 48000
		pcm := make([]byte, 4*int(math.Round(seconds*rate)))
		for _, when := range at {
			from := int(math.Round(when * rate))
			for i := range rate / 200 {
				v := int16(25000 * math.Sin(float64(i)/4))
				for side := range 2 {
					binary.LittleEndian.PutUint16(pcm[4*(from+i)+2*side:], uint16(v))
				}
			}
		}
		le := binary.LittleEndian
		b := le.AppendUint32([]byte("RIFF"), uint32(36+len(pcm)))
		b = le.AppendUint32(append(b, "WAVEfmt "...), 16)
		b = le.AppendUint16(le.AppendUint16(b, 1), 2)
		b = le.AppendUint32(le.AppendUint32(b, rate), 4*rate)
		b = le.AppendUint16(le.AppendUint16(b, 4), 16)
		b = le.AppendUint32(append(b, "data"...), uint32(len(pcm)))
		_, err := out.Write(append(b, pcm...))
		return err
	}
}

// TestInStep: in a film as players decode it a flash and its bang are less than 10 ms apart, at the beginning, across
// the parts and at the end; it has all frames, at even distances, and is as long as they are.
func TestInStep(t *testing.T) {
	needFFmpeg(t)
	for _, c := range []struct {
		name    string
		rate    Ratio
		streams string
	}{
		{"a.mp4", Ratio{30, 1}, "h264 aac"}, {"a.mp4", Ratio{30000, 1001}, "h264 aac"},
		{"a.webm", Ratio{25, 1}, "vp9 opus"},
	} {
		const count = 700 // three parts
		s := &slides{size: image.Pt(64, 36), flashes: map[int]bool{}}
		o := options(t, c.name, count, s.size)
		o.Times.Rate = c.rate
		var times []float64
		for _, k := range []int{15, 290, 310, 605, 690} {
			s.flashes[k] = true
			times = append(times, o.Times.Start(k))
		}
		o.Sound = bangs(o.Times.Seconds(), times...)
		if err := Make(t.Context(), s, o); err != nil {
			t.Fatal(c.name, err)
		}
		streams := strings.Join(strings.Fields(string(output(t, "ffprobe", "-v", "error", "-show_entries",
			"stream=codec_name", "-of", "csv=p=0", o.Output))), " ")
		if streams != c.streams {
			t.Errorf("%s has the streams %s", c.name, streams)
		}
		var length float64
		fmt.Sscan(string(output(t, "ffprobe", "-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0",
			o.Output)), &length)
		if math.Abs(length-o.Times.Seconds()) > 0.03 {
			t.Errorf("%s is %v s long, not %v", c.name, length, o.Times.Seconds())
		}
		// The frames as they are shown, and how bright they are.
		var flashes []float64
		frames, first := 0, 0.
		for _, line := range strings.Fields(string(output(t, "ffprobe", "-v", "error", "-f", "lavfi", "-show_entries",
			"frame=pts_time:frame_tags=lavfi.signalstats.YAVG", "-of", "csv=p=0", "movie="+o.Output+",signalstats"))) {
			var at, bright float64
			if _, err := fmt.Sscanf(line, "%g,%g", &at, &bright); err != nil {
				t.Fatalf("%q: %v", line, err)
			}
			if frames == 0 {
				first = at // of WebM the time that Opus needs before its first sample
			}
			// WebM has whole milliseconds
			if want := first + o.Times.Start(frames); first > 0.01 || math.Abs(at-want) > 0.0011 {
				t.Fatalf("%s: frame %d is shown at %v, not %v", c.name, frames, at, want)
			}
			if bright > 128 {
				flashes = append(flashes, at)
			}
			frames++
		}
		if frames != count || len(flashes) != len(times) {
			t.Fatalf("%s has %d frames with flashes at %v", c.name, frames, flashes)
		}
		pcm := output(t, program, "-v", "error", "-i", o.Output, "-map", "0:a", "-af", "aresample=async=1:first_pts=0",
			"-f", "s16le", "-ac", "1", "-ar", "48000", "-")
		loud := func(i int) bool {
			v := int(int16(binary.LittleEndian.Uint16(pcm[2*i:])))
			return max(v, -v) > 6000
		}
		for i, n := 0, len(pcm)/2; i < n; i++ {
			if !loud(i) {
				continue
			}
			at := float64(i) / 48000
			if len(flashes) == 0 || math.Abs(at-flashes[0]) > 0.01 {
				t.Fatalf("%s: a bang at %.4f, and flashes at %v", c.name, at, flashes)
			}
			flashes = flashes[1:]
			i += 48000 / 10
		}
		if len(flashes) > 0 {
			t.Errorf("%s: there is no bang at %v", c.name, flashes)
		}
	}
}

// TestGoesOn: a film that was interrupted is the same as one that was not, and what it had is not drawn again.
func TestGoesOn(t *testing.T) {
	needFFmpeg(t)
	const count = 750 // three parts
	why := errors.New("enough")
	make1 := func(key string, fresh bool, end int) (*slides, Options, error) {
		s := &slides{size: image.Pt(64, 36)}
		o := options(t, "a.mp4", count, s.size)
		o.Key, o.Fresh = key, fresh
		ctx, cancel := context.WithCancelCause(t.Context())
		defer cancel(nil)
		s.fail = func(frame int) {
			if frame != end {
				return
			}
			wait.For(t, "ffmpeg's end of the second part", func() bool {
				kept, _ := filepath.Glob(filepath.Join(folder(), "*.nut"))
				return len(kept) == 2
			})
			cancel(why)
		}
		return s, o, Make(ctx, s, o)
	}
	s, o, err := make1("a key", false, 640)
	var u *Unfinished
	if !errors.Is(err, why) || !errors.As(err, &u) || u.Kept != 20 {
		t.Fatalf("%v: %+v", err, u)
	}
	nothingLeft(t, s, &o)
	kept, _ := filepath.Glob(filepath.Join(folder(), "*.nut"))
	if len(kept) != 2 {
		t.Fatalf("there are the parts %q", kept)
	}
	size := int64(0)
	for _, name := range kept {
		info, err := os.Stat(name)
		if ok, _ := filepath.Match(u.Files, name); err != nil || !ok {
			t.Fatalf("%s is not among the files that are said to be kept, %s: %v", name, u.Files, err)
		}
		size += info.Size()
	}
	if u.Size != size {
		t.Errorf("%d bytes are said to be kept, of %d", u.Size, size)
	}
	frames := func(o Options) string {
		return string(output(t, program, "-v", "error", "-i", o.Output, "-f", "framemd5", "-"))
	}
	_, whole, err := make1("another key", false, -1)
	if err != nil {
		t.Fatal(err)
	}
	s, o, err = make1("a key", false, -1)
	if err != nil {
		t.Fatal(err)
	}
	if n := s.shown.Load(); n != 150 || len(s.passed) != 600 {
		t.Errorf("%d frames were drawn, and %d passed", n, len(s.passed))
	}
	if frames(o) != frames(whole) {
		t.Error("the film that was interrupted has other frames")
	}
	if left, err := os.ReadDir(folder()); err != nil || len(left) != 1 || left[0].Name() != "lock" {
		t.Errorf("finished films leave %v, %v", left, err)
	}
	// One that is no film of the cache keeps nothing.
	if _, _, err = make1("", false, 640); !errors.As(err, &u) || u.Kept != 0 {
		t.Errorf("%v: %+v", err, u)
	}
	// A fresh one takes nothing over.
	if _, _, err = make1("a key", false, 640); !errors.Is(err, why) {
		t.Fatal(err)
	}
	if s, _, err = make1("a key", true, -1); err != nil || s.shown.Load() != count {
		t.Errorf("a fresh film: %v, %d frames were drawn", err, s.shown.Load())
	}
}

// TestNextPartIsNotKept: the ffmpeg of the part behind, which has begun when a film fails, leaves no part
// without pictures.
func TestNextPartIsNotKept(t *testing.T) {
	needFFmpeg(t)
	s := &slides{size: image.Pt(64, 36)}
	o := options(t, "a.mp4", 750, s.size)
	o.Key = "a key"
	s.fail = func(frame int) {
		if frame == 100 {
			panic("enough")
		}
	}
	if err := Make(t.Context(), s, o); err == nil {
		t.Fatal("it is made")
	}
	nothingLeft(t, s, &o)
	if kept, err := filepath.Glob(filepath.Join(folder(), "*.nut")); err != nil || len(kept) > 0 {
		t.Errorf("there are the parts %q, %v", kept, err)
	}
}

// TestFullCache: where the disk is full on which the parts are kept, the error names their folder, not the film.
func TestFullCache(t *testing.T) {
	needFFmpeg(t)
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("there is no /dev/full on this system")
	}
	s := &slides{size: image.Pt(64, 36)}
	o := options(t, "a.mp4", 30, s.size)
	o.Key = "a key"
	o.Sound = bangs(1, 0.5)
	if err := os.Mkdir(filepath.Join(os.Getenv("XDG_CACHE_HOME"), "demoscope"), 0o700); err != nil {
		t.Fatal(err)
	}
	// The names of the parts are those of a film that was interrupted.
	why := errors.New("enough")
	s.fail = func(frame int) {
		if frame == 10 {
			panic(why)
		}
	}
	if err := Make(t.Context(), s, o); err == nil {
		t.Fatal("it is made")
	}
	s.fail = nil
	locks, err := filepath.Glob(filepath.Join(folder(), "*-lock"))
	if err != nil || len(locks) != 1 {
		t.Fatalf("there are the films %q, %v", locks, err)
	}
	name := strings.TrimSuffix(locks[0], "lock")
	for _, end := range []string{"00000.nut", "sound.mp4", "film.mp4"} {
		if err := os.Symlink("/dev/full", name+end); err != nil {
			t.Fatal(err)
		}
		err := Make(t.Context(), s, o)
		var c *CacheError
		if !errors.As(err, &c) || !errors.Is(err, syscall.ENOSPC) ||
			c.Folder != filepath.Join(os.Getenv("XDG_CACHE_HOME"), "demoscope", "films") {
			t.Errorf("%s: %v", end, err)
		}
		nothingLeft(t, s, &o)
		if err := os.Remove(name + end); err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
	}
	if err := Make(t.Context(), s, o); err != nil {
		t.Error(err)
	}
}

// TestFullDiskKeepsParts: where a film that is drawn cannot be written, its parts are kept, and the error says so.
func TestFullDiskKeepsParts(t *testing.T) {
	needFFmpeg(t)
	s := &slides{size: image.Pt(64, 36)}
	o := options(t, "a.mp4", 300, s.size) // one part
	o.Key = "a key"
	o.Name = func() (string, error) { return "", syscall.ENOSPC }
	err := Make(t.Context(), s, o)
	var u *Unfinished
	if !errors.Is(err, syscall.ENOSPC) || !errors.As(err, &u) || u.Kept != 10 || u.Size == 0 {
		t.Errorf("%v: %#v", err, u)
	}
	// One that was not begun keeps nothing, and is no such error.
	o.Key = ""
	if err := Make(t.Context(), s, o); !errors.Is(err, syscall.ENOSPC) || errors.As(err, new(*Unfinished)) {
		t.Errorf("%#v", err)
	}
}

// TestSweep: parts of other films are removed when they are old, and what is not ours stays.
func TestSweep(t *testing.T) {
	folder := t.TempDir()
	name := func(c byte) string { return strings.Repeat(string(c), 24) }
	old := time.Now().Add(-8 * 24 * time.Hour)
	for file, when := range map[string]time.Time{
		name('a') + "-00000.nut": old, name('b') + "-00001.nut": time.Now(), name('c') + "-00001.nut": old,
		name('d') + "-lock": old, "mine.txt": old, name('e') + "-x.nut": old,
	} {
		path := filepath.Join(folder, file)
		if err := os.WriteFile(path, []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, when, when); err != nil {
			t.Fatal(err)
		}
	}
	parts{folder, name('c')}.sweep()
	var left []string
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		left = append(left, e.Name())
	}
	want := []string{name('b') + "-00001.nut", name('c') + "-00001.nut", name('e') + "-x.nut", "mine.txt"}
	if strings.Join(left, " ") != strings.Join(want, " ") {
		t.Errorf("left are %q", left)
	}
}

// TestSweepLeavesWhatIsMade: a film that is being made keeps its parts, however old or large, and takes no room from
// those that were interrupted.
func TestSweepLeavesWhatIsMade(t *testing.T) {
	dir := t.TempDir()
	name := func(c byte) string { return strings.Repeat(string(c), 24) }
	part := func(c byte, n int, age time.Duration) {
		p := parts{dir, name(c)}.part(n)
		f, err := os.Create(p)
		if err != nil {
			t.Fatal(err)
		}
		when := time.Now().Add(-age)
		// without taking room
		if err := errors.Join(f.Truncate(3<<30), f.Close(), os.Chtimes(p, when, when)); err != nil {
			t.Fatal(err)
		}
	}
	part('a', 0, 200*time.Hour)
	part('a', 1, 5*time.Hour)
	part('b', 0, 3*time.Hour)
	part('c', 0, 4*time.Hour)
	unlock, err := parts{dir, name('a')}.lock()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := (parts{dir, name('a')}).lock(); !errors.Is(err, ErrMaking) {
		t.Errorf("a film is made twice at a time: %v", err)
	}
	there := func() string {
		list, err := filepath.Glob(filepath.Join(dir, "*.nut"))
		if err != nil {
			t.Fatal(err)
		}
		for i := range list {
			list[i] = filepath.Base(list[i])[23:31]
		}
		return strings.Join(list, " ")
	}
	other, err := parts{dir, name('d')}.lock()
	if err != nil {
		t.Fatal(err)
	}
	if got, want := there(), "a-00000. a-00001. b-00000."; got != want {
		t.Errorf("left are %s, not %s", got, want)
	}
	unlock()
	other()
	when := time.Now().Add(-5 * time.Hour)
	if err := os.Chtimes(parts{dir, name('a')}.path("lock"), when, when); err != nil {
		t.Fatal(err)
	}
	if other, err = (parts{dir, name('d')}).lock(); err != nil {
		t.Fatal(err)
	}
	parts{dir, name('d')}.release(other)
	if got, want := there(), "b-00000."; got != want {
		t.Errorf("once nobody makes it, left are %s, not %s", got, want)
	}
	if left, err := filepath.Glob(filepath.Join(dir, name('d')+"*")); err != nil || len(left) > 0 {
		t.Errorf("a film that is released leaves %q", left)
	}
}

// TestNameAtTheEnd: the name of a film is asked for once it is whole, and an empty file that got no film is removed.
func TestNameAtTheEnd(t *testing.T) {
	needFFmpeg(t)
	s := &slides{size: image.Pt(64, 36)}
	o := options(t, "unused.mp4", 20, s.size)
	out, asked := filepath.Join(filepath.Dir(o.Output), "a.mp4"), 0
	o.Name = func() (string, error) {
		if asked++; s.shown.Load() != 20 {
			t.Errorf("the name is asked for after %d frames", s.shown.Load())
		}
		return out, os.WriteFile(out, nil, 0o640)
	}
	if err := Make(t.Context(), s, o); err != nil || asked != 1 {
		t.Fatal(err, asked)
	}
	if info, err := os.Stat(out); err != nil || info.Size() == 0 || runtime.GOOS != "windows" &&
		info.Mode().Perm() != 0o640 {
		t.Errorf("the film is %v, %v", info, err)
	}
	if err := os.Remove(out); err != nil {
		t.Fatal(err)
	}
	m, why := maker{Options: o}, errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(why)
	if err := m.put(ctx, filepath.Join(t.TempDir(), "none.mp4")); err == nil {
		t.Error("a film that is not there has a name")
	}
	nothingLeft(t, s, &o)
}

// TestFFmpegFails: what ffmpeg says is said.
func TestFFmpegFails(t *testing.T) {
	needFFmpeg(t)
	was := codings[MP4]
	defer func() { codings[MP4] = was }()
	broken := was
	broken.pictures = []string{"-c:v", "nonsense"}
	codings[MP4] = broken
	s := &slides{size: image.Pt(64, 36)}
	o := options(t, "a.mp4", 100, s.size)
	if err := Make(t.Context(), s, o); err == nil || !strings.Contains(err.Error(), "Unknown encoder 'nonsense'") {
		t.Error(err)
	}
	nothingLeft(t, s, &o)
	t.Setenv("PATH", t.TempDir())
	if err := Make(t.Context(), s, o); !errors.Is(err, errNoFFmpeg) ||
		!strings.Contains(err.Error(), "apt install ffmpeg") {
		t.Error(err)
	}
}
