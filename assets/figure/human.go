package figure

import (
	"fmt"
	"sync"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/assets/model"
)

// Player is a human in three models, assembled and posed like a player of Quake III (see package model): tag_torso of
// the lower model attaches the upper one, whose tag_head attaches the head and whose tag_weapon the weapon.
type Player struct {
	Lower, Upper, Head *model.Model
	// Animations have the numbers of package model: [model.BothDeath1] and so on.
	Animations *model.Animations
}

// Human returns the player model of all games. It must not be modified.
func Human() *Player { return human() }

var human = sync.OnceValue(func() *Player {
	p, err := newPlayer(open().sources, "human")
	if err != nil {
		panic("figures: " + err.Error())
	}
	return p
})

// animationNames are the animations of a player, by number.
var animationNames = [model.NumAnimations]string{
	model.BothDeath1: "death1", model.BothDead1: "dead1", model.BothDeath2: "death2", model.BothDead2: "dead2",
	model.BothDeath3: "death3", model.BothDead3: "dead3",
	model.TorsoGesture: "gesture", model.TorsoAttack: "attack", model.TorsoAttack2: "attack2", model.TorsoDrop: "drop",
	model.TorsoRaise: "raise", model.TorsoStand: "stand", model.TorsoStand2: "stand2",
	model.LegsWalkCrouched: "walk_crouched", model.LegsWalk: "walk", model.LegsRun: "run", model.LegsBack: "back",
	model.LegsSwim: "swim", model.LegsJump: "jump", model.LegsLand: "land", model.LegsJumpBack: "jump_back",
	model.LegsLandBack: "land_back", model.LegsIdle: "idle", model.LegsIdleCrouched: "idle_crouched",
	model.LegsTurn:     "turn",
	model.TorsoGetFlag: "gesture", model.TorsoGuardBase: "gesture", model.TorsoPatrol: "gesture",
	model.TorsoFollowMe: "gesture", model.TorsoAffirmative: "gesture", model.TorsoNegative: "gesture",
}

// newPlayer makes a player from a figure's data.
func newPlayer(all sources, kind string) (*Player, error) {
	d, err := all.inherited(kind)
	if err != nil {
		return nil, err
	}
	s, err := newSkeleton(d)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", kind, err)
	}
	parts, err := s.parts(false)
	if err != nil {
		return nil, err
	}
	p := &Player{Animations: &model.Animations{Sex: 'm', Footsteps: "boot", HeadOffset: mgl32.Vec3{}}}
	var lower, upper strip
	for n, name := range animationNames {
		a, ok := d.Player[name]
		if !ok || len(a.Poses) == 0 {
			return nil, fmt.Errorf("%s has no animation %s", kind, name)
		}
		st := &upper
		if n >= model.LegsWalkCrouched && n <= model.LegsTurn {
			st = &lower
		}
		out := st.add(a)
		if n <= model.BothDead3 { // used in both parts, and the first in the list
			lower.add(a)
		}
		p.Animations.List = append(p.Animations.List, out)
	}
	for i := range parts {
		var m *model.Model
		switch part := &parts[i]; part.name {
		case "lower":
			m, err = s.bake(part, lower.poses, nil)
			p.Lower = m
		case "torso":
			m, err = s.bake(part, upper.poses, nil)
			p.Upper = m
		case "head":
			m, err = s.bake(part, nil, nil)
			p.Head = m
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", kind, err)
		}
	}
	if p.Lower == nil || p.Upper == nil || p.Head == nil {
		return nil, fmt.Errorf("%s is not cut in lower, torso and head", kind)
	}
	return p, nil
}
