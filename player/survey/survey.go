// Package survey rebuilds the shape of a level from a demo alone: where players stood,
// passed, were stopped and fell, where things lay and shots ended say where floors and walls
// are.
//
// A [Survey] gathers that of one level, frame by frame of a [demoscope/player/world.World].
package survey
