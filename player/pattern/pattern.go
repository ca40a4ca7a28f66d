// Package pattern finds moments of a demo that are worth watching: kill runs, midair hits, two kills with one
// shot, flick shots, flag runs and so on.
//
// [Read] makes one pass over a demo and returns its [Facts]: kills with their circumstances, flag carries,
// powerups, jumps, scores. They do not depend on a query, so they can be stored and queried again. [Parse]
// parses a query, such as "run kills>=3 within 5s player:milton", and [Query.Match] returns its [Hit]s in the
// facts.
//
// A pattern means the same in every game. docs/manual/patterns.md documents the words and the data that each
// pattern needs. The package never guesses missing data: unknown numbers are left out of [Numbers], and a hit
// names the conditions that cannot be judged ([Hit.Unjudged]).
//
// Times are seconds of the viewer's clock, positions and lengths are in Quake units, and angles are in degrees.
package pattern

// Kind is a kind of moment.
type Kind uint8

// The kinds.
const (
	Kill Kind = iota
	Run
	Streak
	Multi
	Midair
	Direct
	Flick
	LastSecond
	Quad
	Pent
	Flag
	Capture
	Telefrag
	Discharge
	RocketJump
	TrickJump
	Comeback
	Control
	Chat
	FlagLost
	FlagReturned

	// KindCount is the number of kinds.
	KindCount
)

// Description describes a kind, for help and documentation.
type Description struct {
	Name    string
	What    string // one sentence
	Example string // an example query
	// Measures are the numbers that hits of the kind can have.
	Measures []Measure
	// most is the number by which hits are ranked.
	most Measure
	// less is set if smaller values of most are better.
	less bool
	// usual are the default conditions. Each applies unless the query has a condition on its number.
	usual []Condition
	// instead are numbers that replace all default conditions if the query has a condition on any of them.
	instead []Measure
	// everything is set if the kind is too common to be searched without being named.
	everything bool
}

var descriptions = [KindCount]Description{
	Kill: {
		Name: "kill", What: "A player kills an opponent.", Example: `kill weapon:rl distance>600`,
		Measures: []Measure{Distance, Flight, Height, Air, Turn, TurnRate, Speed, Left}, most: Distance,
		everything: true,
	},
	Run: {
		Name: "run", What: "Several kills in a short time without dying.", Example: `run kills>=3 within 5s`,
		Measures: []Measure{Kills, Gap, Time, Left}, most: Kills,
		usual: []Condition{{Kills, AtLeast, 3}, {Gap, AtMost, 5}},
	},
	Streak: {
		Name: "streak", What: "Kills in a row without dying, with no time limit.", Example: `streak kills>=10`,
		Measures: []Measure{Kills, Time}, most: Kills, usual: []Condition{{Kills, AtLeast, 5}},
	},
	Multi: {
		Name: "multi", What: "Several kills with one shot.", Example: `multi weapon:rail`,
		Measures: []Measure{Kills, Left}, most: Kills, usual: []Condition{{Kills, AtLeast, 2}},
	},
	Midair: {
		Name: "midair", What: "A missile hits and kills a player in the air.",
		Example:  `midair height>64`,
		Measures: []Measure{Height, Air, Apex, Distance, Flight, Speed, Left}, most: Height,
		usual: []Condition{{Air, AtLeast, 0.4}}, instead: []Measure{Height, Apex},
	},
	Direct: {
		Name: "direct", What: "A missile kills with a direct hit, not by splash damage.",
		Example:  `direct weapon:gl distance>400`,
		Measures: []Measure{Distance, Flight, Height, Air, Speed, Left}, most: Distance,
	},
	Flick: {
		Name: "flick", What: "A hitscan kill right after a fast turn.", Example: `flick turn>=90`,
		Measures: []Measure{Turn, TurnRate, Distance, Left}, most: Turn,
		usual: []Condition{{Turn, AtLeast, 40}, {TurnRate, AtLeast, 400}}, instead: []Measure{Turn, TurnRate},
	},
	LastSecond: {
		Name: "lastsecond", What: "A kill or flag capture just before the end of the match.",
		Example:  `lastsecond left<=3s`,
		Measures: []Measure{Left, Distance}, most: Left, less: true, usual: []Condition{{Left, AtMost, 10}},
	},
	Quad: {
		Name: "quad", What: "Kills during one quad damage.", Example: `quad kills>=4`,
		Measures: []Measure{Kills, Time}, most: Kills, usual: []Condition{{Kills, AtLeast, 1}},
	},
	Pent: {
		Name: "pent", What: "Kills during one invulnerability.", Example: `pent kills>=4`,
		Measures: []Measure{Kills, Time}, most: Kills, usual: []Condition{{Kills, AtLeast, 1}},
	},
	Flag: {
		Name: "flag", What: "A flag run, from taking the flag to capturing it.", Example: `flag from:base time<20s`,
		Measures: []Measure{Time, Distance, Way, Speed, Left}, most: Time, less: true,
	},
	Capture: {
		Name: "capture", What: "A flag capture, even if the run is unknown.", Example: `capture player:toast`,
		Measures: []Measure{Left}, most: Left, less: true,
	},
	Telefrag: {
		Name: "telefrag", What: "A player kills another by teleporting or spawning in the same place.",
		Example:  `telefrag`,
		Measures: []Measure{Left}, most: Left, less: true,
	},
	Discharge: {
		Name: "discharge", What: "Kills by one lightning gun discharge under water.",
		Example:  `discharge kills>=2`,
		Measures: []Measure{Kills, Left}, most: Kills, usual: []Condition{{Kills, AtLeast, 1}},
	},
	RocketJump: {
		Name: "rocketjump", What: "A jump powered by the player's own rocket or grenade.",
		Example:  `rocketjump rise>=200`,
		Measures: []Measure{Rise, Speed, Air, Distance}, most: Rise, usual: []Condition{{Rise, AtLeast, 128}},
	},
	TrickJump: {
		Name: "trickjump", What: "A long jump, faster than running, without the help of a weapon.",
		Example:  `trickjump speed>=900`,
		Measures: []Measure{Speed, Distance, Air, Rise}, most: Distance, usual: []Condition{{Speed, AtLeast, 700},
			{Distance, AtLeast, 400}},
	},
	Comeback: {
		Name: "comeback", What: "A match whose winner was far behind at some point.", Example: `comeback behind>=10`,
		Measures: []Measure{Behind, Left}, most: Behind, usual: []Condition{{Behind, AtLeast, 5}},
	},
	Control: {
		Name: "control", What: "A player picks up most spawns of an item in a match.",
		Example:  `control item:ra share>=80%`,
		Measures: []Measure{Share, Count}, most: Share, usual: []Condition{{Share, AtLeast, 60}, {Count, AtLeast, 4}},
	},
	Chat: {
		Name: "chat", What: "A chat message.", Example: `chat "gg"`, everything: true,
	},
	FlagLost: {
		Name: "flaglost", What: "A flag is dropped because its carrier dies.", Example: `flaglost player:toast`,
		Measures: []Measure{Left}, most: Left, less: true, everything: true,
	},
	FlagReturned: {
		Name: "flagreturned", What: "A flag returns to its base, by a player or by timeout.",
		Example:  `flagreturned player:toast`,
		Measures: []Measure{Left}, most: Left, less: true, everything: true,
	},
}

