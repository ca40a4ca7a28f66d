//go:build !js

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"demoscope/internal/wait"
)

// python is Debian's, which has the packages of its distribution.
const python = "/usr/bin/python3"

// TestDaskRecipe runs docs/manual/cluster/dask_tables.py with a scheduler and two workers, one of which is killed. The
// folder is the same as that of one run without a cluster.
func TestDaskRecipe(t *testing.T) {
	if exec.Command(python, "-c", "import distributed").Run() != nil {
		t.Skip("python3-distributed is not installed")
	}
	dir := t.TempDir()
	recipe, err := filepath.Abs(filepath.Join("..", "..", "docs", "manual", "cluster", "dask_tables.py"))
	if err != nil {
		t.Fatal(err)
	}
	putInPath(t, dir)
	list := writeDemos(t, dir, 40)
	whole, parts := filepath.Join(dir, "whole"), filepath.Join(dir, "parts")
	var out, errs bytes.Buffer
	status := run([]string{"events", "--files-from", list, "--partition", "--format", "parquet", "-o", whole},
		&streams{out: &out, err: &errs})
	if status != exitOK {
		t.Fatalf("exit status %d: %s", status, &errs)
	}

	address := filepath.Join(dir, "scheduler.json")
	start(t, "dask-scheduler", "--port", "0", "--host", "127.0.0.1", "--no-dashboard", "--scheduler-file", address)
	wait.For(t, "the scheduler", func() bool { _, err := os.Stat(address); return err == nil })
	worker := []string{"dask-worker", "--scheduler-file", address, "--nthreads", "1", "--no-nanny", "--no-dashboard",
		"--local-directory", dir}
	victim := start(t, worker...)
	start(t, worker...)
	var scheduler struct{ Address string }
	data, err := os.ReadFile(address)
	if err == nil {
		err = json.Unmarshal(data, &scheduler)
	}
	if err != nil {
		t.Fatal(err)
	}
	recipeRun := exec.Command(python, recipe, "--scheduler", scheduler.Address, "--shards", "8", list, parts)
	out.Reset()
	errs.Reset()
	recipeRun.Stdout, recipeRun.Stderr = &out, &errs
	if err := recipeRun.Start(); err != nil {
		t.Fatal(err)
	}
	wait.For(t, "the first shard", func() bool { _, err := os.Stat(filepath.Join(parts, "_done")); return err == nil })
	if err := victim.Process.Kill(); err != nil {
		t.Error(err)
	}
	if err := recipeRun.Wait(); err != nil {
		t.Fatalf("%v: %s", err, &errs)
	}
	var total struct {
		Demos, Done, Skipped int
		Failed               []failedDemo
	}
	if err := json.Unmarshal(out.Bytes(), &total); err != nil {
		t.Fatalf("%v: %s", err, &out)
	}
	if total.Demos != 40 || total.Done+total.Skipped != 40 || len(total.Failed) != 0 {
		t.Errorf("%+v", total)
	}
	want, got := contents(t, whole), contents(t, parts)
	if len(want) != 40 || len(got) != 40 {
		t.Errorf("%d files, and %d by the cluster", len(want), len(got))
	}
	for name := range want {
		if got[name] != want[name] {
			t.Errorf("%s differs", name)
		}
	}
}

// putInPath makes the program one of the commands, from a folder: this test is it, see [TestMain].
func putInPath(t *testing.T, dir string) {
	t.Helper()
	self, err := os.Executable()
	if err == nil {
		err = os.Symlink(self, filepath.Join(dir, "demoscope"))
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+string(filepath.ListSeparator)+os.Getenv("PATH"))
}

// start starts a program that ends with the test.
func start(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	c := exec.Command(args[0], args[1:]...)
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = c.Process.Kill()
		_ = c.Wait()
	})
	return c
}

// writeDemos writes recordings, and a list of them.
func writeDemos(t *testing.T, dir string, n int) (list string) {
	t.Helper()
	demo := sampleData(t, "demoscope1.mvd")
	var names strings.Builder
	for i := range n {
		path := filepath.Join(dir, fmt.Sprintf("game%d_20240616-1719.mvd", i))
		if err := os.WriteFile(path, demo[:len(demo)*(i+1)/n], 0o644); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintln(&names, path)
	}
	list = filepath.Join(dir, "demos.txt")
	if err := os.WriteFile(list, []byte(names.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	return list
}

// contents returns the files of a divided table.
func contents(t *testing.T, folder string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.Contains(path, "_done") {
			return err
		}
		data, err := os.ReadFile(path)
		files[strings.TrimPrefix(path, folder)] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// TestSlurmRecipe runs docs/manual/cluster/slurm_tables.sh as the tasks of an array job would.
func TestSlurmRecipe(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there is no shell")
	}
	dir := t.TempDir()
	putInPath(t, dir)
	list, parts := writeDemos(t, dir, 10), filepath.Join(dir, "parts")
	for task := 1; task <= 3; task++ {
		c := exec.Command("sh", filepath.Join("..", "..", "docs", "manual", "cluster", "slurm_tables.sh"), list, parts)
		c.Env = append(os.Environ(), fmt.Sprintf("SLURM_ARRAY_TASK_ID=%d", task), "SLURM_ARRAY_TASK_COUNT=3")
		out, err := c.Output()
		if err != nil || !strings.Contains(string(out), fmt.Sprintf(`"shard":"%d/3"`, task)) {
			t.Errorf("task %d: %v: %s", task, err, out)
		}
	}
	if n := len(contents(t, parts)); n != 10 {
		t.Errorf("%d files", n)
	}
}
