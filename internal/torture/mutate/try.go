package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

const (
	envNow = "DEMOSCOPE_MUTATION"     // number of the chosen mutation, -1 to write down those that are met
	envMet = "DEMOSCOPE_MUTATION_MET" // the file for them
	// maxMemory are the KiB of address space of a test, because some faults never stop allocating.
	maxMemory = 12 << 20
)

// helper is added to the package that is mutated.
const helper = `package %s

import (
	"os"
	"strconv"
	"sync"
)

var mutantNow, mutantMet = func() (int, *sync.Map) {
	n, _ := strconv.Atoi(os.Getenv("` + envNow + `"))
	return n, new(sync.Map)
}()

func mutantMeets(n int) bool {
	if mutantNow == -1 {
		if _, known := mutantMet.LoadOrStore(n, true); !known {
			f, err := os.OpenFile(os.Getenv("` + envMet + `"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
			if err == nil {
				f.WriteString(strconv.Itoa(n) + "\n")
				f.Close()
			}
		}
	}
	return mutantNow == n
}
`

// write writes a file with its mutations. One in a function is a copy of the body that runs if its number is chosen;
// one outside can't wait so long, and is alone.
func (s *source) write(path string, list []*mutation) error {
	slices.SortStableFunc(list, func(a, b *mutation) int { return a.begin(s) - b.begin(s) })
	var out bytes.Buffer
	at := 0
	for _, m := range list {
		out.Write(s.text[at:m.begin(s)])
		at = m.begin(s)
		if m.fn == nil {
			out.WriteString(m.text)
			at = m.to
			continue
		}
		leave := "\nreturn }\n"
		if m.fn.Type.Results != nil {
			leave = "\n}\n"
		}
		fmt.Fprintf(&out, "if mutantMeets(%d) {/*line mutation%[1]d:%d*/%s%s%s%s", m.number, m.line, s.text[at:m.from],
			m.text, s.text[m.to:s.offset(m.fn.Body.Rbrace)], leave)
	}
	out.Write(s.text[at:])
	return os.WriteFile(path, out.Bytes(), 0o666)
}

// begin is where a mutation is written.
func (m *mutation) begin(s *source) int {
	if m.fn == nil {
		return m.from
	}
	return s.offset(m.fn.Body.Lbrace) + 1
}

// A program is a package's compiled test.
type program struct {
	path, dir, name string
	only            string // as in pkg
	tests           []string
	took            map[string]time.Duration
	met             map[string]map[int]bool // by test
	broken          []string                // tests that fail without a fault
}

var wrong = regexp.MustCompile(`mutation(\d+):\d+`)

// build compiles the tests with a list of mutations. It drops those that do not compile.
func build(p pkg, list []*mutation, users []pkg, dir string) (programs []*program, left []*mutation, err error) {
	overlay := filepath.Join(dir, "overlay.json")
	for {
		replace := map[string]string{}
		byFile := map[string][]*mutation{}
		for _, m := range list {
			byFile[m.file] = append(byFile[m.file], m)
		}
		for i, file := range slices.Sorted(maps.Keys(byFile)) {
			s, err := parse(file)
			if err != nil {
				return nil, nil, err
			}
			path := filepath.Join(dir, fmt.Sprintf("mutated%d.go", i))
			if err := s.write(path, byFile[file]); err != nil {
				return nil, nil, err
			}
			replace[file] = path
		}
		path := filepath.Join(dir, "helper.go")
		if err := os.WriteFile(path, fmt.Appendf(nil, helper, p.Name), 0o666); err != nil {
			return nil, nil, err
		}
		replace[filepath.Join(p.Dir, "mutation_helper.go")] = path
		text, err := json.Marshal(map[string]any{"Replace": replace})
		if err == nil {
			err = os.WriteFile(overlay, text, 0o666)
		}
		if err != nil {
			return nil, nil, err
		}
		c := exec.Command("go", "build", "-overlay", overlay, "-gcflags="+p.ImportPath+"=-e", "-o", os.DevNull,
			p.ImportPath)
		out, err := c.CombinedOutput()
		if err == nil {
			break
		}
		bad := map[int]bool{}
		for _, m := range wrong.FindAllSubmatch(out, -1) {
			n, _ := strconv.Atoi(string(m[1]))
			bad[n] = true
		}
		before := len(list)
		list = slices.DeleteFunc(slices.Clone(list), func(m *mutation) bool { return bad[m.number] })
		if len(list) == before || len(list) == 0 {
			if before == 1 || len(list) == 0 {
				return nil, nil, nil
			}
			return nil, nil, fmt.Errorf("%w\n%s", err, out)
		}
	}
	for i, u := range users {
		path := filepath.Join(dir, fmt.Sprintf("test%d", i))
		c := exec.Command("go", "test", "-c", "-vet=off", "-ldflags=-w", "-overlay", overlay, "-o", path, u.ImportPath)
		if out, err := c.CombinedOutput(); err != nil {
			return nil, nil, fmt.Errorf("tests of %s: %w\n%s", u.ImportPath, err, out)
		}
		programs = append(programs, &program{path: path, dir: u.Dir, name: u.ImportPath, only: u.Only})
	}
	return programs, list, nil
}

