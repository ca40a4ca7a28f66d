package quakeworld

import (
	"slices"

	"demoscope/formats/message"
	"demoscope/formats/wire"
	"demoscope/player/world"
	"demoscope/player/world/id1"
	"demoscope/player/world/internal/info"
	"demoscope/player/world/prints"
)

// Relevant bits of the extension words in serverdata, see [message.QWExtension].
const (
	fteModelDouble    = 0x1000
	fteHullSize       = 0x800
	mvdHiddenMessages = 0x20
	// extensionOnGround is the bit of *z_ext in the server info that means that playerinfo tells whether a player
	// stands on something.
	extensionOnGround = 0x40
)

// applyScores applies a message about the scoreboard. It returns false for other messages.
func (q *base) applyScores(w world.Edit, m message.Message) bool {
	switch m := m.(type) {
	case *message.UpdateFrags:
		q.frags(w, int(m.Player), int32(m.Frags))
		q.unnamed.Frags(w.Clock, int(m.Player), int32(m.Frags))
	case *message.QWUpdatePing:
		w.Player(int(m.Player)).Ping = int32(m.Ping)
	case *message.QWUpdatePL:
		w.Player(int(m.Player)).Loss = int32(m.Loss)
	case *message.QWUpdateEnterTime:
		// The message has the seconds since then.
		w.Player(int(m.Player)).Entered = w.Time - float64(m.Time)
	case *message.QWUpdateUserInfo:
		p := w.Player(int(m.Player))
		if text := m.Text[:min(len(m.Text), info.MaxBytes)]; p.UserInfo != string(text) {
			q.userInfo(w, p, m.User, string(text))
		}
		p.UserID = m.User
	case *message.QWSetInfo:
		p := w.Player(int(m.Player))
		if key, value := string(m.Key), string(m.Value); info.Value(p.UserInfo, key) != value {
			was := *p
			setUserInfo(p, info.Set(p.UserInfo, key, value))
			if p.UserID == 0 {
				ghost(w, p, &was)
			}
		}
	default:
		return false
	}
	return true
}

// userInfo applies a new user info of a slot, whose player may be another one than before.
func (q *base) userInfo(w world.Edit, p *world.Player, user int32, text string) {
	was := *p
	setUserInfo(p, text)
	if user == 0 {
		ghost(w, p, &was)
	}
	if (was.UserID != user || !p.InUse || p.Spectator) && !isGhost(&was) { // ghosts have left before
		q.leave(w, &was, p.InUse && p.Spectator && p.Name == was.Name)
	}
	if was.InUse && (was.UserID != user || !p.InUse) {
		p.Leave()
	}
	if (was.UserID != user || !was.InUse) && p.InUse && !p.Spectator && !isGhost(p) {
		if c, ok := w.Join(p.Slot, p.Name); ok {
			p.SetCounts(c)
		}
	}
}

// userKeys are the relevant keys of a user info.
var userKeys = [...]string{"name", "team", "skin", "topcolor", "bottomcolor", "*spectator", "chat"}

// setUserInfo sets the user info of a player. An empty one frees the slot.
func setUserInfo(p *world.Player, s string) {
	if s == p.UserInfo {
		return
	}
	p.UserInfo = s
	p.InUse = s != ""
	var values [len(userKeys)]string
	var found [len(userKeys)]bool
	info.All(s, func(key, value string) {
		if i := slices.Index(userKeys[:], key); i >= 0 && !found[i] { // the first value counts
			values[i], found[i] = value, true
		}
	})
	p.Name, p.Team, p.Skin = values[0], values[1], values[2]
	p.Shirt, p.Pants = id1.Color(values[3]), id1.Color(values[4])
	p.Spectator, p.Chat = info.Byte(values[5]) != 0, info.Byte(values[6])
}

// ghost updates a slot without a user. KTX keeps the score of a player who left a match in a free slot, as a ghost
// whose name is marked. When the player returns, KTX clears the name. The counts stay if the slot was the player's
// ghost before.
func ghost(w world.Edit, p, was *world.Player) {
	if name, ok := prints.GhostName(p.Name); ok {
		p.Name = name
		if !isGhost(was) || was.Name != name {
			p.SetCounts(w.Left(name))
		}
	}
	p.InUse = p.Name != ""
}

// isGhost reports whether a slot stands for a player who left the match.
func isGhost(p *world.Player) bool {
	if p.UserID != 0 {
		return false
	}
	_, ok := prints.GhostName(p.InfoValue("name"))
	return ok
}

