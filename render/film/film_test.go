package film

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/png"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"

	full "demoscope/internal/failing"
	"demoscope/internal/golden"
	"demoscope/internal/wait"
)

// same reports whether two times are, but for the last bits.
func same(a, b float64) bool { return math.Abs(a-b) < 1e-11 }

// TestTimes: frames are at their exact times, however many come before.
func TestTimes(t *testing.T) {
	ratio := func(text string) Ratio {
		r, err := ParseRatio(text)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	for _, c := range []struct {
		from, to    float64
		fps, speed  string
		count       int
		frame       int
		at, shown   float64
		samples48k  int64
		description string
	}{
		{10, 20, "30", "1", 300, 299, 10 + 299./30, 299. / 30, 480000, "ten seconds"},
		{0, 1000, "29.97", "1", 29971, 10000, 333.6666666666667, 333.6666666666667, 48001554,
			"television: 29971 * 1001 / 30000 s"},
		{0, 10, "60", "0.25", 2400, 2399, 9.995833333333334, 39.98333333333333, 1920000, "slow motion"},
		{5, 5.1, "24000/1001", "3", 1, 0, 5, 0, 2002, "a single frame"},
		{0, 36000, "25", "1", 900000, 899999, 35999.96, 35999.96, 1728000000, "ten hours"},
	} {
		times, err := NewTimes(c.from, c.to, ratio(c.fps), ratio(c.speed))
		if err != nil {
			t.Fatal(c.description, err)
		}
		if times.Count != c.count || !same(times.At(c.frame), c.at) || !same(times.Start(c.frame), c.shown) ||
			times.Samples(48000) != c.samples48k {
			t.Errorf("%s: %d frames, frame %d of %v shown at %v, %d samples; want %d, %v, %v, %d", c.description,
				times.Count, c.frame, times.At(c.frame), times.Start(c.frame), times.Samples(48000), c.count, c.at,
				c.shown, c.samples48k)
		}
	}
	// Sub-frames lie in the first half of the time to the next frame.
	times, err := NewTimes(2, 3, ratio("10"), ratio("1"))
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []float64{2.3, 2.3125, 2.325, 2.3375} {
		if got := times.Sub(3, i, 4); !same(got, want) {
			t.Errorf("sub-frame %d is at %v, not %v", i, got, want)
		}
	}
	for _, bad := range []string{"", "0", "-1", "x", "1/0", "1e9", "0x10", "2000000", "1/2000000", "1_0", "30 fps"} {
		if r, err := ParseRatio(bad); err == nil {
			t.Errorf("%q is read as %v", bad, r)
		} else if less := bad == "0" || bad == "-1"; strings.Contains(err.Error(), "must be more than 0") != less {
			t.Errorf("%q: %v", bad, err)
		}
	}
	if _, err := NewTimes(5, 5, ratio("30"), ratio("1")); err == nil {
		t.Error("a film without a frame is made")
	}
	if _, err := NewTimes(0, 1e7, ratio("1000"), ratio("1")); err == nil {
		t.Error("a film of ten thousand million frames is made")
	}
}

// TestKinds: what a name asks for.
func TestKinds(t *testing.T) {
	folder := t.TempDir()
	for path, want := range map[string]Kind{
		"a.mp4": MP4, "a.MP4": MP4, "b/c.webm": WebM, "a.gif": GIF, "a.png": APNG, "a.apng": APNG, "out/": Pictures,
		folder: Pictures, "f-%05d.png": Pictures, "f-%d.png": Pictures,
	} {
		if got, err := KindOf(path); err != nil || got != want {
			t.Errorf("%q is %v, %v", path, got, err)
		}
	}
	for _, bad := range []string{"a", "a.avi", "%d%d.png", "%s.png", "100%.png", "%5d.png"} {
		if got, err := KindOf(bad); err == nil {
			t.Errorf("%q is %v", bad, got)
		}
	}
	if got := pictureName("x/f-%03d.png", 11); got != filepath.Join("x", "f-012.png") {
		t.Errorf("the 12th picture is %s", got)
	}
	if got := pictureName("x/", 0); got != filepath.Join("x", "000001.png") {
		t.Errorf("the first picture is %s", got)
	}
}

// slides is a stage whose pictures have one color each; those of flashes are white.
type slides struct {
	size          image.Point
	flashes       map[int]bool
	passed        []int
	shown, opened atomic.Int64
	fail          func(frame int) // called while a frame is drawn
}

func (s *slides) Pass(frame int, _ bool) error {
	s.passed = append(s.passed, frame)
	return nil
}

func (s *slides) Show(frame int) (Picture, error) {
	s.opened.Add(1)
	return &slide{s, frame}, nil
}

type slide struct {
	of    *slides
	frame int
}

func slideColor(frame int) color.RGBA {
	return color.RGBA{uint8(frame * 20), uint8(255 - frame*10), 60, 255}
}

func (s *slide) Draw() *image.RGBA {
	if s.of.fail != nil {
		s.of.fail(s.frame)
	}
	s.of.shown.Add(1)
	m := image.NewRGBA(image.Rectangle{Max: s.of.size})
	c := slideColor(s.frame)
	if s.of.flashes != nil {
		c = color.RGBA{20, 20, 20, 255}
		if s.of.flashes[s.frame] {
			c = color.RGBA{255, 255, 255, 255}
		}
	}
	for i := 0; i < len(m.Pix); i += 4 {
		m.Pix[i], m.Pix[i+1], m.Pix[i+2], m.Pix[i+3] = c.R, c.G, c.B, 255
	}
	return m
}

func (s *slide) Done() { s.of.opened.Add(-1) }

func options(t testing.TB, name string, frames int, size image.Point) Options {
	t.Helper()
	kind, err := KindOf(name)
	if err != nil {
		t.Fatal(err)
	}
	return Options{
		Output: filepath.Join(t.TempDir(), name), Kind: kind, Width: size.X, Height: size.Y, Workers: 4,
		Times: Times{Rate: Ratio{30, 1}, Speed: Ratio{1, 1}, Count: frames},
	}
}

// near reports whether two colors differ by rounding.
func near(a, b color.Color, most int) bool {
	x, y := color.RGBAModel.Convert(a).(color.RGBA), color.RGBAModel.Convert(b).(color.RGBA)
	far := func(p, q uint8) bool { return max(int(p)-int(q), int(q)-int(p)) > most }
	return !far(x.R, y.R) && !far(x.G, y.G) && !far(x.B, y.B)
}

func TestGIF(t *testing.T) {
	s := &slides{size: image.Pt(33, 7)}
	o := options(t, "a.gif", 15, s.size)
	fifth := make(chan bool)
	s.fail = func(frame int) { // begun as fifth, with four workers, so that pictures before it are ready
		switch frame % 5 {
		case 0:
			<-fifth
		case 4:
			fifth <- true
		}
	}
	if err := Make(t.Context(), s, o); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(o.Output)
	if err != nil {
		t.Fatal(err)
	}
	g, err := gif.DecodeAll(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	sum := 0
	for k, m := range g.Image {
		sum += g.Delay[k]
		if m.Rect.Size() != s.size || !near(m.At(20, 3), slideColor(k), 0) {
			t.Errorf("frame %d is %v of %v", k, m.At(20, 3), m.Rect)
		}
	}
	if len(g.Image) != 15 || sum != 50 || g.LoopCount != 0 {
		t.Errorf("%d frames take %d hundredths, and are shown %d times", len(g.Image), sum, g.LoopCount)
	}
}

// TestGIFColors compares the colors and pixels of pictures with a file: of a gradient, of a few colors of which one is
// everywhere, and of more colors than are in a palette.
func TestGIFColors(t *testing.T) {
	var lines []string
	for name, of := range map[string]func(x, y int) color.RGBA{
		"0": func(x, y int) color.RGBA { return color.RGBA{uint8(x), uint8(y / 2), uint8((x + y) / 8), 255} },
		"1": func(x, y int) color.RGBA {
			return color.RGBA{uint8(x / 90 * 80), uint8(y / 70 * 60), uint8(x / 200 * y), 255}
		},
		"2": func(x, y int) color.RGBA {
			return color.RGBA{uint8(x * 37), uint8(y * 91 >> 2), uint8(x * y >> 3 & 127), 255}
		},
	} {
		m := image.NewRGBA(image.Rect(0, 0, 256, 160))
		for y := range 160 {
			for x := range 256 {
				m.SetRGBA(x, y, of(x, y))
			}
		}
		p := quantize(m)
		for y := 0; y < 160; y += 10 {
			lines = append(lines, fmt.Sprintf("picture %s, colors %x, rows from %d: %08x", name,
				p.colors[16*(y/10):][:16], y, crc32.ChecksumIEEE(p.pixels[256*y:][:2560])))
		}
	}
	slices.Sort(lines)
	golden.Lines(t, "gif-colors", lines, golden.Equal)
}

// TestFullAnimations lets animated pictures end at each byte.
func TestFullAnimations(t *testing.T) {
	times, err := NewTimes(0, 1, Ratio{3, 1}, Ratio{1, 1})
	if err != nil {
		t.Fatal(err)
	}
	for name, make := range map[string]func(out io.Writer) animator{
		"GIF":  func(out io.Writer) animator { return &gifWriter{out, &times} },
		"APNG": func(out io.Writer) animator { return &apngWriter{out: out, times: &times} },
	} {
		full.EachByte(t, name, func(out io.Writer) error {
			a := make(out)
			err := a.begin(5, 3)
			for frame := 0; frame < times.Count && err == nil; frame++ {
				var data []byte
				if data, err = a.pack(frame, image.NewRGBA(image.Rect(0, 0, 5, 3))); err == nil {
					err = a.write(frame, data)
				}
			}
			if err != nil {
				return err
			}
			return a.end()
		})
	}
}

func TestAPNG(t *testing.T) {
	s := &slides{size: image.Pt(16, 9)}
	o := options(t, "a.png", 5, s.size)
	if err := Make(t.Context(), s, o); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(o.Output)
	if err != nil {
		t.Fatal(err)
	}
	// who knows no animation
	if m, err := png.Decode(bytes.NewReader(data)); err != nil || !near(m.At(3, 3), slideColor(0), 0) {
		t.Errorf("the first picture: %v", err)
	}
	// Its chunks, and each picture as a file of its own.
	be := binary.BigEndian
	names, sequence, header := []string(nil), uint32(0), []byte(nil)
	var frames [][]byte
	for rest := data[8:]; len(rest) > 0; {
		n := int(be.Uint32(rest))
		name, body := string(rest[4:8]), rest[8:8+n]
		rest = rest[12+n:]
		names = append(names, name)
		switch name {
		case "IHDR":
			header = body
		case "acTL":
			if be.Uint32(body) != 5 || be.Uint32(body[4:]) != 0 {
				t.Errorf("acTL is %x", body)
			}
		case "fcTL", "fdAT":
			if got := be.Uint32(body); got != sequence {
				t.Errorf("%s has the number %d, not %d", name, got, sequence)
			}
			sequence++
			if name == "fcTL" {
				frames = append(frames, nil)
				if w, h, num, den := be.Uint32(body[4:]), be.Uint32(body[8:]), be.Uint16(body[20:]),
					be.Uint16(body[22:]); w != 16 || h != 9 || num != 1 || den != 30 {
					t.Errorf("a frame of %dx%d takes %d/%d s", w, h, num, den)
				}
			} else {
				frames[len(frames)-1] = append(frames[len(frames)-1], body[4:]...)
			}
		case "IDAT":
			frames[len(frames)-1] = append(frames[len(frames)-1], body...)
		}
	}
	if got := strings.Join(names[:4], " "); got != "IHDR acTL fcTL IDAT" || names[len(names)-1] != "IEND" ||
		len(frames) != 5 {
		t.Errorf("the chunks are %q, %d frames", names, len(frames))
	}
	for k, f := range frames {
		one := chunk(chunk(chunk([]byte(pngSignature), "IHDR", header), "IDAT", f), "IEND", nil)
		if m, err := png.Decode(bytes.NewReader(one)); err != nil || !near(m.At(3, 3), slideColor(k), 0) {
			t.Errorf("frame %d: %v", k, err)
		}
	}
}

func TestPictures(t *testing.T) {
	s := &slides{size: image.Pt(8, 8)}
	o := options(t, "p-%02d.png", 11, s.size)
	if err := Make(t.Context(), s, o); err != nil {
		t.Fatal(err)
	}
	for k := range 11 {
		f, err := os.Open(filepath.Join(filepath.Dir(o.Output), fmt.Sprintf("p-%02d.png", k+1)))
		if err != nil {
			t.Fatal(err)
		}
		if m, err := png.Decode(f); err != nil || !near(m.At(1, 1), slideColor(k), 0) {
			t.Errorf("picture %d: %v", k, err)
		}
		f.Close()
	}
}

// TestPicturesStay: a film of pictures writes over none that is there, removes none that is not its own, and writes
// nothing if one has a name of its.
func TestPicturesStay(t *testing.T) {
	for _, c := range []struct {
		what string
		old  string
		late bool // it comes while the film is made
		want string
	}{
		{"an older film", "000003.png", false, "000003.png already exists"},
		{"a picture that somebody else makes meanwhile", "000007.png", true, "000007.png already exists"},
		{"an older film with more pictures", "000011.png", false, ""},
	} {
		dir := t.TempDir()
		old := filepath.Join(dir, c.old)
		put := func() {
			if err := os.WriteFile(old, []byte("older"), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if !c.late {
			put()
		}
		s := &slides{size: image.Pt(8, 8)}
		err := Make(t.Context(), s, Options{
			Output: dir, Kind: Pictures, Width: 8, Height: 8, Workers: 1, Times: Times{Rate: Ratio{30, 1},
				Speed: Ratio{1, 1}, Count: 10},
			Progress: func(so Progress) {
				if c.late && so.Done == 4 {
					put()
				}
			},
		})
		left, _ := os.ReadDir(dir)
		if now, read := os.ReadFile(old); read != nil || string(now) != "older" {
			t.Errorf("%s: of the old picture there is %q, %v", c.what, now, read)
		}
		if c.want == "" {
			if err != nil || len(left) != 11 {
				t.Errorf("%s: %v, %d files", c.what, err, len(left))
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), c.want) || len(left) != 1 || !c.late && s.shown.Load() != 0 {
			t.Errorf("%s: %v, %d files, %d drawn", c.what, err, len(left), s.shown.Load())
		}
	}
}

// TestPicturesTakeTheirFolder: a film of pictures that is interrupted leaves no folder that was not there,
// and every one that was, or in which there is something else.
func TestPicturesTakeTheirFolder(t *testing.T) {
	for _, c := range []struct {
		what          string
		before, other bool
		left          int
	}{
		{"a new folder", false, false, 0},
		{"a folder that was there", true, false, 1},
		{"a new folder in which somebody has written", false, true, 1},
	} {
		dir := t.TempDir()
		folder := filepath.Join(dir, "film")
		if c.before {
			if err := os.Mkdir(folder, 0o755); err != nil {
				t.Fatal(err)
			}
		}
		ctx, cancel := context.WithCancel(t.Context())
		err := Make(ctx, &slides{size: image.Pt(8, 8)}, Options{
			Output: folder + "/", Kind: Pictures, Width: 8, Height: 8, Workers: 1, Times: Times{Rate: Ratio{30, 1},
				Speed: Ratio{1, 1}, Count: 10},
			Progress: func(so Progress) {
				if so.Done != 4 {
					return
				}
				list, err := os.ReadDir(folder)
				var bytes int64
				for _, f := range list {
					info, err := f.Info()
					if err != nil {
						t.Fatal(err)
					}
					bytes += info.Size()
				}
				if err != nil || len(list) != 4 || so != (Progress{Done: 4, Bytes: bytes}) {
					t.Errorf("%s: %d pictures of %d bytes are there, %+v, %v", c.what, len(list), bytes, so, err)
				}
				if c.other {
					if err := os.WriteFile(filepath.Join(folder, "notes.txt"), nil, 0o644); err != nil {
						t.Error(err)
					}
				}
				cancel()
			},
		})
		cancel()
		if list, _ := os.ReadDir(dir); err == nil || len(list) != c.left {
			t.Errorf("%s: %v, and %d are left", c.what, err, len(list))
		}
	}
}

// lost is a stage of which nothing can be shown from a frame on.
type lost struct {
	slides
	from int
}

var errLost = errors.New("the demo has changed meanwhile")

func (l *lost) Show(frame int) (Picture, error) {
	if frame >= l.from {
		return nil, errLost
	}
	return l.slides.Show(frame)
}

// TestStageError: what is wrong with the demo is no error of the file that is written, and the other way round.
func TestStageError(t *testing.T) {
	var stage *StageError
	o := options(t, "a.gif", 40, image.Pt(8, 8))
	if err := Make(t.Context(), &lost{slides: slides{size: image.Pt(8, 8)}, from: 7}, o); !errors.As(err, &stage) ||
		!errors.Is(err, errLost) || err.Error() != errLost.Error() {
		t.Errorf("a stage that fails: %v", err)
	}
	o.Output = filepath.Join(t.TempDir(), "none", "a.gif")
	if err := Make(t.Context(), &slides{size: image.Pt(8, 8)}, o); err == nil || errors.As(err, &stage) {
		t.Errorf("a folder that is not there: %v", err)
	}
}

// TestPanicEnds: a mistake in what is told of the progress ends the film, and does not hang it.
func TestPanicEnds(t *testing.T) {
	s := &slides{size: image.Pt(8, 8)}
	o := options(t, "a.gif", 40, s.size)
	o.Workers = 1
	o.Progress = func(Progress) { panic("no") }
	ended := make(chan any, 1)
	go func() {
		defer func() { ended <- recover() }()
		_ = Make(t.Context(), s, o)
	}()
	if e := wait.From(t, "the end", ended); e != "no" {
		t.Errorf("it ends with %v", e)
	}
}

// nothingLeft fails the test if there is anything in the folder of a film, or a picture that was not given back.
func nothingLeft(t *testing.T, s *slides, o *Options) {
	t.Helper()
	if left, err := os.ReadDir(filepath.Dir(o.Output)); err != nil || len(left) > 0 {
		t.Errorf("%s: there are %v, %v", o.Output, left, err)
	}
	if n := s.opened.Load(); n != 0 {
		t.Errorf("%s: %d pictures were not given back", o.Output, n)
	}
}

// TestNothingHalfMade: whatever ends a film, nothing is left under its name or beside it.
func TestNothingHalfMade(t *testing.T) {
	for _, name := range []string{"XDG_CACHE_HOME", "HOME", "LOCALAPPDATA"} {
		t.Setenv(name, t.TempDir())
	}
	why := errors.New("enough")
	for _, name := range []string{"a.gif", "a.png", "p-%d.png", "a.mp4"} {
		if _, err := FindFFmpeg(); err != nil && name == "a.mp4" {
			t.Skip("ffmpeg is not installed")
		}
		for _, c := range []struct {
			what string
			fail func(cancel func()) func(int)
			want string
		}{
			{"it is ended", func(cancel func()) func(int) {
				return func(frame int) {
					if frame == 9 {
						cancel()
					}
				}
			}, "enough"},
			{"a mistake", func(func()) func(int) {
				return func(frame int) {
					if frame == 9 {
						panic("no")
					}
				}
			}, "met a mistake in this program (no)"},
		} {
			s := &slides{size: image.Pt(64, 36)}
			o := options(t, name, 40, s.size)
			ctx, cancel := context.WithCancelCause(t.Context())
			s.fail = c.fail(func() { cancel(why) })
			err := Make(ctx, s, o)
			cancel(nil)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s, %s: %v", name, c.what, err)
			}
			nothingLeft(t, s, &o)
		}
	}
}

// TestFullDisk: what is full is said, and nothing hangs.
func TestFullDisk(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("there is no /dev/full on this system")
	}
	s := &slides{size: image.Pt(64, 36)}
	for _, name := range []string{"a.gif", "a.png"} {
		o := options(t, name, 40, s.size)
		if err := os.Symlink("/dev/full", o.Output); err != nil {
			t.Fatal(err)
		}
		if err := Make(t.Context(), s, o); !errors.Is(err, syscall.ENOSPC) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if n := s.opened.Load(); n != 0 {
		t.Errorf("%d pictures were not given back", n)
	}
}