// run runs tests, and reports whether they pass.
func (p *program) run(names []string, limit time.Duration, now int, met string) (bool, error) {
	script := fmt.Sprintf(`ulimit -v %d; exec "$0" "$@"`, maxMemory)
	c := exec.Command("sh", "-c", script, p.path, "-test.failfast", "-test.timeout", limit.String(),
		"-test.run", "^("+strings.Join(names, "|")+")$")
	c.Dir = p.dir
	c.Env = append(os.Environ(), envNow+"="+strconv.Itoa(now), envMet+"="+met)
	c.WaitDelay = time.Second
	err := c.Run()
	if exit := new(exec.ExitError); errors.As(err, &exit) || errors.Is(err, exec.ErrWaitDelay) {
		return false, nil
	}
	return err == nil, err
}

// record runs each test alone without a fault, and writes down which mutated functions it calls.
func (p *program) record(dir string) error {
	c := exec.Command(p.path, "-test.list", cmp.Or(p.only, "^(Test|Example|Fuzz)"))
	c.Dir = p.dir
	out, err := c.Output()
	if err != nil {
		return err
	}
	p.took, p.met = map[string]time.Duration{}, map[string]map[int]bool{}
	var mu sync.Mutex
	return inParallel(strings.Fields(string(out)), func(i int, name string) error {
		file := filepath.Join(dir, fmt.Sprintf("met%d", i))
		defer os.Remove(file)
		began := time.Now()
		ok, err := p.run([]string{name}, 10*time.Minute, -1, file)
		if err != nil {
			return err
		}
		met := map[int]bool{}
		numbers, _ := os.ReadFile(file)
		for _, n := range strings.Fields(string(numbers)) {
			n, _ := strconv.Atoi(n)
			met[n] = true
		}
		mu.Lock()
		defer mu.Unlock()
		if !ok {
			p.broken = append(p.broken, name)
			return nil
		}
		p.tests = append(p.tests, name)
		p.took[name], p.met[name] = time.Since(began), met
		return nil
	})
}

// inParallel calls f for all items.
func inParallel[T any](items []T, f func(int, T) error) error {
	var wg sync.WaitGroup
	errs := make([]error, len(items))
	free := make(chan bool, *jobs)
	for i, item := range items {
		free <- true
		wg.Go(func() {
			errs[i] = f(i, item)
			<-free
		})
	}
	wg.Wait()
	return errors.Join(errs...)
}

// try makes a package's mutations one after another and runs their tests.
func try(p pkg, list []*mutation, dir string, until time.Time) (t tally, err error) {
	users, err := users(p)
	if err != nil {
		return t, err
	}
	if len(users) == 0 {
		fmt.Printf("%s: no tests call it as far as this tool knows\n", p.ImportPath)
		return t, nil
	}
	var soft, hard []*mutation
	for _, m := range list {
		if m.fn == nil {
			hard = append(hard, m)
		} else {
			soft = append(soft, m)
		}
	}
	wanted := *number
	if *since != "" {
		wanted = len(list)
	}
	if len(soft) > 0 {
		programs, built, err := build(p, soft, users, dir)
		if err != nil {
			return t, err
		}
		for _, r := range programs {
			if err := r.record(dir); err != nil {
				return t, err
			}
			if len(r.broken) > 0 {
				fmt.Printf("%s: these tests fail without a fault: %s\n", r.name, strings.Join(r.broken, " "))
			}
		}
		built = built[:min(len(built), max(0, wanted-len(hard)))]
		if err := t.all(programs, built, until); err != nil {
			return t, err
		}
	}
	for _, m := range hard {
		if time.Now().After(until) {
			t.late++
			continue
		}
		programs, built, err := build(p, []*mutation{m}, users[:1], dir)
		if err != nil {
			return t, err
		}
		for _, r := range programs {
			r.tests = []string{".*"}
		}
		if err := t.all(programs, built, until); err != nil {
			return t, err
		}
	}
	return t, nil
}

