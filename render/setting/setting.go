// Package setting defines the table of all settings.
// The flags of play with their help, the settings page, the switches of the command palette,
// the output of "demoscope config" and the manual are made from the table.
package setting

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Kind is the type of a setting's values.
type Kind uint8

// The kinds of settings.
const (
	Switch  Kind = iota // "true" or "false"
	Choice              // one of Choices
	Set                 // any subset of Choices
	Number              // a whole number from Least to Most
	Place               // window position in pixels from the left and the top: "20,40", or "center"
	Size                // window size in pixels: "1280x720"
	Folders             // absolute paths
)

// A Value is the value of a setting: one string, or any number of strings for [Set] and [Folders].
type Value []string

// String returns the strings of a value, separated by commas.
func (v Value) String() string { return strings.Join(v, ",") }

// On reports whether a [Switch] is on.
func (v Value) On() bool { return len(v) == 1 && v[0] == "true" }

// Number returns the value of a [Number], 0 for any other.
func (v Value) Number() int {
	n, _ := strconv.Atoi(v.String())
	return n
}

// Values are settings by name, each in the form that [Setting.Check] returns. Missing settings have their defaults.
type Values map[string]Value

// Of returns the value of a setting, which must be in the table.
func (v Values) Of(name string) Value {
	if value, ok := v[name]; ok {
		return value
	}
	return Find(name).Usual
}

// Setting is one row of the table.
type Setting struct {
	// Name is the name in the settings file, on the command line and as a command.
	Name  string
	Group string // heading on the settings page, the same for neighbors
	Label string // noun phrase for the settings page, the command palette and messages
	Help  string // one sentence for the help of the flag and the manual
	Kind  Kind
	Usual Value // default
	// Choices are the possible words of a [Choice] or [Set].
	Choices []string
	// Least and Most bound a [Number]; Step is its increment on the settings page.
	Least, Most, Step int
	// Bit is the bit of a [Switch] in [Switches], 0 if it only applies when a window opens.
	Bit Switches
	// Key is the key of a [Switch], as the keys file names it, "" for none: most switches are on the settings
	// page and in the command palette, and the keys file can give them keys.
	Key string
	// Everywhere is set if the settings file applies to all commands with the flag, and not
	// only to play.
	Everywhere bool
}

// Switches are the on/off settings that differ from their defaults, one bit each. The zero value has all defaults.
type Switches uint64

// The bits of the on/off settings. The table below describes them.
const (
	NameTags Switches = 1 << iota
	TeamOverlay
	ItemTimers
	Speedometer
	KeyDisplay
	Trails
	Footprints
	AimLines
	KillPreview
	MatchupPanel
	PictureInPicture
	OffScreenArrows
	StatusBar
	InfoPanel
	Brackets
	HitSigns
	DamageNumbers
	PlayerStates
	XRay
	HeatMap
	Items
	Effects
	ScreenEffects
	ViewShake
	LightFlicker
	TextureColors
	FloorGrid
	SkyLines
	ReducedMotion
	Spoilers
	SeekThumbnails
)

// On reports whether any of the settings is on.
func (s Switches) On(bits Switches) bool { return (s^usual)&bits != 0 }

// Set turns settings on or off.
func (s *Switches) Set(bits Switches, on bool) {
	*s &^= bits
	if on {
		*s |= bits &^ usual
	} else {
		*s |= bits & usual
	}
}

// usual are the settings that are on by default.
var usual = func() (s Switches) {
	for i := range table {
		if table[i].Usual.On() {
			s |= table[i].Bit
		}
	}
	return s
}()

// Group returns the bits of the settings under a heading of the settings page.
func Group(name string) (s Switches) {
	for i := range table {
		if table[i].Group == name {
			s |= table[i].Bit
		}
	}
	return s
}

// Bounds of the window size, in pixels per side.
const (
	smallestWindow = 16
	largestWindow  = 16384
)

