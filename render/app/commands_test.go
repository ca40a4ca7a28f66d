package app

import (
	"fmt"
	"slices"
	"testing"

	"demoscope/player"
	"demoscope/render/hud"
	"demoscope/render/setting"
)

// commandTests say of every command which keys give it and what it changes in
// what is to be seen: demoscope1.mvd, paused at 10 s, through the eyes of the
// first player. Times are those of the recording's facts: kills at 9.144,
// 10.411, 13.511 and 19.833 s, items at 9.144, 11.733 and 13.123 s; it lasts
// 60.223 s.
var commandTests = []struct {
	name   string
	keys   []string
	says   string     // what is said, if after does not set it
	before func(*rig) // nil: nothing
	after  func(*seen)
}{
	{"pause", []string{"Space"}, "", func(r *rig) { r.Demo.Player.SetPaused(false); r.pass(0) }, func(s *seen) {
		s.Paused = true
	}},
	{"pause", []string{"Space"}, "", nil, func(s *seen) { s.Paused, s.Clock = false, 10.0313 }},
	{"pause", []string{"Space"}, "", func(r *rig) { r.seek(60.223) }, func(s *seen) {
		s.Paused, s.Clock = false, 0.0313
	}},
	{"pause", []string{"Space"}, "", func(r *rig) { r.Demo.Player.SetSpeed(-1); r.seek(60.223) }, func(s *seen) {
		s.Paused, s.Clock = false, 60.1918
	}},
	{"back-5", []string{"Left"}, "-5 s  0:05 / 1:00", nil, func(s *seen) { s.Clock = 5 }},
	{"back-5", []string{"Left"}, "Start of the demo", func(r *rig) { r.seek(2) }, func(s *seen) { s.Clock = 0 }},
	{"back-5", []string{"Left"}, "-5 s  0:00 / 1:00", func(r *rig) { r.seek(5.5) }, func(s *seen) { s.Clock = 0.5 }},
	{"forward-5", []string{"Right"}, "+5 s  0:15 / 1:00", nil, func(s *seen) { s.Clock = 15 }},
	{"forward-5", []string{"Right"}, "", func(r *rig) { r.seek(58) }, func(s *seen) {
		s.Clock, s.Says = 60.223, "+5 s  1:00 / 1:00"
	}},
	{"back-30", []string{"Shift+Left"}, "-30 s  0:12 / 1:00", func(r *rig) { r.seek(42) }, func(s *seen) {
		s.Clock = 12
	}},
	{"back-30", []string{"Shift+Left"}, "Start of the demo", nil, func(s *seen) { s.Clock = 0 }},
	{"forward-30", []string{"Shift+Right"}, "+30 s  0:40 / 1:00", nil, func(s *seen) { s.Clock = 40 }},
	{"previous-frame", []string{","}, "", nil, func(s *seen) { s.Clock = 9.966 }},
	{"previous-frame", []string{","}, "Start of the demo", func(r *rig) { r.seek(0) }, func(s *seen) {
		s.Clock = 0
	}},
	{"back-5", []string{"Left"}, "Start of the demo", func(r *rig) { r.seek(0) }, func(s *seen) { s.Clock = 0 }},
	{"next-frame", []string{"."}, "", nil, func(s *seen) { s.Clock = 10.033 }},
	{"next-frame", []string{"."}, "", func(r *rig) { r.Demo.Player.SetPaused(false); r.pass(0) },
		func(s *seen) { s.Clock, s.Paused = 10.033, true }},
	{"slower", []string{"["}, "0.75× (paused)", nil, func(s *seen) { s.Speed = 0.75 }},
	{"slower", []string{"["}, "Reverse 1.5× (paused)", func(r *rig) {
		r.Demo.Player.SetSpeed(-2)
		r.pass(0)
	}, func(s *seen) { s.Speed = -1.5 }},
	{"faster", []string{"]"}, "1.5× (paused)", nil, func(s *seen) { s.Speed = 1.5 }},
	{"faster", []string{"]"}, "20× (paused)", func(r *rig) { r.Demo.Player.SetSpeed(20); r.pass(0) },
		func(*seen) {}},
	{"normal-speed", []string{"\\", "Enter"}, "1× (paused)", func(r *rig) {
		r.Demo.Player.SetSpeed(-3)
		r.pass(0)
	}, func(s *seen) { s.Speed = 1 }},
	{"reverse", []string{"Backspace"}, "Reverse 1× (paused)", nil, func(s *seen) { s.Speed = -1 }},
	{"reverse", []string{"Backspace"}, "Reverse 1×", func(r *rig) { r.Demo.Player.SetPaused(false); r.pass(0) },
		func(s *seen) { s.Speed, s.Paused, s.Clock = -1, false, 9.9688 }},
	{"reverse", []string{"Backspace"}, "3× (paused)", func(r *rig) {
		r.Demo.Player.SetSpeed(-3)
		r.pass(0)
	}, func(s *seen) { s.Speed = 3 }},
	{"start", []string{"Home"}, "0:00 / 1:00", nil, func(s *seen) { s.Clock = 0 }},
	{"end", []string{"End"}, "", nil, func(s *seen) {
		s.Clock, s.Says = 60.223, "1:00 / 1:00"
	}},
	{"seek-0", []string{"0", "Numpad0"}, "0:00 / 1:00", nil, func(s *seen) { s.Clock = 0 }},
	{"seek-10", []string{"1", "Numpad1"}, "0:06 / 1:00", nil, func(s *seen) { s.Clock = 6.0223 }},
	{"seek-20", []string{"2", "Numpad2"}, "0:12 / 1:00", nil, func(s *seen) { s.Clock = 12.0446 }},
	{"seek-30", []string{"3", "Numpad3"}, "0:18 / 1:00", nil, func(s *seen) { s.Clock = 18.0669 }},
	{"seek-40", []string{"4", "Numpad4"}, "0:24 / 1:00", nil, func(s *seen) { s.Clock = 24.0892 }},
	{"seek-50", []string{"5", "Numpad5"}, "0:30 / 1:00", nil, func(s *seen) { s.Clock = 30.1115 }},
	{"seek-60", []string{"6", "Numpad6"}, "0:36 / 1:00", nil, func(s *seen) { s.Clock = 36.1338 }},
	{"seek-70", []string{"7", "Numpad7"}, "0:42 / 1:00", nil, func(s *seen) { s.Clock = 42.1561 }},
	{"seek-80", []string{"8", "Numpad8"}, "0:48 / 1:00", nil, func(s *seen) { s.Clock = 48.1784 }},
	{"seek-90", []string{"9", "Numpad9"}, "0:54 / 1:00", nil, func(s *seen) { s.Clock = 54.2007 }},
	{"rewind", []string{"J"}, "", nil, nil},
	{"fast-forward", []string{"L"}, "", nil, nil},
	{"clock", []string{"Y"}, "", nil, func(s *seen) {
		s.ClockKind, s.Says = hud.ClockServer, "Clock: server time"
	}},
	{"clock", []string{"Y"}, "", func(r *rig) { r.Viewing.clock = hud.ClockMatch; r.pass(0) }, func(s *seen) {
		s.ClockKind, s.Says = hud.ClockGame, "Clock: game"
	}},

	{"next-event", []string{"Down"}, "0:10 / 1:00", nil, func(s *seen) { s.Clock = 10.123 }},
	{"next-event", []string{"Down"}, "0:10 / 1:00", func(r *rig) { r.press("Shift+5") }, func(s *seen) {
		s.Clock = 10.511
	}},
	{"next-event", []string{"Down"}, "0:10 / 1:00", func(r *rig) {
		r.Demo.Marks.Toggle(10.115, "")
		r.Demo.Marks.Save()
		r.pass(0)
	}, func(s *seen) { s.Clock = 10.123 }},
	{"next-event", []string{"Down"}, "0:04 / 1:00", func(r *rig) { r.seek(4); r.press("B"); r.seek(3) }, func(s *seen) {
		s.Clock = 4
	}},
	{"next-event", []string{"Down"}, "", func(r *rig) { r.seek(58) }, func(s *seen) { s.Says = "No later event" }},
	{"previous-event", []string{"Up"}, "0:06 / 1:00", nil, func(s *seen) { s.Clock = 6.144 }},
	{"previous-event", []string{"Up"}, "0:08 / 1:00", func(r *rig) {
		r.seek(8)
		r.press("B")
		r.seek(10)
		r.pass(3)
	}, func(s *seen) { s.Clock = 8 }},
	{"previous-event", []string{"Up"}, "", func(r *rig) { r.seek(0) }, func(s *seen) { s.Says = "No earlier event" }},
	{"next-kill", []string{"K"}, "0:10 / 1:00", nil, func(s *seen) { s.Clock, s.Follow = 10.511, 3 }},
	{"next-kill", []string{"K"}, "", func(r *rig) { r.seek(56) }, func(s *seen) { s.Says = "No later kill" }},
	{"previous-kill", []string{"Shift+K"}, "0:10 / 1:00", func(r *rig) { r.seek(19) }, func(s *seen) {
		s.Clock, s.Follow = 10.511, 3
	}},
	{"previous-kill", []string{"Shift+K"}, "", func(r *rig) { r.seek(0) }, func(s *seen) {
		s.Says = "No earlier kill"
	}},
	{"next-own", []string{"I"}, "0:16 / 1:00", func(r *rig) {
		r.Demo.Player.Follow(2)
		r.pass(0)
	}, func(s *seen) { s.Clock = 16.833 }},
	{"next-own", []string{"I"}, "0:10 / 1:00", func(r *rig) {
		r.Demo.Player.Follow(1)
		r.pass(0)
	}, func(s *seen) { s.Clock = 10.511 }},
	{"next-own", []string{"I"}, "", func(r *rig) { r.seek(57) }, func(s *seen) {
		s.Says = "No later kill or death of the followed player"
	}},
	{"previous-own", []string{"Shift+I"}, "0:06 / 1:00", func(r *rig) {
		r.Demo.Player.Follow(3)
		r.seek(13)
	}, func(s *seen) { s.Clock = 6.144 }},
	{"next-chat", []string{"T"}, "", nil, func(s *seen) { s.Says = "No later chat" }},
	{"previous-chat", []string{"Shift+T"}, "", func(r *rig) { r.seek(0) }, func(s *seen) {
		s.Says = "No earlier chat"
	}},
	{"next-level", []string{"PgDn"}, "", nil, func(s *seen) { s.Says = "No later level" }},
	{"previous-level", []string{"PgUp"}, "0:00 / 1:00", nil, func(s *seen) { s.Clock = 0 }},
	{"next-match", []string{"Shift+End"}, "", nil, func(s *seen) { s.Says = "No later match" }},
	{"previous-match", []string{"Shift+Home"}, "", nil, func(s *seen) { s.Says = "No earlier match" }},
	{"next-file", []string{"Shift+N"}, "", nil, func(s *seen) { s.Says = "Only one file" }},
	{"previous-file", []string{"Shift+P"}, "", nil, func(s *seen) { s.Says = "Only one file" }},
	{"event-list", []string{"F3", "`"}, "", nil, func(s *seen) { s.List = true }},
	// which would lie over it
	{"event-list", []string{"F3", "`"}, "", func(r *rig) {
		r.press("H")
	}, func(s *seen) {
		s.List, s.Help = true, false
	}},
	{"event-list", []string{"F3", "`"}, "", func(r *rig) { r.press("Tab") }, func(s *seen) {
		s.List, s.Scores = true, false
	}},
	{"event-list", []string{"F3", "`"}, "", func(r *rig) { r.press("F3") }, func(s *seen) {
		s.List = false
	}},
	{"search-events", []string{"/"}, "", func(r *rig) { r.press("Tab") }, func(s *seen) {
		s.List, s.Asking, s.Scores = true, true, false
	}},
	{"search-events", []string{"/"}, "", nil, func(s *seen) { s.List, s.Asking = true, true }},
	{"filter-kills", []string{"Shift+1"}, "Event filter kills: off", nil, func(s *seen) { s.Filtered = "kills" }},
	{"filter-kills", []string{"Shift+1"}, "Event filter kills: on", func(r *rig) {
		r.press("Shift+1")
		r.press("Shift+2")
	}, func(s *seen) { s.Filtered = "mine" }},
	{"filter-mine", []string{"Shift+2"}, "Event filter POV kills: off", nil, func(s *seen) { s.Filtered = "mine" }},
	{"filter-deaths", []string{"Shift+3"}, "Event filter POV deaths: off", nil, func(s *seen) {
		s.Filtered = "deaths"
	}},
	{"filter-chat", []string{"Shift+4"}, "Event filter chat: off", nil, func(s *seen) { s.Filtered = "chat" }},
	{"filter-items", []string{"Shift+5"}, "Event filter items: off", nil, func(s *seen) { s.Filtered = "items" }},
	{"filter-flags", []string{"Shift+6"}, "Event filter flags: off", nil, func(s *seen) { s.Filtered = "flags" }},
	{"filter-match", []string{"Shift+7"}, "Event filter match: off", nil, func(s *seen) { s.Filtered = "match" }},
	{"filter-levels", []string{"Shift+8"}, "Event filter levels: off", nil, func(s *seen) { s.Filtered = "levels" }},
	{"filter-marks", []string{"Shift+9"}, "Event filter demo marks: off", nil, func(s *seen) { s.Filtered = "marks" }},
	{"filter-bookmarks", []string{"Shift+0"}, "Event filter bookmarks: off", nil, func(s *seen) {
		s.Filtered = "bookmarks"
	}},
	{"copy-link", []string{"Shift+U"}, "The link of this moment: t=0:10&paused=1&mode=lit", nil, nil},
	{"bookmark", []string{"B"}, "", nil, func(s *seen) { s.Marks, s.Says = "10", "Bookmark set" }},
	{"bookmark", []string{"B"}, "", func(r *rig) { r.press("B"); r.seek(10.2) }, func(s *seen) {
		s.Marks, s.Says = "", "Bookmark removed"
	}},
	{"name-bookmark", []string{"Shift+B"}, "", nil, func(s *seen) {
		s.Marks, s.Naming = "10", true
	}},
	{"name-bookmark", []string{"Shift+B"}, "Bookmark set", func(r *rig) {
		r.seek(8.5)
		r.press("B")
		r.seek(10)
	}, func(s *seen) { s.Marks, s.Naming = "8.5", true }},
	{"name-bookmark", []string{"Shift+B"}, "Bookmark set", func(r *rig) {
		r.seek(6.5)
		r.press("B")
		r.seek(10)
	}, func(s *seen) { s.Marks, s.Naming = "6.5 10", true }},
	{"next-bookmark", []string{"F2"}, "0:20 / 1:00", func(r *rig) { setMarks(r, 5, 20, 30) }, func(s *seen) {
		s.Clock = 20
	}},
	{"next-bookmark", []string{"F2"}, "", func(r *rig) { setMarks(r, 5) }, func(s *seen) {
		s.Says = "No later bookmark"
	}},
	{"previous-bookmark", []string{"Shift+F2"}, "0:05 / 1:00", func(r *rig) {
		setMarks(r, 2, 5, 20)
	}, func(s *seen) { s.Clock = 5 }},
	{"previous-bookmark", []string{"Shift+F2"}, "", func(r *rig) { setMarks(r, 20) }, func(s *seen) {
		s.Says = "No earlier bookmark"
	}},
	{"clip-start", []string{"Shift+["}, "", nil, func(s *seen) { s.Clip, s.Says = "from 10", "Clip start set" }},
	{"clip-end", []string{"Shift+]"}, "", nil, func(s *seen) { s.Clip, s.Says = "to 10", "Clip end set" }},
	{"clip-start", []string{"Shift+["}, "", func(r *rig) { r.Demo.Marks.SetOut(5) }, func(s *seen) {
		s.Clip, s.Says = "from 10", "Clip start set; removed the end, which was before it"
	}},
	{"clip-end", []string{"Shift+]"}, "", func(r *rig) { r.Demo.Marks.SetIn(15) }, func(s *seen) {
		s.Clip, s.Says = "to 10", "Clip end set; removed the start, which was after it"
	}},
	{"clip-start", []string{"Shift+["}, "", func(r *rig) { r.Demo.Marks.SetOut(15) }, func(s *seen) {
		s.Clip, s.Says = "from 10 to 15", "Clip start set"
	}},
	{"clip-end", []string{"Shift+]"}, "", func(r *rig) { r.Demo.Marks.SetIn(5) }, func(s *seen) {
		s.Clip, s.Says = "from 5 to 10", "Clip end set"
	}},
	{"clip-loop", []string{"Shift+\\"}, "", nil, func(s *seen) {
		s.Says = "Set the start and the end of a clip first"
	}},
	{"clip-loop", []string{"Shift+\\"}, "", func(r *rig) { setClip(r, 10, 20) }, func(s *seen) {
		s.Clip, s.Says = "from 10 to 20 loop", "Clip loop: on"
	}},
	{"clip-loop", []string{"Shift+\\"}, "", func(r *rig) { setClip(r, 10, 20); r.press("Shift+\\") }, func(s *seen) {
		s.Clip, s.Says = "from 10 to 20", "Clip loop: off"
	}},
	{"export-video", []string{"Shift+F3"}, "Set a clip first: Shift+[ and Shift+]", nil, func(s *seen) {}},
	{"clip-cut", []string{"Shift+`"}, "Set a clip first: Shift+[ and Shift+]", nil,
		func(s *seen) {}},
	{"clip-cut", []string{"Shift+`"}, "This demo can't be cut", func(r *rig) {
		setClip(r, 10, 20)
	}, func(s *seen) { s.Clip = "from 10 to 20" }},
	{"clip-clear", []string{"Shift+Backspace"}, "", func(r *rig) { setClip(r, 10, 20); r.press("Shift+\\") },
		func(s *seen) { s.Clip, s.Says = "", "Clip cleared" }},

	{"path-point", []string{";"}, "Camera path: 1 point", nil, func(s *seen) { s.Path = "10" }},
	{"path-point", []string{";"}, "Camera path: 2 points", func(r *rig) {
		r.press(";")
		r.seek(12)
	}, func(s *seen) { s.Path = "10 12" }},
	{"path-point", []string{";"}, "Camera path: point removed", func(r *rig) { r.press(";") }, func(s *seen) {
		s.Path = ""
	}},
	{"path-point", []string{";"}, "Camera path: point moved", func(r *rig) {
		r.press(";")
		r.press("C")
		r.settle()
	}, func(s *seen) {}},
	{"path-play", []string{"'"}, "No camera path; add points with ;", nil, func(s *seen) {}},
	{"path-play", []string{"'"}, "Camera path: on", func(r *rig) { r.press(";") }, func(s *seen) {
		s.View = "camera path"
	}},
	{"path-play", []string{"'"}, "Camera path: off", func(r *rig) {
		r.press(";")
		r.press("'")
	}, func(s *seen) { s.View = "player's view" }},
	{"path-next", []string{"Shift+'"}, "Camera path: point 2 of 2", func(r *rig) {
		r.press(";")
		r.seek(12)
		r.press(";")
		r.seek(11)
	}, func(s *seen) { s.Clock = 12 }},
	{"path-next", []string{"Shift+'"}, "No camera path", nil, func(s *seen) {}},
	{"path-delete", []string{"Shift+;"}, "Camera path deleted", func(r *rig) {
		r.press(";")
		r.press("'")
	}, func(s *seen) { s.Path, s.View = "", "player's view" }},

	{"next-player", []string{"N"}, "", nil, func(s *seen) { s.Follow = 1 }},
	{"next-player", []string{"N"}, "", func(r *rig) { r.Demo.Player.Follow(3); r.pass(0) },
		func(s *seen) { s.Follow = 0 }},
	{"previous-player", []string{"P"}, "", nil, func(s *seen) { s.Follow = 3 }},
	{"previous-player", []string{"P"}, "", func(r *rig) { r.Demo.Player.Follow(2); r.pass(0) },
		func(s *seen) { s.Follow = 1 }},
	{"recorder", []string{"R"}, "This demo has no recorder", func(r *rig) {
		r.Demo.Player.Follow(2)
		r.press("C")
	}, func(s *seen) { s.View = "player's view" }},
	{"recorder", []string{"R"}, "This demo has no recorder", func(r *rig) { r.press("G") }, func(s *seen) {
		s.Captured, s.View = false, "player's view"
	}},
	{"director", []string{"Shift+C"}, "", nil, nil}, // see TestDirectorIsGivenTheChoice
	{"next-camera", []string{"C"}, "Camera: chase", nil, func(s *seen) { s.View = "chase camera" }},
	{"next-camera", []string{"C"}, "Camera: orbit", func(r *rig) { r.press("C") }, func(s *seen) { s.View = "orbit" }},
	{"next-camera", []string{"C"}, "Camera: overhead", func(r *rig) { r.press("C"); r.press("C") }, func(s *seen) {
		s.View = "overhead"
	}},
	{"next-camera", []string{"C"}, "Camera: eyes", func(r *rig) { r.press("C"); r.press("C"); r.press("C") },
		func(s *seen) { s.View = "player's view" }},
	{"next-camera", []string{"C"}, "Camera: eyes", func(r *rig) { r.press("G") }, func(s *seen) {
		s.View, s.Captured = "player's view", false
	}},
	{"next-camera", []string{"C"}, "Camera: overhead", func(r *rig) {
		r.press("C")
		r.press("C")
		r.press("C")
		r.press("G")
	}, func(s *seen) { s.View, s.Captured = "overhead", false }},
	{"free-camera", []string{"G"}, "Free camera. Esc: release mouse. C: back to player", nil, func(s *seen) {
		s.View, s.Captured = "free camera", true
	}},
	{"free-camera", []string{"G"}, "Free camera: off", func(r *rig) { r.press("G") }, func(s *seen) {
		s.View, s.Captured = "player's view", false
	}},
	{"free-camera", []string{"G"}, "Free camera: off", func(r *rig) { r.press("C"); r.press("G") }, func(s *seen) {
		s.View, s.Captured = "chase camera", false
	}},

	{"move-forward", []string{"W"}, "Free camera. Esc: release mouse. C: back to player", nil, func(s *seen) {
		s.View, s.Captured = "free camera", true
	}},
	{"move-back", []string{"S"}, "Free camera. Esc: release mouse. C: back to player", nil, func(s *seen) {
		s.View, s.Captured = "free camera", true
	}},
	{"move-left", []string{"A"}, "Free camera. Esc: release mouse. C: back to player", nil, func(s *seen) {
		s.View, s.Captured = "free camera", true
	}},
	{"move-right", []string{"D"}, "Free camera. Esc: release mouse. C: back to player", nil, func(s *seen) {
		s.View, s.Captured = "free camera", true
	}},
	{"move-up", []string{"E"}, "", nil, func(*seen) {}},   // of the free camera alone
	{"move-down", []string{"Q"}, "", nil, func(*seen) {}}, // the same
	{"move-fast", []string{"Shift"}, "", nil, func(*seen) {}},

	{"save-picture", []string{"Z"}, "", nil, nil}, // see TestPictureIsSaved
	{"mode", []string{"V"}, "", nil, nil},
	{"ghost", []string{"F12"}, "No ghost: start with --ghost FILE", nil, func(*seen) {}},
	{"ghost", []string{"F12"}, "Ghost: off", func(r *rig) { r.haunt("demoscope1.qwd") }, func(s *seen) {
		s.Overlays = ""
	}},
	{"ghost", []string{"F12"}, "Ghost: on", func(r *rig) { r.haunt("demoscope1.qwd"); r.press("F12") },
		func(s *seen) { s.Overlays = "Beside" }},
	{"ghost-sync", []string{"Shift+H"}, "No ghost: start with --ghost FILE", nil, func(*seen) {}},
	{"ghost-sync", []string{"Shift+H"}, "Ghost sync: place", func(r *rig) {
		r.haunt("demoscope1.qwd")
	}, func(s *seen) { s.Aligned = player.ByPlace }},
	{"ghost-sync", []string{"Shift+H"}, "Ghost sync: start", func(r *rig) {
		r.haunt("demoscope1.qwd")
		r.press("Shift+H")
	}, func(s *seen) { s.Aligned = player.ByStart }},
	{"brighter", []string{"Shift+PgUp"}, "Brightness: 110 %", nil, func(*seen) {}},
	{"brighter", []string{"Shift+PgUp"}, "Brightness: 200 %", func(r *rig) { r.Viewing.brightness = 200 },
		func(*seen) {}},
	{"darker", []string{"Shift+PgDn"}, "Brightness: 90 %", nil, func(*seen) {}},
	{"volume-down", []string{"-"}, "", func(r *rig) { r.Viewing.sound.Volume = 73 }, func(s *seen) {
		s.Loud.Volume, s.Says = 63, "Volume 63 %"
	}},
	{"volume-down", []string{"-"}, "", func(r *rig) { r.Viewing.sound.Volume = 0 }, func(s *seen) {
		s.Says = "Volume 0 %"
	}},
	{"volume-up", []string{"="}, "", func(r *rig) { r.Viewing.sound = soundSettings{Volume: 70, Muted: true} },
		func(s *seen) { s.Loud, s.Says = soundSettings{Volume: 80}, "Volume 80 %, unmuted" }},
	{"volume-up", []string{"="}, "", func(r *rig) { r.Viewing.sound.Volume = 95 }, func(s *seen) {
		s.Loud.Volume, s.Says = 100, "Volume 100 %"
	}},
	{"mute", []string{"M"}, "Mute: on", nil, func(s *seen) { s.Loud.Muted = true }},
	{"mute", []string{"M"}, "Mute: off", func(r *rig) { r.Viewing.sound = soundSettings{Volume: 70, Muted: true} },
		func(s *seen) { s.Loud.Muted = false }},
	{"warnings", []string{"Shift+V"}, "No warnings", nil, func(*seen) {}},
	{"scoreboard", []string{"Tab"}, "", nil, func(s *seen) { s.Scores = true }},
	{"scoreboard", []string{"Tab"}, "", func(r *rig) {
		r.press("H")
	}, func(s *seen) {
		s.Scores, s.Help = true, false
	}},
	{"scoreboard", []string{"Tab"}, "", func(r *rig) { r.press("Tab") }, func(s *seen) {
		s.Scores = false
	}},
	{"display", []string{"O"}, "", nil, nil}, // see TestDisplayKey
	{"split-screen", []string{"Shift+."}, "2 views", nil, func(s *seen) { s.Views, s.Follow = "0* 1", 0 }},
	{"split-screen", []string{"Shift+."}, "3 views", func(r *rig) { r.press("Shift+.") }, func(s *seen) {
		s.Views = "0* 1 2"
	}},
	{"split-screen", []string{"Shift+."}, "One view", func(r *rig) { r.Viewing.Views = 4; r.pass(0) }, func(s *seen) {
		s.Views = ""
	}},
	{"next-view", []string{"Shift+Tab"}, "Only one view; Shift+. adds another", nil, func(*seen) {}},
	{"next-view", []string{"Shift+Tab"}, "View of Vesper", func(r *rig) { r.press("Shift+.") }, func(s *seen) {
		s.Views, s.Follow = "0 1*", 1
	}},
	{"close-view", []string{"Shift+,"}, "Only one view", nil, func(*seen) {}},
	{"close-view", []string{"Shift+,"}, "2 views", func(r *rig) {
		r.press("Shift+.")
		r.press("Shift+.")
		r.press("Shift+Tab")
	}, func(s *seen) { s.Views, s.Follow = "0 2*", 2 }},
	{"command-palette", []string{"Shift+/", "Shift+F1"}, "", nil, func(s *seen) { s.Finder = true }},
	{"sound-cues", nil, "", nil, nil}, // see TestSoundsAreShown
	{"settings", []string{"F4"}, "", nil, func(s *seen) { s.Finder = true }},
	{"fullscreen", []string{"F", "F11"}, "", nil, func(s *seen) { s.Full = true }},
	{"help", []string{"H", "F1"}, "", nil, func(s *seen) { s.Help = true }},
	{"help", []string{"H", "F1"}, "", func(r *rig) { r.press("H") }, func(*seen) {}},
	{"help", []string{"H", "F1"}, "", func(r *rig) {
		r.press("H")
		r.press("H")
	}, func(s *seen) {
		s.Help = false
	}},
	{"library", []string{"Shift+Esc"}, "No library here", nil, func(*seen) {}}, // see TestHomeToTheThirdResult
	{"close", []string{"Esc"}, "", nil, func(s *seen) { s.Says = "Press Esc again to quit" }},
	{"close", []string{"Esc"}, "Press Esc again to quit", func(r *rig) { r.press("Esc"); r.run(64) }, func(s *seen) {
		s.Quit = true
	}},
	{"close", []string{"Esc"}, "", func(r *rig) { r.press("Esc"); r.run(64 * 3) }, func(s *seen) {
		s.Says = "Press Esc again to quit"
	}},
	{"close", []string{"Esc"}, "Free camera. Esc: release mouse. C: back to player", func(r *rig) {
		r.press("G")
		r.press("H")
	}, func(s *seen) { s.Help = false }},
	{"close", []string{"Esc"}, "Mouse released", func(r *rig) { r.press("G") }, func(s *seen) {
		s.Captured = false
	}},
	{"close", []string{"Esc"}, "", func(r *rig) {
		r.press("F3")
		r.press("Tab")
		r.press("H")
	}, func(s *seen) { s.Help = false }},
	{"close", []string{"Esc"}, "", func(r *rig) { r.press("F3"); r.press("Tab") }, func(s *seen) {
		s.Scores = false
	}},
	{"close", []string{"Esc"}, "", func(r *rig) { r.press("F3") }, func(s *seen) { s.List = false }},
}

