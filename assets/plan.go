package assets

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// Values of [Place.Why] for places other than installed games.
const (
	whyBaseDir = "basedir" // the flag and the setting
	whyPath    = "DEMOSCOPE_PATH"
	whyBeside  = "beside the demo"
	whySample  = "built in"
)

// maxUp is the maximum number of folders above a demo to search for its base folder: people rarely go deeper than
// id1/demos/2024/duels.
const maxUp = 5

// planner makes the list of places of a Search, in tiers: the user's folders, the folders around the demo, installed
// games, the sample. In a tier the mods of all base folders come before all base games, as in engines with a home and
// an install folder.
type planner struct {
	Options
	s    *Search
	seen map[string]bool // mounts and resolved paths
}

func newPlanner(o Options, s *Search) *planner {
	return &planner{Options: o, s: s, seen: map[string]bool{}}
}

func (p *planner) plan() {
	p.tier(p.named(), p.Mods)
	if p.DemoPath != "" {
		p.aroundDemo()
	}
	p.tier(p.installed(), p.Mods)
	if len(sampleMaps(p.Game)) > 0 {
		p.s.places = append(p.s.places, &place{Place: Place{Why: whySample, Exists: true, Kind: Sample}})
	}
}

// planBases is plan for base folders alone.
func (p *planner) planBases() {
	for _, b := range p.named() {
		p.base(b)
	}
	if demo, err := filepath.Abs(p.DemoPath); p.DemoPath != "" && err == nil {
		dir := filepath.Dir(demo)
		p.base(&baseFolder{path: dir, why: whyBeside})
		for range maxUp {
			if b := (&baseFolder{path: dir, why: whyBeside}); p.holdsGames(b) {
				p.base(b)
				break
			}
			dir = filepath.Dir(dir)
		}
	}
	for _, b := range p.installed() {
		p.base(b)
	}
}

// base adds a base folder itself.
func (p *planner) base(b *baseFolder) {
	if b.exists() {
		p.add(b.path, b, false)
	} else {
		p.absent(b)
	}
}

// absent adds a base folder that is not searched.
func (p *planner) absent(b *baseFolder) {
	p.s.places = append(p.s.places, &place{Place: Place{Folder: b.path, Why: b.why, Kind: Folder}})
}

// named returns the base folders given by the user.
func (p *planner) named() (list []*baseFolder) {
	for _, dir := range p.BaseDirs {
		list = append(list, &baseFolder{path: filepath.Clean(dir), why: whyBaseDir})
	}
	for _, dir := range filepath.SplitList(p.getenv("DEMOSCOPE_PATH")) {
		if dir != "" {
			list = append(list, &baseFolder{path: filepath.Clean(dir), why: whyPath})
		}
	}
	return list
}

// installed returns the base folders of installed games.
func (p *planner) installed() (list []*baseFolder) {
	if p.NoInstalled {
		return nil
	}
	for _, f := range installedFolders(newSystem(p.Options), p.Game) {
		list = append(list, &baseFolder{path: f.path, why: f.why})
	}
	return list
}

// holdsGames reports whether a folder has a main folder of the game.
func (p *planner) holdsGames(b *baseFolder) bool {
	return slices.ContainsFunc(p.Game.mainFolders(), func(name string) bool { return len(b.find(name)) > 0 })
}

// tier adds the game folders of some base folders.
func (p *planner) tier(bases []*baseFolder, mods []string) {
	for _, name := range p.Game.folders(mods, p.DemoGameDir) {
		// A folder that only the demo names is not trusted: it must be inside its base folder.
		untrusted := fold(name) == fold(p.DemoGameDir) &&
			!slices.ContainsFunc(mods, func(m string) bool { return fold(m) == fold(name) })
		for _, b := range bases {
			for _, actual := range b.find(name) {
				b.used = true
				p.add(filepath.Join(b.path, actual), b, untrusted)
			}
		}
	}
	for _, b := range bases {
		switch {
		case b.used:
		case b.exists() && (b.why == whyBaseDir || b.why == whyPath):
			p.add(b.path, b, false)
		default:
			p.absent(b)
		}
	}
}

