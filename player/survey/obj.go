package survey

import (
	"bufio"
	"fmt"
	"io"

	"github.com/go-gl/mathgl/mgl32"
)

// WriteOBJ writes the faces of a level as a Wavefront OBJ file, with a group for each kind. Corners are
// counterclockwise, as the format requires. Lengths are in game units, with z up. Items are points in a group
// of their own.
func (l *Level) WriteOBJ(out io.Writer) error {
	w := bufio.NewWriter(out)
	fmt.Fprintln(w, "# A level rebuilt from a demo by Demoscope. Units of the game, z up.")
	numbers := map[mgl32.Vec3]int{}
	number := func(v mgl32.Vec3) int {
		n, known := numbers[v]
		if !known {
			n = len(numbers) + 1
			numbers[v] = n
			fmt.Fprintf(w, "v %g %g %g\n", v[0], v[1], v[2])
		}
		return n
	}
	var corners []int
	for kind := range KindCount {
		named := false
		for i := range l.Faces {
			f := &l.Faces[i]
			if f.Kind != kind {
				continue
			}
			if !named {
				fmt.Fprintf(w, "g %v\n", kind)
				named = true
			}
			corners = corners[:0]
			for n := range f.Corners {
				corners = append(corners, number(f.Corners[len(f.Corners)-1-n]))
			}
			w.WriteString("f")
			for _, n := range corners {
				fmt.Fprintf(w, " %d", n)
			}
			w.WriteString("\n")
		}
	}
	if len(l.Items) > 0 {
		fmt.Fprintln(w, "g items")
	}
	for i := range l.Items {
		fmt.Fprintf(w, "p %d\n", number(l.Items[i].Origin))
	}
	return w.Flush()
}
