package story

import (
	"cmp"

	"demoscope/player/weapon"
)

// These are the verbs for a kill, before and after it happens.
var (
	Kills     = weapon.Tenses{Comes: "kills", Came: "killed"}
	TeamKills = weapon.Tenses{Comes: "team-kills", Came: "team-killed"}
	Dies      = weapon.Tenses{Comes: "dies", Came: "died"}

	isKilled       = weapon.Tenses{Comes: "is killed", Came: "was killed"}
	killsSelf      = weapon.Tenses{Comes: "kills themselves", Came: "killed themselves"}
	isKilledByMate = weapon.Tenses{Comes: "is killed by a team-mate", Came: "was killed by a team-mate"}
)

// Telling is a kill in words: the killer, Verb and the victim, or only the victim and Verb; then Link and
// Cause.
type Telling struct {
	// Killer is set if the killer is the subject. Then Whom replaces an unknown victim's name.
	Killer bool
	Whom   string
	Verb   weapon.Tenses
	// Deadly is set if Verb contains the cause.
	Deadly bool
	// Link joins the sentence and Cause. Cause is empty if it is unknown or contained in Verb.
	Link  Link
	Cause weapon.Tenses
}

// Link joins a sentence with the cause of a death.
type Link string

// The links.
const (
	LinkWith     Link = ", "
	LinkOwn      Link = " by their own "
	LinkRelative Link = ", who " // another player drove the victim into lava or the like
)

// Tell puts a kill into words. killer is set if a known player killed another. means is the name of the cause
// or of a monster.
func (k *Kill) Tell(killer bool, means string) (t Telling) {
	self, mate := k.Own, k.Signs&SignTeamKill != 0
	death, deadly := k.Cause.Death(self || !killer && !mate)
	t = Telling{Killer: killer, Cause: weapon.Tenses{Comes: means, Came: means}, Link: LinkWith}
	switch {
	case killer && mate:
		t.Verb, t.Whom = TeamKills, "a team-mate"
	case killer:
		t.Verb, t.Whom = Kills, "somebody"
	case deadly:
		t.Verb, t.Deadly, t.Cause = death, true, weapon.Tenses{}
		if mate {
			t.Cause = weapon.Tenses{Comes: "by a team-mate", Came: "by a team-mate"}
		}
		return t
	case self && means == "":
		t.Verb = killsSelf
	case self:
		t.Verb, t.Link = Dies, LinkOwn
	case mate:
		t.Verb = isKilledByMate
	case means == "":
		t.Verb = Dies
	default:
		t.Verb = isKilled
	}
	if deadly {
		t.Link, t.Cause = LinkRelative, death
	}
	return t
}

// Brief describes the cause of death in a few words. alone is set for a victim who died without a killer. It
// returns "" if the cause is unknown and there is a killer.
func (k *Kill) Brief(alone bool) string {
	if death, ok := k.Cause.Death(alone); ok {
		return death.Came
	}
	if alone && k.Named == "" {
		return Dies.Came
	}
	return cmp.Or(k.Cause.Word(), k.Named)
}
