//go:build !js

package main

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"

	"demoscope/assets"
	"demoscope/bsp"
	"demoscope/internal/humanize"
	"demoscope/player/world"
	"demoscope/render/sound"
)

type soundCmd struct {
	From   *moment `placeholder:"TIME" help:"Start time: seconds, 12:34, 50%, or -5 from the end (default: the start)"`
	To     *moment `placeholder:"TIME" help:"End time (default: the end)"`
	Output string  `short:"o" required:"" placeholder:"FILE" predictor:"file" type:"path" help:"${sound_output_text}"`
	Follow string  `placeholder:"PLAYER" help:"Player to listen as, by name or slot number (default: the recorder)"`
	Own    bool    `help:"Use only Demoscope's fallback sounds, as without game data"`
	File   string  `arg:"" optional:"" predictor:"demo" help:"Demo file (default: the built-in sample)"`
	levelFlag
	othersFlag
	gameData
}

// Validate returns an error for flags that do not fit together.
func (c *soundCmd) Validate() error {
	if c.Output != "" && !isWAV(c.Output) {
		return fmt.Errorf("--output: %q is not a .wav", filepath.Base(c.Output))
	}
	return c.check()
}

// isWAV reports whether a path may be written as WAV: the extension .wav, standard output, a device or a pipe.
func isWAV(path string) bool {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return true // checkOutput reports a folder
	}
	return path == standardStream || strings.EqualFold(filepath.Ext(path), ".wav")
}

// maxSeconds is the maximum length of a sound file, in seconds. The file is made in memory, 11 MB per minute.
const maxSeconds = 3600

func (c *soundCmd) Run(s *streams) error {
	opened, err := c.gameData.openPaused(s, c.File, &c.othersFlag, &c.Output, "sound")
	if err != nil {
		return err
	}
	defer opened.close()
	demo, search, p := opened.demo, opened.search, opened.player
	from, to, err := c.stretch(s, demo, p.Timeline(), c.From, c.To)
	if err != nil {
		return err
	}
	seekTo(p, from)
	if from > p.Clock()+1 {
		return fmt.Errorf("%s ends at %s", demo.File, humanize.Clock(p.Clock()))
	}
	if err := follow(p, c.Follow); err != nil {
		return fmt.Errorf("%s: %w", demo.File, err)
	}
	var data *assets.Search
	if !c.Own {
		data = search
	}
	score := s.newScore(demo, p, data, true)
	score.Follow = p.Following()
	score.Maps = func(w *world.World) *bsp.Map {
		m, _ := loadMap(search, w.Level())
		return m
	}
	file, long := sound.WAV{}, false
	end := int64(math.MaxInt64) // up to the end of the demo
	if !math.IsInf(to, 1) {
		end = sound.Frame(to)
	}
	at := sound.Frame(from) / sound.Block * sound.Block
	score.Render(at, func(left, right []float32) bool {
		file.Add(left, right)
		at += sound.Block
		long = file.Counts.Seconds() >= maxSeconds
		return at < end && !long
	})
	if long && at < end {
		s.say("cut off at the maximum length of %s", humanize.Clock(maxSeconds))
	}
	if ended := float64(at) / sound.Rate; at < end && !long && c.To != nil && to-ended > 0.1 {
		s.say("%s ends at %s, before --to", demo.File, humanize.Clock(ended))
	}
	s.sayDamage(demo, p.Timeline(), to)
	if err := s.writeFrom(c.Output, &file); err != nil {
		return err
	}
	s.sayMixed(score, &file.Counts)
	return nil
}

// sayMixed prints statistics of a mix.
func (s *streams) sayMixed(score *sound.Score, c *sound.WAVCounts) {
	peak, mean := c.Decibels()
	found := score.Bank.Counts()
	s.say("%.1f s, %d sounds started (%d distinct game sounds, %d fallbacks); peak %.1f dB, mean %.1f dB; "+
		"%d clipped samples, %d clicks, %.1f s of silence",
		c.Seconds(), score.Started, found.Found, found.Fallback, peak, mean, c.Limited, c.Clicks,
		float64(c.Silence)/sound.Rate)
}
