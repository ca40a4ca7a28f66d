package rebuilt

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"demoscope/internal/atomicfile"
	"demoscope/internal/bounded"
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
type Folder struct{ dir string }

// Dir returns the folder of the user's caches: demoscope/surveys in ~/.cache on Linux. It is ""
// if there is none.
func Dir() string { return settings.Cache("surveys") }

// Open returns a folder, which need not exist; none for "".
func Open(dir string) *Folder { return &Folder{dir} }

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
	return fmt.Sprintf("%s%s%s-%d%s", l.prefix(), sumWord(l.checksum), hex.EncodeToString(l.demo[:12]), l.number, ending)
}

// sumWord is how the checksum of a map stands in names of files.
func sumWord(checksum uint32) string { return fmt.Sprintf("%08x-", checksum) }

// mayShare reports whether a file may be of the same map, by its name: demos of some formats do not
// tell the checksum, and whether they are of one map is found out by comparing them.
func (l *place) mayShare(name string) bool {
	rest := strings.TrimPrefix(name, l.prefix())
	return l.checksum == 0 || strings.HasPrefix(rest, sumWord(l.checksum)) || strings.HasPrefix(rest, sumWord(0))
}

// find returns what is kept of a level: its own survey, nil if there is none, and those of other
// demos of the map that were written last, in an order of their own. Levels without a name share nothing.
func (f *Folder) find(l place) (own *survey.Survey, others []*survey.Survey) {
	if f == nil || f.dir == "" || l.mapName == "" {
		return nil, nil
	}
	b := survey.NewBudget(maxMerged)
	list := slices.DeleteFunc(f.list(l.prefix()), func(e entry) bool { return !l.mayShare(e.name) })
	mine := slices.IndexFunc(list, func(e entry) bool { return e.name == l.file() })
	if mine > maxOthers {
		list[maxOthers] = list[mine]
	}
	list = list[:min(len(list), maxOthers+1)]
	slices.SortFunc(list, func(a, b entry) int { return strings.Compare(a.name, b.name) })
	for _, e := range list {
		data, err := bounded.ReadFile(filepath.Join(f.dir, e.name), maxFile)
		if err != nil {
			continue
		}
		s, err := survey.Read(data, b)
		if err != nil {
			continue
		}
		if e.name == l.file() {
			own = s
		} else {
			others = append(others, s)
		}
	}
	return own, others
}

// keep writes the survey of a level, and makes room for it.
func (f *Folder) keep(l place, s *survey.Survey) error {
	if f == nil || f.dir == "" || l.mapName == "" || s.Empty() {
		return nil
	}
	data, err := s.MarshalBinary()
	if err != nil {
		return err
	}
	if len(data) > maxFile {
		return fmt.Errorf("the survey of %q takes %d bytes, more than %d", l.mapName, len(data), maxFile)
	}
	if err := atomicfile.MkdirAll(f.dir); err != nil {
		return settings.Plain(f.dir, err)
	}
	path := filepath.Join(f.dir, l.file())
	if info, err := os.Lstat(path); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%s is no file", path) // to write into a pipe may take for ever
	}
	if err := atomicfile.Write(path, data, 0o600); err != nil {
		return settings.Plain(f.dir, err)
	}
	return f.trim()
}

// entry is a file of the folder.
type entry struct {
	name    string
	size    int64
	written time.Time
}

// list returns the files whose names begin with a prefix, those written last first.
func (f *Folder) list(prefix string) []entry {
	names, err := os.ReadDir(f.dir)
	if err != nil {
		return nil
	}
	var list []entry
	for _, n := range names {
		if !strings.HasPrefix(n.Name(), prefix) || !strings.HasSuffix(n.Name(), ending) || !n.Type().IsRegular() {
			continue
		}
		if info, err := n.Info(); err == nil {
			list = append(list, entry{n.Name(), info.Size(), info.ModTime()})
		}
	}
	slices.SortFunc(list, func(a, b entry) int { return cmp.Or(b.written.Compare(a.written), strings.Compare(a.name, b.name)) })
	return list
}

// trim removes the files that were written longest ago, as many as there are too many.
func (f *Folder) trim() error {
	size := int64(0)
	var failed error
	for i, e := range f.list("") {
		if size += e.size; i == 0 || i < maxFiles && size <= maxFolder {
			continue
		}
		failed = errors.Join(failed, atomicfile.Remove(filepath.Join(f.dir, e.name)))
	}
	return failed
}
