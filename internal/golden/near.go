package golden

import (
	"math"
	"regexp"
	"strconv"
)

var number = regexp.MustCompile(`-?\d+(\.\d+)?(e[-+]\d+)?`)

// Equal is a comparison for [Lines] that allows no difference.
func Equal(got, want string) bool { return got == want }

// Near returns a comparison for [Lines]: the numbers of two lines may differ by a part of them, or of 1 if they are
// smaller, because processors round differently.
func Near(part float64) func(got, want string) bool {
	return func(got, want string) bool {
		a, b := number.FindAllString(got, -1), number.FindAllString(want, -1)
		if len(a) != len(b) || number.ReplaceAllString(got, "") != number.ReplaceAllString(want, "") {
			return false
		}
		for i := range a {
			x, _ := strconv.ParseFloat(a[i], 64)
			y, _ := strconv.ParseFloat(b[i], 64)
			if math.Abs(x-y) > part*max(1, math.Abs(y)) {
				return false
			}
		}
		return true
	}
}
