package app

import (
	"math"
	"slices"
	"strings"
	"testing"

	"demoscope/render/camera"
	"demoscope/render/control"
	"demoscope/render/hud"
	"demoscope/render/setting"
)

// plug plugs a gamepad in.
func (r *rig) plug() {
	r.input.pads, r.input.axes = []control.Pad{3}, map[control.Axis]float32{}
	r.pass(0)
}

// push holds a button of the gamepad for so many frames of 1/64 s, and lets it go.
func (r *rig) push(b control.Button, frames int) {
	r.input.padIsDown, r.input.padWasUp = map[control.Button]bool{b: true}, map[control.Button]bool{b: true}
	r.run(frames)
	r.input.padIsDown = nil
	r.pass(1. / 64)
}

// TestGamepad: its buttons do what keys do, repeat as those do, and work without being named by keys.
func TestGamepad(t *testing.T) {
	r := newRig(t)
	r.plug()
	for _, first := range []string{"Playback", "Playback", "Gamepad", "Playback"} {
		r.push(control.ButtonRightStick, 1)
		if got := r.Input.Help[0].Title; got != first {
			t.Errorf("the help page begins with %s, not %s", got, first)
		}
	}
	if r.Viewing.help {
		t.Error("R3 four times does not close the help page")
	}
	r.push(control.ButtonFrontTopRight, 1)
	if got := r.Demo.Player.Clock(); got != 15 {
		t.Errorf("RB goes from 10 to %v s", got)
	}
	r.push(control.ButtonFrontTopLeft, 32) // 0.5 s: once, after 0.35 s and after 0.44 s
	if got := r.Demo.Player.Clock(); got != 0 {
		t.Errorf("LB goes from 15 to %v s", got)
	}
	r.push(control.ButtonRightBottom, 1)
	if r.Demo.Player.Paused() {
		t.Error("A does not play")
	}
	r.push(control.ButtonLeftTop, 1)
	if got := r.Demo.Player.Speed(); got != 1.5 {
		t.Errorf("Up makes the speed %v", got)
	}
	r.seek(10)
	r.push(control.ButtonFrontBottomRight, 64) // 5 times as fast for a second
	if got := r.Demo.Player.Clock(); math.Abs(got-15) > 0.2 || r.Demo.Player.Speed() != 1.5 {
		t.Errorf("RT goes from 10 to %v s, and leaves the speed at %v", got, r.Demo.Player.Speed())
	}
	who := r.see().Follow
	r.push(control.ButtonLeftRight, 1)
	if r.see().Follow == who {
		t.Error("Right does not go on to the next player")
	}
	r.push(control.ButtonRightRight, 1)
	r.push(control.ButtonRightRight, 1)
	if !r.quit {
		t.Error("B twice does not quit")
	}
	r.push(control.ButtonRightStick, 1)
	r.push(control.ButtonRightStick, 1)
	r.input.pads = nil
	r.pass(0)
	if r.Input.Help[0].Title != "Playback" {
		t.Error("the help page has a gamepad that is not there")
	}
}

// TestSticks: they fly and turn the camera, slowly near their middle and not at all in it.
func TestSticks(t *testing.T) {
	r := newRig(t)
	r.plug()
	axis := func(a control.Axis, v float32) { r.input.axes[a] = v }
	axis(control.AxisLeftVertical, -1)
	axis(control.AxisRightHorizontal, 1)
	r.run(10)
	c := &r.Active.Camera
	if c.Mode != camera.Eyes {
		t.Error("a stick that lies somewhere takes off")
	}
	r.input.axes = map[control.Axis]float32{}
	r.push(control.ButtonRightTop, 1)
	if c.Mode != camera.Free {
		t.Fatal("Y does not fly")
	}
	flown := func(left, right float32) (way, turned float32) {
		r.input.axes = map[control.Axis]float32{
			control.AxisLeftVertical: left, control.AxisRightHorizontal: right,
		}
		c.Velocity = [3]float32{}
		at, yaw := c.Origin, c.Angles[1]
		r.run(16)
		return c.Origin.Sub(at).Len(), yaw - c.Angles[1]
	}
	if way, turned := flown(-0.15, 0.15); way != 0 || turned != 0 {
		t.Errorf("within the middle it flies %v and turns %v", way, turned)
	}
	half, slowly := flown(-0.6, 0.6)
	whole, fast := flown(-1, 1)
	if math.Abs(float64(whole/half)-2) > 0.05 || math.Abs(float64(fast/slowly)-4) > 0.01 ||
		math.Abs(float64(fast)-41.25) > 0.1 {
		t.Errorf("half-way it flies %v and turns %v, at the end %v and %v", half, slowly, whole, fast)
	}
}