// setMarks puts bookmarks on disk and into the demo.
func setMarks(r *rig, clocks ...float64) {
	for _, c := range clocks {
		r.Demo.Marks.Toggle(c, "")
	}
	saveMarks(r)
}

// setClip makes a clip.
func setClip(r *rig, in, out float64) {
	r.Demo.Marks.SetIn(in)
	r.Demo.Marks.SetOut(out)
	saveMarks(r)
}

func saveMarks(r *rig) {
	r.t.Helper()
	if err := r.Demo.Marks.Save(); err != nil {
		r.t.Fatal(err)
	}
	r.pass(0)
}

// Every command does what it is for, by each of its keys, and changes nothing
// else.
func TestCommands(t *testing.T) {
	for _, c := range commandTests {
		if c.after == nil {
			continue // a test of its own
		}
		for _, key := range c.keys {
			r := newRig(t)
			if c.before != nil {
				c.before(r)
			}
			was := r.see()
			r.press(key)
			r.changed(c.name+" by "+key, was, func(s *seen) { s.Says = c.says; c.after(s) })
		}
	}
}

// Every row of the table has a test, by the very keys that it has.
func TestEveryCommandIsTested(t *testing.T) {
	tested := map[string][]string{}
	for _, c := range commandTests {
		tested[c.name] = c.keys
	}
	for _, g := range newCommands() {
		for _, c := range g.Commands {
			if s := setting.Find(c.Name); s != nil && s.Kind == setting.Switch && c.Name != "mute" &&
				c.Name != "fullscreen" {
				continue // see TestSwitchCommands
			}
			var keys []string
			for _, k := range c.Keys {
				keys = append(keys, k.String())
			}
			if !slices.Equal(keys, tested[c.Name]) {
				t.Errorf("%s has the keys %q, tested are %q", c.Name, keys, tested[c.Name])
			}
			delete(tested, c.Name)
		}
	}
	for name := range tested {
		t.Errorf("there is no command %q", name)
	}
}

