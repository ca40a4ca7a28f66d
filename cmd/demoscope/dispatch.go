//go:build !js

package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/kong"

	"demoscope/internal/fault"
	"demoscope/internal/humanize"
	patterns "demoscope/player/pattern"
	"demoscope/render/app"
)

// commandGroups are the groups of commands in the help.
var commandGroups = kong.Groups{
	"play": "Play:", "find": "Find demos and moments:", "film": "Make pictures, films and pages:",
	"edit": "Edit demos:",
	"data": "Export data:", "analyze": "Analyze:", "setup": "Set up and help:",
}

// cli is the command line.
type cli struct {
	Play       playCmd       `cmd:"" group:"play" default:"withargs" help:"Play demos in a window (or demoscope FILE)"`
	Servers    serversCmd    `cmd:"" group:"play" help:"List QuakeWorld servers and their players"`
	Record     recordCmd     `cmd:"" group:"play" help:"Record a live QuakeWorld game or QTV stream"`
	Serve      serveCmd      `cmd:"" group:"play" help:"Serve demos to web browsers"`
	Info       infoCmd       `cmd:"" group:"find" help:"Summarize demos"`
	Find       findCmd       `cmd:"" group:"find" help:"Find kill streaks, midair hits, flag runs and other moments"`
	Library    libraryCmd    `cmd:"" group:"find" help:"List the demos in your library"`
	Add        addCmd        `cmd:"" group:"find" help:"Add demo folders to the library and scan them"`
	Shot       shotCmd       `cmd:"" group:"film" help:"Render one moment as a PNG or JPEG image"`
	Film       filmCmd       `cmd:"" group:"film" help:"Render a part of a demo as video, GIF or image sequence"`
	Highlights highlightsCmd `cmd:"" group:"film" help:"Make a film of the best moments of demos"`
	Scene      sceneCmd      `cmd:"" group:"film" help:"Export level, players and camera as glTF or SVG"`
	Sound      soundCmd      `cmd:"" group:"film" help:"Render the sound of a demo to a WAV file"`
	Report     reportCmd     `cmd:"" group:"film" help:"Write an HTML report on a demo"`
	editCommands
	Events     eventsCmd      `cmd:"" group:"data" help:"Export events: kills, items, captures and chat"`
	Tracks     tracksCmd      `cmd:"" group:"data" help:"Export player positions, view angles and state"`
	Stats      exportStatsCmd `cmd:"" group:"data" name:"export-stats" help:"Export match statistics in KTX format"`
	State      stateCmd       `cmd:"" group:"data" help:"Print the state of a demo at one moment"`
	Rebuild    rebuildCmd     `cmd:"" group:"analyze" help:"Reconstruct a demo's levels from player movement"`
	Timedemo   timedemoCmd    `cmd:"" group:"analyze" help:"Measure playback speed"`
	Paths      pathsCmd       `cmd:"" group:"setup" help:"List the folders that are searched for game data"`
	Config     configCmd      `cmd:"" group:"setup" help:"Print or change settings"`
	Keys       keysCmd        `cmd:"" group:"setup" help:"Print the key bindings"`
	Register   registerCmd    `cmd:"" group:"setup" help:"Register Demoscope as the demo player for your account"`
	Completion completionCmd  `cmd:"" group:"setup" help:"Generate a shell completion script"`
	Man        manCmd         `cmd:"" group:"setup" help:"Print the manual page"`
	Help       helpCmd        `cmd:"" group:"setup" help:"Print help for a command"`
	VersionCmd versionCmd     `cmd:"" group:"setup" name:"version" help:"Print the version"`

	generalFlags
}

// editCommands write demos.
type editCommands struct {
	Cut     cutCmd     `cmd:"" group:"edit" help:"Cut a part of a demo into a new, playable demo"`
	Split   splitCmd   `cmd:"" group:"edit" help:"Split a demo into one demo per level or match"`
	Merge   mergeCmd   `cmd:"" group:"edit" help:"Merge several players' recordings of a QuakeWorld match"`
	Convert convertCmd `cmd:"" group:"edit" help:"Convert a demo to another protocol of the same game"`
	Unpack  unpackCmd  `cmd:"" group:"edit" help:"Write the demos in archives as plain files"`
	Dump    dumpCmd    `cmd:"" group:"edit" help:"Print every message of a demo"`
	Compile compileCmd `cmd:"" group:"edit" help:"Rebuild a demo from a JSON dump"`
}

