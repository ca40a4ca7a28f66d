package render

import (
	"fmt"
	"math"
	"path"
	"runtime"
	"strings"
	"unicode"
	"unicode/utf8"

	"demoscope/internal/bounded"
	"demoscope/player"
	"demoscope/render/hud"
)

// mapAdvice is how one has the map that is missing, and by which key one is told more; there is none in a picture.
func mapAdvice(search string) string {
	advice := "--basedir DIR"
	switch {
	case fingersAlone(): // which drop nothing and have no keys
		return "choose it with the demo"
	case runtime.GOOS == "js":
		advice = "drop it on the page"
	}
	if search != "" {
		advice += "; " + search + " says more"
	}
	return advice
}

// How long messages stay, in seconds.
const (
	sayKept    = 2.0
	stateKept  = 1.0
	longerKept = 5.0
	leaveKept  = 2.5 // in which a second Esc quits
	firstKept  = 30.0
	longKept   = 15.0 // warnings, a missing map and damage in full
	// seekPatience is how long a seek may take before a message says so.
	seekPatience = 0.3
)

// hintKept is how long a newcomer sees which key shows all keys, in seconds.
const hintKept = 5.0

// timedText is a message that disappears after a while.
type timedText struct {
	text string
	left float64 // seconds that it stays
}

// visible reports whether the message is still shown.
func (t *timedText) visible() bool { return t.text != "" && t.left > 0 }

// notices are the program's own messages.
type notices struct {
	note      timedText
	answer    bool // note only repeats what a key is for: anything else is more important
	hint      timedText
	first     timedText // for who is here for the first time
	warning   timedText
	sound     timedText // what has become of the sound, which hides no warning
	level     mapNotice
	levelLine timedText // its line, while it is shown
	searched  bool      // it is shown where the map was looked for
	damage    damageNotices
	filming   string    // how far a film is; empty for none
	filmed    timedText // what became of it
	awaits    string    // what the source of a live game waits for; empty for nothing
	leave     float64   // seconds left in which a second Esc quits
	next      string    // what comes behind the end, in this frame; empty for nothing
	title     timedText // what a film shows

	behind  float64 // seconds that a seek has been under way
	dt      float64 // of the last frame, seconds
	fingers bool    // the viewer has them, and no keys
	keys    keysSaid
	picture bool // the frame is a single picture: nothing about keys or seeking

	messages []hud.Message // scratch
}

// keysSaid is what is said of keys that the viewer's file may change.
type keysSaid struct {
	again, quit string // sentences
	search      string // the key itself
}

// nameKeys takes the keys that commands have.
func (n *notices) nameKeys(of func(command string) string) {
	n.keys = keysSaid{again: of("pause") + " plays it again.", quit: "Press " + of("leave") + " again to quit",
		search: of("map-search")}
}

// pass advances the messages by dt seconds.
func (n *notices) pass(dt float64) {
	n.dt, n.next = dt, ""
	n.leave -= dt
	for _, t := range [...]*timedText{&n.note, &n.hint, &n.first, &n.warning, &n.sound, &n.levelLine, &n.damage.sum,
		&n.filmed, &n.title} {
		t.left -= dt
	}
}

// wait lets what a newcomer reads stay for dt seconds more, in which it was not seen.
func (n *notices) wait(dt float64) {
	for _, t := range [...]*timedText{&n.hint, &n.first} {
		if t.visible() {
			t.left += dt
		}
	}
}

// say shows a message for a while.
func (n *notices) say(text string) {
	n.note, n.answer = timedText{bounded.Shorten(text, maxNotice), sayKept}, false
}

// sayState shows the state of a thing that is on or off.
func (n *notices) sayState(thing string, on bool) {
	state, _ := onOff(on)
	n.say(thing + ": " + state)
	n.note.left = stateKept
}

// sayLonger is say for what takes longer to read.
func (n *notices) sayLonger(text string) {
	n.say(text)
	n.note.left = longerKept
}

// maxNotice is how many bytes of a message are shown, more than fit into the window: an
// error may list all files of an archive, and a message is laid out in every frame.
const maxNotice = 800

// maxSearch is how many bytes of where a map was looked for are shown: many folders.
const maxSearch = 4000

// sayEither says one of two things.
func (n *notices) sayEither(first bool, text, other string) {
	if !first {
		text = other
	}
	n.say(text)
}

// upperFirst returns a text that begins with a large letter.
func upperFirst(text string) string {
	if text == "" {
		return ""
	}
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:]
}

// carryOut calls do, and if that says nothing, says what it is for.
func (n *notices) carryOut(label string, do func()) {
	before := n.note
	n.note = timedText{}
	leaving := n.leaving()
	do()
	switch {
	case n.note.text != "":
	case n.leaving() && !leaving: // it asks for a second Esc
		n.note = before
	default:
		n.say(upperFirst(label))
		n.answer = true
	}
}

// welcome says which key shows all keys, by the name on this keyboard.
func (n *notices) welcome(groups []group) {
	if help := findCommand(groups, "help"); len(help.Keys) > 0 {
		n.hint = timedText{help.Keys[0].label() + " shows all keys", hintKept}
	}
}

// warn shows a warning long enough to be read.
func (n *notices) warn(text string) {
	n.warning = timedText{bounded.Shorten(text, maxNotice), longKept}
}

