//go:build !js

package main

import "github.com/alecthomas/kong"

// cli is the command line.
type cli struct {
	Play       playCmd        `cmd:"" default:"withargs" help:"Play demos in a window, one after another: demoscope FILE does so, too. Without a file your demos are shown, or the built-in sample if there are none."`
	Info       infoCmd        `cmd:"" help:"Say what is in demos."`
	Find       findCmd        `cmd:"" help:"Find runs of kills, hits in the air, flag runs and the like in demos."`
	Library    libraryCmd     `cmd:"" help:"List the demos in your folders."`
	Add        addCmd         `cmd:"" help:"Add folders with demos to the library, and read what is new in them."`
	Events     eventsCmd      `cmd:"" help:"Write the events of demos as a table: kills with their circumstances, items, captures, chat."`
	Tracks     tracksCmd      `cmd:"" help:"Write where the players of demos were, looked and what they had, as a table."`
	Stats      exportStatsCmd `cmd:"" name:"export-stats" help:"Write the matches of demos in the shape of the statistics that KTX adds to its recordings."`
	State      stateCmd       `cmd:"" help:"Say what is true at one moment of a demo."`
	Dump       dumpCmd        `cmd:"" help:"Write every message of a demo as text."`
	Compile    compileCmd     `cmd:"" help:"Make a demo of what dump --json wrote."`
	Cut        cutCmd         `cmd:"" help:"Make a demo of a part of a demo, which the game itself plays."`
	Split      splitCmd       `cmd:"" help:"Make a demo of each level or match of a demo, which the game itself plays."`
	Record     recordCmd      `cmd:"" help:"Record a game that is being played: on a QuakeWorld server as a spectator, or from a QTV stream."`
	Convert    convertCmd     `cmd:"" help:"Make a demo of another protocol of its game, if nothing is lost."`
	Merge      mergeCmd       `cmd:"" help:"Make one demo of what several players have recorded of a QuakeWorld match."`
	Direct     directCmd      `cmd:"" help:"Say whom the director would watch in a demo, and how many kills are seen."`
	Rebuild    rebuildCmd     `cmd:"" help:"Say what the paths of a demo tell of its levels, and write them as a model."`
	Timedemo   timedemoCmd    `cmd:"" help:"Play a demo as fast as possible and measure it."`
	Shot       shotCmd        `cmd:"" help:"Draw one moment of a demo into a PNG or JPEG file."`
	Film       filmCmd        `cmd:"" help:"Make a film of a part of a demo: MP4, WebM, GIF, animated PNG or numbered pictures."`
	Scene      sceneCmd       `cmd:"" help:"Write level, players and camera of a moment, or of a part, for 3D programs (glTF), or the lines of a moment (SVG)."`
	Highlights highlightsCmd  `cmd:"" help:"Make one film of the best moments of demos."`
	Report     reportCmd      `cmd:"" help:"Write a page on a demo, to be read in a browser: result, tables, plots, a map, the best moments."`
	Sound      soundCmd       `cmd:"" help:"Mix what is heard in a part of a demo into a WAV file."`
	Servers    serversCmd     `cmd:"" help:"List the QuakeWorld servers that masters know, or those that you name, with their games."`
	Serve      serveCmd       `cmd:"" help:"Show demos in a page of a browser."`
	Paths      pathsCmd       `cmd:"" help:"Say where game data is looked for, and what was found."`
	Config     configCmd      `cmd:"" help:"Print the settings and where they are from, or change one."`
	Keys       keysCmd        `cmd:"" help:"Print the keys, as the file for your own has them."`
	Register   registerCmd    `cmd:"" help:"Let a double click on a demo play it: on Linux, for you alone."`
	Help       helpCmd        `cmd:"" help:"Say how a command is used."`
	VersionCmd versionCmd     `cmd:"" name:"version" help:"Say which version this is."`
	Completion completionCmd  `cmd:"" help:"Print what makes a shell complete commands, flags and demos."`
	Man        manCmd         `cmd:"" help:"Print the manual page."`

	Version kong.VersionFlag `help:"Say which version this is."`
}
