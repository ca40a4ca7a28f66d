//go:build !js

package main

// flagTexts are texts that are too long for the struct tags of flags and arguments. A tag refers to one as ${name};
// [settingTexts] fills it in. Flags of settings without a help text get that of their setting.
var flagTexts = map[string]string{
	"config_value_text": "New value, or several values for a list (default: print the current value)",
	"convert_to_text": "Target protocol: 15, 666 or 999 for Quake; 43, 45, 66, 67, 68 or 71 for Quake III " +
		"(default: from the output name, as in game.dm_68)",
	"convert_output_text": "Demo to write, or - for standard output; overwrites an existing demo",
	"convert_round_text": "Round positions and angles of a .dem to the target protocol's precision: 1/8 unit and " +
		"1/256 turn. Without it, finer values are an error.",
	"cut_from_text": "Start time: seconds, 12:34, 50%, or -5 from the end (default: the start). The part " +
		"begins at the next frame, up to 0.1 s later, or after a gap in the recording.",
	"cut_player_text": "Keep only this player's view, by name or slot number: turns an .mvd into a .qwd that " +
		"ends with the level",
	"cut_output_text": "Demo to write, with the input's extension (.qwd with --player), or - for standard " +
		"output; overwrites an existing demo",
	"table_format_text": "Format: ndjson (one JSON object per line), csv or parquet; auto takes it from the " +
		"output name, otherwise ndjson (default: ${default})",
	"table_out_text": "File to write, or the folder for --partition; - for standard output (default: ${default})",
	"table_partition_text": "Write one file per level into folders by map and day (OUTPUT/map=dm6/day=2024-06-16), " +
		"as DuckDB and Spark read them",
	"table_file_text":  "Demos, archives or folders; - for standard input",
	"tracks_rate_text": "Rows per second for each player (default: ${default}); 0 for every frame of the demo",
	"director_director_text": "Let the director choose the followed player until you choose one (default: on if the " +
		"demo has no recording player: .mvd, .mvd2 and free spectators)",
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
	"gamedata_basedir_text": "Folder that contains id1, qw, baseq2, baseq3, baseoa, ...; may be repeated",
	"gamedata_game_text":    "Mod folder inside the base folder; may be repeated, the last is searched first",
	"ghost_ghost_by_text": "Ghost sync: start (same time since the start of the match or the first step) or place " +
		"(same place as the followed player) (default: ${default})",
	"highlights_director_text": "Let the director choose the followed player (default: the player of the moment)",
	"highlights_file_text": "Optional query, in quotes, as for find; then demos, archives or folders (default: the " +
		"library)",
	"info_sort_text": "Sort by name, date, format, map, length, size, deaths (or kills) or players (default: " +
		"${default})",
	"info_game_text": "Only demos of this game: quake, quakeworld, quake2 or quake3; may be repeated",
	"info_map_text": "Only demos on maps with this text in the name; a pattern with * or ? must match the whole " +
		"name",
	"info_player_text": "Only demos with a player with this text in the name; * and ? as for --map",
	"info_since_text": "Only demos of this day or later: 2024, 2024-06 or 2024-06-16. If the demo has no date, " +
		"the file's date counts (in parentheses in tables).",
	"add_folder_text":   "Folders with demos, including subfolders",
	"infoorder_choices": "none,name,date,format,map,length,size,deaths,kills,players",
	"library_choices":   "date,file,game,map,mode,players,result,length,size,best,recorder,format,damage,folder",
	"library_sort_text": "Sort key (default: ${default}): date, file, game, map, mode, players, result, length, " +
		"size, best " +
		"(moment), recorder, format, damage or folder; newest, longest, largest, best and most damaged first",
	"library_filter_text": "Words (map, player, team, file, mode), filters such as map:dm6, mode:4on4 or " +
		"date>=2024-06, and patterns such as midair",
	"merge_output_text": "Demo to write (.mvd), or - for standard output; overwrites an existing demo",
	"merge_file_text":   "Client recordings of one match (.qwd). For other games use play --with.",
	"others_with_text": "Another player's recording of the same match. Both play as one, with the view, health " +
		"and weapons of every recording player. May be repeated.",
	"paths_for_text": "Game family: all, quake, quakeworld, quake2 or quake3 (default: ${default})",
	"play_file_text": "Demos, folders, archives or M3U playlists to play in order; sample:NAME for a built-in " +
		"demo; - for standard input; or a live game: qw://HOST:PORT to join a QuakeWorld server as a spectator, " +
		"qtv:HOST:PORT, N@HOST:PORT or a .qtv file for a stream",
	"play_speed_text":  "Speed, -20 to 20 (default: ${default}); negative plays in reverse, 0 pauses",
	"play_follow_text": "Player to follow, by name or slot number; several, each in its own view: A,B",
	"play_link_text": "Start at the moment of a link: the text that Copy link copies, such as " +
		"t=12:34&follow=milton, or a page address. Replaces --at, --speed, --paused, --follow, --camera and --mode.",
	"play_record_text": "Record the live game to this file, as record does",
	"rebuild_output_text": "File to write for the first level or --level: .svg for a floor plan, otherwise a " +
		"Wavefront OBJ model; - for OBJ on standard output",
	"record_output_text": "Demo to write: .qwd for a server, .mvd for a stream; - for standard output. Overwrites " +
		"an existing demo.",
	"record_for_text":     "Maximum duration, such as 90s or 20m (default: until the game ends or Ctrl+C)",
	"record_address_text": "QuakeWorld server qw://HOST:PORT, or a stream: qtv:HOST:PORT, N@HOST:PORT or a .qtv file",
	"report_text":         "Page to write (.html), or - for standard output",
	"report_links_text": "Web page that the times in the report link to, of demoscope serve or your own (default: " +
		"${default}); append the path of the demo there, such as #demo=2024/a.mvd; none for no links",
	"scene_output_text": "File to write; overwrites an existing scene. .glb: level, players and camera as glTF " +
		"2.0, 32 Quake units per meter; .svg: the visible lines of one moment.",
	"scene_size_text": "Size of a drawing in pixels (default: ${default}); sets the aspect ratio of a .glb camera",
	"find_maps_text": "Measure heights above the floors of installed maps (default: above the ground that " +
		"players walked on)",
	"find_file_text":    "Demos, archives or folders to search; - for standard input (default: the library)",
	"serve_folder_text": "Folder with demos and their maps or game folders (default: the current folder)",
	"serve_listen_text": "Address to listen on (default: ${default}, this machine only). :8047 serves every machine " +
		"that can reach this one, by its addresses or its name.",
	"serve_page_text": "Folder with the web page, from a release or built with .ci/page (default: page, next to " +
		"the program)",
	"servers_master_text": "Master servers to query, HOST or HOST:PORT (default: public QuakeWorld masters)",
	"servers_filter_text": "Only servers with all these words in name, map, mode, address or players",
	"servers_sort_text":   "Sort by players, ping, name or map (default: ${default})",
	"shot_output_text":    "Image to write (.png or .jpg), or - for PNG on standard output",
	"shot_renderer_text": "Renderer: gpu (graphics card, needs a display), cpu, or auto for gpu if there is a " +
		"display (default: ${default})",
	"sound_output_text": "WAV file to write, or - for standard output",
	"split_output_text": "Folder for the new demos (default: the folder of the demo), or a file name with {name}, " +
		"{n}, {map} and {time}. Never overwrites.",
	"split_by_text": "Split by level or match (default: ${default}). A match includes the time after it, up to " +
		"the next match on the level.",
	"state_at_text": "Time since the start of the demo, across levels: seconds, 12:34, 50%, or -5 from " +
		"the end",
	"state_follow_text":      "Player whose stats and view to print, by name or slot number (default: the recorder)",
	"timedemo_renderer_text": "Renderer: gpu (graphics card), cpu, or auto for gpu (default: ${default})",
	"views_views_text": "Number of views, 1 to 4 (default: ${default}). --follow A,B chooses their players; without " +
		"it, they follow the leaders.",
	"view_camera_text": "Camera (default: ${default}): eyes, chase, orbit or overhead; path (the camera path " +
		"saved in the window); or X,Y,Z,PITCH,YAW,ROLL in Quake units and degrees",
	"view_fov_text": "Horizontal field of view at 4:3, 1 to 170; wider images show more at the sides",
}