// warnBesides shows a warning, and one that is shown already before it.
func (n *notices) warnBesides(text string) {
	if n.warning.visible() {
		text = n.warning.text + "; " + text
	}
	n.warn(text)
}

// askLeave asks for a second Esc.
func (n *notices) askLeave() { n.leave = leaveKept }

// leaving reports whether a second Esc quits.
func (n *notices) leaving() bool { return n.leave > 0 }

// mapNotice is what is said of the map of a level: line for a while, then short, and search if
// it is asked for; a picture has label beside the map's name. Empty texts are not shown.
type mapNotice struct {
	key                        mapKey
	line, short, search, label string
}

// missingNotice returns what is said of a map that is missing, of the name that a demo gives it
// as plain text, and of the level that was rebuilt in its place, nil for none. search is the key that tells
// where it was looked for.
func missingNotice(c *loadedMap, name string, l *rebuilt, search string) mapNotice {
	const longest = 40 // bytes of a name, which a demo chooses
	n := mapNotice{key: c.key, search: c.notice}
	name = bounded.Shorten(strings.TrimSuffix(path.Base(name), ".bsp"), longest)
	if c.key.name == "" {
		name = "A level without a name"
	}
	how := ""
	switch {
	case l == nil:
		n.label = "being rebuilt from the demo"
		how = n.label
	case l.geometry == nil:
		n.label = "without its map"
		how = "the demo tells nothing of it"
	default:
		n.label = "rebuilt from the demo"
		how = n.label
		if l.others > 0 {
			how += fmt.Sprintf(" and %d more", l.others)
		}
		switch {
		case l.whole:
		case l.part == 1: // the demo grows
			how += " so far"
		default:
			how += fmt.Sprintf(", %.0f %% read", math.Floor(100*l.part))
		}
	}
	n.short = name + ": " + how
	n.line = n.short
	if c.notice != "" {
		n.line = name + ": no map (" + mapAdvice(search) + "), " + how
	}
	return n
}

// setMap sets what is said of the map. What is said of the same map in other words is not new.
func (n *notices) setMap(m mapNotice) {
	left := float64(longKept)
	if m.key == n.level.key && n.level.line != "" {
		left = n.levelLine.left
	}
	m.line, m.short, m.search = bounded.Shorten(m.line, maxNotice), bounded.Shorten(m.short, maxNotice),
		bounded.Shorten(m.search, maxSearch)
	if m.search != n.level.search {
		n.searched = false
	}
	n.level, n.levelLine = m, timedText{m.line, left}
}

// mapSearchTitle is above where a map was looked for.
const mapSearchTitle = "Where the map was looked for"

// toggleMapSearch shows where the map was looked for, or closes that.
func (g *game) toggleMapSearch() {
	n := &g.demo.notices
	switch was := n.searched; {
	case was:
		n.searched = false
		n.say("Where the map was looked for is closed")
	case n.level.search != "":
		g.coverNoMore()
		g.viewing.scores = false
		n.searched = true
	case n.level.short != "":
		n.say("The map was not looked for (--rebuild)")
	default:
		n.say("The map of the level is there")
	}
}

// list returns the messages of this frame, valid until the next call.
func (n *notices) list(p *player.Player) []hud.Message {
	n.messages = n.messages[:0]
	add := func(text string, kind hud.MessageKind) {
		n.messages = append(n.messages, hud.Message{Text: text, Kind: kind})
	}
	switch {
	case n.picture: // which has the label, and the terminal the rest
	case n.levelLine.visible():
		add(n.levelLine.text, hud.MessageWarning)
	case n.level.short != "":
		add(n.level.short, hud.MessageWarning)
	}
	// behind the map's, which can be asked for: where there is little room, the first ones are not shown
	if n.warning.visible() {
		add(n.warning.text, hud.MessageWarning)
	}
	n.damage.add(p, add)
	if n.title.visible() {
		add(n.title.text, hud.MessageTitle)
	}
	if n.picture {
		return n.messages
	}
	if n.awaits != "" {
		add(n.awaits, hud.MessageWarning)
	}
	if n.sound.visible() {
		add(n.sound.text, hud.MessageWarning)
	}
	n.behind += n.dt
	if !p.Behind() {
		n.behind = 0
	}
	if n.behind > seekPatience {
		add("Seeking", hud.MessageNote)
	}
	if n.first.visible() {
		add(n.first.text, hud.MessageNote)
	}
	if n.hint.visible() {
		add(n.hint.text, hud.MessageNote)
	}
	if n.filmed.visible() {
		add(n.filmed.text, hud.MessageNote)
	}
	if n.filming != "" {
		add(n.filming, hud.MessageNote)
	}
	ended := p.Ended() && p.Speed() > 0
	again := n.keys.again
	if n.fingers {
		again = "A tap plays it again."
	}
	switch {
	case n.leaving():
		add(n.keys.quit, hud.MessageNote)
	case n.next != "":
		add(n.next, hud.MessageNote)
	case n.note.visible() && !(n.answer && ended):
		add(n.note.text, hud.MessageNote)
	case ended && p.Grew():
		add("The game has ended. "+again, hud.MessageNote)
	case ended:
		add("End of the demo. "+again, hud.MessageNote)
	}
	return n.messages
}
