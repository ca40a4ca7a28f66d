// Package dataset writes tables of demos for programs that read tables: events, and tracks of players. The columns are
// the same for all games and formats; docs/manual/data-export.md lists them. Unknown values are null. [NewWriter]
// writes rows as lines of JSON, as CSV or as Parquet.
//
// Names and texts are readable, as [charset.Plain] makes them. Times are seconds, positions Quake units, and angles
// degrees.
package dataset

import (
	"bytes"
	"encoding/json"
	"math"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"demoscope/formats/message"
	"demoscope/player/charset"
	"demoscope/player/pattern"
	"demoscope/player/report"
	"demoscope/player/scan"
	"demoscope/player/timeline"
	"demoscope/player/weapon"
	"demoscope/player/world"
	"demoscope/player/world/equipment"
)

// Demo is the description of a demo in its rows. The caller provides it.
type Demo struct {
	File string // including the path in an archive
	// Date is in the form of [report.Info].Date, empty if unknown.
	Date string
}

// Part is the part of a table that a row belongs to. Large tables are divided into parts.
type Part struct {
	Map Map `json:"map" parquet:"map,dict"`
	Day Day `json:"day" parquet:"day"`
}

// Origin says where a row comes from.
type Origin struct {
	Demo   string  `json:"demo" parquet:"demo,dict"`
	Date   Date    `json:"date" parquet:"date"`
	Game   string  `json:"game" parquet:"game,dict"`
	Format string  `json:"format" parquet:"format,dict"`
	Level  int32   `json:"level" parquet:"level"` // from 1
	Clock  float64 `json:"clock" parquet:"clock"` // seconds of the viewer's clock
}

// EventBody is an event without its part.
type EventBody struct {
	Origin
	Match     *int32   `json:"match" parquet:"match"` // as in info, from 1; null outside of a match
	Kind      string   `json:"kind" parquet:"kind,dict"`
	Slot      *int32   `json:"slot" parquet:"slot"` // of the acting player
	Player    *string  `json:"player" parquet:"player,dict"`
	OtherSlot *int32   `json:"other_slot" parquet:"other_slot"` // of the killed player
	Other     *string  `json:"other" parquet:"other,dict"`
	Weapon    *string  `json:"weapon" parquet:"weapon,dict"`
	Item      *string  `json:"item" parquet:"item,dict"`
	Value     *int32   `json:"value" parquet:"value"`
	TeamKill  *bool    `json:"team_kill" parquet:"team_kill"`
	Direct    *bool    `json:"direct" parquet:"direct"` // true for a direct hit of a missile, false for splash
	X         *float32 `json:"x" parquet:"x"`           // position of the victim
	Y         *float32 `json:"y" parquet:"y"`
	Z         *float32 `json:"z" parquet:"z"`
	FromX     *float32 `json:"from_x" parquet:"from_x"` // position of the killer
	FromY     *float32 `json:"from_y" parquet:"from_y"`
	FromZ     *float32 `json:"from_z" parquet:"from_z"`
	Distance  *float32 `json:"distance" parquet:"distance"`
	Flight    *float32 `json:"flight" parquet:"flight"`
	Height    *float32 `json:"height" parquet:"height"`
	Air       *float32 `json:"air" parquet:"air"`
	Turn      *float32 `json:"turn" parquet:"turn"`
	TurnRate  *float32 `json:"rate" parquet:"rate"`
	Speed     *float32 `json:"speed" parquet:"speed"`
	Text      *string  `json:"text" parquet:"text"`
}

// Event is a row of the table of events.
type Event struct {
	Part
	EventBody
}

// kinds are the kinds of events in the table.
var kinds = map[world.EventKind]string{
	world.EventChat: "chat", world.EventKill: "kill", world.EventItem: "item", world.EventLevel: "level",
	world.EventIntermission: "intermission",
	world.EventPause:        "pause", world.EventSecret: "secret", world.EventMonster: "monster",
	world.EventCapture:    "capture",
	world.EventMatchStart: "match_start", world.EventMatchEnd: "match_end", world.EventMark: "mark",
	world.EventFlagLost: "flag_lost", world.EventFlagReturned: "flag_returned",
}

