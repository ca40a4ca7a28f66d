package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// commands are the commands of the program that need no window and end by themselves. The demo's name comes last.
var commands = [][]string{
	{"info"}, {"info", "--json"}, {"dump"}, {"dump", "--json"}, {"state", "--json", "--at", "50%"},
	{"state", "--json", "--block", "3"}, {"info", "--json", "."}, {"library", "--scan", "--json", "."},
	{"cut", "--from=20%", "--to=70%", "--output=" + os.DevNull}, {"cut", "--player=0", "--output=" + os.DevNull},
	{"split", "--list"},
	{"convert", "--round", "--to=666", "--output=" + os.DevNull}, {"convert", "--to=68", "--output=" + os.DevNull},
	{"merge", "--output=" + os.DevNull, "sample:demoscope1.qwd"},
	{"sound", "--to=20", "--output=" + os.DevNull}, {"report", "--highlights=1", "--output=" + os.DevNull},
	{"shot", "--renderer=cpu", "--size=640x360", "--at=50%", "--output=" + os.DevNull},
	{"shot", "--renderer=cpu", "--size=320x180", "--at=90%", "--display=analyst", "--output=" + os.DevNull},
}

const (
	programPatience = time.Minute     // wall clock time, with many processes running
	programTime     = 2 * time.Second // CPU time, for a demo of a few bytes
	programMemory   = 400 << 20       // peak bytes
)

// kept are the files that the program may write to its cache, and their maximum sizes in bytes.
var kept = []struct {
	name *regexp.Regexp
	size int64
}{
	{regexp.MustCompile(`^demoscope/surveys/[0-9a-f]{24}-[0-9a-f]{8}-[0-9a-f]{24}-[0-9]+\.survey$`), 4 << 20},
	{regexp.MustCompile(`^demoscope/pictures/[0-9a-f]{24}\.picture$`), 512 << 10},
	{regexp.MustCompile(`^demoscope/library/library-[0-9a-f]{8}\.sqlite(-wal|-shm|-journal)?$`), 16 << 20},
	{regexp.MustCompile(`^demoscope/library/[a-z]+\.lock$`), 0},
}

// program runs the program itself with a demo. It must end properly, stay within its limits, write nothing but its
// cache, and print nothing that controls a terminal.
func (b *bench) program(in *Input) (Outcome, error) {
	if *program == "" {
		return Refused, nil
	}
	dir, err := os.MkdirTemp("", "torture-program-")
	if err != nil {
		return Refused, err
	}
	defer os.RemoveAll(dir)
	folder, home, cache := filepath.Join(dir, "demos"), filepath.Join(dir, "home"), filepath.Join(dir, "cache")
	ext := filepath.Ext(in.Name)
	if len(ext) > 10 || strings.ContainsAny(ext, "/\\ \x00") {
		ext = ""
	}
	args := slices.Clone(commands[b.IntN(len(commands))])
	if args[len(args)-1] != "." {
		args = append(args, "x"+ext)
	}
	list := fmt.Appendf(nil, "folders = [ '%s' ]\n", folder) // of the library
	err = errors.Join(os.MkdirAll(folder, 0o755), os.MkdirAll(filepath.Join(home, "demoscope"), 0o755),
		os.WriteFile(filepath.Join(folder, "x"+ext), in.Data, 0o644),
		os.WriteFile(filepath.Join(home, "demoscope", "folders.toml"), list, 0o644))
	if err != nil {
		return Refused, err
	}
	before := files(folder) + files(home)

	ctx, cancel := context.WithTimeout(context.Background(), programPatience)
	defer cancel()
	c := exec.CommandContext(ctx, *program, args...)
	c.Dir = folder
	c.Env = []string{"HOME=" + home, "XDG_CONFIG_HOME=" + home, "XDG_CACHE_HOME=" + cache, "TMPDIR=" + home,
		"PATH=/nonexistent"}
	var out, said bytes.Buffer
	c.Stdout, c.Stderr = &out, &said
	if err := c.Start(); err != nil {
		return Refused, err
	}
	memory := watchMemory(c.Process.Pid)
	err = c.Wait()
	peak := memory()
	if exit := new(exec.ExitError); err != nil && !errors.As(err, &exit) {
		return Refused, err
	}

	code := c.ProcessState.ExitCode()
	err = func() error {
		if ctx.Err() != nil {
			return errors.New("it did not end")
		}
		for _, mark := range []string{"a mistake in this program", "goroutine "} {
			if i := strings.Index(said.String(), mark); i >= 0 {
				return fmt.Errorf("a panic: %.2000s", said.String()[i:])
			}
		}
		if code != 0 && code != 1 {
			return fmt.Errorf("status %d: %.500s", code, &said)
		}
		cpu := c.ProcessState.UserTime() + c.ProcessState.SystemTime()
		if cpu > programTime+time.Duration(len(in.Data))*8*time.Second/1e6 {
			return fmt.Errorf("%v of CPU time", cpu)
		}
		if peak > programMemory {
			return fmt.Errorf("%d MB of memory", peak>>20)
		}
		if after := files(folder) + files(home); after != before {
			return fmt.Errorf("files were written:\n%s", after)
		}
		return errors.Join(plain(out.String(), true), plain(said.String(), true), onlyKept(cache))
	}()
	if err != nil {
		return Refused, fmt.Errorf("demoscope %s: %w", strings.Join(args, " "), err)
	}
	if code != 0 {
		return Refused, nil
	}
	return Whole, nil
}

// files returns the names and sizes of all files in a folder.
func files(folder string) string {
	var b strings.Builder
	_ = filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		if info, err := d.Info(); err == nil {
			fmt.Fprintln(&b, path, info.Size())
		}
		return nil
	})
	return b.String()
}

// onlyKept returns an error for a file that does not belong in the cache.
func onlyKept(cache string) error {
	return filepath.WalkDir(cache, func(path string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil || d.IsDir() {
			return err
		}
		name, err := filepath.Rel(cache, path)
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		for _, k := range kept {
			if k.name.MatchString(filepath.ToSlash(name)) && info.Size() <= k.size {
				return nil
			}
		}
		return fmt.Errorf("%s of %d bytes was written into the cache", name, info.Size())
	})
}
