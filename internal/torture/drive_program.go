package torture

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// commands are those of the program that need no window, and end.
var commands = [][]string{
	{"info"}, {"info", "--json"}, {"dump"}, {"dump", "--json"}, {"state", "--json", "--at", "50%"}, {"state", "--json", "--block", "3"}, {"paths", "--demo"}, {"info", "--json", "."},
}

// programPatience is how long the program may take by the clock, which is more than CPU
// time where many processes run.
const programPatience = time.Minute

// program runs the program itself on a file.
func (b *bench) programRun(in *Input) (Outcome, error) {
	folder := filepath.Join(b.dir, "program")
	home := filepath.Join(folder, "home")
	if err := os.MkdirAll(home, 0o755); err != nil {
		return Found, err
	}
	defer os.RemoveAll(folder)
	name := "x" + extension(in)
	if err := os.WriteFile(filepath.Join(folder, name), in.Data, 0o644); err != nil {
		return Found, err
	}
	args := slices.Clone(commands[b.IntN(len(commands))])
	if args[len(args)-1] != "." {
		args = append(args, name)
	}
	ctx, cancel := context.WithTimeout(context.Background(), programPatience)
	defer cancel()
	c := exec.CommandContext(ctx, b.program, args...)
	c.Dir = folder
	c.Env = []string{"HOME=" + home, "XDG_CONFIG_HOME=" + home, "TMPDIR=" + home, "PATH=/nonexistent"}
	var out, said bytes.Buffer
	c.Stdout, c.Stderr = &out, &said
	err := c.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return Found, err
	}
	what := strings.Join(args, " ")
	if ctx.Err() != nil {
		return Found, fmt.Errorf("%s: it did not end", what)
	}
	if code := c.ProcessState.ExitCode(); code != 0 && code != 1 || bytes.Contains(said.Bytes(), []byte("goroutine ")) {
		message, _ := ofProcess(said.Bytes())
		return Found, fmt.Errorf("%s: status %d: %s", what, code, message)
	}
	if cpu := c.ProcessState.UserTime() + c.ProcessState.SystemTime(); cpu > programTime+time.Duration(len(in.Data))*time.Second*8/1e6 {
		return Found, fmt.Errorf("%w: %s: %v of CPU time", errLimits, what, cpu)
	}
	if peak := peakOfProcess(c.ProcessState); peak > programMemory {
		return Found, fmt.Errorf("%w: %s: %d MB", errLimits, what, peak>>20)
	}
	for _, text := range []string{out.String(), said.String()} {
		if err := plain(text, true); err != nil {
			return Found, fmt.Errorf("%s: %w", what, err)
		}
	}
	written := 0
	filepath.WalkDir(folder, func(string, os.DirEntry, error) error { written++; return nil })
	if written != 3 { // the folder, the home, the file
		return Found, fmt.Errorf("%s: files are left", what)
	}
	if c.ProcessState.ExitCode() != 0 {
		return Refused, nil
	}
	return Whole, nil
}

const (
	// programTime is the CPU time that the program may use on a file of a few bytes.
	programTime = 2 * time.Second
	// programMemory is how much memory it may use at once on a small file.
	programMemory = 400 << 20
)
