// Package rebuilt makes maps of the levels of a demo whose own maps are missing, from what the
// demo's index knows of them and what is kept of other demos of the same map.
//
// What is kept are surveys, so that a demo that is opened again shows its level at once, and
// several demos of one map add up. A survey is a file in one folder, named after a hash of the
// map, as the demo names it, and one of the demo's content: nothing that a demo says becomes a
// path. Files are only a copy of what can be found again, and are not trusted: maxFile,
// maxOthers and maxMerged bound what is read, and one that is not understood counts as none.
// maxFiles and maxFolder bound the folder: what was written longest ago goes first.
package rebuilt

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"

	"demoscope/bsp"
	"demoscope/internal/breath"
	"demoscope/internal/cache"
	"demoscope/player/survey"
)

// Kept is where the surveys of a demo are kept, with those of others. The zero value keeps none.
type Kept struct {
	Folder *Folder
	// Sum returns the SHA-256 of the demo, by which its surveys are found again. It is called when a level is
	// looked for, because large demos take long.
	Sum func() [sha256.Size]byte
}

// Others returns the SHA-256 of what other demos tell of the maps of a name: as long as it is the same, so
// are the levels that are rebuilt.
func (k Kept) Others(mapName string) (sum [sha256.Size]byte) {
	if k.Folder == nil || k.Folder.kept.None() || mapName == "" {
		return sum
	}
	own := hash{}
	if k.Sum != nil {
		own = k.Sum()
	}
	list := k.Folder.kept.List((&place{mapName: mapName}).prefix())
	list = slices.DeleteFunc(list, func(e cache.Entry) bool { return strings.Contains(e.Name, demoWord(own)) })
	list = list[:min(len(list), maxOthers+1)]
	slices.SortFunc(list, func(a, b cache.Entry) int { return strings.Compare(a.Name, b.Name) })
	all := sha256.New()
	for _, e := range list {
		data, _ := k.Folder.kept.Read(e.Name)
		fmt.Fprintf(all, "%s %d\n", e.Name, len(data))
		all.Write(data)
	}
	return [sha256.Size]byte(all.Sum(nil))
}

// Level is a level as it is known at some time.
type Level struct {
	Map    *bsp.Map // nil if nothing is known of the level yet
	Part   float64  // of the demo that was known, 0 to 1
	Whole  bool     // all of the level was known: it will not change
	Others int      // how many other demos have added to it
}

// Surveys are what is known of the shapes of the levels of a demo: its index is one.
type Surveys interface {
	// Survey returns what is known of a level, by its index in [demoscope/player/timeline.Timeline.Levels]; nil if
	// that is nothing yet.
	Survey(level int) *survey.Survey
	// Surveyed returns how much of the demo was read for that, 0 to 1, and whether all of the level.
	Surveyed(level int) (part float64, whole bool)
	// WaitSurveys waits until all of the demo was read.
	WaitSurveys()
}

// Source rebuilds the levels of one demo. It is for one goroutine at a time.
type Source struct {
	surveys Surveys
	kept    Kept
	found   map[place]*found
}

// found is what was kept of a level.
type found struct {
	own    *survey.Survey
	others []*survey.Survey
}

// New returns the source of the demo that surveys are of.
func New(s Surveys, k Kept) *Source {
	return &Source{surveys: s, kept: k, found: map[place]*found{}}
}

// Whole reports whether all of a level has been gathered, so that what is made of it now is
// whole. What was kept is not looked at.
func (s *Source) Whole(level int) bool {
	_, whole := s.surveys.Surveyed(level)
	return whole
}

// Rebuild makes the map of a level, by its index in [demoscope/player/timeline.Timeline.Levels], that the demo
// says to be of a name and with a checksum, 0 for none. What is known when all of it has been
// read is kept; if that fails the level is made nevertheless.
func (s *Source) Rebuild(level int, name string, checksum uint32) (*Level, error) {
	return s.rebuild(level, name, checksum, false)
}

// RebuildWhole is [Source.Rebuild] that waits until all of the demo has been read, unless the
// level was kept.
func (s *Source) RebuildWhole(level int, name string, checksum uint32) (*Level, error) {
	return s.rebuild(level, name, checksum, true)
}

func (s *Source) rebuild(level int, name string, checksum uint32, wait bool) (*Level, error) {
	at := place{mapName: name, checksum: checksum, number: level}
	if s.kept.Sum != nil {
		at.demo = s.kept.Sum()
	}
	k := s.find(at)
	l := &Level{Part: 1, Whole: true}
	known := k.own // all of it was known when it was kept
	var err error
	if known == nil {
		if wait {
			s.surveys.WaitSurveys()
		}
		l.Part, l.Whole = s.surveys.Surveyed(level) // before the survey is taken
		if known = s.surveys.Survey(level); l.Whole && known != nil {
			err = s.kept.Folder.keep(at, known)
		}
	}
	if known == nil {
		return l, err
	}
	if len(k.others) > 0 {
		known, l.Others = survey.Sum(known, k.others, survey.NewBudget(maxMerged))
	}
	var b breath.Breath
	b.Begin()
	defer b.End() // also behind a panic
	l.Map = known.BuildInSteps(b.Step).Map()
	return l, err
}

// find returns what is kept of a level, which is read once.
func (s *Source) find(at place) *found {
	f := s.found[at]
	if f == nil {
		f = &found{}
		f.own, f.others = s.kept.Folder.find(at)
		if len(s.found) >= maxFound {
			clear(s.found)
		}
		s.found[at] = f
	}
	return f
}

// maxFound is of how many levels what was kept stays in memory.
const maxFound = 2
