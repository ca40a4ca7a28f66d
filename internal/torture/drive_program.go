package torture

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// commands are those of the program that need no window, and end.
var commands = [][]string{
	{"info"}, {"info", "--json"}, {"dump"}, {"dump", "--json"}, {"state", "--json", "--at", "50%"},
	{"state", "--json", "--block", "3"}, {"paths", "--demo"}, {"info", "--json", "."},
	{"library", "--scan", "--json", "."}, // all files have a dot in their names
	{"cut", "--from=20%", "--to=70%", "--output=" + os.DevNull}, {"cut", "--player=0", "--output=" + os.DevNull},
	{"split", "--list"},
	{"convert", "--round", "--to=666", "--output=" + os.DevNull}, {"convert", "--to=68", "--output=" + os.DevNull},
	{"merge", "--output=" + os.DevNull, "sample:demoscope1.qwd"},
	{"sound", "--to=20", "--output=" + os.DevNull}, {"report", "--highlights=1", "--output=" + os.DevNull},
}

// programPatience is how long the program may take by the clock, which is more than CPU
// time where many processes run.
const programPatience = time.Minute

// programRun runs the program itself on a file.
func (b *bench) programRun(in *Input) (Outcome, error) {
	name := "x" + extension(in)
	args := slices.Clone(commands[b.IntN(len(commands))])
	if args[len(args)-1] != "." {
		args = append(args, name)
	}
	return b.process(in, name, args)
}

// keys gives the program a keys file.
func (b *bench) keys(in *Input) (Outcome, error) {
	return b.process(in, filepath.Join("home", "demoscope", "keys.toml"), []string{"keys"})
}

// programDraws has the program draw a moment of a demo of its own, with a file of the game:
// a model, a map or a texture.
func (b *bench) programDraws(in *Input) (Outcome, error) {
	type used struct{ demo, path string }
	const quake, quake2, quake3 = "demoscope1_p15.dem", "demoscope1.dm2", "demoscope1.dm_71"
	var list []used
	switch in.Format {
	case "mdl":
		list = []used{{quake, "id1/progs/player.mdl"}, {quake, "id1/progs/v_shot.mdl"}, {quake, "id1/progs/ogre.mdl"}}
	case "md2":
		list = []used{{quake2, "baseq2/players/male/tris.md2"}, {quake2, "baseq2/models/weapons/g_rocket/tris.md2"}}
	case "md3", "skin", "cfg":
		list = []used{{quake3, "baseq3/models/weapons2/railgun/railgun.md3"},
			{quake3, "baseq3/models/ammo/grenade1.md3"}}
	case "wal":
		list = []used{{quake2, "baseq2/textures/ds_wall.wal"}, {quake2, "baseq2/textures/ds_floor.wal"}}
	case "lit":
		list = []used{{quake, "id1/maps/demoscope1.lit"}}
	default:
		list = []used{{quake, "id1/maps/demoscope1.bsp"}, {quake2, "baseq2/maps/demoscope1.bsp"},
			{quake3, "baseq3/maps/demoscope1.bsp"}}
	}
	u := list[b.IntN(len(list))]
	args := []string{
		"shot", "--renderer=cpu", "--size=320x180", "--output=" + os.DevNull, "--basedir=" + gameFolder,
		fmt.Sprintf("--at=%d", b.IntN(40)), "--mode=" + []string{"lit", "shaded", "hidden-line", "wire"}[b.IntN(4)],
		"sample:" + u.demo,
	}
	return b.process(in, filepath.Join(gameFolder, filepath.FromSlash(u.path)), args)
}

