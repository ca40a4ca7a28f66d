//go:build !js

package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"demoscope/assets"
	"demoscope/bsp"
	"demoscope/player/live"
	"demoscope/render/link"
)

type recordCmd struct {
	Output string `short:"o" required:"" placeholder:"FILE" predictor:"file" type:"path" help:"${record_output_text}"`

	For     duration `placeholder:"TIME" help:"${record_for_text}"`
	Address string   `arg:"" help:"${record_address_text}"`
	spectatorFlags
	gameData
}

// duration is a flag's value: seconds, 12:34, or Go's form as 20m.
type duration time.Duration

// UnmarshalText reads a duration above 0.
func (d *duration) UnmarshalText(text []byte) error {
	v, err := time.ParseDuration(string(text))
	if seconds, failed := link.ParseClock(string(text)); failed == nil {
		v, err = time.Duration(seconds*float64(time.Second)), nil
	}
	if err != nil || v <= 0 {
		return fmt.Errorf("invalid duration %q (try 90, 1:30 or 20m)", text)
	}
	*d = duration(v)
	return nil
}

// spectatorFlags say how to join a server or a stream.
type spectatorFlags struct {
	Name     string `default:"demoscope" placeholder:"NAME" help:"Your name on the server (default: ${default})"`
	Password string `placeholder:"PASSWORD" help:"Spectator password of the server, or password of the stream"`

	joins   atomic.Pointer[joining]       // the game that a window is to wait for, nil for none
	opening atomic.Pointer[func() string] // says what the game waits for that is being opened, nil for none
}

// dial connects to an address, and returns the extension of its recordings.
func (f *spectatorFlags) dial(ctx context.Context, address string, data *gameData) (source live.Source,
	extension string, err error) {
	if server, ok := live.ServerAddress(address); ok {
		s, err := live.DialSpectator(ctx, server, live.SpectatorOptions{Name: f.Name, Password: f.Password,
			Checksum: data.checksum})
		if err != nil {
			return nil, "", fmt.Errorf("%s: %s", address, printable(live.Reason(err)))
		}
		return s, ".qwd", nil
	}
	if !isStream(address) {
		return nil, "", fmt.Errorf("invalid address %q: want qw://HOST:PORT for a server or qtv:HOST:PORT for a stream",
			address)
	}
	a, err := streamAddress(address)
	if err != nil {
		return nil, "", err
	}
	s, err := live.DialQTV(ctx, a, live.QTVOptions{Name: f.Name, Password: f.Password})
	if err != nil {
		return nil, "", streamError(a, err)
	}
	return s, ".mvd", nil
}

// checksum returns the checksum of a map that servers compare, by its path in the game folder.
func (g *gameData) checksum(gameDir, path string) (int32, error) {
	search, err := assets.Open(assets.Options{BaseDirs: g.BaseDir, Mods: g.Mod, Game: "quakeworld",
		DemoGameDir: gameDir})
	if err != nil {
		return 0, err
	}
	defer search.Close()
	data, src, err := search.ReadFile(path)
	if err != nil {
		return 0, errors.New("set your game folder with --basedir DIR; " + strings.TrimPrefix(missingMap(path, err),
			path+" not found; "))
	}
	m, err := bsp.Load(data)
	if err != nil {
		return 0, fmt.Errorf("can't read %s in %s: %w", path, src, err)
	}
	return m.Checksums.QuakeWorld2, nil
}

func (c *recordCmd) Run(s *streams) error {
	if err := s.checkOutput(c.Output, aDemo, nil); err != nil {
		return err
	}
	ctx, end := untilSignal()
	defer end()
	if c.For > 0 {
		var stop context.CancelFunc
		ctx, stop = context.WithTimeout(ctx, time.Duration(c.For))
		defer stop()
	}
	source, extension, err := c.dial(ctx, c.Address, &c.gameData)
	if err != nil {
		return err
	}
	defer source.Close()
	to := &recordingFile{path: c.Output, out: s.out}
	if to.path == standardStream {
		to.path = ""
	} else if !strings.EqualFold(filepath.Ext(to.path), extension) {
		return fmt.Errorf("--output: %s is recorded as %s, not %q", c.Address, extension, filepath.Base(c.Output))
	}
	began := time.Now()
	said := s.sayAwaited(c.Address, source.Awaits)
	err = source.Copy(ctx, to)
	said()
	err = errors.Join(to.Close(), err)
	if to.size > 0 {
		s.say("%s: %d bytes in %v", c.Output, to.size, time.Since(began).Round(time.Second))
	}
	if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		err = nil // as was wished
		if to.size == 0 {
			err = errors.New("no data received")
		}
	}
	if err != nil {
		return fmt.Errorf("%s: %w", c.Address, err)
	}
	return nil
}
