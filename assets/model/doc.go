// Package model reads the models of players, monsters, weapons and items: MDL (Quake), MD2 (Quake II), MD3 (Quake III),
// SPR and SP2 (sprites of Quake and Quake II) become a common [Model] that a renderer can draw and pose. It also reads
// the files of Quake III's players: skins ([ParseSkin]) and animations ([ParseAnimations]). [New] makes a Model in
// memory.
//
// Models are in Quake units, x forward, y left, z up; triangles run clockwise as seen from outside, like faces of maps.
//
// # Drawing
//
// [Model.Lerp] writes the vertices between two poses into the caller's buffer; the surfaces' triangles are indices into
// it. For line drawings [Model.Edges] has every edge once, with its triangles: [Model.Facing] returns the triangles
// visible from a point, and [Model.Outline] the edges that are the silhouette, a crease or a rim.
//
// An entity has a frame number; [Model.Pose] converts it to a pose, because a frame of Quake can be a group that runs
// by itself.
//
// # Players of Quake III
//
// A player has three models, lower, upper and head, each attached to a tag of the one below. With the origin, the three
// axes for the angles of legs, torso and head (each relative to the one below), and the animations of legs and torso as
// pairs of poses with a fraction:
//
//	legs := Tag{origin, legsAxis}
//	torso := legs.Mul(lower.Tag("tag_torso", legsFrom, legsTo, legsT)).Mul(Tag{Axis: torsoAxis})
//	head := torso.Mul(upper.Tag("tag_head", torsoFrom, torsoTo, torsoT)).Mul(Tag{Axis: headAxis})
//	gun := torso.Mul(upper.Tag("tag_weapon", torsoFrom, torsoTo, torsoT))
//	barrel := gun.Mul(weapon.Tag("tag_barrel", 0, 0, 0)).Mul(Tag{Axis: spin})
//	flash := gun.Mul(weapon.Tag("tag_flash", 0, 0, 0)).Mul(Tag{Axis: roll})
//
// [Tag.Apply] (or the matrix of [Tag.Mat4]) of a model's tag then transforms its vertices. The legs are at the entity's
// origin. A gun, hand or head without its own axis is attached by the tag alone; a missing tag is [Unit], as in the
// game.
//
// Legs and torso have animations of the same list, [Animations], whose poses are those of lower.md3 for the legs and of
// upper.md3 for the torso; deaths are in both. [Animation.Pose] is the pose after a number of steps. The view weapon
// works in the same way, with a hand (NAME_hand.md3, which has tags and no surfaces) in place of the torso.
//
// NAME_1.md3 and NAME_2.md3 are coarser models of the same poses and tags.
//
// # Untrusted files
//
// Counts and offsets are checked against the size of the file before memory is allocated. The parts of a file must not
// be larger than the file together, because overlapping parts could make a large model from a small file. So a model
// takes at most a small multiple of its file, within the limits of this package (docs/limits.md). Errors are a
// [*FormatError] with the offset.
package model
