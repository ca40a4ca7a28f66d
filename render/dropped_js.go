package render

import (
	"io/fs"
	"sync"
	"syscall/js"
)

// page is what the page around the program has handed to it since the last frame.
var page struct {
	once  sync.Once
	mu    sync.Mutex
	files *pageFiles // nil for nothing
}

// droppedFiles returns what the page has put into the files that the program sees. The page takes what is dropped, because it
// knows which of it are maps.
func (d windowDesktop) droppedFiles() fs.FS {
	page.once.Do(func() {
		around := js.Global().Get("demoscope")
		if !around.Truthy() {
			return
		}
		offer := func(take func(f *pageFiles, text string)) js.Func {
			return js.FuncOf(func(_ js.Value, args []js.Value) any {
				text := ""
				if len(args) > 0 {
					text = args[0].String()
				}
				page.mu.Lock()
				if page.files == nil {
					page.files = &pageFiles{}
				}
				take(page.files, text)
				page.mu.Unlock()
				d.wake()
				return nil
			})
		}
		around.Set("program", map[string]any{
			"open":  offer(func(f *pageFiles, text string) { f.paths = []string{text} }),
			"again": offer(func(f *pageFiles, _ string) { f.again = true }),
			"say":   offer(func(f *pageFiles, text string) { f.says = text }),
		})
	})
	page.mu.Lock()
	defer page.mu.Unlock()
	if page.files == nil {
		return nil
	}
	files := *page.files
	page.files = nil
	return files
}
