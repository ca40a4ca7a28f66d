package player

import "demoscope/player/world"

// Moment is what can be drawn: the world between two of its frames. It
// belongs to the Player and is valid until its next Update.
type Moment struct {
	// World is the newer of the two frames, for everything that is not
	// moved: level, stats, names, notices, effects. Read only.
	World *world.World
	// Clock is the viewer's time, Time the demo's own, in seconds.
	Clock, Time float64
	// Entities are World.Entities at this moment.
	Entities []world.Entity
	// Poses are those of World.Players at this moment, by index; valid where
	// the player is Visible.
	Poses []world.Pose
	// Eye is what the followed player, or the recorder, sees from.
	Eye Eye
}

// Eye is a point of view, in Quake units and degrees.
type Eye struct {
	Origin [3]float32
	Angles [3]float32
	FOV    float32 // horizontal at 4:3; 0 if the demo does not tell
	// Entity is the number of the entity that sees, which is not drawn from
	// its own eye; 0 if nobody's.
	Entity int32
	// Known is false where there is nobody to look through.
	Known bool
}
