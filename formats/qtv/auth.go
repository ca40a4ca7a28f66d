package qtv

import (
	"crypto/sha3"
	"encoding/hex"
	"fmt"

	"demoscope/formats/wire"
	"demoscope/internal/md4"
)

// Authentication methods.
const (
	noMethod    = "NONE"
	plainMethod = "PLAIN"
	ccittMethod = "CCITT"
	md4Method   = "MD4"
	sha3Method  = "SHA3_512"
)

// prove returns the proof of a password for a server's challenge.
func prove(method, password, challenge string) (proof string, ok bool) {
	switch method {
	case plainMethod:
		return clean(password), true
	case ccittMethod:
		return fmt.Sprintf("0x%X", wire.CRC16(0xffff, challenge+password)), true
	case md4Method:
		// Without leading zeros, so it may have fewer than 32 digits.
		w := md4.Sum([]byte(challenge + password))
		return fmt.Sprintf("%X%X%X%X", w[0], w[1], w[2], w[3]), true
	case sha3Method:
		sum := sha3.Sum512([]byte(challenge + password))
		return hex.EncodeToString(sum[:]), true
	}
	return "", false
}
