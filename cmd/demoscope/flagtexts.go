//go:build !js

package main

import (
	"demoscope/internal/humanize"
	"demoscope/render"
)

// flagTexts are texts that are too long for the struct tags of flags and arguments. A tag refers to one as ${name};
// [settingTexts] fills it in. Flags of settings without a help text get that of their setting.
var flagTexts = map[string]string{
	"config_value_text": "New value, or several values for a list (default: print the current value)",
	"convert_to_text": "Target protocol: 15, 666 or 999 for Quake; 43, 45, 66, 67, 68 or 71 for Quake III " +
		"(default: from the output name, as in game.dm_68)",
	"convert_output_text": "Demo to write, or - for standard output; overwrites an existing demo",
	"convert_round_text": "Round positions and angles of a .dem to the target protocol's precision: 1/8 unit and " +
		"1/256 turn. Without it, finer values are an error.",
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
	"table_partition_text": "Write one file per level, in folders by map and day (OUTPUT/map=dm6/day=2024-06-16), " +
		"the layout that DuckDB and Spark read",
	"table_file_text":  "Demos, archives or folders; - for standard input",
	"tracks_rate_text": "Rows per second for each player (default: ${default}); 0 for every frame of the demo",
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
	"playlist_gap_text": "Pause between demos, up to " + humanize.Count(render.MaxGap, "second") +
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
