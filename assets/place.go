package assets

import (
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
)

// A Place is one folder that is searched.
type Place struct {
	// Folder is the path on disk; the sample's is "".
	Folder string
	// Why says how the folder came into the search path: "basedir",
	// "DEMOSCOPE_PATH", "beside the demo", "Steam", ...
	Why string
	// Mount is where the folder's files appear among game paths, "" or
	// "maps/": maps that lie beside a demo are found without a folder.
	Mount string
	// Exists is false for a base folder that is not there, or that holds none
	// of the game's folders.
	Exists bool
	// Kind is Folder or Sample.
	Kind Kind
	// Archives are the PAKs and PK3s in the folder, the most important first.
	Archives []PlaceArchive
	// Err is what went wrong with the folder itself, such as a link out of its
	// base folder; nil if nothing did, or if the folder does not exist.
	Err error
}

// A PlaceArchive is an archive in a [Place].
type PlaceArchive struct {
	Path string
	// Opened says that the archive was needed, so that the fields below are set.
	Opened bool
	Kind   Kind
	Files  int // number of files that can be found by name
	// Ignored counts files whose names could leave a game folder.
	Ignored int
	Err     error // why the archive is refused
}

// String returns the folder with the number of its archives.
func (p Place) String() string {
	switch {
	case p.Kind == Sample:
		return "the built-in sample"
	case p.Mount != "":
		return filepath.Join(p.Folder, "*")
	case len(p.Archives) == 1:
		return p.Folder + " and 1 archive"
	case len(p.Archives) > 1:
		return fmt.Sprintf("%s and %d archives", p.Folder, len(p.Archives))
	}
	return p.Folder
}

// A NotFoundError says that no place holds a file, and which places were
// searched. errors.Is(err, [fs.ErrNotExist]) holds for it.
type NotFoundError struct {
	Name   string
	Places []Place
	// Problems are the errors of folders, links and archives that were refused
	// during the search; one of them may hold the file.
	Problems []error
}

// Error is one line. What lies there and is not opened comes first, because it may be
// what the user expects to be found. Folders that the user named are listed even when they do
// not exist; default folders that do not exist are only counted.
func (e *NotFoundError) Error() string {
	var in, absent []string
	usual := 0
	for _, p := range e.Places {
		switch {
		case p.Exists:
			in = append(in, p.String())
		case p.Why == whyBaseDir || p.Why == whyPath:
			absent = append(absent, fmt.Sprintf("%s (%s)", p.Folder, p.Why))
		default:
			usual++
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s not found", e.Name)
	var others []error
	for _, p := range e.Problems {
		if refused := refusals(p); len(refused) > 0 {
			for _, r := range refused {
				fmt.Fprintf(&b, "; %v", r)
			}
		} else {
			others = append(others, p)
		}
	}
	fmt.Fprintf(&b, "; looked in %s", strings.Join(in, ", "))
	if len(absent) > 0 {
		fmt.Fprintf(&b, "; no game folder at %s", strings.Join(absent, ", "))
	}
	if usual == 1 {
		b.WriteString("; 1 default folder does not exist")
	} else if usual > 1 {
		fmt.Fprintf(&b, "; %d default folders do not exist", usual)
	}
	for _, p := range others {
		fmt.Fprintf(&b, "; %s", strings.ReplaceAll(p.Error(), "\n", "; "))
	}
	return b.String()
}

// refusals returns the errors of that type that err is or joins.
func refusals(err error) (list []*RefusedError) {
	switch e := err.(type) {
	case *RefusedError:
		return []*RefusedError{e}
	case interface{ Unwrap() []error }:
		for _, err := range e.Unwrap() {
			list = append(list, refusals(err)...)
		}
	}
	return list
}

// Is reports whether target is [fs.ErrNotExist].
func (e *NotFoundError) Is(target error) bool { return target == fs.ErrNotExist }

// Unwrap returns the problems.
func (e *NotFoundError) Unwrap() []error { return e.Problems }

// A Source says where a file was found, for [Search.Read].
type Source struct {
	// Path is the loose file or the archive on disk; the sample's is "".
	Path string
	// Name is the game path as it is spelled there, the place's mount included.
	Name string
	Kind Kind
	// Refused are what came before it in the search path under the same name, and is
	// not opened.
	Refused []*RefusedError

	place int    // index in Search.places
	inner string // the name inside of the folder, archive or sample
	in    *archiveRef
}

// String returns the file's path; for an archive, its path and the name inside.
func (s Source) String() string {
	switch s.Kind {
	case Sample:
		return "built-in " + s.inner
	case Folder:
		return s.Path
	}
	return s.Path + ": " + s.Name
}
