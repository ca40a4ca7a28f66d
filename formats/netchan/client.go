package netchan

import (
	"errors"
	"fmt"
	"net/netip"
	"time"

	"demoscope/formats/internal/container"
	"demoscope/formats/message"
	"demoscope/formats/quakeworld"
)

// Timeouts of a client.
const (
	// challengeEvery is the interval between getchallenge requests, and connectWait the timeout for an answer to
	// connect: servers ignore a second one within five seconds.
	challengeEvery = 2 * time.Second
	connectWait    = 6 * time.Second
	// pingsEvery is the interval between requests for all players' pings.
	pingsEvery = 2 * time.Second

	// maxTries is the maximum number of requests to a server that does not answer.
	maxTries = 8
	// maxSilence is the maximum time without a packet from the connected server. Servers give clients 65 seconds.
	maxSilence = 60 * time.Second
	// maxSignOn is the maximum time for a sign-on. Two seconds are slow.
	maxSignOn = 60 * time.Second
)

// Limits on what a server can make the client do.
const (
	// maxAnswers is the maximum number of answers until a sign-on is over. A normal sign-on takes some twenty, and a
	// thousand with the longest lists.
	maxAnswers = 2000
	// maxPerSecond is the maximum number of bytes from the server in a second. A server that answers each of our
	// packets sends a tenth of that.
	maxPerSecond = 1 << 20
	// maxDatagrams is the maximum number of datagrams from the server in a second.
	maxDatagrams = 1000
	// maxNonsense is the maximum number of unreadable packets in a row.
	maxNonsense = 64
	// maxAhead is the maximum jump of a sequence number, which stands for minutes of packets.
	maxAhead = 1 << 16
	// maxLine is the maximum length in bytes of a server command; longer ones are ignored.
	maxLine = 4096
	// maxOwnAddress is the maximum number of answers to the request for the client's address.
	maxOwnAddress = 16
)

// maxNote is the maximum length in bytes of a server's text in an error.
const maxNote = 200

// Errors of a connection.
var (
	ErrNoAnswer = errors.New("the server does not answer")
	ErrSilent   = errors.New("no data from the server for a minute")
	ErrSignOn   = errors.New("the server does not finish the sign-on")
	ErrFlood    = errors.New("the server sends more than requested")
	ErrNonsense = errors.New("invalid data from the server")
	ErrLeft     = errors.New("the connection is closed")
)

// RefusedError says that the server does not let the client in.
type RefusedError struct {
	Text string // the server's words, one line
}

func (e *RefusedError) Error() string { return "the server refuses: " + e.Text }

// ClosedError says that the server ended the connection.
type ClosedError struct {
	Text string // the server's last text, one line, may be empty
}

func (e *ClosedError) Error() string {
	if e.Text == "" {
		return "the server closed the connection"
	}
	return "the server closed the connection: " + e.Text
}

// State is the state of a connection.
type State uint8

// The states.
const (
	Asking     State = iota // for a challenge
	Joining                 // connect was sent
	SigningOn               // the level loads
	Spectating              // the game runs
	Changing                // the level changes
	Over                    // the client left, or after an error
)

var stateNames = [...]string{"asking", "joining", "signing on", "watching", "changing level", "over"}

// String returns the state's name for people.
func (s State) String() string { return stateNames[s] }

// Options are the options of a [Client].
type Options struct {
	// Server is the address for datagrams. A request for the client's address must name the same server.
	Server netip.AddrPort
	QPort  uint16 // any number
	Name   string // of the spectator
	// Password is the server's password for spectators, empty if it has none.
	Password string
	Rate     int // maximum bytes a second from the server
	// Extensions are the extensions to request, nil for [Extensions].
	Extensions []message.QWExtension
	// Checksum returns the checksum2 of a map by its path in the game folder, such as "maps/dm4.bsp". An error ends the
	// connection.
	Checksum func(gameDir, path string) (int32, error)
}

