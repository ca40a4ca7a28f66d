package audio

import (
	"bytes"
	_ "embed"
	"encoding/binary"
	"errors"
	"slices"
	"strings"
	"testing"
)

// part is a chunk of a WAV, padded.
func part(name string, body ...byte) []byte {
	b := append([]byte(name), binary.LittleEndian.AppendUint32(nil, uint32(len(body)))...)
	b = append(b, body...)
	if len(body)%2 == 1 {
		b = append(b, 0)
	}
	return b
}

// wav is a file of parts.
func wav(parts ...[]byte) []byte {
	body := slices.Concat(parts...)
	b := append([]byte("RIFF"), binary.LittleEndian.AppendUint32(nil, uint32(4+len(body)))...)
	return append(append(b, "WAVE"...), body...)
}

func format(kind, channels uint16, rate uint32, bits uint16, more ...byte) []byte {
	le := binary.LittleEndian
	b := le.AppendUint16(le.AppendUint16(nil, kind), channels)
	b = le.AppendUint32(le.AppendUint32(b, rate), rate*uint32(channels*bits/8))
	b = le.AppendUint16(le.AppendUint16(b, channels*bits/8), bits)
	return part("fmt ", append(b, more...)...)
}

// cue is a chunk with one point at a frame.
func cue(frame uint32) []byte {
	le := binary.LittleEndian
	b := le.AppendUint32(le.AppendUint32(le.AppendUint32(nil, 1), 7), 99)
	return part("cue ", le.AppendUint32(append(b, "data\x00\x00\x00\x00\x00\x00\x00\x00"...), frame)...)
}

// mark is a list that gives the length of a loop.
func mark(length uint32, name string) []byte {
	le := binary.LittleEndian
	b := append([]byte("adtlltxt"), le.AppendUint32(le.AppendUint32(nil, 20), 7)...)
	return part("LIST", append(le.AppendUint32(b, length), name...)...)
}

