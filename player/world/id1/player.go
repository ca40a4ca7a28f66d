package id1

import "demoscope/player/world/internal/info"

// Frames of the player model that belong to death animations.
const (
	firstDeathFrame = 41
	lastDeathFrame  = 102
)

// DeathFrame reports whether a frame of the player model shows a dead player.
func DeathFrame(frame uint16) bool { return frame >= firstDeathFrame && frame <= lastDeathFrame }

// lastColor is the highest player color.
const lastColor = 13

// Color parses a color of a user info. Like the clients, it clamps the value to 0 through 13.
func Color(value string) uint8 { return uint8(min(max(info.Number(value), 0), lastColor)) }
