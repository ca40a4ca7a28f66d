package app

import (
	"fmt"
	"math"
	"path"
	"runtime"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"demoscope/internal/bounded"
	"demoscope/internal/humanize"
	"demoscope/player"
	"demoscope/player/scan"
	"demoscope/player/world"
	"demoscope/render/hud"
	"demoscope/render/levelmap"
)

// mapAdvice returns how to get the missing map. It is empty in a still picture.
func mapAdvice(keys *keyTexts, fingers bool) string {
	switch {
	case fingers: // touch screens have no drag and drop and no keys
		return "Choose it with the demo"
	case runtime.GOOS == "js":
		return "Drop it on the page"
	case keys.settings != "":
		return "Add the game's folder: drop it here, or " + keys.settings + ", Game folders"
	}
	return ""
}

// How long messages stay, in seconds.
const (
	noteSeconds     = 2.0 // for other messages
	stateSeconds    = 1.0 // for states of toggles, time, speed and volume
	longNoteSeconds = 5.0 // for long messages
	quitSeconds     = 2.5 // for a second Esc to quit
	warningSeconds  = 8.0 // for warnings, which then become an icon
	// seekPatience is how long a seek takes before a message is shown, in seconds.
	seekPatience = 0.3
)

// hintSeconds is how long the hint about the help key stays, in seconds.
const hintSeconds = 5.0

// timedText is a message that disappears after a while.
type timedText struct {
	text string
	left float64 // seconds until it disappears
}

// visible reports whether the message is still shown.
func (t *timedText) visible() bool { return t.text != "" && t.left > 0 }

// notices are the program's own messages.
type notices struct {
	note           timedText
	hint           timedText
	welcomeText    timedText // for new users, above the hint
	warning        timedText
	warnings       []string  // all warnings, newest last, except the map's
	sound          timedText // state of the audio device; doesn't hide the warning
	mapNotice      mapNotice
	mapLine        timedText // the line of level, while it is shown
	warningsOpen   bool      // the list of warnings is open
	damage         damageNotices
	exportProgress string    // progress of an export; empty for none
	exportResult   timedText // its result
	waitingFor     string    // what the source of a live game waits for; empty for nothing
	quitLeft       float64   // seconds left for a second Esc to quit
	nextFile       string    // the message about what follows the end, for this frame; empty for none
	title          timedText // the title of a film

	seekingFor float64 // seconds since a seek began
	dt         float64 // of the last frame, seconds
	touch      bool    // the viewer uses a touch screen, without keys
	keys       keyTexts
	Still      bool // a still picture: no messages about keys or seeking

	messages []hud.Message // reused by list
}

// keyTexts are texts with the keys of commands, which the viewer can change.
type keyTexts struct {
	again, quit, flying, filming string // sentences
	oneView, noClip, noPath      string
	search, settings             string // the keys themselves
}

// nameKeys sets the texts; of returns the key of a command.
func (n *notices) nameKeys(of func(command string) string) {
	n.keys = keyTexts{
		again: of("pause") + ": play again", quit: "Press " + of("close") + " again to quit",
		flying:  fmt.Sprintf(flyHint+" %s: release mouse. %s: back to player", of("close"), of("next-camera")),
		filming: "Filming the clip (" + of("export-video") + " cancels)",
		oneView: "Only one view; " + of("split-screen") + " adds another",
		noClip:  fmt.Sprintf("Set a clip first: %s and %s", of("clip-start"), of("clip-end")),
		noPath:  "No camera path; add points with " + of("path-point"),
		search:  of("warnings"), settings: of("settings"),
	}
}

// Advance advances the messages by dt seconds.
func (n *notices) Advance(dt float64) {
	n.dt, n.nextFile = dt, ""
	n.quitLeft -= dt
	for _, t := range [...]*timedText{&n.note, &n.hint, &n.welcomeText, &n.warning, &n.sound, &n.mapLine,
		&n.damage.summary, &n.exportResult, &n.title} {
		t.left -= dt
	}
}

// extend keeps the messages for new users for dt more seconds, during which they were hidden.
func (n *notices) extend(dt float64) {
	for _, t := range [...]*timedText{&n.hint, &n.welcomeText} {
		if t.visible() {
			t.left += dt
		}
	}
}

