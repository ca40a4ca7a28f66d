package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// The module that the test changes.
var module = map[string]string{
	"go.mod": "module example.org/small\n\ngo 1.26.0\n",
	"small.go": `package small

import "errors"

const most = 10

var names = []string{"one", "two"}

// low is called by no test.
func low(n int) bool { return n < 3 }

func high(n int) (more bool) {
	if n >= most {
		more = true
	}
	return more
}

func name(n int) (string, error) {
	var err error
	if n < 0 || n > 1 {
		err = errors.New("no name")
		return "", err
	}
	return names[min(n, 1)], err
}
`,
	"small_test.go": `package small

import "testing"

func TestHigh(t *testing.T) {
	if high(9) || !high(11) {
		t.Error("high")
	}
}

func TestName(t *testing.T) {
	if a, err := name(0); a != "one" || err != nil {
		t.Error(a, err)
	}
	if _, err := name(2); err == nil {
		t.Error("an error")
	}
}
`,
}

func TestSmall(t *testing.T) {
	if testing.Short() {
		t.Skip("it compiles")
	}
	dir := t.TempDir()
	for name, text := range module {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	t.Setenv("GOWORK", "off")
	t.Setenv("GOFLAGS", "-mod=mod")
	packages, err := list([]string{"."})
	if err != nil || len(packages) != 1 {
		t.Fatal(packages, err)
	}
	*number = 100
	chosen, err := choose(packages, nil)
	if err != nil {
		t.Fatal(err)
	}
	printed := filepath.Join(t.TempDir(), "printed")
	out, err := os.Create(printed)
	if err != nil {
		t.Fatal(err)
	}
	stdout := os.Stdout
	os.Stdout = out
	sum, err := try(packages[0], chosen[0], t.TempDir(), time.Now().Add(time.Hour))
	os.Stdout = stdout
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(printed)
	if err != nil {
		t.Fatal(err)
	}
	got := string(text)
	for _, survivor := range []string{
		"small.go:10: no test: n < 3 -> n <= 3", "small.go:10: no test: 3 -> (3+1)",
		"small.go:13: n >= most -> n > most", "small.go:5: 10 -> (10+1)", "small.go:21: n < 0 || n > 1 -> n > 1",
	} {
		if !strings.Contains(got, survivor+"\n") {
			t.Errorf("%q did not survive", survivor)
		}
	}
	for _, caught := range []string{
		"swapped \"one\"", "removed more = true", `return "", err: nil for err`, "small.go:21: n < 0 || n > 1 -> n < 0",
		"small.go:21: 0 ->", "swapped n and 1",
	} {
		if strings.Contains(got, caught) {
			t.Errorf("%q survived", caught)
		}
	}
	if sum.uncovered != 2 || sum.caught < 5 || sum.late != 0 {
		t.Errorf("%+v", sum)
	}
	files, err := os.ReadDir(dir)
	if err != nil || len(files) != len(module) {
		t.Errorf("something was written into the tree: %v, %v", files, err)
	}
}
