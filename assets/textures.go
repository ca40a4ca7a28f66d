package assets

import (
	"image"
	"path"
	"slices"
	"strings"
	"sync"

	"demoscope/assets/picture"
	"demoscope/assets/shader"
)

// Textures finds what Quake III's surfaces are drawn with: pictures, and scripts that say how they are blended.
// It may be used by several goroutines.
type Textures struct {
	search  *Search
	once    sync.Once
	shaders map[string]*shader.Shader // by their folded names
}

// NewTextures returns the textures of a search path.
func NewTextures(s *Search) *Textures { return &Textures{search: s} }

// Shader returns how a surface is drawn, nil if no script says so. All scripts are read at the first call; a script
// that cannot be read counts up to its error.
func (t *Textures) Shader(name string) *shader.Shader {
	t.once.Do(t.readScripts)
	return t.shaders[fold(name)]
}

// Skin is a picture of a surface of a model, and how it is drawn.
type Skin struct {
	*picture.Picture
	Look Look
}

// Look is how a script draws a picture of a model.
type Look struct {
	Blends bool // it is as opaque as its pixels
	Holes  bool // pixels that are less than half opaque are left out
	Adds   bool // its color is added to the background, weighted by the opacity of its pixels if Blends is set, too
	// Mirrors marks an environment map: the picture is a reflection, not laid on the surface.
	Mirrors bool
	// Color is multiplied with that of the picture, and white if Colored is not set.
	Color   [3]float32
	Colored bool
}

// look returns the path of the picture that a script draws in place of a named picture, "" for none, and how it is
// drawn. Only one stage counts: the first that hides the surface, otherwise an environment map that hides it, otherwise
// a stage that adds light.
func (t *Textures) look(name string) (file string, look Look) {
	s := t.Shader(strings.TrimSuffix(name, path.Ext(name)))
	if s == nil {
		return "", look
	}
	const none, mirrorAdds, adds, mirror, best = 0, 1, 2, 3, 4
	found, opaque := none, false
	for i := range s.Stages {
		st := &s.Stages[i]
		if strings.HasPrefix(st.Maps[0], "$") || st.Coords == shader.OfLight {
			continue
		}
		mirrors := st.Coords == shader.OfEnvironment
		l := Look{Mirrors: mirrors, Holes: st.Test != shader.Always, Adds: st.Dest == shader.One,
			Blends:  st.Source == shader.SrcAlpha && st.Dest != shader.Zero,
			Color:   st.Color.Value,
			Colored: st.Color.Kind == shader.Const}
		rank := best
		switch {
		case l.Adds && mirrors:
			rank = mirrorAdds
		case l.Adds:
			rank = adds
		case mirrors:
			rank = mirror
		}
		if rank > found {
			found, file, look = rank, st.Maps[0], l
		}
		opaque = opaque || !l.Adds && !l.Blends && !l.Holes
	}
	if opaque && !look.Adds { // nothing shows through
		look.Blends, look.Holes = false, false
	}
	return file, look
}

// base returns the path of a picture that stands for what a script draws under the name of a picture: of the first
// stage that has one and shows it as it is, "" for none.
func (t *Textures) base(name string) string {
	s := t.Shader(strings.TrimSuffix(name, path.Ext(name)))
	if s == nil {
		return ""
	}
	for i := range s.Stages {
		if st := &s.Stages[i]; st.Coords == shader.OfTexture && !strings.HasPrefix(st.Maps[0], "$") {
			return st.Maps[0]
		}
	}
	return ""
}

// maxScripts is how many scripts are read. OpenArena has some hundred.
const maxScripts = 1000

// readScripts reads all scripts. Of shaders with one name the last one counts, as in the game: it lists the scripts of
// the most important place first, although one that is in several places has the text of the most important one.
func (t *Textures) readScripts() {
	t.shaders = make(map[string]*shader.Shader)
	names := t.search.names("scripts", ".shader")
	for _, name := range names[:min(len(names), maxScripts)] {
		data, _, err := t.search.readFile(name, shader.MaxScript)
		if err != nil {
			continue
		}
		list, _ := shader.Parse(data)
		for _, s := range list {
			if key := fold(s.Name); t.shaders[key] == nil {
				t.shaders[key] = s
			}
		}
	}
}

// Image reads a picture by its game path at its full size. As in the game its extension counts little: a JPEG is taken
// where there is no TGA. Errors are those of [Search.Picture].
func (t *Textures) Image(name string) (*image.NRGBA, error) {
	p, _, err := loadPicture(t.search, name, picture.Decode)
	return p, err
}

// names returns the game paths of the files in a folder that have an extension, each once. Those of the least important
// place come first, and of a place from the end of the alphabet.
func (s *Search) names(folder, extension string) (list []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil
	}
	seen := map[string]bool{}
	add := func(names []string) {
		slices.Sort(names)
		for _, name := range names {
			if key := fold(name); !seen[key] {
				seen[key] = true
				list = append(list, name)
			}
		}
	}
	in := func(name string) bool {
		return strings.EqualFold(path.Dir(name), folder) && strings.EqualFold(path.Ext(name), extension)
	}
	for _, p := range s.places {
		if p.folder == nil || !p.Exists || p.Mount != "" {
			continue
		}
		var loose []string
		if names, err := p.folder.list(folder); err == nil {
			for _, same := range names {
				if name := folder + "/" + same[0]; in(name) {
					loose = append(loose, name)
				}
			}
		}
		add(loose)
		for _, ref := range p.folder.listArchives() {
			a, err := s.openArchive(ref)
			if err != nil {
				continue
			}
			var packed []string
			for _, name := range a.names {
				if in(name) {
					packed = append(packed, name)
				}
			}
			add(packed)
		}
	}
	slices.Reverse(list)
	return list
}