// say shows a message for a while.
func (n *notices) say(text string) {
	n.note = timedText{bounded.Shorten(text, maxNotice), noteSeconds}
}

// removeNote removes the message if it begins with start.
func (n *notices) removeNote(start string) {
	if strings.HasPrefix(n.note.text, start) {
		n.note = timedText{}
	}
}

// sayState shows whether a thing is on or off.
func (n *notices) sayState(thing string, on bool) {
	n.sayBriefly(thing + ": " + onOff(on))
}

// sayBriefly is say for short texts: the state of a toggle, a time, a speed, the volume.
func (n *notices) sayBriefly(text string) {
	n.say(text)
	n.note.left = stateSeconds
}

// sayLonger is say for texts that take longer to read.
func (n *notices) sayLonger(text string) {
	n.say(text)
	n.note.left = longNoteSeconds
}

// maxNotice is the maximum length of a message in bytes, more than fits into the window. An error may list all files of
// an archive, and every frame lays out its messages.
const maxNotice = 800

// maxSearch is the maximum length in bytes of the text about where a map was searched, which may list many folders.
const maxSearch = 4000

// UpperFirst returns text with its first letter in upper case.
func UpperFirst(text string) string {
	if text == "" {
		return ""
	}
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:]
}

// lowerFirst returns text with its first letter in lower case.
func lowerFirst(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToLower(first)) + text[size:]
}

// welcome shows the help key, as labeled on this keyboard.
func (n *notices) welcome(groups []group) {
	if help := findCommand(groups, "help"); len(help.Keys) > 0 {
		n.hint = timedText{"Press " + help.Keys[0].label() + " for help", hintSeconds}
	}
}

// maxWarnings is the maximum number of warnings kept for the list.
const maxWarnings = 16

// warn shows a warning long enough to be read.
func (n *notices) warn(text string) {
	n.note = timedText{}
	n.warning = timedText{bounded.Shorten(text, maxNotice), warningSeconds}
	n.addWarning(n.warning.text)
}

// addWarning adds a warning to the list.
func (n *notices) addWarning(text string) {
	if text == "" || slices.Contains(n.warnings, text) {
		return
	}
	n.warnings = append(n.warnings, text)
	n.warnings = n.warnings[max(0, len(n.warnings)-maxWarnings):]
}

// warnAlso shows a warning after the one that is already shown, if any.
func (n *notices) warnAlso(text string) {
	shown := n.warning
	n.warn(text)
	if shown.visible() {
		n.warning.text = bounded.Shorten(shown.text+"; "+text, maxNotice)
	}
}

// askQuit asks the viewer to press Esc again to quit.
func (n *notices) askQuit() { n.quitLeft = quitSeconds }

// quitAsked reports whether a second Esc quits.
func (n *notices) quitAsked() bool { return n.quitLeft > 0 }

// mapNotice is the notice about a level's map. line is shown for a while, short and search are in the list of warnings,
// and label is next to the map's name in a still picture. Empty texts are not shown.
type mapNotice struct {
	key                        world.MapKey
	line, short, search, label string
	advice                     string // how to get the map
}

// missingMapNotice returns the notice about a missing map. name is the demo's name of the map as plain text, and l is
// the reconstructed level, or nil.
func missingMapNotice(c *levelmap.Loaded, name string, l *levelmap.Rebuilt, keys *keyTexts, fingers bool) mapNotice {
	const longest = 40 // bytes; the demo chooses the name
	n := mapNotice{key: c.Key, search: c.Notice}
	name = bounded.Shorten(strings.TrimSuffix(path.Base(name), ".bsp"), longest)
	if c.Key.Name == "" {
		name = "without a name"
	}
	how := ""
	switch {
	case l == nil:
		n.label = "reconstructing the map"
		how = n.label
	case l.Geometry == nil:
		n.label = "no map"
		how = "the demo does not show it"
	default:
		n.label = "reconstructed map"
		how = "showing a reconstruction"
		if l.Others > 0 {
			how += fmt.Sprintf(" from this demo and %d more", l.Others)
		}
		switch {
		case l.Whole:
		case l.Fraction == 1: // live game
			how += " so far"
		default:
			how += fmt.Sprintf(" (%.0f %%)", math.Floor(100*l.Fraction))
		}
	}
	if c.Notice == "" { // the map was not searched for
		n.short = UpperFirst(how)
		n.line = n.short
		return n
	}
	n.short = "Map " + name + " not found; " + how
	n.line, n.advice = n.short, mapAdvice(keys, fingers)
	switch {
	case n.advice == "":
	case l != nil && l.Geometry == nil:
		n.line += ". " + n.advice
	case keys.search != "" && runtime.GOOS != "js":
		n.line += " (" + keys.search + ": details)"
	default:
		n.line += " (" + lowerFirst(n.advice) + ")"
	}
	return n
}

