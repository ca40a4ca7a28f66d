//go:build !js

package main

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"demoscope/formats"
	"demoscope/internal/atomicfile"
	"demoscope/internal/humanize"
	"demoscope/player/cut"
	patterns "demoscope/player/pattern"
	"demoscope/player/timeline"
)

type splitCmd struct {
	Output string `short:"o" placeholder:"FOLDER" predictor:"file" type:"path" help:"${split_output_text}"`
	By     string `enum:"level,match" default:"level" placeholder:"PART" help:"${split_by_text}"`
	List   bool   `help:"Print times and file names without writing demos"`
	File   string `arg:"" predictor:"demo" help:"Demo file"`
}

// Help describes the names of the files.
func (c *splitCmd) Help() string {
	return "Each new demo is named after the original and the number, map and time of the part, such as " +
		"duel-02-dm6-12_34.mvd. If one of these files exists, split writes nothing."
}

// splitPart is a part of a demo with its file.
type splitPart struct {
	from, to float64 // viewer's seconds
	level    int     // index in [timeline.Timeline.Levels]
	number   int     // number in the file name: that of the level, or of the match in info
	file     string
}

func (c *splitCmd) Run(s *streams) error {
	demo, err := s.openDemo(c.File)
	if err != nil {
		return err
	}
	if err := cut.Check(demo.Format); err != nil {
		return fmt.Errorf("%s: %w", demo.Path(), err)
	}
	spareMemory(demo)
	t, err := index(demo)
	if err != nil {
		return err
	}
	parts := c.parts(demo, t)
	if len(parts) == 0 {
		return fmt.Errorf("%s: contains no %s", demo.Path(), c.By)
	}
	if err := c.name(demo, parts, t); err != nil {
		return err
	}
	if c.List {
		return listParts(s, parts, t.Levels())
	}
	if err := makeRoom(parts); err != nil {
		return err
	}
	return c.write(s, demo, parts, t.Levels())
}

// makeRoom creates the folder of the parts, and returns an error if one of their files exists.
func makeRoom(parts []splitPart) error {
	for i := range parts {
		if _, err := os.Lstat(parts[i].file); err == nil {
			return fmt.Errorf("%s already exists; nothing written", parts[i].file)
		}
	}
	return makeOutputFolder(filepath.Dir(parts[0].file))
}

// parts returns the parts of a demo without file names. Matches have the same numbers as in info and events. They
// include unfinished ones, but none that was over before the recording began.
func (c *splitCmd) parts(demo *formats.Demo, t *timeline.Timeline) (parts []splitPart) {
	levels := t.Levels()
	if c.By == "level" {
		for i, l := range levels {
			parts = append(parts, splitPart{from: l.Start, to: l.End, level: i, number: i + 1})
		}
		return parts
	}
	facts := patterns.Read(demo.Format.Name, demo.Decoder(), patterns.Options{})
	for i := range facts.Results {
		number := facts.Number(i)
		if number == 0 || facts.Results[i].Before() {
			continue
		}
		from, to := facts.Span(i)
		if n := len(parts) - 1; n >= 0 && parts[n].to > from {
			parts[n].to = from // it extended to the end of the level
		}
		if level := t.LevelAt(from); level >= 0 {
			parts = append(parts, splitPart{from: from, to: max(to, levels[level].End), level: level,
				number: number})
		}
	}
	return parts
}

// placeholders are the placeholders in the name of a part: the name of the demo, and the part's number, map and time.
var placeholders = [...]string{"{name}", "{n}", "{map}", "{time}"}

// placeholder matches a placeholder, known or not.
var placeholder = regexp.MustCompile(`\{[^{}]*\}`)

