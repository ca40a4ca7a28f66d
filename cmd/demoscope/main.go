// Demoscope plays the demos of every Quake: any file, any moment.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"regexp"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"syscall"
	"time"

	"demoscope/internal/atomicfile"
	"demoscope/internal/bounded"
	"demoscope/internal/fault"
	"demoscope/render/app"
	"demoscope/render/window"
)

// streams are the inputs and outputs of a command.
type streams struct {
	in       io.Reader
	out, err io.Writer

	reading sync.Mutex
	input   *bounded.Input // all of in; nil until it is read as a file

	once sync.Map // messages to print once per command, by text
}

// say prints a message as one line.
func (s *streams) say(format string, args ...any) {
	fmt.Fprintf(s.err, "demoscope: %s\n", printable(fmt.Sprintf(format, args...)))
}

// sayOnce is [streams.say] for a message that several parts of a command may print. report does not repeat it for an
// error with the same text.
func (s *streams) sayOnce(text string) {
	if _, said := s.once.LoadOrStore(text, true); !said {
		s.say("%s", text)
	}
}

// report prints an error, or one line for each error joined by [errors.Join].
func (s *streams) report(err error) {
	// An error that wraps two others in one sentence is one line.
	if joined, ok := err.(interface{ Unwrap() []error }); ok && err.Error() == errors.Join(joined.Unwrap()...).Error() {
		for _, err := range joined.Unwrap() {
			s.report(err)
		}
		return
	}
	f := new(fault.Error)
	if _, said := s.once.Load(err.Error()); said {
		return
	}
	if !errors.As(err, &f) {
		s.say("%v", err)
		return
	}
	s.say("%v [%s]", err, f.Place)
	if os.Getenv(traceVariable) != "" {
		fmt.Fprintln(s.err, printableLines(strings.ReplaceAll(f.Stack, "\t", "  ")))
	}
}

// traceVariable names the environment variable that makes the program print the full stack of a panic, and the time
// of the first picture.
const traceVariable = "DEMOSCOPE_TRACE"

// inPage is set in a browser, where nothing can be stored.
const inPage = runtime.GOOS == "js"

// startTime is the start time of the program.
var startTime = time.Now()

// Exit statuses. exitSignal is added to the number of the signal that ended the program, as in shells.
const (
	exitOK     = 0
	exitFailed = 1
	exitUsage  = 2
	exitSignal = 128
)

// errReported ends a command with status 1 and without a message, because all errors have been printed.
var errReported = errors.New("already reported")

// errWrongLine is errReported for an invalid command line: the status is 2.
var errWrongLine = errors.New("already reported, of the command line")

func main() {
	beginMemory()
	os.Exit(program())
}

// program runs the command line of the process.
func program() int {
	s := &streams{in: os.Stdin, out: os.Stdout, err: os.Stderr}
	status := run(os.Args[1:], s)
	// Some file systems report a full disk only here.
	if err := os.Stdout.Close(); err != nil && status == exitOK {
		s.sayLost(standardOutput, err)
		status = exitFailed
	}
	return status
}

// description is the first line of the help and of the manual page.
const description = "Play demos of Quake, QuakeWorld, Quake II, Quake III and OpenArena"

// run runs a command line and returns the exit status. If output could not be written, it reports that, and the
// status is at least exitFailed.
func run(args []string, s *streams) int {
	out, said := &outputStream{w: s.out}, &outputStream{w: s.err}
	status := dispatch(args, &streams{in: s.in, out: out, err: said})
	if out.err != nil {
		s.sayLost(standardOutput, out.err)
	}
	if status == exitOK && (out.err != nil || said.err != nil) {
		status = exitFailed
	}
	return status
}

// status reports the error of a command, if any, and returns the exit status.
func (s *streams) status(err error) int {
	var interrupted *app.Interrupted
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, errReported):
		return exitFailed
	case errors.Is(err, errWrongLine):
		return exitUsage
	case errors.As(err, &interrupted):
		return signalStatus(interrupted.Signal)
	default:
		s.report(err)
		return exitFailed
	}
}

// signalStatus returns the exit status for a signal, as in shells.
func signalStatus(s os.Signal) int {
	n, _ := s.(syscall.Signal)
	return exitSignal + int(n)
}

