package hud

import (
	"demoscope/player/weapon"
	"demoscope/render/draw"
)

// icon is one of the program's own pictures.
type icon uint8

// The icons.
const (
	iconNone icon = iota
	iconHealth
	iconArmor
	iconShells
	iconNails
	iconRockets
	iconCells
	iconGrenades
	iconBullets
	iconSlugs
	iconAxe
	iconBlaster
	iconShotgun
	iconSuperShotgun
	iconNailgun
	iconSuperNailgun
	iconMachinegun
	iconChaingun
	iconGrenadeLauncher
	iconRocketLauncher
	iconLightning
	iconPlasma
	iconRailgun
	iconBFG
	iconGrapple
	iconMine
	iconKey
	iconRune
	iconQuad
	iconPentagram
	iconRing
	iconSuit
	iconHaste
	iconRegeneration
	iconFlight
	iconBreather
	iconFlag
	iconMegahealth
	iconPlay
	iconPause
	iconStepBack
	iconStepForward
	iconSkull
	iconFlame
	iconDrop
	iconFall
	iconEye
	iconClock
	iconCamera // the picture is not the player's first-person view
	iconWarning
	iconMuted
	iconList
	iconMenu
	iconCount
)

// iconSide is the side of the square that icons are drawn in.
const iconSide = 24

// shape is a part of an icon, in a square with sides of iconSide.
type shape struct {
	kind   shapeKind
	points []float32 // x and y in turn; for round shapes x, y, radius and, for a ring, width
}

type shapeKind uint8

const (
	line   shapeKind = iota // open, drawn with the icons' pen
	closed                  // the same, but closed
	fill                    // a convex area
	disc
	ring
)

// drawIcon draws an icon in a square with its upper-left corner at x and y and sides of side pixels.
func (c *canvas) drawIcon(i icon, x, y, side float32, color draw.Color) {
	if i >= iconCount {
		return
	}
	k := side / iconSide
	pen := max(1, 1.5*k)
	for _, s := range icons[i] {
		p := s.points
		switch s.kind {
		case disc:
			c.Out.Circle(x+p[0]*k, y+p[1]*k, p[2]*k, color)
			continue
		case ring:
			c.Out.Ring(x+p[0]*k, y+p[1]*k, (p[2]-p[3]/2)*k, (p[2]+p[3]/2)*k, color)
			continue
		case fill:
			first := uint32(len(c.Out.Vertices))
			for j := 0; j < len(p); j += 2 {
				c.Out.Vertex(x+p[j]*k, y+p[j+1]*k, color)
			}
			c.Out.Fan(first, uint32(len(p)/2))
		}
		width := pen
		if s.kind == fill {
			width = 1 // a soft edge
		}
		for j := 2; j < len(p); j += 2 {
			c.Out.Line(x+p[j-2]*k, y+p[j-1]*k, x+p[j]*k, y+p[j+1]*k, width, color)
		}
		if n := len(p); s.kind != line {
			c.Out.Line(x+p[n-2]*k, y+p[n-1]*k, x+p[0]*k, y+p[1]*k, width, color)
		}
	}
}

