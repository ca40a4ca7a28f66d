package scene

import (
	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player"
	"demoscope/player/story"
	"demoscope/player/weapon"
	"demoscope/player/world"
	"demoscope/render/anchor"
	"demoscope/render/setting"
)

// labelPlayers adds the names of the players in the picture.
func (sg *signs) labelPlayers(m *player.Moment) {
	for i := range sg.sight.figures {
		f := &sg.sight.figures[i]
		p := &m.World.Players[f.slot]
		is := sg.frame.story.Player(f.slot)
		if p.Name == "" || p.Dead && f.slot != sg.frame.opt.Follow && !is.KilledByFollowed {
			continue
		}
		at := m.Poses[f.slot].Origin
		l, ok := sg.frame.nameAt(at, p.Dead, f.slot == sg.frame.opt.Follow)
		if !ok {
			continue
		}
		l.Unseen = f.unseen && !sg.frame.overhead() // in an overhead view everybody is drawn over the level
		if l.Unseen && sg.frame.hidesUnseen() {
			continue
		}
		l.Body, l.Player = f.body, f.slot+1
		if l.Unseen {
			l.Color.A = max(l.Color.A, unseenLeast) * unseenDim
		}
		l.Text, l.Color = p.Name, sg.out.NameColors[f.slot].Alpha(l.Color.A)
		if !p.Dead && !l.Unseen {
			sg.setStatus(&l, f.slot)
		}
		if l.KilledByFollowed, l.Signs = is.KilledByFollowed, is.Signs; is.KilledByFollowed {
			l.Health, l.HealthKnown = 0, true
		}
		sg.out.Labels = append(sg.out.Labels, l)
	}
}

// labelGhosts adds the names of the drawn players of the ghost demo.
func (sg *signs) labelGhosts(beside *player.Moment) {
	m := sg.frame.opt.Ghost.Moment
	if m == nil || m.World == nil {
		return
	}
	inTheWay := func(at mgl32.Vec3) bool {
		f := sg.frame.opt.Follow
		return beside != nil && f >= 0 && f < len(beside.Poses) && beside.Poses[f].Origin.Sub(at).Len() < nameApart
	}
	for i := range m.World.Players {
		p := &m.World.Players[i]
		if !sg.frame.drawsGhost(i) || p.Dead && i != sg.frame.opt.Ghost.Slot || inTheWay(m.Poses[i].Origin) {
			continue
		}
		l, ok := sg.frame.nameAt(m.Poses[i].Origin, p.Dead, i == sg.frame.opt.Ghost.Slot)
		if !ok {
			continue
		}
		if i != sg.frame.opt.Ghost.Slot {
			l.Color.A *= 0.5
		}
		if l.Unseen = sg.frame.behindWall(m.Poses[i].Origin); l.Unseen {
			if sg.frame.hidesUnseen() {
				continue
			}
			l.Color.A *= unseenDim
		}
		l.Text, l.Color, l.Ghost = p.Name, GhostColor.Alpha(l.Color.A), i == sg.frame.opt.Ghost.Slot
		sg.out.Labels = append(sg.out.Labels, l)
	}
}

// The missile of another player shows its shooter's name within shotNameReach units of the followed player.
// maxShotNames is the maximum number of such names.
const (
	shotNameReach = 600
	maxShotNames  = 6
)

// labelShots adds the names of the shooters to rockets and grenades near the followed player.
func (sg *signs) labelShots(m *player.Moment) {
	if !sg.frame.opt.On(setting.Items) || sg.frame.story.Kill.Holds() { // the kill preview has the name
		return
	}
	watched, at := sg.frame.followedAt(m)
	if watched == nil {
		return
	}
	count := 0
	for i := range sg.markers.list {
		mk := &sg.markers.list[i]
		if mk.class.kind != kindProjectile || !sg.namesShooter(m, watched, mk.shooter) ||
			mk.origin.Sub(at).Len() > shotNameReach {
			continue
		}
		t := trailEnd(m, mk.entity)
		if t == nil || t.Kind != world.TrailRocket && t.Kind != world.TrailGrenade ||
			sg.frame.g.until(sg.frame.sees(mk.origin), mk.origin).Sub(mk.origin).Len() > markerRadius {
			continue
		}
		x, y, w, ok := sg.frame.project(mk.origin)
		name := m.World.Players[mk.shooter].Name
		if !ok || name == "" || sg.frame.beside(x, y, 0) {
			continue
		}
		shot := weapon.RocketLauncher
		if t.Kind == world.TrailGrenade {
			shot = weapon.GrenadeLauncher
		}
		sg.out.Labels = append(sg.out.Labels, anchor.Label{X: x, Y: y - 8*sg.frame.scale, Text: name, Color: mk.owner,
			Depth: w, Shot: true, Player: mk.shooter + 1, Status: story.Status{Weapon: shot}})
		if count++; count == maxShotNames {
			return
		}
	}
}

// namesShooter reports whether a missile near the followed player shows the name of its shooter: an opponent whose name
// the kill preview doesn't show.
func (sg *signs) namesShooter(m *player.Moment, followed *world.Player, shooter int) bool {
	return shooter >= 0 && shooter < len(m.World.Players) && !sg.frame.isFollowed(m, shooter) &&
		sg.frame.story.Kill.SideOf(shooter) < 0 && !m.World.Mates(followed, &m.World.Players[shooter])
}

// pointerUnseen is the opacity of a pointer to a player hidden by the level.
const pointerUnseen = 0.6

// addPointers adds pointers to players near the followed player who are outside the picture.
func (sg *signs) addPointers(m *player.Moment) {
	for i := range sg.frame.story.Threats {
		t := &sg.frame.story.Threats[i]
		p := &m.World.Players[t.Slot]
		alpha := float32(1)
		if t.Hidden {
			alpha = pointerUnseen
		}
		o := anchor.Pointer{Text: p.Name, Player: t.Slot + 1, Color: sg.out.NameColors[t.Slot].Alpha(alpha),
			Distance: t.Distance, Status: sg.frame.story.Players[t.Slot]}
		o.Side, o.Place = sg.frame.edgeOf(m.Poses[t.Slot].Origin)
		sg.out.Pointers = append(sg.out.Pointers, o)
	}
}

// fillMatchup fills in the two players in the fight of the followed player.
func (sg *signs) fillMatchup(m *player.Moment) {
	u := &sg.frame.story.Matchup
	if !u.Known {
		return
	}
	sg.out.Matchup.Actions = u.Actions
	for side, slot := range u.Slots {
		p, l := &m.World.Players[slot], &sg.out.Matchup.Sides[side]
		*l = anchor.Label{Text: p.Name, Color: sg.out.NameColors[slot], Player: slot + 1,
			Unseen: side > 0 && u.Lost}
		sg.setStatus(l, slot)
		l.Mate, l.Threat, l.Target = side > 0 && u.Mate, false, false
		if u.Killed[side] {
			l.HealthKnown, l.Health, l.ArmorKnown, l.Hurt = true, 0, false, 0
		}
	}
}

// setStatus fills in what is known about a player in a label.
func (sg *signs) setStatus(l *anchor.Label, slot int) {
	l.Status = sg.frame.story.Players[slot]
	if int(l.ArmorKind) < len(armorColors) {
		l.ArmorColor = armorColors[l.ArmorKind]
	}
}

// colorNames sets the colors of the players' names.
func (sg *signs) colorNames(m *player.Moment) {
	for i := range m.World.Players {
		sg.out.NameColors = append(sg.out.NameColors, sg.colors.ink(m.World, &m.World.Players[i]))
	}
}
