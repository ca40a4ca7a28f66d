// Package app is what a viewer's session is, without a window: [App] turns input into commands, has the demo, the views
// and the library's page, and draws on a [Canvas]. Package window shows it; package studio makes pictures and films of
// the same parts. It knows no file formats.
//
// What it shows of demos, and reads of the keys file, is bounded: texts (maxNotice, maxTitle), maps (maxMapsLoading,
// maxMapsKept), keys ([MaxKeyFile], [bounded.BadLines]). A panic costs the demo or map that met it: see
// [demoscope/internal/fault].
package app

import (
	"context"
	"unicode"

	"demoscope/assets"
	"demoscope/player"
	"demoscope/player/bookmarks"
	levels "demoscope/player/rebuilt"
	"demoscope/render/camera"
	"demoscope/render/levelmap"
	"demoscope/render/setting"
	"demoscope/render/sound"
)

// The usual size of a window, in device-independent pixels, and the smallest.
const (
	DefaultWidth  = 1280
	DefaultHeight = 720
	MinWidth      = 480
	MinHeight     = 300
)

// LiveSource is the source of a live game. Each of its functions may be nil.
type LiveSource struct {
	// Spectate is called in each frame with the followed player, -1 for nobody, and the place and direction of the
	// view, in Quake units and degrees: the server sends what can be seen from there.
	Spectate func(slot int, origin, angles [3]float32)
	// Awaits says in each frame what is waited for, for people; empty while the game comes.
	Awaits func() string
	// GiveUp ends waiting for a game that went away, and reports whether there was one. Esc does it.
	GiveUp func() bool
}

// Playlist are the demos that are played one after another.
type Playlist struct {
	// Files are the paths of the demos that are played one after another, and File is
	// the index of this one.
	Files []string
	File  int
	// Titles are short texts on some of Files, by path.
	Titles map[string]string
	// Gap is how long the window waits at the end of a file before the next, in seconds, up to
	// MaxGap; QuitAfter is whether the program ends at the end of the last.
	Gap       float64
	QuitAfter bool
}

