//go:build !js

package main

import (
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"runtime"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"demoscope/internal/fault"
	patterns "demoscope/player/pattern"
)

// dispatch runs the command that a command line names.
func dispatch(args []string, s *streams) int {
	var c cli
	var conf kept
	exited := -1
	parser, err := newCommandParser(soleCommand(args), &c,
		kong.Name("demoscope"),
		kong.Description(description),
		kong.Writers(s.out, s.err),
		kong.Exit(func(code int) {
			if exited < 0 {
				exited = code
			}
		}),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
		kong.Vars{"version": "demoscope " + version()},
		kong.Resolvers(&conf), kong.Bind(&conf),
	)
	if err != nil {
		s.say("%v", err)
		return exitFailed
	}
	if completing() {
		return complete(parser, s)
	}
	if meant, is := misspelled(args); is {
		if meant != "" {
			meant = " (did you mean " + meant + "?)"
		}
		s.say("%q is not a command or file%s", args[0], meant)
		return exitUsage
	}
	ctx, err := parse(parser, joinNegative(args))
	if exited >= 0 {
		return exited // --help, --version
	}
	if errors.Is(err, errReported) {
		return exitFailed // the help could not be printed
	}
	if empty := (*emptyName)(nil); errors.As(err, &empty) {
		s.say("%v", empty)
		return exitUsage
	}
	if err != nil {
		s.say("%s", usageText(err))
		if i := slices.IndexFunc(args, excluding.MatchString); i > 0 {
			fmt.Fprintf(s.err, "Put arguments that start with - after --: demoscope %s -- %s\n", args[0],
				printable(shellQuote(args[i])))
		}
		if name, more := strings.CutPrefix(err.Error(), "unexpected argument "); more && fileAt(name) != nil &&
			takesMany(err) {
			fmt.Fprintln(s.err, "Put all files together: flags go before or after them.")
		}
		fmt.Fprintf(s.err, "See demoscope %s--help.\n", commandOf(args))
		return exitUsage
	}
	if conf.wrong != nil {
		s.report(conf.wrong)
	}
	if runtime.GOOS == "windows" { // whose shells leave wildcards to programs
		expandNames(ctx.Selected())
	}
	err = carryOut(ctx, s)
	if wrong := (usageError{}); errors.As(err, &wrong) {
		s.report(err)
		fmt.Fprintf(s.err, "See demoscope %s--help.\n", commandOf(args))
		return exitUsage
	}
	return s.status(err)
}

// parse parses a command line. What follows "--" belongs to the files before it, which the parser takes for the last
// ones: it moves there until it fits.
func parse(parser *kong.Kong, args []string) (*kong.Context, error) {
	ctx, err := parser.Parse(args)
	dashes := slices.Index(args, "--")
	if err == nil || dashes < 0 || !strings.HasPrefix(err.Error(), "unexpected argument ") {
		return ctx, err
	}
	for i := dashes - 1; i > 0 && !strings.HasPrefix(args[i], "-"); i-- {
		moved := slices.Insert(slices.Delete(slices.Clone(args), dashes, dashes+1), i, "--")
		if ctx, err := parser.Parse(moved); err == nil {
			return ctx, nil
		}
	}
	return ctx, err
}

// soleCommand returns the only command that a command line needs to be understood; "" if it needs all, as their list
// does.
func soleCommand(args []string) string {
	switch {
	case completing():
		return ""
	case len(args) == 0 || !strings.HasPrefix(args[0], "-") && commandOf(args) == "":
		return "play"
	case args[0] == "--version":
		return "version"
	case args[0] == "man":
		return ""
	}
	return strings.TrimSpace(commandOf(args))
}

// commandOf returns the command that a line names first, with a space behind it; "" if it names none.
func commandOf(args []string) string {
	if len(args) > 0 && slices.Contains(commandNames(), args[0]) {
		return args[0] + " "
	}
	return ""
}

// takesMany reports whether the command of a wrong command line takes any number of files. A file that the
// parser does not expect then follows a flag.
func takesMany(err error) bool {
	wrong := (*kong.ParseError)(nil)
	if !errors.As(err, &wrong) || wrong.Context.Selected() == nil {
		return false
	}
	positional := wrong.Context.Selected().Positional
	return len(positional) > 0 && positional[len(positional)-1].IsCumulative()
}

// carryOut runs the command of ctx. A panic is an error that names the file of the
// command; those of other goroutines are stopped where these begin.
func carryOut(ctx *kong.Context, s *streams) (err error) {
	if failed := fault.Guard(doing(ctx), func() { err = ctx.Run(s) }); failed != nil {
		return failed
	}
	return err
}

// doing says what a command does, for the message on a mistake in it.
func doing(ctx *kong.Context) string {
	for _, p := range ctx.Selected().Positional {
		switch file := p.Target; {
		case file.Kind() != reflect.String: // several files, each with a guard
		case file.String() == standardStream:
			return "reading " + standardInput
		case file.String() != "":
			return "reading " + file.String()
		}
	}
	return "demoscope " + ctx.Selected().Name
}

var (
	longFlag       = regexp.MustCompile(`^--[a-z][a-z-]*$`)
	negativeNumber = regexp.MustCompile(`^-\.?[0-9]`)
)

// commandLike matches what may be the name of a command, and is hardly one of a demo.
var commandLike = regexp.MustCompile(`^[a-z]{3,}(-[a-z]+)?$`)

// misspelled reports whether the first argument looks like a command, but is neither one nor a file, and returns the
// most similar command, "" if none is similar.
func misspelled(args []string) (meant string, is bool) {
	if len(args) == 0 || !commandLike.MatchString(args[0]) {
		return "", false
	}
	commands := commandNames()
	if slices.Contains(commands, args[0]) || names(args[0]) {
		return "", false
	}
	return patterns.Nearest(args[0], commands), true
}

// excluding matches a negated filter, which the parser takes for a flag.
var excluding = regexp.MustCompile(`^-[a-z]+[:<>=]`)

// joinNegative joins flags with negative numbers after them, as in "--at -5" or
// "--camera -100,20,3,0,90,0", which the parser would take for other flags.
func joinNegative(args []string) []string {
	joined := make([]string, 0, len(args))
	for i, arg := range args {
		if arg == "--" {
			return append(joined, args[i:]...) // only names of files follow
		}
		if n := len(joined); n > 0 && negativeNumber.MatchString(arg) && longFlag.MatchString(joined[n-1]) {
			joined[n-1] += "=" + arg
			continue
		}
		joined = append(joined, arg)
	}
	return joined
}
