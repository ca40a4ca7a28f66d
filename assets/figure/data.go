package figure

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/pelletier/go-toml/v2"
)

// files are the definitions of all figures.
//
//go:embed data
var files embed.FS

// Limits of the data, to detect mistakes in it.
const (
	maxFigures = 512
	maxBones   = 48
	maxBodies  = 64
	maxPoses   = 192
	maxLikes   = 8
	maxFrames  = 512
)

// data is a figure as defined in the files.
type data struct {
	// Like is another figure. This one inherits its bones, bodies, poses, animations and tags, unless it defines some
	// of the same name. It inherits no bodies on the bones in Without; * stands for all bones.
	Like    string   `toml:"like"`
	Without []string `toml:"without"`
	// Own says that it only has its own animations.
	Own bool `toml:"own"`
	// Roles replace roles in the bodies of Like.
	Roles map[string]string `toml:"roles"`
	// Size scales everything.
	Size float32 `toml:"size"`
	// Accent is the color of bodies with that role, as 0xrrggbb.
	Accent uint32 `toml:"accent"`
	// Floor is the height of the floor below the origin. All poses that are not free stand or lie on it. 0 means no
	// floor.
	Floor float32 `toml:"floor"`

	Bones      map[string]bone      `toml:"bones"`
	Bodies     []body               `toml:"bodies"`
	Poses      map[string]pose      `toml:"poses"`
	Animations map[string]animation `toml:"animations"`
	Tags       map[string]tag       `toml:"tags"`
	// Frames describe the frames of the game's model, each a tenth of a second: animations with a number of frames
	// each, in order. An animation with a leading minus runs backward. A figure does not inherit Frames.
	Frames string `toml:"frames"`
	// Player has the animations of a player in several models, by their names in animationNames.
	Player map[string]animation `toml:"player"`
	// Parts are the bones at which a player of several models is cut: tag_NAME is the place for the part NAME.
	Parts map[string]string `toml:"parts"`
}

// bone is a joint with everything attached to it. A bone whose name ends in _l has a twin that ends in _r on the other
// side.
type bone struct {
	On string    `toml:"on"` // the parent bone; "" is the figure itself
	At []float32 `toml:"at"` // position of the joint in that bone's axes
}

// pose is a posture of a figure: each joint's angles in degrees.
type pose struct {
	From   []string `toml:"from"`   // poses that this one modifies, in order
	Mirror string   `toml:"mirror"` // pose to mirror
	At     []float32
	// Turn has pitch, yaw and roll by bone; trailing ones may be left out. A name without its _l stands for both sides.
	Turn map[string][]float32
	// Shift moves joints.
	Shift map[string][]float32
	Free  bool // not placed on the floor
	// Lift is the height of the lowest corner above the floor.
	Lift float32
}

// animation is a list of poses.
type animation struct {
	Poses []string `toml:"poses"`
	Rate  float32  `toml:"rate"` // poses a second
	Once  bool     `toml:"once"` // stays at the last pose
}

// tag is a place on a bone to attach something.
type tag struct {
	On   string    `toml:"on"`
	At   []float32 `toml:"at"`
	Turn []float32 `toml:"turn"`
}

var (
	errTwice   = errors.New("stands twice")
	errNobodys = errors.New("before the first [figure]")
	errNoName  = errors.New("missing figure name: lower-case letters, _ and digits")
	errLike    = errors.New("like a figure that does not exist, or itself")
)

// sources are the figures of a folder by name. Each is parsed on first use: parsing all of them takes a tenth of a
// browser's time to the first picture, which needs few.
type sources map[string]*source

// source is the definition of a figure.
type source struct {
	file string
	text []byte // padded with empty lines so that errors have the line number in the file
	once sync.Once
	data *data
	err  error
}

// heads returns the figure whose definition begins, or continues, with a line: [kind] or [kind.part]. No other line of
// the files looks like that.
func heads(line []byte) (kind string, ok bool) {
	line, ok = bytes.CutPrefix(bytes.TrimLeft(line, " \t"), []byte{'['})
	n := 0
	for n < len(line) && (line[n] >= 'a' && line[n] <= 'z' || line[n] == '_' || n > 0 && line[n] >= '0' &&
		line[n] <= '9') {
		n++
	}
	return string(line[:n]), ok && n > 0 && n < len(line) && (line[n] == ']' || line[n] == '.')
}

