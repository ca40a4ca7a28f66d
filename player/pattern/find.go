package pattern

import (
	"math"
	"path"
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player/charset"
	"demoscope/player/report"
	"demoscope/player/timeline"
	"demoscope/player/weapon"
	"demoscope/player/world"
	"demoscope/player/world/equipment"
)

// Match returns the hits of the query in the facts of a demo, in order of time. The result includes hits that
// the demo cannot confirm: see [Hit.Judged].
func (q *Query) Match(f *Facts) []Hit {
	s := search{q: q, f: f, of: make([]int, len(f.Kills))}
	if !s.demo() {
		return nil
	}
	for i := range f.Kills {
		s.of[i] = f.MatchAt(s.event(i).Clock)
	}
	for _, k := range q.Kinds {
		s.kind = k
		s.conditions = q.Conditions
		if !q.Named {
			s.conditions = k.Describe().usual
		}
		finders[k](&s)
	}
	ByTime(s.hits)
	return s.hits
}

// finders are the functions that find the hits of each kind.
var finders = [KindCount]func(*search){
	Kill: (*search).kills, Run: (*search).runs, Streak: (*search).runs, Multi: (*search).multis,
	Midair: (*search).kills, Direct: (*search).kills,
	Flick: (*search).kills, LastSecond: (*search).lastSeconds, Quad: (*search).powers, Pent: (*search).powers,
	Flag:    (*search).flags,
	Capture: (*search).captures, Telefrag: (*search).kills, Discharge: (*search).multis, RocketJump: (*search).jumps,
	TrickJump: (*search).jumps,
	Comeback:  (*search).comebacks, Control: (*search).controls, Chat: (*search).chat,
	FlagLost: (*search).captures, FlagReturned: (*search).captures,
}

// search is a query in progress.
type search struct {
	q          *Query
	f          *Facts
	kind       Kind
	conditions []Condition
	of         []int // match of each kill, -1 if none
	hits       []Hit
}

// event returns the event of a kill, by its index in Facts.Kills.
func (s *search) event(kill int) *timeline.Event { return &s.f.Events[s.f.Kills[kill].Event] }

// plain returns a name for comparison: readable and in lower case.
func (s *search) plain(name string) string { return strings.ToLower(charset.Plain(s.f.Game, name)) }

// demo reports whether the filters of the whole demo let it through.
func (s *search) demo() bool {
	for i := range s.q.Filters {
		k := &s.q.Filters[i]
		if k.Key == KeyGame && k.Not == (k.Value == s.f.Game.String() || k.Value == s.f.Format ||
			strings.Contains(strings.ToLower(s.f.GameDir), k.Value)) {
			return false
		}
	}
	return true
}

// says reports whether a filter of key asks for value, or excludes another value.
func (s *search) says(key Key, value string) bool {
	return slices.ContainsFunc(s.q.Filters, func(k Filter) bool { return k.Key == key && (k.Value == value) != k.Not })
}

// warmUp reports whether moments outside of matches count.
func (s *search) warmUp() bool { return s.says(KeyWarmUp, "yes") }

// passes reports whether all filters of key let a moment through. value reports whether the moment has the
// sought value.
func (s *search) passes(key Key, value func(sought string) bool) bool {
	for i := range s.q.Filters {
		if k := &s.q.Filters[i]; k.Key == key && value(k.Value) == k.Not {
			return false
		}
	}
	return true
}

// byWeapon reports whether the filters let weapon k through.
func (s *search) byWeapon(k weapon.Kind) bool {
	return s.passes(KeyWeapon, func(sought string) bool { return k.Called(sought) })
}

// named reports whether the filters of key let a name in the game's charset through.
func (s *search) named(key Key, name string) bool {
	return s.passes(key, func(sought string) bool { return strings.Contains(s.plain(name), sought) })
}

// counts reports whether a kill is a player's kill of an opponent that the filters for victims and weapons let
// through.
func (s *search) counts(i int) bool {
	e := s.event(i)
	return e.Player >= 0 && e.Other >= 0 && e.Player != e.Other && !e.TeamKill && (s.of[i] >= 0 || s.warmUp()) &&
		s.byWeapon(e.Weapon) && s.named(KeyVictim, e.OtherName)
}

