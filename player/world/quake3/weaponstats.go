package quake3

import (
	"math/bits"
	"slices"

	"demoscope/player/weapon"
	"demoscope/player/world"
	"demoscope/player/world/internal/info"
)

// OSP and CPMA send statistics when a match is over: a slot, a mask of weapons, and for each weapon hits, shots, kills
// and deaths, and in CPMA how often it was picked up and dropped. The damage that the player gave and took follows.
//
//	xstats1 3 420 62 219 2 0 54 138 12 0 25 52 8 2 19 200 4 4 6513 3737
//
// OSP's statsinfo is about the recorder: version, score, team, kills, deaths, suicides, two numbers of team kills, and
// damage.

// aimWeapons are the weapons of the mask, by bit.
var aimWeapons = [...]weapon.Kind{1: weapon.Gauntlet, 2: weapon.Quake3Machinegun, 3: weapon.Shotgun,
	4: weapon.GrenadeLauncher, 5: weapon.RocketLauncher, 6: weapon.LightningGun, 7: weapon.Railgun, 8: weapon.PlasmaGun,
	9: weapon.BFG}

// weaponStats applies the statistics of a player, with width numbers for each weapon. Shots and hits become part of the
// result if the match is over.
func (b *board) weaponStats(w world.Edit, slot int, args [][]byte, width int, over bool) {
	if len(args) < 2 {
		return
	}
	mask := uint32(info.Number(args[1]))
	groups := args[2:]
	n := bits.OnesCount32(mask) * width
	if n > len(groups)-2 || !number(groups[n]) || !number(groups[n+1]) {
		return
	}
	b.rows[slot].hurts(w, int32(info.Number(groups[n])), int32(info.Number(groups[n+1])))
	r := w.Result()
	if r == nil || !over {
		return
	}
	at := slices.IndexFunc(r.Players, func(s world.Score) bool { return s.Slot == slot })
	if at < 0 {
		return
	}
	name := r.Players[at].Name
	r.Aims = slices.DeleteFunc(slices.Clone(r.Aims), func(a world.WeaponAim) bool { return a.Name == name })
	for bit, kind := range aimWeapons {
		if mask>>bit&1 == 0 {
			continue
		}
		hits, shots := int32(info.Number(groups[0])), int32(info.Number(groups[1]))
		if kind != weapon.None && len(r.Aims) < world.MaxAims && hits >= 0 && shots >= 0 {
			r.Aims = append(r.Aims, world.WeaponAim{Name: name, Weapon: kind.KTX(), Attacks: shots, Hits: hits,
				Printed: -1})
		}
		groups = groups[width:]
	}
}

// hurts sets the damage that the game reports for a player.
func (r *row) hurts(w world.Edit, given, taken int32) {
	r.damage, r.hurt, r.damaged = given, taken, w.Block
	r.told |= world.ToldDamageGiven | world.ToldDamageTaken
}

// statsInfo applies OSP's statistics of the recorder. They name no player, so they are ignored if the score differs
// from the recorder's.
func (b *board) statsInfo(w world.Edit, args [][]byte) {
	const score, given, taken = 1, 8, 9
	if len(args) <= taken || w.Recorder < 0 || w.Recorder >= min(clients, len(w.Players)) {
		return
	}
	p := &w.Players[w.Recorder]
	if p.Spectator || p.Frags != int32(info.Number(args[score])) || !number(args[given]) || !number(args[taken]) {
		return
	}
	b.rows[w.Recorder].hurts(w, int32(info.Number(args[given])), int32(info.Number(args[taken])))
}
