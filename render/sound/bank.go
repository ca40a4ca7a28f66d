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

// KindCount is how many kinds of sounds there are: see [tone.Kind].
const KindCount = tone.KindCount

const (
	// maxSounds bounds the different sounds of a demo: the largest lists have 2048, and
	// players have models.
	maxSounds = 4096
	// maxBank bounds the bytes that samples take. What comes beyond is a tone of our own.
	// All sounds of LibreQuake take 90 MB, those of a level a tenth of it.
	maxBank = 256 << 20
)

// ownLevel is how loud tones of our own are mixed: they stay some 10 dB below a game's sounds.
const ownLevel = 2.5

// Sound is one of the sounds of a demo, as a [Bank] has it.
type Sound struct {
	Name  string // the game path that the demo says
	Model string // of the player whose it is, for one that has several
	Words string // for a subtitle; empty for none
	Kind  tone.Kind
	Tone  tone.Tone
	// Level is how loud it is mixed.
	Level float32

	whole  bool // it repeats as a whole
	loaded atomic.Pointer[Sample]
	bad    atomic.Bool
	own    atomic.Bool
}

// Own reports whether a tone of our own stands for the sound.
func (s *Sound) Own() bool { return s.own.Load() }

// Sample returns what is mixed, nil until it is loaded.
func (s *Sound) Sample() *Sample { return s.loaded.Load() }

// compare orders sounds.
func (s *Sound) compare(o *Sound) int {
	if c := strings.Compare(s.Name, o.Name); c != 0 {
		return c
	}
	return strings.Compare(s.Model, o.Model)
}

// Bank has the sounds of a demo: a game's own where they are found, and tones of our own. It is
// used by one goroutine, and loads on another.
type Bank struct {
	search *assets.Search
	of     world.Game
	game   assets.Game // the same, as files are looked for
	wait   bool
	sounds map[soundKey]*Sound

	mu      sync.Mutex
	wanted  []*Sound
	loading bool
	tones   map[toneKey]*Sample // which the loader alone uses, as it does the next
	steps   map[string]string   // kinds of steps by model
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

// NewBank returns the bank of a demo of a game. search is nil for tones of our own alone; with
// wait [Bank.Find] returns when the sound is loaded.
func NewBank(game world.Game, search *assets.Search, wait bool) *Bank {
	b := &Bank{of: game, search: search, wait: wait, sounds: map[soundKey]*Sound{}, tones: map[toneKey]*Sample{},
		steps: map[string]string{}}
	b.game = [...]assets.Game{world.Quake: assets.Quake, world.QuakeWorld: assets.Quake, world.Quake2: assets.Quake2,
		world.Quake3: assets.Quake3}[game&3]
	return b
}

// Find returns the sound with the name that a demo gives it and, if it is
// another for each (an asterisk, Quake III's steps), of a player's model; whole is set for what sounds as
// long as something is there. It is nil for an empty name, and beyond 4096 sounds.
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

// work loads what is wanted until there is nothing.
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

// load loads a sound, or makes its tone.
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
	s.own.Store(true)
	s.Level = ownLevel
	key := toneKey{s.Tone, s.whole}
	sample := b.tones[key]
	if sample == nil {
		sample = made(s.Tone.Make())
		b.tones[key] = sample
		b.memory += sample.Memory()
	}
	s.loaded.Store(sample)
}

// ofModel reports whether a sound is another for each player's model: what the game calls so by
// an asterisk, and Quake III's steps.
func ofModel(game world.Game, name string) bool {
	return name != "" && name[0] == '*' || game == world.Quake3 && strings.HasPrefix(name, stepName)
}

// stepFolder is where Quake III's steps are, and stepName how those of most models begin.
const stepFolder, stepName = "sound/player/footsteps/", "sound/player/footsteps/step"

// fileOf returns the name of the file that is looked for: a model says what it steps with.
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

// stepKinds are what models step with beside the usual.
var stepKinds = [...]string{"boot", "flesh", "mech", "energy"}

// maxModels bounds the models whose steps are remembered: as many as players of a demo may have.
const maxModels = 256

// Counts are how many of the sounds of a demo are found.
type Counts struct{ Found, Own, Loading int }

// Counts returns them.
func (b *Bank) Counts() (c Counts) {
	for _, s := range b.sounds {
		switch {
		case s.Sample() == nil:
			c.Loading++
		case s.Own():
			c.Own++
		default:
			c.Found++
		}
	}
	return c
}
