package audio

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/jfreymuth/oggvorbis"

	"demoscope/internal/fault"
)

// maxOgg is the maximum size in bytes of an Ogg file that is decoded completely: a minute and a half takes a third of
// it.
const maxOgg = 4 << 20

// decodeOgg decodes Ogg Vorbis with a library that trusts the headers: see checkOgg.
func decodeOgg(data []byte) (*Sample, error) {
	if len(data) > maxOgg {
		return nil, &FormatError{"Ogg", 0, fmt.Errorf("%d bytes, more than %d", len(data), maxOgg)}
	}
	frames, err := checkOgg(data, MaxFrames)
	if err != nil {
		return nil, err
	}
	var s *Sample
	// Errors that checkOgg misses make the library panic with an index out of range.
	if guarded := fault.Guard("reading an Ogg", func() { s, err = readOgg(data, frames) }); guarded != nil {
		err = errors.New("decoding failed")
	}
	if err != nil {
		return nil, &FormatError{"Ogg", 0, err}
	}
	return s, nil
}

// readOgg decodes a file that was checked and has that many frames.
func readOgg(data []byte, frames int) (*Sample, error) {
	r, err := oggvorbis.NewReader(io.MultiReader(bytes.NewReader(data))) // hides Seek: one pass is enough
	if err != nil {
		return nil, err
	}
	channels := r.Channels()
	s := &Sample{Rate: r.SampleRate(), Channels: channels}
	var part [4096]float32
	for len(s.Data) < frames*channels {
		n, err := r.Read(part[:])
		for _, v := range part[:n] {
			s.Data = append(s.Data, bounded(v))
		}
		if err == io.EOF || n == 0 {
			break
		}
		if err != nil && len(s.Data) == 0 {
			return nil, err
		}
		if err != nil {
			break // keep the part before the damage
		}
	}
	s.Data = s.Data[:min(len(s.Data), frames*channels)/channels*channels]
	return s, nil
}
