package scene

import (
	models "demoscope/assets/model"
	"demoscope/player"
)

// Facts of Quake III's hand before the eye: its model has tag_weapon in poses that belong to
// those of the player's torso, for as many of them.
const (
	handFires, handFiring     = 1, 6 // from TORSO_ATTACK and TORSO_ATTACK2 on
	handChanges, handChanging = 6, 9 // from TORSO_DROP on, TORSO_RAISE with it
)

// handPose returns the pose of the hand for one of the torso.
func handPose(list []models.Animation, torso int) int {
	since := func(animation, count, first int) (pose int, ok bool) {
		if animation >= len(list) {
			return 0, false
		}
		n := torso - list[animation].First
		return first + n, n >= 0 && n < count
	}
	if pose, ok := since(models.TorsoDrop, handChanging, handChanges); ok {
		return pose
	}
	if pose, ok := since(models.TorsoAttack, handFiring, handFires); ok {
		return pose
	}
	if pose, ok := since(models.TorsoAttack2, handFiring, handFires); ok {
		return pose
	}
	return 0
}

// quake3Hand is the hand of weapons that have none of their own.
const quake3Hand = "models/weapons2/shotgun/shotgun_hand.md3"

// wideFOV is the field of view in degrees above which the hand of Quake III goes down, by
// wideDown units for each.
const wideFOV, wideDown = 90, 0.2

// handSize is how large weapons are in the hand before the eye, of what the game has: they
// tell what they are and hide less of the fight.
const handSize = 0.6

// gunBefore returns the game's weapon before the eye of a player of Quake III and where the hand
// has it, if the eye's own axes are at a place; without a model if it is not found.
func (bs *bodies) gunBefore(m *player.Moment, slot int, at models.Tag) (gun, models.Tag) {
	w := m.World
	p := &w.Players[slot]
	name := w.HeldModel(p)
	files := bs.wardrobe.names.look(name)
	if files.hand == "" {
		return gun{}, at
	}
	g := bs.wardrobe.model(name)
	if g == nil {
		return gun{}, at
	}
	at.Origin = at.Origin.Sub(at.Axis.Col(2).Mul(wideDown * max(0, bs.frame.camera.FOV-wideFOV)))
	hand := bs.wardrobe.model(files.hand)
	if hand == nil {
		hand = bs.wardrobe.model(quake3Hand)
	}
	if hand != nil {
		t := bs.wardrobe.triple(w, p)
		var st stance
		stanceOf3(m, p, t.list, &st)
		from, to, part := st.torso.poses(t.list)
		at = at.Mul(hand.Tag("tag_weapon", handPose(t.list, from), handPose(t.list, to), part))
	}
	at.Axis = at.Axis.Mul(handSize)
	return gun{model: g, barrel: bs.wardrobe.model(files.barrel)}, at
}
