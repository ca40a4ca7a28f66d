package bsp

// Pair is a key with its value, as the map's text has them (Quake's own
// characters are not translated).
type Pair struct{ Key, Value string }

// Entity is one entity of the map's text: its pairs in their order.
type Entity []Pair

// Get returns the value of a key, of the last pair if there are several, and
// whether there is one.
func (e Entity) Get(key string) (string, bool) {
	for i := len(e) - 1; i >= 0; i-- {
		if e[i].Key == key {
			return e[i].Value, true
		}
	}
	return "", false
}
