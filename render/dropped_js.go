package render

import (
	"io/fs"
	"path"
	"sync"
	"syscall/js"
)

// page is what the page around the program hands to it.
var page struct {
	once  sync.Once
	mu    sync.Mutex
	paths pagePaths // the last one since the last frame
}

// droppedFiles returns what the page has put into the files that the program sees. The page takes what is dropped, because it
// knows which of it are maps.
func (d windowDesktop) droppedFiles() fs.FS {
	page.once.Do(func() {
		around := js.Global().Get("demoscope")
		if !around.Truthy() {
			return
		}
		around.Set("open", js.FuncOf(func(_ js.Value, args []js.Value) any {
			page.mu.Lock()
			page.paths = pagePaths{pagePath(args[0].String())}
			page.mu.Unlock()
			d.wake()
			return nil
		}))
	})
	page.mu.Lock()
	defer page.mu.Unlock()
	if len(page.paths) == 0 {
		return nil
	}
	paths := page.paths
	page.paths = nil
	return paths
}

// pagePaths are dropped files as [localFiles] looks at them.
type pagePaths []pagePath

// Open implements [fs.FS].
func (pagePaths) Open(name string) (fs.File, error) {
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrInvalid}
}

// ReadDir implements [fs.ReadDirFS].
func (p pagePaths) ReadDir(string) (list []fs.DirEntry, err error) {
	for _, path := range p {
		list = append(list, path)
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
