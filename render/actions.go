package render

import (
	"fmt"
	"strings"

	"github.com/hajimehoshi/ebiten/v2"

	"demoscope/render/hud"
)

// action is a command with its argument: what a key can be given to.
type action struct {
	command Command
	arg     float64
}

// actionNames are what the settings call the actions.
var actionNames = func() map[action]string {
	m := map[action]string{
		{CommandPause, 0}: "pause", {CommandSeek, -5}: "back-5", {CommandSeek, 5}: "forward-5", {CommandSeek, -30}: "back-30", {CommandSeek, 30}: "forward-30",
		{CommandStep, -1}: "previous-frame", {CommandStep, 1}: "next-frame", {CommandSlower, 0}: "slower", {CommandFaster, 0}: "faster",
		{CommandNormal, 0}: "normal-speed", {CommandReverse, 0}: "backwards", {CommandBegin, 0}: "beginning", {CommandEnd, 0}: "end",
		{HoldBack, 0}: "hold-back", {HoldForward, 0}: "hold-forward", {CommandClock, 0}: "clock",
		{CommandList, 0}: "list", {CommandSearch, 0}: "search", {CommandSpoilers, 0}: "no-spoilers",
		{CommandBookmark, 0}: "bookmark", {CommandName, 0}: "name-bookmark",
		{CommandClipIn, 0}: "clip-begin", {CommandClipOut, 0}: "clip-end", {CommandLoop, 0}: "clip-loop", {CommandForgetClip, 0}: "clip-forget",
		{CommandFollowNext, 0}: "next-player", {CommandFollowPrevious, 0}: "previous-player", {CommandRecorder, 0}: "recorder",
		{CommandChase, 0}: "chase", {CommandFly, 0}: "fly",
		{MoveForward, 0}: "move-forward", {MoveBack, 0}: "move-back", {MoveLeft, 0}: "move-left", {MoveRight, 0}: "move-right",
		{MoveUp, 0}: "move-up", {MoveDown, 0}: "move-down", {MoveFast, 0}: "move-fast",
		{CommandMode, 0}: "draw-mode", {CommandXRay, 0}: "x-ray", {CommandWalked, 0}: "walked-ground", {CommandMarkers, 0}: "markers",
		{CommandScores, 0}: "scores", {CommandHUD, 0}: "hud", {CommandFullscreen, 0}: "fullscreen", {CommandHelp, 0}: "help", {CommandLeave, 0}: "leave",
	}
	for command, name := range map[Command]string{
		CommandEvent: "event", CommandKill: "kill", CommandMine: "mine", CommandChat: "chat", CommandLevel: "level", CommandNextBookmark: "bookmark",
	} {
		m[action{command, 1}], m[action{command, -1}] = "next-"+name, "previous-"+name
	}
	for i := range 10 {
		m[action{CommandTenth, float64(i)}] = fmt.Sprintf("tenth-%d", i)
	}
	for c := range hud.ClassCount {
		m[action{CommandFilter, float64(c)}] = "filter-" + c.String()
	}
	return m
}()

// actionNamed returns the action that the settings call by a name.
func actionNamed(name string) (a action, ok bool) {
	for a, n := range actionNames {
		if n == name {
			return a, true
		}
	}
	return action{}, false
}

// moreSigns are the names of keys that Bindings leaves free.
var moreSigns = map[ebiten.Key]string{
	ebiten.KeyBackquote: "`", ebiten.KeyMinus: "-", ebiten.KeyEqual: "=", ebiten.KeySemicolon: ";", ebiten.KeyQuote: "'",
}

// keyWords are words for keys in the settings besides Ebitengine's, in small
// letters.
var keyWords = func() map[string]ebiten.Key {
	m := map[string]ebiten.Key{}
	for _, names := range [...]map[ebiten.Key]string{keyNames, signNames, moreSigns} {
		for k, name := range names {
			m[strings.ToLower(name)] = k
		}
	}
	for i := range 10 {
		m[fmt.Sprint(i)] = ebiten.KeyDigit0 + ebiten.Key(i)
	}
	return m
}()

// parseChord reads a key as settings have it: "K", "Shift+F2", "PgUp",
// "Numpad5". Keys are named by their places on an American keyboard.
func parseChord(text string) (c Chord, err error) {
	name := text
	if rest, ok := cutFold(name, "shift+"); ok {
		c.Shift, name = true, rest
	}
	if k, ok := keyWords[strings.ToLower(name)]; ok {
		c.Key = k
		return c, nil
	}
	if err := c.Key.UnmarshalText([]byte(name)); err != nil {
		return c, fmt.Errorf("there is no key %q", text)
	}
	return c, nil
}

// chordName returns a key as parseChord reads it.
func chordName(c Chord) string {
	name := c.Key.String()
	for _, names := range [...]map[ebiten.Key]string{keyNames, signNames, moreSigns} {
		if n, ok := names[c.Key]; ok {
			name = n
		}
	}
	name = strings.TrimPrefix(name, "Digit")
	if c.Shift {
		return "Shift+" + name
	}
	return name
}

// cutFold cuts a prefix of small letters off a text, whatever its capitals.
func cutFold(text, prefix string) (rest string, ok bool) {
	if len(text) < len(prefix) || !strings.EqualFold(text[:len(prefix)], prefix) {
		return text, false
	}
	return text[len(prefix):], true
}

// rebind gives an action other keys, which nothing else has from then on.
func rebind(groups []Group, a action, chords []Chord) {
	for g := range groups {
		for i := range groups[g].Bindings {
			b := &groups[g].Bindings[i]
			first, had := -1, false
			var kept []Chord
			for _, c := range b.Chords {
				mine := action{b.Command, c.Arg} == a
				if mine && first < 0 {
					first = len(kept)
				}
				had = had || mine
				if mine || hasKey(chords, c) {
					continue
				}
				kept = append(kept, c)
			}
			if first >= 0 {
				for k, c := range chords {
					c.Arg = a.arg
					kept = append(kept[:first+k], append([]Chord{c}, kept[first+k:]...)...)
				}
			}
			if had || len(kept) != len(b.Chords) {
				b.Keys = "" // the keys' own names are right again
			}
			b.Chords = kept
		}
	}
}

// hasKey reports whether one of some chords is the same key as c.
func hasKey(chords []Chord, c Chord) bool {
	for _, o := range chords {
		if o.Key == c.Key && o.Shift == c.Shift {
			return true
		}
	}
	return false
}
