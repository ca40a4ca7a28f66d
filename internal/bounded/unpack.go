package bounded

import "io"

// directly is the number of bytes that Unpack keeps in the first pass: enough for nearly all demos and maps, and cheap
// to discard.
const directly = 8 << 20

// MaxRatio is the maximum compression ratio of a large file. Real demos reach 21, maps stay below 10; zeros reach
// 1,032.
const MaxRatio = 64

// Unpacked returns the maximum unpacked size of packed bytes: any ratio up to plenty bytes, then at most [MaxRatio],
// and never more than most.
func Unpacked(packed, plenty, most int64) int64 {
	return min(max(min(packed, most)*MaxRatio, plenty), most)
}

// Unpack returns everything from the reader of open, at most limit bytes; with an error, the data before it. It reads
// large data twice, the first time only to count it: unpacking too much costs time but no memory, and is a *[SizeError]
// of that name.
func Unpack(name string, limit int64, open func() (io.ReadCloser, error)) ([]byte, error) {
	r, err := open()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	first := min(limit, directly)
	data, err := readAll(r, first+1)
	if err != nil || int64(len(data)) <= first {
		return data, err
	}
	size := int64(len(data))
	data = nil
	rest, err := io.Copy(io.Discard, io.LimitReader(r, limit+1-size))
	if size += rest; size > limit {
		return nil, &SizeError{name, limit}
	}
	again, openErr := open()
	if openErr != nil {
		return nil, openErr
	}
	defer again.Close()
	data = make([]byte, size)
	if _, readErr := io.ReadFull(again, data); readErr != nil {
		return nil, readErr
	}
	return data, err
}

// readAll returns up to n bytes of r; the end of r is no error.
func readAll(r io.Reader, n int64) ([]byte, error) {
	in := NewInput("", r)
	in.fill(int(n))
	return in.head, in.failed
}
