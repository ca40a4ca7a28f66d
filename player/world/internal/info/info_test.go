package info

import "testing"

func TestValue(t *testing.T) {
	for _, test := range []struct{ info, key, want string }{
		{`\name\Ann\team\red`, "name", "Ann"},
		{`\name\Ann\team\red`, "team", "red"},
		{`name\Ann\team\red`, "name", "Ann"},
		{`\name\Ann\team\red`, "red", ""},
		{`\name\\team\red`, "name", ""},
		{`\name\\team\red`, "team", "red"},
		{`\name`, "name", ""},
		{`\a\1\a\2`, "a", "1"},
		{``, "a", ""},
		{`\`, "", ""},
	} {
		if got := Value(test.info, test.key); got != test.want {
			t.Errorf("%q of %q is %q, not %q", test.key, test.info, got, test.want)
		}
	}
}

func TestSet(t *testing.T) {
	for _, test := range []struct{ info, key, value, want string }{
		{``, "a", "1", `\a\1`},
		{`\a\1\b\2`, "a", "3", `\b\2\a\3`},
		{`\a\1\b\2`, "a", "", `\b\2`},
		{`\a\1\b\2`, "c", "", `\a\1\b\2`},
		{`a\1`, "b", "2", `\a\1\b\2`},
		{`\a\1\a\2`, "a", "3", `\a\3`},
	} {
		if got := Set(test.info, test.key, test.value); got != test.want {
			t.Errorf("%q with %s %q is %q, not %q", test.info, test.key, test.value, got, test.want)
		}
	}
}

func TestNumbers(t *testing.T) {
	for text, want := range map[string]int{
		"": 0, "0": 0, "12": 12, "-12": -12, "12x3": 12, "x": 0, "-": 0, "+1": 0, " 1": 0, "007": 7, "99999999999999": 1<<31 - 1,
	} {
		if got := Number(text); got != want {
			t.Errorf("%q is %d, not %d", text, got, want)
		}
		if got := Number([]byte(text)); got != want {
			t.Errorf("the bytes %q are %d, not %d", text, got, want)
		}
	}
	for text, want := range map[string]uint8{"": 0, "13": 13, "255": 255, "256": 0, "-1": 0, "4x": 4, "x4": 0} {
		if got := Byte(text); got != want {
			t.Errorf("%q is %d, not %d", text, got, want)
		}
	}
}