// aroundDemo adds the demo's folder, and the base folder that contains it.
func (p *planner) aroundDemo() {
	demo, err := filepath.Abs(p.DemoPath)
	if err != nil {
		p.s.problems = append(p.s.problems, fmt.Errorf("folder of the demo: %w", err))
		return
	}
	dir := filepath.Dir(demo)
	beside := &baseFolder{path: dir, why: whyBeside}
	if !beside.exists() {
		return
	}
	p.add(dir, beside, false)
	p.mountMaps(dir)
	mods := p.Mods
	for range maxUp {
		b := &baseFolder{path: dir, why: whyBeside}
		if p.holdsGames(b) {
			p.tier([]*baseFolder{b}, mods)
			return
		}
		// If the folder above is a base folder, this one is the game folder.
		mods = append([]string{filepath.Base(dir)}, p.Mods...)
		if slices.ContainsFunc(p.Game.mainFolders(), func(name string) bool {
			return fold(name) == fold(filepath.Base(dir))
		}) {
			mods = p.Mods
		}
		dir = filepath.Dir(dir)
	}
}

// add appends a game folder, once. If inside is set, links out of the base folder are refused.
func (p *planner) add(path string, b *baseFolder, inside bool) {
	if !p.new("", path) {
		return
	}
	var root *os.Root
	var err error
	if inside {
		var base *os.Root
		if base, err = os.OpenRoot(b.path); err == nil {
			root, err = base.OpenRoot(filepath.Base(path))
			base.Close()
		}
	} else {
		root, err = os.OpenRoot(path)
	}
	pl := &place{Place: Place{Folder: path, Why: b.why, Kind: Folder}}
	if err != nil {
		var p *fs.PathError
		if errors.As(err, &p) {
			err = p.Err // without the path
		}
		pl.Err = fmt.Errorf("%s: refused: %w", path, err)
	} else {
		pl.Exists = true
		pl.folder = newFolder(path, root)
	}
	p.s.places = append(p.s.places, pl)
}

// mountMaps adds the files beside the demo as files in maps/, too.
func (p *planner) mountMaps(path string) {
	if !p.new("maps/", path) {
		return
	}
	root, err := os.OpenRoot(path)
	if err != nil {
		return // add has reported it
	}
	p.s.places = append(p.s.places, &place{
		Place:  Place{Folder: path, Why: whyBeside, Mount: "maps/", Exists: true, Kind: Folder},
		folder: newFolder(path, root),
	})
}

// new reports whether a folder is not yet in the list under any path, and adds it to seen.
func (p *planner) new(mount, path string) bool {
	key := path
	if abs, err := filepath.Abs(path); err == nil {
		key = abs
	}
	if real, err := filepath.EvalSymlinks(key); err == nil {
		key = real
	}
	key = mount + key
	if p.seen[key] {
		return false
	}
	p.seen[key] = true
	return true
}

// baseFolder is a folder that may hold game folders.
type baseFolder struct {
	path string
	why  string
	used bool

	known bool
	dir   bool
	names map[string][]string // by folded name; nil until an exact name is missing
}

func (b *baseFolder) exists() bool {
	if !b.known {
		b.known = true
		info, err := os.Stat(b.path)
		b.dir = err == nil && info.IsDir()
	}
	return b.dir
}

// find returns the names on disk of the folders with a name: the exact one if it exists, otherwise those that differ in
// case.
func (b *baseFolder) find(name string) []string {
	if !b.exists() {
		return nil
	}
	isDir := func(name string) bool {
		info, err := os.Stat(filepath.Join(b.path, name))
		return err == nil && info.IsDir()
	}
	if isDir(name) {
		return []string{name}
	}
	if b.names == nil {
		b.names = map[string][]string{}
		if d, err := os.Open(b.path); err == nil {
			if names, err := readNames(d); err == nil {
				b.names = names
			}
			d.Close()
		}
	}
	var dirs []string
	for _, actual := range b.names[fold(name)] {
		if isDir(actual) {
			dirs = append(dirs, actual)
		}
	}
	return dirs
}
