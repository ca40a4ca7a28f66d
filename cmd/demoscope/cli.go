//go:build !js

package main

import "github.com/alecthomas/kong"

// cli is the command line.
type cli struct {
	Play       playCmd        `cmd:"" default:"withargs" help:"Play demos in a window (also: demoscope FILE)"`
	Info       infoCmd        `cmd:"" help:"Summarize demos"`
	Find       findCmd        `cmd:"" help:"Find kill streaks, midair hits, flag runs and other moments"`
	Library    libraryCmd     `cmd:"" help:"List the demos in your library"`
	Add        addCmd         `cmd:"" help:"Add demo folders to the library and scan them"`
	Events     eventsCmd      `cmd:"" help:"Export events: kills, items, captures and chat"`
	Tracks     tracksCmd      `cmd:"" help:"Export player positions, view angles and state"`
	Stats      exportStatsCmd `cmd:"" name:"export-stats" help:"Export match statistics in KTX format"`
	State      stateCmd       `cmd:"" help:"Print the state of a demo at one moment"`
	Dump       dumpCmd        `cmd:"" help:"Print every message of a demo"`
	Compile    compileCmd     `cmd:"" help:"Rebuild a demo from a JSON dump"`
	Cut        cutCmd         `cmd:"" help:"Cut a part of a demo into a new, playable demo"`
	Split      splitCmd       `cmd:"" help:"Split a demo into one demo per level or match"`
	Record     recordCmd      `cmd:"" help:"Record a live QuakeWorld game or QTV stream"`
	Convert    convertCmd     `cmd:"" help:"Convert a demo to another protocol of the same game"`
	Merge      mergeCmd       `cmd:"" help:"Merge several players' recordings of a QuakeWorld match"`
	Direct     directCmd      `cmd:"" help:"List the director's cuts and the kills they show"`
	Rebuild    rebuildCmd     `cmd:"" help:"Reconstruct a demo's levels from player movement"`
	Timedemo   timedemoCmd    `cmd:"" help:"Measure playback speed"`
	Shot       shotCmd        `cmd:"" help:"Render one moment as a PNG or JPEG image"`
	Film       filmCmd        `cmd:"" help:"Render a part of a demo as video, GIF or image sequence"`
	Scene      sceneCmd       `cmd:"" help:"Export level, players and camera as glTF or SVG"`
	Highlights highlightsCmd  `cmd:"" help:"Make a film of the best moments of demos"`
	Report     reportCmd      `cmd:"" help:"Write an HTML report on a demo"`
	Sound      soundCmd       `cmd:"" help:"Render the sound of a demo to a WAV file"`
	Servers    serversCmd     `cmd:"" help:"List QuakeWorld servers and their games"`
	Serve      serveCmd       `cmd:"" help:"Serve demos to web browsers"`
	Paths      pathsCmd       `cmd:"" help:"List where game data is searched and found"`
	Config     configCmd      `cmd:"" help:"Print or change settings"`
	Keys       keysCmd        `cmd:"" help:"Print the key bindings"`
	Register   registerCmd    `cmd:"" help:"Register Demoscope as the demo player for your account"`
	Help       helpCmd        `cmd:"" help:"Print help for a command"`
	VersionCmd versionCmd     `cmd:"" name:"version" help:"Print the version"`
	Completion completionCmd  `cmd:"" help:"Generate a shell completion script"`
	Man        manCmd         `cmd:"" help:"Print the manual page"`

	Version kong.VersionFlag `help:"Print the version"`
}
