package render

import (
	"sync"

	"github.com/hajimehoshi/ebiten/v2"
	"github.com/hajimehoshi/ebiten/v2/inpututil"

	"demoscope/internal/gamepads"
	"demoscope/render/control"
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