// TestWAV: values, loops and what stands around them, as files of games have it.
func TestWAV(t *testing.T) {
	bytes8 := part("data", 0, 128, 255, 64, 192)
	for _, test := range []struct {
		name       string
		file       []byte
		rate       int
		channels   int
		data       []float32
		start, end int
	}{
		{"8 bit, odd", wav(format(1, 1, 11025, 8), bytes8, part("junk", 1, 2, 3)), 11025, 1,
			[]float32{-1, 0, 127. / 128, -0.5, 0.5}, 0, 0},
		{"16 bit", wav(format(1, 1, 22050, 16), part("data", 0, 0x80, 0xff, 0x7f, 0, 0x40)), 22050, 1,
			[]float32{-1, 32767. / 32768, 0.5}, 0, 0},
		{"24 bit", wav(format(1, 1, 48000, 24), part("data", 0, 0, 0x80, 0, 0, 0x40)), 48000, 1, []float32{-1, 0.5}, 0,
			0},
		{"32 bit", wav(format(1, 1, 48000, 32), part("data", 0, 0, 0, 0x80, 0, 0, 0, 0x20)), 48000, 1,
			[]float32{-1, 0.25}, 0, 0},
		{"floats", wav(format(3, 1, 44100, 32), part("data", 0, 0, 0, 0x3f, 0, 0, 0xc0, 0x7f, 0, 0, 0x80, 0x7f)), 44100,
			1, []float32{0.5, 0, 2}, 0, 0},
		{"extensible", wav(format(0xfffe, 1, 44100, 16, 22, 0, 16, 0, 4, 0, 0, 0, 1, 0, 0, 0), part("data", 0, 0x40)),
			44100, 1, []float32{0.5}, 0, 0},
		{"stereo, cut in a frame", wav(format(1, 2, 44100, 8), part("data", 0, 128, 64, 192, 7)), 44100, 2,
			[]float32{-1, 0, -0.5, 0.5}, 0, 0},
		{"loop to the end", wav(format(1, 1, 11025, 8), bytes8, cue(2)), 11025, 1, []float32{-1, 0, 127. / 128, -0.5,
			0.5}, 2, 5},
		{"loop with a length", wav(format(1, 1, 11025, 8), bytes8, cue(1), mark(3, "mark")), 11025, 1,
			[]float32{-1, 0, 127. / 128, -0.5, 0.5}, 1, 4},
		{"a list of another kind", wav(format(1, 1, 11025, 8), bytes8, cue(1), mark(3, "note")), 11025, 1,
			[]float32{-1, 0, 127. / 128, -0.5, 0.5}, 1, 5},
		{"a list before the cue", wav(format(1, 1, 11025, 8), bytes8, mark(3, "mark"), cue(1)), 11025, 1,
			[]float32{-1, 0, 127. / 128, -0.5, 0.5}, 1, 5},
		{"loop longer than the sound", wav(format(1, 1, 11025, 8), bytes8, cue(1), mark(30, "mark")), 11025, 1,
			[]float32{-1, 0, 127. / 128, -0.5, 0.5}, 1, 5},
		{"loop behind the end", wav(format(1, 1, 11025, 8), bytes8, cue(5)), 11025, 1, []float32{-1, 0, 127. / 128,
			-0.5, 0.5}, 0, 0},
		{"cue first", wav(cue(1), format(1, 1, 11025, 8), bytes8), 11025, 1, []float32{-1, 0, 127. / 128, -0.5, 0.5}, 1,
			5},
		{"a length beyond the file", wav(format(1, 1, 11025, 8), append([]byte("data\xff\xff\xff\xff"), 0, 128)), 11025,
			1, []float32{-1, 0}, 0, 0},
		{"nothing in it", wav(format(1, 1, 11025, 8), part("data")), 11025, 1, nil, 0, 0},
	} {
		s, err := Decode(test.file)
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		if s.Rate != test.rate || s.Channels != test.channels || !slices.Equal(s.Data, test.data) ||
			s.LoopStart != test.start || s.LoopEnd != test.end {
			t.Errorf("%s: %+v", test.name, s)
		}
	}
}

// TestRefused: what is no sound has a place where it is wrong.
func TestRefused(t *testing.T) {
	data := part("data", 1, 2, 3, 4)
	for _, test := range []struct {
		name string
		file []byte
		at   int64
		text string
	}{
		{"empty", nil, 0, "neither"},
		{"a picture", []byte("\x89PNG\r\n\x1a\n0123456789"), 0, "neither"},
		{"no format", wav(data), 24, "no format"},
		{"no data", wav(format(1, 1, 11025, 8)), 36, "no data"},
		{"three channels", wav(format(1, 3, 11025, 8), data), 22, "3 channels"},
		{"no rate", wav(format(1, 1, 0, 8), data), 24, "0 frames"},
		{"4 bits", wav(format(1, 1, 11025, 4), data), 20, "kind 1 with 4 bits"},
		{"ADPCM", wav(format(2, 1, 11025, 8), data), 20, "kind 2"},
		{"an Ogg of nothing", []byte("OggS"), 0, "no page"},
	} {
		_, err := Decode(test.file)
		var at *FormatError
		if !errors.As(err, &at) || at.Offset != test.at || !strings.Contains(err.Error(), test.text) {
			t.Errorf("%s: %v", test.name, err)
		}
	}
	long := wav(format(1, 1, 11025, 8), part("data", make([]byte, MaxFrames+2)...))
	if _, err := Decode(long); err == nil || !strings.Contains(err.Error(), "frames, more than") {
		t.Errorf("a long one: %v", err)
	}
}

