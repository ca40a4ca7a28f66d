// Package text writes the packets and messages of any demo as text, and reads them
// back. The text holds everything that the decoder read, so that an encoder makes
// the same bytes from it.
//
// The text has one JSON object per line. The first key says what it is:
//
//	{"dump":1,"format":"dem","file":"a.dem"}           the first line
//	{"packet":"server","block":0,"angles":[0,90,0]}    a packet begins
//	{"message":"print","level":0,"text":"hello\n"}     a message of it
//	{"damage":"sound","offset":512,"error":"..."}      what could not be read; a raw message follows
//	{"message":"exact","data":"..."}                   all bytes of the packet, see below
//
// A damaged packet may have bits that no message holds. Such a packet ends with an
// [message.Exact], whose bytes are written in place of the packet; without that line,
// what its messages say is written. Where damage hides the message that sets the
// protocol, a [message.Protocol] does.
//
// Fields have the names of the format documents. A field that a mask leaves out is
// not written; an element of an array that a mask leaves out is null. Coordinates
// are in Quake units and angles in degrees, converted by the "units" of the level's
// first message. Where the conversion is not exact, and for floats that are not
// finite, the raw bits are a string of hexadecimal digits ("0x7fc00000"). Each code
// point of a string is one byte. Bits of a mask that have no field are in "marks".
//
// Changes of Quake III's states are in the object of the entity or player, each
// field by its name and in the order of the wire:
//
//	{"number":3,"kind":"delta","lc":6,"fields":{"pos.trBase[0]":-12.5,"pos.trBase[2]":24}}
//
// "forms" follow for values that are not written as the game would write them:
// "plain", "long" or "zero", see [message.SnapshotForm]. That depends on the
// protocol, which the gamestate says; before one, the latest is assumed. Masks of
// arrays follow from the elements that are named. Numbers that some protocols lack
// are left out if they are zero.
//
// The readable form has the same content for people; it is not read back.
//
// No text makes reading panic or recurse deeper than maxNesting. A line takes as much
// memory as it is long.
package text

import "demoscope/formats/message"

// version is the number in the first line. It changes when an older [Reader] would
// misread the text.
const version = 1

// Format is a format as a [Reader] needs it: its name and its messages.
type Format struct {
	Name string
	// Message returns a new message of the type with that name, nil if the
	// format has none.
	Message func(name string) message.Message
}
