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

// mapAdvice says how to get the missing map; it is empty in a picture.
func mapAdvice(keys *keysSaid, fingers bool) string {
	switch {
	case fingers: // which drop nothing and have no keys
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
	sayKept    = 2.0
	stateKept  = 1.0 // states of toggles, and of time, speed and volume
	longerKept = 5.0
	leaveKept  = 2.5 // in which a second Esc quits
	longKept   = 8.0 // warnings, before they become an icon
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
	hint      timedText
	first     timedText // for newcomers, above the hint
	warning   timedText
	warnings  []string  // all so far, the newest last, without that of the map
	sound     timedText // what has become of the sound, which hides no warning
	level     mapNotice
	levelLine timedText // its line, while it is shown
	searched  bool      // the warnings are open
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
	Picture bool // the frame is a single picture: nothing about keys or seeking

	messages []hud.Message // scratch
}

// keysSaid are texts with the keys of commands, which the viewer may change.
type keysSaid struct {
	again, quit      string // sentences
	search, settings string // the keys themselves
}

// nameKeys takes the keys that commands have.
func (n *notices) nameKeys(of func(command string) string) {
	n.keys = keysSaid{again: of("pause") + ": play again", quit: "Press " + of("close") + " again to quit",
		search: of("warnings"), settings: of("settings")}
}

// Pass advances the messages by dt seconds.
func (n *notices) Pass(dt float64) {
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
	n.note = timedText{bounded.Shorten(text, maxNotice), sayKept}
}

// forget ends the message if it begins so.
func (n *notices) forget(start string) {
	if strings.HasPrefix(n.note.text, start) {
		n.note = timedText{}
	}
}

// sayState shows the state of a thing that is on or off.
func (n *notices) sayState(thing string, on bool) {
	n.sayBriefly(thing + ": " + onOff(on))
}

// sayBriefly is say for short texts: the state of a toggle, a time, a speed, the volume.
func (n *notices) sayBriefly(text string) {
	n.say(text)
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

// UpperFirst returns a text that begins with a large letter.
func UpperFirst(text string) string {
	if text == "" {
		return ""
	}
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:]
}

// lowerFirst returns a text that begins with a small letter.
func lowerFirst(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToLower(first)) + text[size:]
}

// welcome says which key shows all keys, by the name on this keyboard.
func (n *notices) welcome(groups []group) {
	if help := findCommand(groups, "help"); len(help.Keys) > 0 {
		n.hint = timedText{"Press " + help.Keys[0].label() + " for help", hintKept}
	}
}

// maxWarnings bounds the warnings that can be read again.
const maxWarnings = 16

// warn shows a warning long enough to be read.
func (n *notices) warn(text string) {
	n.note = timedText{}
	n.warning = timedText{bounded.Shorten(text, maxNotice), longKept}
	n.remember(n.warning.text)
}

// remember keeps a warning to be read again.
func (n *notices) remember(text string) {
	if text == "" || slices.Contains(n.warnings, text) {
		return
	}
	n.warnings = append(n.warnings, text)
	n.warnings = n.warnings[max(0, len(n.warnings)-maxWarnings):]
}

// warnBesides shows a warning, and one that is shown already before it.
func (n *notices) warnBesides(text string) {
	shown := n.warning
	n.warn(text)
	if shown.visible() {
		n.warning.text = bounded.Shorten(shown.text+"; "+text, maxNotice)
	}
}

// askLeave asks for a second Esc.
func (n *notices) askLeave() { n.leave = leaveKept }

// leaving reports whether a second Esc quits.
func (n *notices) leaving() bool { return n.leave > 0 }

// mapNotice is the notice about the map of a level: line is shown for a while, short and search are for the list of
// warnings, and label is beside the map's name in a picture. Empty texts are not shown.
type mapNotice struct {
	key                        world.MapKey
	line, short, search, label string
	advice                     string // how to get the map
}

