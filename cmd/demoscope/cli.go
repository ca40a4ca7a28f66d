//go:build !js

package main

import (
	"reflect"
	"strings"

	"github.com/alecthomas/kong"
)

// commandGroups are the groups of commands in the help.
var commandGroups = kong.Groups{
	"play": "Play:", "find": "Find demos and moments:", "film": "Make pictures, films and pages:",
	"edit": "Edit demos:",
	"data": "Export data:", "analyze": "Analyze:", "setup": "Set up and help:",
}

// cli is the command line.
type cli struct {
	Play       playCmd        `cmd:"" group:"play" default:"withargs" help:"Play demos in a window (or demoscope FILE)"`
	Servers    serversCmd     `cmd:"" group:"play" help:"List QuakeWorld servers and their players"`
	Record     recordCmd      `cmd:"" group:"play" help:"Record a live QuakeWorld game or QTV stream"`
	Serve      serveCmd       `cmd:"" group:"play" help:"Serve demos to web browsers"`
	Info       infoCmd        `cmd:"" group:"find" help:"Summarize demos"`
	Find       findCmd        `cmd:"" group:"find" help:"Find kill streaks, midair hits, flag runs and other moments"`
	Library    libraryCmd     `cmd:"" group:"find" help:"List the demos in your library"`
	Add        addCmd         `cmd:"" group:"find" help:"Add demo folders to the library and scan them"`
	Shot       shotCmd        `cmd:"" group:"film" help:"Render one moment as a PNG or JPEG image"`
	Film       filmCmd        `cmd:"" group:"film" help:"Render a part of a demo as video, GIF or image sequence"`
	Highlights highlightsCmd  `cmd:"" group:"film" help:"Make a film of the best moments of demos"`
	Scene      sceneCmd       `cmd:"" group:"film" help:"Export level, players and camera as glTF or SVG"`
	Sound      soundCmd       `cmd:"" group:"film" help:"Render the sound of a demo to a WAV file"`
	Report     reportCmd      `cmd:"" group:"film" help:"Write an HTML report on a demo"`
	Cut        cutCmd         `cmd:"" group:"edit" help:"Cut a part of a demo into a new, playable demo"`
	Split      splitCmd       `cmd:"" group:"edit" help:"Split a demo into one demo per level or match"`
	Merge      mergeCmd       `cmd:"" group:"edit" help:"Merge several players' recordings of a QuakeWorld match"`
	Convert    convertCmd     `cmd:"" group:"edit" help:"Convert a demo to another protocol of the same game"`
	Dump       dumpCmd        `cmd:"" group:"edit" help:"Print every message of a demo"`
	Compile    compileCmd     `cmd:"" group:"edit" help:"Rebuild a demo from a JSON dump"`
	Events     eventsCmd      `cmd:"" group:"data" help:"Export events: kills, items, captures and chat"`
	Tracks     tracksCmd      `cmd:"" group:"data" help:"Export player positions, view angles and state"`
	Stats      exportStatsCmd `cmd:"" group:"data" name:"export-stats" help:"Export match statistics in KTX format"`
	State      stateCmd       `cmd:"" group:"data" help:"Print the state of a demo at one moment"`
	Rebuild    rebuildCmd     `cmd:"" group:"analyze" help:"Reconstruct a demo's levels from player movement"`
	Timedemo   timedemoCmd    `cmd:"" group:"analyze" help:"Measure playback speed"`
	Paths      pathsCmd       `cmd:"" group:"setup" help:"List the folders that are searched for game data"`
	Config     configCmd      `cmd:"" group:"setup" help:"Print or change settings"`
	Keys       keysCmd        `cmd:"" group:"setup" help:"Print the key bindings"`
	Register   registerCmd    `cmd:"" group:"setup" help:"Register Demoscope as the demo player for your account"`
	Completion completionCmd  `cmd:"" group:"setup" help:"Generate a shell completion script"`
	Man        manCmd         `cmd:"" group:"setup" help:"Print the manual page"`
	Help       helpCmd        `cmd:"" group:"setup" help:"Print help for a command"`
	VersionCmd versionCmd     `cmd:"" group:"setup" name:"version" help:"Print the version"`

	generalFlags
}

// generalFlags are the flags of no command.
type generalFlags struct {
	Version kong.VersionFlag `help:"Print the version"`
}

// commandFields returns the fields of [cli] that are commands, by the names of the commands, in the order of the help.
func commandFields() (names []string, fields []reflect.StructField) {
	for field := range reflect.TypeFor[cli]().Fields() {
		if _, is := field.Tag.Lookup("cmd"); !is {
			continue
		}
		name := field.Tag.Get("name")
		if name == "" {
			name = strings.ToLower(field.Name)
		}
		names, fields = append(names, name), append(fields, field)
	}
	return names, fields
}

// commandNames returns the names of all commands, in the order of the help.
func commandNames() []string {
	names, _ := commandFields()
	return names
}