// Client is a spectator's end of a connection.
//
// It obeys only these server commands, each of which has one fixed answer to the server itself: "cmd new", "cmd pext",
// "cmd prespawn N M", "cmd spawn N M", "skins", "changing", "reconnect", and a request for the client's address.
type Client struct {
	opt   Options
	state State
	ch    *Channel

	next      time.Duration // time of the next try
	tries     int
	offers    []message.QWExtension // extensions that both ends support
	asked     bool                  // "cmd pext" was answered
	addresses int                   // answered requests for the client's address
	outer     []byte                // an answer outside the sequence that waits to be sent
	note      string                // the server's last printed text

	dec  quakeworld.Decoder
	file container.Reader
	now  time.Duration

	heard   time.Duration // when the last packet was accepted
	began   time.Duration // when the sign-on began
	answers int
	bad     int // unreadable packets in a row
	second  struct {
		began        time.Duration
		bytes, count int
	}

	signOn signOn
	line   []byte // the server's command so far
	long   bool   // the command is longer than maxLine

	// frames are the packets with known entities, by the low bits of their sequence number.
	frames [frameRing]uint32
	newest uint32 // newest of them, 0 if there is none
	choked int

	players  [slots]slot
	follow   int  // the viewer's choice: a slot, or Nobody or Anybody
	followed int  // the slot last requested from the server
	asking   bool // the request may not have arrived
	place    [3]float32
	angles   [3]float32
	moves    [3]message.QWUserCommand
	sent     time.Duration // time of the last packet
	pings    time.Duration // time of the last request for pings

	left bool // Leave was called

	packet       Packet
	buffer, body []byte
}

// slots is the number of slots that a message can name. QuakeWorld has 32, and FTE at most 255.
const slots = 256

// slot is the known state of a player.
type slot struct {
	playing bool // not a spectator
	seen    bool
	origin  [3]float32 // Quake units
	angles  [3]float32 // degrees
}

// Values for [Client.Follow] besides slots.
const (
	Nobody  = -1 // free camera: see Place
	Anybody = -2 // the player in the first slot
)

// NewClient returns a client that has not sent anything yet.
func NewClient(opt Options) *Client {
	if opt.Extensions == nil {
		opt.Extensions = Extensions
	}
	c := &Client{opt: opt, ch: NewChannel(opt.QPort), follow: Anybody, followed: Nobody}
	c.file = container.Reader{Format: "netchan", Clock: c.seconds}
	c.dec.Init(false)
	return c
}

func (c *Client) seconds() float64 { return c.now.Seconds() }

// State returns the state of the connection.
func (c *Client) State() State { return c.state }

// Count returns the packet counters of the channel.
func (c *Client) Count() Count { return c.ch.Count }

// Heard returns the time of the last accepted packet.
func (c *Client) Heard() time.Duration { return c.heard }

// Sequence returns the sequence number of the client's next packet.
func (c *Client) Sequence() uint32 { return c.ch.Next() }

// Choked returns the number of packets that the server says it held back because of the rate.
func (c *Client) Choked() int { return c.choked }

// Follow selects the player that the server shows: a slot, [Nobody] or [Anybody]. If the player in the slot does not
// play, it acts like Anybody.
func (c *Client) Follow(slot int) { c.follow = slot }

// Followed returns the followed slot, [Nobody] if there is none.
func (c *Client) Followed() int { return c.followed }

// Place sets the origin of the free camera in Quake units and its angles in degrees. While nobody is followed, the
// server sends what is visible from there.
func (c *Client) Place(origin, angles [3]float32) { c.place, c.angles = origin, angles }

// View returns the origin of the view in Quake units and its angles in degrees: those of the followed player, otherwise
// those set by [Client.Place].
func (c *Client) View() (origin, angles [3]float32) {
	if c.followed >= 0 && c.players[c.followed].seen {
		return c.players[c.followed].origin, c.players[c.followed].angles
	}
	return c.place, c.angles
}

// Say sends a chat line. The error is [ErrFull].
func (c *Client) Say(text string) error { return c.say("say " + text) }

// say sends a console command.
func (c *Client) say(text string) error { return c.ch.Queue(AppendText(nil, text)) }

// answer sends a command that the server requested.
func (c *Client) answer(text string) error {
	if c.answers++; c.answers > maxAnswers {
		return ErrSignOn
	}
	return c.say(text)
}

// Send emits the datagrams that are due at time now: at most two, which are valid until the next call. Call it 20 to 77
// times a second, because a server only ever answers. An error ends the connection.
func (c *Client) Send(now time.Duration, emit func(datagram []byte)) error {
	c.now = now
	if c.state == Over {
		return ErrLeft
	}
	if len(c.outer) > 0 {
		emit(c.outer)
		c.outer = c.outer[:0]
	}
	if c.state <= Joining {
		return c.ask(emit)
	}
	if now-c.heard > maxSilence {
		return c.end(ErrSilent)
	}
	if c.state != Spectating && now-c.began > maxSignOn {
		return c.end(ErrSignOn)
	}
	c.body = c.body[:0]
	if c.state == Spectating {
		if err := c.spectate(); err != nil {
			return c.end(err)
		}
	} else {
		c.body = append(c.body, idNop)
	}
	c.buffer = c.ch.Append(c.buffer[:0], c.body)
	c.sent = now
	emit(c.buffer)
	return nil
}

