package torture

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"demoscope/formats"
	"demoscope/internal/fault"
)

// TestMain lets the test be a worker of itself, as the command is.
func TestMain(m *testing.M) {
	if o := os.Getenv("TORTURE_WORKER"); o != "" {
		if os.Getenv("TORTURE_BROKEN") != "" {
			Drives = broken
		}
		if err := workOf(o); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(2)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func workOf(text string) error {
	var o WorkerOptions
	if err := json.Unmarshal([]byte(text), &o); err != nil {
		return err
	}
	if o.Place == "" {
		return Probe(o, os.Stdin, os.Stdout)
	}
	return Work(o, os.Stdin, os.Stdout)
}

// workerOf returns what starts this test as a worker.
func workerOf(variables ...string) func(WorkerOptions) (*exec.Cmd, error) {
	return func(o WorkerOptions) (*exec.Cmd, error) {
		data, err := json.Marshal(o)
		c := exec.Command(os.Args[0])
		c.Env = append(append(os.Environ(), "TORTURE_WORKER="+string(data), "GOMAXPROCS=1", "GOTRACEBACK=all"),
			variables...)
		return c, err
	}
}

// broken are drives that do what no drive must, each at a byte of its own.
var broken = []Drive{
	{"panics", KindBookmarks, 1000, 1, func(_ *bench, in *Input) (Outcome, error) {
		if bytes.Contains(in.Data, []byte("one")) {
			return Whole, nil
		}
		return Outcome(in.Data[len(in.Data)]), nil
	}},
	{"crashes", KindBookmarks, 40, 1, func(*bench, *Input) (Outcome, error) {
		go func() { panic("of another goroutine") }()
		time.Sleep(time.Second)
		return Whole, nil
	}},
	{"hangs", KindBookmarks, 30, 1, func(*bench, *Input) (Outcome, error) {
		for n := 0; ; n++ {
			sink = n
		}
	}},
	{"is slow", KindBookmarks, 30, 1, func(*bench, *Input) (Outcome, error) {
		for until := cpuTime() + 300*time.Millisecond; cpuTime() < until; {
		}
		return Whole, nil
	}},
	{"takes memory", KindBookmarks, 60, 1, func(*bench, *Input) (Outcome, error) {
		big := make([]byte, 64<<20)
		for i := range big {
			big[i] = 1
		}
		sink = int(big[len(big)-1])
		return Whole, nil
	}},
	{"takes it in turns", KindBookmarks, 20, 1, func(*bench, *Input) (Outcome, error) {
		for range 64 {
			sink = len(make([]byte, 1<<20))
		}
		return Whole, nil
	}},
	{"leaves a goroutine", KindBookmarks, 100, 1, func(*bench, *Input) (Outcome, error) {
		go func() { select {} }()
		return Whole, nil
	}},
	{"leaves a file", KindBookmarks, 100, 1, func(b *bench, _ *Input) (Outcome, error) {
		return Whole, os.WriteFile(filepath.Join(b.dir, "left"), nil, 0o644)
	}},
	{"is wrong", KindBookmarks, 200, 1, func(*bench, *Input) (Outcome, error) {
		return Found, errors.New("2 is not 1")
	}},
}

var sink int

// TestFindsAreFound: everything that a drive must not do is found, is one find however
// often it is done, and has an input that does it again, as small as can be.
func TestFindsAreFound(t *testing.T) {
	if testing.Short() {
		t.Skip("processes are started")
	}
	if cpuTime() == 0 {
		t.Skip("CPU time is not measured on this system")
	}
	was := Drives
	Drives = broken
	defer func() { Drives = was }()
	dir := t.TempDir()
	c := Campaign{
		Options: Options{Limits: Limits{Floor: 200 * time.Millisecond, PerMB: time.Second, Memory: 32 << 20}},
		Seed:    1, Last: 120, Jobs: 1, Formats: []string{"bookmarks"}, Out: dir, Patience: time.Second,
		Command: workerOf("TORTURE_BROKEN=1"), Log: t.Logf,
	}
	l, err := c.Run(nil)
	if err != nil {
		t.Fatal(err)
	}
	var kinds []string
	for key := range l.Finds {
		kinds = append(kinds, key)
	}
	slices.Sort(kinds)
	want := []string{
		"crash crashes of another goroutine", "files any left behind left: file already exists",
		"goroutines leaves a goroutine a goroutine is left",
		"hang hangs #.# CPU seconds, and no end", "memory takes memory # MB at once (# MB in all) for # bytes",
		"panic panics",
		"slow is slow #.# CPU seconds, and again #.#, for # bytes", "wrong is wrong bookmarks # is not #",
	}
	for i, k := range kinds { // functions of this package do not count
		for _, w := range want {
			if f, _, _ := strings.Cut(k, " "); strings.HasPrefix(w, f+" ") && f != "memory" {
				kinds[i] = w
			}
		}
	}
	if !slices.Equal(kinds, want) {
		t.Errorf("found were\n%s\nnot\n%s", strings.Join(kinds, "\n"), strings.Join(want, "\n"))
	}
	if l.Inputs > 120 || l.Inputs < 40 { // what a process that died had not said is not counted
		t.Errorf("%d inputs", l.Inputs)
	}
	files, _ := filepath.Glob(filepath.Join(dir, "*.json"))
	tried := 0
	for _, name := range files {
		if strings.HasSuffix(name, ".ledger.json") {
			sum, err := ReadLedgers(dir)
			if err != nil || sum.Runs() != l.Runs() || sum.Inputs != l.Inputs {
				t.Errorf("the ledger: %v", err)
			}
			continue
		}
		f, err := ReadFind(name, true)
		if err != nil {
			t.Error(err)
			continue
		}
		if f.What == "panic" {
			tried++
			if len(f.Input.Data) != 0 {
				t.Errorf("the smallest input that panics has %d bytes", len(f.Input.Data))
			}
		}
		if f.Input.Mutations == nil {
			t.Errorf("%s does not say what was done", name)
		}
	}
	if tried != 1 {
		t.Errorf("%d panics of %d files", tried, len(files))
	}
}

// TestRunsAreRepeated: the same number makes the same input, another one another.
func TestRunsAreRepeated(t *testing.T) {
	k, again := NewMaker(7, samples(t)), NewMaker(7, samples(t))
	different := map[string]bool{}
	for run := range uint64(1200) {
		a, okA := k.Make(run, false)
		b, okB := again.Make(run, true)
		b.Mutations = nil
		if okA != okB || !reflect.DeepEqual(a, b) {
			t.Fatalf("run %d: %v, and then %v", run, &a, &b)
		}
		different[string(a.Data)] = true
	}
	if len(different) < 1120 {
		t.Errorf("only %d of 1200 inputs are different", len(different))
	}
}

func samples(t testing.TB) []*Source {
	t.Helper()
	list, err := Sources("", nil)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// TestDamageGetsIn: of each format, changes reach what is behind the container: many
// inputs are played with and without damage, and few are refused; most messages of a
// level are changed in some input.
func TestDamageGetsIn(t *testing.T) {
	k := NewMaker(3, samples(t))
	type count struct{ whole, damaged, refused int }
	formatsSeen := map[string]*count{}
	b := &bench{}
	for run := range uint64(3000) {
		in, ok := k.Make(run, false)
		if in.Kind != KindDemo || !ok {
			continue
		}
		c := formatsSeen[in.Format]
		if c == nil {
			c = &count{}
			formatsSeen[in.Format] = c
		}
		b.Rand = in.drivesRandom("decode")
		demo, err := formats.Open(in.Name, in.Data)
		if err != nil {
			c.refused++
			continue
		}
		in.Format = demo.Name
		switch outcome, err := b.decode(&in); {
		case err != nil:
			t.Errorf("run %d: %v", run, err)
		case outcome == Whole:
			c.whole++
		default:
			c.damaged++
		}
	}
	for _, name := range []string{"dem", "qwd", "mvd", "dm2", "mvd2", "dm3"} {
		c := formatsSeen[name]
		if c == nil {
			t.Errorf("%s: no input", name)
			continue
		}
		t.Logf("%s: %+v", name, *c)
		if n := c.whole + c.damaged + c.refused; n < 250 || c.refused > 2*n/3 || c.damaged < n/5 {
			t.Errorf("%s: %+v of %d", name, *c, n)
		}
	}
}

// TestEveryChange: all ways to change a file are taken.
func TestEveryChange(t *testing.T) {
	k := NewMaker(5, samples(t))
	var all strings.Builder
	for run := range uint64(8000) {
		in, _ := k.Make(run, true)
		if in.Kind == KindDemo || run < 2000 {
			for _, m := range in.Mutations {
				all.WriteString(m + "\n")
			}
		}
	}
	for _, what := range []string{
		"bit of byte", "bytes with flipped bits", "cut at", "cut off", "bytes from", "inserted at", "repeated",
		"swapped between", "bytes of another file", "zeros from",
		"packets ", "come ", "moved to byte", "packets of demoscope1", "times ", "is kept for later", "that was kept",
		"is lost", "= NaN", "= true", "is empty", "-byte number",
		"packed as", "named ", "lines from", "lines of another demo", "lump", "entities", "followed by packets", "for ",
	} {
		if !strings.Contains(all.String(), strings.TrimSuffix(what, " with flipped bits")) {
			t.Errorf("nowhere: %s", what)
		}
	}
	for _, message := range []string{"serverinfo", "serverdata", "gamestate", "packetentities", "playerinfo", "sound",
		"temp_entity", "print", "configstring", "snapshot", "updateuserinfo"} {
		if !strings.Contains(all.String(), message+":") {
			t.Errorf("no %s is changed", message)
		}
	}
}

// TestEveryDrive: each drive of the table takes an input of its kind that nobody has
// changed, and finds nothing.
func TestEveryDrive(t *testing.T) {
	b := &bench{exact: true, dir: t.TempDir()}
	for i := range Drives {
		d := &Drives[i]
		if d.process() {
			continue
		}
		took := 0
		for _, s := range samples(t) {
			data := s.Data
			switch {
			case d.Kind == KindText && s.Kind == KindDemo:
				data = s.lines()
			case s.Kind != d.Kind:
				continue
			}
			took++
			in := Input{Kind: d.Kind, Format: s.Format, Name: s.Name, Data: bytes.Clone(data), Seed: 1}
			outcome, find, _ := b.perform(d, &in, DefaultLimits)
			if find != nil {
				t.Errorf("%s of %s: %v\n%s", d.Name, s.Name, find.Message, find.Stack)
			} else if outcome != Whole && d.Kind == KindDemo {
				t.Errorf("%s of %s: %v", d.Name, s.Name, outcome)
			}
			if !bytes.Equal(in.Data, data) {
				t.Errorf("%s changes its input %s", d.Name, s.Name)
			}
		}
		if took == 0 {
			t.Errorf("%s takes nothing", d.Name)
		}
		if err := b.left(); err != nil {
			t.Errorf("%s: %v", d.Name, err)
		}
	}
}

// TestSeeds gives inputs that were finds, which lie in testdata, to all drives. They
// were made from the sample.
func TestSeeds(t *testing.T) {
	files, err := filepath.Glob("testdata/*")
	if err != nil || len(files) == 0 {
		t.Fatalf("there is no seed: %v", err)
	}
	for _, name := range files {
		var out bytes.Buffer
		if found, err := Replay(name, false, Options{Limits: DefaultLimits, Exact: true}, &out); err != nil || found {
			t.Errorf("%s: %v\n%s", name, err, &out)
		}
	}
}

func TestPlain(t *testing.T) {
	for text, ok := range map[string]bool{
		"abc äö€": true, "": true, "a\nb": false, "\x1b[2J": false, "\u009b31m": false, "\x9b31m": false,
		"\u202e": false, "\u200b": false, "\x7f": false, "\x00": false, "\r": false,
	} {
		if err := plain(text, false); (err == nil) != ok || err != nil && !errors.Is(err, errControl) {
			t.Errorf("%q: %v", text, err)
		}
	}
	if plain("a\nb\tc", true) != nil || plain("a\rb", true) == nil {
		t.Error("lines")
	}
}

// TestSignature: what has the same cause has the same signature, whatever its numbers.
func TestSignature(t *testing.T) {
	stack := "goroutine 1 " +
		"[running]:\nruntime/debug.Stack()\n\t/x.go:1\ndemoscope/internal/torture.(*bench).call.func1()\n" +
		"\t/x.go:2\npanic({0x1?, 0x2?})\n\t/y.go:1\n" +
		"demoscope/player/world.(*World).Apply(0xc000, 0x3)\n\t/z.go:7 " +
		"+0x1\ndemoscope/player/timeline.(*Cursor).Next(0x1)\n\t/z.go:8\ndemoscope/player.(*Player).Update(...)\n"
	a := Find{What: "panic", Drive: "seek", Message: "index out of range [5] with length 4", Stack: stack}
	b := Find{What: "panic", Drive: "info", Message: "index out of range [9] with length 2",
		Stack: strings.ReplaceAll(stack, "0xc000", "0xd000")}
	if want := "panic player/world.(*World).Apply < player/timeline.(*Cursor).Next"; a.Signature() != want ||
		b.Signature() != want {
		t.Errorf("%q, %q", a.Signature(), b.Signature())
	}
	c := Find{What: "wrong", Drive: "seek", Message: `after 3.5 s: block 7 of "x"`, Input: &Input{Format: "dem"}}
	if want := "wrong seek dem after # s: block # of"; c.Signature() != want {
		t.Errorf("%q", c.Signature())
	}
	message, where := ofProcess([]byte(
		"noise\npanic: oh\n\ngoroutine 7 [running]:\ndemoscope/bsp.Load(0x1)\n\t/x.go:1\n"))
	if message != "panic: oh" || !strings.Contains(where, "bsp.Load") {
		t.Errorf("%q at %q", message, where)
	}
}

// TestStoppedPanic: a panic that the program has turned into an error is a panic.
func TestStoppedPanic(t *testing.T) {
	d := Drive{"stops", KindDemo, 1000, 1, func(*bench, *Input) (Outcome, error) {
		return Whole, fmt.Errorf("x: %w", fault.Guard("reading x", func() { panic("of the program") }))
	}}
	outcome, f, _ := (&bench{}).perform(&d, &Input{}, DefaultLimits)
	if outcome != Found || f == nil || f.What != "panic" || f.Message != "of the program" ||
		!strings.Contains(f.Stack, "fault.Guard") {
		t.Errorf("%v, %+v", outcome, f)
	}
}

// TestModelsAreChanged: models are changed so that some are refused and some are not, and
// those that nobody has changed are whole.
func TestModelsAreChanged(t *testing.T) {
	sources := builtModels()
	k := NewMaker(11, sources)
	b := &bench{}
	for _, s := range sources {
		in := Input{Kind: s.Kind, Format: s.Format, Name: s.Name, Data: s.Data}
		b.Rand = in.drivesRandom("model")
		if outcome, err := b.model(&in); outcome != Whole || err != nil {
			t.Errorf("%s is %v: %v", s.Name, outcome, err)
		}
	}
	seen := map[string]map[Outcome]int{}
	for run := range uint64(3000) {
		in, ok := k.Make(run, false)
		if in.Kind != KindModel || !ok {
			t.Fatalf("run %d makes a %s", run, in.Kind)
		}
		b.Rand = in.drivesRandom("model")
		outcome, err := b.model(&in)
		if err != nil {
			t.Errorf("run %d: %v", run, err)
		}
		if seen[in.Format] == nil {
			seen[in.Format] = map[Outcome]int{}
		}
		seen[in.Format][outcome]++
	}
	for _, s := range sources {
		if n := seen[s.Format]; n[Whole] < 30 || n[Refused] < 30 && s.Format != "skin" {
			t.Errorf("%s: %d are whole, %d refused", s.Format, n[Whole], n[Refused])
		}
	}
	t.Log(seen)
}
