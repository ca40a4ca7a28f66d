package wire

// CRC16 adds data to a CRC of 16 bits with the polynomial 0x1021, highest bit first and 0xFFFF initially. QuakeWorld's
// moves and QTV's passwords use it.
func CRC16[T string | []byte](sum uint16, data T) uint16 {
	for i := range len(data) {
		sum ^= uint16(data[i]) << 8
		for range 8 {
			if sum&0x8000 != 0 {
				sum = sum<<1 ^ 0x1021
			} else {
				sum <<= 1
			}
		}
	}
	return sum
}
