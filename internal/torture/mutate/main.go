// Command mutate measures what tests notice. It makes small faults, one at a time, and runs the tests that call the
// faulty function. Faults that no test notices are printed as FILE:LINE: CHANGE.
//
// All faults of a package are compiled at once, each into a copy of its function, which an environment variable
// chooses. So a fault costs only the time of its tests. Nothing is written into the tree: see go help build, -overlay.
//
// A survivor is either a gap in the tests or a change that nobody could notice. Equal seeds make equal faults.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"
)

var (
	seed   = flag.Uint64("seed", 1, "start of the random numbers")
	number = flag.Int("n", 40, "faults in each package; with --since, in all packages together")
	since  = flag.String("since", "", "only change lines that have changed since this commit")
	budget = flag.Duration("budget", time.Hour, "begin no test after this time")
	jobs   = flag.Int("jobs", 2, "tests that run at once")
	tests  = flag.String("tests", "", "packages with the tests, by commas; PACKAGE:REGEXP for some of its tests "+
		"(default: the package and those that usually call it)")
	corpus = flag.Bool("corpus", false, "run tests on real demos, too")
	all    = flag.Bool("all", false, "print the faults that tests noticed, too")
)

func main() {
	flag.Usage = func() {
		fmt.Fprintln(os.Stderr, "usage: mutate [FLAG...] PACKAGE...\n       mutate --since COMMIT [FLAG...]")
		flag.PrintDefaults()
	}
	flag.Parse()
	if err := run(flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(1)
	}
}

func run(patterns []string) error {
	if !*corpus {
		os.Unsetenv("DEMOSCOPE_CORPUS")
	}
	var changed lines
	if *since != "" {
		var err error
		if changed, err = changedSince(*since); err != nil {
			return err
		}
		if len(patterns) == 0 {
			patterns = changed.packages()
		}
	}
	if len(patterns) == 0 {
		return nil
	}
	packages, err := list(patterns)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "mutate")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	until := time.Now().Add(*budget)
	chosen, err := choose(packages, changed)
	if err != nil {
		return err
	}
	var sum tally
	for i, p := range packages {
		if len(chosen[i]) == 0 {
			continue
		}
		t, err := try(p, chosen[i], dir, until)
		if err != nil {
			return fmt.Errorf("%s: %w", p.ImportPath, err)
		}
		fmt.Printf("%-40s %v\n", p.ImportPath, t)
		sum.add(t)
	}
	fmt.Printf("%-40s %v\n", "all", sum)
	return nil
}

// tally counts faults.
type tally struct{ caught, survived, uncovered, late int }

func (t *tally) add(o tally) {
	t.caught += o.caught
	t.survived += o.survived
	t.uncovered += o.uncovered
	t.late += o.late
}

func (t tally) String() string {
	s := fmt.Sprintf("%4d faults: %d caught, %d survived (%d in functions without a test)",
		t.caught+t.survived, t.caught, t.survived, t.uncovered)
	if t.late > 0 {
		s += fmt.Sprintf(", %d not tried in time", t.late)
	}
	return s
}

// output runs a command and returns what it prints.
func output(name string, args ...string) (string, error) {
	var errors strings.Builder
	c := exec.Command(name, args...)
	c.Stderr = &errors
	out, err := c.Output()
	if err != nil {
		err = fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, errors.String())
	}
	return string(out), err
}
