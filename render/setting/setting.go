// Package setting has what a viewer may choose for good: the table of all settings, and the
// file that keeps them. From the table are made the flags of play with their help, the page
// of settings, what "demoscope config" prints, and the part of the README.
//
// The file is not trusted: [MaxFile] bounds it. A wrong value is named with its line and left
// out; what is not known is kept.
package setting

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Kind is what values a setting has.
type Kind uint8

// The kinds of settings.
const (
	Switch  Kind = iota // "true" or "false"
	Choice              // one of Choices
	Set                 // any of Choices, each once
	Number              // a whole number from Least to Most
	Place               // of a window on its screen, in pixels from the left and the top: "20,40", or "middle"
	Size                // of a window, in pixels: "1280x720"
	Folders             // absolute paths
)

// A Value is what a setting is set to: one text, or any number of [Set] and [Folders].
type Value []string

// String returns the texts of a value with commas between them.
func (v Value) String() string { return strings.Join(v, ",") }

// On reports whether a [Switch] is on.
func (v Value) On() bool { return len(v) == 1 && v[0] == "true" }

// Number returns the value of a [Number], 0 for any other.
func (v Value) Number() int {
	n, _ := strconv.Atoi(v.String())
	return n
}

// Setting is one row of the table.
type Setting struct {
	// Name is its name in the file, and after two dashes on the command line. It never changes.
	Name  string
	Group string // the title above it on the page, the same for neighbours
	Label string // what it is in a few words, on the page
	Help  string // what it does in a sentence, for the help of the flag
	Kind  Kind
	Usual Value // when nothing is set
	// Choices are the words of a [Choice] or [Set].
	Choices []string
	// Least, Most and Step bound a [Number]; it goes up and down by Step on the page.
	Least, Most, Step int
	// Everywhere is whether it holds for all commands that have the flag, and not only
	// for play: it says where something is, not how it looks.
	Everywhere bool
}

// Largest and smallest window that can be asked for, in pixels a side.
const (
	smallestWindow = 16
	largestWindow  = 16384
)

// Check returns a value in its usual form, or an error that says what it must be.
func (s *Setting) Check(v Value) (Value, error) {
	if s.Kind != Set && s.Kind != Folders && len(v) != 1 {
		return nil, fmt.Errorf("%s is one value, not %d", s.Name, len(v))
	}
	switch s.Kind {
	case Switch:
		switch strings.ToLower(v[0]) {
		case "true", "on", "yes":
			return Value{"true"}, nil
		case "false", "off", "no":
			return Value{"false"}, nil
		}
		return nil, fmt.Errorf("%s is true or false, not %q", s.Name, v[0])
	case Choice:
		if !slices.Contains(s.Choices, v[0]) {
			return nil, fmt.Errorf("%s is one of %s, not %q", s.Name, strings.Join(s.Choices, ", "), v[0])
		}
	case Set:
		chosen := Value{}
		for _, word := range v {
			if !slices.Contains(s.Choices, word) {
				return nil, fmt.Errorf("%s has any of %s, not %q", s.Name, strings.Join(s.Choices, ", "), word)
			}
		}
		for _, word := range s.Choices { // in the order of the table, each once
			if slices.Contains(v, word) {
				chosen = append(chosen, word)
			}
		}
		return chosen, nil
	case Number:
		n, err := strconv.Atoi(v[0])
		if err != nil || n < s.Least || n > s.Most {
			return nil, fmt.Errorf("%s is a whole number from %d to %d, not %q", s.Name, s.Least, s.Most, v[0])
		}
		return Value{strconv.Itoa(n)}, nil
	case Size:
		w, h, err := ParseSize(v[0])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s.Name, err)
		}
		return Value{fmt.Sprintf("%dx%d", w, h)}, nil
	case Place:
		if _, _, ok := ParsePlace(v[0]); !ok && v[0] != "middle" {
			return nil, fmt.Errorf("%s is middle, or a place like 20,40, not %q", s.Name, v[0])
		}
	case Folders:
		for _, path := range v {
			if !filepath.IsAbs(path) {
				return nil, fmt.Errorf("%s: %q is not an absolute path", s.Name, path)
			}
		}
	}
	return v, nil
}

// ParseSize reads a size of a window like 1280x720, in pixels.
func ParseSize(text string) (width, height int, err error) {
	wrong := fmt.Errorf("%q is no size like 1280x720, from %d to %d a side", text, smallestWindow, largestWindow)
	w, h, ok := strings.Cut(text, "x")
	if !ok {
		return 0, 0, wrong
	}
	width, err = strconv.Atoi(w)
	height, err2 := strconv.Atoi(h)
	if errors.Join(err, err2) != nil || min(width, height) < smallestWindow || max(width, height) > largestWindow {
		return 0, 0, wrong
	}
	return width, height, nil
}

// ParsePlace reads a place like 20,40, in pixels from the left and the top of a screen; ok is false for
// what is none.
func ParsePlace(text string) (x, y int, ok bool) {
	left, top, _ := strings.Cut(text, ",")
	x, err := strconv.Atoi(left)
	y, err2 := strconv.Atoi(top)
	return x, y, err == nil && err2 == nil && max(x, -x, y, -y) <= largestWindow
}