// generalFlags are the flags that belong to no command.
type generalFlags struct {
	Version kong.VersionFlag `help:"Print the version"`
}

// commandFields returns the fields of [cli] that are commands, and their names, in the order of the help.
func commandFields() (names []string, fields []reflect.StructField) {
	for _, field := range reflect.VisibleFields(reflect.TypeFor[cli]()) {
		if _, is := field.Tag.Lookup("cmd"); !is {
			continue
		}
		name := field.Tag.Get("name")
		if name == "" {
			name = strings.ToLower(field.Name)
		}
		names, fields = append(names, name), append(fields, field)
	}
	return names, fields
}

// commandNames returns the names of all commands, in the order of the help.
func commandNames() []string {
	names, _ := commandFields()
	return names
}

// dispatch runs the command that a command line names.
func dispatch(args []string, s *streams) int {
	var c cli
	var conf settingsResolver
	exited := -1
	parser, err := newCommandParser(soleCommand(args), &c,
		kong.Name("demoscope"),
		kong.Description(description),
		kong.Writers(s.out, s.err),
		kong.Exit(func(code int) {
			if exited < 0 {
				exited = code
			}
		}),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
		kong.Vars{"version": "demoscope " + version()},
		kong.Resolvers(&conf), kong.Bind(&conf),
	)
	if err != nil {
		s.say("%v", err)
		return exitFailed
	}
	if completing() {
		return complete(parser, s)
	}
	if misspelled(args) {
		s.say("%q is not a command or file%s", args[0], patterns.Suggestion(args[0], commandNames()))
		return exitUsage
	}
	ctx, err := parse(parser, joinNegative(args))
	if exited >= 0 {
		return exited // --help, --version
	}
	if errors.Is(err, errReported) {
		return exitFailed // the help could not be printed
	}
	if empty := (*emptyName)(nil); errors.As(err, &empty) {
		s.say("%v", empty)
		return exitUsage
	}
	if err != nil {
		s.say("%s", usageText(err))
		if i := slices.IndexFunc(args, excluding.MatchString); i > 0 {
			fmt.Fprintf(s.err, "Put arguments that start with - after --: demoscope %s -- %s\n", args[0],
				printable(shellQuote(args[i])))
		}
		if name, more := strings.CutPrefix(err.Error(), "unexpected argument "); more && fileAt(name) != nil &&
			takesMany(err) {
			fmt.Fprintln(s.err, "Put all files together: flags go before or after them.")
		}
		fmt.Fprintf(s.err, "See demoscope %s--help.\n", commandOf(args))
		return exitUsage
	}
	if conf.wrong != nil {
		s.report(conf.wrong)
	}
	if runtime.GOOS == "windows" { // Windows shells do not expand wildcards
		expandNames(ctx.Selected())
	}
	neededData.use(foldersOf(ctx, &conf))
	err = runGuarded(ctx, s)
	if wrong := (usageError{}); errors.As(err, &wrong) {
		s.report(err)
		fmt.Fprintf(s.err, "See demoscope %s--help.\n", commandOf(args))
		return exitUsage
	}
	return s.status(err)
}

// parse parses a command line. Arguments after "--" belong to the file arguments before it, but the parser takes them
// for the last ones: parse moves "--" forward until the line is valid.
func parse(parser *kong.Kong, args []string) (*kong.Context, error) {
	ctx, err := parser.Parse(args)
	dashes := slices.Index(args, "--")
	if err == nil || dashes < 0 || !strings.HasPrefix(err.Error(), "unexpected argument ") {
		return ctx, err
	}
	for i := dashes - 1; i > 0 && !strings.HasPrefix(args[i], "-"); i-- {
		moved := slices.Insert(slices.Delete(slices.Clone(args), dashes, dashes+1), i, "--")
		if ctx, err := parser.Parse(moved); err == nil {
			return ctx, nil
		}
	}
	return ctx, err
}

// soleCommand returns the only command needed to parse a command line; "" if all are needed, as for their list.
func soleCommand(args []string) string {
	switch {
	case completing():
		return ""
	case len(args) == 0 || !strings.HasPrefix(args[0], "-") && commandOf(args) == "":
		return "play"
	case args[0] == "--version":
		return "version"
	case args[0] == "man":
		return ""
	}
	return strings.TrimSpace(commandOf(args))
}

// commandOf returns the command that a line begins with, followed by a space; "" if it begins with none.
func commandOf(args []string) string {
	if len(args) > 0 && slices.Contains(commandNames(), args[0]) {
		return args[0] + " "
	}
	return ""
}

