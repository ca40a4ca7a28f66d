package film

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"image"
	"image/png"
	"io"
	"os"
	"path/filepath"

	"demoscope/internal/atomicfile"
)

// animation makes a film in a single file of pictures. Each is encoded separately, so that none stays in memory.
func (m *maker) animation(ctx context.Context) error {
	return atomicfile.WriteFrom(m.Output, 0o666, func(out io.Writer) error {
		var a animator
		if m.Kind == GIF {
			a = &gifWriter{out: out, times: &m.Times}
		} else {
			a = &apngWriter{out: out, times: &m.Times}
		}
		if err := a.begin(m.Width, m.Height); err != nil {
			return err
		}
		if err := m.draw(ctx, 0, m.Times.Count, a.pack, a.write); err != nil {
			return err
		}
		return a.end()
	})
}

// animator encodes pictures, several at a time, and writes them in order.
type animator interface {
	begin(width, height int) error
	pack(frame int, picture *image.RGBA) ([]byte, error)
	write(frame int, packed []byte) error
	end() error
}

// pictures makes a film of numbered pictures. It never overwrites a file: if a picture's name exists, it writes none.
// If the film is not finished, it removes what it has written, including the folder if it created it.
func (m *maker) pictures(ctx context.Context) error {
	for k := range m.Times.Count {
		if err := noPicture(m.Output, k); err != nil {
			return err
		}
	}
	folder := PictureFolder(m.Output)
	_, missing := os.Lstat(folder)
	if err := atomicfile.MkdirShared(folder); err != nil {
		return err
	}
	written := 0
	err := m.draw(ctx, 0, m.Times.Count, func(_ int, picture *image.RGBA) ([]byte, error) {
		var b bytes.Buffer
		err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&b, picture)
		return b.Bytes(), err
	}, func(frame int, packed []byte) error {
		if err := noPicture(m.Output, frame); err != nil {
			return err
		}
		err := atomicfile.Write(pictureName(m.Output, frame), packed, 0o666)
		if err == nil {
			written = frame + 1
		}
		return err
	})
	if err != nil {
		for k := range written {
			_ = atomicfile.Remove(pictureName(m.Output, k))
		}
		if missing != nil {
			_ = atomicfile.Remove(folder) // fails if others have put files there
		}
	}
	return err
}

// noPicture returns an error if a file with the name of a numbered picture exists.
func noPicture(path string, frame int) error {
	name := pictureName(path, frame)
	if _, err := os.Lstat(name); err == nil {
		return fmt.Errorf("%s already exists: an image sequence needs a new folder or other names",
			filepath.Base(name))
	}
	return nil
}

// apngWriter writes animated PNG files, built from the chunks of single pictures as in the PNG specification, third
// edition.
type apngWriter struct {
	out      io.Writer
	times    *Times
	sequence uint32
}

const pngSignature = "\x89PNG\r\n\x1a\n"

func (a *apngWriter) begin(int, int) error { return nil }

func (a *apngWriter) pack(_ int, picture *image.RGBA) ([]byte, error) {
	var b bytes.Buffer
	err := png.Encode(&b, picture)
	return b.Bytes(), err
}

// errNotPNG is a bug in this program.
var errNotPNG = errors.New("a picture was not packed as PNG")

func (a *apngWriter) write(frame int, packed []byte) error {
	be := binary.BigEndian
	rest, ok := bytes.CutPrefix(packed, []byte(pngSignature))
	if !ok {
		return errNotPNG
	}
	var out []byte
	if frame == 0 {
		out = append(out, pngSignature...)
	}
	for len(rest) >= 12 {
		n := int(be.Uint32(rest))
		if n > len(rest)-12 {
			return errNotPNG
		}
		kind, data := string(rest[4:8]), rest[8:8+n]
		rest = rest[12+n:]
		switch {
		case kind == "IHDR" && frame == 0:
			out = chunk(out, kind, data)
			out = chunk(out, "acTL", be.AppendUint32(be.AppendUint32(nil, uint32(a.times.Count)), 0))
			out = a.control(out, data)
		case kind == "IHDR":
			out = a.control(out, data)
		case kind == "IDAT" && frame == 0:
			out = chunk(out, kind, data)
		case kind == "IDAT":
			out = chunk(out, "fdAT", append(be.AppendUint32(nil, a.sequence), data...))
			a.sequence++
		}
	}
	_, err := a.out.Write(out)
	return err
}

// control appends a frame control chunk with the delay of a frame, a fraction of two 16-bit numbers.
func (a *apngWriter) control(out, header []byte) []byte {
	be := binary.BigEndian
	num, den := a.times.Rate.Den, a.times.Rate.Num
	for num > 0xffff || den > 0xffff {
		num, den = (num+1)/2, (den+1)/2
	}
	data := be.AppendUint32(nil, a.sequence)
	a.sequence++
	data = append(data, header[:8]...)                      // size
	data = be.AppendUint32(be.AppendUint32(data, 0), 0)     // position
	data = be.AppendUint16(data, uint16(num))               // seconds
	data = append(be.AppendUint16(data, uint16(den)), 0, 0) // not disposed, replaces the previous picture
	return chunk(out, "fcTL", data)
}

func (a *apngWriter) end() error {
	_, err := a.out.Write(chunk(nil, "IEND", nil))
	return err
}

// chunk appends a chunk of a PNG file.
func chunk(out []byte, kind string, data []byte) []byte {
	be := binary.BigEndian
	out = be.AppendUint32(out, uint32(len(data)))
	from := len(out)
	out = append(append(out, kind...), data...)
	return be.AppendUint32(out, crc32.ChecksumIEEE(out[from:]))
}
