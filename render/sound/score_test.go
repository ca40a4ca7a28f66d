package sound

import (
	"math"
	"path/filepath"
	"slices"
	"testing"

	"demoscope/assets"
	"demoscope/formats"
	"demoscope/internal/corpus"
	"demoscope/player"
	"demoscope/player/world"
)

// opened is a demo with its index, read whole.
func opened(t testing.TB, path string) (*formats.Demo, *player.Player) {
	t.Helper()
	demo, err := formats.Open(filepath.Base(path), corpus.Read(t, path))
	if err != nil {
		t.Fatal(err)
	}
	p := player.New(demo, player.Options{})
	t.Cleanup(p.Close)
	p.Timeline().Wait()
	return demo, p
}

// rendered returns so many blocks of the left side from a frame on.
func rendered(p *player.Player, bank *Bank, frame int64, blocks int) (left []float32, s *Score) {
	s = NewScore(p.NewSoundCursor(), bank)
	s.Render(frame, func(l, r []float32) bool {
		left = append(left, l...)
		return len(left) < blocks*Block
	})
	return left, s
}

// banks keep what was loaded and made for the demos of a game.
type banks map[world.Game]*Bank

func (b banks) of(demo *formats.Demo, search *assets.Search) *Bank {
	game := gameOf(demo)
	if b[game] == nil {
		b[game] = NewBank(game, search, true)
	}
	return b[game]
}

func gameOf(demo *formats.Demo) world.Game {
	switch demo.Format.Name {
	case "dem":
		return world.Quake
	case "qwd", "mvd":
		return world.QuakeWorld
	case "dm2", "mvd2":
		return world.Quake2
	}
	return world.Quake3
}

// samples are this project's own recordings, or with a corpus real ones too.
func samples(t testing.TB) []string {
	list := []string{}
	for _, name := range []string{"demoscope1_p15.dem", "demoscope1_p666.dem", "demoscope1.qwd", "demoscope1.mvd",
		"demoscope1.dm2", "demoscope1.mvd2", "demoscope1.dm_71"} {
		list = append(list, filepath.Join(corpus.Sample, name))
	}
	if dir, ok := corpus.Lookup(); ok {
		for _, name := range []string{"dem/qfm_demo1.dem", "mvd/4on4_-s-_vs_pol[dm2]20241118-2135.mvd",
			"dm2/testduel.dm2", "mvd2/lq2dm11_q2pro.mvd2", "dm3/oa_dm1_player.dm_71",
			"dm3/udt_p68_cpma_ctfs_ojfc09.dm_68"} {
			list = append(list, filepath.Join(dir, name))
		}
	}
	return list
}

// TestSeeksSoundAlike: what is mixed from a moment on is the same after playing to it as after
// a seek, to the sample.
func TestSeeksSoundAlike(t *testing.T) {
	playing, seeking := banks{}, banks{}
	for _, path := range samples(t) {
		demo, p := opened(t, path)
		seconds, _ := p.Duration()
		const most = 40
		blocks := int(min(seconds, most)*100) - 1
		whole, s := rendered(p, playing.of(demo, nil), 0, blocks)
		loudest, clipped, step := float32(0), 0, float32(0)
		for i, v := range whole {
			loudest = max(loudest, v, -v)
			if v >= 0.97 || v <= -0.97 {
				clipped++
			}
			if i > 0 {
				step = max(step, v-whole[i-1], whole[i-1]-v)
			}
		}
		t.Logf("%s: %d sounds in %.1f s, the loudest %.2f, %d at the limit, the largest step %.3f, left out %d",
			filepath.Base(path), s.Started, seconds, loudest, clipped, step, s.Mixer.Dropped)
		if s.Started > 0 && loudest < 0.01 {
			t.Errorf("%s is silent", filepath.Base(path))
		}
		if step > 0.3 || clipped > len(whole)/1000 {
			t.Errorf("%s clicks: a step of %.3f, and %d values at the limit", filepath.Base(path), step, clipped)
		}
		for _, part := range []float64{0.21, 0.5, 0.77} {
			from := int(part*float64(blocks)) * Block
			n := min(100, blocks-from/Block)
			after, _ := rendered(p, seeking.of(demo, nil), int64(from), n)
			if !slices.Equal(after[:n*Block], whole[from:from+n*Block]) {
				first := 0
				for first = range after {
					if after[first] != whole[from+first] {
						break
					}
				}
				t.Errorf("%s: from frame %d on, frame %d is %v after a seek, and %v after playing", filepath.Base(path),
					from, first, after[first], whole[from+first])
			}
		}
	}
}