// name sets the file names of the parts.
func (c *splitCmd) name(demo *formats.Demo, parts []splitPart, t *timeline.Timeline) error {
	extension := demo.Extension()
	name := formats.UnpackedName(title(demo))
	name = harmless(strings.TrimSuffix(name, filepath.Ext(name)))
	pattern := cmp.Or(c.Output, filepath.Dir(demo.File)) // beside the archive, if it is in one
	if info := fileAt(pattern); c.Output == "" || info != nil && info.IsDir() ||
		!strings.Contains(filepath.Base(pattern), "{") {
		pattern = filepath.Join(pattern, "{name}-{n}-{map}-{time}"+extension)
	} else if err := sameExtension(pattern, demo.Extension()); err != nil {
		return err
	}
	folder, pattern := filepath.Split(pattern)
	for _, p := range placeholder.FindAllString(pattern, -1) {
		if !slices.Contains(placeholders[:], p) {
			last := len(placeholders) - 1
			return fmt.Errorf("--output: unknown placeholder %s (use %s or %s)", p,
				strings.Join(placeholders[:last], ", "), placeholders[last])
		}
	}
	there := map[string]bool{}
	for i := range parts {
		p := &parts[i]
		file := t.Levels()[p.level].Map
		level := strings.TrimSuffix(path.Base(file), path.Ext(file))
		values := [len(placeholders)]string{name, fmt.Sprintf("%02d", p.number), harmless(level),
			strings.ReplaceAll(humanize.Clock(p.from), ":", "_")}
		p.file = filepath.Join(folder, placeholder.ReplaceAllStringFunc(pattern, func(p string) string {
			return values[slices.Index(placeholders[:], p)]
		}))
		if there[p.file] {
			return fmt.Errorf("--output: two parts named %s: add {n} to the name", p.file)
		}
		there[p.file] = true
	}
	return nil
}

// harmless returns a name with only letters and digits: demos choose the names of maps, and archives those of demos.
func harmless(name string) string { return atomicfile.PlainName(name, "unknown") }

// listParts prints the parts.
func listParts(s *streams, parts []splitPart, levels []timeline.Level) error {
	out := bufio.NewWriterSize(s.out, printAtOnce)
	failed := errReported // unless a part is not empty
	empty := emptyLevels{streams: s}
	for i := range parts {
		p := &parts[i]
		if levels[p.level].Empty {
			empty.add(p)
			continue
		}
		failed = nil
		to := p.to
		if i+1 < len(parts) && parts[i+1].from == to {
			to -= 0.001 // that frame belongs to the next part
		}
		fmt.Fprintf(out, "%s\t%s\t%s\n", humanize.Clock(p.from), humanize.Clock(to), p.file)
	}
	empty.end()
	if err := out.Flush(); err != nil {
		return err
	}
	return failed
}

// emptyLevels prints which levels have no frames: the first few of them, and how many more.
type emptyLevels struct {
	*streams
	count int
}

// namedEmpty is how many of them are named.
const namedEmpty = 3

func (e *emptyLevels) add(p *splitPart) {
	if e.count++; e.count <= namedEmpty {
		e.say("level %d, at %s, has no frames and is skipped", p.level+1, humanize.Tenths(p.from))
	}
}

func (e *emptyLevels) end() {
	if more := e.count - namedEmpty; more > 0 {
		e.say("levels without frames: %d more", more)
	}
}

// write writes the parts. It reports a damaged or empty part, and writes the others nevertheless.
func (c *splitCmd) write(s *streams, demo *formats.Demo, parts []splitPart, levels []timeline.Level) error {
	failed, written := false, false
	empty := emptyLevels{streams: s}
	defer empty.end()
	next := 0
	for part, err := range cut.Parts(demo, c.spans(parts)) {
		p := &parts[next]
		next++
		switch {
		case levels[p.level].Empty:
			empty.add(p)
			continue
		case errors.Is(err, cut.ErrEmpty):
			s.say("%s to %s: %v", humanize.Clock(p.from), humanize.Clock(p.to), err)
			continue
		case err != nil:
			s.say("%s to %s: %v", humanize.Clock(p.from), humanize.Clock(p.to), explained(err))
			failed = true
			continue
		}
		written = true
		if err := writeNew(p.file, part.Data); err != nil {
			return writeError(p.file, err)
		}
		s.say("%s: %s to %s, %d bytes", p.file, humanize.Tenths(part.From), humanize.Tenths(part.To), len(part.Data))
	}
	if failed || !written {
		return errReported
	}
	return nil
}

