package director

// Quiet is a time in which nothing happens, or before the match, so that an overview is shown of where everybody is.
// Cuts in it hold when it is over.
type Quiet struct{ Begin, End float64 }

const (
	// leastQuiet is for how many seconds nobody sees an enemy, at least, before an overview is
	// worth its two cuts, and longest how long it is shown: who collects what for the next fight
	// is worth a look, too.
	leastQuiet, longest = 5, 8
	// between is how many seconds lie between two overviews.
	between = 20
	// before and behind are the seconds around an act in which it is not quiet.
	before, behind = 2.2, 2.0
)

// quieten finds the times from g.from on in which nothing happens, behind those that are kept.
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
	for i := range g.acts {
		a := &g.acts[i]
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

// addQuiet adds an overview in a time in which nothing happens, if there is one that is as far from cuts
// as they must be from each other, and there are not too many then. It returns from when on there
// may be another one.
func (g *grid) addQuiet(p *Plan, q Quiet) (next float64) {
	end := q.End
	if n := len(p.Quiet); n > 0 {
		last := &p.Quiet[n-1]
		if last.End >= g.from && q.Begin <= g.from && (g.from-last.Begin < longest || q.Begin < g.kickoff) &&
			last.Begin < g.from {
			last.End = min(q.End, max(last.Begin+longest, g.kickoff)) // it is being shown
			return last.End + between
		}
		q.Begin = max(q.Begin, last.End+between)
	}
	waits := q.Begin < g.kickoff
	for i := range p.Cuts {
		switch c := p.Cuts[i].Clock; {
		case waits: // nothing else is shown
		case i == 0: // nothing was shown before
		case c <= q.Begin && q.Begin-c < Rest:
			q.Begin = c + Rest
		case c > q.Begin && c < q.Begin+leastQuiet:
			q.Begin = c + Rest
		}
	}
	if !waits {
		q.End = min(q.End, q.Begin+longest)
	}
	for i := range p.Cuts {
		if c := p.Cuts[i].Clock; c > q.Begin && c > q.End-Rest && c < q.End+Rest {
			q.End = c // it ends with the cut
		}
	}
	if q.End-q.Begin < leastQuiet || p.cutsIn(q.Begin-burst, q.Begin)+2 > MaxCuts || p.cutsIn(q.Begin, q.Begin+burst)+
		2 > MaxCuts {
		if q.Begin+leastQuiet < end {
			return q.Begin + leastQuiet // the next place may be better
		}
		return end
	}
	p.Quiet = append(p.Quiet, q)
	return q.End + between
}

// cutsIn returns how many times the picture changes between two times: a cut within an overview
// is not seen.
func (p *Plan) cutsIn(from, to float64) (n int) {
	in := func(clock float64) bool { return clock >= from && clock < to }
	for i := range p.Cuts {
		if c := p.Cuts[i].Clock; i > 0 && in(c) && !p.QuietAt(c) {
			n++
		}
	}
	for _, q := range p.Quiet {
		if q.Begin <= p.Begin {
			continue // nobody was watched before: to begin to watch is no cut
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

// QuietAt reports whether nothing happens at a time, so that an overview is shown.
func (p *Plan) QuietAt(clock float64) bool {
	for i := range p.Quiet {
		if q := &p.Quiet[i]; clock >= q.Begin && clock < q.End {
			return true
		}
	}
	return false
}