// mapName returns the name of a map, such as "dm6", for its game path.
func mapName(game world.Game, file string) Map {
	return Map(strings.ToLower(charset.MapName(game, file)))
}

// Map is the name of a map in lower case, such as "dm6", or empty if unknown.
type Map string

// Day is a day such as "2024-06-16", or empty if unknown.
type Day string

// Date is when a demo was recorded, in the form of [report.Info].Date, or empty if unknown.
type Date string

// MarshalJSON writes null for an unknown map.
func (m Map) MarshalJSON() ([]byte, error) { return knownText(string(m)) }

// MarshalJSON writes null for an unknown day.
func (d Day) MarshalJSON() ([]byte, error) { return knownText(string(d)) }

// MarshalJSON writes null for an unknown date.
func (d Date) MarshalJSON() ([]byte, error) { return knownText(string(d)) }

func knownText(text string) ([]byte, error) {
	if text == "" {
		return []byte("null"), nil
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false) // as for all other texts: the outer encoder can't undo it
	err := enc.Encode(text)
	return b.Bytes(), err
}

// days returns the number of days since 1970. ok is false if the day is unknown.
func (d Day) days() (int32, bool) {
	t, err := time.Parse(dayForm, string(d))
	return int32(t.Unix() / (24 * 60 * 60)), err == nil
}

// millis returns the number of milliseconds since 1970, assuming UTC without a time zone. ok is false if the time of
// day is unknown.
func (d Date) millis() (int64, bool) {
	t, err := time.Parse("2006-01-02T15:04:05", report.Instant(string(d)))
	return t.UnixMilli(), err == nil
}

const dayForm = "2006-01-02"

// day returns the day of a date in the form of [report.Info].Date, in the date's own time zone.
func day(date string) Day {
	if len(date) < len(dayForm) {
		return ""
	}
	return Day(date[:len(dayForm)])
}

// dateOf returns when a demo was recorded: the known date, the date reported by the server, or the date in the file
// name.
func (d *Demo) dateOf(told string) string {
	switch {
	case d.Date != "":
		return d.Date
	case told != "":
		return told
	}
	return report.DateInName(filepath.Base(d.File))
}

func some[T comparable](v, none T) *T {
	if v == none {
		return nil
	}
	return &v
}

// Events returns the rows of a demo's events.
func Events(f *pattern.Facts, d Demo) []Event {
	rows := make([]Event, 0, len(f.Events))
	date := d.dateOf(f.Date)
	kill, begun := 0, 0
	for i := range f.Events {
		e := &f.Events[i]
		level := f.LevelAt(e.Clock)
		if e.Kind == world.EventLevel {
			begun++ // several levels may begin at the same time
			if k := slices.IndexFunc(f.Levels, func(l pattern.Level) bool { return l.Count == begun }); k >= 0 {
				level = k
			}
		}
		row := Event{}
		row.Origin = Origin{d.File, Date(date), f.Game.String(), f.Format, int32(level + 1),
			report.Thousandths(e.Clock)}
		row.Day = day(date)
		if level >= 0 {
			row.Map = mapName(f.Game, f.Levels[level].Map)
		}
		row.Kind = kinds[e.Kind]
		// A level may begin when the last match of the previous level ends, but is not part of it.
		if m := f.MatchAt(e.Clock); m >= 0 && (e.Kind != world.EventLevel || f.Matches[m].Level == level) {
			row.Match = some(int32(f.Matches[m].Number), 0)
		}
		plain := charset.Plain
		if e.Kind == world.EventChat {
			plain = charset.Said
		}
		row.Slot, row.OtherSlot = some(int32(e.Player), world.Nobody), some(int32(e.Other), world.Nobody)
		row.Player, row.Other = some(charset.Plain(f.Game, e.PlayerName), ""),
			some(charset.Plain(f.Game, e.OtherName), "")
		row.Weapon, row.Item, row.Text = some(e.WeaponName(), ""), some(charset.Plain(f.Game, e.Item), ""),
			some(plain(f.Game, e.Text), "")
		if e.Kind != world.EventKill {
			row.Value = some(e.Value, 0)
			rows = append(rows, row)
			continue
		}
		row.TeamKill = &e.TeamKill
		for kill < len(f.Kills) && f.Kills[kill].Event < i {
			kill++
		}
		if kill < len(f.Kills) && f.Kills[kill].Event == i {
			row.death(&f.Kills[kill])
		}
		rows = append(rows, row)
	}
	return rows
}

