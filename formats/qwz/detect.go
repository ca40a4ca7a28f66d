package qwz

import "strings"

const (
	// ping is an optional first packet, outside the connection.
	ping = "\xff\xff\xff\xff\x6a"
	// first are the numbers of the first packet of a connection.
	first = "\x01\x00\x00\x00\x01\x00\x00\x00"
	// serverData is the message that begins a level, in the protocol of all demos packed by Qizmo.
	serverData = "\x0b\x1c\x00\x00\x00"
)

// Likely reports whether a file that begins with head may be a packed demo. It needs no table; about one in ten
// thousand other files matches, too.
func Likely(head []byte) bool {
	return len(head) > ahead && head[0] == 0x80 && head[1] >= 1 && head[1] <= 8
}

// Detect reports whether head, the beginning of a file, is that of a packed demo: the first record must be the first
// packet of a connection, unpacked, or a ping before it.
func Detect(head []byte, t *Table) bool {
	if !Likely(head) {
		return false
	}
	record, err := NewReader(head, t).Next()
	if err != nil || len(record) < headerSize || record[prefixSize-1] != recordPacket {
		return false
	}
	packet := string(record[headerSize:])
	return packet == ping || strings.HasPrefix(packet, first+serverData)
}