// Check returns a value in its canonical form, or an error that describes valid values.
func (s *Setting) Check(v Value) (Value, error) {
	if s.Kind != Set && s.Kind != Folders && len(v) != 1 {
		return nil, fmt.Errorf("%s takes one value, not %d", s.Name, len(v))
	}
	switch s.Kind {
	case Switch:
		return s.checkSwitch(v[0])
	case Choice:
		if !slices.Contains(s.Choices, v[0]) {
			return nil, fmt.Errorf("%s must be one of %s, not %q", s.Name, strings.Join(s.Choices, ", "), v[0])
		}
	case Set:
		return s.checkSet(v)
	case Number:
		n, err := strconv.Atoi(v[0])
		if err != nil || n < s.Least || n > s.Most {
			return nil, fmt.Errorf("%s must be a whole number from %d to %d, not %q", s.Name, s.Least, s.Most, v[0])
		}
		return Value{strconv.Itoa(n)}, nil
	case Size:
		w, h, err := ParseSize(v[0])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s.Name, err)
		}
		return Value{fmt.Sprintf("%dx%d", w, h)}, nil
	case Place:
		if _, _, ok := ParsePlace(v[0]); !ok && v[0] != "center" {
			return nil, fmt.Errorf("%s must be center or X,Y like 20,40, not %q", s.Name, v[0])
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

func (s *Setting) checkSwitch(word string) (Value, error) {
	switch strings.ToLower(word) {
	case "true", "on", "yes":
		return Value{"true"}, nil
	case "false", "off", "no":
		return Value{"false"}, nil
	}
	return nil, fmt.Errorf("%s must be true or false, not %q", s.Name, word)
}

// checkSet returns the words of a set in the order of its choices, each once.
func (s *Setting) checkSet(v Value) (Value, error) {
	for _, word := range v {
		if !slices.Contains(s.Choices, word) {
			return nil, fmt.Errorf("%s takes any of %s, not %q", s.Name, strings.Join(s.Choices, ", "), word)
		}
	}
	chosen := Value{}
	for _, word := range s.Choices {
		if slices.Contains(v, word) {
			chosen = append(chosen, word)
		}
	}
	return chosen, nil
}

// ParseSize parses a window size in pixels like 1280x720.
func ParseSize(text string) (width, height int, err error) {
	wrong := fmt.Errorf("invalid size %q (want WxH, %d to %d pixels a side)", text, smallestWindow, largestWindow)
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

// ParsePlace parses a position like 20,40, in pixels from the left and the top of a screen. If text is
// not a valid position, ok is false.
func ParsePlace(text string) (x, y int, ok bool) {
	left, top, _ := strings.Cut(text, ",")
	x, err := strconv.Atoi(left)
	y, err2 := strconv.Atoi(top)
	return x, y, err == nil && err2 == nil && max(x, -x, y, -y) <= largestWindow
}

// Next returns the value a number of steps after v, or before it for negative steps. A [Switch]
// toggles, a [Choice] wraps around, and a [Number] changes by Step and stays within its bounds.
// Values of other kinds do not change.
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

// Find returns the setting with a name, or nil if there is none.
func Find(name string) *Setting {
	if i := Index(name); i >= 0 {
		return &table[i]
	}
	return nil
}

// Index returns the index of the setting with a name in [Table], -1 if there is none.
func Index(name string) int {
	for i := range table {
		if table[i].Name == name {
			return i
		}
	}
	return -1
}

// IsLook reports whether a setting also applies to pictures and films, not only to windows.
func IsLook(s *Setting) bool {
	return slices.Contains([]string{"Display", "Analyst display", "Picture", "Accessibility"}, s.Group)
}

// Table returns all settings in the order of the settings page. It must not be modified.
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

// libraryColumns are the columns of the library, with the default ones first.
var libraryColumns = []string{"date", "game", "map", "mode", "players", "result", "length", "file", "best",
	"recorder", "format", "size", "damage", "folder"}

// usualColumns is the number of columns that are shown by default.
const usualColumns = 9

// bothWays returns the words, each followed by its variant with -reversed.
func bothWays(words []string) (list []string) {
	for _, word := range words {
		list = append(list, word, word+"-reversed")
	}
	return list
}

var table = []Setting{
	{Name: "display", Group: "Display", Label: "Display", Kind: Choice, Usual: Value{"watch"},
		Choices: []string{"clean", "watch", "analyst"},
		Help:    "What to draw over the picture: clean (nothing), watch (the essentials) or analyst (everything)"},
	{Name: "name-tags", Group: "Display", Label: "Name tags", Kind: Switch, Usual: on, Bit: NameTags,
		Help: "Show name tags over players"},
	{Name: "chat", Group: "Display", Label: "Chat", Kind: Choice, Usual: Value{"auto"},
		Choices: []string{"auto", "true", "false"},
		Help:    "Show chat in the kill feed (default: only on the analyst display)"},
	{Name: "team-overlay", Group: "Display", Label: "Team overlay", Kind: Switch, Usual: off,
		Bit: TeamOverlay, Key: "F5",
		Help: "Show a table of all players with health, armor, weapon and location"},
	{Name: "item-timers", Group: "Display", Label: "Item timers", Kind: Switch, Usual: off, Bit: ItemTimers, Key: "F6",
		Help: "Show when armor, megahealth and powerups respawn (? if unknown)"},
	{Name: "speedometer", Group: "Display", Label: "Speedometer", Kind: Switch, Usual: off, Bit: Speedometer, Key: "F7",
		Help: "Show the speed of the followed player"},
	{Name: "key-display", Group: "Display", Label: "Key display", Kind: Switch, Usual: off, Bit: KeyDisplay, Key: "F8",
		Help: "Show the keys that the followed player presses"},
	{Name: "trails", Group: "Display", Label: "Trails", Kind: Switch, Usual: off, Bit: Trails, Key: "F9",
		Help: "Draw the path of each player in the last few seconds"},
	{Name: "footprints", Group: "Display", Label: "Footprints", Kind: Switch, Usual: off, Bit: Footprints,
		Help: "Draw the footprints of all players"},
	{Name: "aim-lines", Group: "Display", Label: "Aim lines", Kind: Switch, Usual: off, Bit: AimLines, Key: "F10",
		Help: "Draw a line from each player to the point they aim at"},
	{Name: "kill-preview", Group: "Analyst display", Label: "Kill preview", Kind: Switch, Usual: on, Bit: KillPreview,
		Help: "Announce kills just before they happen"},
	{Name: "matchup-panel", Group: "Analyst display", Label: "Matchup panel", Kind: Switch, Usual: on,
		Bit:  MatchupPanel,
		Help: "Compare the followed player and the opponent"},
	{Name: "picture-in-picture", Group: "Analyst display", Label: "Picture-in-picture", Kind: Switch, Usual: on,
		Bit:  PictureInPicture,
		Help: "Show an off-screen opponent in a small picture for a second"},
	{Name: "off-screen-arrows", Group: "Analyst display", Label: "Off-screen arrows", Kind: Switch, Usual: on,
		Bit:  OffScreenArrows,
		Help: "Point to nearby off-screen players"},
	{Name: "status-bar", Group: "Analyst display", Label: "Status bar", Kind: Switch, Usual: on, Bit: StatusBar,
		Help: "Show health, armor, weapons, ammo and the numbers of mods"},
	{Name: "info-panel", Group: "Analyst display", Label: "Info panel", Kind: Switch, Usual: on, Bit: InfoPanel,
		Help: "Show the level, the followed player and the camera"},
	{Name: "brackets", Group: "Analyst display", Label: "Brackets", Kind: Switch, Usual: on, Bit: Brackets,
		Help: "Frame distant and half-hidden players"},
	{Name: "hit-signs", Group: "Analyst display", Label: "Hit and aim signs", Kind: Switch, Usual: on, Bit: HitSigns,
		Help: "Mark hits, players who aim at the followed player, and owners of missiles"},
	{Name: "damage-numbers", Group: "Analyst display", Label: "Damage numbers", Kind: Switch, Usual: on,
		Bit:  DamageNumbers,
		Help: "Show the damage of the last hit of a kill"},
	{Name: "player-states", Group: "Analyst display", Label: "Player states", Kind: Switch, Usual: on,
		Bit:  PlayerStates,
		Help: "Show which players fall, chat, lag or have no ammo"},
	{Name: "mode", Group: "Picture", Label: "Render mode", Kind: Choice, Usual: Value{"game"},
		Choices: []string{"game", "lit", "shaded", "hidden-line", "wire"},
		Help: "Render mode: game (the game's textures and light), " +
			"lit (with the map's lighting), shaded, hidden-line or wire"},
	{Name: "light", Group: "Picture", Label: "Light", Kind: Choice, Usual: Value{"lifted"},
		Choices: []string{"lifted", "true"},
		Help:    "Light of the render mode game: lifted (no black corners) or true (as dark as in the game)"},
	{Name: "brightness", Group: "Picture", Label: "Brightness (%)", Kind: Number, Usual: Value{"100"},
		Least: 50, Most: 200, Step: 10, Help: "Brightness of the 3D picture, 50 to 200 percent"},
	{Name: "x-ray", Group: "Picture", Label: "X-ray", Kind: Switch, Usual: off, Bit: XRay, Key: "X",
		Help: "Show players through walls"},
	{Name: "heat-map", Group: "Picture", Label: "Heat map", Kind: Switch, Usual: off, Bit: HeatMap,
		Help: "Color the floor by how often players walk on it"},
	{Name: "items", Group: "Picture", Label: "Items", Kind: Switch, Usual: on, Bit: Items,
		Help: "Show items and other objects"},
	{Name: "effects", Group: "Picture", Label: "Effects", Kind: Switch, Usual: on, Bit: Effects,
		Help: "Show explosions, blood, beams and other effects"},
	{Name: "screen-effects", Group: "Picture", Label: "Screen effects", Kind: Switch, Usual: on, Bit: ScreenEffects,
		Help: "Tint the first-person view when the player is hit or in a liquid"},
	{Name: "view-shake", Group: "Picture", Label: "View shake", Kind: Switch, Usual: off, Bit: ViewShake,
		Help: "Let strafing, recoil and damage shake the first-person view, as in the games"},
	{Name: "light-flicker", Group: "Picture", Label: "Light flicker", Kind: Switch, Usual: on, Bit: LightFlicker,
		Help: "Let lights flicker and pulse, as in the games"},
	{Name: "texture-colors", Group: "Picture", Label: "Texture colors", Kind: Switch, Usual: on, Bit: TextureColors,
		Help: "Color walls and floors by their textures"},
	{Name: "floor-grid", Group: "Picture", Label: "Floor grid", Kind: Switch, Usual: on, Bit: FloorGrid,
		Help: "Draw grid lines on large surfaces"},
	{Name: "sky-lines", Group: "Picture", Label: "Sky lines", Kind: Switch, Usual: on, Bit: SkyLines,
		Help: "Draw lines in the sky"},
	{Name: "ui-scale", Group: "Accessibility", Label: "UI scale (%)", Kind: Number, Usual: Value{"100"},
		Least: 50, Most: 300, Step: 25,
		Help: "Size of text and panels, 50 to 300 percent (less in a small window)"},
	{Name: "color-scheme", Group: "Accessibility", Label: "Color scheme", Kind: Choice, Usual: Value{"default"},
		Choices: []string{"default", "colorblind"},
		Help:    "Color scheme: default, or colorblind (no red against green)"},
	{Name: "reduced-motion", Group: "Accessibility", Label: "Reduced motion", Kind: Switch, Usual: off,
		Bit: ReducedMotion,
		Help: "Reduce motion: the camera cuts instead of gliding, and nothing shakes, flashes, flickers or turns " +
			"by itself"},
	{Name: "sound-cues", Group: "Accessibility", Label: "Sound cues", Kind: Choice, Usual: Value{"off"},
		Choices: []string{"off", "rings", "subtitles", "both"},
		Help:    "Make sounds visible: off, rings (where they start), subtitles or both"},
	{Name: "camera", Group: "Playback", Label: "Camera", Kind: Choice, Usual: Value{"eyes"},
		Choices: []string{"eyes", "chase", "orbit", "overhead"},
		Help:    "Camera: eyes (first person), chase, orbit or overhead"},
	{Name: "director", Group: "Playback", Label: "Director at start", Kind: Choice,
		Usual: Value{"auto"}, Choices: []string{"auto", "true", "false"},
		Help: "Let the director choose the players to follow until you pick one; auto means only in demos without a " +
			"recording player (.mvd, .mvd2, free spectators)"},
	{Name: "spoilers", Group: "Playback", Label: "Spoilers", Kind: Switch, Usual: on, Bit: Spoilers, Key: "U",
		Help: "Show events that are still ahead on the timeline and in lists"},
	{Name: "seek-thumbnails", Group: "Playback", Label: "Seek thumbnails", Kind: Switch, Usual: on, Bit: SeekThumbnails,
		Help: "Show a thumbnail while you point at the timeline"},
	{Name: "clock", Group: "Playback", Label: "Clock", Kind: Choice, Usual: Value{"game"},
		Choices: []string{"game", "server", "match"},
		Help:    "Clock to show: game (as in the game), server (time in the demo) or match (since the match started)"},
	{Name: "volume", Group: "Sound", Label: "Volume (%)", Kind: Number, Usual: Value{"70"}, Most: 100, Step: 10,
		Help: "Volume, 0 to 100 percent"},
	{Name: "mute", Group: "Sound", Label: "Mute", Kind: Switch, Usual: off, Help: "Mute all sound"},
	{Name: "tape-pitch", Group: "Sound", Label: "Tape pitch", Kind: Switch, Usual: off,
		Help: "Change the pitch with the playback speed, like a tape"},
	{Name: "footstep-sounds", Group: "Sound", Label: "Footstep sounds", Kind: Switch, Usual: on,
		Help: "Play footsteps"},
	{Name: "ambient-sounds", Group: "Sound", Label: "Ambient sounds", Kind: Switch, Usual: on,
		Help: "Play the ambient sounds of the level"},
	{Name: "announcer", Group: "Sound", Label: "Announcer", Kind: Switch, Usual: on,
		Help: "Play the announcer's voice"},
	{Name: "chat-sounds", Group: "Sound", Label: "Chat sounds", Kind: Switch, Usual: on,
		Help: "Play a sound for each chat message"},
	{Name: "voice-tracks", Group: "Sound", Label: "Voice tracks", Kind: Choice, Usual: Value{"team"},
		Choices: []string{"team", "all", "off"},
		Help:    "Voices in the demo to play: team (of the followed player), all or off"},
	{Name: "size", Group: "Window", Label: "Window size", Kind: Size, Usual: Value{"1280x720"},
		Help: "Window size in pixels (default: the last size)"},
	{Name: "place", Group: "Window", Label: "Window position", Kind: Place, Usual: Value{"center"},
		Help: "Window position in pixels: X,Y or center (default: the last position)"},
	{Name: "fullscreen", Group: "Window", Label: "Start in full screen", Kind: Switch, Usual: off,
		Help: "Start in full screen"},
	{Name: "renderer", Group: "Window", Label: "Renderer (after restart)", Kind: Choice, Usual: Value{"auto"},
		Choices: []string{"auto", "gpu", "cpu"},
		Help:    "Renderer: auto, gpu or cpu (for slow graphics drivers)"},
	{Name: "library-sort", Group: "Library", Label: "Sort library by", Kind: Choice, Usual: Value{"date"},
		Choices: bothWays(libraryColumns), Help: "Column to sort the library by: date, game, map, mode, players, " +
			"result, length, file, best, recorder, format, size, damage or folder; add -reversed to reverse the order"},
	{Name: "library-columns", Group: "Library", Label: "Library columns", Kind: Set,
		Usual: libraryColumns[:usualColumns:usualColumns], Choices: libraryColumns,
		Help: "Columns of the library: any of date, game, map, mode, players, result, length, file, best, " +
			"recorder, format, size, damage and folder"},
	{Name: "basedir", Group: "Library", Label: "Game folders", Kind: Folders, Usual: Value{}, Everywhere: true,
		Help: "Folders that contain id1, qw, baseq2, baseq3 or baseoa"},
}
