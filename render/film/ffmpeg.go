package film

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"syscall"
)

// program is what makes films for players.
const program = "ffmpeg"

// errNoFFmpeg says that ffmpeg is not installed, and what can be had without.
var errNoFFmpeg = errors.New("for a film as .mp4 or .webm the program ffmpeg is needed, which is not installed " +
	"(Debian and Ubuntu: apt install ffmpeg; Windows: winget install Gyan.FFmpeg; macOS: brew install ffmpeg; " +
	"elsewhere see ffmpeg.org); .gif, .png and numbered pictures need none")

// errInBrowser is errNoFFmpeg where no program can be run.
var errInBrowser = errors.New("in a browser there are no films as .mp4 or .webm: no program can be run there")

// FindFFmpeg returns where ffmpeg is. The error says what is missing.
func FindFFmpeg() (string, error) {
	if runtime.GOOS == "js" {
		return "", errInBrowser
	}
	path, err := exec.LookPath(program) // never in the folder that one is in
	if err != nil {
		return "", errNoFFmpeg
	}
	return path, nil
}

// coding are the arguments by which films of a kind are encoded, after those for the input.
type coding struct {
	pictures, sound, file []string
}

// Of x264 the fastest preset. The look ahead of slower ones makes files of the same likeness (SSIM) no
// smaller, and takes a quarter of its time: most of a level moves with the eye. All pictures have one
// quantizer: for a rate (crf) x264 looks at a smaller copy of each, which takes a fifth of its time, to give
// the hasty ones less, which are fights, and the calm ones more than can be seen.
var codings = map[Kind]coding{
	MP4: {
		pictures: []string{"-c:v", "libx264", "-preset", "ultrafast", "-qp", "27", "-x264-params", "scenecut=0"},
		// half of the time, and as good with so many bits
		sound: []string{"-c:a", "aac", "-aac_coder", "fast", "-b:a", "192k"},
		file:  []string{"-movflags", "+faststart", "-f", "mp4"},
	},
	WebM: {
		pictures: []string{"-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "7", "-row-mt", "1", "-crf",
			"28", "-b:v", "0"},
		sound: []string{"-c:a", "libopus", "-b:a", "160k"},
		file:  []string{"-f", "webm"},
	},
}

// colors say which numbers stand for which colors, for players to show the same ones.
var colors = []string{"-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709", "-color_range", "tv",
	"-chroma_sample_location", "center"}

// quiet are the arguments with which ffmpeg asks nothing and says errors alone.
var quiet = []string{"-hide_banner", "-nostdin", "-loglevel", "error", "-y"}

// partArguments are those for a part of a film, whose pixels come through the standard input.
func (m *maker) partArguments() (list []string) {
	list = append(list, quiet...)
	list = append(list, "-f", "rawvideo", "-pix_fmt", "yuv420p", "-s", fmt.Sprintf("%dx%d", m.Width, m.Height),
		"-framerate", m.Times.Rate.String(), "-i", "pipe:0", "-an")
	list = append(list, colors...)
	list = append(list, codings[m.Kind].pictures...)
	// NUT has exact times, and may be written through a pipe.
	return append(list, "-f", "nut", "pipe:1")
}

// soundArguments are those for the sound, which comes as a WAV file through the standard input.
func (m *maker) soundArguments(to string) (list []string) {
	list = append(list, quiet...)
	list = append(list, "-f", "wav", "-i", "pipe:0", "-vn")
	return append(append(list, codings[m.Kind].sound...), "-f", soundForms[m.Kind], to)
}

// soundForms are the formats of the encoded sound. They keep how many samples of its beginning are the
// encoder's own, which no player plays: without that the sound would come 20 ms late.
var soundForms = map[Kind]string{MP4: "mp4", WebM: "webm"}

// wholeArguments are those that put the parts, whose list comes through the standard input, and the sound
// together; sound may be empty.
func (m *maker) wholeArguments(sound, to string) (list []string) {
	list = append(list, quiet...)
	list = append(list, "-protocol_whitelist", "file,pipe", "-f", "concat", "-safe", "0", "-i", "pipe:0")
	if sound != "" {
		list = append(list, "-i", sound, "-map", "0:v", "-map", "1:a")
	}
	list = append(list, "-c", "copy")
	if m.Kind == MP4 {
		list = append(list, "-video_track_timescale", strconv.FormatInt(timescale(m.Times.Rate), 10))
	}
	return append(append(list, codings[m.Kind].file...), to)
}

// timescale returns in how many parts a second is divided so that all frames are at whole ones.
func timescale(r Ratio) int64 {
	n := r.Num
	for n < 10_000 && n*2 <= maxRatio {
		n *= 2
	}
	return n
}

// fullDisk is what ffmpeg says of a full disk, in no particular line.
const fullDisk = "No space left on device"

// run is ffmpeg while it runs.
type run struct {
	command *exec.Cmd
	said    tail
}

// start starts ffmpeg. It ends with ctx, and not by itself when a terminal's Ctrl+C ends everything that runs
// there: the film would fail by it where this program is told to go on, and else with whichever of the two is quicker.
func start(ctx context.Context, path, folder string, in io.Reader, out io.Writer, arguments ...string) (*run, error) {
	r := &run{command: exec.CommandContext(ctx, path, arguments...)}
	r.command.Dir, r.command.Stdin, r.command.Stdout, r.command.Stderr = folder, in, out, &r.said
	setApart(r.command)
	return r, r.command.Start()
}

// wait waits for its end.
func (r *run) wait() error {
	err := r.command.Wait()
	if err == nil {
		return nil
	}
	if bytes.Contains(r.said.kept, []byte(fullDisk)) {
		return &EncoderError{syscall.ENOSPC}
	}
	if said := r.said.line(); said != "" {
		return &EncoderError{errors.New(said)}
	}
	return &EncoderError{err}
}

// tail keeps the first and the last that a program says.
type tail struct{ kept []byte }

// maxSaid is how many bytes of what a program says are kept.
const maxSaid = 8 << 10

func (t *tail) Write(data []byte) (int, error) {
	t.kept = append(t.kept, data...)
	if n := len(t.kept); n > maxSaid {
		t.kept = append(t.kept[:0], t.kept[n-maxSaid/2:]...)
	}
	return len(data), nil
}

// line returns the last line that was said.
func (t *tail) line() string {
	lines := bytes.Split(bytes.TrimSpace(t.kept), []byte("\n"))
	return strings.TrimSpace(string(lines[len(lines)-1]))
}