// TestSwitchCommands: the command of each on/off setting toggles that setting alone, shows its state, and has a
// row on the settings page with the same label.
func TestSwitchCommands(t *testing.T) {
	count := 0
	for _, s := range setting.Table() {
		if s.Kind != setting.Switch || liveSettingOf(s.Name) == nil || s.Name == "mute" {
			continue
		}
		count++
		r := newRig(t)
		c := findCommand(r.reader.groups, s.Name)
		if c == nil || c.Label != s.Label {
			t.Errorf("%s: the command is %+v", s.Name, c)
			continue
		}
		was := fmt.Sprint(r.Viewing)
		for _, want := range []setting.Value{s.Next(s.Usual, 1), s.Usual} {
			r.do(s.Name)
			if got := r.Viewing.value(s.Name); !slices.Equal(got, want) {
				t.Errorf("%s is %q, want %q", s.Name, got, want)
			}
			if got, want := r.see().Says, s.Label+": "+onOff(want.On()); got != want {
				t.Errorf("it says %q, want %q", got, want)
			}
		}
		if now := fmt.Sprint(r.Viewing); now != was {
			t.Errorf("%s changes other things: was %s, is %s", s.Name, was, now)
		}
	}
	if count < 20 {
		t.Errorf("there are %d", count)
	}
}

