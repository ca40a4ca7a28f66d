package id1

import (
	"strings"

	"demoscope/player/world"
)

// trails maps the base names of projectile models to trails: those of the model flags, which demos don't contain, and
// of fast projectiles without flags. The games have no trails for nails.
var trails = map[string]world.TrailKind{
	"missile": world.TrailRocket, "lavaball": world.TrailRocket, "rockup_d": world.TrailRocket,
	"fireball": world.TrailRocket,
	"grenade":  world.TrailGrenade, "grenade2": world.TrailGrenade, "grenade3": world.TrailGrenade,
	"mirv": world.TrailGrenade, "proxbomb": world.TrailGrenade,
	"gib1": world.TrailGib, "gib2": world.TrailGib, "gib3": world.TrailGib, "zom_gib": world.TrailGib,
	"w_spike": world.TrailTracer, "k_spike": world.TrailTracer2, "v_spike": world.TrailTracer3,
	"spike": world.TrailNail, "s_spike": world.TrailNail, "lspike": world.TrailNail,
	"laser": world.TrailBlaster, "lasrspik": world.TrailBlaster, "plasma": world.TrailPlasma,
}

// TrailOf returns the trail of a model.
func TrailOf(model string) world.TrailKind {
	name := model[strings.LastIndexByte(model, '/')+1:]
	name, _, _ = strings.Cut(strings.ToLower(name), ".")
	if strings.HasPrefix(name, "h_") {
		return world.TrailGib // the head of a gibbed player or monster
	}
	return trails[name]
}
