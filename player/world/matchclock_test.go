package world

import (
	"testing"

	"demoscope/formats/message"
)

func info(key, value string) message.Message {
	return &message.QWServerInfo{Key: []byte(key), Value: []byte(value)}
}

// A match's clock begins with the line that says so, or where the minutes that
// are left tell, and stops with the match.
func TestQuakeWorldMatchClock(t *testing.T) {
	w := newQWWorld(t, "mvd")
	w.time = 100
	line := func(s string) message.Message { return &message.Print{Level: lineMatch, Text: []byte(s)} }
	expect := func(what string, seconds, limit float64, ok bool) {
		t.Helper()
		if s, l, k := w.MatchClock(w.Time); s != seconds || l != limit || k != ok {
			t.Errorf("%s: %v of %v, %v, want %v of %v, %v", what, s, l, k, seconds, limit, ok)
		}
	}
	w.all(info("timelimit", "20"), info("status", "Countdown"))
	expect("before", 0, 0, false)
	w.all(line("The match has begun!\n"), info("status", "20 min left"))
	began := w.Time
	w.time += 30
	w.all(info("status", "Standby"), info("status", "19 min left"))
	expect("half a minute on, whatever the status says", w.Time-began, 1200, true)
	w.all(line("The match is over\n"), info("status", "0 min left"))
	expect("after", 0, 0, false)

	for _, status := range []string{"12 min left", "12 minutes left"} {
		w = newQWWorld(t, "qwd")
		w.all(info("status", status))
		expect("without a limit nothing is known", 0, 0, false)
		w.all(info("timelimit", "20"), info("status", "21 min left"))
		expect("more than the limit cannot be", 0, 0, false)
		w.all(info("status", status))
		expect("8 minutes have passed", 480, 1200, true)
		w.all(info("status", "1 minute left"))
		expect("once known it is not guessed again", 480+(w.Time-w.Match.Start-480), 1200, true)
	}
}
