// Demoscope plays the demos of every Quake: any file, any moment.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/alecthomas/kong"
)

// cli is the command line.
type cli struct {
	Play     playCmd     `cmd:"" default:"withargs" help:"Play a demo in a window (the built-in sample if no file is named)."`
	Info     infoCmd     `cmd:"" help:"Say what is in demos."`
	State    stateCmd    `cmd:"" help:"Say what is true at one moment of a demo."`
	Dump     dumpCmd     `cmd:"" help:"Write every message of a demo as text."`
	Compile  compileCmd  `cmd:"" help:"Make a demo of what dump --json wrote."`
	Timedemo timedemoCmd `cmd:"" help:"Play a demo as fast as possible and measure it."`
	Shot     shotCmd     `cmd:"" help:"Draw one moment of a demo into a PNG file."`
	Paths    pathsCmd    `cmd:"" help:"Say where game data is looked for, and what was found."`
	Keys     keysCmd     `cmd:"" help:"Print the keys, as the file for your own has them."`

	Version kong.VersionFlag `help:"Say which version this is."`
}

// streams are what a command reads from and prints to.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

// say prints one line for a person.
func (s *streams) say(format string, args ...any) {
	fmt.Fprintf(s.err, "demoscope: "+format+"\n", args...)
}

// Exit statuses.
const (
	exitOK     = 0
	exitFailed = 1
	exitUsage  = 2
)

// errReported ends a command with status 1 without a message: all errors have been
// printed.
var errReported = errors.New("already reported")

func main() {
	os.Exit(run(os.Args[1:], &streams{os.Stdin, os.Stdout, os.Stderr}))
}

// run carries out a command line and returns the exit status.
func run(args []string, s *streams) int {
	var c cli
	exited := -1
	parser, err := kong.New(&c,
		kong.Name("demoscope"),
		kong.Description("Plays the demos of every Quake: any file, any moment."),
		kong.Writers(s.out, s.err),
		kong.Exit(func(code int) {
			if exited < 0 {
				exited = code
			}
		}),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
		kong.Vars{"version": "demoscope " + version()},
	)
	if err != nil {
		s.say("%v", err)
		return exitFailed
	}
	ctx, err := parser.Parse(args)
	if exited >= 0 {
		return exited // --help, --version
	}
	if err != nil {
		s.say("%v\nTry demoscope --help.", err)
		return exitUsage
	}
	switch err := ctx.Run(s); {
	case err == nil:
		return exitOK
	case errors.Is(err, errReported):
		return exitFailed
	default:
		s.say("%v", err)
		return exitFailed
	}
}