// applyLevel applies a message that sets up a level. It returns false for other messages.
func (q *base) applyLevel(w world.Edit, m message.Message) bool {
	switch m := m.(type) {
	case *message.QWList:
		q.list(w, m)
	case *message.QWServerInfo:
		l := w.EditLevel()
		l.ServerInfo = info.Set(l.ServerInfo, string(m.Key), string(m.Value))
		switch string(m.Key) {
		case "status":
			q.status(w, string(m.Value), true)
		case "teamplay", "deathmatch", "mode":
			q.serverInfo(w)
		case "skill":
			setSkill(w)
		}
	case *message.SpawnBaseline:
		d, u := q.object(m.Kind, &m.EntityDelta)
		e := world.Entity{Number: m.Number}
		e.Apply(d, u)
		w.SetBaseline(e)
	case *message.SpawnStatic:
		w.AddStatic(q.object(m.Kind, &m.EntityDelta))
	case *message.Precache:
		q.precache(w, m)
	default:
		return false
	}
	return true
}

// object returns the delta of a baseline or a static entity, and its units.
func (q *state) object(kind message.BaselineKind, d *message.EntityDelta) (*message.EntityDelta, wire.Units) {
	switch {
	case kind != message.BaselineDelta:
		return d, q.units
	case q.replaced:
		state := world.ReplacedState(*d)
		return &state, q.entityUnits
	}
	return d, q.entityUnits
}

// beginLevel begins a level.
func (q *base) beginLevel(w world.Edit, m *message.QWServerData) {
	l := w.BeginLevel()
	if w.LevelCount == 1 {
		w.ContinueClock()
	}
	l.Title = string(m.MapName)
	l.GameDir = string(m.GameDir)
	l.Protocol = int(m.Protocol)
	l.MaxClients = slots
	l.ClientSounds = id1.ClientSounds
	targets, slot, entities, players := q.targets, q.slot, q.entities, q.players
	q.state = state{targets: targets, slot: slot, entities: entities, players: players}
	q.setProtocol(m)
	q.texts.clear()
	q.bodies = nil
	w.BeginResult(world.Unknown)
}

// Assume implements [world.Assumer].
func (q *base) Assume(_ world.Edit, m message.Message) {
	if m, ok := m.(*message.QWServerData); ok {
		q.setProtocol(m)
	}
}

// setProtocol sets the meaning of messages from the protocol of a serverdata message.
func (q *base) setProtocol(m *message.QWServerData) {
	q.units, q.entityUnits, q.playerUnits = m.Units, m.EntityUnits, m.PlayerUnits
	fte := message.ExtensionBits(m.Extensions, message.TagFTE)
	fte2 := message.ExtensionBits(m.Extensions, message.TagFTE2)
	q.modelDouble, q.hull = fte&fteModelDouble != 0, fte&fteHullSize != 0
	q.replaced, q.predicts = fte2&message.FTE2Replacement != 0, fte2&message.FTE2Prediction != 0
	if q.clients = slots; m.Slots > 0 && len(m.Players) > 0 { // in .mvd, FTE writes a different number
		q.clients = min(slots, int32(m.Slots))
	}
}

// setSkill sets the skill of a game against monsters, if the server info has it.
func setSkill(w world.Edit) {
	if s := info.Value(w.Level().ServerInfo, "skill"); len(s) == 1 && s[0] >= '0' && s[0] <= '3' {
		w.Single.Skill, w.Single.SkillKnown = int32(s[0]-'0'), true
	}
}

// maxPrecache bounds the indices of models and sounds. An extension of FTE makes them 16 bits wide, and its servers
// have up to 4,096 of each.
const maxPrecache = 1 << 13

// list applies a part of a precache list. Its first name has the index First+1, because index 0 means none.
func (q *base) list(w world.Edit, m *message.QWList) {
	l := w.EditLevel()
	dst := &l.Models
	if m.Sounds() {
		dst = &l.Sounds
	}
	for i, name := range m.Names {
		if !setName(dst, int(m.First)+1+i, name) {
			break
		}
		q.hasFlags = q.hasFlags || string(name) == flagModel
	}
	if !m.Sounds() {
		l.Map = l.Model(1)
	}
}

// precache applies a name that comes after the lists.
func (q *base) precache(w world.Edit, m *message.Precache) {
	l := w.EditLevel()
	switch m.Kind() {
	case message.PrecacheModel:
		setName(&l.Models, m.Number(), m.Text)
		q.hasFlags = q.hasFlags || string(m.Text) == flagModel
		l.Map = l.Model(1)
	case message.PrecacheSound:
		setName(&l.Sounds, m.Number(), m.Text)
	}
}

// setName sets a name in a list. It returns false if the index is too large.
func setName(list *[]string, n int, name []byte) bool {
	if n >= maxPrecache {
		return false
	}
	if more := n + 1 - len(*list); more > 0 {
		*list = append(*list, make([]string, more)...)
	}
	(*list)[n] = string(name)
	return true
}
