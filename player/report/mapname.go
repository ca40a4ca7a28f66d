package report

import (
	"fmt"
	"strings"
)

// doubtfulMaps notes the levels whose map no game would load: that is damage of a kind
// that can be read. A level without any map is none.
func (info *Info) doubtfulMaps() (notes []string) {
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