// hit returns a new hit of the current kind.
func (s *search) hit(from, to float64, player int, name string) Hit {
	h := Hit{Kind: s.kind, From: from, To: to, Level: s.f.LevelAt(from), Player: player, Name: name, Seen: true}
	if h.Level >= 0 {
		h.Map = s.f.Levels[h.Level].Map
	}
	h.Set(Time, to-from)
	m := s.f.MatchAt(to)
	if m < 0 {
		h.WarmUp = true
	} else if s.f.Matches[m].Ends {
		h.Set(Left, max(0, s.f.Matches[m].End-to))
	}
	return h
}

// ofKills returns a hit made of kills by one player.
func (s *search) ofKills(list []int) Hit {
	first, last := s.event(list[0]), s.event(list[len(list)-1])
	h := s.hit(first.Clock, last.Clock, first.Player, first.PlayerName)
	h.Deaths = slices.Clone(list)
	h.Weapon = first.Weapon
	gap := 0.0
	for n, i := range list {
		e, d := s.event(i), &s.f.Kills[i]
		h.Victims = append(h.Victims, e.OtherName)
		if e.Weapon != h.Weapon {
			h.Weapon = weapon.None
		}
		if d.AtKnown {
			h.At, h.AtKnown = d.At, true
		}
		if n > 0 {
			gap = max(gap, e.Clock-s.event(list[n-1]).Clock)
		}
	}
	h.Set(Kills, float64(len(list)))
	h.Set(Gap, gap)
	return h
}

// add adds a hit if it satisfies the filters and conditions of the query.
func (s *search) add(h Hit) {
	if h.WarmUp && !s.warmUp() && h.Kind != Chat && h.Kind != Comeback {
		return
	}
	if !s.named(KeyPlayer, h.Name) || !s.passes(KeyMap, func(sought string) bool { return IsMap(h.Map, sought) }) ||
		!s.passes(KeyItem, func(sought string) bool { return weapon.Called(h.Item, sought) }) {
		return
	}
	if _, kills := h.Get(Kills); !kills && (!s.named(KeyVictim, "") ||
		h.Kind != RocketJump && !s.byWeapon(weapon.None)) {
		return // it has no victim or weapon
	}
	allowed := uint32(0)
	for _, m := range h.Kind.Describe().Measures {
		allowed |= 1 << m
	}
	for i := range s.conditions {
		c := &s.conditions[i]
		v, known := h.Get(c.Measure)
		if name := c.Measure.String(); !known && !slices.Contains(h.Unjudged, name) {
			h.Unjudged = append(h.Unjudged, name)
		} else if known && !c.holds(v) {
			return
		}
	}
	h.Known &= allowed
	s.hits = append(s.hits, h)
}

// beforeBlow is how long before a death, in seconds, the fatal hit itself may have lifted the victim.
const beforeBlow = 0.1

// kills finds single kills.
func (s *search) kills() {
	for i := range s.f.Kills {
		if !s.counts(i) {
			continue
		}
		e, d := s.event(i), &s.f.Kills[i]
		unjudged := ""
		switch s.kind {
		case Telefrag:
			if e.Weapon != weapon.Telefrag {
				continue
			}
		case Flick:
			if !e.Weapon.Is(weapon.Flick) {
				continue
			}
		case Direct, Midair:
			class := weapon.DirectHits
			if s.kind == Midair {
				class = weapon.Midair
			}
			if !e.Weapon.Is(class) || d.Blow == world.HitSplash {
				continue
			}
			if air, known := d.Get(Air); s.kind == Midair && known && report.Thousandths(air) <= beforeBlow {
				continue // the victim stood until the hit
			}
			if d.Blow == world.HitUnknown {
				unjudged = "blow"
			}
		}
		h := s.ofKills([]int{i})
		h.Numbers.merge(&d.Numbers)
		h.Seen = d.AtKnown && d.ByKnown
		if s.kind == Midair {
			if _, known := d.Get(Air); !known {
				h.Unjudged = append(h.Unjudged, "air")
			}
		}
		if unjudged != "" {
			h.Unjudged = append(h.Unjudged, unjudged)
		}
		s.add(h)
	}
}

