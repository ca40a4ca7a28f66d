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

// program encodes films for video players.
const program = "ffmpeg"

// errNoFFmpeg says that ffmpeg is not installed, and which formats work without it.
var errNoFFmpeg = errors.New("for a film as .mp4 or .webm the program ffmpeg is needed, which is not installed " +
	"(Debian and Ubuntu: apt install ffmpeg; Windows: winget install Gyan.FFmpeg; macOS: brew install ffmpeg; " +
	"elsewhere see ffmpeg.org); .gif, .png and numbered pictures need none")

// errInBrowser replaces errNoFFmpeg where no program can be run.
var errInBrowser = errors.New(".mp4 and .webm need ffmpeg, which can't run in a browser")

// FindFFmpeg returns the path of ffmpeg, or an error that explains how to install it.
func FindFFmpeg() (string, error) {
	if runtime.GOOS == "js" {
		return "", errInBrowser
	}
	path, err := exec.LookPath(program) // never in the current folder
	if err != nil {
		return "", errNoFFmpeg
	}
	return path, nil
}

// coding holds the arguments for encoding a kind of film, which follow those for the input.
type coding struct {
	pictures, sound, file []string
}

// x264 uses its fastest preset. The look-ahead of slower presets takes a quarter of the time and does not make files
// of the same similarity (SSIM) smaller, because most of a level moves with the eye. All pictures have one quantizer:
// for a rate factor (crf), x264 analyzes a smaller copy of each picture, which takes a fifth of the time, and would
// give fights too few bits and calm parts more than can be seen.
var codings = map[Kind]coding{
	MP4: {
		pictures: []string{"-c:v", "libx264", "-preset", "ultrafast", "-qp", "27", "-x264-params", "scenecut=0"},
		// half the time, and as good at this bit rate
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

// colors tell video players the color space, so that all show the same colors.
var colors = []string{"-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709", "-color_range", "tv",
	"-chroma_sample_location", "center"}

// quiet are the arguments that make ffmpeg ask nothing and report only errors.
var quiet = []string{"-hide_banner", "-nostdin", "-loglevel", "error", "-y"}

// partArguments returns the arguments for a part of a film. Its pixels come through standard input.
func (m *maker) partArguments() (list []string) {
	list = append(list, quiet...)
	list = append(list, "-f", "rawvideo", "-pix_fmt", "yuv420p", "-s", fmt.Sprintf("%dx%d", m.Width, m.Height),
		"-framerate", m.Times.Rate.String(), "-i", "pipe:0", "-an")
	list = append(list, colors...)
	list = append(list, codings[m.Kind].pictures...)
	// NUT has exact times and can be written to a pipe.
	return append(list, "-f", "nut", "pipe:1")
}

// soundArguments returns the arguments for the sound, which comes through standard input as a WAV file.
func (m *maker) soundArguments(to string) (list []string) {
	list = append(list, quiet...)
	list = append(list, "-f", "wav", "-i", "pipe:0", "-vn")
	return append(append(list, codings[m.Kind].sound...), "-f", soundForms[m.Kind], to)
}

// soundForms are the container formats of the encoded sound. They record the encoder's padding at the start, which
// players skip: without that, the sound would be 20 ms late.
var soundForms = map[Kind]string{MP4: "mp4", WebM: "webm"}

// wholeArguments returns the arguments that join the parts, whose list comes through standard input, and the sound.
// sound may be empty.
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

// timescale returns the number of ticks per second for which all frames start at whole ticks.
func timescale(r Ratio) int64 {
	n := r.Num
	for n < 10_000 && n*2 <= maxRatio {
		n *= 2
	}
	return n
}

// fullDisk is ffmpeg's message about a full disk, which may be on any line.
const fullDisk = "No space left on device"

// run is a running ffmpeg.
type run struct {
	command *exec.Cmd
	output  tail
}

// start starts ffmpeg. It ends with ctx, but not by Ctrl+C in the terminal, which ends every program there: the film
// would fail although this program continues, or the reported error would depend on which of the two ends first.
func start(ctx context.Context, path, folder string, in io.Reader, out io.Writer, arguments ...string) (*run, error) {
	r := &run{command: exec.CommandContext(ctx, path, arguments...)}
	r.command.Dir, r.command.Stdin, r.command.Stdout, r.command.Stderr = folder, in, out, &r.output
	setApart(r.command)
	return r, r.command.Start()
}

// wait waits for ffmpeg to end.
func (r *run) wait() error {
	err := r.command.Wait()
	if err == nil {
		return nil
	}
	if bytes.Contains(r.output.kept, []byte(fullDisk)) {
		return &EncoderError{syscall.ENOSPC}
	}
	if line := r.output.line(); line != "" {
		return &EncoderError{errors.New(line)}
	}
	return &EncoderError{err}
}

// tail keeps the first and the last output of a program.
type tail struct{ kept []byte }

// maxSaid is the maximum number of bytes of output to keep.
const maxSaid = 8 << 10

func (t *tail) Write(data []byte) (int, error) {
	t.kept = append(t.kept, data...)
	if n := len(t.kept); n > maxSaid {
		t.kept = append(t.kept[:0], t.kept[n-maxSaid/2:]...)
	}
	return len(data), nil
}

// line returns the last line of output.
func (t *tail) line() string {
	lines := bytes.Split(bytes.TrimSpace(t.kept), []byte("\n"))
	return strings.TrimSpace(string(lines[len(lines)-1]))
}
