package director

// Quiet is a time before the match, or one in which nothing happens. An overview shows where everybody is. Cuts
// during it take effect when it ends.
type Quiet struct{ Begin, End float64 }

const (
	// leastQuiet is the minimum time without anyone seeing an enemy, in seconds, for an overview to be worth
	// its two cuts. longest is how long the overview is shown: preparations for the next fight are interesting,
	// too.
	leastQuiet, longest = 5, 8
	// between is the minimum time between two overviews, in seconds.
	between = 20
	// before and behind are the seconds before and after a highlight that are not quiet.
	before, behind = 2.2, 2.0
)

// quieten finds the quiet times from g.from on, after those that are kept.
func (g *grid) quieten(p *Plan, kept []Quiet) {
	p.Quiet = nil
	for _, q := range kept {
		if q.Begin < g.from {
			p.Quiet = append(p.Quiet, Quiet{q.Begin, min(q.End, g.from)})
		}
	}
	busy := g.busy
	for s := 0; s < g.steps && g.time(s) < g.kickoff; s++ {
		busy[s] = false // they wait for the match
	}
	for i := range g.highlights {
		a := &g.highlights[i]
		if a.worth < worthPowerup {
			continue // armor is taken all the time
		}
		for s := max(0, g.stepAt(a.clock-before)); s < g.steps && g.time(s) < a.clock+behind; s++ {
			busy[s] = true
		}
	}
	for s := 0; s < g.steps; {
		if busy[s] {
			s++
			continue
		}
		first := s
		for s < g.steps && !busy[s] && (s == first || (g.time(s) < g.kickoff) == (g.time(s-1) < g.kickoff)) {
			s++
		}
		for at, end := g.time(first), min(g.time(s), g.end); end-at >= leastQuiet; {
			at = g.addQuiet(p, Quiet{at, end})
		}
	}
}

// addQuiet adds an overview in the quiet time q if it can be Rest seconds away from cuts and does not exceed
// MaxCuts. It returns the earliest time of the next overview.
func (g *grid) addQuiet(p *Plan, q Quiet) (next float64) {
	end := q.End
	if n := len(p.Quiet); n > 0 {
		last := &p.Quiet[n-1]
		if last.End >= g.from && q.Begin <= g.from && (g.from-last.Begin < longest || q.Begin < g.kickoff) &&
			last.Begin < g.from {
			last.End = min(q.End, max(last.Begin+longest, g.kickoff)) // it is already visible
			return last.End + between
		}
		q.Begin = max(q.Begin, last.End+between)
	}
	p.awayFromCuts(&q, q.Begin < g.kickoff)
	if q.End-q.Begin < leastQuiet || p.cutsIn(q.Begin-burst, q.Begin)+2 > MaxCuts || p.cutsIn(q.Begin, q.Begin+burst)+
		2 > MaxCuts {
		if q.Begin+leastQuiet < end {
			return q.Begin + leastQuiet // a later start may be better
		}
		return end
	}
	p.Quiet = append(p.Quiet, q)
	return q.End + between
}

// awayFromCuts shortens a quiet time so that it begins Rest seconds after a cut, and ends Rest seconds before one or
// with it. waits is set before the match, when nothing else is shown.
func (p *Plan) awayFromCuts(q *Quiet, waits bool) {
	if !waits {
		for i := 1; i < len(p.Cuts); i++ { // nothing was shown before the first one
			c := p.Cuts[i].Clock
			if c <= q.Begin && q.Begin-c < Rest || c > q.Begin && c < q.Begin+leastQuiet {
				q.Begin = c + Rest
			}
		}
		q.End = min(q.End, q.Begin+longest)
	}
	for i := range p.Cuts {
		if c := p.Cuts[i].Clock; c > q.Begin && c > q.End-Rest && c < q.End+Rest {
			q.End = c // it ends with the cut
		}
	}
}

// cutsIn returns how often the picture changes between two times. A cut during an overview is not visible.
func (p *Plan) cutsIn(from, to float64) (n int) {
	in := func(clock float64) bool { return clock >= from && clock < to }
	for i := range p.Cuts {
		if c := p.Cuts[i].Clock; i > 0 && in(c) && !p.QuietAt(c) {
			n++
		}
	}
	for _, q := range p.Quiet {
		if q.Begin <= p.Begin {
			continue // the beginning is not a cut
		}
		if in(q.Begin) {
			n++
		}
		if in(q.End) && p.CutAt(q.End).Clock != q.End {
			n++
		}
	}
	return n
}

// QuietAt reports whether a time is quiet, so that an overview is shown.
func (p *Plan) QuietAt(clock float64) bool {
	for i := range p.Quiet {
		if q := &p.Quiet[i]; clock >= q.Begin && clock < q.End {
			return true
		}
	}
	return false
}