// merge copies the known numbers of o to n.
func (n *Numbers) merge(o *Numbers) {
	for m := range MeasureCount {
		if v, known := o.Get(m); known {
			n.Set(m, v)
		}
	}
}

// rule says which kills form a run.
type rule struct {
	// least is the minimum number of kills. Every sequence of least kills must fit into within seconds.
	least  int
	within float64
	// gap is the longest time between two kills.
	gap float64
	// deaths is set if the player's death does not end the run.
	deaths bool
}

// runs finds runs of kills.
func (s *search) runs() {
	r := rule{least: 2, within: math.Inf(1), gap: math.Inf(1), deaths: s.says(KeyThrough, "deaths")}
	if s.kind == Run && s.q.Named && s.q.Within > 0 {
		r.within = s.q.Within
	}
	for i := range s.conditions {
		switch c := &s.conditions[i]; {
		case c.Measure == Kills && (c.Op == AtLeast || c.Op == Equal):
			r.least = max(1, int(math.Ceil(c.Value)))
		case c.Measure == Kills && c.Op == More:
			r.least = max(1, int(math.Floor(c.Value))+1)
		case c.Measure == Gap && (c.Op == AtMost || c.Op == Less):
			r.gap = c.Value
		}
	}
	for _, list := range s.chains(&r) {
		s.add(s.ofKills(list))
	}
}

// chains returns the kills of each run, as indices in Facts.Kills.
func (s *search) chains(r *rule) (found [][]int) {
	open := map[int][]int{} // by slot
	end := func(slot int) {
		if list := open[slot]; len(list) > 0 {
			found = append(found, r.cut(s, list)...)
			delete(open, slot)
		}
	}
	level, match := -1, -2
	players := s.f.names() // a change between two of these names is a change of player; any other is a rename
	for i := range s.f.Kills {
		e := s.event(i)
		if l := s.f.LevelAt(e.Clock); l != level || !s.warmUp() && s.of[i] != match {
			for slot := range s.slots(open) {
				end(slot)
			}
			level, match = l, s.of[i]
		}
		if e.Other >= 0 && !r.deaths {
			end(e.Other)
		}
		if !s.counts(i) {
			continue
		}
		if list := open[e.Player]; len(list) > 0 {
			if last := s.event(list[len(list)-1]); report.Thousandths(e.Clock-last.Clock) > r.gap ||
				players[last.PlayerName] && players[e.PlayerName] && last.PlayerName != e.PlayerName {
				end(e.Player)
			}
		}
		open[e.Player] = append(open[e.Player], i)
	}
	for slot := range s.slots(open) {
		end(slot)
	}
	return found
}

// slots iterates over the slots of open runs in ascending order.
func (s *search) slots(open map[int][]int) func(func(int) bool) {
	return func(yield func(int) bool) {
		for slot := range world.MaxPlayers {
			if len(open[slot]) > 0 && !yield(slot) {
				return
			}
		}
	}
}

// cut returns the parts of a chain in which every r.least consecutive kills fit into r.within seconds. It drops
// parts with fewer kills.
func (r *rule) cut(s *search, list []int) (parts [][]int) {
	if len(list) < r.least {
		return nil
	}
	if math.IsInf(r.within, 1) {
		return append(parts, list)
	}
	begin := -1
	for i := 0; i+r.least <= len(list); i++ {
		near := report.Thousandths(s.event(list[i+r.least-1]).Clock-s.event(list[i]).Clock) <= r.within
		if near && begin < 0 {
			begin = i
		}
		if begin >= 0 && (!near || i+r.least == len(list)) {
			last := i + r.least - 1
			if !near {
				last--
			}
			parts = append(parts, list[begin:last+1])
			begin = -1
		}
	}
	return parts
}