// takesMany reports whether the command of an invalid command line takes any number of files. An unexpected file then
// follows a flag.
func takesMany(err error) bool {
	wrong := (*kong.ParseError)(nil)
	if !errors.As(err, &wrong) || wrong.Context.Selected() == nil {
		return false
	}
	positional := wrong.Context.Selected().Positional
	return len(positional) > 0 && positional[len(positional)-1].IsCumulative()
}

// runGuarded runs the command of ctx. It converts a panic into an error that names the command's file; other goroutines
// have their own guards.
func runGuarded(ctx *kong.Context, s *streams) (err error) {
	if failed := fault.Guard(doing(ctx), func() { err = ctx.Run(s) }); failed != nil {
		return failed
	}
	return err
}

// doing describes what a command does, for the report of a bug.
func doing(ctx *kong.Context) string {
	for _, p := range ctx.Selected().Positional {
		switch file := p.Target; {
		case file.Kind() != reflect.String: // several files, each with its own guard
		case file.String() == standardStream:
			return "reading " + standardInput
		case file.String() != "":
			return "reading " + file.String()
		}
	}
	return "demoscope " + ctx.Selected().Name
}

var (
	longFlag       = regexp.MustCompile(`^--[a-z][a-z-]*$`)
	negativeNumber = regexp.MustCompile(`^-\.?[0-9]`)
)

// commandLike matches words that may be command names and are unlikely to be demos.
var commandLike = regexp.MustCompile(`^[a-z]{3,}(-[a-z]+)?$`)

// misspelled reports whether the first argument looks like a command, but is neither one nor a file.
func misspelled(args []string) bool {
	return len(args) > 0 && commandLike.MatchString(args[0]) && !slices.Contains(commandNames(), args[0]) &&
		!names(args[0])
}

// unknownName returns the error for a name that is in no list: with a suggestion, or the whole list if none is similar.
func unknownName(what, name string, list []string) error {
	if near := patterns.Suggestion(name, list); near != "" {
		return usageError{fmt.Errorf("unknown %s %q%s", what, name, near)}
	}
	return usageError{fmt.Errorf("unknown %s %q; %ss: %s", what, name, what, strings.Join(list, ", "))}
}

// excluding matches a negated filter, which the parser would take for a flag.
var excluding = regexp.MustCompile(`^-[a-z]+[:<>=]`)

// joinNegative joins flags with negative numbers after them, as in "--at -5" or
// "--camera -100,20,3,0,90,0", which the parser would take for other flags.
func joinNegative(args []string) []string {
	joined := make([]string, 0, len(args))
	for i, arg := range args {
		if arg == "--" {
			return append(joined, args[i:]...) // only file names follow
		}
		if n := len(joined); n > 0 && negativeNumber.MatchString(arg) && longFlag.MatchString(joined[n-1]) {
			joined[n-1] += "=" + arg
			continue
		}
		joined = append(joined, arg)
	}
	return joined
}

// File names need not be UTF-8, but the parser passes arguments through JSON, which must be UTF-8: it would open and
// write files with other names.

// takeBytes is an option of the parser that keeps the bytes of texts and paths.
func takeBytes() kong.Option {
	return kong.OptionFunc(func(k *kong.Kong) error {
		if err := kong.KindMapper(reflect.String, kong.MapperFunc(decodeText)).Apply(k); err != nil {
			return err
		}
		return kong.NamedMapper("path", kong.MapperFunc(decodePath)).Apply(k)
	})
}

// argument returns the next argument. It returns an error for the empty name of a file or folder, such as an unset
// variable in a script: it would mean the current folder or, for an optional argument, nothing.
func argument(ctx *kong.DecodeContext) (string, error) {
	token, err := ctx.Scan.PopValue(ctx.Value.Name)
	if err != nil {
		return "", err
	}
	text, ok := token.Value.(string)
	if !ok {
		return fmt.Sprint(token.Value), nil
	}
	if text == "" {
		switch ctx.Value.Tag.Get("predictor") {
		case "demo", "file", "folder":
			if ctx.Value.Flag != nil {
				return "", &emptyName{"--" + ctx.Value.Name}
			}
			return "", &emptyName{"<" + ctx.Value.Name + ">"}
		}
	}
	return text, nil
}

// emptyName is the error for an empty file name.
type emptyName struct{ what string }

func (e *emptyName) Error() string { return e.what + ": empty name" }