// Next returns the value that is by steps further on a page: of a [Switch] the other one, of a
// [Choice] the next or previous word and then the first or last again, of a [Number] steps
// times Step more. Values of other kinds stay as they are.
func (s *Setting) Next(v Value, steps int) Value {
	switch s.Kind {
	case Switch:
		if steps%2 == 0 {
			return v
		}
		return Value{strconv.FormatBool(!v.On())}
	case Choice:
		n := len(s.Choices)
		return Value{s.Choices[((slices.Index(s.Choices, v.String())+steps)%n+n)%n]}
	case Number:
		return Value{strconv.Itoa(max(s.Least, min(s.Most, v.Number()+steps*s.Step)))}
	}
	return v
}

// Find returns the setting of a name, nil if there is none.
func Find(name string) *Setting {
	if i := slices.IndexFunc(table, func(s Setting) bool { return s.Name == name }); i >= 0 {
		return &table[i]
	}
	return nil
}

// Table returns all settings in the order of the page. They must not be changed.
func Table() []Setting { return table }

// Names returns the names of all settings.
func Names() (names []string) {
	for i := range table {
		names = append(names, table[i].Name)
	}
	return names
}

var (
	on, off = Value{"true"}, Value{"false"}
)

// libraryColumns are the columns of the table of demos, the usual ones first.
var libraryColumns = []string{"date", "game", "map", "mode", "players", "result", "length", "best", "recorder",
	"format", "size", "damage", "file", "folder"}

// usualColumns is how many of them there are unless one says so.
const usualColumns = 8

// bothWays returns words, each followed by the one for the other way round.
func bothWays(words []string) (list []string) {
	for _, word := range words {
		list = append(list, word, word+"-reversed")
	}
	return list
}