// death adds the circumstances of a death.
func (r *Event) death(d *pattern.Death) {
	if d.Blow != world.HitUnknown {
		direct := d.Blow == world.HitDirect
		r.Direct = &direct
	}
	if d.AtKnown {
		r.X, r.Y, r.Z = &d.At[0], &d.At[1], &d.At[2]
	}
	if d.ByKnown {
		r.FromX, r.FromY, r.FromZ = &d.By[0], &d.By[1], &d.By[2]
	}
	for m, to := range map[pattern.Measure]**float32{
		pattern.Distance: &r.Distance, pattern.Flight: &r.Flight, pattern.Height: &r.Height, pattern.Air: &r.Air,
		pattern.Turn: &r.Turn, pattern.TurnRate: &r.TurnRate, pattern.Speed: &r.Speed,
	} {
		if v, known := d.Get(m); known {
			n := float32(report.Thousandths(v))
			*to = &n
		}
	}
}

// TrackBody is the state of a player at one time, without its part.
type TrackBody struct {
	Origin
	Time   float64 `json:"time" parquet:"time"` // seconds of the demo's own clock
	Slot   int32   `json:"slot" parquet:"slot"`
	Player *string `json:"player" parquet:"player,dict"`
	Team   *string `json:"team" parquet:"team,dict"`
	X      float32 `json:"x" parquet:"x"`
	Y      float32 `json:"y" parquet:"y"`
	Z      float32 `json:"z" parquet:"z"`
	Pitch  float32 `json:"pitch" parquet:"pitch"` // view angles; down is positive
	Yaw    float32 `json:"yaw" parquet:"yaw"`
	// VX, VY and VZ are the velocity in units per second, null if unknown.
	VX       *float32 `json:"vx" parquet:"vx"`
	VY       *float32 `json:"vy" parquet:"vy"`
	VZ       *float32 `json:"vz" parquet:"vz"`
	OnGround *bool    `json:"on_ground" parquet:"on_ground"`
	Dead     bool     `json:"dead" parquet:"dead"`
	Health   *int32   `json:"health" parquet:"health"`
	Armor    *int32   `json:"armor" parquet:"armor"`
	Weapon   *string  `json:"weapon" parquet:"weapon,dict"`   // in hand: its name in events, or its model's
	Carries  *string  `json:"carries" parquet:"carries,dict"` // powerups and flags, separated by spaces
	Frags    *int32   `json:"frags" parquet:"frags"`
	Recorder bool     `json:"recorder" parquet:"recorder"` // the player is the recorder
}

// Track is a row of the table of tracks.
type Track struct {
	Part
	TrackBody
}

// batch is the number of rows of tracks that are emitted together.
const batch = 4096

// Tracks emits the tracks of a demo, as a [Tracker] does. The format is named as for
// [demoscope/player/world/rules.New]. decoder returns a decoder before the first packet.
func Tracks(format string, decoder func() message.Decoder, d Demo, rate float64, emit func([]Track) error) error {
	t := NewTracker(format, decoder, d, rate, emit)
	scan.Read(format, decoder(), t)
	return t.Finish()
}

// Tracker is the [scan.Listener] that emits tracks.
type Tracker struct {
	demo   Demo
	format string
	rate   float64
	emit   func([]Track) error
	again  func() message.Decoder
	date   dateWatch
	rows   []Track
	next   float64 // seconds of the viewer's clock
	frame  float64 // likewise
	level  int     // [world.State.LevelCount]
	number int     // of visible levels, as in the table of events
	shown  bool    // the level is visible
	err    error
}

// maxHeld is the maximum number of rows that wait for the date, about 20 MB. Beyond that, the demo is read again just
// for the date.
const maxHeld = 1 << 16

