package live

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

const (
	// againEvery is the pause before a lost server is contacted again, and againFor how long these attempts continue.
	againEvery = time.Second
	againFor   = 15 * time.Minute
)

// errLost ends a game when the viewer stops waiting for it.
var errLost = errors.New("connection lost")

// connectionLoss tracks whether a game is connected. A lost game may come back, for example after a restart of the
// server.
type connectionLoss struct {
	mu      sync.Mutex
	present bool      // since the last loss
	since   time.Time // when the game was lost; zero if it is present or never was
	giveUp  context.CancelCauseFunc
}

// begin returns a context that GiveUp ends. Its cause is the error with which the game ends.
func (a *connectionLoss) begin(ctx context.Context) (context.Context, context.CancelFunc) {
	a.mu.Lock()
	defer a.mu.Unlock()
	ctx, a.giveUp = context.WithCancelCause(ctx)
	return ctx, func() { a.giveUp(nil) }
}

// come notes that the game is present.
func (a *connectionLoss) come() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.present, a.since = true, time.Time{}
}

// lose notes that the game is not present, and reports whether to keep waiting for it. There is no waiting for a game
// that was never present.
func (a *connectionLoss) lose() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.present {
		a.present, a.since = false, time.Now()
	}
	return !a.since.IsZero() && time.Since(a.since) <= againFor
}

// Gone reports whether the game was lost and is being waited for.
func (a *connectionLoss) Gone() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return !a.since.IsZero()
}

// GiveUp stops waiting for a lost game.
func (a *connectionLoss) GiveUp() {
	a.mu.Lock()
	defer a.mu.Unlock()
	if !a.since.IsZero() {
		a.giveUp(errLost)
	}
}

// description returns a text with how long a lost game has been waited for and the reason, unless why is empty. It
// returns "" if the game is not lost.
func (a *connectionLoss) description(why string) string {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.since.IsZero() {
		return ""
	}
	text := "connection lost"
	if why != "" {
		text += " (" + why + ")"
	}
	text += "; joining again"
	if s := int(time.Since(a.since).Seconds()); s > 0 {
		text += fmt.Sprintf(" for %d s", s)
	}
	return text
}