// setMapNotice sets the notice about the map. A new text about the same map doesn't extend the time that the line is
// shown.
func (n *notices) setMapNotice(m mapNotice) {
	left := float64(warningSeconds)
	if m.key == n.mapNotice.key && n.mapNotice.line != "" {
		left = n.mapLine.left
	}
	m.line, m.short, m.search = bounded.Shorten(m.line, maxNotice), bounded.Shorten(m.short, maxNotice),
		bounded.Shorten(m.search, maxSearch)
	if m.search != n.mapNotice.search {
		n.warningsOpen = false
	}
	n.mapNotice, n.mapLine = m, timedText{m.line, left}
}

// warningsTitle is the title of the list of warnings.
const warningsTitle = "Warnings"

// warningCount returns the number of warnings in the list.
func (n *notices) warningCount() int {
	count := len(n.warnings)
	if n.mapNotice.short != "" {
		count++
	}
	return count
}

// allWarnings returns the list of warnings as the text of a [hud.Sheet], with where the map was searched.
func (n *notices) allWarnings() string {
	list := slices.Clone(n.warnings)
	if n.mapNotice.short != "" {
		list = append(list, n.mapNotice.short)
	}
	if n.mapNotice.search != "" {
		lines := strings.ReplaceAll(n.mapNotice.search, "; ", "\n")
		list = append(list, strings.ReplaceAll(lines, "\nlooked in", "\n\tlooked in"))
	}
	if n.mapNotice.advice != "" {
		list = append(list, n.mapNotice.advice)
	}
	return strings.Join(list, "\n")
}

// list returns the messages for this frame. They are valid until the next call. clean omits the line about the map.
func (n *notices) list(p *player.Player, clean bool) []hud.Message {
	n.messages = n.messages[:0]
	add := func(text string, kind hud.MessageKind) {
		n.messages = append(n.messages, hud.Message{Text: text, Kind: kind})
	}
	// If space is short, the first messages are hidden: those that matter least come first. The map's is also in the
	// list of warnings.
	if !n.Still {
		for _, t := range [...]*timedText{&n.welcomeText, &n.hint} {
			if t.visible() {
				add(t.text, hud.MessageNote)
			}
		}
		if n.sound.visible() {
			add(n.sound.text, hud.MessageWarning)
		}
	}
	switch {
	case n.Still, clean: // a still picture shows the label, and the terminal shows the rest
	case n.mapLine.visible():
		add(n.mapLine.text, hud.MessageWarning)
	}
	if n.warning.visible() {
		add(n.warning.text, hud.MessageWarning)
	}
	if n.damage.add(p, add); n.damage.summary.text != "" {
		n.addWarning(n.damage.summary.text)
	}
	if n.title.visible() {
		add(n.title.text, hud.MessageTitle)
	}
	if n.Still {
		return n.messages
	}
	if n.waitingFor != "" {
		add(n.waitingFor, hud.MessageWarning)
	}
	n.seekingFor += n.dt
	if !p.Behind() {
		n.seekingFor = 0
	}
	if n.seekingFor > seekPatience {
		add("Seeking", hud.MessageNote)
	}
	if n.exportResult.visible() {
		add(n.exportResult.text, hud.MessageNote)
	}
	for _, text := range [...]string{n.exportProgress, n.current(p)} {
		if text != "" {
			add(text, hud.MessageNote)
		}
	}
	return n.messages
}

// current returns the message about what the viewer did last or what happens now, "" for none.
func (n *notices) current(p *player.Player) string {
	again := n.keys.again
	if n.touch {
		again = "Tap to play again."
	}
	ended := p.Ended() && p.Speed() > 0
	switch {
	case n.quitAsked():
		return n.keys.quit
	case n.nextFile != "":
		return n.nextFile
	case n.note.visible():
		return n.note.text
	case ended && p.Grew():
		return "Game over. " + again
	case ended:
		return "End. " + again
	}
	return ""
}