// page is a page of an Ogg that holds whole packets.
func page(position int64, packets ...[]byte) []byte {
	var lengths, body []byte
	for _, p := range packets {
		n := len(p)
		for ; n >= 255; n -= 255 {
			lengths = append(lengths, 255)
		}
		lengths = append(lengths, byte(n))
		body = append(body, p...)
	}
	b := append([]byte("OggS\x00\x00"), binary.LittleEndian.AppendUint64(nil, uint64(position))...)
	b = append(b, make([]byte, 12)...)
	return append(append(append(b, byte(len(lengths))), lengths...), body...)
}

// identification is the first header of Vorbis.
func identification(channels byte, rate uint32, blocks byte) []byte {
	b := append([]byte("\x01vorbis\x00\x00\x00\x00"), channels)
	b = binary.LittleEndian.AppendUint32(b, rate)
	return append(append(b, make([]byte, 12)...), blocks, 1)
}

// book is the beginning of a third header with a book of so many entries and dimensions.
func book(dimensions uint16, entries uint32, more ...byte) []byte {
	b := append([]byte("\x05vorbis\x00BCV"), byte(dimensions), byte(dimensions>>8))
	return append(append(b, byte(entries), byte(entries>>8), byte(entries>>16)), more...)
}

// TestOggBombs: headers that would make the library take gigabytes, or never end, are
// refused before it sees them.
func TestOggBombs(t *testing.T) {
	good := identification(1, 44100, 0xb8)
	comments := []byte("\x03vorbis\x00\x00\x00\x00\x00\x00\x00\x00")
	ones := bytes.Repeat([]byte{0xff}, 4000)
	for _, test := range []struct {
		name string
		file []byte
		text string
	}{
		{"many channels", page(0, identification(255, 44100, 0xb8), comments, book(1, 2)), "255 channels"},
		{"small blocks", page(0, identification(1, 44100, 0x01), comments, book(1, 2)), "blocks of"},
		{"four thousand million comments", page(0, good, []byte("\x03vorbis\x00\x00\x00\x00\xff\xff\xff\xff"),
			book(1, 2)), "truncated comments"},
		{"a comment of four gigabytes", page(0, good, []byte("\x03vorbis\xff\xff\xff\xff\x00\x00\x00\x00"), book(1, 2)),
			"truncated comment"},
		{"a book of sixteen million", page(0, good, comments, book(1, 1<<24-1, ones...)), "16777215 entries"},
		{"a book of no entries", page(0, good, comments, book(1, 0, ones...)), "0 entries"},
		{"a book without dimensions", page(0, good, comments, book(0, 8, ones...)), "0 dimensions"},
		{"a book of many dimensions", page(0, good, comments, book(65535, 256, ones...)), "values"},
		{"codebook without codes", page(0, good, comments, book(1, 8, 2, 0, 0, 0)), "without codes"},
		{"a book that is cut off", page(0, good, comments, book(1, 8, 0)), "without codes"},
		{"an endless packet", bytes.Repeat(page(0, make([]byte, 0), bytes.Repeat([]byte{1}, 64000), make([]byte, 0)),
			1), "no Vorbis header"},
		{"no parts", []byte("OggS" + strings.Repeat("\x00", 40)), "without segments"},
		{"many frames", page(1<<40, good, comments, slices.Concat(book(1, 2), []byte{0, 0, 0, 0, 0, 0})),
			"frames, more than"},
	} {
		_, err := Decode(test.file)
		var at *FormatError
		if !errors.As(err, &at) || !strings.Contains(err.Error(), test.text) {
			t.Errorf("%s: %v", test.name, err)
		}
	}
}

