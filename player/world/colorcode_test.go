package world

import "testing"

func TestColorCode(t *testing.T) {
	for text, want := range map[string]int{
		"": 0, "^": 0, "a^1": 0, "^1": 2, "^1a": 2, "^^": 0, "^^1": 0, "^ ": 2, "^\x19": 0, "^\xff": 2, "^z": 2,
		"^xff8000": 8, "^Xff8000a": 8, "^xFf80Aa": 8, "^xff800": 2, "^xff800g": 2, "^x<3^7o^bj": 2, "^xff^800": 2,
		"^yff8000": 2,
	} {
		if got := ColorCode(text); got != want {
			t.Errorf("%q: %d, not %d", text, got, want)
		}
		if got := ColorCode([]byte(text)); got != want {
			t.Errorf("bytes %q: %d, not %d", text, got, want)
		}
	}
}
