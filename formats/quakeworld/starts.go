package quakeworld

import (
	"fmt"
	"strings"

	"demoscope/formats/internal/container"
	"demoscope/formats/message"
)

// fteUsual are the bits of FTEX that servers and clients agree on with nothing but
// their default settings, and that change what is on the wire.
const fteUsual = fteScale | fteTrans | fteFatness | fteModelDouble | fteEntityDouble | fteEntityDouble2 | fteColorMod | fteChunkedDownloads

// Starts returns marks with the protocols that a recording may have whose serverdata
// is lost, the most frequent first.
func Starts(mvd bool) (list []message.Mark) {
	versions := []int32{newestProtocol, 26, 25, oldestProtocol}
	for _, version := range versions {
		for _, fte := range []uint32{0, fteUsual, fteUsual | fteFloatCoords, fteFloatCoords} {
			for _, mvd1 := range []uint32{0, mvdHiddenMessages, mvdFloatCoords, mvdFloatCoords | mvdHiddenMessages, mvdFloatCoords | mvdWeaponPrediction} {
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

// FoundOut says for people that p was found out by reading records.
func (p *Protocol) FoundOut(records int) string {
	return fmt.Sprintf("the beginning is damaged: %s was found out by reading %d blocks with it", p.name(), records)
}

// name returns the protocol and its extensions.
func (p *Protocol) name() string {
	info := p.Info()
	name := fmt.Sprintf("protocol %d", info.Protocol)
	if len(info.Extensions) > 0 {
		name += " with " + strings.Join(info.Extensions, " and ")
	}
	return name
}

// Believe replaces the protocol of a serverdata that damage changed. note says so for people; it is empty if the protocol is believed.
func (d *Decoder) Believe(f *container.Reader, m *message.QWServerData, millis int64) (note string) {
	said, was := f.Mark(d.Protocol.State()), f.Mark(d.before.State())
	said.Time, was.Time = millis, millis
	best := f.Believe(said, was, func() []message.Mark { return Starts(d.Protocol.MVD) })
	if best.State == said.State {
		return ""
	}
	says := d.Protocol.name()
	d.SetState(best.State)
	p := &d.Protocol
	m.Units, m.EntityUnits, m.PlayerUnits = p.Units(), p.EntityUnits(), p.PlayerUnits()
	return fmt.Sprintf("a serverdata says %s, but %s is what can be read", says, p.name())
}
