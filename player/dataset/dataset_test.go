package dataset

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go"

	"demoscope/formats"
	"demoscope/internal/corpus"
	"demoscope/internal/failing"
	"demoscope/player/pattern"
	"demoscope/player/scan"
	"demoscope/player/timeline"
	"demoscope/player/world"
	"demoscope/player/world/equipment"
)

func open(t *testing.T, name string) *formats.Demo {
	t.Helper()
	demo, err := formats.Open(name, corpus.Read(t, filepath.Join(corpus.Sample, name)))
	if err != nil {
		t.Fatal(err)
	}
	return demo
}

func events(t *testing.T, name string, d Demo) []Event {
	t.Helper()
	demo := open(t, name)
	return Events(pattern.Read(demo.Name, demo.Decoder(), pattern.Options{}), d)
}

func tracks(t *testing.T, name string, d Demo, rate float64) (rows []Track) {
	t.Helper()
	demo := open(t, name)
	if err := Tracks(demo.Name, demo.Decoder, d, rate, func(list []Track) error {
		rows = append(rows, list...)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return rows
}

func ref[T any](v T) *T { return &v }

// The server's log has 21 deaths. The first is that of Quarry, by Vesper's shotgun.
func TestEvents(t *testing.T) {
	rows := events(t, "demoscope1.mvd", Demo{File: "a/demoscope1_20240616-1719.mvd"})
	count := map[string]int{}
	for i := range rows {
		count[rows[i].Kind]++
	}
	if count["kill"] != 21 || count["level"] != 1 {
		t.Errorf("%v", count)
	}
	i := slices.IndexFunc(rows, func(e Event) bool { return e.Kind == "kill" })
	got := rows[i]
	if got.Distance == nil || *got.Distance < 50 || *got.Distance > 200 || got.X == nil || got.FromX == nil ||
		got.Speed == nil {
		t.Errorf("%+v", got)
	}
	want := Event{Part: Part{"demoscope1", "2024-06-16"}}
	want.Origin = Origin{"a/demoscope1_20240616-1719.mvd", "2024-06-16T17:19:00", "quakeworld", "mvd", 1, 1.356}
	want.Match, want.Kind, want.Slot, want.Player, want.OtherSlot, want.Other = ref(int32(1)), "kill", ref(int32(1)),
		ref("Vesper"), ref(int32(2)), ref("Quarry")
	want.Weapon, want.TeamKill, want.Text = ref("shotgun"), ref(false), got.Text
	got.X, got.Y, got.Z, got.FromX, got.FromY, got.FromZ = nil, nil, nil, nil, nil, nil
	got.Distance, got.Height, got.Air, got.Turn, got.TurnRate, got.Speed = nil, nil, nil, nil, nil, nil
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if *got.Text != "Quarry chewed on Vesper's boomstick" {
		t.Errorf("%q", *got.Text)
	}
}

// The row of a level is of the level that begins, where the match of the one before ends. One of which no
// frame is there has a number and a map as all others, and no match, also where another begins at the same time.
func TestRowsOfLevels(t *testing.T) {
	f := &pattern.Facts{
		Game: world.Quake2, Format: "dm2",
		Levels: []pattern.Level{
			{Map: "maps/q2dm1.bsp", Start: 0, End: 10.1, Count: 1}, {Map: "maps/q2dm2.bsp", Start: 10.1, End: 10.1,
				Count: 2, Empty: true},
			{Map: "maps/q2dm3.bsp", Start: 10.1, End: 20, Count: 3}, {Map: "maps/q2dm4.bsp", Start: 20, End: 30,
				Count: 4, Empty: true},
		},
		Matches: []pattern.Match{{Start: 0, End: 10.1, Number: 1},
			{Start: 10.1, End: 20, Level: 2, Number: 2}},
	}
	for _, clock := range []float64{0, 10.1, 10.1, 15, 20} {
		f.Events = append(f.Events, timeline.Event{Kind: world.EventLevel, Clock: clock, Player: world.Nobody,
			Other: world.Nobody})
	}
	f.Events[3].Kind = world.EventIntermission
	type is struct {
		level, match int32
		place        string
	}
	var got []is
	for _, r := range Events(f, Demo{File: "a.dm2"}) {
		k := is{level: r.Level, place: string(r.Map)}
		if r.Match != nil {
			k.match = *r.Match
		}
		got = append(got, k)
	}
	if want := []is{{1, 1, "q2dm1"}, {2, 0, "q2dm2"}, {3, 2, "q2dm3"}, {3, 2, "q2dm3"}, {4, 0, "q2dm4"}}; !slices.Equal(
		got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// Each of four players is seen ten times in each of 60 seconds, with health and armor and
// without a velocity, which the recording has not.
func TestTracks(t *testing.T) {
	all := tracks(t, "demoscope1.mvd", Demo{File: "x"}, 0)
	rows := tracks(t, "demoscope1.mvd", Demo{File: "x"}, 10)
	slots := map[int32]int{}
	last := map[int32]float64{}
	for i := range rows {
		r := &rows[i]
		if before, seen := last[r.Slot]; seen && (r.Clock-before < 0.049 || r.Clock-before > 0.3) {
			t.Errorf("slot %d at %v after %v", r.Slot, r.Clock, before)
		}
		last[r.Slot] = r.Clock
		slots[r.Slot]++
		if r.Health == nil || r.Armor == nil || (r.Weapon == nil) != r.Dead || r.VX != nil || r.OnGround != nil ||
			r.Frags == nil || r.Recorder || r.Map != "demoscope1" {
			t.Fatalf("%+v", r)
		}
	}
	if len(slots) != 4 || len(all) < 2*len(rows) {
		t.Errorf("%v, %d in all frames", slots, len(all))
	}
	for slot, n := range slots {
		if n < 590 || n > 605 {
			t.Errorf("slot %d has %d rows in a minute", slot, n)
		}
	}
	// A player's own recording tells his velocity and the ground under him.
	own := tracks(t, "demoscope1.qwd", Demo{}, 10)
	velocity, recorder := 0, 0
	for i := range own {
		if own[i].VX != nil && own[i].VY != nil && own[i].VZ != nil {
			velocity++
		}
		if own[i].Recorder {
			recorder++
		}
	}
	if velocity != len(own) || recorder == 0 || recorder == len(own) {
		t.Errorf("%d rows, %d with a velocity, %d of the recorder", len(own), velocity, recorder)
	}
	stop := errors.New("enough")
	demo := open(t, "demoscope1.mvd")
	if err := Tracks(demo.Name, demo.Decoder, Demo{}, 0, func([]Track) error { return stop }); err != stop {
		t.Error(err)
	}
}

// TestTrackOfPlayer compares all that a row says of a player of whom everything is known.
func TestTrackOfPlayer(t *testing.T) {
	d := open(t, "demoscope1.mvd")
	c := scan.NewCursor(d.Name, d.Decoder())
	for c.World.Clock < 20 {
		if err := c.Next(); err != nil {
			t.Fatal(err)
		}
	}
	w := c.World
	p := w.Players[1]
	p.Name, p.Team, w.Match.Teams = "Ann", "red", true
	p.Pose.Origin, p.Pose.Velocity, p.Pose.VelocityKnown = mgl32.Vec3{1, 2, 3}, mgl32.Vec3{4, 5, 6}, true
	p.Footing, w.Recorder = world.OnGround, 1
	w.Time = 20.12345
	data, err := json.Marshal(trackOf(w, &p, Origin{"x.mvd", "2024-06-16", "quakeworld", "mvd", 7, 8}))
	if err != nil {
		t.Fatal(err)
	}
	if got := string(data); got != wantTrack {
		t.Errorf("the row is\n%s\nwant\n%s", got, wantTrack)
	}
	if got := carried(^equipment.Carried(0)); got != "quad pent glowing ring suit haste regeneration invisibility "+
		"battlesuit flight flag_red flag_blue flag_white rune_resistance rune_strength rune_haste rune_regeneration" {
		t.Errorf("everything is %q", got)
	}
}

const wantTrack = `{"demo":"x.mvd","date":"2024-06-16","game":"quakeworld","format":"mvd","level":7,"clock":8,` +
	`"time":20.123,"slot":1,"player":"Ann","team":"red","x":1,"y":2,"z":3,"pitch":52.015,"yaw":-83.458,` +
	`"vx":4,"vy":5,"vz":6,"on_ground":true,"dead":false,"health":63,"armor":92,"weapon":"shotgun","carries":null,` +
	`"frags":3,"recorder":true}`

// All forms have the same rows, in the same columns.
func TestForms(t *testing.T) {
	rows := tracks(t, "demoscope1.dm_71", Demo{File: "a,\"b\"\n", Date: "2024-06-16"}, 2)
	if len(rows) < 100 {
		t.Fatalf("%d rows", len(rows))
	}
	write := func(form Form) []byte {
		var out bytes.Buffer
		w, err := NewWriter[Track](form, &out)
		if err == nil {
			err = errors.Join(w.Write(rows[:10]), w.Write(rows[10:]), w.Close())
		}
		if err != nil {
			t.Fatal(err)
		}
		return out.Bytes()
	}
	var fromJSON []Track
	for dec := json.NewDecoder(bytes.NewReader(write(NDJSON))); dec.More(); {
		var r Track
		if err := dec.Decode(&r); err != nil {
			t.Fatal(err)
		}
		fromJSON = append(fromJSON, r)
	}
	if d := cmp.Diff(rows, fromJSON); d != "" {
		t.Errorf("ndjson: %s", d)
	}
	columns := write(Parquet)
	if !bytes.HasPrefix(columns, []byte("PAR1")) || !bytes.HasSuffix(columns, []byte("PAR1")) {
		t.Error("it is no Parquet")
	}
	table, err := csv.NewReader(bytes.NewReader(write(CSV))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	head := "map,day,demo,date,game,format,level,clock,time,slot,player,team,x,y,z,pitch,yaw,vx,vy,vz," +
		"on_ground,dead,health,armor,weapon,carries,frags,recorder"
	if got := strings.Join(table[0], ","); got != head || len(table) != len(rows)+1 {
		t.Errorf("csv: %d rows of %s", len(table), got)
	}
	if table[1][0] != "demoscope1" || table[1][2] != "a,\"b\"\n" || table[1][21] != "false" {
		t.Errorf("%q", table[1])
	}
	for _, row := range table[1:] {
		row[1], row[3] = "19890", "" // days since 1970; no time of day is known
	}
	sameAsTable(t, columns, table)
	// Parts have no columns for what their folders say.
	var out bytes.Buffer
	w, err := NewWriter[TrackBody](CSV, &out)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil || out.String() != strings.TrimPrefix(head, "map,day,")+"\n" {
		t.Errorf("%v, %q", err, out.String())
	}
	if _, err := NewWriter[Track]("xls", &out); err == nil {
		t.Error("there is a form xls")
	}
}

// TestFullDisk: a table whose last bytes do not fit is no table, in all forms.
func TestFullDisk(t *testing.T) {
	rows := tracks(t, "demoscope1.dm_71", Demo{File: "a"}, 1)
	for _, form := range []Form{NDJSON, CSV, Spreadsheet, Parquet} {
		failing.EachByte(t, string(form), func(out io.Writer) error {
			w, err := NewWriter[Track](form, out)
			if err != nil {
				return err
			}
			for _, part := range [][]Track{rows[:5], rows[5:10]} {
				if err := w.Write(part); err != nil {
					return err
				}
			}
			return w.Close()
		})
	}
}

// TestSignsInNames: JSON has the signs of names as they are.
func TestSignsInNames(t *testing.T) {
	var out bytes.Buffer
	w, err := NewWriter[Part](NDJSON, &out)
	if err == nil {
		err = errors.Join(w.Write([]Part{{Map: "a<&>\""}}), w.Close())
	}
	if want := `{"map":"a<&>\"","day":null}` + "\n"; err != nil || out.String() != want {
		t.Errorf("%q, %v, want %q", out.String(), err, want)
	}
}

// TestUnknownNames: a demo without its beginning names neither its map nor its players.
func TestUnknownNames(t *testing.T) {
	for form, want := range map[Form]string{
		NDJSON: `{"map":null,"day":null,"demo":"a.dem","date":null,`, CSV: "\n,,a.dem,,",
	} {
		var out bytes.Buffer
		w, err := NewWriter[Track](form, &out)
		if err == nil {
			err = errors.Join(w.Write([]Track{{TrackBody: TrackBody{Origin: Origin{Demo: "a.dem"}}}}), w.Close())
		}
		if err != nil || !strings.Contains(out.String(), want) {
			t.Errorf("%v, %q", err, out.String())
		}
		if form == NDJSON && !strings.Contains(out.String(), `"player":null`) {
			t.Errorf("%q", out.String())
		}
	}
	var out bytes.Buffer
	w, err := NewWriter[Part](Parquet, &out)
	if err == nil {
		err = errors.Join(w.Write([]Part{{}, {Map: "dm6"}}), w.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	sameAsTable(t, out.Bytes(), [][]string{{"map", "day"}, {"", ""}, {"dm6", ""}})
	file, err := parquet.OpenFile(bytes.NewReader(out.Bytes()), int64(out.Len()))
	if err != nil {
		t.Fatal(err)
	}
	if n := file.Metadata().RowGroups[0].Columns[0].MetaData.Statistics.NullCount; n != 1 {
		t.Errorf("%d maps of 2 are null, want 1", n)
	}
}

// What a demo says is no way out of a folder.
func TestFolderNames(t *testing.T) {
	usual := regexp.MustCompile(`^[A-Za-z0-9_.-]$`)
	for c := range 256 {
		text := string([]byte{byte(c)})
		want := fmt.Sprintf("%%%02X", c)
		if usual.MatchString(text) {
			want = text
		}
		if got := Escape("x" + text + "x"); got != "x"+want+"x" {
			t.Errorf("byte %d is %q", c, got)
		}
		if want = text; !usual.MatchString(text) || text == "." {
			want = "_"
		}
		if got := FileName("t", "x"+text+"y", 2); c != '/' && !strings.HasPrefix(got, "t-x"+want+"y-") {
			t.Errorf("byte %d is in the file %q", c, got)
		}
	}
	for text, want := range map[string]string{
		"dm6": "dm6", "Start-2_b.x": "Start-2_b.x", "..": "%2E%2E", ".": "%2E", "../../etc": "%2E.%2F..%2Fetc",
		"a/b\\c:d": "a%2Fb%5Cc%3Ad", "": "", "\x00=": "%00%3D", ".x": "%2Ex", "x.": "x%2E",
	} {
		if got := Escape(text); got != want {
			t.Errorf("%q is %q, not %q", text, got, want)
		}
	}
	long := Escape(strings.Repeat("ä", 200))
	if len(long) != 80 || long == Escape(strings.Repeat("ä", 201)) {
		t.Errorf("%q", long)
	}
	if a, b := FileName("events", "x/../ä?.mvd", 2), FileName("events", "y/ä?.mvd", 2); a == b ||
		!strings.HasPrefix(a, "events-___mvd-") || !strings.HasSuffix(a, "-2") {
		t.Errorf("%q, %q", a, b)
	}
}

// sameAsTable compares a Parquet file with CSV, cell by cell.
func sameAsTable(t *testing.T, data []byte, table [][]string) {
	t.Helper()
	file, err := parquet.OpenFile(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	row := 1
	for _, group := range file.RowGroups() {
		rows := group.Rows()
		for buffer := make([]parquet.Row, 64); ; {
			n, err := rows.ReadRows(buffer)
			for _, r := range buffer[:n] {
				if len(r) != len(table[0]) {
					t.Fatalf("row %d has %d columns", row, len(r))
				}
				for i, v := range r {
					cell := table[row][i]
					same := v.IsNull() == (cell == "") || v.Kind() == parquet.ByteArray && cell == ""
					if !v.IsNull() {
						switch v.Kind() {
						case parquet.ByteArray:
							same = string(v.ByteArray()) == cell
						case parquet.Boolean:
							same = strconv.FormatBool(v.Boolean()) == cell
						case parquet.Int64:
							same = strconv.FormatInt(v.Int64(), 10) == cell
						case parquet.Int32:
							same = strconv.Itoa(int(v.Int32())) == cell
						case parquet.Float:
							same = strconv.FormatFloat(float64(v.Float()), 'f', -1, 32) == cell
						default:
							same = strconv.FormatFloat(v.Double(), 'f', -1, 64) == cell
						}
					}
					if !same {
						t.Errorf("row %d: %s is %v, not %q", row, table[0][i], v, cell)
					}
				}
				row++
			}
			if err != nil {
				break
			}
		}
		rows.Close()
	}
	if row != len(table) {
		t.Errorf("%d rows, not %d", row-1, len(table)-1)
	}
}

// A weapon in hand is called as kills call it, whatever shows it: a model before the eye, one in another's
// hand, or what lies.
func TestWeaponInHandIsCalledAsInEvents(t *testing.T) {
	for _, c := range []struct {
		game        world.Game
		model, want string
	}{
		{world.Quake, "progs/v_shot2.mdl", "super shotgun"},
		{world.Quake, "progs/v_light.mdl", "thunderbolt"},
		{world.QuakeWorld, "progs/v_rock2.mdl", "rocket launcher"},
		{world.Quake2, "models/weapons/v_rail/tris.md2", "railgun"},
		{world.Quake2, "#w_railgun.md2", "railgun"},
		{world.Quake2, "models/weapons/v_machn/tris.md2", "machinegun"},
		{world.Quake2, "#w_bfg.md2", "bfg10k"},
		{world.Quake2, "#a_grenades.md2", "hand grenade"},
		{world.Quake3, "models/weapons2/machinegun/machinegun.md3", "machine gun"},
		{world.Quake3, "models/weapons2/lightning/lightning.md3", "lightning gun"},
		// What only a mod has.
		{world.Quake2, "models/weapons/v_disarm/tris.md2", "v_disarm"},
		{world.Quake2, `models\mod\v_spoon.md2`, "v_spoon"},
		{world.Quake, "*153", ""},
		{world.Quake, "", ""},
	} {
		if got := weaponOf(c.game, c.model); got != c.want {
			t.Errorf("%v: %s is %q, not %q", c.game, c.model, got, c.want)
		}
	}
}

// The mode of a match is what the game type says, unless the server has a word of its own.
func TestModes(t *testing.T) {
	for want, told := range map[string]pattern.Server{
		"elimination": {GameType: "elimination"}, "duel": {GameType: "duel"}, "hoonymode": {Mode: "hoonymode",
			GameType: "duel"}, "team": {},
	} {
		f := &pattern.Facts{Game: world.Quake3, Server: told, Results: []world.Result{{Complete: true, Start: 1, End: 9,
			Teams: []world.TeamScore{{Name: "red"}, {Name: "blue"}}}}}
		if list := StatisticsOf(f, Demo{}); len(list) != 1 || list[0].Mode != want {
			t.Errorf("%+v: not %q", list, want)
		}
	}
	// Flags that are lost and returned are rows with who did it, if anybody.
	flags := Events(&pattern.Facts{Game: world.Quake3, Events: []timeline.Event{
		{Clock: 5, Kind: world.EventFlagLost, Player: 3, Other: world.Nobody, PlayerName: "Ann", Item: "Red Flag"},
		{Clock: 6, Kind: world.EventFlagReturned, Player: world.Nobody, Other: world.Nobody, Item: "Red Flag"}}},
		Demo{})
	if len(flags) != 2 || flags[0].Kind != "flag_lost" || *flags[0].Player != "Ann" || *flags[0].Slot != 3 ||
		*flags[0].Item != "Red Flag" || flags[1].Kind != "flag_returned" || flags[1].Player != nil ||
		flags[1].Slot != nil {
		t.Errorf("%+v", flags)
	}
}

// What QuakeWorld's clients write in chat is text for people: without codes of colors and braces, which stay in names.
func TestChatIsReadable(t *testing.T) {
	f := &pattern.Facts{Game: world.QuakeWorld, Events: []timeline.Event{
		{Kind: world.EventChat, Player: 1, Other: world.Nobody, PlayerName: "{x}",
			Text: "(x): took {&cf13rl&cfff} [{someplace}]"},
	}}
	rows := Events(f, Demo{})
	if len(rows) != 1 || *rows[0].Text != "(x): took rl [someplace]" || *rows[0].Player != "{x}" {
		t.Errorf("%+v", rows)
	}
}
