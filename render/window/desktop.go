package window

import (
	"image"
	"sync"

	"github.com/hajimehoshi/ebiten/v2"
	"github.com/hajimehoshi/ebiten/v2/inpututil"

	"demoscope/internal/gamepads"
	"demoscope/render/app"
	"demoscope/render/control"
	"demoscope/render/setting"
)

// windowDevices are the input devices of Ebitengine's window.
type windowDevices struct{}

func (windowDevices) KeyDown(k control.Key) bool    { return ebiten.IsKeyPressed(ebiten.Key(k)) }
func (windowDevices) KeyPressed(k control.Key) bool { return inpututil.IsKeyJustPressed(ebiten.Key(k)) }
func (windowDevices) KeyReleased(k control.Key) bool {
	return inpututil.IsKeyJustReleased(ebiten.Key(k))
}
func (windowDevices) AppendTyped(dst []rune) []rune { return ebiten.AppendInputChars(dst) }
func (windowDevices) Cursor() (x, y float32)        { return toFloat32(ebiten.CursorPositionF()) }
func (windowDevices) Wheel() float32                { _, y := ebiten.Wheel(); return float32(y) }
func (windowDevices) Button(b control.Mouse) (down, pressed bool) {
	button := ebiten.MouseButtonLeft
	if b == control.MouseRight {
		button = ebiten.MouseButtonRight
	}
	return ebiten.IsMouseButtonPressed(button), inpututil.IsMouseButtonJustPressed(button)
}

func (windowDevices) AppendTouches(dst []app.Touch) []app.Touch {
	var room [10]ebiten.TouchID
	for _, id := range ebiten.AppendTouchIDs(room[:0]) {
		x, y := ebiten.TouchPositionF(id)
		dst = append(dst, app.Touch{ID: control.Finger(id), X: float32(x), Y: float32(y)})
	}
	return dst
}

// readPadTable loads the table of gamepads into Ebitengine.
var readPadTable = sync.OnceFunc(func() {
	if _, err := ebiten.UpdateStandardGamepadLayoutMappings(gamepads.Table()); err != nil {
		panic(err) // the table is built in
	}
})

func (windowDevices) AppendPads(dst []control.Pad) []control.Pad {
	var room [4]ebiten.GamepadID
	for i, id := range ebiten.AppendGamepadIDs(room[:0]) {
		if i == 0 {
			readPadTable()
		}
		if ebiten.IsStandardGamepadLayoutAvailable(id) {
			dst = append(dst, control.Pad(id))
		}
	}
	return dst
}

func (windowDevices) PadButton(id control.Pad, b control.Button) (down, pressed bool) {
	pad, button := ebiten.GamepadID(id), ebiten.StandardGamepadButton(b)
	return ebiten.IsStandardGamepadButtonPressed(pad, button), inpututil.IsStandardGamepadButtonJustPressed(pad, button)
}

func (windowDevices) PadAxis(id control.Pad, a control.Axis) float32 {
	return float32(ebiten.StandardGamepadAxisValue(ebiten.GamepadID(id), ebiten.StandardGamepadAxis(a)))
}

func toFloat32(x, y float64) (float32, float32) { return float32(x), float32(y) }

// printedOn returns the label of a key on this keyboard.
func printedOn(k control.Key) string { return ebiten.KeyName(ebiten.Key(k)) }

//lint:file-ignore SA1019 deprecated for games that skip drawing, but that alone leaves 60 rounds a second,
// and no sign that the system wants a picture again

func (windowDesktop) Wake() { ebiten.ScheduleFrame() }

func (windowDesktop) WaitForInput(wait bool) {
	mode := ebiten.FPSModeVsyncOn
	if wait {
		mode = ebiten.FPSModeVsyncOffMinimum
	}
	ebiten.SetFPSMode(mode)
}

// windowDesktop is the desktop of Ebitengine's window.
type windowDesktop struct{}

func (windowDesktop) CaptureCursor(captured bool) {
	mode := ebiten.CursorModeVisible
	if captured {
		mode = ebiten.CursorModeCaptured
	}
	ebiten.SetCursorMode(mode)
}

func (windowDesktop) ShowHand(hand bool) {
	shape := ebiten.CursorShapeDefault
	if hand {
		shape = ebiten.CursorShapePointer
	}
	ebiten.SetCursorShape(shape)
}

func (windowDesktop) ToggleFullscreen()     { ebiten.SetFullscreen(!ebiten.IsFullscreen()) }
func (windowDesktop) SetTitle(title string) { ebiten.SetWindowTitle(title) }
func (windowDesktop) Minimized() bool       { return ebiten.IsWindowMinimized() }
func (windowDesktop) Focused() bool         { return ebiten.IsFocused() }

// screens returns the sizes of all screens, in device-independent pixels. It is not known in advance on which of them
// the window opens.
func screens() (list []image.Point) {
	for _, m := range ebiten.AppendMonitors(nil) {
		w, h := m.Size()
		list = append(list, image.Pt(w, h))
	}
	return list
}

// fitWindow returns the size of a window, limited to the size of the largest screen if one is known.
func fitWindow(width, height int, screens []image.Point) (w, h int) {
	var room image.Point
	for _, s := range screens {
		if s.X > 0 && s.Y > 0 && s.X*s.Y > room.X*room.Y {
			room = s
		}
	}
	if room == (image.Point{}) {
		return width, height
	}
	return min(width, room.X), min(height, room.Y)
}

// openAt sets the position of the window from the settings, unless that is the center.
func openAt(place string) {
	if x, y, ok := setting.ParsePlace(place); ok {
		ebiten.SetWindowPosition(x, y)
	}
}

func (windowDesktop) Place() app.Place {
	var p app.Place
	p.Fills = ebiten.IsFullscreen() || ebiten.IsWindowMaximized() || ebiten.IsWindowMinimized()
	p.At.X, p.At.Y = ebiten.WindowPosition()
	p.Size.X, p.Size.Y = ebiten.WindowSize()
	return p
}
