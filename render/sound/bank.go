package sound

import (
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"demoscope/assets"
	"demoscope/assets/model"
	"demoscope/assets/tone"
	"demoscope/internal/fault"
	"demoscope/player/world"
)

// KindCount is the number of kinds of sounds; see [tone.Kind].
const KindCount = tone.KindCount

const (
	// maxSounds is the maximum number of different sounds of a demo. The largest lists have 2048, and players have
	// models.
	maxSounds = 4096
	// maxBank is the maximum memory for samples, in bytes. Sounds beyond it are replaced by generated tones. All
	// sounds of LibreQuake take 90 MB, those of a level a tenth of that.
	maxBank = 256 << 20
)

// fallbackLevel is the volume of generated tones in the mix: they stay about 10 dB below a game's sounds.
const fallbackLevel = 2.5

// Sound is one of the sounds of a demo in a [Bank].
type Sound struct {
	Name  string // game path, as in the demo
	Model string // model of the player who makes it, if the sound depends on the model
	Words string // subtitle; empty for none
	Kind  tone.Kind
	Tone  tone.Tone
	// Level is the volume in the mix.
	Level float32

	whole    bool // it loops as a whole
	loaded   atomic.Pointer[Sample]
	bad      atomic.Bool
	fallback atomic.Bool
}

// Fallback reports whether a generated tone replaces the sound.
func (s *Sound) Fallback() bool { return s.fallback.Load() }

// Sample returns the sample to mix, nil until it is loaded.
func (s *Sound) Sample() *Sample { return s.loaded.Load() }

// compare compares sounds by name, then by model.
func (s *Sound) compare(o *Sound) int {
	if c := strings.Compare(s.Name, o.Name); c != 0 {
		return c
	}
	return strings.Compare(s.Model, o.Model)
}

// Bank holds the sounds of a demo: the game's own if they are found, otherwise generated tones. It is used by one
// goroutine and loads sounds on another.
type Bank struct {
	search *assets.Search
	of     world.Game
	game   assets.Game // the same as of, for looking up files
	wait   bool
	sounds map[soundKey]*Sound

	mu      sync.Mutex
	wanted  []*Sound
	loading bool
	tones   map[toneKey]*Sample // used only by the loader, as is steps
	steps   map[string]string   // kinds of footsteps by model
	memory  int64
}

type soundKey struct {
	name, model string
	whole       bool
}

type toneKey struct {
	tone  tone.Tone
	whole bool
}

// NewBank returns the bank for a demo of a game. If search is nil, it has only generated tones. If wait is set,
// [Bank.Find] returns when the sound is loaded.
func NewBank(game world.Game, search *assets.Search, wait bool) *Bank {
	b := &Bank{of: game, search: search, wait: wait, sounds: map[soundKey]*Sound{}, tones: map[toneKey]*Sample{},
		steps: map[string]string{}}
	b.game = [...]assets.Game{world.Quake: assets.Quake, world.QuakeWorld: assets.Quake, world.Quake2: assets.Quake2,
		world.Quake3: assets.Quake3}[game&3]
	return b
}

// Find returns the sound with the name in the demo. of is the player's model, for names that have a different sound
// for each model (with an asterisk, or Quake III's footsteps). whole is set for a sound that plays as long as its
// source exists. Find returns nil for an empty name and beyond 4096 sounds.
func (b *Bank) Find(name, of string, whole bool) *Sound {
	if name == "" {
		return nil
	}
	if !ofModel(b.of, name) {
		of = ""
	}
	s := b.sounds[soundKey{name, of, whole}]
	if s != nil || len(b.sounds) >= maxSounds {
		return s
	}
	known := tone.Of(name)
	s = &Sound{Name: strings.Clone(name), Model: strings.Clone(of), Words: known.Words, Kind: known.Kind,
		Tone: known.Tone, Level: 1, whole: whole}
	b.sounds[soundKey{s.Name, s.Model, whole}] = s
	if b.wait {
		b.load(s)
		return s
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.wanted = append(b.wanted, s)
	if !b.loading {
		b.loading = true
		go b.work()
	}
	return s
}

// work loads all wanted sounds.
func (b *Bank) work() {
	for {
		b.mu.Lock()
		if len(b.wanted) == 0 {
			b.loading = false
			b.mu.Unlock()
			return
		}
		s := b.wanted[0]
		b.wanted = b.wanted[1:]
		b.mu.Unlock()
		b.load(s)
	}
}

// load loads a sound or generates its tone.
func (b *Bank) load(s *Sound) {
	if err := fault.Guard("loading the sound "+s.Name, func() { b.fill(s) }); err != nil {
		s.bad.Store(true)
	}
}

func (b *Bank) fill(s *Sound) {
	made := NewSample
	if s.whole {
		made = Whole
	}
	if b.search != nil && b.memory < maxBank {
		if found, _, err := b.search.Sound(b.game, b.fileOf(s), s.Model); err == nil && found.Frames() > 0 {
			sample := made(found)
			b.memory += sample.Memory()
			s.loaded.Store(sample)
			return
		}
	}
	s.fallback.Store(true)
	s.Level = fallbackLevel
	key := toneKey{s.Tone, s.whole}
	sample := b.tones[key]
	if sample == nil {
		sample = made(s.Tone.Make())
		b.tones[key] = sample
		b.memory += sample.Memory()
	}
	s.loaded.Store(sample)
}

// ofModel reports whether a sound depends on the player's model: names with an asterisk, and Quake III's footsteps.
func ofModel(game world.Game, name string) bool {
	return name != "" && name[0] == '*' || game == world.Quake3 && strings.HasPrefix(name, stepName)
}

// stepFolder is the folder of Quake III's footsteps, and stepName the prefix of those of most models.
const stepFolder, stepName = "sound/player/footsteps/", "sound/player/footsteps/step"

// fileOf returns the name of the file for a sound. The animation.cfg of a model says which footsteps it has.
func (b *Bank) fileOf(s *Sound) string {
	number, ok := strings.CutPrefix(s.Name, stepName)
	if !ok || b.game != assets.Quake3 || s.Model == "" {
		return s.Name
	}
	kind, ok := b.steps[s.Model]
	if !ok {
		if data, _, err := b.search.ReadFile("models/players/" + s.Model + "/animation.cfg"); err == nil {
			if a, err := model.ParseAnimations(data); err == nil && slices.Contains(stepKinds[:], a.Footsteps) {
				kind = a.Footsteps
			}
		}
		if len(b.steps) < maxModels {
			b.steps[s.Model] = kind
		}
	}
	if kind == "" {
		return s.Name
	}
	return stepFolder + kind + number
}

// stepKinds are the kinds of footsteps of models, other than the default.
var stepKinds = [...]string{"boot", "flesh", "mech", "energy"}

// maxModels is the maximum number of models whose footsteps are cached: as many as a demo may have players.
const maxModels = 256

// Counts are the numbers of sounds of a demo that were found, replaced by generated tones, or are still loading.
type Counts struct{ Found, Fallback, Loading int }

// Counts returns the numbers of sounds so far.
func (b *Bank) Counts() (c Counts) {
	for _, s := range b.sounds {
		switch {
		case s.Sample() == nil:
			c.Loading++
		case s.Fallback():
			c.Fallback++
		default:
			c.Found++
		}
	}
	return c
}
