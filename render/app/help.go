package app

import (
	"demoscope/render/hud"
	"demoscope/render/scene"
)

// help shows the help pages, each on one or more sheets.
type help struct {
	pic     *Picture
	reader  *reader
	index   int  // of the page in topics
	gamepad bool // a gamepad is plugged in
	tapHint bool // the hint for touch screens has been shown
}

// begin shows the key names of this keyboard, which are only known once the window runs, and welcomes the viewer.
func (h *help) begin() {
	h.pic.Input.Help = h.page()
	h.welcome()
}

// welcome shows new users how to find help.
func (h *help) welcome() {
	if !h.reader.touched {
		h.pic.Demo.Notices.welcome(h.reader.groups)
	} else if !h.tapHint {
		h.tapHint = true
		h.pic.Demo.Notices.hint = timedText{"Tap: play, pause. Hold: menu", hintSeconds}
	}
}

// helpTopic is a help page. In a small window it may be split into several sheets.
type helpTopic uint8

const (
	mainTopic helpTopic = iota
	keyTopic
	padTopic
	touchTopic
)

// helpTitles are the titles of the help pages.
var helpTitles = [...]string{"Help", "All keys", "Gamepad", "Touch screen"}

// topics returns the help pages in order. On a touch screen, the page for touch screens comes first.
func (h *help) topics() (list []helpTopic) {
	if h.pic.Size.Touch {
		list = append(list, touchTopic)
	}
	list = append(list, mainTopic, keyTopic)
	if h.gamepad {
		list = append(list, padTopic)
	}
	return list
}

// page returns the current help page.
func (h *help) page() []hud.HelpGroup {
	list := h.topics()
	switch list[min(h.index, len(list)-1)] {
	case padTopic:
		return []hud.HelpGroup{padPage(h.reader.groups)}
	case touchTopic:
		return []hud.HelpGroup{touchPage()}
	case mainTopic:
		return mainPage(h.reader.groups)
	}
	page := append(allKeysPage(h.reader.groups), mousePage)
	if !h.gamepad { // otherwise the gamepad has its own page
		page = append(page, mainPad)
	}
	return page
}

// turn turns to the next or previous sheet of the help pages, if there is one.
func (h *help) turn(direction int) {
	last := h.index+1 >= len(h.topics()) && h.pic.Input.HelpSheet+1 >= h.pic.HUD.HelpSheets(&h.pic.Input)
	switch {
	case direction > 0 && last:
	case direction > 0:
		h.toggle()
	case h.pic.Input.HelpSheet > 0:
		h.pic.Input.HelpSheet--
		h.update()
	case h.index > 0:
		h.index--
		h.update()
		h.pic.Input.HelpSheet = h.pic.HUD.HelpSheets(&h.pic.Input) - 1
		h.update()
	}
}

// toggle opens the help page, turns to the next sheet, or closes help after the last one.
func (h *help) toggle() {
	v := &h.pic.Viewing
	list := h.topics()
	h.pic.Input.Screen = h.pic.Size
	h.pic.fitHUD()
	switch parts := h.pic.HUD.HelpSheets(&h.pic.Input); {
	case !v.help:
		h.pic.Demo.Notices.warningsOpen = false
		v.help, h.index, h.pic.Input.HelpSheet = true, 0, 0
	case h.pic.Input.HelpSheet+1 < parts:
		h.pic.Input.HelpSheet++
	case h.index+1 < len(list):
		h.index++
		h.pic.Input.HelpSheet = 0
	default:
		h.closePages()
		return
	}
	h.update()
}

// closePages closes the help page and the list of warnings, without a message, because they would cover what is about
// to open.
func (h *help) closePages() {
	h.pic.Viewing.help, h.pic.Demo.Notices.warningsOpen = false, false
	h.reset()
}

// reset turns the help back to its first sheet.
func (h *help) reset() {
	h.index, h.pic.Input.HelpSheet = 0, 0
	h.update()
}

// update passes the current help page to the HUD. The page with all keys includes the legend of the markers.
func (h *help) update() {
	in := &h.pic.Input
	in.Help, in.Legend = h.page(), nil
	list := h.topics()
	at := min(h.index, len(list)-1)
	if list[at] == keyTopic {
		in.Legend = hud.BarLegend()
		for _, item := range scene.Legend() {
			in.Legend = append(in.Legend, legendLine(item))
		}
	}
	key, next := h.reader.keyOf("help"), "close"
	if h.reader.touched {
		key = "Tap"
	}
	switch {
	case h.pic.Viewing.help && in.HelpSheet+1 < h.pic.HUD.HelpSheets(in):
		next = "next page"
	case at+1 < len(list):
		next = lowerFirst(helpTitles[list[at+1]])
	}
	if next != "close" && !h.reader.touched {
		next += "   " + h.reader.keyOf("close") + ": close"
	}
	in.HelpTitle, in.HelpNext = helpTitles[list[at]], key+": "+next
}
