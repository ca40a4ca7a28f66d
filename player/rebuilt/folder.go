package rebuilt

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"demoscope/internal/cache"
	"demoscope/internal/settings"
	"demoscope/player/survey"
)

const (
	// maxFile is the size of a file in bytes: the corpus' longest matches take 300 KB.
	maxFile = 4 << 20
	// maxOthers is how many surveys of other demos are added up: with more nothing is new.
	maxOthers = 16
	// maxFiles and maxFolder bound the folder, in files and bytes.
	maxFiles  = 1000
	maxFolder = 128 << 20
	// maxMerged is what the surveys of one map take in memory together, and again their sum.
	maxMerged = 256 << 20
)

// ending is that of the files.
const ending = ".survey"

// Folder is where surveys are kept; nil and the zero value are none.
type Folder struct{ kept cache.Folder }

// Dir returns the folder of the user's caches: demoscope/surveys in ~/.cache on Linux. It is ""
// if there is none.
func Dir() string { return settings.Cache("surveys") }

// Open returns a folder, which need not exist; none for "".
func Open(dir string) *Folder {
	return &Folder{cache.Folder{Dir: dir, Ending: ending, Kind: "the survey of a level", File: maxFile, Files: maxFiles,
		Bytes: maxFolder}}
}

// hash is that of a demo's content, by which its surveys are found again.
type hash [sha256.Size]byte

// place is of which level of a demo a survey is.
type place struct {
	mapName  string // as the demo names it
	checksum uint32 // of the map, 0 where the demo tells none
	demo     hash
	number   int // of the level in the demo
}

// prefix begins the names of the files of all maps of a name. Names differ by upper and lower
// case in no game.
func (l *place) prefix() string {
	sum := sha256.Sum256([]byte(strings.ToLower(l.mapName)))
	return hex.EncodeToString(sum[:12]) + "-"
}

func (l *place) file() string {
	return fmt.Sprintf("%s%s%s-%d%s", l.prefix(), sumWord(l.checksum), demoWord(l.demo), l.number, ending)
}

// sumWord is how the checksum of a map stands in names of files.
func sumWord(checksum uint32) string { return fmt.Sprintf("%08x-", checksum) }

// demoWord is how a demo stands in names of files.
func demoWord(demo hash) string { return hex.EncodeToString(demo[:12]) }

// mayShare reports whether a file may be of the same map, by its name: demos of some formats do not
// tell the checksum, and whether they are of one map is found out by comparing them.
func (l *place) mayShare(name string) bool {
	rest := strings.TrimPrefix(name, l.prefix())
	return l.checksum == 0 || strings.HasPrefix(rest, sumWord(l.checksum)) || strings.HasPrefix(rest, sumWord(0))
}

// find returns what is kept of a level: its own survey, nil if there is none, and those of other
// demos of the map that were written last, in an order of their own. Levels without a name share nothing.
func (f *Folder) find(l place) (own *survey.Survey, others []*survey.Survey) {
	if f == nil || f.kept.None() || l.mapName == "" {
		return nil, nil
	}
	b := survey.NewBudget(maxMerged)
	list := slices.DeleteFunc(f.kept.List(l.prefix()), func(e cache.Entry) bool { return !l.mayShare(e.Name) })
	mine := slices.IndexFunc(list, func(e cache.Entry) bool { return e.Name == l.file() })
	if mine > maxOthers {
		list[maxOthers] = list[mine]
	}
	list = list[:min(len(list), maxOthers+1)]
	slices.SortFunc(list, func(a, b cache.Entry) int { return strings.Compare(a.Name, b.Name) })
	for _, e := range list {
		data, err := f.kept.Read(e.Name)
		if err != nil {
			continue
		}
		s, err := survey.Read(data, b)
		if err != nil {
			continue
		}
		if e.Name == l.file() {
			own = s
		} else {
			others = append(others, s)
		}
	}
	return own, others
}

// keep writes the survey of a level, and makes room for it.
func (f *Folder) keep(l place, s *survey.Survey) error {
	if f == nil || f.kept.None() || l.mapName == "" || s.Empty() {
		return nil
	}
	data, err := s.MarshalBinary()
	if err != nil {
		return err
	}
	return f.kept.Write(l.file(), data)
}