var table = []Setting{
	{Name: "mode", Group: "Picture", Label: "how the level is drawn", Kind: Choice, Usual: Value{"lit"},
		Choices: []string{"lit", "shaded", "hidden-line", "wire"},
		Help:    "How the level is drawn: lit, shaded, hidden-line or wire."},
	{Name: "brightness", Group: "Picture", Label: "Brightness (%)", Kind: Number, Usual: Value{"100"},
		Least: 50, Most: 200, Step: 10, Help: "Brightness of the 3D picture, 50 to 200 percent."},
	{Name: "x-ray", Group: "Picture", Label: "players through walls", Kind: Switch, Usual: off,
		Help: "Show players through walls."},
	{Name: "inset", Group: "Picture", Label: "inset of who fights from outside", Kind: Switch, Usual: on,
		Help: "Show in an inset who fights the watched player from outside of the picture."},
	{Name: "foretell", Group: "Picture", Label: "a kill just before it comes", Kind: Switch, Usual: on,
		Help: "Tell a kill just before it comes: who is killed by whom, and with what."},
	{Name: "tint", Group: "Picture", Label: "damage and liquids tint the view", Kind: Switch, Usual: on,
		Help: "Let damage and liquids tint the view through a player's eyes."},
	{Name: "view-kick", Group: "Picture", Label: "strafing and recoil shake the view", Kind: Switch, Usual: off,
		Help: "Let strafing, recoil and damage shake the view through a player's eyes, as in the games."},
	{Name: "walked-ground", Group: "Picture", Label: "ground that was walked", Kind: Switch, Usual: off,
		Help: "Show the ground that was walked, the warmer the more."},
	{Name: "display", Group: "Picture", Label: "Display", Kind: Choice, Usual: Value{"watch"},
		Choices: []string{"clean", "watch", "analyst"},
		Help:    "How much is drawn over the picture: clean (nothing), watch, or analyst (everything)."},
	{Name: "hide", Group: "Picture", Label: "what is left out", Kind: Set, Usual: Value{}, Choices: []string{"markers",
		"tints", "grid", "sky", "flicker", "names", "arrows", "effects"},
		Help: "Leave parts of the picture out: markers (items and things), tints (colours of textures), grid, sky " +
			"(its lines), flicker (of lights), names, arrows (to who is near), effects."},
	{Name: "overlay", Group: "Picture", Label: "overlays", Kind: Set, Usual: Value{}, Choices: []string{"teaminfo",
		"item-clocks", "speed", "buttons", "trails", "footprints", "aim-lines"},
		Help: "Draw overlays: teaminfo (how players are, and where), item-clocks (when items are back; ? if the " +
			"demo does not tell), speed and buttons (of the watched player), trails (of the last seconds), " +
			"footprints, aim-lines."},
	{Name: "ui-scale", Group: "Comfort", Label: "size of texts and panels, percent", Kind: Number, Usual: Value{"100"},
		Least: 50, Most: 300, Step: 25,
		Help: "Size of texts and panels in percent of the usual, 50 to 300, as far as the window has room for them."},
	{Name: "colours", Group: "Comfort", Label: "set of colours", Kind: Choice, Usual: Value{"usual"},
		Choices: []string{"usual", "safe"},
		Help:    "Set of colours: usual; or safe, for eyes that do not tell red from green."},
	{Name: "reduced-motion", Group: "Comfort", Label: "less that moves by itself", Kind: Switch, Usual: off,
		Help: "Let less move by itself: cuts instead of flights of the camera; no turning, shaking, flashing or " +
			"flickering; lightning, beams, lasers, flames, flies and the beat of a low health stand still, and " +
			"lists stay where a finger leaves them."},
	{Name: "camera", Group: "Watching", Label: "how the camera behaves", Kind: Choice, Usual: Value{"eyes"},
		Choices: []string{"eyes", "behind", "orbit", "above"},
		Help: "How the camera behaves: eyes, behind, orbit or above; for one demo also path, along the path that " +
			"was set in it."},
	{Name: "director", Group: "Watching", Label: "the director chooses whom one watches", Kind: Choice,
		Usual: Value{"auto"}, Choices: []string{"auto", "true", "false"},
		Help: "Let the director choose whom you watch, until you do. Unless you say so it does where nobody's view " +
			"was recorded (.mvd, .mvd2, free spectators)."},
	{Name: "chat", Group: "Watching", Label: "Chat", Kind: Switch, Usual: on,
		Help: "Show chat below the kill feed."},
	{Name: "spoilers", Group: "Watching", Label: "what lies ahead is shown", Kind: Switch, Usual: on,
		Help: "Show on the bar and in lists what lies ahead."},
	{Name: "seek-preview", Group: "Watching", Label: "picture of the moment at the pointer over the bar", Kind: Switch,
		Usual: on, Help: "Show a small picture of the moment at the pointer over the bar."},
	{Name: "clock", Group: "Watching", Label: "which clock is shown", Kind: Choice, Usual: Value{"game"},
		Choices: []string{"game", "server", "match"},
		Help: "Which clock is shown: game, as the game shows it; server, the demo's own; match, since the " +
			"match began."},
	{Name: "volume", Group: "Sound", Label: "volume, in percent", Kind: Number, Usual: Value{"70"}, Most: 100, Step: 10,
		Help: "How loud it is, from 0 to 100 percent, in tens."},
	{Name: "mute", Group: "Sound", Label: "silence", Kind: Switch, Usual: off, Help: "Be silent."},
	{Name: "pitch-follows-speed", Group: "Sound", Label: "pitch follows the speed", Kind: Switch, Usual: off,
		Help: "Let the pitch follow the speed, as on a tape."},
	{Name: "silent", Group: "Sound", Label: "what is not heard", Kind: Set, Usual: Value{},
		Choices: []string{"footsteps", "ambience", "announcer", "chat"},
		Help:    "Leave kinds of sounds out: footsteps, ambience, announcer, chat."},
	{Name: "show-sounds", Group: "Sound", Label: "sounds for the eye", Kind: Choice, Usual: Value{"off"},
		Choices: []string{"off", "rings", "subtitles", "both"},
		Help:    "Show what is heard: off, rings where it is, subtitles, or both."},
	{Name: "size", Group: "Window", Label: "size of the window", Kind: Size, Usual: Value{"1280x720"},
		Help: "Size of the window; the next one has the size that you gave the last."},
	{Name: "place", Group: "Window", Label: "place of the window", Kind: Place, Usual: Value{"middle"},
		Help: "Where the window is on the screen: middle, or pixels from the left and the top, as 20,40; the next " +
			"one is where you have put the last."},
	{Name: "fullscreen", Group: "Window", Label: "begin in full screen", Kind: Switch, Usual: off,
		Help: "Begin in full screen."},
	{Name: "renderer", Group: "Window", Label: "what draws, from the next start on", Kind: Choice, Usual: Value{"auto"},
		Choices: []string{"auto", "gpu", "cpu"},
		Help:    "What draws: gpu, the graphics card; cpu, the processor, for drivers that are slow; auto is gpu."},
	{Name: "library-sort", Group: "Files", Label: "what sorts your demos", Kind: Choice, Usual: Value{"date"},
		Choices: bothWays(libraryColumns), Help: "The column that sorts your demos where no file is named: date, " +
			"game, map, mode, players, result, length, best, recorder, format, size, damage, file or folder; with " +
			"-reversed behind it the other way round. It is kept when you click on another one."},
	{Name: "library-columns", Group: "Files", Label: "columns of your demos", Kind: Set,
		Usual: libraryColumns[:usualColumns:usualColumns], Choices: libraryColumns,
		Help: "Columns of the table of your demos: any of date, game, map, mode, players, result, length, best, " +
			"recorder, format, size, damage, file, folder. They are kept when you choose others there."},
	{Name: "basedir", Group: "Files", Label: "folders of games", Kind: Folders, Usual: Value{}, Everywhere: true,
		Help: "Folder that holds id1, qw, baseq2, baseq3, baseoa, ...; may be repeated."},
}
