package formats

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"strconv"
	"strings"

	"demoscope/internal/bounded"
	"demoscope/internal/zipfile"
)

// ezQuake plays voice tracks from a ZIP appended to a demo; the demo_voice_load lines of its autoexec.cfg name them.
// Other lines of that file are ignored.

const (
	// maxVoices is the maximum number of voice tracks read per demo, as in ezQuake.
	maxVoices = 12
	// maxVoice is the maximum size of a voice track in bytes.
	maxVoice = 64 << 20
	// maxConfig is the maximum number of bytes read of the file that names the tracks.
	maxConfig = 8192
	// maxVoiceName is the maximum length in bytes of a speaker's name; the rest is cut off.
	maxVoiceName = 15
)

// Voice is a recording of players talking, to be played along with a demo.
type Voice struct {
	File   string  // path in the ZIP
	Name   string  // of the speaker, empty if unknown
	Team   string  // that hears it, empty for everybody
	Offset float64 // seconds by which the recording starts before the demo; negative if it starts later

	f *zipfile.File
}

// Read returns the contents of the recording's file.
func (v *Voice) Read() ([]byte, error) {
	if limit := bounded.Unpacked(v.f.Packed(), maxVoice, maxVoice); v.f.Size > limit {
		return nil, fmt.Errorf("voice track %s: more than %d bytes", v.File, limit)
	}
	data, err := v.f.Read()
	if err != nil {
		return nil, fmt.Errorf("voice track %s: %w", v.File, err)
	}
	return data, nil
}

// withoutZip returns data without a ZIP at its end, all of data if it has none.
func withoutZip(data []byte) []byte {
	const recordSize, maxComment, entrySize = 22, 65535, 46
	le := binary.LittleEndian
	first := max(0, len(data)-recordSize-maxComment)
	for end := len(data); ; {
		at := bytes.LastIndex(data[first:end], []byte("PK\x05\x06"))
		if at < 0 {
			return data
		}
		end = first + at
		record := data[end:]
		if len(record) < recordSize {
			continue
		}
		directory := int64(end) - int64(le.Uint32(record[12:]))
		start := directory - int64(le.Uint32(record[16:])) // the base of the ZIP's offsets
		if directory < 0 || start < 0 {
			continue
		}
		begin := directory
		entries := data[directory:end]
		n := int(le.Uint16(record[10:]))
		for ; n > 0 && len(entries) >= entrySize && bytes.HasPrefix(entries, []byte("PK\x01\x02")); n-- {
			begin = min(begin, start+int64(le.Uint32(entries[42:])))
			size := entrySize
			for _, at := range [...]int{28, 30, 32} { // the name, extra fields, a comment
				size += int(le.Uint16(entries[at:]))
			}
			entries = entries[min(size, len(entries)):]
		}
		if n == 0 && begin < directory && bytes.HasPrefix(data[begin:], []byte("PK\x03\x04")) {
			return data[:begin:begin]
		}
	}
}

// Voices returns the voice tracks of the demo in the order in which it names them. A non-nil error lists the tracks
// that can't be used.
func (d *Demo) Voices() ([]Voice, error) {
	if len(d.whole) == len(d.data) {
		return nil, nil
	}
	fail := func(err error) error { return fmt.Errorf("voice tracks: %w", err) }
	files, err := zipfile.Open(bytes.NewReader(d.whole), int64(len(d.whole)))
	if err != nil {
		return nil, fail(err)
	}
	named := map[string]*zipfile.File{}
	var config *zipfile.File
	for i := range files {
		f := &files[i]
		if named[f.Name] == nil {
			named[f.Name] = f
		}
		if config == nil && strings.EqualFold(f.Name, "autoexec.cfg") {
			config = f
		}
	}
	if config == nil {
		return nil, nil
	}
	text, err := config.Head(maxConfig)
	if err != nil {
		return nil, fail(err)
	}
	var list []Voice
	var errs []error
	for _, words := range commands(string(text)) {
		if !strings.EqualFold(words[0], "demo_voice_load") {
			continue
		}
		v, err := parseVoice(words[1:])
		if err == nil {
			if v.f = named[v.File]; v.f == nil || !fs.ValidPath(v.File) || strings.Contains(v.File, ":") {
				err = fmt.Errorf("%s: file not found", v.File)
			}
		}
		if err == nil && len(list) == maxVoices {
			err = fmt.Errorf("more than %d", maxVoices)
		}
		if err != nil {
			errs = append(errs, fail(err))
			continue
		}
		list = append(list, v)
	}
	return list, errors.Join(errs...)
}

// parseVoice parses the arguments of a line: FILE [offset SECONDS] [name NAME] [team TEAM], in any order.
func parseVoice(words []string) (v Voice, err error) {
	if len(words)%2 != 1 {
		return v, errors.New("incomplete line in autoexec.cfg")
	}
	v.File = words[0]
	for i := 1; i < len(words); i += 2 {
		value := words[i+1]
		switch strings.ToLower(words[i]) {
		case "offset":
			if v.Offset, err = strconv.ParseFloat(value, 64); err != nil || !(math.Abs(v.Offset) <= 1e6) {
				return v, fmt.Errorf("%s: offset %q is not a time in seconds", v.File, value)
			}
		case "name":
			v.Name = value[:min(len(value), maxVoiceName)]
		case "team":
			v.Team = value
		}
	}
	return v, nil
}

// commands splits a text into console commands and their words, as Quake does. It leaves out empty commands.
func commands(text string) (list [][]string) {
	for line := range strings.Lines(text) {
		var words []string
		end := func() {
			if len(words) > 0 {
				list = append(list, words)
			}
			words = nil
		}
		for line = strings.TrimLeft(line, " \t\r\n"); line != "" && !strings.HasPrefix(line, "//"); {
			n := strings.IndexAny(line, " \t\r\n;\"")
			switch {
			case line[0] == ';':
				end()
				n = 1
			case line[0] == '"':
				word, _, _ := strings.Cut(line[1:], `"`)
				words = append(words, strings.TrimRight(word, "\r\n"))
				n = min(len(word)+2, len(line))
			case n < 0:
				words = append(words, line)
				n = len(line)
			default:
				words = append(words, line[:n])
			}
			line = strings.TrimLeft(line[n:], " \t\r\n")
		}
		end()
	}
	return list
}
