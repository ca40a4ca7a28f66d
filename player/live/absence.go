package live

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

const (
	// againEvery is how long a server that is gone is left alone before it is asked again, and againFor how long it is
	// waited for.
	againEvery = time.Second
	againFor   = 15 * time.Minute
)

// errLost is why a game ends for which the viewer does not want to wait any more.
var errLost = errors.New("connection lost")

// absence is what is known of a game that goes away, as when its server restarts, and may come back.
type absence struct {
	mu      sync.Mutex
	present bool      // since the game was lost last
	since   time.Time // when the game went away, zero if it is there or never was
	giveUp  context.CancelCauseFunc
}

// begin returns a context that GiveUp ends. Its cause is what a game ends with.
func (a *absence) begin(ctx context.Context) (context.Context, context.CancelFunc) {
	a.mu.Lock()
	defer a.mu.Unlock()
	ctx, a.giveUp = context.WithCancelCause(ctx)
	return ctx, func() { a.giveUp(nil) }
}

// come notes that the game is there.
func (a *absence) come() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.present, a.since = true, time.Time{}
}

// lose notes that the game is not there, and reports whether it is still waited for: one that was never there is not.
func (a *absence) lose() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.present {
		a.present, a.since = false, time.Now()
	}
	return !a.since.IsZero() && time.Since(a.since) <= againFor
}

// Gone reports whether a game went away that is waited for.
func (a *absence) Gone() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return !a.since.IsZero()
}

// GiveUp ends waiting for a game that went away.
func (a *absence) GiveUp() {
	a.mu.Lock()
	defer a.mu.Unlock()
	if !a.since.IsZero() {
		a.giveUp(errLost)
	}
}

// says says for how long a game has been waited for, and why if that is not empty; empty for a game that is not.
func (a *absence) says(why string) string {
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
