package report

import (
	"fmt"
	"strings"
)

// damagedMapNames returns notes about levels whose map no game would load, a sign of damage that decoders can't detect.
// A level without a map is fine.
func (info *Info) damagedMapNames() (notes []string) {
	for i := range info.Levels {
		name := info.Levels[i].Map
		stem, inMaps := strings.CutPrefix(name, "maps/")
		stem, isBSP := strings.CutSuffix(stem, ".bsp")
		strange := strings.ContainsFunc(stem, func(c rune) bool { return c <= ' ' || c > '~' })
		if name != "" && (!inMaps || !isBSP || stem == "" || strange) {
			notes = append(notes, fmt.Sprintf("probably damaged: level %d names the map %q, which no game loads", i+1,
				info.Plain(name)))
		}
	}
	return notes
}
