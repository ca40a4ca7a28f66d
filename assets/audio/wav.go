package audio

import (
	"encoding/binary"
	"fmt"
	"math"
)

// WAV is decoded here instead of by a library: those tested take the padding byte of an odd-sized chunk for a sample,
// and do not return the length of a loop.

// The kinds of values in a WAV.
const (
	wavPCM        = 1
	wavFloat      = 3
	wavExtensible = 0xfffe // the extension has the format
)

// chunk is a part of a WAV.
type chunk struct {
	at   int // of its name, in bytes from the start of the file
	body []byte
}

// wavChunks are the chunks of a WAV that are read, in any order; the first of each.
type wavChunks struct {
	format, data, cue chunk
	list              chunk // the first LIST after the cue
}

// chunks finds the chunks of a WAV. A chunk that is longer than the file ends with it: the games have such files.
func chunks(data []byte) (c wavChunks) {
	for at := 12; at+8 <= len(data); {
		size := binary.LittleEndian.Uint32(data[at+4:])
		body := data[at+8:]
		if uint64(size) < uint64(len(body)) {
			body = body[:size]
		}
		part := chunk{at, body}
		var dst *chunk
		switch string(data[at : at+4]) {
		case "fmt ":
			dst = &c.format
		case "data":
			dst = &c.data
		case "cue ":
			dst = &c.cue
		case "LIST":
			if c.cue.at != 0 {
				dst = &c.list
			}
		}
		if dst != nil && dst.at == 0 {
			*dst = part
		}
		at += 8 + len(body) + len(body)&1 // chunks begin at even offsets
	}
	return c
}

// wavData describes the values in a WAV.
type wavData struct {
	wavChunks
	rate, channels int
	width          int // of a value, in bytes
	value          func([]byte) float32
	body           []byte
}

// readWAV reads the encoding of the values in a WAV.
func readWAV(data []byte) (*wavData, error) {
	c := chunks(data)
	fail := func(at int, format string, args ...any) (*wavData, error) {
		return nil, &FormatError{"WAV", int64(at), fmt.Errorf(format, args...)}
	}
	if len(c.format.body) < 16 {
		return fail(len(data), "no format")
	}
	if c.data.at == 0 {
		return fail(len(data), "no data")
	}
	le := binary.LittleEndian
	f, at := c.format.body, c.format.at+8
	kind, channels, rate, bits := int(le.Uint16(f)), int(le.Uint16(f[2:])), le.Uint32(f[4:]), int(le.Uint16(f[14:]))
	if kind == wavExtensible && len(f) >= 26 {
		kind = int(le.Uint16(f[24:]))
	}
	if channels != 1 && channels != 2 {
		return fail(at+2, "%d channels", channels)
	}
	if rate < MinRate || rate > MaxRate {
		return fail(at+4, "%d frames a second", rate)
	}
	value := wavValue(kind, bits)
	if value == nil {
		return fail(at, "values of kind %d with %d bits", kind, bits)
	}
	return &wavData{c, int(rate), channels, bits / 8, value, c.data.body}, nil
}

func decodeWAV(data []byte) (*Sample, error) {
	w, err := readWAV(data)
	if err != nil {
		return nil, err
	}
	frames := len(w.body) / (w.width * w.channels)
	if frames > MaxFrames {
		return nil, &FormatError{"WAV", int64(w.data.at), fmt.Errorf("%d frames, more than %d", frames, MaxFrames)}
	}
	s := &Sample{Rate: w.rate, Channels: w.channels, Data: make([]float32, frames*w.channels)}
	for i := range s.Data {
		s.Data[i] = w.value(w.body[i*w.width:])
	}
	s.loop(&w.wavChunks)
	return s, nil
}

// wavValue returns a function that reads a value, nil for unknown kinds.
func wavValue(kind, bits int) func([]byte) float32 {
	le := binary.LittleEndian
	switch {
	case kind == wavPCM && bits == 8:
		return func(b []byte) float32 { return (float32(b[0]) - 128) / 128 }
	case kind == wavPCM && bits == 16:
		return func(b []byte) float32 { return float32(int16(le.Uint16(b))) / (1 << 15) }
	case kind == wavPCM && bits == 24:
		return func(b []byte) float32 {
			return float32(int32(uint32(b[0])<<8|uint32(b[1])<<16|uint32(b[2])<<24)) / (1 << 31)
		}
	case kind == wavPCM && bits == 32:
		return func(b []byte) float32 { return float32(int32(le.Uint32(b))) / (1 << 31) }
	case kind == wavFloat && bits == 32:
		return func(b []byte) float32 { return bounded(math.Float32frombits(le.Uint32(b))) }
	}
	return nil
}

// maxValue is the largest value that a sample keeps: those of Vorbis may be a little above 1.
const maxValue = 2

// bounded limits v to the range from -maxValue to maxValue, and returns 0 for NaN.
func bounded(v float32) float32 {
	if v != v {
		return 0
	}
	return max(-maxValue, min(maxValue, v))
}

// loop sets the loop of the sample. The first cue point is its start. A LIST with a mark after it has its length;
// without one, the loop extends to the end.
func (s *Sample) loop(c *wavChunks) {
	const offset = 24           // of the first point's frame
	const length, name = 16, 20 // in the body of a LIST
	frames := uint64(s.Frames())
	le := binary.LittleEndian
	if len(c.cue.body) < offset+4 {
		return
	}
	start, end := uint64(le.Uint32(c.cue.body[offset:])), frames
	if l := c.list.body; len(l) >= name+4 && string(l[name:name+4]) == "mark" {
		end = min(end, start+uint64(le.Uint32(l[length:])))
	}
	if start < end {
		s.LoopStart, s.LoopEnd = int(start), int(end)
	}
}
