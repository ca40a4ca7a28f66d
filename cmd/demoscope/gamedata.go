package main

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"text/tabwriter"

	"demoscope/assets"
	"demoscope/bsp"
	"demoscope/formats"
	"demoscope/player"
	levels "demoscope/player/rebuilt"
	"demoscope/player/timeline"
	"demoscope/player/world"
)

// gameData are the flags for the locations of maps.
type gameData struct {
	BaseDir []string `name:"basedir" placeholder:"DIR" predictor:"folder" type:"path" help:"${gamedata_basedir_text}"`
	Mod     []string `name:"mod" aliases:"game" placeholder:"NAME" help:"${gamedata_mod_text}"`

	// changed, if not nil, holds the folders that replace BaseDir after the viewer has changed them in the window.
	changed *atomic.Pointer[[]string]
}

// rebuildFlag says whether to use installed maps at all.
type rebuildFlag struct {
	Rebuild bool `help:"Reconstruct every level from the demo, even if its map is installed"`
}

// search opens the search path for a demo, and reports folders that do not exist.
func (g *gameData) search(s *streams, demo *formats.Demo) (*assets.Search, error) {
	search, err := assets.Open(g.options(demo))
	if err == nil {
		for _, absent := range search.Absent() {
			s.sayOnce(absent)
		}
	}
	return search, err
}

// open opens a demo and finds its game data. Before that, which may take long, it checks that output, unless nil, can
// be written; see [streams.checkOutput].
func (g *gameData) open(s *streams, file string, output *string, what string) (*formats.Demo, *assets.Search, error) {
	demo, err := s.openDemo(file)
	if err != nil {
		return nil, nil, err
	}
	if output != nil {
		if err := s.checkOutput(*output, what, s.source(demo)); err != nil {
			return nil, nil, err
		}
	}
	s.sayCut(demo)
	search, err := g.search(s, demo)
	return demo, search, err
}

// paused is a demo, possibly with other recordings of its game, and a player at its start.
type paused struct {
	demo   *formats.Demo
	others []player.Other
	search *assets.Search
	player *player.Player
}

func (p *paused) close() {
	p.player.Close()
	p.search.Close()
}

// openPaused is open with a player. others may name more recordings of its game.
func (g *gameData) openPaused(s *streams, file string, others *othersFlag, output *string, what string) (
	*paused, error) {
	demo, search, err := g.open(s, file, output, what)
	if err != nil {
		return nil, err
	}
	demo, list, err := others.together(s, demo)
	if err != nil {
		search.Close()
		return nil, err
	}
	spareMemory(demo)
	p := player.New(demo, player.Options{Others: list})
	p.SetPaused(true)
	return &paused{demo, list, search, p}, nil
}

// folders returns the game data folders named by the user.
func (g *gameData) folders() []string {
	if g.changed != nil {
		if now := g.changed.Load(); now != nil {
			return *now
		}
	}
	return g.BaseDir
}

func (g *gameData) options(demo *formats.Demo) assets.Options {
	o := assets.Options{
		BaseDirs: g.folders(), Mods: g.Mod,
		Game: assets.Game(demo.Game), DemoGameDir: gameDir(demo),
	}
	if !strings.HasPrefix(demo.File, sampleName) && demo.File != standardInput {
		o.DemoPath = demo.File
	}
	return o
}

// gameDirWithin is the number of packets to search for the game folder, which is in the first message of a level.
const gameDirWithin = 64

// gameDir returns the first game folder that a demo names, empty if it names none.
func gameDir(demo *formats.Demo) string {
	c := cursorOf(demo)
	for range gameDirWithin {
		if c.Next() != nil || c.World.Level().GameDir != "" {
			break
		}
	}
	return c.World.Level().GameDir
}

// palette returns the game's palette, and reports an unreadable one.
func palette(s *streams, search *assets.Search) *assets.Palette {
	p, _, err := search.Palette()
	if err != nil {
		s.say("%v", err)
	}
	return p
}

// mapFinder finds and loads the maps of levels, and reports each problem once on standard error.
type mapFinder struct {
	search  *assets.Search
	streams *streams
	rebuild bool // find no maps, so that levels are reconstructed from the demo

	mu       sync.Mutex // several goroutines call load
	reported map[string]bool
	closed   bool
}

