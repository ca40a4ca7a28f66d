//go:build !js

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"demoscope/formats"
	"demoscope/formats/qtv"
	"demoscope/internal/bounded"
	"demoscope/player/live"
	"demoscope/player/report"
	"demoscope/player/world"
	"demoscope/render"
)

// joinWait is how long the beginning of a game is waited for: longer than what joins it waits itself.
const joinWait = 2 * time.Minute

// isLive reports whether an argument is the address of a game that is being played.
func isLive(file string) bool {
	_, server := live.ServerAddress(file)
	return server || strings.HasPrefix(file, "qw://") || isStream(file)
}

// checkLive refuses what does not go with an address.
func (c *playCmd) checkLive() error {
	for _, file := range c.Files {
		if isLive(file) && len(c.Files) > 1 {
			return fmt.Errorf("%s is watched alone, without other demos", file)
		}
	}
	if len(c.Files) == 1 && isLive(c.Files[0]) {
		if c.At != nil || c.From != nil || c.To != nil || c.Speed < 0 {
			return errors.New("a game that is being played begins now, without --at, --from, --to or a negative --speed")
		}
		return nil
	}
	if c.Record != "" {
		return errors.New("--record needs the address of a game that is being played, qw://HOST:PORT")
	}
	return nil
}

// openLive is [playCmd.open] for a game that is being played.
func (c *playCmd) openLive(ctx context.Context, s *streams, address string) (render.Options, error) {
	to := new(recordingFile)
	if c.Record != "" && address == c.Files[0] { // another game that is chosen later is not written over it
		if err := s.checkOutput(c.Record, aDemo, nil); err != nil {
			return render.Options{}, err
		}
		to.path = c.Record
	}
	source, extension, err := c.dial(ctx, address, &c.gameData)
	if err != nil {
		return render.Options{}, err
	}
	var record io.Writer // nil for none
	if to.path != "" {
		record = to
	}
	w := live.Watch(address, source, formats.GrowOptions{Format: formats.Lookup(extension[1:]), Live: extension == ".mvd"}, record)
	c.opening.Store(w)
	defer c.opening.Store(nil)
	defer s.sayAwaited(address, w.Awaits)()
	o, err := c.openSource(ctx, s, address, w.Growing, joinWait, func() error { return errors.Join(w.Close(), to.Close()) })
	if err != nil {
		return o, fmt.Errorf("%s: %w", address, err)
	}
	o.Path, o.Awaits = address, w.Awaits
	if server, ok := source.(*live.Spectator); ok {
		o.Spectate = func(slot int, origin, angles [3]float32) {
			server.Place(origin, angles)
			server.Follow(slot) // -1 is nobody for both
		}
	}
	return o, nil
}

// awaited says what is waited for while a game that is being played is opened, empty for nothing.
func (c *playCmd) awaited() string {
	if w := c.opening.Load(); w != nil {
		return w.Awaits()
	}
	return ""
}

// sayAwaitedEvery is how often it is said what a game waits for that is being opened.
const sayAwaitedEvery = time.Second

// sayAwaited says what a game waits for that does not come, until the function that it returns is called.
func (s *streams) sayAwaited(address string, awaits func() string) (end func()) {
	quit, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		tick := time.NewTicker(sayAwaitedEvery)
		defer tick.Stop()
		for said := ""; ; {
			select {
			case <-quit:
				return
			case <-tick.C:
			}
			what := awaits()
			if kind, _, _ := strings.Cut(what, " for "); kind != said { // how long it is does not matter
				if what != "" {
					s.say("%s: %s", address, what)
				}
				said = kind
			}
		}
	}()
	return func() { close(quit); <-done }
}

// maxStreamFile is how much of a .qtv file is read, which has two lines.
const maxStreamFile = 4096

// isStream reports whether an argument is the address of a stream, or a .qtv file, which has one.
func isStream(file string) bool {
	return live.IsQTV(file) || strings.EqualFold(filepath.Ext(file), ".qtv")
}

// streamAddress returns the address of a stream.
func streamAddress(name string) (qtv.Address, error) {
	if live.IsQTV(name) {
		return live.ParseQTV(name)
	}
	data, err := bounded.ReadFile(name, maxStreamFile)
	if err != nil {
		return qtv.Address{}, fileError(name, err)
	}
	a, err := qtv.ParseFile(data)
	if err != nil {
		return a, fmt.Errorf("%s: %w", name, err)
	}
	return a, nil
}

// streamError says why a stream cannot be watched, and what helps.
func streamError(a qtv.Address, err error) error {
	var several *live.SourcesError
	switch {
	case errors.As(err, &several):
		lines := []error{errors.New(printable(several.Address.HostPort()) + " has " + several.What())}
		for _, src := range several.Sources {
			one := several.Address
			one.Source = src.ID
			lines = append(lines, fmt.Errorf("  %s  %s  (%s)", printable(one.String()), report.Plain(world.QuakeWorld, src.Name), printable(src.Server)))
		}
		return errors.Join(lines...)
	case errors.Is(err, live.ErrPassword):
		return fmt.Errorf("%s: %w: give it by --password", a.HostPort(), err)
	}
	return fmt.Errorf("%s: %s", printable(a.HostPort()), printable(live.Reason(err)))
}