// sameShot returns the maximum time in seconds between deaths from one shot. A shot kills in one server frame,
// but a Quake III snapshot may be lost.
func (f *Facts) sameShot() float64 {
	if f.Game == world.Quake3 {
		return 0.06
	}
	return 0.001
}

// multis finds kills by one shot or one discharge.
func (s *search) multis() {
	used := map[int]bool{}
	for i := range s.f.Kills {
		if used[i] || !s.counts(i) || !s.ofOneShot(i) {
			continue
		}
		first := s.event(i)
		list := []int{i}
		for j := i + 1; j < min(len(s.f.Kills), i+world.MaxPlayers) &&
			s.event(j).Clock-first.Clock <= s.f.sameShot(); j++ {
			if e := s.event(j); e.Player == first.Player && e.Weapon == first.Weapon && s.counts(j) {
				list = append(list, j)
				used[j] = true
			}
		}
		h := s.ofKills(list)
		s.add(h)
	}
}

func (s *search) ofOneShot(i int) bool {
	w := s.event(i).Weapon
	if s.kind == Discharge {
		return w == weapon.Discharge
	}
	return w.Is(weapon.OneShot)
}

// lastSeconds finds kills and captures shortly before the end of a match's time.
func (s *search) lastSeconds() {
	for i := range s.f.Kills {
		if s.counts(i) && s.of[i] >= 0 && s.f.Matches[s.of[i]].timed() {
			h := s.ofKills([]int{i})
			h.Numbers.merge(&s.f.Kills[i].Numbers)
			s.add(h)
		}
	}
	for i := range s.f.Events {
		e := &s.f.Events[i]
		if m := s.f.MatchAt(e.Clock); e.Kind == world.EventCapture && m >= 0 && s.f.Matches[m].timed() {
			slot, name := s.f.captor(e)
			h := s.hit(e.Clock, e.Clock, slot, name)
			h.Item = timeline.Captured(e.Item)
			s.add(h)
		}
	}
}

// powers finds kills by a player with a powerup.
func (s *search) powers() {
	what := equipment.Quad
	if s.kind == Pent {
		what = equipment.Pentagram
	}
	for i := range s.f.Powers {
		p := &s.f.Powers[i]
		if p.What != what {
			continue
		}
		var list []int
		first := sort.Search(len(s.f.Kills), func(j int) bool { return s.event(j).Clock >= p.From })
		for j := first; j < min(len(s.f.Kills), first+maxYield) && s.event(j).Clock <= p.To; j++ {
			if s.event(j).Player == p.Player && s.counts(j) {
				list = append(list, j)
			}
		}
		h := s.hit(p.From, p.To, p.Player, p.Name)
		if len(list) > 0 {
			k := s.ofKills(list)
			h.Deaths, h.Victims, h.Weapon, h.At, h.AtKnown = k.Deaths, k.Victims, k.Weapon, k.At, k.AtKnown
		}
		h.Item = s.kind.String()
		h.Set(Kills, float64(len(list)))
		h.Seen = !p.Cut
		s.add(h)
	}
}

// maxYield limits the kills examined for one powerup: fewer than a hundred players die in thirty seconds.
const maxYield = 1024

var flagNames = [...]string{"red flag", "blue flag", "neutral flag"}

// flags finds flag runs.
func (s *search) flags() {
	for i := range s.f.Carries {
		c := &s.f.Carries[i]
		if !c.Captured || c.Player < 0 {
			continue
		}
		from := "field"
		if c.Base {
			from = "base"
		}
		if c.BaseKnown && !s.passes(KeyFrom, func(sought string) bool { return sought == from }) {
			continue
		}
		h := s.hit(c.From, c.To, c.Player, c.Name)
		h.Item = flagNames[min(uint(c.Flag), uint(len(flagNames)-1))]
		h.Seen = c.Seen && c.TakenKnown
		if !c.BaseKnown && s.q.asks(KeyFrom) {
			h.Unjudged = append(h.Unjudged, "from")
		}
		if !c.TakenKnown {
			h.Unjudged = append(h.Unjudged, "time")
		}
		if c.Seen {
			h.At, h.AtKnown = c.End, true
			h.Set(Way, float64(c.Way))
			h.Set(Distance, length(c.End.Sub(c.At)))
			if c.To > c.From {
				h.Set(Speed, float64(c.Way)/(c.To-c.From))
			}
		}
		if c.BaseKnown {
			h.Text = "from the " + from
		}
		s.add(h)
	}
}

