package cut

import (
	"cmp"
	"math"
	"slices"
)

const (
	// alignedWithin is the maximum spread of equal time differences, in seconds: a client's clock stops while a
	// frame takes too long.
	alignedWithin = 0.5
	// clockStep is the interval at which clocks are compared, and clockWithin is the distance up to which marks
	// are used, in seconds. leastNear is the minimum number of these marks.
	clockStep, clockWithin, leastNear = 1, 1.5, 3
	// leastMarks is the minimum number of marks that two recordings must share.
	leastMarks = 5
)

// instant is a moment on the clocks of a recording and of another one, in seconds.
type instant struct{ here, there float64 }

// byServer changes the times of a recording to the server's clock, if the server sent it, but keeps the start.
// A client's own clock stops while the client is busy.
func (r *recording) byServer() {
	if len(r.server) < 2 {
		return
	}
	first := r.server[0]
	list := make([]instant, 0, len(r.server))
	for _, s := range r.server {
		s.there += first.here - first.there
		if math.Abs(s.here-s.there) > alignedWithin*10 {
			return // not the same clock
		}
		list = append(list, s)
	}
	r.server = nil
	r.retime(list)
	for _, s := range list {
		r.server = append(r.server, instant{s.there, s.there - first.here + first.there})
	}
}

// align changes the times of a recording to those of another one, using what both saw or received at the same
// moments, otherwise the clock of their server. Clients' clocks run at different speeds, so the offset is
// determined for each second.
func (r *recording) align(others []*recording, number int) error {
	apart := ""
	for _, o := range others {
		if reason := o.gameInfo.differs(&r.gameInfo); reason != "" {
			apart = cmp.Or(apart, reason)
			continue
		}
		var list []instant
		for a, b := r.marks, o.marks; len(a) > 0 && len(b) > 0; {
			switch c := cmp.Compare(a[0].key, b[0].key); {
			case c < 0:
				a = a[1:]
			case c > 0:
				b = b[1:]
			default:
				list = append(list, instant{a[0].time, b[0].time})
				a, b = a[1:], b[1:]
			}
		}
		if list = alike(list); len(list) < leastMarks {
			list = r.byClock(o)
		}
		if len(list) < 2 {
			continue
		}
		first, last := r.frames[0].time-list[0].here+list[0].there, r.end()-list[len(list)-1].here+
			list[len(list)-1].there
		if !(first < o.end() && o.start() < last) {
			continue
		}
		if there := clockOf(list); r.elsewhere(o, there) {
			apart = cmp.Or(apart, "it is of another game: players are at other places at the same times")
			continue
		}
		r.retime(list)
		return nil
	}
	return &MergeError{number, cmp.Or(apart,
		"it shares no time with the others: nothing that they saw or were told happened at the same moments")}
}

// alike returns the instants whose time differences agree with most others, in order of time. It returns none
// if there are too few.
func alike(list []instant) []instant {
	apart := func(a, b instant) int { return cmp.Compare(a.here-a.there, b.here-b.there) }
	slices.SortFunc(list, apart)
	best, from, end := 0, 0, 0
	for i := range list {
		for end < len(list) && list[end].here-list[end].there <= list[i].here-list[i].there+alignedWithin {
			end++
		}
		if end-i > best {
			best, from = end-i, i
		}
	}
	if best < leastMarks || best*2 <= len(list) {
		return nil
	}
	list = list[from : from+best]
	slices.SortFunc(list, func(a, b instant) int { return cmp.Compare(a.here, b.here) })
	return list
}

// byClock returns the moments when the server sent its clock to r, on the clock of another recording that
// received it, too.
func (r *recording) byClock(o *recording) (list []instant) {
	if len(r.server) < 2 || len(o.server) < 2 {
		return nil
	}
	for _, s := range r.server {
		k, _ := slices.BinarySearchFunc(o.server, s.there, func(a instant, t float64) int {
			return cmp.Compare(a.there, t)
		})
		k = max(1, min(k, len(o.server)-1))
		a, b := o.server[k-1], o.server[k]
		if b.there > a.there {
			list = append(list, instant{s.here, a.here + (s.there-a.there)*(b.here-a.here)/(b.there-a.there)})
		}
	}
	return list
}

// clockOf returns a function that converts times of a recording to another clock. It interpolates between known
// instants.
func clockOf(list []instant) func(t float64) float64 {
	slices.SortStableFunc(list, func(a, b instant) int { return cmp.Compare(a.here, b.here) })
	clock := smooth(list)
	at := 0
	return func(t float64) float64 {
		if clock[at].here > t || at+1 < len(clock) && clock[at+1].here <= t {
			at, _ = slices.BinarySearchFunc(clock, t, func(a instant, t float64) int {
				if a.here <= t {
					return -1
				}
				return 1
			})
			at = max(0, at-1) // the last one that is not later
		}
		a := clock[at]
		ahead := a.there - a.here
		if at+1 < len(clock) && t > a.here {
			b := clock[at+1]
			ahead += (t - a.here) / (b.here - a.here) * (b.there - b.here - ahead)
		}
		return t + ahead
	}
}

// retime converts the times of a recording to another clock.
func (r *recording) retime(list []instant) {
	there := clockOf(list)
	last := math.Inf(-1)
	for i := range r.frames {
		last = max(last, there(r.frames[i].time))
		r.frames[i].time = last
	}
	last = math.Inf(-1)
	for _, list := range r.messages {
		for i := range list {
			last = max(last, there(list[i].time))
			list[i].time = last
		}
	}
	for i := range r.marks {
		r.marks[i].time = there(r.marks[i].time)
	}
	for i := range r.server {
		r.server[i].here = there(r.server[i].here)
	}
}

// smooth returns one instant for each step of a clock that has enough instants nearby, with the median of their
// differences. A list of few instants is returned unchanged.
func smooth(list []instant) (clock []instant) {
	from, to := 0, 0
	var near []float64
	for t := list[0].here; t < list[len(list)-1].here+clockStep; t += clockStep {
		for from < len(list) && list[from].here < t-clockWithin {
			from++
		}
		for to < len(list) && list[to].here <= t+clockWithin {
			to++
		}
		near = near[:0]
		for _, s := range list[from:to] {
			near = append(near, s.there-s.here)
		}
		if len(near) >= leastNear {
			slices.Sort(near)
			clock = append(clock, instant{t, t + near[len(near)/2]})
		} else if to < len(list) && list[to].here > t+clockStep && len(near) == 0 {
			t = max(t, list[to].here-2*clockStep) // skip a long time without instants
		}
	}
	if len(clock) < 2 {
		return list
	}
	return clock
}