// TestResolved counts, for all real demos, the sounds that they name and where those are found.
// Each is heard: what no game data has is one of our own.
func TestResolved(t *testing.T) {
	dir := corpus.Dir(t)
	type count struct{ starts, found, own, silent, nameless, something int }
	for _, kind := range []struct {
		folder string
		data   []string
	}{
		{"dem", []string{"lq", "misc"}}, {"qwd", []string{"lq", "misc"}}, {"mvd", []string{"lq", "misc"}},
		{"dm2", []string{"q2"}}, {"mvd2", []string{"q2"}}, {"dm3", []string{"oa"}},
	} {
		var dirs []string
		for _, d := range kind.data {
			dirs = append(dirs, filepath.Join(dir, "game", d))
		}
		if kind.folder == "dm3" {
			dirs = append(dirs, "/usr/share/games/openarena")
		}
		search, err := assets.Open(assets.Options{BaseDirs: dirs, NoInstalled: true})
		if err != nil {
			t.Fatal(err)
		}
		loaded := banks{}
		var c count
		for _, path := range corpus.Files(t, filepath.Join(dir, kind.folder), func(string) bool { return true }) {
			data := corpus.Read(t, path)
			demo, err := formats.Open(filepath.Base(path), data)
			if err != nil {
				continue
			}
			p := player.New(demo, player.Options{})
			s := NewScore(p.NewSoundCursor(), loaded.of(demo, search))
			s.Heard = func(_ *world.SoundStart, sound *Sound) {
				c.starts++
				switch {
				case sound.Sample() == nil:
					c.silent++
				case sound.Fallback():
					if c.own++; sound.Tone.String() == "something" {
						c.something++
						t.Logf("%s: %s is something", filepath.Base(path), sound.Name)
					}
				default:
					c.found++
				}
			}
			s.cursor.Reach(math.Inf(1), s)
			c.nameless += s.Nameless
			p.Close()
		}
		search.Close()
		t.Logf("%s: %d sounds, %d with the game's data, %d by our own (%d as something), %d without a name",
			kind.folder, c.starts, c.found, c.own, c.something, c.nameless)
		if c.silent > 0 || c.starts != c.found+c.own || c.starts == 0 {
			t.Errorf("%s: %+v", kind.folder, c)
		}
	}
}

// BenchmarkScore mixes a second of a match, decoding and all.
func BenchmarkScore(b *testing.B) {
	demo, p := opened(b, samples(b)[len(samples(b))-1])
	s := NewScore(p.NewSoundCursor(), NewBank(gameOf(demo), nil, true))
	var left, right [Block]float32
	frame := int64(0)
	for !s.Ended(frame) { // tones are made when they are first heard
		s.Mix(left[:], right[:], frame, Block)
		frame += Block
	}
	b.ReportAllocs()
	for b.Loop() {
		if s.Ended(frame) {
			frame = 0
			s.SeekTo(0, player.SoundLookback)
		}
		for range 100 {
			s.Mix(left[:], right[:], frame, Block)
			frame += Block
		}
	}
	b.ReportMetric(float64(b.Elapsed().Milliseconds())/float64(b.N)/1000*100, "%cpu")
}
