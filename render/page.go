package render

import (
	"io/fs"
	"path"
)

// pageFiles is what the page around the program hands to it, as if it had been dropped on a window: files that the program sees,
// or what the page wants besides.
type pageFiles struct {
	paths []string
	again bool   // there are files now that what is shown may need
	says  string // what the viewer should read; may be empty
}

// Open implements [fs.FS].
func (pageFiles) Open(name string) (fs.File, error) {
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrInvalid}
}

// ReadDir implements [fs.ReadDirFS].
func (p pageFiles) ReadDir(string) (list []fs.DirEntry, err error) {
	for _, path := range p.paths {
		list = append(list, pagePath(path))
	}
	return list, nil
}

// pagePath is the path of a file.
type pagePath string

func (p pagePath) Name() string             { return path.Base(string(p)) }
func (pagePath) IsDir() bool                { return false }
func (pagePath) Type() fs.FileMode          { return 0 }
func (pagePath) Info() (fs.FileInfo, error) { return nil, fs.ErrInvalid }
func (p pagePath) AbsPath() string          { return string(p) }
