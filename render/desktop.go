package render

import (
	"image"
	"sync"

	"github.com/hajimehoshi/ebiten/v2"
	"github.com/hajimehoshi/ebiten/v2/inpututil"

	"demoscope/internal/gamepads"
	"demoscope/render/control"
	"demoscope/render/setting"
)

// windowDevices are the devices of Ebitengine's window.
type windowDevices struct{}

func (windowDevices) keyDown(k control.Key) bool    { return ebiten.IsKeyPressed(ebiten.Key(k)) }
func (windowDevices) keyPressed(k control.Key) bool { return inpututil.IsKeyJustPressed(ebiten.Key(k)) }
func (windowDevices) keyReleased(k control.Key) bool {
	return inpututil.IsKeyJustReleased(ebiten.Key(k))
}
func (windowDevices) appendTyped(dst []rune) []rune { return ebiten.AppendInputChars(dst) }
func (windowDevices) cursor() (x, y float32)        { return toFloat32(ebiten.CursorPositionF()) }
func (windowDevices) wheel() float32                { _, y := ebiten.Wheel(); return float32(y) }
func (windowDevices) button(b control.Mouse) (down, pressed bool) {
	button := ebiten.MouseButtonLeft
	if b == control.MouseRight {
		button = ebiten.MouseButtonRight
	}
	return ebiten.IsMouseButtonPressed(button), inpututil.IsMouseButtonJustPressed(button)
}

func (windowDevices) appendTouches(dst []touch) []touch {
	var room [10]ebiten.TouchID
	for _, id := range ebiten.AppendTouchIDs(room[:0]) {
		x, y := ebiten.TouchPositionF(id)
		dst = append(dst, touch{control.Finger(id), float32(x), float32(y)})
	}
	return dst
}

// readPadTable has Ebitengine read its table of gamepads.
var readPadTable = sync.OnceFunc(func() {
	if _, err := ebiten.UpdateStandardGamepadLayoutMappings(gamepads.Table()); err != nil {
		panic(err) // Ebitengine's own table
	}
})

func (windowDevices) appendPads(dst []control.Pad) []control.Pad {
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

func (windowDevices) padButton(id control.Pad, b control.Button) (down, pressed bool) {
	pad, button := ebiten.GamepadID(id), ebiten.StandardGamepadButton(b)
	return ebiten.IsStandardGamepadButtonPressed(pad, button), inpututil.IsStandardGamepadButtonJustPressed(pad, button)
}

func (windowDevices) padAxis(id control.Pad, a control.Axis) float32 {
	return float32(ebiten.StandardGamepadAxisValue(ebiten.GamepadID(id), ebiten.StandardGamepadAxis(a)))
}

func toFloat32(x, y float64) (float32, float32) { return float32(x), float32(y) }

// printedOn returns what is printed on a key of this keyboard.
func printedOn(k control.Key) string { return ebiten.KeyName(ebiten.Key(k)) }

//lint:file-ignore SA1019 deprecated for games that skip drawing, but that alone leaves 60 rounds a second,
// and no sign that the system wants a picture again

func (windowDesktop) wake() { ebiten.ScheduleFrame() }

func (windowDesktop) waitForInput(wait bool) {
	mode := ebiten.FPSModeVsyncOn
	if wait {
		mode = ebiten.FPSModeVsyncOffMinimum
	}
	ebiten.SetFPSMode(mode)
}

// windowDesktop is the window of Ebitengine.
type windowDesktop struct{}

func (windowDesktop) captureCursor(captured bool) {
	mode := ebiten.CursorModeVisible
	if captured {
		mode = ebiten.CursorModeCaptured
	}
	ebiten.SetCursorMode(mode)
}

func (windowDesktop) showHand(hand bool) {
	shape := ebiten.CursorShapeDefault
	if hand {
		shape = ebiten.CursorShapePointer
	}
	ebiten.SetCursorShape(shape)
}

func (windowDesktop) toggleFullscreen()     { ebiten.SetFullscreen(!ebiten.IsFullscreen()) }
func (windowDesktop) setTitle(title string) { ebiten.SetWindowTitle(title) }
func (windowDesktop) minimized() bool       { return ebiten.IsWindowMinimized() }
func (windowDesktop) focused() bool         { return ebiten.IsFocused() }

// screens returns the sizes of all screens, in device-independent pixels. The one on which the window comes
// up is not known before.
func screens() (list []image.Point) {
	for _, m := range ebiten.AppendMonitors(nil) {
		w, h := m.Size()
		list = append(list, image.Pt(w, h))
	}
	return list
}

// fitWindow returns the size of a window that is no wider and no higher than the largest of the screens, if
// one is known.
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

// openAt opens the window at a place of the settings, unless that is in the middle.
func openAt(place string) {
	if x, y, ok := setting.ParsePlace(place); ok {
		ebiten.SetWindowPosition(x, y)
	}
}

func (windowDesktop) place() windowPlace {
	var p windowPlace
	p.fills = ebiten.IsFullscreen() || ebiten.IsWindowMaximized() || ebiten.IsWindowMinimized()
	p.at.X, p.at.Y = ebiten.WindowPosition()
	p.size.X, p.size.Y = ebiten.WindowSize()
	return p
}
