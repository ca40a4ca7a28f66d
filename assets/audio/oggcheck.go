package audio

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// Limits of checkOgg. Files of the games have some 10 KB of headers and 50 books of up to 3000 entries.
const (
	// maxOggPacket is the maximum size in bytes of a packet assembled from its pages.
	maxOggPacket = 64 << 10
	// maxBookEntries is the maximum number of entries of all books of a file together. Building a book takes time by
	// the square of its entries.
	maxBookEntries = 1 << 16
	// maxOneBook is the maximum number of entries of a book.
	maxOneBook = 1 << 14
	// maxBookValues is the maximum number of values of all books of a file together.
	maxBookValues = 1 << 20
)

// checkOgg checks the pages and headers of an Ogg file for claims that would make the library take unbounded memory or
// time. It returns the number of frames according to the file, at most most.
func checkOgg(data []byte, most int64) (frames int, err error) {
	headers, last, err := oggPackets(data)
	if err != nil {
		return 0, err
	}
	if len(headers) < 3 {
		return 0, &FormatError{"Ogg", int64(len(data)), errors.New("truncated headers")}
	}
	checks := [...]func([]byte) error{checkIdentification, checkComments, checkBooks}
	for i, check := range checks {
		const name = 7 // in bytes: a number and "vorbis"
		if p := headers[i].data; len(p) < name || p[0] != byte(2*i+1) || string(p[1:name]) != "vorbis" {
			err = errors.New("no Vorbis header")
		} else {
			err = check(p[name:])
		}
		if err != nil {
			return 0, &FormatError{"Ogg", int64(headers[i].at), err}
		}
	}
	if last < 0 || last > most {
		return 0, &FormatError{"Ogg", 0, fmt.Errorf("%d frames, more than %d", last, most)}
	}
	return int(last), nil
}

// oggPacket is a packet of an Ogg file.
type oggPacket struct {
	at   int // offset of the page where it ends
	data []byte
}

// oggPackets walks the pages and returns the first three packets, and the position in the last page.
func oggPackets(data []byte) (headers []oggPacket, last int64, err error) {
	var packet []byte // the part of the current packet in earlier pages
	size := 0         // its size
	for at := 0; at < len(data); {
		const header = 27
		page := data[at:]
		fail := func(what string) ([]oggPacket, int64, error) {
			return nil, 0, &FormatError{"Ogg", int64(at), errors.New(what)}
		}
		if len(page) < header || string(page[:4]) != "OggS" {
			if len(headers) < 3 {
				return fail("no page")
			}
			break // ignore the rest after the damage
		}
		segments := int(page[26])
		if segments == 0 || len(page) < header+segments {
			return fail("page without segments")
		}
		if position := int64(binary.LittleEndian.Uint64(page[6:])); position != -1 {
			last = position
		}
		lengths, body := page[header:header+segments], page[header+segments:]
		used := 0
		for _, n := range lengths {
			if used+int(n) > len(body) {
				if len(headers) < 3 {
					return fail("truncated page")
				}
				return headers, last, nil
			}
			if size += int(n); size > maxOggPacket {
				return fail("packet too large")
			}
			if len(headers) < 3 {
				packet = append(packet, body[used:used+int(n)]...)
			}
			used += int(n)
			if n == 255 {
				continue // the packet continues
			}
			if len(headers) < 3 {
				headers = append(headers, oggPacket{at, packet})
				packet = nil
			}
			size = 0
		}
		at += header + segments + used
	}
	return headers, last, nil
}

// checkIdentification checks the first header, after its name.
func checkIdentification(h []byte) error {
	if len(h) < 23 {
		return errors.New("too short")
	}
	channels, rate, blocks := h[4], binary.LittleEndian.Uint32(h[5:]), h[21]
	short, long := blocks&15, blocks>>4
	switch {
	case channels != 1 && channels != 2:
		return fmt.Errorf("%d channels", channels)
	case rate < MinRate || rate > MaxRate:
		return fmt.Errorf("%d frames a second", rate)
	case short < 6 || long > 13 || short > long:
		return fmt.Errorf("blocks of 2^%d and 2^%d", short, long)
	}
	return nil
}

// checkComments checks that the lengths in the second header are within it.
func checkComments(h []byte) error {
	skip := func() bool {
		if len(h) < 4 {
			return false
		}
		n := binary.LittleEndian.Uint32(h)
		if uint64(n) > uint64(len(h)-4) {
			return false
		}
		h = h[4+n:]
		return true
	}
	if !skip() || len(h) < 4 {
		return errors.New("truncated comment")
	}
	count := binary.LittleEndian.Uint32(h)
	h = h[4:]
	for ; count > 0; count-- {
		if !skip() {
			return errors.New("truncated comments")
		}
	}
	return nil
}

// checkBooks checks the books at the beginning of the third header: each must have entries and dimensions, but no more
// than the header contains.
func checkBooks(h []byte) error {
	r := bits{data: h}
	entries, values := 0, 0
	for left := r.read(8) + 1; left > 0; left-- {
		const pattern = 0x564342
		if r.read(24) != pattern {
			return errors.New("missing codebook")
		}
		dimensions, n := int(r.read(16)), int(r.read(24))
		if dimensions == 0 || n < 2 || n > maxOneBook {
			return fmt.Errorf("codebook with %d entries and %d dimensions", n, dimensions)
		}
		if entries += n; entries > maxBookEntries {
			return fmt.Errorf("codebooks with more than %d entries", maxBookEntries)
		}
		if values += n * dimensions; values > maxBookValues {
			return fmt.Errorf("codebooks with more than %d values", maxBookValues)
		}
		if err := r.lengths(n); err != nil {
			return err
		}
		switch kind := r.read(4); kind {
		case 0:
		case 1, 2:
			r.skip(64)
			width := int(r.read(4)) + 1
			r.skip(1)
			stored := n * dimensions
			if kind == 1 {
				stored = roots(n, dimensions)
			}
			r.skip(stored * width)
		default:
			return fmt.Errorf("codebook of type %d", kind)
		}
		if r.ended() {
			return errors.New("truncated codebooks")
		}
	}
	return nil
}

// lengths skips the code lengths of a book's n entries. At least one entry must have a code: without one, the library
// would loop forever.
func (r *bits) lengths(n int) error {
	used := 0
	if r.read(1) == 0 {
		sparse := r.read(1) == 1
		for range n {
			if !sparse || r.read(1) == 1 {
				r.skip(5)
				used++
			}
		}
	} else {
		r.skip(5)
		for used < n && !r.ended() {
			width := 0
			for v := n - used; v > 0; v >>= 1 {
				width++
			}
			used += int(r.read(width))
		}
	}
	if used == 0 || used > n || r.ended() {
		return errors.New("codebook without codes")
	}
	return nil
}

// roots returns the largest number whose power by dimensions is at most n.
func roots(n, dimensions int) int {
	root := 1
	for power := 1; ; root++ {
		power = 1
		for range dimensions {
			if power *= root + 1; power > n {
				return root
			}
		}
	}
}

// bits reads the bits of a header, the lowest of each byte first.
type bits struct {
	data []byte
	at   int // bits
}

func (r *bits) read(n int) (v uint32) {
	for i := range n {
		if at := r.at + i; at>>3 < len(r.data) {
			v |= uint32(r.data[at>>3]>>(at&7)&1) << i
		}
	}
	r.at += n
	return v
}

func (r *bits) skip(n int) { r.at += n }

// ended reports whether a read went past the end.
func (r *bits) ended() bool { return r.at > 8*len(r.data) }
