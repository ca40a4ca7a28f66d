//go:build !js

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"demoscope/formats"
	"demoscope/formats/netchan"
	"demoscope/formats/qtv"
	"demoscope/player/live"
	"demoscope/render"
)

// joinWait is how long the beginning of a game is waited for: longer than what joins it waits itself.
const joinWait = 2 * time.Minute

// isLive reports whether an argument is the address of a game that is being played.
func isLive(file string) bool {
	_, server := live.ServerAddress(file)
	return server || strings.HasPrefix(file, "qw://") || qtv.IsAddress(file)
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
func (c *playCmd) openLive(s *streams, address string) (render.Options, error) {
	to := new(recordingFile)
	if c.Record != "" {
		if err := s.checkOutput(c.Record, aDemo, nil); err != nil {
			return render.Options{}, err
		}
		to.path = c.Record
	}
	ctx, leave := context.WithCancel(context.Background())
	source, extension, err := c.dial(ctx, address, &c.gameData)
	if err != nil {
		leave()
		return render.Options{}, err
	}
	g := live.New(address, formats.GrowOptions{Format: formats.Lookup(extension[1:]), Live: extension == ".mvd"})
	var w io.Writer = g
	if to.path != "" {
		w = io.MultiWriter(to, g)
	}
	done := make(chan error, 1)
	go func() {
		err := source.Copy(ctx, w)
		if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
			err = nil
		}
		err = errors.Join(err, to.Close())
		g.End(err)
		done <- err
	}()
	closeAll := func() error {
		leave()
		<-done
		return errors.Join(source.Close(), g.Release())
	}
	wait, cancel := context.WithTimeout(ctx, joinWait)
	defer cancel()
	demo, err := g.Demo(wait)
	if err == nil {
		var o render.Options
		if o, err = c.opened(s, address, demo); err == nil {
			o.Path = address
			if server, ok := source.(*live.Spectator); ok {
				o.Spectate = func(slot int, origin, angles [3]float32) {
					if slot < 0 {
						slot = netchan.Nobody
					}
					server.Place(origin, angles)
					server.Follow(slot)
				}
			}
			closeDemo := o.Close
			o.Close = func() {
				closeDemo()
				if err := closeAll(); err != nil {
					s.report(err)
				}
			}
			return o, nil
		}
	}
	return render.Options{}, fmt.Errorf("%s: %w", address, errors.Join(err, closeAll()))
}
