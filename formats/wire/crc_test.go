package wire

import "testing"

func TestCRC16(t *testing.T) {
	// 29b1 is the check value that catalogues of CRCs give for this one.
	for text, want := range map[string]uint16{"": 0xffff, "123456789": 0x29b1, "A": 0xb915} {
		if got := CRC16(0xffff, text); got != want {
			t.Errorf("of %q it is %04x, not %04x", text, got, want)
		}
	}
	if got := CRC16(CRC16(0xffff, "1234"), []byte("56789")); got != 0x29b1 {
		t.Errorf("in two parts it is %04x", got)
	}
}