// Options describe a demo to show, and the window for it.
type Options struct {
	// Player plays the demo.
	Player *player.Player
	Maps   levelmap.Load
	Title  string
	// Place is where the window is, as the setting of that name has it.
	Place string
	// Path is what Open takes for the demo.
	Path string
	// Key returns the SHA-256 of its content in hexadecimal digits. It is called on a goroutine of its
	// own, and may be called again. A demo with nil is not among those that were watched lately.
	Key func() string
	// Replaced is closed once the demo, which grows, has ended and another one has taken its Path: that is opened
	// then. It is nil if that cannot happen.
	Replaced <-chan struct{}
	// Cut makes a demo of a clip; nil if there is no such thing.
	Cut CutFunc
	// Film makes a film of a clip, until ctx ends; nil if there is no such thing.
	Film func(ctx context.Context, o FilmOptions) error
	// Source is the source of a live game.
	Source LiveSource
	// Opening, if not nil, says what is waited for while Open opens a game that is being played; empty for nothing.
	Opening func() string
	// Home is what is seen without a demo; nil for a window that has no such thing.
	Home *Home
	// Width and Height are of the window, in device-independent pixels; 0
	// stands for 1280x720. Unless Sized is set it is no larger than the largest screen.
	Width, Height int
	Sized         bool
	Fullscreen    bool
	Version       string // for the help page
	Renderer      Renderer
	// Choices are the viewer's settings as they begin; those that are missing are as usual.
	Choices setting.Values
	// Settled are the settings as they are kept: what the next window begins with.
	Settled setting.Values
	// Camera is how the camera behaves to begin with.
	Camera camera.How
	// Fly, if it is not nil, is where the camera flies to begin with.
	Fly *Camera
	// Views is how many views there shall be, up to MaxViews, as soon as there are players for
	// them. Watch has the slots of whom those besides the first show, which is the one that the
	// Player follows; those without one show whom the first does not.
	Views   int
	Watch   []int
	Palette *assets.Palette // of the game; nil for a built-in one
	Models  *assets.Models  // of the game; nil for figures of our own alone
	Ghost   Ghost
	// Director is whether the director chooses whom one watches, until the viewer does.
	Director Director
	// Score is the sound of this demo, nil for none. It is used by the window alone.
	Score *sound.Score
	// Remember keeps a setting that the viewer has changed for the next windows; nil if none is
	// kept.
	Remember func(name string, value setting.Value) error
	// Bookmarks opens those of this demo, on a goroutine of its own, because they are named after a
	// hash of all of it. They are saved whenever they change, and the error is shown. It is nil if
	// they are not to be kept.
	Bookmarks func() (*bookmarks.Bookmarks, error)
	// Kept is where surveys of levels are kept whose maps are missing.
	Kept levels.Kept
	// Keys are from [ReadKeys].
	Keys Keys
	// Notice is a warning to begin with, such as one about the settings; it may
	// be empty.
	Notice string
	// Open opens the demo at a path, which was dropped on the window or is one of
	// Files. It is called on a goroutine of its own. Of the result the size and place of the
	// window, Fullscreen, Renderer, Choices, Settled, Camera, Fly, Copy, Ghost, Remember, Version,
	// Home, Keys, Open, List, Reread, GameFolders, Files, File, Titles, Gap and
	// QuitAfter are ignored. The context ends when the viewer gives it up, and once it is open. If it is nil,
	// dropped files and Files are ignored.
	Open func(ctx context.Context, path string) (Options, error)
	// List reads a list of demos, or an archive of several, that was dropped on the window, with titles as
	// Titles has them; listed is false for a file that is none. What is wrong in a list is an error; the
	// demos are played nevertheless. It is called on a goroutine of its own. If it is nil, lists are no demos.
	List func(path string) (files []string, titles map[string]string, listed bool, err error)
	// Reread returns the settings as they are kept now: another window may have changed them. With an error nothing
	// of it is taken over. It is called on a goroutine of its own. It is nil if none are kept.
	Reread func() (setting.Values, error)
	// GameFolders, if not nil, is told the game folders of the settings when they change, for the demos that Open opens
	// from then on. It is called from the window's goroutine.
	GameFolders func(folders []string)
	Playlist
	// Copy takes the link of a moment of the demo with this Path where the viewer can paste it, and returns
	// what is said of that. If it is nil, links are only said. It is called from the window's goroutine.
	Copy func(link, path string) string
	// Close, if it is not nil, is called when the demo is no longer shown.
	Close func()
	// First, if it is not nil, is called once the first picture is finished but not yet drawn.
	First func()
	// Report, if it is not nil, gets the errors of mistakes in this program that cost a map
	// or a file, each a [*fault.Error], for a log. It is called from any goroutine.
	Report func(error)
	// Abandon, if it is not nil, is called from another goroutine if the window does not
	// end although it must, because a driver waits for ever: with an [*Interrupted] some
	// seconds behind a signal, or with [window.ErrDisplayGone]. It ends the process.
	Abandon func(error)

	maps *levelmap.Loader // with the map of the first level, if that was begun before
}

// LoadFirst begins to load the map of the first level, while the window comes up.
func (o *Options) LoadFirst() {
	o.maps = levelmap.NewLoader(o.Maps, o.Report)
	o.maps.Update(o.Player.Moment().World, 0)
}

// maxTitle is how many characters of a demo's name the title of the window has: more
// than one shows. A name in an archive may have 65,535, and a display refuses long ones.
const maxTitle = 200

// WindowTitle returns the title of the window of a demo, without characters that do not
// print: a name in an archive may have any, and systems end a title at a zero or refuse it.
func WindowTitle(demo string) string {
	if demo == "" {
		return "Demoscope"
	}
	var title []rune
	for _, r := range demo {
		if len(title) == maxTitle {
			title = append(title, '…')
			break
		}
		if !unicode.IsPrint(r) {
			r = unicode.ReplacementChar
		}
		title = append(title, r)
	}
	return string(title) + " - Demoscope"
}