// levelCache returns the cache for the reconstructed levels of a demo.
func levelCache(demo *formats.Demo) levels.Kept {
	if demo.Growing() != nil || inPage {
		return levels.Kept{} // no hash as the key, or no place to store
	}
	return levels.Kept{Folder: levels.Open(levels.Dir()), Sum: demo.Sum}
}

// maps returns a finder of maps.
func (f *rebuildFlag) maps(s *streams, search *assets.Search) *mapFinder {
	return &mapFinder{search: search, streams: s, rebuild: f.Rebuild}
}

// load returns the map of a level, or nil with a notice if it is missing or broken. If the map is of another build
// than the demo's, it returns the map with a notice.
func (f *mapFinder) load(level *world.Level) (*bsp.Map, string) {
	if f.rebuild {
		return nil, ""
	}
	m, notice := loadMap(f.search, level)
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.closed { // during the load
		return nil, ""
	}
	if notice != "" && !f.reported[notice] {
		if f.reported == nil {
			f.reported = map[string]bool{}
		}
		f.reported[notice] = true
		if m == nil {
			f.streams.sayRebuilt(notice)
		} else {
			f.streams.say("%s", notice)
		}
	}
	return m, notice
}

// mapHint says how to get a missing map.
const mapHint = " (--basedir DIR adds a game folder; demoscope paths lists those searched)"

// sayRebuilt reports that a level is reconstructed, and why. It says once how to get the map.
func (s *streams) sayRebuilt(notice string) {
	why, _, searched := strings.Cut(notice, "; looked in ")
	why += "; using a reconstruction"
	if _, said := s.once.LoadOrStore(mapHint, true); searched && !said {
		why += mapHint
	}
	s.say("%s", why)
}

// close closes the search. A map that is being loaded is dropped without a message.
func (f *mapFinder) close() {
	f.mu.Lock()
	f.closed = true
	f.mu.Unlock()
	f.search.Close()
}

// key identifies the data that the levels between two times, in viewer's seconds, are drawn from: the sums of
// installed maps or, for reconstructed ones, of the data from other demos.
func (f *mapFinder) key(list []timeline.Level, from, to float64, kept levels.Kept) string {
	var b strings.Builder
	for i := range list {
		l := &list[i]
		if l.Start >= to || l.End <= from {
			continue
		}
		fmt.Fprintf(&b, "\n%d %q ", i, l.Map)
		if data, src, err := f.search.ReadFile(l.Map); !f.rebuild && err == nil {
			fmt.Fprintf(&b, "%x", sha256.Sum256(data))
			if lit, err := f.search.FindBeside(src, lightFile(l.Map)); err == nil {
				light, _ := f.search.Read(lit)
				fmt.Fprintf(&b, " lit %x", sha256.Sum256(light))
			}
			if _, err := bsp.Load(data); err == nil {
				continue
			}
		}
		fmt.Fprintf(&b, " rebuilt %x", kept.Others(l.Map))
	}
	return b.String()
}

// gameKey identifies the game data: its folders and the current state of its archives. It ignores loose files.
func gameKey(s *assets.Search) string {
	var b strings.Builder
	for _, p := range s.Inspect() {
		if !p.Exists {
			continue
		}
		folder, err := filepath.Abs(p.Folder)
		if err != nil || p.Folder == "" {
			folder = p.Folder
		}
		fmt.Fprintf(&b, "\n%s %q %q", p.Kind, folder, p.Mount)
		for _, a := range p.Archives {
			fmt.Fprintf(&b, " %q", filepath.Base(a.Path))
			if info, err := os.Stat(a.Path); err == nil {
				fmt.Fprintf(&b, " %d %d", info.Size(), info.ModTime().UnixNano())
			}
		}
	}
	return b.String()
}

// lightFile returns the name of the file with a map's colored light.
func lightFile(name string) string { return strings.TrimSuffix(name, filepath.Ext(name)) + ".lit" }

