package main

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestNotices checks that every module in the program, on any platform, has its
// license in THIRD_PARTY.md. .ci/licenses checks the texts.
func TestNotices(t *testing.T) {
	page, err := os.ReadFile("../../THIRD_PARTY.md")
	if err != nil {
		t.Fatal(err)
	}
	// What go list reads beside these is not known to the cache of test results.
	for _, file := range []string{"../../go.mod", "../../go.sum"} {
		if _, err := os.ReadFile(file); err != nil {
			t.Fatal(err)
		}
	}
	found := map[string]bool{}
	for _, platform := range []string{"linux/amd64", "windows/amd64", "darwin/arm64", "js/wasm"} {
		system, machine, _ := strings.Cut(platform, "/")
		list := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}}{{end}}{{end}}",
			".")
		list.Env = append(os.Environ(), "GOOS="+system, "GOARCH="+machine, "CGO_ENABLED=0", "GOFLAGS=-pgo=off")
		list.Stderr = os.Stderr
		out, err := list.Output()
		if err != nil {
			t.Fatal(err)
		}
		for module := range strings.FieldsSeq(string(out)) {
			found[module] = true
		}
	}
	if len(found) < 5 {
		t.Fatalf("go list knows only the modules %v", found)
	}
	for module := range found {
		if !strings.Contains(string(page), "\n## "+module+" ") && !strings.Contains(string(page), "\n## "+module+"/") {
			t.Errorf("THIRD_PARTY.md lacks %s: run .ci/licenses", module)
		}
	}
	if !strings.Contains(string(page), "\n## Go, its standard library") {
		t.Error("THIRD_PARTY.md lacks Go's license")
	}
}
