package netchan

import (
	"bytes"
	"encoding/binary"
	"net/netip"
)

// MasterPort is the port of master servers.
const MasterPort = 27000

// MasterRequest returns the request for a master's list. Unlike other datagrams outside a connection, it has no mark
// before it.
func MasterRequest() []byte { return []byte("c\n\x00") }

// masterAnswer begins each part of a list.
const masterAnswer = outOfBand + "d\n"

// ParseMaster parses a part of a master's list; ok is false if the datagram is none. A list may come in several parts,
// and none is marked as the last. ParseMaster skips addresses that no server can have: those with port 0, and
// unspecified, multicast and reserved ones.
func ParseMaster(datagram []byte) (servers []netip.AddrPort, ok bool) {
	rest, ok := bytes.CutPrefix(datagram, []byte(masterAnswer))
	if !ok {
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
