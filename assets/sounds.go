package assets

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"demoscope/assets/audio"
)

// maxSound is the maximum size in bytes of a sound: the longest effects of the games have some 3 MB.
const maxSound = 16 << 20

// SoundNames returns the game paths at which a game's client searches a sound, in order. A path that begins with an
// asterisk belongs to the player's own model; the default model is the second choice. In Quake II a path that begins
// with # starts at the game's root. A missing WAV may exist as Ogg.
func SoundNames(game Game, name, model string) []string {
	var list []string
	switch own, found := strings.CutPrefix(name, "*"); {
	case game == Quake3 && found:
		if model != "" {
			list = append(list, "sound/player/"+model+"/"+own)
		}
		list = append(list, "sound/player/sarge/"+own)
	case game == Quake2 && found:
		if model != "" {
			list = append(list, "players/"+model+"/"+own)
		}
		list = append(list, "players/male/"+own, "sound/player/male/"+own)
	case game == Quake3:
		list = append(list, name)
	case game == Quake2 && strings.HasPrefix(name, "#"):
		list = append(list, name[1:])
	default:
		list = append(list, "sound/"+name)
	}
	for _, name := range list {
		if extension := path.Ext(name); !strings.EqualFold(extension, ".ogg") {
			list = append(list, strings.TrimSuffix(name, extension)+".ogg")
		}
	}
	return list
}

// Sound reads the sound with a game path from a demo, by [SoundNames]. Errors are those of [Search.ReadFile], or an
// *[audio.FormatError].
func (s *Search) Sound(game Game, name, model string) (*audio.Sample, Source, error) {
	var missing error
	for _, name := range SoundNames(game, name, model) {
		data, src, err := s.readFile(name, maxSound)
		if errors.Is(err, fs.ErrNotExist) || errors.As(err, new(*NameError)) {
			if missing == nil {
				missing = err
			}
			continue
		}
		if err != nil {
			return nil, src, err
		}
		sample, err := audio.Decode(data)
		if err != nil {
			return nil, src, fmt.Errorf("%s: %w", src, err)
		}
		return sample, src, nil
	}
	return nil, Source{}, missing
}
