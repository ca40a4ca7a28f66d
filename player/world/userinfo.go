package world

import "strings"

// Info strings are \key\value pairs, as QuakeWorld, Quake II and Quake III
// keep what is known of a player or a server.

// infoValue returns the value of a key, empty if the string lacks it. Empty
// pairs, which some engines leave behind, do no harm.
func infoValue(info, key string) string {
	for {
		k, v, rest, ok := cutInfo(info)
		if !ok {
			return ""
		}
		if k == key {
			return v
		}
		info = rest
	}
}

// cutInfo cuts the first pair off an info string.
func cutInfo(info string) (key, value, rest string, ok bool) {
	info = strings.TrimPrefix(info, `\`)
	if info == "" {
		return "", "", "", false
	}
	key, rest, _ = strings.Cut(info, `\`)
	if i := strings.IndexByte(rest, '\\'); i >= 0 {
		return key, rest[:i], rest[i:], true
	}
	return key, rest, "", true
}

// setInfoValue returns info with one pair replaced, added at the end, or, if
// the value is empty, removed.
func setInfoValue(info, key, value string) string {
	var b strings.Builder
	for {
		k, v, rest, ok := cutInfo(info)
		if !ok {
			break
		}
		if k != key {
			b.WriteString(`\` + k + `\` + v)
		}
		info = rest
	}
	if value != "" {
		b.WriteString(`\` + key + `\` + value)
	}
	return b.String()
}

// infoNumber returns the number that a value begins with, as C's atoi does,
// and 0 for one that a byte cannot hold.
func infoNumber(value string) uint8 {
	n := 0
	for i := range len(value) {
		if value[i] < '0' || value[i] > '9' {
			break
		}
		if n = n*10 + int(value[i]-'0'); n > 255 {
			return 0
		}
	}
	return uint8(n)
}

// setUserInfo gives a player a new user info. An empty one means that nobody
// has the slot any more.
func (p *Player) setUserInfo(info string) {
	p.UserInfo = info
	p.InUse = info != ""
	p.Name = infoValue(info, "name")
	p.Team = infoValue(info, "team")
	p.Skin = infoValue(info, "skin")
	p.Shirt = infoNumber(infoValue(info, "topcolor"))
	p.Pants = infoNumber(infoValue(info, "bottomcolor"))
	p.Spectator = infoNumber(infoValue(info, "*spectator")) != 0
}
