// Package pictures keeps a picture of the best moment of a demo, so that a list of demos shows it at
// once.
//
// A picture is a file in one folder, named after the hash of the demo's content: nothing that a demo
// says becomes a path. Files are only a copy of what can be made again and are not trusted: maxFile bounds
// what is read, and one that is damaged, of another version or of another moment counts as none. maxFiles and
// maxFolder bound the folder: what was written longest ago goes first.
package pictures

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/crc32"
	"image"
	"image/draw"
	"image/jpeg"
	"math"
	"time"

	"demoscope/internal/cache"
	"demoscope/internal/fault"
	"demoscope/internal/settings"
)

// Width and Height are those of all pictures that are kept, in pixels: they fill the page of a demo
// on a screen with two pixels to a point.
const Width, Height = 640, 360

const (
	// maxFile is the size of a file in bytes: pictures of the corpus take 15 to 60 KB.
	maxFile = 512 << 10
	// maxFiles and maxFolder bound the folder, in files and bytes.
	maxFiles  = 4000
	maxFolder = 128 << 20
)

// rebuiltFor is for how long the picture of a level is kept whose map was missing: then the user may have
// the map.
const rebuiltFor = 24 * time.Hour

// quality is that of the JPEG, 1 to 100.
const quality = 85

// head begins all files; it has another number if pictures are made otherwise.
const head = "demoscope picture 1\n"

// ending is that of the files.
const ending = ".picture"

// Key is the SHA-256 of a demo's content.
type Key [32]byte

// Picture is the picture of a moment of a demo.
type Picture struct {
	// Of is when the moment begins that it is of, and Clock when it is taken, in viewer's seconds.
	Of, Clock float64
	// Rebuilt is set if the level's own map is missing.
	Rebuilt bool
	Image   *image.RGBA // Width by Height
}

// Folder is where pictures are kept; nil and the zero value are none.
type Folder struct{ kept cache.Folder }

// Dir returns the folder of the user's caches: demoscope/pictures in ~/.cache on Linux. It is "" if
// there is none.
func Dir() string { return settings.Cache("pictures") }

// Open returns a folder, which need not exist; none for "".
func Open(dir string) *Folder {
	return &Folder{cache.Folder{Dir: dir, Ending: ending, Kind: "the picture of a demo", File: maxFile, Files: maxFiles,
		Bytes: maxFolder}}
}

// Keeps reports whether anything is kept.
func (f *Folder) Keeps() bool { return f != nil && !f.kept.None() }

// file returns the name of the file of a demo.
func file(k Key) string { return hex.EncodeToString(k[:12]) + ending }

// Get returns the picture of the moment of a demo that begins at of; nil if there is none.
func (f *Folder) Get(k Key, of float64) *Picture {
	if f == nil {
		return nil
	}
	data, err := f.kept.Read(file(k))
	if err != nil {
		return nil
	}
	var p *Picture
	if fault.Guard("reading a picture", func() { p, err = decode(data, k) }) != nil || err != nil || p.Of != of {
		return nil
	}
	if when, ok := f.kept.Written(file(k)); p.Rebuilt && (!ok || time.Since(when) > rebuiltFor) {
		return nil
	}
	return p
}

// Put keeps the picture of a demo, in the place of the one before.
func (f *Folder) Put(k Key, p *Picture) error {
	if !f.Keeps() {
		return nil
	}
	data, err := encode(p, k)
	if err != nil {
		return err
	}
	return f.kept.Write(file(k), data)
}

// A file is head, the CRC-32 of all behind that, the whole Key, Of and Clock, a byte that is 1 for Rebuilt,
// and a JPEG. Numbers begin with their lowest byte.
const fixed = len(head) + 4 + 32 + 8 + 8 + 1

func encode(p *Picture, k Key) ([]byte, error) {
	if p.Image == nil || p.Image.Rect != image.Rect(0, 0, Width, Height) {
		return nil, errors.New("the picture has another size")
	}
	data := append([]byte(head), 0, 0, 0, 0)
	data = append(data, k[:]...)
	data = binary.LittleEndian.AppendUint64(data, math.Float64bits(p.Of))
	data = binary.LittleEndian.AppendUint64(data, math.Float64bits(p.Clock))
	rebuilt := byte(0)
	if p.Rebuilt {
		rebuilt = 1
	}
	b := bytes.NewBuffer(append(data, rebuilt))
	if err := jpeg.Encode(b, p.Image, &jpeg.Options{Quality: quality}); err != nil {
		return nil, err
	}
	data = b.Bytes()
	binary.LittleEndian.PutUint32(data[len(head):], crc32.ChecksumIEEE(data[len(head)+4:]))
	return data, nil
}

// errDamaged says that a file is none of ours, or not whole.
var errDamaged = errors.New("the picture is damaged")

func decode(data []byte, k Key) (*Picture, error) {
	if len(data) < fixed || string(data[:len(head)]) != head {
		return nil, errDamaged
	}
	sum, rest := binary.LittleEndian.Uint32(data[len(head):]), data[len(head)+4:]
	if crc32.ChecksumIEEE(rest) != sum || Key(rest[:32]) != k {
		return nil, errDamaged
	}
	p := &Picture{
		Of:      math.Float64frombits(binary.LittleEndian.Uint64(rest[32:])),
		Clock:   math.Float64frombits(binary.LittleEndian.Uint64(rest[40:])),
		Rebuilt: rest[48] == 1,
	}
	file := data[fixed:]
	// Its size is checked before memory is taken for it.
	if c, err := jpeg.DecodeConfig(bytes.NewReader(file)); err != nil || c.Width != Width || c.Height != Height {
		return nil, errDamaged
	}
	m, err := jpeg.Decode(bytes.NewReader(file))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errDamaged, err)
	}
	p.Image = image.NewRGBA(image.Rect(0, 0, Width, Height))
	draw.Draw(p.Image, p.Image.Rect, m, m.Bounds().Min, draw.Src)
	return p, nil
}