// covering are the packages whose tests call others, by the beginning of those others' paths.
var covering = []struct{ of, tests string }{
	{"formats/", "formats formats/text"},
	{"formats", "player"},
	{"player/world", "player/world/rules player/match player cmd/demoscope:^TestOutputs$"},
	{"player/", "player player/report cmd/demoscope:^TestOutputs$"},
	{"assets/", "assets render/scene"},
	{"bsp", "render/scene"},
	{"render/studio", "cmd/demoscope:^TestOutputs$"},
	{"render/sound", "cmd/demoscope:^TestOutputs$"},
	{"render/", "render/app:^(TestOutputs|TestSteps|TestHomeSteps)$"},
}

// users returns the package, if it has tests, and others with tests that call it.
func users(p pkg) (packages []pkg, err error) {
	patterns := []string{p.ImportPath}
	if *tests != "" {
		patterns = strings.Split(*tests, ",")
	} else {
		path := strings.TrimPrefix(p.ImportPath, p.Module.Path+"/")
		for _, c := range covering {
			if strings.HasPrefix(path, c.of) {
				for _, u := range strings.Fields(c.tests) {
					patterns = append(patterns, p.Module.Path+"/"+u)
				}
				break
			}
		}
	}
	for _, pattern := range patterns {
		pattern, only, _ := strings.Cut(pattern, ":")
		more, err := list([]string{pattern})
		if err != nil {
			return nil, err
		}
		for _, u := range more {
			u.Only = only
			known := slices.ContainsFunc(packages, func(o pkg) bool { return o.ImportPath == u.ImportPath })
			if !known && len(u.TestGoFiles)+len(u.XTestGoFiles) > 0 {
				packages = append(packages, u)
			}
		}
	}
	return packages, nil
}

// all tries mutations.
func (t *tally) all(programs []*program, list []*mutation, until time.Time) error {
	var mu sync.Mutex
	return inParallel(list, func(_ int, m *mutation) error {
		if time.Now().After(until) {
			mu.Lock()
			defer mu.Unlock()
			t.late++
			return nil
		}
		by, met, err := m.try(programs)
		if err != nil {
			return err
		}
		mu.Lock()
		defer mu.Unlock()
		place := m.file
		if wd, err := os.Getwd(); err == nil {
			if r, err := filepath.Rel(wd, m.file); err == nil {
				place = r
			}
		}
		switch {
		case by != "":
			t.caught++
			if *all {
				fmt.Printf("%s:%d: caught by %s: %s\n", place, m.line, by, m.what)
			}
		case !met:
			t.survived++
			t.uncovered++
			fmt.Printf("%s:%d: no test: %s\n", place, m.line, m.what)
		default:
			t.survived++
			fmt.Printf("%s:%d: %s\n", place, m.line, m.what)
		}
		return nil
	})
}

// try returns which package's tests notice a mutation, and whether any calls its function.
func (m *mutation) try(programs []*program) (by string, met bool, err error) {
	for _, p := range programs {
		var names []string
		var took time.Duration
		for _, name := range p.tests {
			if m.fn == nil || p.met[name][m.number] {
				names = append(names, name)
				took += p.took[name]
			}
		}
		if len(names) == 0 {
			continue
		}
		met = true
		// Most faults are noticed by tests that take no time.
		slow := func(name string) bool { return p.took[name] > time.Second }
		var short []string
		for _, name := range names {
			if !slow(name) {
				short = append(short, name)
			}
		}
		for _, part := range [][]string{short, slices.DeleteFunc(names, func(n string) bool { return !slow(n) })} {
			if len(part) == 0 {
				continue
			}
			if ok, err := p.run(part, 15*time.Second+5*took, m.number, ""); err != nil || !ok {
				return p.name, true, err
			}
		}
	}
	return "", met, nil
}