func loadMap(s *assets.Search, level *world.Level) (*bsp.Map, string) {
	if level.Map == "" {
		return nil, "the demo does not name its map"
	}
	data, src, err := s.ReadFile(level.Map)
	if err != nil {
		return nil, missingMap(level.Map, err)
	}
	m, err := bsp.Load(data)
	if err != nil {
		return nil, fmt.Sprintf("can't read %s in %s: %v", level.Map, src, err)
	}
	if lit, err := s.FindBeside(src, lightFile(level.Map)); err == nil {
		if data, err := s.Read(lit); err == nil {
			// Ignore a light file of another build of the map.
			_ = m.AttachLit(data)
		}
	}
	for _, name := range m.Wals() {
		if data, err := s.ReadTexture("textures/" + name + ".wal"); err == nil {
			_ = m.AttachWal(name, data) // a broken texture is ignored: the face gets a default color
		}
	}
	for _, name := range m.Images() {
		if image, _, err := s.Picture(name + ".tga"); err == nil {
			red, green, blue := image.Mean()
			m.AttachColor(name, red, green, blue)
		}
	}
	notice := wrongMap(level, m)
	if len(src.Refused) > 0 {
		notice = strings.TrimPrefix(notice+"; ", "; ") + refusedMap(level.Map, src)
	}
	return m, notice
}

// refusedMap says that a map is not the first one in the search path.
func refusedMap(name string, src assets.Source) string {
	return fmt.Sprintf("%s comes from %s, because %v", name, src, src.Refused[0])
}

// missingMap describes which map is missing and where it was searched.
func missingMap(name string, err error) string {
	var missing *assets.NotFoundError
	if !errors.As(err, &missing) {
		return fmt.Sprintf("%s: %v", name, err)
	}
	return missing.Error()
}

// wrongMap returns a warning if the map is not the one that the demo was recorded
// on, by its checksum or, for demos without one, by its number of inline models.
func wrongMap(level *world.Level, m *bsp.Map) string {
	if level.HasChecksum {
		sums := m.Checksums
		if c := int32(level.Checksum); c != sums.QuakeWorld && c != sums.QuakeWorld2 && c != sums.File {
			return fmt.Sprintf("%s differs from the map of the demo (checksum)", level.Map)
		}
		return ""
	}
	inline := 0
	for _, name := range level.Models {
		if strings.HasPrefix(name, "*") {
			inline++
		}
	}
	if have := len(m.Models) - 1; inline > 0 && inline != have {
		return fmt.Sprintf("%s differs from the map of the demo (%d inline models, the demo has %d)",
			level.Map, have, inline)
	}
	return ""
}

type pathsCmd struct {
	For  string `enum:"all,quake,quakeworld,quake2,quake3" default:"all" placeholder:"GAME" help:"${for_text}"`
	Demo string `placeholder:"FILE" predictor:"demo" help:"Search as for this demo, and show where its maps are"`
	All  bool   `help:"Also list folders that do not exist"`
	gameData
}

func (c *pathsCmd) Run(s *streams) error {
	o := assets.Options{BaseDirs: c.BaseDir, Mods: c.gameData.Mod}
	if c.For != "all" {
		o.Game = assets.Game(c.For)
	}
	var maps []string
	if c.Demo != "" {
		demo, err := s.openDemo(c.Demo)
		if err != nil {
			return err
		}
		o = c.options(demo)
		whole, err := index(demo)
		if err != nil {
			return err
		}
		for _, l := range whole.Levels() {
			if l.Map != "" && !slices.Contains(maps, l.Map) {
				maps = append(maps, l.Map)
			}
		}
	}
	search, err := assets.Open(o)
	if err != nil {
		return err
	}
	defer search.Close()
	if err := c.list(s.out, search.Inspect()); err != nil {
		return err
	}
	for _, err := range search.Problems() {
		s.say("%v", err)
	}
	return findMaps(s, search, maps)
}

