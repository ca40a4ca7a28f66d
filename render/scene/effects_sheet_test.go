package scene

import (
	"image"
	"image/draw"
	"testing"

	"demoscope/internal/golden"
	"demoscope/player"
	"demoscope/player/world"
)

// sheetEffects are effects of all kinds, with the numbers and colors of a game, and what
// looks different among them.
var sheetEffects = []struct {
	name   string
	life   float64
	effect world.Effect
	units  float32 // how much of the level a cell shows
}{
	{"gunshot", 0.3, world.Effect{Kind: world.EffectGunshot, Count: 20, Colors: 8, Velocity: vec{0, 0, 1}}, 60},
	{"spike", 0.3, world.Effect{Kind: world.EffectSpike}, 60},
	{"super spike", 0.3, world.Effect{Kind: world.EffectSuperSpike}, 60},
	{"scrag's spike", 0.3, world.Effect{Kind: world.EffectWizSpike}, 60},
	{"knight's spike", 0.3, world.Effect{Kind: world.EffectKnightSpike}, 60},
	{"blood", 0.5, world.Effect{Kind: world.EffectBlood, Velocity: vec{0, 0, 1}}, 90},
	{"green blood", 0.5, world.Effect{Kind: world.EffectBlood, Count: 30, RGB: 0x30c830}, 90},
	{"sparks", 0.4, world.Effect{Kind: world.EffectSparks, Velocity: vec{0, 0, 1}}, 90},
	{"explosion", 0.25, world.Effect{Kind: world.EffectExplosion}, 260},
	{"tar explosion", 0.25, world.Effect{Kind: world.EffectTarExplosion}, 260},
	{"lava splash", 1.5, world.Effect{Kind: world.EffectLavaSplash}, 500},
	{"teleport", 0.6, world.Effect{Kind: world.EffectTeleport}, 120},
	{"particles", 0.5, world.Effect{Kind: world.EffectParticles, Count: 20, Color: 64, Colors: 8,
		Velocity: vec{0, 1, 3}}, 90},
	{"muzzle flash", 0.1, world.Effect{Kind: world.EffectMuzzleFlash, Entity: 999, Shot: world.ShotBullet,
		RGB: 0xffff00}, 60},
	{"plasma's flash", 0.1, world.Effect{Kind: world.EffectMuzzleFlash, Entity: 999, Shot: world.ShotBolt,
		RGB: 0x9999ff}, 60},
	{"item respawns", 0.5, world.Effect{Kind: world.EffectItemRespawn}, 90},
	{"BFG", 0.6, world.Effect{Kind: world.EffectBFG}, 320},
	{"splash of water", 0.5, world.Effect{Kind: world.EffectSplash, RGB: 0x4a8df0, Velocity: vec{0, 0, 1}}, 90},
	{"splash of slime", 0.5, world.Effect{Kind: world.EffectSplash, RGB: 0x74c442, Velocity: vec{0, 0, 1}}, 90},
	{"shield", 0.3, world.Effect{Kind: world.EffectShield, RGB: 0x40e060, Velocity: vec{-1, 0, 0}}, 90},
	{"plasma", 0.3, world.Effect{Kind: world.EffectPlasma, RGB: 0x9999ff}, 90},
	{"gibs", 1, world.Effect{Kind: world.EffectGibs}, 260},
	{"steam", 0.5, world.Effect{Kind: world.EffectSteam}, 90},
	{"flame", 0.3, world.Effect{Kind: world.EffectFlame}, 90},
	{"jump pad", 0.5, world.Effect{Kind: world.EffectJumpPad}, 140},
	{"nuke", 1, world.Effect{Kind: world.EffectNuke}, 900},
	{"beam", 0.3, world.Effect{Kind: world.EffectBeam}, 200},
	{"lightning", 0.2, world.Effect{Kind: world.EffectLightning}, 200},
	{"rail", 1, world.Effect{Kind: world.EffectRail, RGB: 0xff4040}, 200},
	{"bubbles", 1, world.Effect{Kind: world.EffectBubbles}, 200},
	{"grapple", 0.2, world.Effect{Kind: world.EffectGrapple}, 200},
	{"laser", 0.2, world.Effect{Kind: world.EffectLaser, RGB: 0x40e040}, 200},
	{"heat beam", 0.2, world.Effect{Kind: world.EffectHeatBeam}, 200},
	{"force wall", 0.3, world.Effect{Kind: world.EffectForceWall}, 200},
	{"tongue", 0.2, world.Effect{Kind: world.EffectTongue}, 200},
	{"shotgun", 0.2, world.Effect{Kind: world.EffectShotgun, Count: 11, Color: 7}, 200},
}

