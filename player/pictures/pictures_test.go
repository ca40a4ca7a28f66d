package pictures

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"
)

// key is that of a demo of the tests, and name its file.
var key = Key{0xab, 0xcd, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 31: 99}

const name = "abcd0102030405060708090a.picture"

// plain is a picture of two colors: red at the left, blue at the right.
func plain() *Picture {
	p := &Picture{Of: 12.5, Clock: 14.25, Image: image.NewRGBA(image.Rect(0, 0, 640, 360))}
	for y := range 360 {
		for x := range 640 {
			c := color.RGBA{200, 10, 10, 255}
			if x >= 320 {
				c = color.RGBA{10, 10, 200, 255}
			}
			p.Image.SetRGBA(x, y, c)
		}
	}
	return p
}

func near(a, b uint8) bool { return a-b < 12 || b-a < 12 }

func TestKept(t *testing.T) {
	f := Open(filepath.Join(t.TempDir(), "demoscope", "pictures"))
	if f.Get(key, 12.5) != nil || !f.Keeps() {
		t.Fatal("there is a picture before there is one")
	}
	if err := f.Put(key, plain()); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(filepath.Join(f.kept.Dir, name))
	if err != nil {
		t.Fatal(err)
	}
	if info.Size() > 20_000 || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("%d bytes, %v", info.Size(), info.Mode())
	}
	p := f.Get(key, 12.5)
	if p == nil || p.Of != 12.5 || p.Clock != 14.25 || p.Rebuilt {
		t.Fatalf("%+v", p)
	}
	left, right := p.Image.RGBAAt(20, 100), p.Image.RGBAAt(600, 300)
	if !near(left.R, 200) || !near(left.B, 10) || !near(right.R, 10) || !near(right.B, 200) || left.A != 255 {
		t.Errorf("it is %v and %v", left, right)
	}
	if f.Get(key, 12) != nil {
		t.Error("it is also that of another moment")
	}
	other := key
	other[31] = 98 // the names are the same
	if f.Get(other, 12.5) != nil {
		t.Error("it is also that of another demo")
	}
	var none *Folder
	if none.Keeps() || none.Get(key, 12.5) != nil || none.Put(key, plain()) != nil ||
		Open("").Put(key, plain()) != nil {
		t.Error("no folder keeps something")
	}
}

// The picture of a rebuilt level is made anew after a day.
func TestRebuiltIsMadeAnew(t *testing.T) {
	f := Open(t.TempDir())
	p := plain()
	p.Rebuilt = true
	if err := f.Put(key, p); err != nil {
		t.Fatal(err)
	}
	if p = f.Get(key, 12.5); p == nil || !p.Rebuilt {
		t.Fatalf("%+v", p)
	}
	when := time.Now().Add(-25 * time.Hour)
	if err := os.Chtimes(filepath.Join(f.kept.Dir, name), when, when); err != nil {
		t.Fatal(err)
	}
	if f.Get(key, 12.5) != nil {
		t.Error("it is kept for longer")
	}
}

// A file that is damaged anywhere, or cut anywhere, is none, and can be replaced.
func TestDamage(t *testing.T) {
	f := Open(t.TempDir())
	if err := f.Put(key, plain()); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(f.kept.Dir, name)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	put := func(data []byte) {
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for i := 0; i < len(whole); i += 1 + i/16 {
		data := bytes.Clone(whole)
		data[i] ^= 0x40
		if put(data); f.Get(key, 12.5) != nil {
			t.Errorf("with byte %d changed it is read", i)
		}
		if put(whole[:i]); f.Get(key, 12.5) != nil {
			t.Errorf("cut to %d bytes it is read", i)
		}
	}
	put(append(bytes.Clone(whole), make([]byte, 600<<10)...))
	if f.Get(key, 12.5) != nil {
		t.Error("one of 600 KiB is read")
	}
	if err := f.Put(key, plain()); err != nil || f.Get(key, 12.5) == nil {
		t.Errorf("it cannot be replaced: %v", err)
	}
}

// sealed returns a file whose sum is right around any content.
func sealed(content []byte) []byte {
	rest := append(append([]byte{}, key[:]...), make([]byte, 17)...)
	binary.LittleEndian.PutUint64(rest[32:], 0x4029000000000000) // 12.5
	rest = append(rest, content...)
	data := binary.LittleEndian.AppendUint32([]byte("demoscope picture 1\n"), crc32.ChecksumIEEE(rest))
	return append(data, rest...)
}

// Somebody who can make sums makes no picture of another size, and no panic.
func TestHostile(t *testing.T) {
	f := Open(t.TempDir())
	path := filepath.Join(f.kept.Dir, name)
	var large, right bytes.Buffer
	if err := jpeg.Encode(&large, image.NewGray(image.Rect(0, 0, 3000, 3000)), nil); err != nil {
		t.Fatal(err)
	}
	if err := jpeg.Encode(&right, image.NewGray(image.Rect(0, 0, 640, 360)), nil); err != nil {
		t.Fatal(err)
	}
	for what, content := range map[string][]byte{"nothing": nil, "text": []byte("GIF89a"), "3000x3000": large.Bytes(),
		"cut": right.Bytes()[:right.Len()/2]} {
		if err := os.WriteFile(path, sealed(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if f.Get(key, 12.5) != nil {
			t.Errorf("%s is read", what)
		}
	}
	if err := os.WriteFile(path, sealed(right.Bytes()), 0o600); err != nil {
		t.Fatal(err)
	}
	if f.Get(key, 12.5) == nil {
		t.Error("a gray one of the right size is not read: the test seals wrongly")
	}
}
