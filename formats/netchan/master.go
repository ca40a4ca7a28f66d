package netchan

import (
	"bytes"
	"encoding/binary"
	"net/netip"
)

// MasterPort is the port of master servers.
const MasterPort = 27000

// MasterRequest returns what asks a master for its list. It is no message outside of a connection: nothing stands
// before it.
func MasterRequest() []byte { return []byte("c\n\x00") }

// masterAnswer begins each part of a list.
const masterAnswer = outside + "d\n"

// ParseMaster reads a part of a master's list; false if the datagram is none. A list may come in several
// parts, and none says that it is the last one. Addresses that no server can have are left out: of
// port 0, and those that are nobody's own.
func ParseMaster(datagram []byte) (servers []netip.AddrPort, ok bool) {
	rest, ok := bytes.CutPrefix(datagram, []byte(masterAnswer))
	if !ok || len(datagram) > 64<<10 {
		return nil, false
	}
	for ; len(rest) >= 6; rest = rest[6:] {
		ip := netip.AddrFrom4([4]byte(rest[:4]))
		port := binary.BigEndian.Uint16(rest[4:])
		if port == 0 || ip.IsUnspecified() || ip.IsMulticast() || rest[0] >= 240 {
			continue
		}
		servers = append(servers, netip.AddrPortFrom(ip, port))
	}
	return servers, true
}