// spans returns the spans to cut for the parts.
func (c *splitCmd) spans(parts []splitPart) (list []cut.Span) {
	for i := range parts {
		p := &parts[i]
		to := p.to
		if i+1 < len(parts) && parts[i+1].from == to {
			to = math.Nextafter(to, math.Inf(-1)) // that frame belongs to the next part
		}
		list = append(list, cut.Span{From: p.from, To: to, Level: c.By == "level"})
	}
	return list
}

var errExists = errors.New("file already exists")

// writeNew writes a file that must not exist.
func writeNew(file string, data []byte) error {
	err := atomicfile.WriteNew(file, data, 0o666)
	if errors.Is(err, fs.ErrExist) {
		return errExists
	}
	return err
}

type unpackCmd struct {
	Output    string   `short:"o" placeholder:"FOLDER" predictor:"folder" type:"path" help:"${unpack_output_text}"`
	Overwrite bool     `help:"Overwrite existing files"`
	Files     []string `arg:"" name:"file" predictor:"demo" help:"Packed demos, archives or folders"`
}

// Help describes the names of the files.
func (*unpackCmd) Help() string {
	return "Each demo keeps its name without folders: run/e1m1.dem in an archive becomes e1m1.dem, or e1m1-2.dem if " +
		"there was another e1m1.dem. Characters that mean something to a shell or a system become _. Damaged demos " +
		"are written as far as they can be unpacked."
}

// Validate returns an error for standard output, which several demos cannot share.
func (c *unpackCmd) Validate() error {
	if c.Output == standardStream {
		return errors.New("--output needs a folder")
	}
	return nil
}

// Run writes the demos of archives and packed files.
func (c *unpackCmd) Run(s *streams) error {
	demos, after, err := s.findDemos(c.Files)
	defer after()
	if err != nil {
		return err
	}
	c.Output = cmp.Or(c.Output, ".")
	names := map[string]int{}
	made := false // the folder, for the first demo
	var failed error
	for i := range demos {
		demo, err := demos[i].open(s)
		switch {
		case err != nil:
		case len(demo.Packing) == 0:
			err = fmt.Errorf("%s: not packed", demo.Path())
		default:
			if !made {
				if err := makeOutputFolder(c.Output); err != nil {
					return err
				}
				made = true
			}
			err = c.write(s, demo, names)
		}
		if err != nil {
			failed = errReported
		}
		if err != nil && err != errReported {
			s.report(err)
		}
	}
	return failed
}

// write writes a demo to a file with a unique name. names counts the uses of each name in lower case.
func (c *unpackCmd) write(s *streams, demo *formats.Demo, names map[string]int) error {
	name := formats.UnpackedName(path.Base(filepath.ToSlash(title(demo))))
	extension := demo.Extension()
	if extension == "" {
		extension = "." + demo.Format.Name
	}
	name = atomicfile.ReadableName(strings.TrimSuffix(name, path.Ext(name)), "unknown")
	file := name + extension
	wanted := strings.ToLower(file)
	for names[strings.ToLower(file)] > 0 {
		names[wanted]++
		file = fmt.Sprintf("%s-%d%s", name, names[wanted], extension)
	}
	names[strings.ToLower(file)]++
	file = filepath.Join(c.Output, file)
	err := writeNew(file, demo.Data())
	if c.Overwrite && err == errExists {
		if err = atomicfile.Check(file, s.source(demo)); err == nil {
			err = atomicfile.Write(file, demo.Data(), 0o666)
		}
	}
	if err != nil {
		return writeError(file, err)
	}
	s.say("%s: %d bytes, from %s", file, len(demo.Data()), demo.Path())
	if err := demo.Whole(); err != nil {
		s.sayNotWhole(demo, err)
		return errReported
	}
	return nil
}