func decodeText(ctx *kong.DecodeContext, target reflect.Value) error {
	text, err := argument(ctx)
	if err == nil {
		target.SetString(text)
	}
	return err
}

// decodePath decodes a path into a string, or paths separated by commas into a slice. Paths become absolute, except
// for "-".
func decodePath(ctx *kong.DecodeContext, target reflect.Value) error {
	text, err := argument(ctx)
	if err != nil {
		return err
	}
	if target.Kind() != reflect.Slice {
		target.SetString(expandPath(text))
		return nil
	}
	paths := []string{text}
	if utf8.ValidString(text) {
		paths = kong.SplitEscaped(text, ctx.Value.Tag.Sep)
	}
	for _, p := range paths {
		target.Set(reflect.Append(target, reflect.ValueOf(expandPath(p))))
	}
	return nil
}

func expandPath(path string) string {
	if path == standardStream {
		return path
	}
	return kong.ExpandPath(path)
}

// expandNames expands wildcards in the arguments of a command that takes several demos and folders.
func expandNames(command *kong.Node) {
	for _, p := range command.Positional {
		if names, ok := p.Target.Interface().([]string); ok && p.Tag.Get("predictor") != "" {
			p.Target.Set(reflect.ValueOf(withMatches(names)))
		}
	}
}

// withMatches replaces names with wildcards by the files that they match, in the order of the folder. A name without
// a match stays, and opening it fails.
func withMatches(names []string) (list []string) {
	for _, name := range names {
		if found := matches(name); len(found) > 0 {
			list = append(list, found...)
		} else {
			list = append(list, name)
		}
	}
	return list
}

// matches returns the files and folders that match wildcards in the last element of a name, by the rules of the
// Windows command line: only * and ? are wildcards, *.* matches everything, and case is ignored. A name that begins
// with a dot needs a pattern that begins with one.
func matches(name string) (list []string) {
	folder, pattern := filepath.Split(name)
	if !strings.ContainsAny(pattern, "*?") {
		return nil
	}
	entries, err := os.ReadDir(cmp.Or(folder, "."))
	if err != nil {
		return nil
	}
	if pattern == "*.*" {
		pattern = "*"
	}
	pattern = strings.ToLower(strings.ReplaceAll(pattern, "[", "[[]"))
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), ".") && !strings.HasPrefix(pattern, ".") {
			continue
		}
		if ok, err := path.Match(pattern, strings.ToLower(e.Name())); ok && err == nil {
			list = append(list, folder+e.Name())
		}
	}
	return list
}