// icons are the shapes of the icons. Weapons point to the right.
var icons = [iconCount][]shape{
	iconHealth: {
		{fill, []float32{9.5, 4, 14.5, 4, 14.5, 20, 9.5, 20}},
		{fill, []float32{4, 9.5, 9.5, 9.5, 9.5, 14.5, 4, 14.5}},
		{fill, []float32{14.5, 9.5, 20, 9.5, 20, 14.5, 14.5, 14.5}},
	},
	iconMegahealth: {
		{closed, []float32{9, 3, 15, 3, 15, 9, 21, 9, 21, 15, 15, 15, 15, 21, 9, 21, 9, 15, 3, 15, 3, 9, 9, 9}},
		{fill, []float32{11, 7, 13, 7, 13, 17, 11, 17}},
		{fill, []float32{7, 11, 17, 11, 17, 13, 7, 13}},
	},
	iconArmor: {
		{fill, []float32{12, 3, 20, 5.5, 19.4, 12.5, 17, 17.5, 12, 21, 7, 17.5, 4.6, 12.5, 4, 5.5}},
	},
	iconShells: {
		{fill, []float32{5, 4, 10, 4, 10, 15, 5, 15}}, {fill, []float32{4, 17, 11, 17, 11, 20, 4, 20}},
		{fill, []float32{14, 4, 19, 4, 19, 15, 14, 15}}, {fill, []float32{13, 17, 20, 17, 20, 20, 13, 20}},
	},
	iconNails: {
		{fill, []float32{4, 4, 8, 4, 8, 6, 4, 6}}, {fill, []float32{5, 6, 7, 6, 6, 20}},
		{fill, []float32{10, 4, 14, 4, 14, 6, 10, 6}}, {fill, []float32{11, 6, 13, 6, 12, 20}},
		{fill, []float32{16, 4, 20, 4, 20, 6, 16, 6}}, {fill, []float32{17, 6, 19, 6, 18, 20}},
	},
	iconRockets: {
		{fill, []float32{9, 8, 12, 3, 15, 8, 15, 17, 9, 17}},
		{fill, []float32{9, 12, 9, 18, 5, 20}}, {fill, []float32{15, 12, 19, 20, 15, 18}},
		{line, []float32{12, 19, 12, 22}},
	},
	iconCells: {
		{fill, []float32{13.5, 2.5, 5, 13.5, 11, 13.5}}, {fill, []float32{10.5, 21.5, 19, 10.5, 13, 10.5}},
		{fill, []float32{11, 13.5, 12.2, 10.5, 13, 10.5, 12, 13.5}},
	},
	iconGrenades: {
		{disc, []float32{11, 14, 6.5}}, {fill, []float32{8.5, 4, 13.5, 4, 13.5, 8, 8.5, 8}},
		{line, []float32{13.5, 5, 17, 5.5, 18.5, 10}},
	},
	iconBullets: {
		{fill, []float32{4.5, 9, 6, 4, 7.5, 9, 7.5, 20, 4.5, 20}},
		{fill, []float32{10.5, 9, 12, 4, 13.5, 9, 13.5, 20, 10.5, 20}},
		{fill, []float32{16.5, 9, 18, 4, 19.5, 9, 19.5, 20, 16.5, 20}},
	},
	iconSlugs: {
		{fill, []float32{10, 8, 12, 3, 14, 8, 14, 21, 10, 21}}, {line, []float32{6, 9, 6, 20}},
		{line, []float32{18, 9, 18, 20}},
	},
	iconAxe: {
		{line, []float32{5, 21, 15, 6}},
		{fill, []float32{11, 4, 18.5, 3, 21, 9, 16.5, 12.5, 15, 7.5}},
	},
	iconBlaster: {
		{fill, []float32{3, 8, 19, 8, 19, 12, 3, 12}}, {fill, []float32{4, 12, 9, 12, 7, 19, 3, 19}},
		{line, []float32{21, 10, 23, 10}},
	},
	iconShotgun: {
		{line, []float32{8, 10, 23, 10}}, {fill, []float32{11, 12, 17, 12, 17, 14, 11, 14}},
		{fill, []float32{1, 12, 8, 9, 11, 9, 11, 12, 8, 12.5, 1, 17}},
	},
	iconSuperShotgun: {
		{line, []float32{8, 8.5, 23, 8.5}}, {line, []float32{8, 11.5, 23, 11.5}},
		{fill, []float32{11, 13, 16, 13, 16, 15, 11, 15}},
		{fill, []float32{1, 12.5, 8, 8, 11, 8, 11, 13, 8, 13, 1, 18}},
	},
	iconNailgun: {
		{fill, []float32{2, 8, 12, 8, 12, 14, 2, 14}}, {line, []float32{12, 9.5, 22, 9.5}},
		{line, []float32{12, 12.5, 22, 12.5}},
		{fill, []float32{4, 14, 8, 14, 7, 19, 3, 19}},
	},
	iconSuperNailgun: {
		{fill, []float32{2, 6, 12, 6, 12, 15, 2, 15}}, {line, []float32{12, 7, 22, 7}},
		{line, []float32{12, 9.4, 22, 9.4}},
		{line, []float32{12, 11.7, 22, 11.7}}, {line, []float32{12, 14, 22, 14}},
		{fill, []float32{4, 15, 8, 15, 7, 20, 3, 20}},
	},
	iconMachinegun: {
		{fill, []float32{2, 8, 13, 8, 13, 12, 2, 12}}, {line, []float32{13, 10, 23, 10}},
		{fill, []float32{9, 12, 12, 12, 13, 18, 10, 18}},
		{fill, []float32{3, 12, 6, 12, 5, 17, 2, 17}},
	},
	iconChaingun: {
		{fill, []float32{2, 6, 10, 6, 10, 15, 2, 15}}, {closed, []float32{10, 7, 22, 7, 22, 14, 10, 14}},
		{line, []float32{10, 10.5, 22, 10.5}},
		{fill, []float32{4, 15, 8, 15, 7, 20, 3, 20}},
	},
	iconGrenadeLauncher: {
		{fill, []float32{2, 9, 13, 9, 13, 13, 2, 13}}, {closed, []float32{13, 7.5, 20, 7.5, 20, 14.5, 13, 14.5}},
		{fill, []float32{4, 13, 8, 13, 7, 18, 3, 18}}, {disc, []float32{22, 11, 1.4}},
	},
	iconRocketLauncher: {
		{fill, []float32{2, 7, 19, 7, 19, 13, 2, 13}}, {fill, []float32{19, 5.5, 22, 4.5, 22, 15.5, 19, 14.5}},
		{fill, []float32{7, 13, 11, 13, 10, 19, 6, 19}},
	},
	iconLightning: {
		{fill, []float32{2, 9, 11, 9, 11, 14, 2, 14}}, {line, []float32{12, 11.5, 15, 8, 17, 14, 19.5, 9, 22.5, 12}},
		{fill, []float32{3, 14, 7, 14, 6, 19, 2, 19}},
	},
	iconPlasma: {
		{fill, []float32{2, 8, 12, 8, 15, 10, 15, 13, 12, 14, 2, 14}}, {disc, []float32{18, 11.5, 1.5}},
		{disc, []float32{22, 11.5, 1.2}},
		{fill, []float32{4, 14, 8, 14, 7, 19, 3, 19}},
	},
	iconRailgun: {
		{fill, []float32{2, 10, 9, 8.5, 9, 14, 2, 14}}, {line, []float32{9, 9.5, 23, 9.5}},
		{line, []float32{9, 13, 19, 13}},
		{fill, []float32{4, 14, 8, 14, 6, 19, 2, 19}}, {fill, []float32{8, 5, 14, 5, 14, 7, 8, 7}},
	},
	iconBFG: {
		{fill, []float32{2, 6, 11, 6, 11, 16, 2, 16}}, {ring, []float32{16.5, 11, 4.4, 1.6}},
		{disc, []float32{16.5, 11, 1.8}},
		{fill, []float32{4, 16, 8, 16, 7, 20, 3, 20}},
	},
	iconGrapple: {
		{line, []float32{3, 19, 15, 9}}, {line, []float32{15, 9, 20, 11.5}}, {line, []float32{15, 9, 16, 3.5}},
		{line, []float32{15, 9, 21, 4}},
		{disc, []float32{4, 18, 2}},
	},
	iconMine: {
		{fill, []float32{6, 14, 9, 9, 15, 9, 18, 14}}, {line, []float32{3, 18, 21, 18}},
		{line, []float32{12, 9, 12, 4}}, {disc, []float32{12, 4, 1.6}},
	},
	iconKey: {
		{ring, []float32{7.5, 12, 3.7, 2}}, {line, []float32{11.5, 12, 21, 12}}, {line, []float32{17, 12, 17, 16}},
		{line, []float32{20.3, 12, 20.3, 15}},
	},
	iconRune: {
		{closed, []float32{12, 3, 20, 12, 12, 21, 4, 12}}, {line, []float32{12, 7.5, 12, 16.5}},
		{line, []float32{12, 10, 15, 12}}, {line, []float32{12, 10, 9, 12}},
	},
	iconQuad: {
		{line, []float32{6.5, 4, 4, 12.5, 12, 12.5}}, {line, []float32{10, 5, 10, 19}},
		{line, []float32{15, 9, 21, 17}}, {line, []float32{21, 9, 15, 17}},
	},
	iconPentagram: {
		{ring, []float32{12, 12, 9, 1.4}}, {closed, []float32{12, 4, 16.7, 18.5, 4.4, 9.5, 19.6, 9.5, 7.3, 18.5}},
	},
	iconRing: {
		{ring, []float32{12, 14.5, 6, 2}}, {fill, []float32{12, 8, 8.8, 5, 10.5, 2.5, 13.5, 2.5, 15.2, 5}},
	},
	iconSuit: {
		{closed, []float32{8, 3, 16, 3, 18, 8, 16, 13, 8, 13, 6, 8}}, {line, []float32{8.5, 7.5, 15.5, 7.5}},
		{line, []float32{8, 13, 4, 21}}, {line, []float32{16, 13, 20, 21}}, {disc, []float32{12, 17, 2.2}},
	},
	iconHaste: {
		{line, []float32{5, 5, 12, 12, 5, 19}}, {line, []float32{12, 5, 19, 12, 12, 19}},
	},
	iconRegeneration: {
		{ring, []float32{12, 12, 8.5, 1.6}}, {fill, []float32{10.7, 7.5, 13.3, 7.5, 13.3, 16.5, 10.7, 16.5}},
		{fill, []float32{7.5, 10.7, 16.5, 10.7, 16.5, 13.3, 7.5, 13.3}},
	},
	iconFlight: {
		{line, []float32{3, 8, 9, 14, 12, 11, 15, 14, 21, 8}}, {line, []float32{12, 11, 12, 19}},
	},
	iconBreather: {
		{ring, []float32{9, 15, 4.5, 1.5}}, {ring, []float32{16.5, 9, 2.8, 1.4}}, {ring, []float32{11, 5, 1.8, 1.2}},
	},
	iconFlag: {
		{line, []float32{6, 3, 6, 21}}, {fill, []float32{7, 4, 20, 7.5, 7, 13}},
	},
	iconPlay:        {{fill, []float32{7, 4, 20, 12, 7, 20}}},
	iconPause:       {{fill, []float32{6, 4, 10, 4, 10, 20, 6, 20}}, {fill, []float32{14, 4, 18, 4, 18, 20, 14, 20}}},
	iconStepBack:    {{fill, []float32{16, 5, 16, 19, 7, 12}}, {fill, []float32{4, 5, 6, 5, 6, 19, 4, 19}}},
	iconStepForward: {{fill, []float32{8, 5, 17, 12, 8, 19}}, {fill, []float32{18, 5, 20, 5, 20, 19, 18, 19}}},
	iconSkull: {
		{ring, []float32{12, 10, 6.5, 1.6}}, {disc, []float32{9.5, 10, 1.7}}, {disc, []float32{14.5, 10, 1.7}},
		{line, []float32{9, 16, 9, 20}}, {line, []float32{12, 16, 12, 20}}, {line, []float32{15, 16, 15, 20}},
	},
	iconFlame: {
		{fill, []float32{12, 2, 16, 8, 18.5, 13, 17.5, 18, 14.5, 21, 9.5, 21, 6.5, 18, 5.5, 13, 9, 9}},
	},
	iconDrop: {
		{fill, []float32{12, 2.5, 15, 8, 17.5, 13, 17, 17.5, 14.5, 20.5, 12, 21, 9.5, 20.5, 7, 17.5, 6.5, 13, 9, 8}},
	},
	iconFall: {
		{line, []float32{12, 3, 12, 16}}, {fill, []float32{6.5, 11.5, 17.5, 11.5, 12, 18}},
		{line, []float32{5, 21, 19, 21}},
	},
	iconEye: {
		{closed, []float32{2, 12, 6.5, 7.5, 12, 6, 17.5, 7.5, 22, 12, 17.5, 16.5, 12, 18, 6.5, 16.5}},
		{disc, []float32{12, 12, 3}},
	},
	iconCamera: {{closed, []float32{3, 7, 14, 7, 14, 18, 3, 18}}, {fill, []float32{14, 12.5, 21, 8, 21, 17}}},
	iconClock:  {{ring, []float32{12, 12, 8.5, 1.6}}, {line, []float32{12, 7, 12, 12, 16, 14}}},
	iconMuted: { // a crossed-out speaker
		{fill, []float32{2.5, 8.5, 7, 8.5, 7, 15.5, 2.5, 15.5}}, {fill, []float32{7, 8.5, 13, 3.5, 13, 20.5, 7, 15.5}},
		{line, []float32{16, 8.5, 22.5, 15.5}}, {line, []float32{22.5, 8.5, 16, 15.5}},
	},
	iconList: {
		{fill, []float32{3, 5, 6, 5, 6, 8, 3, 8}}, {fill, []float32{3, 11, 6, 11, 6, 14, 3, 14}},
		{fill, []float32{3, 17, 6, 17, 6, 20, 3, 20}},
		{line, []float32{9, 6.5, 21, 6.5}}, {line, []float32{9, 12.5, 21, 12.5}}, {line, []float32{9, 18.5, 21, 18.5}},
	},
	iconMenu: {
		{fill, []float32{3, 4.5, 21, 4.5, 21, 7.5, 3, 7.5}}, {fill, []float32{3, 11, 21, 11, 21, 14, 3, 14}},
		{fill, []float32{3, 17.5, 21, 17.5, 21, 20.5, 3, 20.5}},
	},
	iconWarning: {{closed, []float32{12, 3.5, 21.5, 20.5, 2.5, 20.5}}, {line, []float32{12, 9.5, 12, 14.5}},
		{disc, []float32{12, 17.3, 1.1}}},
}

