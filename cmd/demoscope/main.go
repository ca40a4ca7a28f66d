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
}

// streams are where a command prints.
type streams struct {
	out, err io.Writer
}

// Exit statuses.
const (
	exitOK     = 0
	exitFailed = 1
	exitUsage  = 2
)

// errReported ends a command with status 1 when everything has been said.
var errReported = errors.New("already reported")

func main() {
	os.Exit(run(os.Args[1:], &streams{os.Stdout, os.Stderr}))
}

func run(args []string, s *streams) int {
	var c cli
	exited := -1
	parser, err := kong.New(&c,
		kong.Name("demoscope"),
		kong.Description("Plays the demos of every Quake: any file, any moment."),
		kong.Writers(s.out, s.err),
		kong.Exit(func(code int) { exited = code }),
		kong.UsageOnError(),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
	)
	if err != nil {
		fmt.Fprintln(s.err, "demoscope:", err)
		return exitFailed
	}
	ctx, err := parser.Parse(args)
	if exited >= 0 {
		return exited // --help
	}
	if err != nil {
		fmt.Fprintf(s.err, "demoscope: %v\nTry demoscope --help.\n", err)
		return exitUsage
	}
	switch err := ctx.Run(s); {
	case err == nil:
		return exitOK
	case errors.Is(err, errReported):
		return exitFailed
	default:
		fmt.Fprintln(s.err, "demoscope:", err)
		return exitFailed
	}
}
