package assets

import (
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
)

// A Place is a folder in the search path.
type Place struct {
	// Folder is the path on disk, "" for the sample.
	Folder string
	// Why says why the folder is in the search path: "basedir", "DEMOSCOPE_PATH", "beside the demo", "Steam", ...
	Why string
	// Mount is the prefix of the folder's files in game paths, "" or "maps/": maps beside a demo are found without a
	// folder.
	Mount string
	// Exists is false for a base folder that does not exist, or has none of the game's folders.
	Exists bool
	// Kind is Folder or Sample.
	Kind Kind
	// Archives are the PAKs and PK3s in the folder, the most important first.
	Archives []PlaceArchive
	// Err is the error of the folder itself, such as a link out of its base folder; nil if there is none, or if the
	// folder does not exist.
	Err error
}

// A PlaceArchive is an archive in a [Place].
type PlaceArchive struct {
	Path string
	// Opened says that the archive was used, so the fields below are set.
	Opened bool
	Kind   Kind
	Files  int // number of files that can be found by name
	// Ignored is the number of files whose names could lead out of a game folder.
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

// A NotFoundError says that no place has a file, and which places were searched. errors.Is(err, [fs.ErrNotExist]) holds
// for it.
type NotFoundError struct {
	Name   string
	Places []Place
	// Problems are the errors of folders, links and archives that were refused during the search; one of them may have
	// the file.
	Problems []error
}

// Error returns a single line. Refused entries come first, because they may be what the user expects to be found.
// Folders named by the user are listed even if they do not exist; missing default folders are only counted.
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

// refusals returns the errors of that type in err.
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

// A Source is the location of a file, for [Search.Read].
type Source struct {
	// Path is the loose file or the archive on disk, "" for the sample.
	Path string
	// Name is the game path as spelled there, including the place's mount.
	Name string
	Kind Kind
	// Refused are the refused entries of the same name that precede it in the search path.
	Refused []*RefusedError

	place int    // index in Search.places
	inner string // the name in the folder, archive or sample
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