// causeIcons are the icons of weapons and other causes of death. [weapon.Kind.Like] maps other weapons to these.
var causeIcons = [weapon.NumKinds]icon{
	weapon.Axe: iconAxe, weapon.Gauntlet: iconAxe, weapon.Blaster: iconBlaster, weapon.Shotgun: iconShotgun,
	weapon.SuperShotgun: iconSuperShotgun, weapon.Nailgun: iconNailgun, weapon.SuperNailgun: iconSuperNailgun,
	weapon.GrenadeLauncher: iconGrenadeLauncher, weapon.RocketLauncher: iconRocketLauncher,
	weapon.LightningGun: iconLightning, weapon.Machinegun: iconMachinegun, weapon.Chaingun: iconChaingun,
	weapon.HyperBlaster: iconPlasma, weapon.Railgun: iconRailgun, weapon.BFG: iconBFG, weapon.PlasmaGun: iconPlasma,
	weapon.HandGrenade: iconGrenades, weapon.Grapple: iconGrapple, weapon.Discharge: iconCells,
	weapon.ProximityMine: iconMine, weapon.Lava: iconFlame, weapon.Slime: iconDrop, weapon.Water: iconDrop,
	weapon.Fall: iconFall, weapon.DeadlyFall: iconFall, weapon.OutOfMap: iconFall,
}

// causeIcon returns the icon of a cause of death, iconNone if there is none.
func causeIcon(k weapon.Kind) icon { return causeIcons[k.Like()] }
