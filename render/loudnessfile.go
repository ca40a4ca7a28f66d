package render

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"demoscope/assets/tone"
	"demoscope/internal/atomicfile"
	"demoscope/internal/bounded"
	"demoscope/internal/settings"
)

// LoudnessFile returns the path of the file that remembers the volume, "" if there are no
// settings.
func LoudnessFile() string { return settings.File("sound.toml") }

// maxLoudnessFile is the size of the largest one, in bytes: it has some lines.
const maxLoudnessFile = 4 << 10

// loudnessFile is the file, of which what is missing is as usual.
type loudnessFile struct {
	Volume *int     `toml:"volume"`
	Muted  bool     `toml:"muted"`
	Tape   bool     `toml:"pitch-follows-speed"`
	Off    []string `toml:"off"`
}

// ReadLoudness returns what a file of [WriteLoudness] remembers. A missing file, and the path
// "", are as one that says nothing; so is a wrong one, with an error that names it.
func ReadLoudness(path string) (Loudness, error) {
	l := Loudness{Volume: usualVolume}
	if path == "" {
		return l, nil
	}
	data, err := bounded.ReadFile(path, maxLoudnessFile)
	if errors.Is(err, fs.ErrNotExist) {
		return l, nil
	}
	if err != nil {
		return l, settings.Plain(path, err)
	}
	var f loudnessFile
	if err := toml.Unmarshal(data, &f); err != nil {
		return l, fmt.Errorf("%s: %s", path, shorten(err.Error(), maxWrongLine))
	}
	if f.Volume != nil {
		l.Volume = max(0, min(fullVolume, *f.Volume))
	}
	l.Muted, l.Tape = f.Muted, f.Tape
	for _, name := range f.Off {
		for k := range tone.KindCount {
			l.Off[k] = l.Off[k] || k.String() == name
		}
	}
	return l, nil
}

// WriteLoudness makes a file of what [ReadLoudness] reads, and its folder.
func WriteLoudness(path string, l Loudness) error {
	f := loudnessFile{Volume: &l.Volume, Muted: l.Muted, Tape: l.Tape}
	for k := range tone.KindCount {
		if l.Off[k] {
			f.Off = append(f.Off, k.String())
		}
	}
	var out strings.Builder
	if err := toml.NewEncoder(&out).Encode(f); err != nil {
		return err
	}
	return settings.Plain(path, atomicfile.Write(path, []byte(out.String()), 0o666))
}