// read finds the figures of a folder.
func read(folder fs.FS) (sources, error) {
	names, err := fs.Glob(folder, "data/*.toml")
	if err != nil {
		return nil, err
	}
	all := sources{}
	for _, name := range names {
		text, err := fs.ReadFile(folder, name)
		if err != nil {
			return nil, err
		}
		var last string
		number := 0 // of preceding lines
		for line := range bytes.Lines(text) {
			if kind, ok := heads(line); ok && kind != last {
				if all[kind] != nil {
					return nil, fmt.Errorf("%s: %s %w", name, kind, errTwice)
				}
				all[kind] = &source{file: name, text: bytes.Repeat([]byte{'\n'}, number)}
				last = kind
			}
			switch s, said := all[last], bytes.TrimSpace(line); {
			case s != nil:
				s.text = append(s.text, line...)
			case len(said) > 0 && said[0] != '#':
				return nil, fmt.Errorf("%s:%d: %w", name, number+1, errNobodys)
			}
			number++
		}
	}
	if len(all) > maxFigures {
		return nil, fmt.Errorf("%d figures, more than %d", len(all), maxFigures)
	}
	return all, nil
}

// get returns the definition of a figure, nil if there is none of that name.
func (all sources) get(kind string) (*data, error) {
	s := all[kind]
	if s == nil {
		return nil, nil
	}
	s.once.Do(func() {
		var one map[string]*data
		err := toml.NewDecoder(bytes.NewReader(s.text)).DisallowUnknownFields().Decode(&one)
		if strict := (*toml.StrictMissingError)(nil); errors.As(err, &strict) {
			err = fmt.Errorf("%w:\n%s", err, strict.String())
		}
		for other := range one {
			if err == nil && other != kind {
				err = fmt.Errorf("%s: %q %w", kind, other, errNoName)
			}
		}
		if s.data, s.text = one[kind], nil; err != nil {
			s.err = fmt.Errorf("%s: %w", s.file, err)
		}
	})
	return s.data, s.err
}

// inherited returns a figure's data including what it inherits.
func (all sources) inherited(kind string) (*data, error) {
	d, err := all.get(kind)
	for n := 0; err == nil && d != nil && d.Like != ""; n++ {
		base, err := all.get(d.Like)
		if err != nil {
			return nil, err
		}
		if base == nil || n == maxLikes {
			return nil, fmt.Errorf("%s %w", kind, errLike)
		}
		d = merge(base, d)
	}
	return d, err
}

// merge returns d with what it inherits from base.
func merge(base, d *data) *data {
	m := *d
	m.Like = base.Like
	if m.Size == 0 {
		m.Size = 1
	}
	if base.Size != 0 {
		m.Size *= base.Size
	}
	if m.Accent == 0 {
		m.Accent = base.Accent
	}
	if m.Floor == 0 {
		m.Floor = base.Floor
	}
	m.Bones = merged(base.Bones, d.Bones)
	m.Poses = merged(base.Poses, d.Poses)
	if !d.Own {
		m.Animations = merged(base.Animations, d.Animations)
	}
	m.Tags = merged(base.Tags, d.Tags)
	m.Player = merged(base.Player, d.Player)
	m.Parts = merged(base.Parts, d.Parts)
	m.Bodies = nil
	for _, b := range base.Bodies {
		if !slices.Contains(d.Without, b.On) && !slices.Contains(d.Without, "*") {
			if role, ok := d.Roles[b.Role]; ok {
				b.Role = role
			}
			m.Bodies = append(m.Bodies, b)
		}
	}
	m.Bodies = append(m.Bodies, d.Bodies...)
	m.Without, m.Roles, m.Own = base.Without, base.Roles, base.Own
	return &m
}

func merged[V any](a, b map[string]V) map[string]V {
	m := maps.Clone(a)
	if m == nil {
		m = map[string]V{}
	}
	maps.Copy(m, b)
	return m
}

// Suffixes of bones that have a twin on the other side.
const leftEnd, rightEnd = "_l", "_r"

// twin returns the name of a bone's twin, or its own name if it has none.
func twin(name string) string {
	if s, ok := strings.CutSuffix(name, leftEnd); ok {
		return s + rightEnd
	}
	if s, ok := strings.CutSuffix(name, rightEnd); ok {
		return s + leftEnd
	}
	return name
}
