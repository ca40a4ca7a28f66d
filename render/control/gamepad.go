package control

// Button is a button of a gamepad in the standard layout. Its number is the index in the W3C standard.
type Button uint8

// The buttons: four for the right thumb, those for the index fingers, those in the middle, the two sticks, which are
// buttons, too, and the D-pad for the left thumb.
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

	Buttons = iota // number of buttons
)

// Axis is an axis of a stick; right and down are positive.
type Axis uint8

// The axes.
const (
	AxisLeftHorizontal Axis = iota
	AxisLeftVertical
	AxisRightHorizontal
	AxisRightVertical
)

// Pad identifies a connected gamepad.
type Pad int

// Finger identifies a touch, from when a finger touches the screen until it leaves.
type Finger int

// Mouse is a button of the mouse.
type Mouse uint8

// The buttons of the mouse.
const (
	MouseLeft Mouse = iota
	MouseRight
)