// Describe returns the description of a kind.
func (k Kind) Describe() *Description { return &descriptions[k%KindCount] }

// String returns the name of a kind in a query, such as "midair".
func (k Kind) String() string { return k.Describe().Name }

// MarshalText implements [encoding.TextMarshaler].
func (k Kind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// UnmarshalText implements [encoding.TextUnmarshaler]. An unknown name becomes [Kill].
func (k *Kind) UnmarshalText(name []byte) error {
	*k = Kill
	for other := range KindCount {
		if other.String() == string(name) {
			*k = other
		}
	}
	return nil
}

// Measure is a number of a hit.
type Measure uint8

// The numbers. Lengths are in units, times in seconds.
const (
	Kills    Measure = iota // number of kills
	Gap                     // longest time between two kills
	Time                    // total duration
	Height                  // height of the victim's feet above the floor
	Air                     // time since the victim left the ground
	Apex                    // time since the top of the victim's jump: the reference tool's "air time"
	Distance                // distance from the shot to the point of impact; for a flag run, the straight line
	Flight                  // flight time of the missile
	Turn                    // largest turn of the killer in the last 0.2 s, degrees
	TurnRate                // fastest turn of the killer within 0.1 s, degrees per second
	Speed                   // speed of the victim; for a jump, the maximum over ground; for a flag run, the average
	Left                    // time until the end of the match
	Way                     // path length of a flag run
	Rise                    // gain in height by a jump
	Behind                  // largest deficit, points
	Share                   // percent
	Count                   // pickups of an item
	// MeasureCount is the number of measures.
	MeasureCount
)

// measures are the names in queries and JSON, the units, and the descriptions.
var measures = [MeasureCount]struct{ name, unit, what string }{
	Kills:  {"kills", "", "number of kills"},
	Gap:    {"gap", "s", "longest time between two kills"},
	Time:   {"time", "s", "total duration"},
	Height: {"height", "", "units between the victim's feet and the floor"},
	Air:    {"air", "s", "time since the victim left the ground"},
	Apex:   {"apex", "s", "time since the top of the victim's jump"},
	Distance: {"distance", "",
		"units from the shot to the victim; for flag runs and jumps, the straight line"},
	Flight:   {"flight", "s", "flight time of the missile"},
	Turn:     {"turn", "deg", "turn of the killer in the 0.2 s before the kill"},
	TurnRate: {"rate", "deg/s", "fastest turn of the killer within 0.1 s"},
	Speed: {"speed", "",
		"units per second: of the victim; for jumps the maximum, for flag runs the average"},
	Left:   {"left", "s", "time until the end of the match"},
	Way:    {"way", "", "units that the flag was carried"},
	Rise:   {"rise", "", "units gained in height by a jump"},
	Behind: {"behind", "", "largest deficit of the winner, in points"},
	Share:  {"share", "%", "share of all pickups of the item"},
	Count:  {"count", "", "pickups by the player"},
}

// String returns the name of a number, such as "height".
func (m Measure) String() string { return measures[m%MeasureCount].name }

// Unit returns the unit of a number, "" for Quake units and counts.
func (m Measure) Unit() string { return measures[m%MeasureCount].unit }

// What returns a description of the number.
func (m Measure) What() string { return measures[m%MeasureCount].what }

// Numbers holds the known numbers of a moment.
type Numbers struct {
	Values [MeasureCount]float32
	Known  uint32 // a bit for each measure
}

// Set sets a number. It ignores infinities and NaN.
func (n *Numbers) Set(m Measure, v float64) {
	if v-v != 0 { // infinite or NaN
		return
	}
	n.Values[m], n.Known = float32(v), n.Known|1<<m
}

// Get returns a number, and whether it is known.
func (n *Numbers) Get(m Measure) (v float64, known bool) {
	return float64(n.Values[m]), n.Known>>m&1 != 0
}