// ask requests to join.
func (c *Client) ask(emit func([]byte)) error {
	if c.tries > 0 && c.now < c.next {
		return nil
	}
	if c.tries++; c.tries > maxTries {
		return c.end(ErrNoAnswer)
	}
	c.state, c.next = Asking, c.now+challengeEvery
	emit(OutOfBand("getchallenge\n"))
	return nil
}

// spectate builds a spectator's packet.
func (c *Client) spectate() error {
	if who := c.wanted(); who != c.followed {
		text := "ptrack"
		if who != Nobody {
			text = fmt.Sprintf("ptrack %d", who)
		}
		if err := c.say(text); err != nil {
			return err
		}
		c.followed, c.asking = who, true
	}
	c.asking = c.asking && c.ch.Waiting()
	if c.now-c.pings >= pingsEvery && !c.ch.Waiting() {
		c.pings = c.now
		if err := c.say("pings"); err != nil {
			return err
		}
	}
	origin, angles := c.View()
	c.moves[0], c.moves[1] = c.moves[1], c.moves[2]
	move := &c.moves[2]
	*move = message.QWUserCommand{Msec: uint8(min((c.now - c.sent).Milliseconds(), 255))}
	for i, a := range angles {
		move.Angles[i] = int16(uint16(int64(float64(a) * 65536 / 360)))
	}
	c.body = AppendMove(c.body, c.ch.Next(), c.loss(), &c.moves)
	if c.newest != 0 && c.ch.Next()-c.newest < frameRing-1 {
		c.body = AppendDelta(c.body, c.newest)
	}
	// The server echoes the spectator's origin, from which the recording derives the followed player. Send it only
	// after the server has received the request to follow.
	if !c.asking {
		c.body = AppendPlace(c.body, c.dec.Protocol.Units(), origin)
	}
	return nil
}

// loss returns the percentage of the server's packets that were lost.
func (c *Client) loss() uint8 {
	n := &c.ch.Count
	return uint8(100 * n.Gaps / max(n.Gaps+n.Accepted, 1))
}

// wanted returns the slot to follow now.
func (c *Client) wanted() int {
	switch {
	case c.follow >= 0 && c.follow < slots && c.players[c.follow].playing:
		return c.follow
	case c.follow != Nobody:
		if c.followed >= 0 && c.players[c.followed].playing {
			return c.followed
		}
		for i := range c.players {
			if c.players[i].playing {
				return i
			}
		}
	}
	return Nobody
}

// end ends the connection and returns the reason.
func (c *Client) end(err error) error {
	c.state = Over
	return err
}

// disconnectPackets is the number of packets that announce the departure. Some may be lost, and the server may
// acknowledge none.
const disconnectPackets = 3

// Leave ends the connection, and announces it if the server let the client in.
func (c *Client) Leave(emit func(datagram []byte)) {
	if c.ch.Next() > 1 && !c.left {
		for range disconnectPackets {
			c.buffer = c.ch.Append(c.buffer[:0], AppendText(nil, "drop"))
			emit(c.buffer)
		}
	}
	c.state, c.left = Over, true
}

// Packet is an accepted packet of the server, as received.
type Packet struct {
	Sequence, Acknowledge int32  // the header's words, flags included
	Payload               []byte // part of the datagram
	Level                 bool   // it begins a level
	Damaged               bool   // partly unreadable
}

// Receive processes a datagram that arrived from the server at time now. It returns its packet, nil if there is none,
// which is valid until the next call. An error ends the connection; there may be a packet nevertheless.
func (c *Client) Receive(now time.Duration, datagram []byte) (*Packet, error) {
	c.now = now
	if c.state == Over {
		return nil, ErrLeft
	}
	if now-c.second.began >= time.Second {
		c.second.began, c.second.bytes, c.second.count = now, 0, 0
	}
	c.second.bytes += len(datagram)
	if c.second.count++; c.second.bytes > maxPerSecond || c.second.count > maxDatagrams {
		return nil, c.end(ErrFlood)
	}
	if len(datagram) > MaxDatagram {
		return nil, c.countUnreadable()
	}
	if IsOutOfBand(datagram) {
		return nil, c.receiveOutOfBand(datagram)
	}
	if c.state == Asking || c.state == Joining || len(datagram) < headerSize {
		return nil, nil
	}
	sequence, acknowledge := header(datagram)
	if sequence&sequenceMask > c.ch.In()+maxAhead || acknowledge&sequenceMask >= c.ch.Next() {
		return nil, c.countUnreadable() // numbers that no server can have
	}
	payload, ok := c.ch.Receive(datagram)
	if !ok {
		return nil, nil
	}
	c.heard = now
	p := &c.packet
	*p = Packet{Sequence: int32(sequence), Acknowledge: int32(acknowledge), Payload: payload}
	if err := c.read(p); err != nil {
		return p, c.end(err)
	}
	if !p.Damaged {
		c.bad = 0
		return p, nil
	}
	return p, c.countUnreadable()
}