// onSignal calls do when a signal asks the program to end, as by Ctrl+C or the end of its terminal, until ignore is
// called. A signal that came before is still handled.
func onSignal(do func(os.Signal)) (ignore func()) {
	signals, done, ended := window.NotifySignals(), make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		select {
		case s := <-signals:
			do(s)
		case <-done:
		}
	}()
	return func() {
		signal.Stop(signals)
		close(done)
		<-ended
		select { // both may have been ready
		case s := <-signals:
			do(s)
		default:
		}
	}
}

// untilSignal returns a context that ends when a signal asks the program to end, with a [*app.Interrupted] as its
// cause, or when end is called, once. end returns the cause, even for a signal at the last moment.
func untilSignal() (ctx context.Context, end func() error) {
	ctx, cancel := context.WithCancelCause(context.Background())
	ignore := onSignal(func(s os.Signal) { cancel(&app.Interrupted{Signal: s}) })
	return ctx, func() error {
		ignore()
		defer cancel(nil)
		return context.Cause(ctx)
	}
}

// writeFrom is [atomicfile.WriteFrom] for long operations: Ctrl+C ends the program and leaves no temporary file.
func writeFrom(path string, content func(io.Writer) error) error {
	defer abandonOnSignal()()
	return atomicfile.WriteFrom(path, 0o666, content)
}

// abandonOnSignal makes a signal remove the temporary files before it ends the program, until ignore is called.
func abandonOnSignal() (ignore func()) {
	return onSignal(func(s os.Signal) {
		atomicfile.Abandon()
		os.Exit(signalStatus(s))
	})
}

// usageErrors map errors of the command line parser to Demoscope's wording.
var usageErrors = []struct {
	parser *regexp.Regexp
	says   string
}{
	{regexp.MustCompile(`^(unknown flag -\w), did you mean .*$`), "$1"}, // every letter is similar to -h
	{regexp.MustCompile(`^(unknown flag --view), did you mean .*$`), `$1, did you mean "--mode"?`},
	{regexp.MustCompile(`^unknown flag --protocol$`), `$0, did you mean "--to"?`},
	{regexp.MustCompile(`^missing flags: (\S+)$`), "missing flag $1"},
	{regexp.MustCompile(`^expected "(<.*)"$`), "missing argument $1"},
	{regexp.MustCompile(`^\S+: (missing argument <file>)$`), "$1 ..."}, // see demoFlags
	{regexp.MustCompile(`^(\S+): (?:missing value, expecting ".*"|expected .* but got "EOL" .*)$`), "$1 needs a value"},
	{regexp.MustCompile(`^<(\S+)> must be one of (\S+) but got (".*")$`), "invalid $1 $3 (want $2)"},
	{regexp.MustCompile(`^(\S+) must be one of (\S+) but got (".*")$`), "$1: invalid value $3 (want $2)"},
	{regexp.MustCompile(`^(\S+): expected a (?:valid )?.*\b(?:int|uint|float) but got (".*")( \(.*\))?$`),
		"$1: invalid number $2"},
}

// usageError is an error in a command line that the command itself finds, not the parser.
type usageError struct{ error }

// usageText returns the error in a command line in Demoscope's wording.
func usageText(err error) string {
	text := err.Error()
	for _, e := range usageErrors {
		text = e.parser.ReplaceAllString(text, e.says)
	}
	return strings.ReplaceAll(text, `","`, `", "`)
}

// version identifies the build: a release and its commit, or only the commit.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	return versionOf(info)
}

// pseudo matches the end of a Go pseudo-version: the time and the commit.
var pseudo = regexp.MustCompile(`[-.]\d{14}-([0-9a-f]{12})$`)

// versionOf is version for the given build information.
func versionOf(info *debug.BuildInfo) string {
	commit, changed := "", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			commit = s.Value[:min(len(s.Value), 12)]
		case s.Key == "vcs.modified" && s.Value == "true":
			changed = " modified"
		}
	}
	release := strings.TrimSuffix(info.Main.Version, "+dirty")
	if m := pseudo.FindStringSubmatch(release); m != nil {
		release = ""
		if commit == "" { // installed from a proxy, which has no repository
			commit = m[1]
		}
	}
	if release == "(devel)" {
		release = ""
	}
	switch {
	case release != "" && commit != "":
		return release + " (" + commit + ")" + changed
	case release != "" || commit != "":
		return release + commit + changed
	}
	return "built from source"
}