// TestGamepadChooses: with the cross a row of the settings is chosen and changed, and another closes it.
func TestGamepadChooses(t *testing.T) {
	r := newRig(t)
	r.plug()
	r.push(control.ButtonCenterLeft, 1)
	if !r.finder.open || r.finder.Selected != 1 { // below a title
		t.Fatal("Select does not open the settings")
	}
	r.push(control.ButtonLeftRight, 1)
	if r.Viewing.Display != hud.Analyst {
		t.Errorf("Right changes the display to %v", r.Viewing.Display)
	}
	r.push(control.ButtonLeftBottom, 1)
	r.push(control.ButtonRightBottom, 1)
	if r.Viewing.On(setting.NameTags) || r.Demo.Player.Speed() != 1 || !r.Demo.Player.Paused() {
		t.Error("Down and A do not switch the second, or do something else, too")
	}
	r.push(control.ButtonRightRight, 1)
	if r.finder.open || r.quit || r.Demo.Notices.quitAsked() {
		t.Error("B does not close it, or does more")
	}
}

// TestGamepadFinds: Start opens the finder over a demo and over the demos; there the cross goes through its rows
// and plays nothing, A carries one out and B closes it.
func TestGamepadFinds(t *testing.T) {
	r := newRig(t)
	r.plug()
	was := r.see()
	r.push(control.ButtonCenterRight, 1)
	if !r.finder.open || r.finder.Title != "Commands" || r.finder.Selected != 0 {
		t.Fatalf("Start opens it: %v, as %q, at row %d", r.finder.open, r.finder.Title, r.finder.Selected)
	}
	r.write("full screen")
	r.push(control.ButtonRightBottom, 1)
	r.changed("A on what was found", was, func(s *seen) { s.Full = true })
	r.push(control.ButtonCenterRight, 1)
	r.push(control.ButtonLeftBottom, 1)
	r.push(control.ButtonLeftBottom, 1)
	r.push(control.ButtonLeftTop, 1)
	if r.finder.Selected != 1 {
		t.Errorf("Down twice and Up lead to row %d", r.finder.Selected)
	}
	if got := r.Demo.Player.Speed(); got != 1 {
		t.Errorf("the cross makes the speed %v, too", got)
	}
	r.push(control.ButtonRightRight, 1)
	if r.finder.open || r.quit || r.Demo.Notices.quitAsked() {
		t.Error("B does not close it, or does more")
	}

	r = newHomeRig(t, folderSource{})
	r.dropFolder(sampleFolder(t), 2)
	r.plug()
	for _, b := range []control.Button{control.ButtonCenterRight, control.ButtonCenterLeft} {
		r.push(b, 1)
		settings := b == control.ButtonCenterLeft
		if !r.finder.open || strings.HasPrefix(r.finder.Title, "Settings") != settings {
			t.Errorf("%s over the demos opens it: %v, as %q", padNames[b], r.finder.open, r.finder.Title)
		}
		r.push(control.ButtonRightRight, 1)
		if r.finder.open || !r.home.shown || r.quit {
			t.Errorf("%s: B does not close it, or does more", padNames[b])
		}
	}
}

// TestPadTable: no button stands twice, each has a name, and one read does not allocate.
func TestPadTable(t *testing.T) {
	var seen []control.Button
	for _, g := range newCommands() {
		for _, c := range g.Commands {
			for _, b := range c.Pad {
				if slices.Contains(seen, b) || padNames[b] == "" {
					t.Errorf("%s: button %v stands twice, or has no name", c.Name, b)
				}
				seen = append(seen, b)
			}
		}
	}
	r := newRig(t)
	r.plug()
	if n := allocations(50, 0, func() { r.reader.read(1. / 64) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}
