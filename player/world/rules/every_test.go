package rules_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"testing"

	"demoscope/formats"
	"demoscope/formats/message"
	"demoscope/player/world"
)

// noMeaning are the messages of which the world takes nothing, by format; those
// of "" have none in any. Of them nothing is known that a viewer could see.
var noMeaning = map[string][]string{
	"": {"nop", "disconnect", "reconnect", "raw", "exact", "protocol", "cdtrack", "sellscreen", "download"},
	"dem": {"stufftext", "cdtrack_line", "version", "signonnum", "bonusflash", "fog", "voice", "achievement",
		"showlmp", "hidelmp", "skyboxsize", "nehahra_fog"},
	"qwd": {"choke", "setview", "maxspeed", "entgravity", "qizmovoice", "voice", "packetsprojectiles", "connectionless",
		"frame_block"},
	"mvd": {"choke", "setview", "maxspeed", "entgravity", "qizmovoice", "voice", "packetsprojectiles", "frame_block",
		"bigkick",
		"smallkick",
		"hidden", "hidden_antilag", "hidden_weapons", "hidden_instruction", "hidden_pause", "hidden_start"},
	"dm2": {"stufftext", "achievement", "damage", "fog", "help_path", "poi", "setting", "waitingforplayers",
		"zdownload", "zpacket", "zpacket_end"},
	"mvd2": {"stufftext"},
	"dm3":  {"voip"},
}

// fte are messages of FTE's extensions without a meaning for the world, in the formats of Quake and QuakeWorld: they
// are read so that what follows them is.
var fte = []string{
	"brushedit", "cgamepacket", "cgamepacket_sized", "choosesplitclient", "csqcentities", "csqcentities_sized",
	"customtempent", "effect", "effect2", "hidepic", "lightstylecol", "movepic", "particle2", "particle3", "particle4",
	"pointparticles", "pointparticles1", "setanglebase", "setangledelta", "setinfoblob", "setportalstate", "showpic",
	"splitscreenconfig", "temp_entity_sized", "trailparticles", "updatepic", "updatestatstring",
}

// needMore are those that change something only after others, or with other
// values than those of fill. They have tests of their own.
var needMore = map[string][]string{
	"dem": {"stopsound", "setview"},
	"qwd": {"stopsound", "stufftext", "muzzleflash"},
	"mvd": {"stopsound", "stufftext", "muzzleflash", "updatestat", "updatestatlong", "updatestatfloat"},
	"dm2": {"serverdata", "playerinfo", "packetentities", "deltapacketentities", "splitclient"},
	"mvd2": {"serverdata", "playerinfo", "packetentities", "deltapacketentities", "unicast", "unicast_r",
		"multicast_all", "multicast_all_r",
		"multicast_phs", "multicast_phs_r", "multicast_pvs", "multicast_pvs_r"},
}

// TestEveryMessageMeansSomething: each message that a format has changes the
// world, or is listed. One without a case in the rules' Apply is lost in silence.
func TestEveryMessageMeansSomething(t *testing.T) {
	names := messageNames(t)
	for format, begin := range map[string]message.Message{
		"dem":  &message.ServerInfo{Protocol: 15, MaxClients: 8},
		"qwd":  &message.QWServerData{Protocol: 28},
		"mvd":  &message.QWServerData{Protocol: 28},
		"dm2":  &message.Quake2ServerData{Protocol: 34, IsDemo: 1},
		"mvd2": &message.MultiViewData{Protocol: 37, Version: 2010},
		"dm3":  &message.GameState{Protocol: 68},
	} {
		// after returns the world after a packet with a message, or with none.
		after := func(m message.Message) *world.World {
			w := newWorld(t, format)
			for n, m := range []message.Message{begin, m} {
				w.Begin(&message.Packet{Block: n, Time: float64(n), Sequence: int32(n), Targets: everybody})
				if m != nil {
					w.Apply(m)
				}
				w.End()
			}
			return w
		}
		none := after(nil)
		listed := slices.Concat(noMeaning[""], noMeaning[format], needMore[format])
		if format == "qwd" || format == "mvd" || format == "dem" {
			listed = append(listed, fte...)
		}
		tested := 0
		for _, name := range names {
			m := formats.Lookup(format).Message(name)
			if m == nil {
				continue
			}
			tested++
			fill(reflect.ValueOf(m).Elem())
			w := after(m)
			changed := w.Hash() != none.Hash() || len(w.Events) != len(none.Events)
			if changed == slices.Contains(listed, name) {
				t.Errorf("%s: %s changes the world: %v, and stands in noMeaning or needMore: %v", format, name,
					changed, changed)
			}
		}
		if tested < 5 {
			t.Errorf("%s: only %d messages", format, tested)
		}
	}
}

// fill sets all numbers to 1, all texts to a letter, and all lists to one of
// what they hold.
func fill(v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				fill(v.Field(i))
			}
		}
	case reflect.Array:
		for i := range v.Len() {
			fill(v.Index(i))
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(v.Index(0))
		if v.Type().Elem().Kind() == reflect.Uint8 {
			v.Index(0).SetUint('a')
		}
	case reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		if v.IsZero() {
			v.SetUint(1)
		}
	case reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		if v.IsZero() {
			v.SetInt(1)
		}
	case reflect.Float32, reflect.Float64:
		v.SetFloat(1)
	}
}

// messageNames returns all texts that are returned by the Name methods of
// package message.
func messageNames(t *testing.T) (names []string) {
	t.Helper()
	dir := filepath.Join("..", "..", "..", "formats", "message")
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range list {
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(dir, e.Name()), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if f, ok := n.(*ast.FuncDecl); ok {
				return f.Name.Name == "Name"
			}
			if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				if s, err := strconv.Unquote(lit.Value); err == nil && !slices.Contains(names, s) {
					names = append(names, s)
				}
			}
			return true
		})
	}
	if len(names) < 80 {
		t.Fatalf("only %d names were found", len(names))
	}
	return names
}