// damageSeconds is how long the message about a damaged place stays after it, in viewer's seconds. Places closer
// together share one message.
const damageSeconds = 6.0

// damageNotices are the messages about damage.
type damageNotices struct {
	summary timedText // about the whole demo, once it has been read
	// here is the message about the places in key. It is kept so that frames don't make it again.
	here string
	key  damageKey
}

// damageKey identifies the damaged places of a message.
type damageKey struct {
	first, end int // indices of the gaps
	last       scan.Gap
}

// add shows the messages about damage: first a summary, then one at each damaged place, and a sign while positions may
// be wrong.
func (n *damageNotices) add(p *player.Player, say func(text string, kind hud.MessageKind)) {
	gaps, losses := p.Timeline().Gaps()
	if _, complete := p.Duration(); complete && n.summary.text == "" {
		switch err := p.Timeline().Err(); {
		case err != nil:
			n.summary = timedText{err.Error(), warningSeconds}
		case losses.Count > 0:
			n.summary = timedText{summarizeDamage(gaps, losses), warningSeconds}
		}
	}
	first, end := gapsHere(gaps, p.Clock())
	switch m := p.Moment(); {
	case first < end:
		if key := (damageKey{first, end, gaps[end-1]}); key != n.key {
			n.key, n.here = key, describeGaps(gaps[first:end])
		}
		say(n.here, hud.MessageWarning)
	case n.summary.visible():
		say(n.summary.text, hud.MessageWarning)
	case m.World != nil && m.World.Uncertain.Places():
		say("Positions may be wrong", hud.MessageSign)
	}
}

// gapsHere returns the damaged places that the clock, in viewer's seconds, has just passed: those of the last
// damageSeconds, and earlier ones that follow each other as closely.
func gapsHere(gaps []scan.Gap, clock float64) (first, end int) {
	for end = len(gaps); end > 0 && (gaps[end-1].Start > clock || gaps[end-1].Count == 0); {
		end--
	}
	last := clock
	for first = end; first > 0 && gaps[first-1].End+damageSeconds >= last; {
		first--
		last = gaps[first].Start
	}
	return first, end
}

// summarizeDamage returns a summary of a demo's damage.
func summarizeDamage(gaps []scan.Gap, losses scan.Losses) string {
	if k := gaps[len(gaps)-1]; losses.Count == 1 && k.Last {
		return "Demo damaged at its end: " + k.Damage.Err.Error()
	}
	return describeLosses("Demo damaged", losses, "")
}

// describeLosses describes the number of damaged places and their losses.
func describeLosses(what string, losses scan.Losses, end string) string {
	if losses.Count > 1 {
		what += fmt.Sprintf(" in %d places", losses.Count)
	}
	if lost := losses.Text(); lost != "" {
		what += ": " + lost
	}
	return what + end
}

// describeGaps describes what was lost at consecutive damaged places, and until when positions may be wrong.
func describeGaps(gaps []scan.Gap) string {
	var b strings.Builder
	var losses scan.Losses
	for i := range gaps {
		losses = losses.Plus(gaps[i].Losses)
	}
	k, end := &gaps[len(gaps)-1], ""
	switch {
	case k.Last && losses.Text() == "":
		end = ": " + k.Damage.Err.Error()
	case k.Last:
		end = ", and nothing follows"
	}
	b.WriteString(describeLosses("Damaged here", losses, end) + ".")
	switch {
	case k.Last:
	case k.Lasting:
		b.WriteString(" Positions may be wrong from here on.")
	case k.Until-k.End >= minUncertain:
		fmt.Fprintf(&b, " Positions may be wrong until %s.", humanize.Clock(k.Until))
	}
	return b.String()
}

// minUncertain is the minimum duration of uncertain positions that a message mentions, in seconds.
const minUncertain = 1.0

// SayTitle shows the title of a film for a number of seconds.
func (n *notices) SayTitle(text string, seconds float64) {
	n.title = timedText{bounded.Shorten(text, maxNotice), seconds}
}
