//go:build !js

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/alecthomas/kong"
	mangokong "github.com/alecthomas/mango-kong"
	"github.com/muesli/roff"
	posener "github.com/posener/complete"
	"github.com/willabides/kongplete"

	"demoscope/formats"
	"demoscope/internal/m3u"
	"demoscope/player/bookmarks"
	"demoscope/render/app"
	"demoscope/render/config"
	"demoscope/render/setting"
)

// This file has the commands that document the others: help, version, manual page and completion. All are generated
// from the parser's model.

type helpCmd struct {
	Command string `arg:"" optional:"" predictor:"command" help:"Command (default: list all commands)"`
}

// Run prints the output of --help.
func (c *helpCmd) Run(s *streams) error {
	args := []string{"--help"}
	if c.Command != "" {
		names := commandNames()
		if !slices.Contains(names, c.Command) {
			return unknownName("command", c.Command, names)
		}
		args = []string{c.Command, "--help"}
	}
	if dispatch(args, s) != exitOK {
		return errReported
	}
	return nil
}

type versionCmd struct{}

func (c *versionCmd) Run(s *streams) error {
	_, err := fmt.Fprintln(s.out, "demoscope "+version())
	return err
}

type manCmd struct{}

// Run prints the manual page, for "demoscope man | man -l -".
func (c *manCmd) Run(ctx *kong.Context, s *streams) error {
	prepareForManPage(ctx.Model.Node)
	page := mangokong.NewManPage(1, ctx.Model).
		WithLongDescription(`FILE is a demo, "-" for standard input, "sample:NAME" for a built-in demo, or a file in `+
			`an archive (pak0.pak/demo1.dem). TIME is in seconds, as 12:34, or as 50%%; negative times count from `+
			`the end.`).
		WithSection("Exit status",
			"0 on success; 1 if something failed, or a dumped demo is damaged; 2 for an invalid "+
				"command line; 128 plus the signal number if a signal closed the window.").
		WithSection("Environment",
			"DEMOSCOPE_PATH: list of folders with game data, searched in addition to --basedir. "+
				"DEMOSCOPE_TRACE: if set, reports of internal errors include the whole stack.").
		WithSection("Files", settingsFile(app.KeyFile(), "keys.toml")+
			": your key bindings, in the format of \"demoscope keys\". "+settingsFile(config.Path(),
			"settings.toml")+": your settings, see \"demoscope config --help\". "+settingsFile(bookmarks.Dir(),
			"bookmarks")+": bookmarks and clips, by a hash of the demo.")
	_, err := fmt.Fprint(s.out, page.Build(manualPage{roff.NewDocument()}))
	return err
}

// manualPage is a manual page with a heading that fits a terminal. mango would use the description, which is longer.
type manualPage struct{ *roff.Document }

// Heading implements [mango.Builder].
func (p manualPage) Heading(section uint, title, _ string, date time.Time) {
	p.Document.Heading(section, title, "User Commands", date)
}

// settingsFile returns the path of a file for the manual page, the default path if the user has no settings.
func settingsFile(path, name string) string {
	path = fileOr(path, "~/.config/demoscope/"+name)
	return strings.ReplaceAll(printable(path), "%", "%%")
}

// prepareForManPage adapts the help of a command and its subcommands to the writer of the page, which interprets
// percent signs as formats, prints hidden flags, and begins a longer help on the line of the command.
func prepareForManPage(node *kong.Node) {
	if node.Detail != "" {
		node.Detail = "\n\n" + node.Detail
	}
	node.Flags = slices.DeleteFunc(node.Flags, func(f *kong.Flag) bool { return f.Hidden })
	node.Help, node.Detail = strings.ReplaceAll(node.Help, "%", "%%"), strings.ReplaceAll(node.Detail, "%", "%%")
	for _, f := range node.Flags {
		f.Help = strings.ReplaceAll(f.Help, "%", "%%")
	}
	for _, child := range node.Children {
		prepareForManPage(child)
	}
}