// asks reports whether the query has a filter of a key.
func (q *Query) asks(key Key) bool {
	return slices.ContainsFunc(q.Filters, func(k Filter) bool { return k.Key == key })
}

// maxEnds limits the flag runs examined when searching for the captor.
const maxEnds = 64

// captor returns the player who captured the flag of an event. In Quake III, that is the carrier.
func (f *Facts) captor(e *timeline.Event) (slot int, name string) {
	// Carries are sorted by their ends.
	first := sort.Search(len(f.Carries), func(i int) bool { return f.Carries[i].To >= e.Clock-captureSlack })
	for i := first; e.Player < 0 && i < min(len(f.Carries), first+maxEnds); i++ {
		if c := &f.Carries[i]; c.Captured && math.Abs(c.To-e.Clock) <= captureSlack {
			return c.Player, c.Name
		}
	}
	return e.Player, e.PlayerName
}

// flagEvents maps the kinds found by captures to their events.
var flagEvents = map[Kind]world.EventKind{Capture: world.EventCapture, FlagLost: world.EventFlagLost,
	FlagReturned: world.EventFlagReturned}

// captures finds captures, losses and returns of flags.
func (s *search) captures() {
	for i := range s.f.Events {
		if e := &s.f.Events[i]; e.Kind == flagEvents[s.kind] {
			slot, name := e.Player, e.PlayerName
			if s.kind == Capture {
				slot, name = s.f.captor(e)
			}
			h := s.hit(e.Clock, e.Clock, slot, name)
			h.Item = e.Item
			s.add(h)
		}
	}
}

// jumps finds jumps.
func (s *search) jumps() {
	for i := range s.f.Jumps {
		j := &s.f.Jumps[i]
		if s.kind == RocketJump && j.Blast == 0 || s.kind == TrickJump && j.Thrown {
			continue
		}
		rocket, grenade := s.byWeapon(weapon.RocketLauncher), s.byWeapon(weapon.GrenadeLauncher)
		if s.kind == RocketJump && !rocket && !grenade {
			continue
		}
		h := s.hit(j.From, j.To, j.Player, j.Name)
		if s.kind == RocketJump && rocket != grenade { // the burst of either looks the same
			h.Unjudged = append(h.Unjudged, "weapon")
		}
		h.At, h.AtKnown = j.End, true
		h.Set(Air, j.To-j.From)
		h.Set(Speed, float64(j.Speed))
		h.Set(Rise, float64(j.Rise))
		h.Set(Distance, length(mgl32.Vec3{j.End[0] - j.At[0], j.End[1] - j.At[1]}))
		s.add(h)
	}
}

// comebacks finds matches whose winner was behind.
func (s *search) comebacks() {
	for i := range s.f.Comebacks {
		c := &s.f.Comebacks[i]
		h := s.hit(c.From, c.To, world.Nobody, c.Side)
		h.Set(Behind, float64(c.Behind))
		if m := s.f.MatchAt(c.From); m >= 0 && s.f.Matches[m].Ends {
			h.Set(Left, s.f.Matches[m].End-c.From)
		}
		s.add(h)
	}
}

// controls finds the players who took most spawns of an item in a match.
func (s *search) controls() {
	type taken struct {
		match int
		item  string
	}
	type taker struct {
		taken
		player int
		name   string
	}
	all, by := map[taken]int{}, map[taker]int{}
	var order []taker
	for i := range s.f.Events {
		e := &s.f.Events[i]
		m := s.f.MatchAt(e.Clock)
		if e.Kind != world.EventItem || e.Player < 0 || m < 0 || !weapon.ItemNamed(e.Item).Contested() {
			continue
		}
		k := taker{taken{m, e.Item}, e.Player, e.PlayerName}
		if by[k] == 0 {
			order = append(order, k)
		}
		all[k.taken]++
		by[k]++
	}
	for _, k := range order {
		match := &s.f.Matches[k.match]
		h := s.hit(match.Start, match.End, k.player, k.name)
		h.Item = k.item
		h.Set(Count, float64(by[k]))
		h.Set(Share, 100*float64(by[k])/float64(all[k.taken]))
		if s.f.Recorder >= 0 && !s.f.knowsPickups(h.Level, k.item) {
			h.Unjudged = append(h.Unjudged, "share")
		}
		s.add(h)
	}
}