// process runs the program with a file, and requires that it ends as it should, uses no
// more than it may, writes no file but surveys of levels and the library into its cache, and says nothing
// that a terminal obeys.
func (b *bench) process(in *Input, name string, args []string) (Outcome, error) {
	folder, cache := filepath.Join(b.dir, "program"), filepath.Join(b.dir, "cache")
	home, path := filepath.Join(folder, "home"), filepath.Join(folder, name)
	for _, dir := range []string{home, filepath.Dir(path)} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return Found, err
		}
	}
	defer os.RemoveAll(folder)
	defer os.RemoveAll(cache)
	if err := os.WriteFile(path, in.Data, 0o644); err != nil {
		return Found, err
	}
	if list := filepath.Join(home, "demoscope", "folders.toml"); list != path { // of the library
		if err := os.MkdirAll(filepath.Dir(list), 0o755); err != nil {
			return Found, err
		}
		if err := os.WriteFile(list, fmt.Appendf(nil, "folders = [ '%s' ]\n", folder), 0o644); err != nil {
			return Found, err
		}
	}
	before := tree(folder)
	ctx, cancel := context.WithTimeout(context.Background(), programPatience)
	defer cancel()
	// Linux counts the memory of the process that starts another as the other's.
	self, err := os.Executable()
	if err != nil {
		return Found, err
	}
	usage := filepath.Join(b.dir, "usage")
	defer os.Remove(usage)
	c := exec.CommandContext(ctx, self, append([]string{Through, usage, b.program}, args...)...)
	c.Dir = folder
	c.Env = []string{"HOME=" + home, "XDG_CONFIG_HOME=" + home, "XDG_CACHE_HOME=" + cache, "TMPDIR=" + home,
		"PATH=/nonexistent"}
	var out, said bytes.Buffer
	c.Stdout, c.Stderr = &out, &said
	err = c.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return Found, err
	}
	what := strings.Join(args, " ")
	if ctx.Err() != nil {
		return Found, fmt.Errorf("it did not end (%s)", what)
	}
	for _, text := range [][]byte{out.Bytes(), said.Bytes()} {
		if i := bytes.Index(text, []byte("a mistake in this program")); i >= 0 {
			return Found, fmt.Errorf("a panic: %.300s (%s)", text[max(0, i-100):], what)
		}
	}
	code := c.ProcessState.ExitCode()
	if code != 0 && code != 1 || bytes.Contains(said.Bytes(), []byte("goroutine ")) {
		message, _ := ofProcess(said.Bytes())
		return Found, fmt.Errorf("status %d: %s (%s)", code, message, what)
	}
	var u programUsage
	if data, err := os.ReadFile(usage); err != nil || json.Unmarshal(data, &u) != nil {
		return Found, fmt.Errorf("what the program used is not known: %w", err)
	}
	if u.CPU > programTime+time.Duration(len(in.Data))*time.Second*8/1e6 {
		return Found, fmt.Errorf("%w:\n%s: %v of CPU time", errLimits, what, u.CPU)
	}
	if u.Memory > programMemory {
		return Found, fmt.Errorf("%w:\n%s: %d MB", errLimits, what, u.Memory>>20)
	}
	for _, text := range []string{out.String(), said.String()} {
		if err := plain(text, true); err != nil {
			return Found, fmt.Errorf("%w (%s)", err, what)
		}
	}
	if after := tree(folder); after != before {
		return Found, fmt.Errorf("files were written:\n%s\n(%s)", after, what)
	}
	if err := onlyKept(cache); err != nil {
		return Found, fmt.Errorf("%w (%s)", err, what)
	}
	if code != 0 {
		return Refused, nil
	}
	return Whole, nil
}

// surveyFile is a survey of a level that is kept, and maxSurvey its largest size in bytes.
var surveyFile = regexp.MustCompile(`^demoscope/surveys/[0-9a-f]{24}-[0-9a-f]{8}-[0-9a-f]{24}-[0-9]+\.survey$`)

// pictureFile is the picture of a demo that is kept, and maxPicture its largest size in bytes.
var pictureFile = regexp.MustCompile(`^demoscope/pictures/[0-9a-f]{24}\.picture$`)

const maxPicture = 512 << 10

// libraryFile is one of those of the library, and maxLibrary the largest size in bytes that it has with a few
// demos.
var libraryFile = regexp.MustCompile(
	`^demoscope/library/(library-[0-9a-f]{8}\.sqlite(-wal|-shm|-journal)?|library\.lock|scan\.lock)$`)

const maxSurvey, maxLibrary = 4 << 20, 16 << 20

// onlyKept requires that a folder for caches has nothing but surveys of levels, pictures of demos and the library.
func onlyKept(cache string) error {
	return filepath.WalkDir(cache, func(path string, d os.DirEntry, err error) error {
		if errors.Is(err, os.ErrNotExist) {
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
		slashed := filepath.ToSlash(name)
		if !(surveyFile.MatchString(slashed) && info.Size() <= maxSurvey || pictureFile.MatchString(slashed) &&
			info.Size() <= maxPicture || libraryFile.MatchString(slashed) && info.Size() <= maxLibrary) {
			return fmt.Errorf("%s of %d bytes was written into the cache", name, info.Size())
		}
		return nil
	})
}

// tree returns the names and sizes of all files in a folder.
func tree(folder string) string {
	var b strings.Builder
	filepath.WalkDir(folder, func(path string, d os.DirEntry, err error) error {
		if info, err := d.Info(); err == nil {
			fmt.Fprintln(&b, path, info.Size())
		}
		return nil
	})
	return b.String()
}

const (
	// programTime is the CPU time that the program may use on a file of a few bytes.
	programTime = 2 * time.Second
	// programMemory is how much memory it may use at once on a small file.
	programMemory = 400 << 20
)

// Through is the first argument of a process that runs the program for the harness: see
// [RunThrough].
const Through = "--through"

// programUsage is what the program has used.
type programUsage struct {
	CPU    time.Duration
	Memory int64 // bytes at once
}

// RunThrough runs the program args[1:] with the standard streams of this process, writes
// what it has used to the file args[0], and returns its status.
func RunThrough(args []string) int {
	c := exec.Command(args[1], args[2:]...)
	Apart(c)
	c.Stdin, c.Stdout, c.Stderr = os.Stdin, os.Stdout, os.Stderr
	if err := c.Run(); c.ProcessState == nil {
		fmt.Fprintln(os.Stderr, err)
		return 3
	}
	u := programUsage{c.ProcessState.UserTime() + c.ProcessState.SystemTime(), peakOfProcess(c.ProcessState)}
	data, err := json.Marshal(u)
	if err == nil {
		err = os.WriteFile(args[0], data, 0o644)
	}
	if err != nil {
		return 3
	}
	return c.ProcessState.ExitCode()
}