// missingNotice returns what is said of a map that is missing, of the name that a demo gives it
// as plain text, and of the level that was rebuilt in its place, nil for none.
func missingNotice(c *levelmap.Loaded, name string, l *levelmap.Rebuilt, keys *keysSaid, fingers bool) mapNotice {
	const longest = 40 // bytes of a name, which a demo chooses
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
		case l.Part == 1: // the demo grows
			how += " so far"
		default:
			how += fmt.Sprintf(" (%.0f %%)", math.Floor(100*l.Part))
		}
	}
	if c.Notice == "" { // it was not looked for
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

// setMap sets the notice of the map. Another text about the same map is not shown for longer.
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

// warningsTitle is above the warnings.
const warningsTitle = "Warnings"

// warningCount returns how many warnings can be read.
func (n *notices) warningCount() int {
	count := len(n.warnings)
	if n.level.short != "" {
		count++
	}
	return count
}

// allWarnings returns the warnings as the text of a [hud.Sheet], with where the map was looked for.
func (n *notices) allWarnings() string {
	list := slices.Clone(n.warnings)
	if n.level.short != "" {
		list = append(list, n.level.short)
	}
	if n.level.search != "" {
		lines := strings.ReplaceAll(n.level.search, "; ", "\n")
		list = append(list, strings.ReplaceAll(lines, "\nlooked in", "\n\tlooked in"))
	}
	if n.level.advice != "" {
		list = append(list, n.level.advice)
	}
	return strings.Join(list, "\n")
}

// toggleWarnings shows all warnings, or closes them.
func (g *App) toggleWarnings() {
	n := &g.Demo.Notices
	switch {
	case n.searched:
		n.searched = false
	case n.warningCount() > 0:
		g.coverNoMore()
		g.Viewing.scores = false
		n.searched = true
	default:
		n.say("No warnings")
	}
}

// list returns the messages of this frame, valid until the next call. In clean those of the map are not among them.
func (n *notices) list(p *player.Player, clean bool) []hud.Message {
	n.messages = n.messages[:0]
	add := func(text string, kind hud.MessageKind) {
		n.messages = append(n.messages, hud.Message{Text: text, Kind: kind})
	}
	switch {
	case n.Picture, clean: // a picture has the label, and the terminal the rest
	case n.levelLine.visible():
		add(n.levelLine.text, hud.MessageWarning)
	}
	// behind the map's, which can be asked for: where there is little room, the first ones are not shown
	if n.warning.visible() {
		add(n.warning.text, hud.MessageWarning)
	}
	if n.damage.add(p, add); n.damage.sum.text != "" {
		n.remember(n.damage.sum.text)
	}
	if n.title.visible() {
		add(n.title.text, hud.MessageTitle)
	}
	if n.Picture {
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
	for _, t := range [...]*timedText{&n.first, &n.hint} {
		if t.visible() {
			add(t.text, hud.MessageNote)
		}
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
		again = "Tap to play again."
	}
	switch {
	case n.leaving():
		add(n.keys.quit, hud.MessageNote)
	case n.next != "":
		add(n.next, hud.MessageNote)
	case n.note.visible():
		add(n.note.text, hud.MessageNote)
	case ended && p.Grew():
		add("Game over. "+again, hud.MessageNote)
	case ended:
		add("End. "+again, hud.MessageNote)
	}
	return n.messages
}

// damageKept is how long the sentence about a damaged place stays, in viewer's seconds
// from there. Places that are closer together are one sentence.
const damageKept = 6.0

// damageNotices are what is said of damage.
type damageNotices struct {
	sum timedText // of the whole demo, once it has been read
	// here is the sentence about the places that key names: it is made once.
	here string
	key  damageKey
}

// damageKey is what a sentence about damaged places depends on.
type damageKey struct {
	first, end int // indices of the gaps
	last       scan.Gap
}

// add adds what is to be said of damage: the sum of it at first, a sentence at each
// place, and a sign while things may be out of place.
func (n *damageNotices) add(p *player.Player, say func(text string, kind hud.MessageKind)) {
	gaps, losses := p.Timeline().Gaps()
	if _, complete := p.Duration(); complete && n.sum.text == "" {
		switch err := p.Timeline().Err(); {
		case err != nil:
			n.sum = timedText{err.Error(), longKept}
		case losses.Count > 0:
			n.sum = timedText{sumOfDamage(gaps, losses), longKept}
		}
	}
	first, end := gapsHere(gaps, p.Clock())
	switch m := p.Moment(); {
	case first < end:
		if key := (damageKey{first, end, gaps[end-1]}); key != n.key {
			n.key, n.here = key, describeGaps(gaps[first:end])
		}
		say(n.here, hud.MessageWarning)
	case n.sum.visible():
		say(n.sum.text, hud.MessageWarning)
	case m.World != nil && m.World.Uncertain.Places():
		say("Positions may be wrong", hud.MessageSign)
	}
}

// gapsHere returns which of the damaged places the clock, in viewer's seconds, has just
// passed: those of the last seconds, and others before as long as they are as close
// together.
func gapsHere(gaps []scan.Gap, clock float64) (first, end int) {
	for end = len(gaps); end > 0 && (gaps[end-1].Start > clock || gaps[end-1].Count == 0); {
		end--
	}
	last := clock
	for first = end; first > 0 && gaps[first-1].End+damageKept >= last; {
		first--
		last = gaps[first].Start
	}
	return first, end
}

// sumOfDamage says in a line how much of a demo is damaged.
func sumOfDamage(gaps []scan.Gap, losses scan.Losses) string {
	if k := gaps[len(gaps)-1]; losses.Count == 1 && k.Last {
		return "Demo damaged at its end: " + k.Damage.Err.Error()
	}
	return inWords("Demo damaged", losses, "")
}

// inWords returns the number of damaged places and their losses in words.
func inWords(what string, losses scan.Losses, end string) string {
	if losses.Count > 1 {
		what += fmt.Sprintf(" in %d places", losses.Count)
	}
	if lost := losses.Text(); lost != "" {
		what += ": " + lost
	}
	return what + end
}

// describeGaps says in a sentence or two what is lost at damaged places that follow
// each other, and until when things may be out of place.
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
	b.WriteString(inWords("Damaged here", losses, end) + ".")
	switch {
	case k.Last:
	case k.Lasting:
		b.WriteString(" Positions may be wrong from here on.")
	case k.Until-k.End >= shortest:
		fmt.Fprintf(&b, " Positions may be wrong until %s.", humanize.Clock(k.Until))
	}
	return b.String()
}

// shortest is how long things must be uncertain to be worth a sentence, in seconds.
const shortest = 1.0

// SayTitle shows the title of a film for some seconds.
func (n *notices) SayTitle(text string, seconds float64) {
	n.title = timedText{bounded.Shorten(text, maxNotice), seconds}
}
