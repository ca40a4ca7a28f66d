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
	// maxFile is the maximum size of a file in bytes: the longest matches of the corpus take 300 KB.
	maxFile = 4 << 20
	// maxOthers is the maximum number of surveys of other demos that are merged: more add nothing new.
	maxOthers = 16
	// maxFiles is the maximum number of files in the folder.
	maxFiles = 1000
	// maxFolder is the maximum size of the folder in bytes.
	maxFolder = 128 << 20
	// maxMerged limits the memory of the surveys of one map in bytes, and that of their sum.
	maxMerged = 256 << 20
)

// ending is the file name extension.
const ending = ".survey"

// Folder is a folder of stored surveys. A nil or zero Folder stores none.
type Folder struct{ files cache.Folder }

// Dir returns the default folder in the user's cache: demoscope/surveys in ~/.cache on Linux. It returns "" if
// there is none.
func Dir() string { return settings.Cache("surveys") }

// Open returns the folder at dir, which need not exist. For "", the folder stores nothing.
func Open(dir string) *Folder {
	return &Folder{cache.Folder{Dir: dir, Ext: ending, Kind: "the survey of a level", File: maxFile, Files: maxFiles,
		Bytes: maxFolder}}
}

// hash is the hash of a demo's content, used to find its surveys.
type hash [sha256.Size]byte

// place identifies a level of a demo.
type place struct {
	mapName  string // as given in the demo
	checksum uint32 // of the map, 0 if unknown
	demo     hash
	number   int // of the level in the demo
}

// prefix returns the common start of the file names of all maps with a name. No game distinguishes map names by
// case.
func (l *place) prefix() string {
	sum := sha256.Sum256([]byte(strings.ToLower(l.mapName)))
	return hex.EncodeToString(sum[:12]) + "-"
}

func (l *place) file() string {
	return fmt.Sprintf("%s%s%s-%d%s", l.prefix(), sumWord(l.checksum), demoWord(l.demo), l.number, ending)
}

// sumWord returns the part of a file name for the checksum of a map.
func sumWord(checksum uint32) string { return fmt.Sprintf("%08x-", checksum) }

// demoWord returns the part of a file name for a demo.
func demoWord(demo hash) string { return hex.EncodeToString(demo[:12]) }

// mayShare reports whether a file may be of the same map, by its name. Some formats lack the checksum; these
// surveys are later compared to find out.
func (l *place) mayShare(name string) bool {
	rest := strings.TrimPrefix(name, l.prefix())
	return l.checksum == 0 || strings.HasPrefix(rest, sumWord(l.checksum)) || strings.HasPrefix(rest, sumWord(0))
}

// find returns the stored surveys of a level: its own, nil if there is none, and the most recently written ones
// of other demos of the map, sorted by file name. Levels without a map name share nothing.
func (f *Folder) find(l place) (own *survey.Survey, others []*survey.Survey) {
	if f == nil || f.files.Disabled() || l.mapName == "" {
		return nil, nil
	}
	b := survey.NewBudget(maxMerged)
	list := slices.DeleteFunc(f.files.List(l.prefix()), func(e cache.Entry) bool { return !l.mayShare(e.Name) })
	mine := slices.IndexFunc(list, func(e cache.Entry) bool { return e.Name == l.file() })
	if mine > maxOthers {
		list[maxOthers] = list[mine]
	}
	list = list[:min(len(list), maxOthers+1)]
	slices.SortFunc(list, func(a, b cache.Entry) int { return strings.Compare(a.Name, b.Name) })
	for _, e := range list {
		data, err := f.files.Read(e.Name)
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

// store stores the survey of a level, and removes old files if there is no room.
func (f *Folder) store(l place, s *survey.Survey) error {
	if f == nil || f.files.Disabled() || l.mapName == "" || s.Empty() {
		return nil
	}
	data, err := s.MarshalBinary()
	if err != nil {
		return err
	}
	return f.files.Write(l.file(), data)
}