// Every row of the table is complete, and no key gives two commands.
func TestCommandTable(t *testing.T) {
	owner, names := map[chord]string{}, map[string]bool{}
	for _, g := range newCommands() {
		for i, c := range g.Commands {
			if c.Name == "" || c.Label == "" || len(c.Keys) == 0 && liveSettingOf(c.Name) == nil || names[c.Name] {
				t.Errorf("%s: row %d has no name of its own, no label or no key: %+v", g.Title, i, c)
			}
			names[c.Name] = true
			if (c.Do == nil) == (c.Held == nil) {
				t.Errorf("%s does nothing, or lasts and does something", c.Name)
			}
			if c.Joined && (i == 0 || c.Line != "" || c.Short != "") {
				t.Errorf("%s is joined to a line and has words of its own for it", c.Name)
			}
			for _, k := range c.Keys {
				if other, taken := owner[k]; taken {
					t.Errorf("%v gives %s and %s", k, other, c.Name)
				}
				owner[k] = c.Name
			}
		}
	}
}

// TestDisplayKey: O goes through the levels of display, and each is shown and said.
func TestDisplayKey(t *testing.T) {
	r := newRig(t)
	for _, want := range []hud.Display{hud.Analyst, hud.Clean, hud.Watch} {
		r.press("O")
		if says := r.see().Says; r.Input.Display != want || says != "Display: "+want.String() {
			t.Errorf("the display is %v, want %v; it says %q", r.Input.Display, want, says)
		}
	}
}

// The level is drawn in five ways, which follow each other.
func TestDrawModes(t *testing.T) {
	r := newRig(t)
	var got []string
	for range 6 {
		got = append(got, r.see().Mode)
		r.press("V")
	}
	if want := []string{"game", "lit", "shaded", "hidden-line", "wire", "game"}; !slices.Equal(got, want) {
		t.Errorf("modes %q, want %q", got, want)
	}
}
