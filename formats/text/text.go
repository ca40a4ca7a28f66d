// Package text writes the packets and messages of any demo as text, and reads
// them back: what is written holds all that a decoder knew, so that an encoder
// makes the same bytes of it.
//
// The text has one JSON object a line. The first key tells what it is:
//
//	{"dump":1,"format":"dem","file":"a.dem"}           the first line
//	{"packet":"server","block":0,"angles":[0,90,0]}    a packet begins
//	{"message":"print","level":0,"text":"hello\n"}     a message of it
//	{"damage":"sound","offset":512,"error":"..."}      what could not be read; a raw message follows
//
// Fields have the names of the format documents. A field that a mask leaves
// out is not written, an element of an array that a mask leaves out is null.
// Coordinates are in Quake units and angles in degrees, by the "units" that
// the level's first message tells, where that says exactly what the wire has;
// if not, and for floats that are no numbers, the raw bits stand as a string
// of hexadecimal digits ("0x7fc00000"). Strings hold a byte in each code
// point. Bits of a mask that have no field are in "marks".
//
// What changes in the states of Quake III stands where the entity or player
// does, each field by its name and in the order of the wire:
//
//	{"number":3,"kind":"delta","lc":6,"fields":{"pos.trBase[0]":-12.5,"pos.trBase[2]":24}}
//
// "forms" follow for those values that are not written as the game would
// write them: "plain", "long" or "zero", see message.SnapshotForm. A gamestate
// tells the protocol, without which the latest is meant. Masks of arrays are
// those of the elements that are named. Numbers that some protocols lack are
// left out if they are zero.
//
// The readable form has the same content for people; it is not read back.
package text

import "demoscope/formats/message"

// version is the number in the first line. It changes if an older Reader
// would misread what is written.
const version = 1

// Format tells a Reader which messages there are.
type Format struct {
	Name string
	// Message returns a new message of the type with that name, nil if the
	// format has none.
	Message func(name string) message.Message
}
