package scene

import "demoscope/player/story"

// frame is what one picture is made of. Nothing of it changes while the picture is built.
type frame struct {
	frustum
	camera Camera
	opt    Options
	g      *Geometry
	number uint32        // counts pictures
	line   float32       // width of edges in pixels
	story  *story.Moment // what the moment means
	// whole is set if all of the level is wanted, and not what a camera sees of it.
	whole bool
}