// flagTexts are texts that are too long for the struct tags of flags and arguments. A tag refers to one as ${name};
// [settingTexts] fills it in. Flags of settings without a help text have that of their setting.
var flagTexts = map[string]string{
	"config_value_text": "New value, or several values for a list (default: print the current value)",
	"convert_to_text": "Target protocol: 15, 666 or 999 for Quake; 28 for QuakeWorld; 43, 45, 66, 67, 68 or 71 for " +
		"Quake III (default: the demo's own, without FTE's extensions, for Quake; 28 for QuakeWorld; for Quake III " +
		"from the output name, as in game.dm_68)",
	"convert_output_text": "Demo to write, or - for standard output; overwrites an existing demo",
	"convert_round_text": "Round positions and angles of a .dem to the target protocol's precision: 1/8 unit, 1/256 " +
		"turn, and whole degrees for kicks of the view. Without it, finer values are an error.",
	"cut_from_text": "Start time: seconds, 12:34, 50%, or -5 from the end (default: the start). The new demo " +
		"starts at the next frame, usually at most 0.1 s later.",
	"cut_player_text": "Keep only the view of this player (name or slot number): turns an .mvd into a .qwd, which " +
		"ends with the level",
	"cut_output_text": "Demo to write, with the input's extension (.qwd with --player), or - for standard " +
		"output; overwrites an existing demo",
	"table_forms": "auto,ndjson,csv,spreadsheet,parquet",
	"table_format_text": "Format: ndjson (one JSON object per line), csv, spreadsheet (csv with ' before texts that " +
		"would be formulas), parquet, or auto (by the output's extension, ndjson without one) (default: ${default})",
	"table_out_text": "File to write, or the folder for --partition; - for standard output (default: ${default})",
	"table_partition_text": "Write separate files for each demo, in folders by map and day " +
		"(OUTPUT/map=dm6/day=2024-06-16), the layout that DuckDB and Spark read, and print a JSON summary",
	"table_skip_text":    "Skip demos whose files --partition has already written",
	"table_summary_text": "Write a JSON summary to FILE: how many demos were read, and which failed",
	"list_from_text":     "Read more names of demos from FILE, one per line; - for standard input; can be repeated",
	"list_null_text":     "Names in --files-from end with NUL bytes, as from find -print0",
	"list_shard_text":    "Read only part I of N of the demos, divided by a hash of their paths",
	"table_file_text":    "Demos, archives or folders; - for standard input",
	"tracks_rate_text":   "Rows per second for each player (default: ${default}); 0 for every frame of the demo",
	"director_director_text": "Let the director choose the players to follow (default: on for demos without a " +
		"recording player, such as .mvd and .mvd2, unless --follow is given)",
	"compile_output_text": "Demo to write, or - for standard output",
	"film_output_text": "Film to write; overwrites an existing film. .mp4 and .webm need ffmpeg; .gif and .png " +
		"are animated; NAME/, an empty folder or frame-%05d.png is an image sequence.",
	"film_fps_text": "Frames per second (default: ${default}), such as 60, 59.94 or 24000/1001",
	"film_speed_text": "Speed, 0.05 to 20 (default: ${default}); 0.25 is slow motion. Above 4 the film has " +
		"no sound.",
	"film_motion_blur_text": "Motion blur: average N images per frame (default: ${default}, sharp). Takes N times " +
		"as long.",
	"film_sound_text": "Include sound (default: on). GIF, PNG and speeds above 4 have none.",
	"film_fresh_text": "Render everything again instead of resuming an interrupted film. GIF and PNG never " +
		"resume.",
	"film_renderer_text": "Renderer: cpu (all processors), gpu (graphics card, needs a display), or auto (same " +
		"as cpu) (default: ${default})",
	"gamedata_basedir_text": "Folder that contains id1, qw, baseq2, baseq3 or baseoa; may be repeated",
	"gamedata_mod_text":     "Mod, by the name of its folder; may be repeated, and the last one is searched first",
	"ghost_ghost_sync_text": "How to align the ghost: start (same time since the match started or the player first " +
		"moved) or place (same place as the followed player) (default: ${default})",
	"highlights_director_text": "Let the director choose the players to follow (default: follow the player of the " +
		"moment)",
	"highlights_file_text": "Optional query, in quotes, as for find; then demos, archives or folders (default: the " +
		"library)",
	"info_sort_text": "Sort by name, date, format, map, length, size, deaths (or kills) or players (default: " +
		"${default})",
	"info_game_text": "Only demos of this game: quake, quakeworld, quake2 or quake3; may be repeated",
	"info_map_text": "Only demos on maps whose name contains this text; with * or ?, it must match the whole " +
		"name",
	"info_player_text": "Only demos with a player whose name contains this text; * and ? work as in --map",
	"info_since_text": "Only demos from this day on, in your time zone: 2024, 2024-06 or 2024-06-16. A demo without " +
		"a date has the date of its file (in parentheses in tables).",
	"info_until_text":   "Only demos up to this day, in your time zone",
	"add_folder_text":   "Folders with demos, including subfolders",
	"infoorder_choices": "none,name,date,format,map,length,size,deaths,kills,players",
	"library_choices":   "date,file,game,map,mode,players,result,length,size,best,recorder,format,damage,folder",
	"library_sort_text": "Sort key (default: ${default}): date, file, game, map, mode, players, result, length, " +
		"size, best " +
		"(moment), recorder, format, damage or folder; newest, longest, largest, best and most damaged first",
	"library_filter_text": "Words (map, player, team, file, mode), filters such as map:dm6, mode:4on4 or " +
		"date>=2024-06, and patterns such as midair",
	"merge_output_text": "Demo to write (.mvd), or - for standard output; overwrites an existing demo",
	"merge_file_text":   "Client recordings of one match (.qwd); for other games, use play --with",
	"others_with_text": "Another player's recording of the same match, to combine with this one; may be repeated. " +
		"Each recording adds the view, health and weapons of its player.",
	"for_text": "Game family: all, quake, quakeworld, quake2 or quake3 (default: ${default})",
	"play_file_text": "Demos, folders, archives or M3U playlists, played in order; sample:NAME for a built-in " +
		"demo; - for standard input. For a live game: qw://HOST:PORT to join a QuakeWorld server as a spectator; " +
		"qtv:HOST:PORT, N@HOST:PORT or a .qtv file for a stream. Without a file, the library opens, or the " +
		"sample plays " +
		"if the library is empty.",
	"play_at_text": "Start time in the first demo: seconds, 12:34, 50%, or -5 from the end",
	"playlist_gap_text": "Pause between demos, up to " + humanize.Count(app.MaxGap, "second") +
		", to show the name of the next one",
	"camera_text": "Camera: eyes (first person), chase, orbit or overhead; for a single demo also path (its " +
		"saved camera path)",
	"play_speed_text":  "Speed, -20 to 20 (default: ${default}); negative plays in reverse, 0 pauses",
	"play_follow_text": "Player to follow, by name or slot number; A,B follows several in split screen",
	"play_link_text": "Start at the moment in a link: what Shift+U copies, a web address, or its part after #, " +
		"such as t=12:34&follow=milton. Replaces --at, --speed, --paused, --follow, --camera and --mode.",
	"play_record_text": "Record the live game to this file while you watch it",
	"rebuild_output_text": "File to write for the first level or --level: .svg for a floor plan, otherwise a " +
		"Wavefront OBJ model; - for OBJ on standard output",
	"record_output_text": "Demo to write: .qwd for a server, .mvd for a stream; - for standard output. Overwrites " +
		"an existing demo.",
	"record_for_text":     "Maximum duration: seconds, 12:34 or 20m (default: until the game ends or you press Ctrl+C)",
	"record_address_text": "QuakeWorld server qw://HOST:PORT, or a stream: qtv:HOST:PORT, N@HOST:PORT or a .qtv file",
	"report_text":         "Page to write (.html), or - for standard output",
	"report_links_text": "Page that times in the report link to, of demoscope serve or your own (default: " +
		"${default}). To name the demo on that page, append its path, such as #demo=2024/a.mvd. none means no links.",
	"scene_output_text": "File to write; overwrites an existing scene. .glb: level, players and camera as glTF " +
		"2.0, 32 Quake units per meter; .svg: the visible lines of one moment.",
	"scene_size_text": "Size of a drawing in pixels (default: ${default}); sets the aspect ratio of a .glb camera",
	"fresh_text":      "Read all demos again instead of using saved results",
	"find_maps_text": "Measure heights above the floors of installed maps (default: above the ground that " +
		"players walked on)",
	"find_file_text":    "Demos, archives or folders to search; - for standard input (default: the library)",
	"serve_folder_text": "Folder with demos and their maps or game folders (default: the current folder)",
	"serve_listen_text": "Address to listen on (default: ${default}, this computer only). With :8047, other " +
		"computers can connect, too.",
	"serve_page_text": "Folder with the web page, from a release or built with .ci/page (default: page, next to " +
		"the program)",
	"servers_master_text": "Master servers to query, HOST or HOST:PORT (default: public QuakeWorld masters)",
	"servers_filter_text": "Only servers with all these words in name, map, mode, address or players",
	"servers_sort_text":   "Sort by players, ping, name or map (default: ${default})",
	"shot_output_text":    "Image to write (.png or .jpg), or - for PNG on standard output",
	"shot_renderer_text": "Renderer: gpu (graphics card, needs a display), cpu, or auto (gpu if there is a display, " +
		"otherwise cpu) (default: ${default})",
	"sound_output_text": "WAV file to write, or - for standard output",
	"split_output_text": "Folder for the new demos (default: the folder of the demo), or a file name with {name}, " +
		"{n}, {map} and {time}. Never overwrites.",
	"split_by_text": "Split by level or match (default: ${default}). A match includes the time until the next " +
		"match on the level.",
	"unpack_output_text": "Folder for the demos (default: the current folder)",
	"state_at_text": "Time since the start of the demo, across levels: seconds, 12:34, 50%, or -5 from " +
		"the end",
	"state_follow_text": "Player whose stats and view to print, by name or slot number (default: the recording " +
		"player)",
	"timedemo_renderer_text": "Renderer: gpu (graphics card), cpu, or auto (same as gpu) (default: ${default})",
	"views_views_text": "Number of views, 1 to 4 (default: ${default}). --follow A,B chooses the players. " +
		"By default, other views show team-mates of the first player, then the players with the most frags.",
	"view_camera_text": "Camera (default: ${default}): eyes, chase, orbit or overhead; path (the camera path " +
		"saved in the window); or X,Y,Z,PITCH,YAW,ROLL in Quake units and degrees",
	"view_fov_text": "Horizontal field of view at 4:3, 1 to 170; wider images show more at the sides",
}