// tryDecode decodes data, whatever they are, and checks the sample or the error.
func tryDecode(t *testing.T, data []byte) {
	s, err := Decode(data)
	if err != nil {
		var at *FormatError
		if s != nil || !errors.As(err, &at) || at.Offset < 0 || at.Offset > int64(len(data)) {
			t.Errorf("error %v of %d bytes", err, len(data))
		}
		return
	}
	if s.Channels < 1 || s.Channels > 2 || len(s.Data)%s.Channels != 0 || s.Frames() > MaxFrames || s.Rate < MinRate ||
		s.Rate > MaxRate {
		t.Errorf("%d values of %d channels at %d", len(s.Data), s.Channels, s.Rate)
	}
	if s.Loops() && (s.LoopStart < 0 || s.LoopStart >= s.LoopEnd || s.LoopEnd > s.Frames()) {
		t.Errorf("repeats from %d to %d of %d", s.LoopStart, s.LoopEnd, s.Frames())
	}
	for _, v := range s.Data {
		if !(v >= -maxValue && v <= maxValue) {
			t.Fatalf("a value of %v", v)
		}
	}
}

// tone is a note of 440 Hz at 8000 frames a second, 0.15 s long, as libvorbis writes it.
//
//go:embed testdata/tone.ogg
var tone []byte

// TestTone: an Ogg of our own is as long and as high as it was made.
func TestTone(t *testing.T) {
	s, err := Decode(tone)
	if err != nil || s.Rate != 8000 || s.Channels != 1 || s.Frames() != 1200 || s.Loops() {
		t.Fatalf("%+v, %v", s, err)
	}
	rising := 0
	for i := range s.Data[1:] {
		if s.Data[i] < 0 && s.Data[i+1] >= 0 {
			rising++
		}
	}
	if rising < 64 || rising > 67 {
		t.Errorf("it swings %d times, not 66", rising)
	}
	if again := summed(bytes.Clone(tone)); !bytes.Equal(again, tone) {
		t.Error("the checksums of pages are others")
	}
	// Cut off it is heard as far as it goes, damaged it is not, and neither is more.
	for n := range tone {
		tryDecode(t, tone[:n])
	}
	// The position in the last page says where in the last block it ends.
	last := bytes.LastIndex(tone, []byte("OggS"))
	for _, frames := range []int{1150, 1199} {
		shorter := bytes.Clone(tone)
		binary.LittleEndian.PutUint64(shorter[last+6:], uint64(frames))
		part, err := Decode(summed(shorter))
		if err != nil || part.Frames() != frames || !slices.Equal(part.Data, s.Data[:frames]) {
			t.Errorf("of %d frames: %+v, %v", frames, part, err)
		}
	}
	for i := range tone {
		bad := bytes.Clone(tone)
		bad[i] ^= 0x55
		tryDecode(t, bad)
		tryDecode(t, summed(bad))
	}
}

func FuzzWAV(f *testing.F) {
	f.Add(wav(format(1, 1, 11025, 8), part("data", 0, 128, 255), cue(1), mark(2, "mark")))
	f.Add(wav(cue(0), format(3, 2, 44100, 32), part("data", make([]byte, 16)...)))
	f.Fuzz(tryDecode)
}

func FuzzOgg(f *testing.F) {
	f.Add(page(0, identification(1, 44100, 0xb8), []byte("\x03vorbis\x00\x00\x00\x00\x00\x00\x00\x00"),
		book(1, 8, 2, 0, 0, 0)))
	f.Add(tone)
	f.Fuzz(func(t *testing.T, data []byte) {
		tryDecode(t, data)
		tryDecode(t, summed(bytes.Clone(data)))
	})
}

// summed puts the right checksums into pages, so that changes get past them.
func summed(data []byte) []byte {
	for at := 0; len(data)-at >= 27 && string(data[at:at+4]) == "OggS"; {
		size := 27 + int(data[at+26])
		for _, n := range data[min(len(data), at+27):min(len(data), at+size)] {
			size += int(n)
		}
		page := data[at:min(len(data), at+size)]
		copy(page[22:26], "\x00\x00\x00\x00")
		crc := uint32(0)
		for _, b := range page {
			crc ^= uint32(b) << 24
			for range 8 {
				crc = crc<<1 ^ crc>>31*0x04c11db7
			}
		}
		binary.LittleEndian.PutUint32(page[22:], crc)
		at += len(page)
	}
	return data
}
