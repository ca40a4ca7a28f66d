// Package rebuilt reconstructs the maps of a demo's levels if the real maps are missing, from what the demo's
// index knows of them and from stored surveys of other demos of the same map.
//
// Surveys are stored so that a demo opened again shows its level at once, and so that several demos of one map
// can be merged. Each survey is a file in one folder. Its name contains a hash of the map's name and a hash of
// the demo's content, so nothing in a demo becomes a path. The files are only a cache and are not trusted:
// maxFile, maxOthers and maxMerged limit what is read, and unreadable files are ignored. maxFiles and maxFolder
// limit the folder: the oldest files are removed first.
package rebuilt

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"

	"demoscope/bsp"
	"demoscope/internal/cache"
	"demoscope/internal/yield"
	"demoscope/player/survey"
)

// Kept describes where the surveys of a demo are stored, with those of other demos. The zero value stores none.
type Kept struct {
	Folder *Folder
	// Sum returns the SHA-256 of the demo, which identifies its surveys. It is called only when a level is
	// requested, because hashing large demos takes long.
	Sum func() [sha256.Size]byte
}

// Others returns the SHA-256 of the stored surveys of other demos with this map name. While it does not change,
// reconstructed levels do not change, either.
func (k Kept) Others(mapName string) (sum [sha256.Size]byte) {
	if k.Folder == nil || k.Folder.files.Disabled() || mapName == "" {
		return sum
	}
	own := hash{}
	if k.Sum != nil {
		own = k.Sum()
	}
	list := k.Folder.files.List((&place{mapName: mapName}).prefix())
	list = slices.DeleteFunc(list, func(e cache.Entry) bool { return strings.Contains(e.Name, demoWord(own)) })
	list = list[:min(len(list), maxOthers+1)]
	slices.SortFunc(list, func(a, b cache.Entry) int { return strings.Compare(a.Name, b.Name) })
	all := sha256.New()
	for _, e := range list {
		data, _ := k.Folder.files.Read(e.Name)
		fmt.Fprintf(all, "%s %d\n", e.Name, len(data))
		all.Write(data)
	}
	return [sha256.Size]byte(all.Sum(nil))
}

// Level is a level as known at some time.
type Level struct {
	Map    *bsp.Map // nil if nothing is known of the level yet
	Part   float64  // part of the demo that was read, 0 to 1
	Whole  bool     // the whole level was read, so it will not change
	Others int      // number of other demos merged into it
}

// Surveys provides the surveys of a demo's levels. A demo's index implements it.
type Surveys interface {
	// Survey returns what is known of a level, by its index in [demoscope/player/timeline.Timeline.Levels], -1 for
	// what comes before the first one, or nil if nothing is known yet.
	Survey(level int) *survey.Survey
	// Surveyed returns the fraction of the demo read so far, 0 to 1, and whether the whole level has been read.
	Surveyed(level int) (part float64, whole bool)
	// WaitSurveys waits until the whole demo has been read.
	WaitSurveys()
}

// Source reconstructs the levels of one demo. It is not safe for concurrent use.
type Source struct {
	surveys Surveys
	kept    Kept
	stored  map[place]*stored
}

// stored holds the stored surveys of a level.
type stored struct {
	own    *survey.Survey
	others []*survey.Survey
}

// New returns a source for the demo of the given surveys.
func New(s Surveys, k Kept) *Source {
	return &Source{surveys: s, kept: k, stored: map[place]*stored{}}
}

// Whole reports whether the whole level has been read, so that its reconstruction would be final. It ignores
// stored surveys.
func (s *Source) Whole(level int) bool {
	_, whole := s.surveys.Surveyed(level)
	return whole
}

// Rebuild reconstructs the map of a level, by its index in [demoscope/player/timeline.Timeline.Levels]. name
// and checksum are those of the map in the demo; checksum is 0 if unknown. Once the whole level has been read,
// Rebuild stores its survey. If that fails, it returns the level and the error.
func (s *Source) Rebuild(level int, name string, checksum uint32) (*Level, error) {
	return s.rebuild(level, name, checksum, false)
}

// RebuildWhole is like [Source.Rebuild], but first waits until the whole demo has been read, unless the level
// is stored.
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
	known := k.own // only whole levels are stored
	var err error
	if known == nil {
		if wait {
			s.surveys.WaitSurveys()
		}
		l.Part, l.Whole = s.surveys.Surveyed(level) // before taking the survey
		if known = s.surveys.Survey(level); l.Whole && known != nil {
			err = s.kept.Folder.store(at, known)
		}
	}
	if known == nil {
		return l, err
	}
	if len(k.others) > 0 {
		known, l.Others = survey.Sum(known, k.others, survey.NewBudget(maxMerged))
	}
	var pacer yield.Pacer
	pacer.Begin()
	defer pacer.End() // even after a panic
	l.Map = known.BuildInSteps(pacer.Step).Map()
	return l, err
}

// find returns the stored surveys of a level. It reads them once.
func (s *Source) find(at place) *stored {
	f := s.stored[at]
	if f == nil {
		f = &stored{}
		f.own, f.others = s.kept.Folder.find(at)
		if len(s.stored) >= maxStored {
			clear(s.stored)
		}
		s.stored[at] = f
	}
	return f
}

// maxStored is the number of levels whose stored surveys stay in memory.
const maxStored = 2
