package control

// Button is a button of a gamepad in the standard layout, by its place; its number is that of the W3C.
type Button uint8

// The buttons: the four for the right thumb, those for the index fingers, those in the middle, the two sticks, which
// are buttons, too, and the cross for the left thumb.
const (
	ButtonRightBottom Button = iota
	ButtonRightRight
	ButtonRightLeft
	ButtonRightTop
	ButtonFrontTopLeft
	ButtonFrontTopRight
	ButtonFrontBottomLeft
	ButtonFrontBottomRight
	ButtonCenterLeft
	ButtonCenterRight
	ButtonLeftStick
	ButtonRightStick
	ButtonLeftTop
	ButtonLeftBottom
	ButtonLeftLeft
	ButtonLeftRight
	ButtonCenterCenter

	Buttons = iota // how many there are
)

// Axis is a direction of a stick: to the right or down is positive.
type Axis uint8

// The axes.
const (
	AxisLeftHorizontal Axis = iota
	AxisLeftVertical
	AxisRightHorizontal
	AxisRightVertical
)

// Pad is a gamepad that is plugged in.
type Pad int

// Finger is a finger on the screen, from when it touches that until it leaves.
type Finger int

// Mouse is a button of the mouse.
type Mouse uint8

// The buttons of the mouse.
const (
	MouseLeft Mouse = iota
	MouseRight
)
