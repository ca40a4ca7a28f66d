// Package app is a viewer's session, without a window. [App] turns input into commands, holds the demo, its views and
// the library, and draws on a [Canvas]. Package window shows it. Package studio makes pictures and films with the same
// parts. The package knows no file formats.
//
// Everything taken from demos and the keys file is bounded: texts (maxNotice, maxTitle), maps
// (package levelmap), keys ([MaxKeyFile], [bounded.BadLines]). A panic closes only the demo or map that caused it:
// see [demoscope/internal/fault].
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

// Sizes of a window, in device-independent pixels.
const (
	DefaultWidth  = 1280
	DefaultHeight = 720
	MinWidth      = 480 // the viewer can't make it narrower
	MinHeight     = 300 // nor lower
)

// LiveSource is the source of a live game. Each function may be nil.
type LiveSource struct {
	// Spectate is called every frame with the slot of the followed player, -1 for none, and the position and angles of
	// the view, in Quake units and degrees. The server sends what is visible from there.
	Spectate func(slot int, origin, angles [3]float32)
	// WaitingFor is called every frame. It returns a text for the viewer about what the source waits for, or "" while
	// the game arrives.
	WaitingFor func() string
	// StopWaiting stops waiting for a game that went away, and reports whether there was one. Esc calls it.
	StopWaiting func() bool
}

// Playlist is a list of demos to play one after another.
type Playlist struct {
	// Files are the paths of the demos, and File is the index of the current one.
	Files []string
	File  int
	// Titles are short descriptions of some of Files, by path.
	Titles map[string]string
	// Gap is the pause between files in seconds, up to MaxGap. QuitAfter closes the program after the last file.
	Gap       float64
	QuitAfter bool
}

// Demo is an open demo, with what its file and its game bring.
type Demo struct {
	// Player plays the demo.
	Player *player.Player
	Maps   levelmap.Load
	Title  string
	// Path is the argument of [Options].Open for this demo.
	Path string
	// Key returns the SHA-256 of the demo's content in hexadecimal. It is called from separate goroutines, possibly
	// more than once. If it is nil, the demo isn't added to the recently watched ones.
	Key func() string
	// Replaced is closed when a live demo has ended and another demo has replaced it at Path. The window then opens
	// that one. It is nil if this can't happen.
	Replaced <-chan struct{}
	// Cut cuts a clip into a new demo. It is nil if this demo can't be cut.
	Cut CutFunc
	// Source is the source of a live game.
	Source  LiveSource
	Palette *assets.Palette // of the game; nil for the built-in one
	Models  *assets.Models  // of the game; nil for the fallback models
	// Director selects whether the director chooses the followed player, until the viewer does.
	Director Director
	// Score is the sound of the demo; nil for none. Only the window uses it.
	Score *sound.Score
	// Bookmarks opens the bookmarks of the demo. It is called in a separate goroutine, because their file is named
	// after a hash of the whole demo. Bookmarks are saved after every change, and errors are shown. It is nil if
	// bookmarks aren't saved.
	Bookmarks func() (*bookmarks.Bookmarks, error)
	// SurveyStore describes where surveys of levels with missing maps are stored.
	SurveyStore levels.Kept
	// Notice is a warning to show first, such as one about the settings. It may be empty.
	Notice string
	// Close, if not nil, is called when the demo is no longer shown.
	Close func()
	// Report, if not nil, receives panics that cost a map or a file, each as a [*fault.Error], for a log. It is called
	// from any goroutine.
	Report func(error)

	maps *levelmap.Loader // with the map of the first level, if LoadFirst was called
}

// SettingStore stores the settings for the next windows.
type SettingStore struct {
	// SavedSettings are the saved settings, which the next window begins with.
	SavedSettings setting.Values
	// SaveSetting saves a changed setting for the next windows. It is nil if settings aren't saved.
	SaveSetting func(name string, value setting.Value) error
	// ReadSettings returns the currently saved settings, because another window may have changed them. If it returns an
	// error, nothing changes. It is called in a separate goroutine. It is nil if settings aren't saved.
	ReadSettings func() (setting.Values, error)
	// GameFolders, if not nil, receives the game folders of the settings when they change, for demos opened from then
	// on. It is called from the window's goroutine.
	GameFolders func(folders []string)
}

// Options describe a demo to show and the window for it.
type Options struct {
	Demo
	Playlist
	SettingStore
	// Film makes a video of a clip, until ctx ends. It is nil if videos can't be exported.
	Film func(ctx context.Context, o FilmOptions) error
	// OpeningStatus, if not nil, returns what Open waits for while it opens a live game, or "" for nothing.
	OpeningStatus func() string
	// Home is the library, shown when no demo is; nil for a window without one.
	Home *Home
	// Place is the position of the window, as in the setting of that name.
	Place string
	// Width and Height are the size of the window in device-independent pixels. 0 means the default size. Unless Sized
	// is set, the window is no larger than the largest screen.
	Width, Height int
	Sized         bool
	Fullscreen    bool
	Version       string // for the help page
	Renderer      Renderer
	// Settings are the initial settings. Missing settings have their defaults.
	Settings setting.Values
	// Camera is the initial camera mode.
	Camera camera.Mode
	// FreeCamera, if not nil, is the initial position of a free camera.
	FreeCamera *Camera
	// Views is the number of views, up to MaxViews, once there are enough players. OtherViews has the slots of the
	// players followed in all views but the first, which shows the player that Player follows. The remaining views show
	// players that no other view shows.
	Views      int
	OtherViews []int
	Ghost      Ghost
	// Keys are the keys from [ReadKeys].
	Keys Keys
	// Open opens the demo at a path, which was dropped on the window or is one of Files. It is called in a separate
	// goroutine. The context ends when the viewer cancels, and once the demo is open. If Open is nil, dropped files and
	// Files are ignored.
	Open func(ctx context.Context, path string) (Demo, error)
	// List reads a playlist, or an archive of several demos, that was dropped on the window. titles are as in Playlist,
	// and listed is false if the file is neither. err reports problems in a playlist; its demos are played anyway. List
	// is called in a separate goroutine. If it is nil, playlists are not supported.
	List func(path string) (files []string, titles map[string]string, listed bool, err error)
	// Copy copies the link of a moment to where the viewer can paste it, and returns a message about it. path is the
	// Path of the demo. If Copy is nil, links are only shown. It is called from the window's goroutine.
	Copy func(link, path string) string
	// OnFirstPicture, if not nil, is called when the first picture is built but not yet drawn.
	OnFirstPicture func()
	// Abandon, if not nil, is called from another goroutine if the window must end but can't, because a driver hangs.
	// The error is an [*Interrupted] some seconds after a signal, or [window.ErrDisplayGone]. Abandon ends the process.
	Abandon func(error)
}

// LoadFirst begins to load the map of the first level while the window opens.
func (d *Demo) LoadFirst() {
	d.maps = levelmap.NewLoader(d.Maps, d.Report)
	d.maps.Update(d.Player.Moment().World, 0)
}

// maxTitle is the maximum length of a demo's name in the window title, in characters. It is more than windows show.
// Names in archives have up to 65,535 bytes, and display servers reject long titles.
const maxTitle = 200

// WindowTitle returns the window title for a demo. It replaces characters that don't print: names in archives may
// contain any, and systems cut a title at a zero byte or reject it.
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
