package render

import (
	"cmp"
	"io/fs"
	"sync"
	"syscall/js"

	"demoscope/render/hud"
)

// page is what the page around the program has handed to it since the last frame.
var page struct {
	once  sync.Once
	mu    sync.Mutex
	files *pageFiles // nil for nothing

	typed pageTyping
	shown *string  // the line that the page has, nil for none
	box   hud.Rect // where
}

// droppedFiles returns what the page has put into the files that the program sees. The page takes what is
// dropped, because it knows which of it are maps.
func (d windowDesktop) droppedFiles() fs.FS {
	page.once.Do(func() {
		around := js.Global().Get("demoscope")
		if !around.Truthy() {
			return
		}
		told := func(take func(text string)) js.Func {
			return js.FuncOf(func(_ js.Value, args []js.Value) any {
				text := ""
				if len(args) > 0 {
					text = args[0].String()
				}
				page.mu.Lock()
				take(text)
				page.mu.Unlock()
				d.wake()
				return nil
			})
		}
		offer := func(take func(f *pageFiles, text string)) js.Func {
			return told(func(text string) {
				if page.files == nil {
					page.files = &pageFiles{}
				}
				take(page.files, text)
			})
		}
		around.Set("program", map[string]any{
			"open":   offer(func(f *pageFiles, text string) { f.paths = []string{text} }),
			"again":  offer(func(f *pageFiles, _ string) { f.again = true }),
			"say":    offer(func(f *pageFiles, text string) { f.says = text }),
			"answer": offer(func(f *pageFiles, text string) { f.answer = text }),
			"type":   told(func(text string) { page.typed.text = &text }),
			"enter":  told(func(string) { page.typed.enter = true }),
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

func (windowDesktop) typedOnPage() (typed pageTyping) {
	page.mu.Lock()
	defer page.mu.Unlock()
	typed, page.typed = page.typed, pageTyping{}
	page.shown = cmp.Or(typed.text, page.shown)
	return typed
}

// typeOnPage tells the page of a line only if that has changed since: a call costs more than to look.
func (windowDesktop) typeOnPage(line *hud.Typed, box hud.Rect) {
	around := js.Global().Get("demoscope")
	switch {
	case !around.Truthy():
	case line == nil && page.shown != nil:
		page.shown = nil
		around.Call("typing", js.Null())
	case line != nil && (page.shown == nil || page.box != box || *page.shown != line.String()):
		text := line.String()
		page.shown, page.box = &text, box
		around.Call("typing", text, box.X, box.Y, box.W, box.H)
	}
}