// NewTracker returns a tracker that emits the tracks of all visible players, rate times per second, or in each frame if
// rate is 0. Rows are only valid during the call of emit. An error of emit ends the reading, and [Tracker.Finish]
// returns it. If d has no date, all rows, including earlier ones, get the date in a text of the demo. For that, again
// returns another decoder before the first packet; nil means no second reading.
func NewTracker(format string, again func() message.Decoder, d Demo, rate float64, emit func([]Track) error) *Tracker {
	return &Tracker{
		demo: d, format: format, rate: rate, emit: emit, again: again,
		date: dateWatch{known: d.Date != "" || again == nil}, frame: -1, rows: make([]Track, 0, batch),
	}
}

// Needs implements [scan.Listener].
func (t *Tracker) Needs() scan.Needs { return scan.Entities }

// Packet adds the rows of the last packet.
func (t *Tracker) Packet(c *scan.Cursor) {
	w := c.World
	if !t.date.known && t.date.packet(w) {
		t.dated()
	}
	if w.LevelCount != t.level {
		t.level, t.next, t.shown = w.LevelCount, 0, false
	}
	if !t.shown && w.Shown() {
		t.number++
		t.shown = true
	}
	// Later packets of a frame add no rows.
	if w.FrameClock == t.frame || w.FrameClock < t.next-rateSlack && t.rate > 0 && w.FrameClock >= t.frame {
		return
	}
	t.frame = w.FrameClock
	if t.rate > 0 {
		t.next = max(t.next+1/t.rate, t.frame+1/t.rate/2)
	}
	// A date in a text in the middle of the demo applies to all rows, see dated.
	date := t.demo.dateOf(report.DateOf(w.Level(), ""))
	part := Part{mapName(w.Game, w.Level().Map), day(date)}
	from := Origin{t.demo.File, Date(date), w.Game.String(), t.format, int32(t.number),
		report.Thousandths(w.FrameClock)}
	for i := range w.Players {
		if p := &w.Players[i]; p.Visible && !p.Spectator && placed(p) {
			t.rows = append(t.rows, Track{part, trackOf(w, p, from)})
		}
	}
	if !t.date.known {
		if len(t.rows) < maxHeld {
			return
		}
		scan.Read(t.format, t.again(), &t.date)
		t.dated()
	}
	if len(t.rows) >= batch-world.MaxPlayers {
		t.flush()
	}
}

// flush emits the rows.
func (t *Tracker) flush() {
	for rows := t.rows; t.err == nil; {
		n := min(len(rows), batch)
		t.err = t.emit(rows[:n])
		if rows = rows[n:]; len(rows) == 0 {
			break
		}
	}
	t.rows = t.rows[:0]
}

// dated sets the date, which is known now, in the rows that waited for it.
func (t *Tracker) dated() {
	t.date.known, t.demo.Date = true, t.date.date
	date := t.demo.dateOf("")
	for i := range t.rows {
		t.rows[i].Date, t.rows[i].Day = Date(date), day(date)
	}
}

// Stop reports whether a call of emit has failed.
func (t *Tracker) Stop() bool { return t.err != nil }

// Finish emits the last rows.
func (t *Tracker) Finish() error {
	t.flush()
	return t.err
}

// dateWatch is the [scan.Listener] that finds the date in a text of a demo. The date is empty if there is none, or if
// the settings of a level contain a date, because each level then has its own.
type dateWatch struct {
	known bool
	date  string
}

// Needs implements [scan.Listener].
func (d *dateWatch) Needs() scan.Needs { return 0 }

// Packet looks at the last packet.
func (d *dateWatch) Packet(c *scan.Cursor) { d.packet(c.World) }

// Stop reports whether the date is known, or can't be found.
func (d *dateWatch) Stop() bool { return d.known }

// packet looks at the world after a packet, and reports whether the date is known now.
func (d *dateWatch) packet(w *world.World) bool {
	switch {
	case !w.Began():
	case w.Game != world.QuakeWorld && w.Game != world.Quake2: // other games' texts have no date
		d.known = true
	case report.DateOf(w.Level(), "") != "":
		d.known = true
	case w.Date != "":
		d.known, d.date = true, report.DateOf(w.Level(), w.Date)
	}
	return d.known
}

// rateSlack is how much too early a sample may be, in seconds, because clocks are rounded.
const rateSlack = 1e-3

