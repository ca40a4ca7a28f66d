package md4

import (
	"encoding/binary"
	"encoding/hex"
	"strings"
	"testing"
)

// TestMD4 checks the test suite of RFC 1320 and more.
func TestMD4(t *testing.T) {
	const q = "qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq"
	for text, want := range map[string]string{
		"":               "31d6cfe0d16ae931b73c59d7e0c089c0",
		"a":              "bde52cb31de33e46245e05fbdbd6fb24",
		"abc":            "a448017aaf21d8525fc10ae87aa6729d",
		"message digest": "d9130a8164549fe818874806e1c7014b",
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789": "043f8582f241db351ce627e153e7f0e4",
		strings.Repeat("1234567890", 8):                                  "e33b4ddc9c38f2199c3e7b164fcc0536",
		// Where the padding takes a block of its own, by assets/sample/mapsum.py.
		q[:55]:     "052c1f0c44784453fb6c6c840cce13c8",
		q[:56]:     "724a3377d6b13ad69cb909fc7b611ffc",
		q[:63]:     "ebf57c1e4777bdd56b62facc80ff022e",
		q:          "200ae97c0519314adaaa37e96dcac49b",
		q + q[:55]: "0bb7b389c413f04c6c88672682501674",
		q + q[:56]: "9185f09e38f6c3a66489cad815a42f42",
	} {
		var b []byte
		for _, w := range Sum([]byte(text)) {
			b = binary.LittleEndian.AppendUint32(b, w)
		}
		if got := hex.EncodeToString(b); got != want {
			t.Errorf("MD4 of %q is %s, not %s", text, got, want)
		}
	}
}
