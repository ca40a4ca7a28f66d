package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"demoscope/assets"
)

// What follows the end of a demo is no damage of it: a note says so, and all else is as without it.
func TestBytesBehindTheEnd(t *testing.T) {
	for _, name := range []string{"demoscope1_p15.dem", "demoscope1.qwd", "demoscope1.mvd", "demoscope1.dm2",
		"demoscope1.mvd2", "demoscope1.dm_71"} {
		data, err := assets.ReadSample(name)
		if err != nil {
			t.Fatal(err)
		}
		summary := func(tail []byte) map[string]any {
			file := filepath.Join(t.TempDir(), name)
			if err := os.WriteFile(file, append(bytes.Clone(data), tail...), 0o644); err != nil {
				t.Fatal(err)
			}
			var out bytes.Buffer
			if status := run([]string{"info", "--json", file}, &streams{out: &out, err: &out}); status != exitOK {
				t.Errorf("%s: %d, %s", name, status, &out)
			}
			info := map[string]any{}
			if err := json.Unmarshal(out.Bytes(), &info); err != nil {
				t.Fatal(err)
			}
			delete(info, "file")
			delete(info, "size")
			delete(info, "modified")
			return info
		}
		want := summary(nil)
		notes, _ := want["notes"].([]any)
		want["notes"] = append(notes, "40 bytes follow the end of the demo")
		for _, tail := range []string{"The recording was downloaded from a web.", string(make([]byte, 40)),
			"TAG" + string(make([]byte, 37))} {
			if got := summary([]byte(tail)); !reflect.DeepEqual(got, want) {
				t.Errorf("%s with %q:\n%v\nwant\n%v", name, tail, got, want)
			}
		}
	}
}
