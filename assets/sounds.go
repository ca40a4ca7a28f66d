package assets

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"demoscope/assets/audio"
)

// maxSound is the size in bytes of the largest sound that is read: the longest effects of the
// games have some 3 MB.
const maxSound = 16 << 20

// SoundNames returns the game paths at which a game's client looks for a sound, in their order.
// A path that begins with an asterisk is of the player's own model, of which the others' usual
// one is the second choice; in Quake II one that begins with # is from the game's root. What
// is missing as WAV may be there as Ogg.
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

// Sound reads the sound with a game path as a demo names it, by [SoundNames]. Errors: those of
// [Search.ReadFile], or an *[audio.FormatError] with the place.
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
