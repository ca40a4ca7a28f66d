// Package text writes the packets and messages of any demo as text, and reads them back. The text has everything that
// the decoder read, so that an encoder reproduces the same bytes.
//
// The text has one JSON object per line. The first key is its type:
//
//	{"dump":1,"format":"dem","file":"a.dem"}           the first line
//	{"packet":"server","block":0,"angles":[0,90,0]}    a packet begins
//	{"message":"print","level":0,"text":"hello\n"}     a message of the packet
//	{"damage":"sound","offset":512,"error":"..."}      unreadable bytes; a raw message with them follows
//	{"message":"exact","data":"..."}                   all bytes of the packet, see below
//
// A damaged packet may have bits that no message holds. It ends with a [message.Exact], whose bytes replace the encoded
// messages when the packet is written. A [message.Protocol] sets the protocol if damage hides the message that does so.
//
// Fields have the names of the format documents. A field that its mask leaves out is not written; an array element that
// its mask leaves out is null. Coordinates are in Quake units and angles in degrees, converted by the "units" of the
// level's first message. Where the conversion is not exact, and for floats that are not finite, the raw bits are a
// string of hexadecimal digits ("0x7fc00000"). Each code point of a string is one byte. Mask bits without a field are
// in "marks".
//
// Changes of Quake III's states are in the object of the entity or player, each field by its name and in wire order:
//
//	{"number":3,"kind":"delta","lc":6,"fields":{"pos.trBase[0]":-12.5,"pos.trBase[2]":24}}
//
// A list "forms" follows for values that the game would encode differently: "plain", "long" or "zero", see
// [message.SnapshotForm]. The usual form depends on the protocol of the gamestate; before one, it is that of the latest
// protocol. The masks of arrays follow from their listed elements. Numbers that some protocols lack are left out if
// they are zero.
//
// The readable form has the same content for people and can't be read back.
//
// No text makes the reader panic or recurse deeper than maxNesting. A line takes as much memory as its length.
package text

import "demoscope/formats/message"

// version is the number in the first line. It changes when an older [Reader] would misread the text.
const version = 1

// Format is a format for a [Reader]: its name and its messages.
type Format struct {
	Name string
	// Message returns a new message of the type with that name, nil if the format has none.
	Message func(name string) message.Message
}
