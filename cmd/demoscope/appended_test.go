//go:build !js

package main

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
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

// TestInfoVoices: info lists the voice tracks in a ZIP behind a demo in one line, and no bytes behind its end.
func TestInfoVoices(t *testing.T) {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for name, text := range map[string]string{"a.ogg": "x", "b.wav": "x", "autoexec.cfg": "demo_voice_load a.ogg " +
		"name Nick team red\ndemo_voice_load b.wav offset 1.5\ndemo_voice_load c.ogg\n"} {
		f, err := w.Create(name)
		if err == nil {
			_, err = f.Write([]byte(text))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	file := filepath.Join(t.TempDir(), "a.mvd")
	if err := errors.Join(w.Close(), os.WriteFile(file, append(sampleData(t, "demoscope1.mvd"), b.Bytes()...),
		0o644)); err != nil {
		t.Fatal(err)
	}
	said := runs(t, exitOK, "info", file)
	for _, want := range []string{"  Note: 2 voice tracks: Nick of team red, b.wav\n",
		"  Note: voice tracks: c.ogg: file not found\n"} {
		if !strings.Contains(said, want) || strings.Contains(said, "follow the end") {
			t.Errorf("%s lacks %q", said, want)
		}
	}
}
