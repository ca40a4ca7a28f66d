package dzip

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
)

// maxSalvage is the maximum unpacked size in bytes of all files of an archive without a directory.
const maxSalvage = 256 << 20

// salvage finds files without the directory. In versions 2 and 3, a file's stream ends where the next one begins; an
// uncompressed file ends the search. In version 1, only the beginning of the first file is known.
func (a *Archive) salvage() {
	if a.major == 1 {
		data, _ := a.common()
		if isCoded(data) {
			a.salvaged(typeDemo1, 0, maxSalvage, int64(len(data)))
		}
		return
	}
	left := min(maxSalvage, 16<<20+64*a.size)
	for at := int64(headerSize); left > 0 && len(a.Files) < MaxFiles; {
		var header [2]byte
		if n, _ := a.r.ReadAt(header[:], at); n < len(header) || !isZlib(header) {
			return
		}
		z := a.inflate(at, a.size)
		r := &countedReader{r: z}
		unpacked := bufio.NewReader(io.LimitReader(r, left))
		head, _ := unpacked.Peek(16)
		kind := uint32(typeFile)
		if isCoded(head) {
			kind = typeDemo
		}
		if len(head) == 0 {
			return
		}
		_, err := io.Copy(io.Discard, unpacked)
		end := at + int64(len(header)) + z.offset() + 4 // after its checksum
		z.release()
		size := r.n
		if kind == typeDemo {
			size = left
		}
		left -= a.salvaged(kind, at, size, end-at)
		if err != nil {
			return
		}
		left -= r.n
		at = end
	}
}

// salvaged adds the file at an offset in the archive, with at most size unpacked bytes, and returns its unpacked size.
func (a *Archive) salvaged(kind uint32, at, size, packed int64) int64 {
	f := &File{a: a, kind: kind, at: at, Size: size, size: packed}
	f.Name = fmt.Sprintf("%d.bin", len(a.Files)+1)
	if kind != typeFile {
		f.Name = fmt.Sprintf("%d.dem", len(a.Files)+1)
		if r, err := f.Open(); err == nil {
			f.Size, _ = io.Copy(io.Discard, r)
		}
	}
	a.Files = append(a.Files, f)
	return f.Size
}

// isZlib reports whether these bytes are the header of a zlib stream without a dictionary.
func isZlib(header [2]byte) bool {
	const deflate, window, dictionary = 8, 7, 0x20
	return header[0]&0xf == deflate && header[0]>>4 <= window && header[1]&dictionary == 0 &&
		(int(header[0])<<8|int(header[1]))%31 == 0
}

// isCoded reports whether a file begins like the intermediate form of a demo: the line with the CD track, and a block.
func isCoded(head []byte) bool {
	line, rest, ok := bytes.Cut(head[:min(len(head), 16)], []byte{'\n'})
	return ok && len(line) > 0 && len(line) < 12 && len(bytes.Trim(line, "-0123456789")) == 0 && len(rest) > 0 &&
		(rest[0] <= 7 || rest[0] == 0xff)
}

type countedReader struct {
	r io.Reader
	n int64
}

func (c *countedReader) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	return n, err
}
