package main

import (
	"context"
	"errors"

	"demoscope/render"
)

// spectatorFlags are none: a page cannot join servers.
type spectatorFlags struct{}

func isLive(string) bool { return false }

func (c *playCmd) checkLive() error { return nil }

func (c *playCmd) openLive(context.Context, *streams, string) (render.Options, error) {
	return render.Options{}, errors.New("a page cannot join servers")
}

func (c *playCmd) awaited() string { return "" }
