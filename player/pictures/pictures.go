// Package pictures stores a picture of the best moment of each demo, so that a list of demos can show it at once.
//
// A picture is a file in one folder, named after the hash of the demo's content; nothing in a demo becomes a path. The
// files are only a cache and are not trusted: maxFile bounds what is read, and files that are damaged, or of another
// version or moment, are ignored. maxFiles and maxFolder bound the folder; the oldest files are removed first.
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

// Width and Height are the size of all stored pictures in pixels. They fill the page of a demo on a screen with two
// pixels per point.
const Width, Height = 640, 360

const (
	// maxFile is the maximum size of a file in bytes. Pictures of the corpus take 15 to 60 KB.
	maxFile = 512 << 10
	// maxFiles is the maximum number of files in the folder.
	maxFiles = 4000
	// maxFolder is the maximum size of the folder in bytes.
	maxFolder = 128 << 20
)

// rebuiltFor is how long a picture of a level without its map is used. Afterwards the user may have the map.
const rebuiltFor = 24 * time.Hour

// quality is the quality of the JPEG, 1 to 100.
const quality = 85

// head begins all files. Its number changes if pictures are made differently.
const head = "demoscope picture 1\n"

// ending is the extension of the files.
const ending = ".picture"

// Key is the SHA-256 of a demo's content.
type Key [32]byte

// Picture is the picture of a moment of a demo.
type Picture struct {
	// Of is when the moment begins, and Clock when the picture was taken, in seconds of the viewer's clock.
	Of, Clock float64
	// Rebuilt is set if the level's map was missing.
	Rebuilt bool
	Image   *image.RGBA // Width by Height
}

// Folder is the folder with the pictures. Nil and the zero value store nothing.
type Folder struct{ kept cache.Folder }

// Dir returns the folder in the user's cache folder: demoscope/pictures in ~/.cache on Linux. It is "" if there is no
// cache folder.
func Dir() string { return settings.Cache("pictures") }

// Open returns a folder, which need not exist. With an empty path it stores nothing.
func Open(dir string) *Folder {
	return &Folder{cache.Folder{Dir: dir, Ext: ending, Kind: "the picture of a demo", File: maxFile, Files: maxFiles,
		Bytes: maxFolder}}
}

// Keeps reports whether the folder stores anything.
func (f *Folder) Keeps() bool { return f != nil && !f.kept.Disabled() }

// file returns the file name for a demo.
func file(k Key) string { return hex.EncodeToString(k[:12]) + ending }

// Get returns the picture of the moment of a demo that begins at of, or nil if there is none.
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

// Put stores the picture of a demo, replacing the previous one.
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

// A file has head, the CRC-32 of everything after it, the Key, Of and Clock, a byte that is 1 for Rebuilt, and a JPEG.
// Numbers are little-endian.
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

// errDamaged is the error for an invalid or incomplete file.
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
	// Check the size before allocating memory for the picture.
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