// TestEffectsAreDrawnAsLookedAt compares all kinds of effects at three ages with a picture,
// in which each can be told.
func TestEffectsAreDrawnAsLookedAt(t *testing.T) {
	const side, small, columns = 96, 2, 4
	rows := (len(sheetEffects) + columns - 1) / columns
	out := image.NewRGBA(image.Rect(0, 0, columns*3*side, rows*side))
	drawn := map[world.EffectKind]bool{}
	for n := range sheetEffects {
		sheet := &sheetEffects[n]
		drawn[sheet.effect.Kind] = true
		for i, part := range [...]float64{0.1, 0.4, 0.75} {
			m := effectMoment(sheet.effect, sheet.life, part)
			s := New()
			s.Build(m, Camera{Origin: vec{-sheet.units / 2, 0, sheet.units / 5}, Angles: vec{21, 0, 0}},
				View{side * small, side * small, small}, &Options{Follow: -1})
			p := golden.Smaller(s.picture(side*small, side*small).image(), small)
			at := image.Pt((n%columns*3+i)*side, n/columns*side)
			draw.Draw(out, image.Rectangle{at, at.Add(image.Pt(side, side))}, p, image.Point{}, draw.Src)
		}
	}
	for k := range world.EffectKindCount {
		if !drawn[k] {
			t.Errorf("kind %d is not in the sheet", k)
		}
	}
	golden.Save(t, "effects sheet", out)
	golden.Picture(t, "effects sheet", out)
}

// effectMoment returns a moment at which a part of an effect's life has passed.
func effectMoment(e world.Effect, life, part float64) *player.Moment {
	m := momentOf()
	m.Clock = 10
	e.Clock, e.Life = 10-life*part, life
	if e.Kind.Beam() {
		e.Origin, e.End = vec{0, 70, -10}, vec{40, -70, 20}
	}
	m.World.Effects.List = []world.Effect{e}
	return m
}

// TestBloodIsSmall: near the eye the mist of blood and the muzzle flash are as large as a part of the picture's height,
// however large that is, and far away they have their own size.
func TestBloodIsSmall(t *testing.T) {
	s := New()
	s.begin(nil, Camera{FOV: 90}, View{640, 480, 1}, nil) // 320 pixels for a unit at a depth of 1
	if got := s.frame.unitsOf(0.03, vec{100, 0, 0}); abs(got-4.5) > 1e-3 {
		t.Errorf("3 %% of 480 lines are %v units at 100", got)
	}
	s.begin(nil, Camera{FOV: 90}, View{Scale: 1}, nil)
	if got := s.frame.unitsOf(0.03, vec{100, 0, 0}); got != 0 {
		t.Errorf("3 %% of a picture without a size are %v units", got)
	}
	for _, c := range []struct {
		kind  world.EffectKind
		depth float32
		want  float32
	}{
		{world.EffectBlood, 40, 1.8}, {world.EffectBlood, 800, 4}, {world.EffectMuzzleFlash, 40, 4.2},
	} {
		m := momentOf()
		m.Clock = 10
		m.World.Effects.List = []world.Effect{{Kind: c.kind, Clock: 10, Life: 1, Origin: vec{c.depth, 0, 0},
			Shot: world.ShotUnknown}}
		s.Build(m, Camera{FOV: 90}, View{640, 480, 1}, nil)
		most := float32(0)
		for i := range s.pieces.list {
			if p := &s.pieces.list[i]; p.shape == shapeGlow {
				most = max(most, p.width)
			}
		}
		if abs(most-c.want) > 0.01 {
			t.Errorf("at %v units an effect of kind %v is %v units large, want %v", c.depth, c.kind, most, c.want)
		}
	}
}
