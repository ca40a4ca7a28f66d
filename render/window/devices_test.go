package window

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"demoscope/render/control"
)

// Keys and buttons have the numbers that Ebitengine gives them, because they are converted by number.
func TestKeysAreEbitengines(t *testing.T) {
	for k := range ebiten.KeyMax + 1 {
		if got := control.Key(k).String(); got != k.String() {
			t.Errorf("key %d is %s, Ebitengine calls it %s", k, got, k)
		}
		if got, ok := control.ParseKey(strings.ToLower(k.String())); !ok || got != control.Key(k) {
			t.Errorf("ParseKey(%q) = %v, %v", strings.ToLower(k.String()), got, ok)
		}
	}
	if last := control.Key(ebiten.KeyMax + 1); !strings.HasPrefix(last.String(), "Key(") {
		t.Errorf("%v is a key that Ebitengine does not have", last)
	}
	if _, ok := control.ParseKey("AnyKey"); ok {
		t.Error("there is a key named AnyKey")
	}
	for b, want := range map[control.Button]ebiten.StandardGamepadButton{
		control.ButtonRightBottom:     ebiten.StandardGamepadButtonRightBottom,
		control.ButtonFrontTopLeft:    ebiten.StandardGamepadButtonFrontTopLeft,
		control.ButtonFrontBottomLeft: ebiten.StandardGamepadButtonFrontBottomLeft,
		control.ButtonCenterLeft:      ebiten.StandardGamepadButtonCenterLeft,
		control.ButtonLeftStick:       ebiten.StandardGamepadButtonLeftStick,
		control.ButtonLeftTop:         ebiten.StandardGamepadButtonLeftTop,
		control.ButtonLeftRight:       ebiten.StandardGamepadButtonLeftRight,
		control.ButtonCenterCenter:    ebiten.StandardGamepadButtonCenterCenter,
	} {
		if fmt.Sprint(b) != fmt.Sprint(int(want)) {
			t.Errorf("button %d is Ebitengine's %d", b, want)
		}
	}
	if control.Buttons != ebiten.StandardGamepadButtonMax+1 {
		t.Errorf("%d buttons, Ebitengine has %d", control.Buttons, ebiten.StandardGamepadButtonMax+1)
	}
	for a, want := range []ebiten.StandardGamepadAxis{
		control.AxisLeftHorizontal:  ebiten.StandardGamepadAxisLeftStickHorizontal,
		control.AxisLeftVertical:    ebiten.StandardGamepadAxisLeftStickVertical,
		control.AxisRightHorizontal: ebiten.StandardGamepadAxisRightStickHorizontal,
		control.AxisRightVertical:   ebiten.StandardGamepadAxisRightStickVertical,
	} {
		if int(want) != a {
			t.Errorf("axis %d is Ebitengine's %d", a, want)
		}
	}
}
