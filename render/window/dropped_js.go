package window

import (
	"cmp"
	"io/fs"
	"sync"
	"syscall/js"

	"demoscope/render/app"
	"demoscope/render/hud"
)

// page is the data that the surrounding page has passed to the program since the last frame.
var page struct {
	once  sync.Once
	mu    sync.Mutex
	files *app.PageFiles // nil for nothing

	typed app.Typed
	shown *string  // the line that the page shows, nil for none
	box   hud.Rect // position of the line
}

// DroppedFiles returns the files that the page has stored for the program. The page handles the drop, because it
// knows which of the files are maps.
func (d windowDesktop) DroppedFiles() fs.FS {
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
				d.Wake()
				return nil
			})
		}
		offer := func(take func(f *app.PageFiles, text string)) js.Func {
			return told(func(text string) {
				if page.files == nil {
					page.files = &app.PageFiles{}
				}
				take(page.files, text)
			})
		}
		around.Set("program", map[string]any{
			"open":   offer(func(f *app.PageFiles, text string) { f.Paths = []string{text} }),
			"again":  offer(func(f *app.PageFiles, _ string) { f.Again = true }),
			"say":    offer(func(f *app.PageFiles, text string) { f.Warning = text }),
			"answer": offer(func(f *app.PageFiles, text string) { f.Answer = text }),
			"type":   told(func(text string) { page.typed.Text = &text }),
			"enter":  told(func(string) { page.typed.Enter = true }),
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

func (windowDesktop) TypedOnPage() (typed app.Typed) {
	page.mu.Lock()
	defer page.mu.Unlock()
	typed, page.typed = page.typed, app.Typed{}
	page.shown = cmp.Or(typed.Text, page.shown)
	return typed
}

// TypeOnPage passes a line to the page only if it has changed: a call costs more than the comparison.
func (windowDesktop) TypeOnPage(line *hud.Typed, box hud.Rect) {
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
