package quakeworld

import (
	"fmt"
	"strings"

	"demoscope/formats/internal/container"
	"demoscope/formats/message"
)

// fteUsual are the bits of FTEX that servers and clients agree on by default and that change the encoding.
const fteUsual = fteScale | fteTrans | fteFatness | fteModelDouble | fteEntityDouble | fteEntityDouble2 | fteColorMod |
	fteChunkedDownloads

// Starts returns marks with the possible protocols of a recording whose serverdata is lost, the most frequent first.
func Starts(mvd bool) (list []message.Mark) {
	versions := []int32{newestProtocol, 26, 25, oldestProtocol}
	for _, version := range versions {
		for _, fte := range []uint32{0, fteUsual, fteUsual | fteFloatCoords, fteFloatCoords} {
			for _, mvd1 := range []uint32{0, mvdHiddenMessages, mvdFloatCoords, mvdFloatCoords | mvdHiddenMessages,
				mvdFloatCoords | mvdWeaponPrediction} {
				if version != newestProtocol && fte|mvd1 != 0 || !mvd && mvd1&mvdHiddenMessages != 0 {
					continue
				}
				p := Protocol{Version: version, FTE: fte, MVD1: mvd1, MVD: mvd}
				list = append(list, message.Mark{State: p.State()})
			}
		}
	}
	return list
}

// Name returns the protocol and its extensions.
func (p *Protocol) Name() string {
	info := p.Info()
	name := fmt.Sprintf("protocol %d", info.Protocol)
	if len(info.Extensions) > 0 {
		name += " with " + strings.Join(info.Extensions, " and ")
	}
	return name
}

// CheckProtocol replaces the protocol of a damaged serverdata; m is the serverdata in the packet of f.
func (d *Decoder) CheckProtocol(f *container.Reader, m *message.QWServerData) {
	if f.CheckProtocol(m.Name(), d.before.State()) {
		p := &d.Protocol
		m.Units, m.EntityUnits, m.PlayerUnits = p.Units(), p.EntityUnits(), p.PlayerUnits()
	}
}

// ServerData returns a serverdata with nothing but the protocol.
func (p *Protocol) ServerData() *message.QWServerData {
	return &message.QWServerData{
		Extensions: []message.QWExtension{{Tag: message.TagFTE, Bits: p.FTE}},
		Protocol:   p.Version, Units: p.Units(), EntityUnits: p.EntityUnits(), PlayerUnits: p.PlayerUnits(),
	}
}
