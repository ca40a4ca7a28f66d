// Package model reads the models of players, monsters, weapons and items: MDL (Quake),
// MD2 (Quake II) and MD3 (Quake III) become one [Model] that a renderer can draw and pose
// without knowing which it was. Beside it stand the texts that Quake III's players need:
// skins ([ParseSkin]) and animations ([ParseAnimations]). [New] makes a Model that is in no
// file.
//
// Models are in Quake units, x forward, y left, z up; triangles run clockwise as seen
// from outside, as faces of maps do.
//
// # Drawing
//
// [Model.Lerp] writes the vertices of the moment between two poses into a buffer that the
// caller keeps; after that the surfaces' triangles are indices into it. For pictures of
// lines [Model.Edges] has every edge once, with its triangles: [Model.Facing] says which
// triangles are seen from a point, and [Model.Outline] which edges are the silhouette, a
// crease or a rim.
//
// What an entity names is a frame; [Model.Pose] turns it into a pose, because a frame of
// Quake can be a group that runs by itself.
//
// # Players of Quake III
//
// A player is three models, lower, upper and head, each at a place that the one below it
// gives by a tag. With the origin and the three axes that legs, torso and head have by
// their angles (each relative to the one below), and the animations of legs and torso as
// pairs of poses with a fraction:
//
//	legs := Tag{origin, legsAxis}
//	torso := legs.Mul(lower.Tag("tag_torso", legsFrom, legsTo, legsT)).Mul(Tag{Axis: torsoAxis})
//	head := torso.Mul(upper.Tag("tag_head", torsoFrom, torsoTo, torsoT)).Mul(Tag{Axis: headAxis})
//	gun := torso.Mul(upper.Tag("tag_weapon", torsoFrom, torsoTo, torsoT))
//	barrel := gun.Mul(weapon.Tag("tag_barrel", 0, 0, 0)).Mul(Tag{Axis: spin})
//	flash := gun.Mul(weapon.Tag("tag_flash", 0, 0, 0)).Mul(Tag{Axis: roll})
//
// Vertices of each model are then put through [Tag.Apply] (or the matrix of [Tag.Mat4]) of
// its tag. The legs are at the entity's origin. A gun, hand or head without its own axis is
// attached by the tag alone; a missing tag is [Unit], as in the game.
//
// Legs and torso have animations of one list, [Animations], whose poses are those of
// lower.md3 for the legs and of upper.md3 for the torso; deaths are in both.
// [Animation.Pose] is the pose after so many steps. The view weapon is the same with a
// hand (NAME_hand.md3, which has tags and no surfaces) in place of the torso.
//
// NAME_1.md3 and NAME_2.md3 are coarser models of the same poses and tags.
//
// # Files that are not to be trusted
//
// Counts and offsets are checked against the size of the file before memory is allocated. The
// parts of a file must not be larger than the file together, because overlapping parts could
// make a large model from a small file. So a model takes at most a small multiple of its
// file, within the limits of this package (docs/limits.md). Errors are a [*FormatError] with
// the place.
package model
