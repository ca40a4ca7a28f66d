package film

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// Kind is a format of films.
type Kind uint8

// The formats.
const (
	MP4      Kind = iota // H.264 and AAC, by ffmpeg
	WebM                 // VP9 and Opus, by ffmpeg
	GIF                  // 256 colors per frame, without sound
	APNG                 // an animated PNG, without sound
	Pictures             // numbered PNG files, without sound
)

// KindOf returns the format for a file name: by its extension, or numbered pictures for an existing folder, a name
// that ends in a slash, and a name that contains a verb such as %d.
func KindOf(path string) (Kind, error) {
	ext := strings.ToLower(filepath.Ext(path))
	switch info, err := os.Stat(path); {
	case NamesFolder(path), err == nil && info.IsDir():
		return Pictures, nil
	case ext == ".png" && strings.Contains(filepath.Base(path), "%"):
		if len(numbered.FindAllString(filepath.Base(path), -1)) != 1 || strings.Count(filepath.Base(path), "%") != 1 {
			return 0, fmt.Errorf("%q needs exactly one number like %%05d", filepath.Base(path))
		}
		return Pictures, nil
	}
	if kind, ok := files[ext]; ok {
		return kind, nil
	}
	return 0,
		fmt.Errorf("%q is not a .mp4, .webm, .gif or .png, a folder (NAME/) or a numbered image (frame-%%05d.png)",
			filepath.Base(path))
}

// files are the extensions of films in a single file.
var files = map[string]Kind{".mp4": MP4, ".webm": WebM, ".gif": GIF, ".png": APNG, ".apng": APNG}

// NamesFolder reports whether a name is that of a folder for numbered pictures, without looking at the file system.
func NamesFolder(path string) bool {
	return strings.HasSuffix(path, "/") || strings.HasSuffix(path, string(filepath.Separator))
}

// NamesFile reports whether a name is that of a film in a single file, without looking at the file system.
func NamesFile(path string) bool {
	_, ok := files[strings.ToLower(filepath.Ext(path))]
	return ok
}

// PictureFolder returns the folder of numbered pictures with a name. It may not exist yet.
func PictureFolder(path string) string { return filepath.Dir(pictureName(path, 0)) }

// NeedsFFmpeg reports whether ffmpeg encodes films of this kind.
func (k Kind) NeedsFFmpeg() bool { return k == MP4 || k == WebM }

// Check returns an error for a size or a rate that films of this kind cannot have.
func (k Kind) Check(width, height int, rate Ratio) error {
	const fastestGIF = 50 // delays are whole hundredths of a second, and browsers treat one as ten
	switch {
	case k.NeedsFFmpeg() && (width%2 != 0 || height%2 != 0):
		return fmt.Errorf(
			"--size: .mp4 and .webm need an even number of pixels a side: %dx%d instead of %dx%d, or make a .gif",
			max(2, width&^1), max(2, height&^1), width, height)
	case k == GIF && rate.Float() > fastestGIF:
		return fmt.Errorf("--fps: a GIF has %d pictures a second at most", fastestGIF)
	case k == GIF && (width > maxSideGIF || height > maxSideGIF):
		return fmt.Errorf("--size: a GIF has %d pixels a side at most", maxSideGIF)
	}
	return nil
}

const maxSideGIF = 0xffff // 16 bits

// numbered matches the number in the name of a picture.
var numbered = regexp.MustCompile(`%(0[1-9])?d`)

// pictureName returns the name of a numbered picture. The first number is 1.
func pictureName(path string, frame int) string {
	base := filepath.Base(path)
	if verb := numbered.FindString(base); verb != "" && strings.ToLower(filepath.Ext(path)) == ".png" {
		return filepath.Join(filepath.Dir(path), strings.Replace(base, verb, fmt.Sprintf(verb, frame+1), 1))
	}
	return filepath.Join(path, fmt.Sprintf("%06d.png", frame+1))
}
