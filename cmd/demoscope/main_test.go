package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestMain makes the program and the helper that makes demos into commands of
// the scripts: each runs in a process of its own.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"demoscope": main,
		"craft":     func() { os.Exit(craft(os.Args[1:])) },
	})
}

// TestScripts runs testdata/script. Beside what testscript has, they can use
//
//	status N COMMAND...	run a command that ends with exit status N
//	json KEY VALUE		the last output has that value: levels.0.map, players.len
//	lines N			the last output has N lines
//
// and the conditions [display] and [root].
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"status": scriptStatus, "json": scriptJSON, "lines": scriptLines,
		},
		Condition: func(name string) (bool, error) {
			switch name {
			case "display":
				return os.Getenv("DISPLAY") != "" || os.Getenv("WAYLAND_DISPLAY") != "", nil
			case "root":
				return os.Geteuid() == 0, nil
			}
			return false, fmt.Errorf("unknown condition %q", name)
		},
		Setup: func(e *testscript.Env) error {
			for _, name := range []string{"DISPLAY", "XAUTHORITY", "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR"} {
				e.Setenv(name, os.Getenv(name))
			}
			e.Setenv("DEMOSCOPE_PATH", "")
			return nil
		},
	})
}

func scriptStatus(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status N COMMAND...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		if _, err := fmt.Sscanf(err.Error(), "exit status %d", &got); err != nil {
			ts.Fatalf("%q: %v", args[1:], err)
		}
	}
	if got != want {
		ts.Fatalf("%q ended with status %d, not %d", args[1:], got, want)
	}
}

func scriptLines(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: lines N")
	}
	if got := strings.Count(ts.ReadFile("stdout"), "\n"); strconv.Itoa(got) != args[0] {
		ts.Fatalf("%d lines, not %s", got, args[0])
	}
}

func scriptJSON(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 2 {
		ts.Fatalf("usage: json KEY VALUE")
	}
	var v any
	ts.Check(json.Unmarshal([]byte(ts.ReadFile("stdout")), &v))
	got := fmt.Sprint(lookUp(v, strings.Split(args[0], ".")))
	if (got == args[1]) == neg {
		ts.Fatalf("%s is %s", args[0], got)
	}
}

// lookUp returns the value at a path of keys and indices; len is how many there
// are. What is not there is "nothing".
func lookUp(v any, path []string) any {
	for _, key := range path {
		switch t := v.(type) {
		case map[string]any:
			e, ok := t[key]
			if !ok {
				return "nothing"
			}
			v = e
		case []any:
			if key == "len" {
				return len(t)
			}
			i, err := strconv.Atoi(key)
			if err != nil || i < 0 || i >= len(t) {
				return "nothing"
			}
			v = t[i]
		default:
			return "nothing"
		}
	}
	return v
}
