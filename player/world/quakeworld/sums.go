package quakeworld

import (
	"math"
	"math/bits"

	"demoscope/player/world"
)

// powerupItems are the powerups whose seconds KTX counts.
var powerupItems = [...]uint32{world.ItemQuad, world.ItemPentagram, world.ItemRing}

// sumHit adds an opponent's hit to the damage of the match, as KTX does: the armor absorbs its share, the pentagram
// absorbs the rest, and a living player loses at most the remaining health.
func (q *server) sumHit(w world.Edit, by, of int, damage int32) {
	if of < 0 || of >= len(w.Players) || by >= len(w.Players) {
		return
	}
	victim := &w.Players[of]
	if victim.Stats == nil {
		return
	}
	l, items := &q.left[of], uint32(victim.Stats.Values[world.StatItems])
	if l.clock != w.Clock { // the stats come after all hits of the same time
		*l = left{victim.Stats.Values[world.StatHealth], victim.Stats.Values[world.StatArmor], w.Clock}
	}
	share := int32(0) // in tenths
	switch {
	case items&world.ItemRedArmor != 0:
		share = 8
	case items&world.ItemYellowArmor != 0:
		share = 6
	case items&world.ItemGreenArmor != 0:
		share = 3
	}
	save := min(max(0, l.armor), (share*damage+9)/10)
	take := damage - save
	if items&world.ItemPentagram != 0 {
		take = 0
	}
	dealt := save + take
	if l.health > 0 {
		dealt = save + min(take, l.health)
	}
	l.armor, l.health = l.armor-save, max(math.MinInt16, l.health-take)
	if by < 0 || by == of {
		return
	}
	w.Match.Summed |= world.SummedDamage
	if w.Mates(&w.Players[by], victim) || !w.ResultOpen() {
		return
	}
	victim.Stats.Sums.DamageTaken += dealt
	if s := w.Players[by].Stats; s != nil {
		s.Sums.DamageGiven += dealt
	}
}

// sumStat updates a player's sums for a new stat.
func (q *server) sumStat(w world.Edit, p *world.Player, index int) {
	if p.Slot >= slots {
		return
	}
	switch index {
	case world.StatHealth, world.StatArmor:
		q.left[p.Slot].clock = 0
	case world.StatItems:
		q.powered &^= 1 << p.Slot
		items, _ := p.Stats.QuakeItems()
		for i, bit := range powerupItems {
			switch since := &q.since[p.Slot][i]; {
			case items&bit == 0:
				q.sumPowerup(w, p.Slot, i)
				*since = 0
			default:
				if *since == 0 {
					*since = w.Clock
				}
				q.powered |= 1 << p.Slot
				w.Match.Summed |= world.SummedPowerups
			}
		}
	}
}

// sumPowerups adds the whole seconds for which players have had powerups, as KTX counts them.
func (q *server) sumPowerups(w world.Edit) {
	for list := q.powered; list != 0; list &= list - 1 {
		for i := range powerupItems {
			q.sumPowerup(w, bits.TrailingZeros32(list), i)
		}
	}
}

// sumPowerup adds the whole seconds for which a player has had one powerup.
func (q *server) sumPowerup(w world.Edit, slot, i int) {
	since, p := &q.since[slot][i], &w.Players[slot]
	if *since == 0 || w.Clock-*since < 1 {
		return
	}
	n := math.Floor(w.Clock - *since)
	*since += n
	if p.Stats != nil && p.Plays() && w.ResultOpen() {
		p.Stats.Sums.PowerupTime += int32(min(n, maxPowerupStep))
	}
}

// maxPowerupStep bounds the seconds that one packet can add, because the clock of a damaged demo may jump by days.
const maxPowerupStep = 60