// list prints the places, the most important first.
func (c *pathsCmd) list(out io.Writer, places []assets.Place) error {
	t := tabwriter.NewWriter(out, 0, 8, 2, ' ', 0)
	absent := 0
	for _, p := range places {
		switch {
		case p.Err != nil:
			fmt.Fprintf(t, "%s\t%s\n", p.Why, printable(p.Err.Error())) // the error names the folder
		case p.Exists:
			fmt.Fprintf(t, "%s\t%s\n", p.Why, printable(p.String()))
		case c.All || slices.Contains(c.BaseDir, p.Folder):
			fmt.Fprintf(t, "%s\t%s: not found\n", p.Why, printable(p.Folder))
		default:
			absent++
		}
		for _, a := range p.Archives {
			if a.Err != nil {
				fmt.Fprintf(t, "\t  %s\n", printable(fmt.Sprintf("%s: %v", filepath.Base(a.Path), a.Err)))
			} else {
				fmt.Fprintf(t, "\t  %s: %d files\n", printable(filepath.Base(a.Path)), a.Files)
			}
		}
	}
	if absent > 0 {
		fmt.Fprintf(t, "\t%d default folders do not exist (--all lists them)\n", absent)
	}
	return t.Flush()
}

// findMaps prints where the maps of a demo are. It returns errReported if one is missing.
func findMaps(s *streams, search *assets.Search, maps []string) error {
	var failed error
	for _, m := range maps {
		src, err := search.Find(m)
		if err != nil {
			s.say("%s", missingMap(m, err))
			failed = errReported
			continue
		}
		fmt.Fprintln(s.out, printable(fmt.Sprintf("%s: %s", m, src)))
		if len(src.Refused) > 0 {
			s.say("%s", refusedMap(m, src))
		}
	}
	return failed
}

// opener opens the demos of all commands.
var opener = &formats.Opener{Table: neededData.qizmo, Texts: neededData.texts}

// neededData finds the game data that demos need to be read.
var neededData dataFinder

// dataFinder finds Qizmo's table, which is the same in every installation, and the texts of games.
type dataFinder struct {
	mu      sync.Mutex
	folders func() []string     // game data folders named by the user
	table   *formats.QizmoTable // nil if it was not found yet
	found   map[textsOf]map[string]string
}

// textsOf is the key of the texts of a demo.
type textsOf struct{ game, folder, gameDir string }

// use sets the game data folders for a command, and drops cached data.
func (f *dataFinder) use(folders func() []string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.folders, f.table, f.found = folders, nil, nil
}

// options returns where to look for a demo's data.
func (f *dataFinder) options(game assets.Game, demo string) assets.Options {
	o := assets.Options{Game: game}
	if f.folders != nil {
		o.BaseDirs = f.folders()
	}
	if !strings.HasPrefix(demo, sampleName) && demo != standardInput {
		o.DemoPath = demo
	}
	return o
}

// qizmo returns Qizmo's table for a demo.
func (f *dataFinder) qizmo(demo string) (*formats.QizmoTable, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.table != nil {
		return f.table, nil
	}
	var err error
	f.table, err = findTable(f.options(assets.QuakeWorld, demo))
	return f.table, err
}

// texts returns the texts of a demo's game, nil if they are not found.
func (f *dataFinder) texts(demo *formats.Demo) map[string]string {
	f.mu.Lock()
	defer f.mu.Unlock()
	key := textsOf{demo.Game, filepath.Dir(demo.File), gameDir(demo)}
	if found, ok := f.found[key]; ok {
		return found
	}
	o := f.options(assets.Game(demo.Game), demo.File)
	o.DemoGameDir = key.gameDir
	var found map[string]string
	if search, err := assets.Open(o); err == nil {
		found = search.Texts()
		search.Close()
	}
	if f.found == nil || len(f.found) >= maxTexts {
		f.found = map[textsOf]map[string]string{}
	}
	f.found[key] = found
	return found
}

// maxTexts is the maximum number of cached tables of texts.
const maxTexts = 16

// findTable searches for Qizmo's table.
func findTable(o assets.Options) (*formats.QizmoTable, error) {
	search := assets.OpenBases(o)
	defer search.Close()
	var first, wrong error
	for _, name := range [...]string{formats.QizmoTableName, filepath.Base(formats.QizmoTableName)} {
		data, from, err := search.ReadFile(name)
		if err != nil {
			if first == nil {
				first = err
			}
			continue
		}
		table, err := formats.NewQizmoTable(data)
		if err == nil {
			return table, nil
		}
		if wrong == nil {
			wrong = fmt.Errorf("%s: %w", from, err)
		}
	}
	if wrong != nil {
		return nil, wrong
	}
	return nil, fmt.Errorf("%w; nQuake and ezQuake install it: add their folder with "+
		"demoscope config basedir FOLDER", first)
}