// placed reports whether a player's position is finite.
func placed(p *world.Player) bool {
	for _, v := range p.Pose.Origin {
		if v-v != 0 {
			return false
		}
	}
	return true
}

func trackOf(w *world.World, p *world.Player, from Origin) TrackBody {
	look := w.Game.ViewAngles(p, &p.Pose)
	if w.SharesView(p.Slot) {
		look = w.View.Angles
	}
	at := p.Pose.Origin
	r := TrackBody{
		Origin: from, Time: report.Thousandths(w.Time), Slot: int32(p.Slot),
		Player: some(charset.Plain(w.Game, p.Name), ""),
		X:      at[0], Y: at[1], Z: at[2],
		Pitch: degrees(look[0]), Yaw: degrees(look[1]), Dead: p.Dead, Recorder: p.Slot == w.Recorder,
	}
	if w.Match.Teams {
		r.Team = some(charset.Plain(w.Game, p.Team), "")
	}
	if v := p.Pose.Velocity; p.Pose.VelocityKnown && v.Dot(v)-v.Dot(v) == 0 {
		r.VX, r.VY, r.VZ = &v[0], &v[1], &v[2]
	}
	if p.Footing != world.FootingUnknown {
		stands := p.Footing == world.OnGround
		r.OnGround = &stands
	}
	if c := equipment.ConditionOf(w, p); c.HealthKnown {
		health := int32(c.Health)
		r.Health = &health
		if c.ArmorKnown {
			armor := int32(c.Armor)
			r.Armor = &armor
		}
	}
	r.Weapon = some(charset.Plain(w.Game, weaponOf(w.Game, equipment.HeldModel(w, p))), "")
	r.Carries = some(carried(equipment.Carries(w, p)), "")
	if p.FragsKnown(w) {
		frags := p.Frags
		r.Frags = &frags
	}
	return r
}

// weaponOf returns the weapon for a model, with its name in events. A weapon of no game by id Software gets the name of
// its model, or of the model's folder if the model is named "tris". The level's own models, from "*1" on, are not
// weapons.
func weaponOf(game world.Game, model string) string {
	if model == "" || model[0] == '*' {
		return ""
	}
	if k := timeline.WeaponOf(game, model); k != weapon.None {
		return k.String()
	}
	name := strings.ReplaceAll(strings.TrimPrefix(model, "#"), `\`, "/")
	if folder, ok := strings.CutSuffix(name, "/tris.md2"); ok {
		name = folder
	}
	name = path.Base(name)
	return strings.TrimSuffix(name, path.Ext(name))
}

// degrees normalizes an angle to -180 through 180 degrees. It returns 0 for NaN and infinity.
func degrees(a float32) float32 {
	v := math.Mod(float64(a), 360)
	switch {
	case v-v != 0:
		return 0
	case v > 180:
		v -= 360
	case v < -180:
		v += 360
	}
	return float32(report.Thousandths(v))
}

// carries are the names of the things that players carry.
var carries = [...]struct {
	what equipment.Carried
	name string
}{
	{equipment.Quad, "quad"}, {equipment.Pentagram, "pent"}, {equipment.Glowing, "glowing"}, {equipment.Ring, "ring"},
	{equipment.BioSuit, "suit"}, {equipment.Haste, "haste"},
	{equipment.Regeneration, "regeneration"}, {equipment.Invisibility, "invisibility"},
	{equipment.BattleSuit, "battlesuit"},
	{equipment.Flight, "flight"},
	{equipment.FlagRed, "flag_red"}, {equipment.FlagBlue, "flag_blue"}, {equipment.FlagWhite, "flag_white"},
	{equipment.RuneResistance, "rune_resistance"},
	{equipment.RuneStrength, "rune_strength"}, {equipment.RuneHaste, "rune_haste"},
	{equipment.RuneRegeneration, "rune_regeneration"},
}

func carried(c equipment.Carried) string {
	if c == 0 {
		return ""
	}
	var list []string
	for i := range carries {
		if c&carries[i].what != 0 {
			list = append(list, carries[i].name)
		}
	}
	return strings.Join(list, " ")
}
