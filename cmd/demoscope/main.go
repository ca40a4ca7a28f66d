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

// streams are what a command reads from and prints to.
type streams struct {
	in       io.Reader
	out, err io.Writer

	reading sync.Mutex
	input   *bounded.Input // all of in; nil until it is read as a file

	once sync.Map // what is said once in a command, by text
}

// say prints one line for a person.
func (s *streams) say(format string, args ...any) {
	fmt.Fprintf(s.err, "demoscope: %s\n", printable(fmt.Sprintf(format, args...)))
}

// sayOnce is [streams.say] of what several parts of a command may find. It is not reported either, as an
// error of the same text.
func (s *streams) sayOnce(text string) {
	if _, said := s.once.LoadOrStore(text, true); !said {
		s.say("%s", text)
	}
}

// report says an error, or one line for each of those that [errors.Join] joined.
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

// traceVariable names the variable of the environment that has the whole stack of a
// mistake in this program printed, and when the first picture was finished.
const traceVariable = "DEMOSCOPE_TRACE"

// inPage is set in a browser, where nothing can be kept.
const inPage = runtime.GOOS == "js"

// begun is when the program was.
var begun = time.Now()

// Exit statuses. exitSignal is added to the number of the signal that has ended the
// program, as shells do.
const (
	exitOK     = 0
	exitFailed = 1
	exitUsage  = 2
	exitSignal = 128
)

// errReported ends a command with status 1 without a message: all errors have been
// printed.
var errReported = errors.New("already reported")

// errWrongLine is errReported for a command line that means nothing: the status is 2.
var errWrongLine = errors.New("already reported, of the command line")

func main() {
	beginMemory()
	os.Exit(program())
}

// program carries out the command line of the process.
func program() int {
	s := &streams{in: os.Stdin, out: os.Stdout, err: os.Stderr}
	status := run(os.Args[1:], s)
	// some file systems tell only now that the disk is full
	if err := os.Stdout.Close(); err != nil && status == exitOK {
		s.sayLost(standardOutput, err)
		status = exitFailed
	}
	return status
}

// description is the first line of the help and of the manual page.
const description = "Play demos of Quake, QuakeWorld, Quake II, Quake III and OpenArena"

// run carries out a command line and returns the exit status. If something could not
// be printed, it says so, and the status is exitFailed at least.
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

// status says the error of a command, if there is one, and returns the exit status.
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

// signalStatus returns the exit status behind a signal, as shells have it.
func signalStatus(s os.Signal) int {
	n, _ := s.(syscall.Signal)
	return exitSignal + int(n)
}

// onSignal does something when the program is to end, as by Ctrl+C or when its terminal closes, until ignore
// is called. What came before that is not lost.
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

// untilSignal returns a context that ends when the program is to end, with a [*app.Interrupted] as its
// cause, or when end is called, once. That returns the cause, also of a signal that came last.
func untilSignal() (ctx context.Context, end func() error) {
	ctx, cancel := context.WithCancelCause(context.Background())
	ignore := onSignal(func(s os.Signal) { cancel(&app.Interrupted{Signal: s}) })
	return ctx, func() error {
		ignore()
		defer cancel(nil)
		return context.Cause(ctx)
	}
}

// writeFrom is [atomicfile.WriteFrom] for what may take long: Ctrl+C ends the program and leaves no temporary file.
func writeFrom(path string, content func(io.Writer) error) error {
	defer abandonOnSignal()()
	return atomicfile.WriteFrom(path, 0o666, content)
}

// abandonOnSignal makes a signal that is to end the program remove its temporary files first, until ignore is called.
func abandonOnSignal() (ignore func()) {
	return onSignal(func(s os.Signal) {
		atomicfile.Abandon()
		os.Exit(signalStatus(s))
	})
}

// usageErrors are errors of the command line parser, and how Demoscope words them.
var usageErrors = []struct {
	parser *regexp.Regexp
	says   string
}{
	{regexp.MustCompile(`^(unknown flag -\w), did you mean .*$`), "$1"}, // every letter is like -h
	{regexp.MustCompile(`^missing flags: (\S+)$`), "missing flag $1"},
	{regexp.MustCompile(`^expected "(<.*)"$`), "missing argument $1"},
	{regexp.MustCompile(`^\S+: (missing argument <file>)$`), "$1 ..."}, // see demoFlags
	{regexp.MustCompile(`^(\S+): (?:missing value, expecting ".*"|expected .* but got "EOL" .*)$`), "$1 needs a value"},
	{regexp.MustCompile(`^<(\S+)> must be one of (\S+) but got (".*")$`), "invalid $1 $3 (want $2)"},
	{regexp.MustCompile(`^(\S+) must be one of (\S+) but got (".*")$`), "$1: invalid value $3 (want $2)"},
	{regexp.MustCompile(`^(\S+): expected a (?:valid )?.*\b(?:int|uint|float) but got (".*")( \(.*\))?$`),
		"$1: invalid number $2"},
}

// usageError is an error in a command line that only the command itself finds.
type usageError struct{ error }

// usageText returns what is wrong with a command line, in the words of the other errors.
func usageText(err error) string {
	text := err.Error()
	for _, e := range usageErrors {
		text = e.parser.ReplaceAllString(text, e.says)
	}
	return strings.ReplaceAll(text, `","`, `", "`)
}

// version returns which build this is: a release and its commit, or the commit that it was built from.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	return versionOf(info)
}

// pseudo is the end of a version that Go makes of a commit without a tag: when, and which.
var pseudo = regexp.MustCompile(`[-.]\d{14}-([0-9a-f]{12})$`)

// versionOf is version of what the builder has noted.
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
