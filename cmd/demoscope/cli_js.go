package main

import "github.com/alecthomas/kong"

// cli is the command line that a page gives to the program: playing is all that a browser is asked for, and what is
// not named here is not in what it has to load.
type cli struct {
	Play playCmd `cmd:"" default:"withargs" help:"Play demos, one after another (the built-in sample if no file is named)."`
}

// completing reports whether a shell asks for completions: none does.
func completing() bool { return false }

func complete(*kong.Kong, *streams) int { return exitUsage }
