package formats

import (
	"archive/zip"
	"bytes"
	"slices"
	"strings"
	"testing"
)

// behind returns a demo with a ZIP behind it whose places count from that of the ZIP, or if it is adjusted, from the
// beginning of the file.
func behind(t *testing.T, demo []byte, adjusted bool, files ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	if adjusted {
		w.SetOffset(int64(len(demo)))
	}
	for i := 0; i < len(files); i += 2 {
		f, err := w.Create(files[i])
		if err == nil {
			_, err = f.Write([]byte(files[i+1]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return slices.Concat(demo, b.Bytes())
}

// TestVoices: a demo ends where the ZIP behind it begins, and the lines demo_voice_load in it name its voice tracks.
func TestVoices(t *testing.T) {
	const config = "// voices\n" +
		"demo_voice_load red.ogg team red offset 1.5 name \"a player with a long name\"\r\n" +
		"quit; demo_voice_load \"x/all talk.ogg\" OFFSET -2; exec other.cfg\n" +
		"Demo_Voice_Load red.ogg volume 3 // and more\n" +
		"demo_voice_load red.ogg offset\n" +
		"demo_voice_load none.ogg\n" +
		"demo_voice_load ../up.ogg\n" +
		"demo_voice_load red.ogg offset nan\n" +
		"demo_voice_load\n"
	want := []Voice{{File: "red.ogg", Team: "red", Offset: 1.5, Name: "a player with a"},
		{File: "x/all talk.ogg", Offset: -2}, {File: "red.ogg"}}
	for name := range samples {
		demo := sample(t, name)
		for _, adjusted := range []bool{false, true} {
			data := behind(t, demo, adjusted, "red.ogg", "red", "x/all talk.ogg", "all", "../up.ogg", "up",
				"AutoExec.cfg", config)
			d, err := Open(name, data)
			if err != nil || !bytes.Equal(d.Data(), demo) {
				t.Errorf("%s: %v", name, err)
				continue
			}
			voices, err := d.Voices()
			if len(voices) != len(want) || err == nil || strings.Count(err.Error(), "\n") != 4 {
				t.Fatalf("%s: %v, %v", name, voices, err)
			}
			for i, content := range []string{"red", "all", "red"} {
				got, err := voices[i].Read()
				if voices[i].f = nil; err != nil || string(got) != content || voices[i] != want[i] {
					t.Errorf("%s: %+v, %q, %v", name, voices[i], got, err)
				}
			}
		}
		if d, err := Open(name, demo); err != nil || len(d.Data()) != len(demo) {
			t.Errorf("%s: %v", name, err)
		} else if voices, err := d.Voices(); voices != nil || err != nil {
			t.Errorf("%s: %v, %v", name, voices, err)
		}
	}
}

// TestNotBehind: bytes that only look like the end of a ZIP are left alone.
func TestNotBehind(t *testing.T) {
	demo := sample(t, "demoscope1.mvd2")
	whole := behind(t, demo, false, "a", "b")
	for what, data := range map[string][]byte{
		"no directory": slices.Concat(demo, []byte("PK\x05\x06"), make([]byte, 18)),
		"cut":          whole[:len(whole)-1],
		"large":        slices.Concat(demo, []byte("PK\x05\x06"), bytes.Repeat([]byte{0xff}, 18)),
	} {
		if got := withoutZip(data); len(got) != len(data) {
			t.Errorf("%s: %d of %d bytes", what, len(got), len(data))
		}
	}
	if got := withoutZip(slices.Concat(whole, []byte("PK\x05\x06"))); !bytes.Equal(got, demo) {
		t.Errorf("with a comment: %d bytes, not %d", len(got), len(demo))
	}
}
