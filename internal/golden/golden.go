// Package golden compares pictures drawn by tests with reviewed files in testdata. "go test -update" rewrites the
// files: review the changes before you commit them.
package golden

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"demoscope/internal/corpus"
	"demoscope/internal/sums"
)

var update = sums.Update

// Update reports whether to rewrite files. A test with its own comparison calls it, because a program can define a flag
// only once.
func Update() bool { return *update }

// path returns the path of a file in testdata.
func path(name, extension string) string {
	return filepath.Join("testdata", strings.ReplaceAll(name, " ", "-")+extension)
}

func write(t testing.TB, path string, data []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o666); err != nil {
		t.Fatal(err)
	}
}

// Lines compares lines of text with testdata/name.txt. same compares two lines and may allow for rounding.
func Lines(t testing.TB, name string, lines []string, same func(got, want string) bool) {
	t.Helper()
	file := path(name, ".txt")
	if *update {
		write(t, file, []byte(strings.Join(lines, "\n")+"\n"))
		return
	}
	text := strings.ReplaceAll(string(corpus.Read(t, file)), "\r\n", "\n")
	want := strings.Split(strings.TrimRight(text, "\n"), "\n")
	line := func(list []string, i int) string {
		if i < len(list) {
			return list[i]
		}
		return "nothing"
	}
	const named = 5
	wrong := 0
	for i := range max(len(lines), len(want)) {
		got, want := line(lines, i), line(want, i)
		if same(got, want) {
			continue
		}
		if wrong++; wrong <= named {
			t.Errorf("%s, line %d is\n\t%s\nwant\n\t%s", name, i+1, got, want)
		}
	}
	if wrong > named {
		t.Errorf("%s: %d of %d lines differ", name, wrong, len(want))
	}
}

// tolerance is the maximum difference in a channel of a pixel, of 255, because processors round differently.
const tolerance = 3

// Picture compares a picture with testdata/name.png. One pixel in 5000 may differ by more than rounding, because a
// triangle's edge passes through its center.
func Picture(t testing.TB, name string, got *image.RGBA) {
	t.Helper()
	compare(t, name, got, tolerance, 5000)
}

// Exact compares a picture with testdata/name.png. No pixel may differ.
func Exact(t testing.TB, name string, got *image.RGBA) {
	t.Helper()
	compare(t, name, got, 0, 0)
}

// compare compares a picture with testdata/name.png. Channels may differ by off, and by more in one pixel of oneIn;
// oneIn 0 means in none.
func compare(t testing.TB, name string, got *image.RGBA, off, oneIn int) {
	t.Helper()
	file := path(name, ".png")
	if *update {
		// Keep the old file if the difference is only rounding.
		if old, err := readPicture(file); err == nil && differ(old, got, off, oneIn) == "" {
			return
		}
		var b bytes.Buffer
		if err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&b, paletted(got)); err != nil {
			t.Fatal(err)
		}
		write(t, file, b.Bytes())
		return
	}
	want, err := readPicture(file)
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	if d := differ(want, got, off, oneIn); d != "" {
		t.Errorf("%s: %s", name, d)
	}
}

// paletted returns a picture with a palette, which makes a smaller file, if it has at most 256 colors.
func paletted(m *image.RGBA) image.Image {
	index := map[color.RGBA]uint8{}
	out := image.NewPaletted(m.Rect, nil)
	for y := m.Rect.Min.Y; y < m.Rect.Max.Y; y++ {
		for x := m.Rect.Min.X; x < m.Rect.Max.X; x++ {
			c := m.RGBAAt(x, y)
			i, ok := index[c]
			if !ok {
				if len(out.Palette) == 256 {
					return m
				}
				i = uint8(len(out.Palette))
				index[c] = i
				out.Palette = append(out.Palette, c)
			}
			out.SetColorIndex(x, y, i)
		}
	}
	return out
}

// Load returns the picture in a PNG file.
func Load(t testing.TB, file string) *image.RGBA {
	t.Helper()
	m, err := readPicture(file)
	if err != nil {
		t.Fatal(err)
	}
	out := image.NewRGBA(m.Bounds())
	draw.Draw(out, out.Rect, m, out.Rect.Min, draw.Src)
	return out
}

func readPicture(file string) (image.Image, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return png.Decode(bytes.NewReader(data))
}

// differ describes the difference if two pictures differ by more than off in more than one of oneIn pixels, otherwise
// it returns "".
func differ(want image.Image, got *image.RGBA, off, oneIn int) string {
	if want.Bounds() != got.Rect {
		return fmt.Sprintf("it is %v large, want %v", got.Rect, want.Bounds())
	}
	wrong, first := 0, image.Point{}
	for y := got.Rect.Min.Y; y < got.Rect.Max.Y; y++ {
		for x := got.Rect.Min.X; x < got.Rect.Max.X; x++ {
			r, g, b, _ := want.At(x, y).RGBA()
			c := got.RGBAAt(x, y)
			if apart(c.R, r) > off || apart(c.G, g) > off || apart(c.B, b) > off {
				if wrong++; wrong == 1 {
					first = image.Pt(x, y)
				}
			}
		}
	}
	may := 0
	if oneIn > 0 {
		may = got.Rect.Dx() * got.Rect.Dy() / oneIn
	}
	if wrong <= may {
		return ""
	}
	return fmt.Sprintf("%d pixels differ, the first at %v: it is %v, want %v", wrong, first, got.At(first.X, first.Y),
		want.At(first.X, first.Y))
}

// apart returns the difference between an 8-bit channel and a 16-bit one.
func apart(got uint8, want uint32) int {
	d := int(got) - int(want>>8)
	return max(d, -d)
}

// Save writes a picture as name.png to the folder in the environment variable DEMOSCOPE_PICTURES, for review by people.
// It does nothing if the variable is not set.
func Save(t testing.TB, name string, m image.Image) {
	t.Helper()
	dir := os.Getenv("DEMOSCOPE_PICTURES")
	if dir == "" {
		return
	}
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, strings.ReplaceAll(name, " ", "-")+".png"), b.Bytes())
}

// Smaller returns a picture with the mean of every n by n square of pixels.
func Smaller(m *image.RGBA, n int) *image.RGBA {
	out := image.NewRGBA(image.Rect(0, 0, m.Rect.Dx()/n, m.Rect.Dy()/n))
	for y := range out.Rect.Dy() {
		for x := range out.Rect.Dx() {
			var sum [4]int
			for j := range n {
				for i := range n {
					o := m.PixOffset(x*n+i, y*n+j)
					for k := range sum {
						sum[k] += int(m.Pix[o+k])
					}
				}
			}
			for k := range sum {
				out.Pix[out.PixOffset(x, y)+k] = uint8(sum[k] / (n * n))
			}
		}
	}
	return out
}
