package live

// Pace is how fast a game is shown whose stream comes in bursts. What has come and has not
// been shown is the buffer: 0.3 to 1.5 times Wanted is left alone, and
// outside of that the game is shown slower or faster, so little that it is not seen, until the buffer is Wanted again.
// An empty buffer stands still until it is filled: nothing is ever guessed.
type Pace struct {
	Wanted float64 // seconds of the game; zero stands for half a second, as ezQuake has

	filling bool
	leaning int8 // -1 slower, 1 faster, until the buffer is as wanted
}

// Speeds and borders of a [Pace].
const (
	wanted     = 0.5
	tooLittle  = 0.3 // of what is wanted
	tooMuch    = 1.5
	slowest    = 0.9
	fastest    = 1.1
	jumpBehind = 5 // seconds: after a stall that long the clock jumps
)

// Speed returns how fast to show a game of which some seconds are in the buffer, 0 to stand still.
// jump is how many seconds are to be skipped at once, after a stall whose rest would take a minute to
// be caught up.
func (p *Pace) Speed(buffered float64) (speed, jump float64) {
	want := p.Wanted
	if want <= 0 {
		want = wanted
	}
	if buffered <= 0 {
		p.filling = true
	}
	if p.filling {
		if buffered < want {
			return 0, 0
		}
		p.filling = false
	}
	if buffered > want+jumpBehind {
		p.leaning = 0
		return 1, buffered - want
	}
	switch {
	case buffered < tooLittle*want:
		p.leaning = -1
	case buffered > tooMuch*want:
		p.leaning = 1
	case p.leaning < 0 && buffered >= want, p.leaning > 0 && buffered <= want:
		p.leaning = 0
	}
	switch p.leaning {
	case -1:
		return slowest, 0
	case 1:
		return fastest, 0
	}
	return 1, 0
}
