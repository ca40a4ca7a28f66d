// Package audio reads the samples of the games: WAV, and Ogg Vorbis where a game uses it instead. It recognizes the
// format by the first bytes.
//
// A [Sample] is a list of floats with a rate and, as in Quake's files, an optional loop: see [Sample.LoopStart].
//
// # Untrusted files
//
// A sample has at most [MaxFrames] frames, and no more than the bytes of the file contain: every length is checked
// before memory is allocated. Ogg files are checked before the library decodes them, because it trusts their headers.
// Errors are a [*FormatError] with the offset.
package audio

import (
	"bytes"
	"fmt"
)

// MaxFrames is the maximum number of frames of a sample: a minute and a half at 44.1 kHz, some 16 MB. The longest of
// the games' effects have some 15 seconds.
const MaxFrames = 4 << 20

// The range of sample rates in frames a second. Those of the games are from 11025 to 48000.
const (
	// MinRate is the minimum sample rate in frames a second.
	MinRate = 1000
	// MaxRate is the maximum sample rate in frames a second.
	MaxRate = 192000
)

// Sample is a decoded sound.
type Sample struct {
	// Rate is in frames a second.
	Rate int
	// Channels is 1 or 2.
	Channels int
	// Data are the values, from -1 to 1; those of a stereo frame are next to each other, the left one first.
	Data []float32
	// LoopStart and LoopEnd are the frames between which the sample repeats: LoopStart follows the frame before
	// LoopEnd. They are 0 if the sample does not repeat. LoopEnd is at most the number of frames.
	LoopStart, LoopEnd int
}

// Frames returns the number of frames.
func (s *Sample) Frames() int { return len(s.Data) / s.Channels }

// Loops reports whether the sample repeats.
func (s *Sample) Loops() bool { return s.LoopEnd > 0 }

// Memory returns the approximate memory of the sample in bytes.
func (s *Sample) Memory() int64 { return 4*int64(cap(s.Data)) + 64 }

// FormatError is an error in a file, with its place.
type FormatError struct {
	Format string // "WAV" or "Ogg"; "" if it is neither
	Offset int64  // bytes from the start of the file
	Err    error
}

// Error returns the format and byte offset with the cause.
func (e *FormatError) Error() string {
	format := e.Format
	if format == "" {
		format = "sound"
	}
	return fmt.Sprintf("%s, byte %d: %v", format, e.Offset, e.Err)
}

// Unwrap returns the cause.
func (e *FormatError) Unwrap() error { return e.Err }

func isWAV(data []byte) bool {
	return len(data) >= 12 && string(data[:4]) == "RIFF" && string(data[8:12]) == "WAVE"
}

func isOgg(data []byte) bool { return bytes.HasPrefix(data, []byte("OggS")) }

// Decode decodes a sample. It keeps no reference to data. The error is a *[FormatError].
func Decode(data []byte) (*Sample, error) {
	switch {
	case isWAV(data):
		return decodeWAV(data)
	case isOgg(data):
		return decodeOgg(data)
	}
	return nil, &FormatError{Err: fmt.Errorf("neither WAV nor Ogg")}
}
