package report

import (
	"demoscope/player/world"
)

// Single is a level of a game against monsters, alone or cooperative. Unknown values are null.
type Single struct {
	// Time is how long the level took in seconds, to the millisecond, by the clock that the game shows at its end; null
	// if the demo ends before.
	Time         *float64 `json:"time"`
	Kills        *int32   `json:"kills"`
	Monsters     *int32   `json:"monsters"` // total
	Secrets      *int32   `json:"secrets"`
	TotalSecrets *int32   `json:"total_secrets"`
	Skill        *int32   `json:"skill"` // 0 easy, 1 normal, 2 hard, 3 nightmare
	// Kinds are the numbers of monsters killed in view, by kind.
	Kinds map[string]int `json:"kinds,omitempty"`
}

// single updates the data of a level against monsters after a packet of it.
func (l *Level) single(w *world.World) {
	for i := range w.Events {
		if e := &w.Events[i]; e.Kind == world.EventMonster && e.Item != "" {
			if l.kinds == nil {
				l.kinds = map[string]int{}
			}
			l.kinds[e.Item]++
		}
	}
	if !w.Single.Known {
		return
	}
	l.last = w.Single
	if w.Intermission && l.completed == 0 {
		l.completed = w.IntermissionTime
	}
}

// finishSingle sets Single from the collected data.
func (l *Level) finishSingle() {
	s := &l.last
	if !s.Known {
		return
	}
	l.Single = &Single{Kinds: l.kinds}
	if l.completed != 0 {
		t := Thousandths(l.completed)
		l.Single.Time = &t
	}
	if s.Counted&world.CountedMonsters != 0 {
		l.Single.Kills, l.Single.Monsters = &s.Kills, &s.Monsters
	}
	if s.Counted&world.CountedSecrets != 0 {
		l.Single.Secrets, l.Single.TotalSecrets = &s.Secrets, &s.TotalSecrets
	}
	if s.SkillKnown {
		l.Single.Skill = &s.Skill
	}
}
