package sound

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"demoscope/assets"
	"demoscope/player/world"
)

// TestStepsByModel: in Quake III a model's animation.cfg says what it steps with; whose says
// nothing, or nothing that is known, steps as most do.
func TestStepsByModel(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, data []byte) {
		t.Helper()
		path := filepath.Join(dir, "baseq3", filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	// A sound of each kind has its own length, in frames.
	for kind, frames := range map[string]int{"step": 100, "boot": 200, "mech": 300} {
		block := make([]float32, frames)
		w := WAV{}
		w.Add(block, block)
		write("sound/player/footsteps/"+kind+"2.wav", wavOf(&w))
	}
	rows := strings.Repeat("0 5 0 10\n", 25)
	for model, line := range map[string]string{"robot": "footsteps mech\n", "soldier": "sex m\nfootsteps BOOT\n",
		"usual": "footsteps normal\n", "odd": "footsteps ../../secret\n", "silent": ""} {
		write("models/players/"+model+"/animation.cfg", []byte(line+rows))
	}
	search, err := assets.Open(assets.Options{BaseDirs: []string{dir}, Game: assets.Quake3, NoInstalled: true})
	if err != nil {
		t.Fatal(err)
	}
	defer search.Close()
	bank := NewBank(world.Quake3, search, true)
	for model, want := range map[string]int{"robot": 300, "soldier": 200, "usual": 100, "odd": 100, "silent": 100,
		"nobody": 100, "": 100} {
		s := bank.Find("sound/player/footsteps/step2.wav", model, false)
		if s.Fallback() || s.Sample().frames != want {
			t.Errorf("%q steps with %d frames (own: %v), not %d", model, s.Sample().frames, s.Fallback(), want)
		}
	}
	// Other sounds are the same for all models, and so are those of other games.
	if bank.Find("sound/items/damage3.wav", "robot", false) != bank.Find("sound/items/damage3.wav", "soldier", false) {
		t.Error("what is no model's own is another for each")
	}
	w := &world.World{Game: world.Quake3, Players: []world.Player{{}, {}}}
	for path, want := range map[string]string{"sound/player/footsteps/step1.wav": "robot", "*jump1.wav": "robot",
		"sound/player/footsteps/splash1.wav": "", "": ""} {
		w.Players[1].UserInfo = `\n\Ann\model\robot/red`
		if got := modelOf(w, 1, path); got != want {
			t.Errorf("%s of a robot is of the model %q", path, got)
		}
	}
}

// wavOf returns the file of a mix.
func wavOf(w *WAV) []byte {
	var b bytes.Buffer
	_, _ = w.WriteTo(&b) // a buffer takes everything
	return b.Bytes()
}