// sightMost is the minimum fraction of the time that every player must be in sight for the list of pickups to
// be complete.
const sightMost = 0.95

// knowsPickups reports whether a client's recording contains all pickups of an item. Quake III recordings contain
// those of powerups, and those of other items if all players were in sight. In other games, only the recorder's
// pickups are known.
func (f *Facts) knowsPickups(level int, item string) bool {
	if f.Game != world.Quake3 {
		return false
	}
	if weapon.ItemNamed(item).Powerup() {
		return true
	}
	return level >= 0 && f.Levels[level].Sight >= sightMost
}

// chat finds chat messages.
func (s *search) chat() {
	for i := range s.f.Events {
		e := &s.f.Events[i]
		if e.Kind != world.EventChat {
			continue
		}
		said, ok := said(strings.ToLower(charset.Said(s.f.Game, e.Text)),
			strings.ToLower(charset.Said(s.f.Game, e.PlayerName)))
		if !ok || slices.ContainsFunc(s.q.Texts, func(sought string) bool { return !says(said, sought) }) {
			continue
		}
		h := s.hit(e.Clock, e.Clock, e.Player, e.PlayerName)
		h.Text = e.Text
		s.add(h)
	}
}

// said returns the message of a chat line, without the name in front of it. If name is empty, the text up to
// the first colon counts as the name, as for spectators connected through a proxy. ok is false if there is no
// name: servers also print text at chat level.
func said(line, name string) (text string, ok bool) {
	if name != "" {
		if _, rest, ok := strings.Cut(line, name); ok {
			return rest, true
		}
		return line, true
	}
	_, text, ok = strings.Cut(line, ": ")
	return text, ok
}

// says reports whether said contains the sought words. A star at the beginning or end of sought also matches
// inside of words. Both arguments are in lower case.
func says(said, sought string) bool {
	text := strings.Trim(sought, "*")
	begins, ends := strings.HasPrefix(sought, "*"), strings.HasSuffix(sought, "*")
	for from := 0; text != ""; {
		at := strings.Index(said[from:], text)
		if at < 0 {
			return false
		}
		at += from
		end := at + len(text)
		if (begins || !joined(said[:at], text)) && (ends || !joined(said[:end], said[end:])) {
			return true
		}
		_, n := utf8.DecodeRuneInString(said[at:])
		from = at + n
	}
	return true
}

// joined reports whether there is a letter or digit on both sides of a boundary, so that it is inside a word.
func joined(before, after string) bool {
	a, _ := utf8.DecodeLastRuneInString(before)
	b, _ := utf8.DecodeRuneInString(after)
	inWord := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	return before != "" && after != "" && inWord(a) && inWord(b)
}

// IsMap reports whether a map's game path matches a map name, in which * matches any text.
func IsMap(file, sought string) bool {
	if file == "" {
		return IsName("", sought)
	}
	name := strings.ToLower(path.Base(file))
	return IsName(strings.TrimSuffix(name, path.Ext(name)), sought)
}

// IsName reports whether a name matches sought, in which * matches any text.
func IsName(name, sought string) bool {
	star, from := -1, 0 // the last star, and where in name the text after it may begin
	n, s := 0, 0
	for n < len(name) {
		switch {
		case s < len(sought) && sought[s] == '*':
			star, from = s, n
			s++
		case s < len(sought) && sought[s] == name[n]:
			n, s = n+1, s+1
		case star >= 0:
			from++
			n, s = from, star+1
		default:
			return false
		}
	}
	return strings.Trim(sought[s:], "*") == ""
}