type completionCmd struct {
	Shell   string `arg:"" enum:"bash,zsh,fish" help:"Shell: bash, zsh or fish"`
	Program string `hidden:"" help:"Installed path of the program, for packages"`
}

// Help describes how a shell loads the output.
func (*completionCmd) Help() string {
	return "Add the line for your shell to its startup file:\n\n  source <(demoscope completion bash)        # in " +
		"~/.bashrc\n  source " +
		"<(demoscope completion zsh)         # in ~/.zshrc\n  demoscope completion fish | source         # in " +
		"~/.config/fish/config.fish\n"
}

// completions are the startup commands for shells; %[1]s is the program. The shell then runs the program with the
// line to complete in COMP_LINE.
var completions = map[string]string{
	"bash": "complete -o filenames -C %[1]s demoscope\n",
	"zsh":  "autoload -U +X bashcompinit && bashcompinit\ncomplete -o filenames -C %[1]s demoscope\n",
	"fish": `function __complete_demoscope
    set -lx COMP_LINE (commandline -cp)
    test -z (commandline -ct)
    and set COMP_LINE "$COMP_LINE "
    %[1]s
end
complete -f -c demoscope -a "(__complete_demoscope)"
`,
}

func (c *completionCmd) Run(s *streams) error {
	program, err := c.Program, error(nil)
	if program == "" {
		program, err = os.Executable()
	}
	if err != nil {
		return err
	}
	if printable(program) != program {
		return fmt.Errorf("%s: shells can't run a program with such characters in its path", program)
	}
	program = shellQuote(program)
	if c.Shell != "fish" {
		program = shellQuote(program) // complete -C takes a shell command
	}
	_, err = fmt.Fprintf(s.out, completions[c.Shell], program)
	return err
}

// completing reports whether a shell asks for completions.
func completing() bool { return os.Getenv("COMP_LINE") != "" }

// complete prints the completions of the command line in COMP_LINE, one per line.
func complete(parser *kong.Kong, s *streams) int {
	command, err := kongplete.Command(parser, kongplete.WithPredictors(map[string]posener.Predictor{
		"alignment":  posener.PredictSet(alignmentNames()...),
		"demo":       plain(posener.PredictFunc(demoFiles)),
		"file":       plain(posener.PredictFiles("*")),
		"folder":     plain(posener.PredictDirs("*")),
		"command":    posener.PredictSet(commandNames()...),
		"camera":     posener.PredictSet(cameraNames()...),
		"mode":       posener.PredictSet(setting.Find("mode").Choices...),
		"display":    posener.PredictSet(setting.Find("display").Choices...),
		"sound-cues": posener.PredictSet(setting.Find("sound-cues").Choices...),
		"light":      posener.PredictSet(setting.Find("light").Choices...),
		"voices":     posener.PredictSet(setting.Find("voice-tracks").Choices...),
		"clock":      posener.PredictSet(setting.Find("clock").Choices...),
		"setting":    posener.PredictSet(setting.Names()...),
		"renderer":   posener.PredictSet(app.Renderers[:]...),
	}))
	if err != nil {
		s.say("%v", err)
		return exitFailed
	}
	command.Args = command.Sub["play"].Args // play is the default command
	c := posener.New("demoscope", command)
	c.Out = s.out
	c.Complete()
	return exitOK
}

// plain removes predictions that a terminal might interpret: a shell prints them unescaped, and a line end separates
// predictions.
func plain(p posener.Predictor) posener.Predictor {
	return posener.PredictFunc(func(a posener.Args) []string {
		return slices.DeleteFunc(p.Predict(a), func(s string) bool { return printable(s) != s })
	})
}

// demoFiles predicts demos, archives that may contain some, and folders.
func demoFiles(a posener.Args) []string {
	return slices.DeleteFunc(posener.PredictFiles("*").Predict(a), func(file string) bool {
		if strings.HasSuffix(file, "/") || formats.HasDemoName(file) || m3u.Has(file) {
			return false
		}
		switch strings.ToLower(filepath.Ext(file)) {
		case ".pk3", ".pak":
			return false
		}
		return !formats.HasArchiveName(file)
	})
}