// countUnreadable counts an unreadable packet.
func (c *Client) countUnreadable() error {
	if c.bad++; c.bad > maxNonsense {
		return c.end(ErrNonsense)
	}
	return nil
}

// receiveOutOfBand processes a datagram outside the sequence.
func (c *Client) receiveOutOfBand(datagram []byte) error {
	if text, ok := Print(datagram); ok {
		if s := Readable(text, maxNote); s != "" {
			c.note = s
		}
		if c.state == Asking || c.state == Joining {
			return c.end(&RefusedError{Text: c.note})
		}
		return nil
	}
	switch {
	case c.state == Asking && c.tries > 0:
		challenge, ok := ParseChallenge(datagram)
		if !ok {
			return nil
		}
		c.offers = challenge.agree(c.opt.Extensions)
		spectator := c.opt.Password
		if spectator == "" {
			spectator = "1"
		}
		info := UserInfo("name", c.opt.Name, "spectator", spectator, "rate", fmt.Sprint(c.opt.Rate),
			"msg", "0", "noaim", "1", "*client", "Demoscope", "*z_ext", zExtensions)
		c.outer = append(c.outer[:0], Connect(c.opt.QPort, challenge.Number, info, c.offers)...)
		c.state, c.next = Joining, c.now+connectWait
	case c.state == Joining && datagram[len(outOfBand)] == kindJoined:
		c.state, c.heard, c.began = SigningOn, c.now, c.now
		return c.answer("new")
	}
	return nil
}

// zExtensions are the ZQuake extensions to request: all that only change values, so that the recording has the same
// data as those of other clients.
const zExtensions = "511"

// read reads the messages of a packet.
func (c *Client) read(p *Packet) error {
	f := &c.file
	f.Data, f.Pos, f.Ended = p.Payload, 0, false
	f.Take(0, len(p.Payload))
	c.dec.Reset(p.Payload)
	sequence := uint32(p.Sequence) & sequenceMask
	for {
		m, err := c.dec.Next(f)
		if err != nil {
			var damage *message.Damage
			p.Damaged = errors.As(err, &damage)
			return nil
		}
		if _, ok := m.(*message.QWServerData); ok {
			p.Level = true
		}
		if err := c.message(m, sequence); err != nil {
			return err
		}
	}
}

// frameRing is how many packets back a delta may refer.
const frameRing = 64

// message processes a message of the packet with a sequence number.
func (c *Client) message(m message.Message, sequence uint32) error {
	switch m := m.(type) {
	case *message.StuffText:
		return c.serverCommands(m.Text)
	case *message.QWServerData:
		return c.serverData(m)
	case *message.QWList:
		return c.list(m)
	case *message.Disconnect:
		c.left = true
		return &ClosedError{Text: c.note}
	case *message.Print:
		if s := Readable(m.Text, maxNote); s != "" && m.Level > 1 {
			c.note = s
		}
	case *message.QWChoke:
		c.choked += int(m.Count)
	case *message.PacketEntities:
		c.entities(m, sequence)
	case *message.QWPlayerInfo:
		c.player(m)
	case *message.QWUpdateUserInfo:
		c.players[m.Player].playing = len(m.Text) > 0 && !spectates(m.Text)
	case *message.QWSetInfo:
		if string(m.Key) == "*spectator" {
			c.players[m.Player].playing = len(m.Value) == 0
		}
	}
	return nil
}

// entities records that the entities of a packet are known, if their base is.
func (c *Client) entities(m *message.PacketEntities, sequence uint32) {
	if m.Delta {
		base := sequence - (sequence-uint32(m.From))&0xff
		if base == 0 || c.frames[base%frameRing] != base {
			c.newest = 0 // the next packet requests all entities
			return
		}
	}
	c.frames[sequence%frameRing], c.newest = sequence, sequence
}

func (c *Client) player(m *message.QWPlayerInfo) {
	s, units := &c.players[m.Player], c.dec.Protocol.PlayerUnits()
	s.seen, s.origin = true, units.Vec(m.Origin)
	if m.Bits&message.QWPlayerCommand != 0 {
		for i, a := range m.Command.Angles {
			s.angles[i] = float32(a) * (360. / 65536)
		}
	}
}
