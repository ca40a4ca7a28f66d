package shader

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Limits of a script.
const (
	// MaxScript is the size in bytes of the largest script that is read. The game's largest has 100 KB.
	MaxScript  = 4 << 20
	maxShaders = 1 << 14
	maxStages  = 16 // the game has 8
	maxMaps    = 8  // as in the game
	maxMods    = 4  // as in the game
	maxDeforms = 3  // as in the game
	maxPath    = 128
)

// FormatError says where a script cannot be read.
type FormatError struct {
	Line   int
	Reason string
}

// Error returns the line with the reason.
func (e *FormatError) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.Reason) }

// Parse reads a script. With an error, a *[FormatError], it returns the shaders before it.
func Parse(data []byte) ([]*Shader, error) {
	p := parser{text: string(data[:min(len(data), MaxScript)]), line: 1}
	if len(data) > MaxScript {
		return nil, &FormatError{1, fmt.Sprintf("%d bytes, more than %d", len(data), MaxScript)}
	}
	var list []*Shader
	for {
		name := p.word()
		if name == "" {
			return list, nil
		}
		if len(list) >= maxShaders {
			return list, p.wrong("more than %d shaders", maxShaders)
		}
		if p.word() != "{" {
			return list, p.wrong("no { after %.60q", name)
		}
		s := &Shader{Name: name}
		if err := p.shader(s); err != nil {
			return list, err
		}
		list = append(list, s)
	}
}

// parser reads words.
type parser struct {
	text   string
	line   int
	breaks bool // a line ended before the last word
}

func (p *parser) wrong(format string, args ...any) error {
	return &FormatError{p.line, fmt.Sprintf(format, args...)}
}

// skip skips what is no word, and notes whether a line ends in it.
func (p *parser) skip() {
	p.breaks = false
	for p.text != "" {
		switch {
		case p.text[0] == '\n':
			p.breaks = true
			p.line++
			p.text = p.text[1:]
		case p.text[0] <= ' ':
			p.text = p.text[1:]
		case strings.HasPrefix(p.text, "//"):
			end := strings.IndexByte(p.text, '\n')
			if end < 0 {
				end = len(p.text)
			}
			p.text = p.text[end:]
		case strings.HasPrefix(p.text, "/*"):
			end := strings.Index(p.text[2:], "*/")
			if end < 0 {
				end = len(p.text) - 4
			}
			comment := p.text[:max(2, end+4)]
			lines := strings.Count(comment, "\n")
			p.breaks, p.line = p.breaks || lines > 0, p.line+lines
			p.text = p.text[len(comment):]
		default:
			return
		}
	}
}

// word returns the next word, "" at the end. Braces are words only if they stand alone, as in the game.
func (p *parser) word() string {
	p.skip()
	if p.text == "" {
		return ""
	}
	if p.text[0] == '"' {
		text := p.text[1:]
		end := strings.IndexByte(text, '"')
		if end < 0 {
			end = len(text)
		}
		p.line += strings.Count(text[:end], "\n")
		p.text = text[min(len(text), end+1):]
		return text[:end]
	}
	end := strings.IndexFunc(p.text, func(r rune) bool { return r <= ' ' })
	if end < 0 {
		end = len(p.text)
	}
	w := p.text[:end]
	p.text = p.text[end:]
	return w
}

// rest returns the words up to the end of the line.
func (p *parser) rest() (words []string) {
	for {
		before := *p
		w := p.word()
		if w == "" || p.breaks || w == "}" {
			*p = before
			return words
		}
		if len(words) < 16 {
			words = append(words, w)
		}
	}
}

// arg returns word i of a list, in lower case, "" if there is none.
func arg(words []string, i int) string {
	if i < len(words) {
		return strings.ToLower(words[i])
	}
	return ""
}

// number returns word i of a list as a number, 0 if it is none.
func number(words []string, i int) float64 {
	f, err := strconv.ParseFloat(arg(words, i), 64)
	if err != nil || math.Abs(f) > 1e6 || f != f {
		return 0
	}
	return f
}

// shader reads a shader behind its opening brace.
func (p *parser) shader(s *Shader) error {
	for {
		w := p.word()
		switch strings.ToLower(w) {
		case "":
			return p.wrong("no } at the end of %.60q", s.Name)
		case "}":
			return nil
		case "{":
			var stage Stage
			if err := p.stage(&stage); err != nil {
				return err
			}
			if len(s.Stages) < maxStages && len(stage.Maps) > 0 {
				s.Stages = append(s.Stages, stage)
			}
			continue
		case "cull":
			switch arg(p.rest(), 0) {
			case "none", "disable", "twosided":
				s.TwoSided = true
			}
		case "polygonoffset":
			p.rest()
			s.Raised = true
		case "skyparms":
			s.sky(p.rest())
		case "deformvertexes":
			if d, ok := deform(p.rest()); ok && len(s.Deforms) < maxDeforms {
				s.Deforms = append(s.Deforms, d)
			}
		case "fogparms":
			s.fog(p.rest())
		case "surfaceparm":
			if arg(p.rest(), 0) == "sky" {
				s.Sky = true
			}
		default:
			p.rest()
		}
	}
}

// sky sets the box and the clouds of a sky.
func (s *Shader) sky(words []string) {
	s.Sky = true
	if box := arg(words, 0); box != "-" && box != "full" && len(box) <= maxPath {
		s.Box = box
	}
	if s.CloudHeight = float32(number(words, 1)); s.CloudHeight <= 0 {
		s.CloudHeight = 512
	}
}

// fog sets the color and the depth of a fog.
func (s *Shader) fog(words []string) {
	if arg(words, 0) == "(" && len(words) > 5 {
		for i := range s.FogColor {
			s.FogColor[i] = unit(number(words, 1+i))
		}
		s.FogDepth = float32(max(0, number(words, 5)))
	}
}

var factors = map[string]Factor{"gl_zero": Zero, "gl_one": One, "gl_src_color": SrcColor,
	"gl_one_minus_src_color": OneMinusSrcColor, "gl_src_alpha": SrcAlpha, "gl_one_minus_src_alpha": OneMinusSrcAlpha,
	"gl_dst_color": DstColor, "gl_one_minus_dst_color": OneMinusDstColor, "gl_dst_alpha": DstAlpha,
	"gl_one_minus_dst_alpha": OneMinusDstAlpha, "gl_src_alpha_saturate": SrcAlpha}

// stage reads a stage behind its opening brace.
func (p *parser) stage(s *Stage) error {
	s.Source = One
	for {
		w := p.word()
		switch strings.ToLower(w) {
		case "":
			return p.wrong("no } at the end of a stage")
		case "}":
			return nil
		case "map", "clampmap":
			s.one(p.rest(), strings.EqualFold(w, "clampmap"))
		case "animmap":
			s.several(p.rest())
		case "blendfunc":
			s.blend(p.rest())
		case "alphafunc":
			s.Test = map[string]Test{"gt0": AboveZero, "lt128": BelowHalf, "ge128": AtLeastHalf}[arg(p.rest(), 0)]
		case "rgbgen":
			s.Color = gen(p.rest())
		case "alphagen":
			s.Opacity = gen(p.rest())
		case "tcgen", "texgen":
			switch arg(p.rest(), 0) {
			case "lightmap":
				s.Coords = OfLight
			case "environment":
				s.Coords = OfEnvironment
			}
		case "tcmod":
			if m, ok := mod(p.rest()); ok && len(s.Mods) < maxMods {
				s.Mods = append(s.Mods, m)
			}
		case "detail":
			s.Detail = true
		default:
			p.rest()
		}
	}
}

// one sets the only texture of a stage.
func (s *Stage) one(words []string, clamp bool) {
	if len(words) > 0 && len(words[0]) <= maxPath {
		s.Maps, s.Clamp = words[:1:1], clamp
	}
	if name := arg(words, 0); strings.HasPrefix(name, "$") {
		s.Maps = []string{name}
	}
}

// several sets the textures of an animated stage, after its rate.
func (s *Stage) several(words []string) {
	s.Rate, s.Maps = number(words, 0), nil
	for _, name := range words[min(1, len(words)):] {
		if len(s.Maps) < maxMaps && len(name) <= maxPath {
			s.Maps = append(s.Maps, name)
		}
	}
}

// blend sets the factors of blending.
func (s *Stage) blend(words []string) {
	switch arg(words, 0) {
	case "add":
		s.Source, s.Dest = One, One
	case "filter":
		s.Source, s.Dest = DstColor, Zero
	case "blend":
		s.Source, s.Dest = SrcAlpha, OneMinusSrcAlpha
	default:
		source, ok := factors[arg(words, 0)]
		dest, ok2 := factors[arg(words, 1)]
		if ok && ok2 {
			s.Source, s.Dest = source, dest
		}
	}
}

// gen returns where a color or an opacity comes from.
func gen(words []string) (g Gen) {
	switch kind := arg(words, 0); kind {
	case "const":
		values := words[1:]
		if arg(values, 0) == "(" {
			values = values[1:]
			for i := range g.Value {
				g.Value[i] = unit(number(values, i))
			}
		} else {
			v := unit(number(values, 0))
			g.Value = [3]float32{v, v, v}
		}
		g.Kind = Const
	case "wave":
		g.Kind, g.Wave = Waving, wave(words[1:])
	case "vertex", "exactvertex":
		g.Kind = Vertex
	case "oneminusvertex":
		g.Kind = OneMinusVertex
	case "lightingdiffuse", "lightingspecular", "entity", "oneminusentity", "portal":
		g.Kind = Lit
	}
	return g
}

// deform returns how a surface is deformed, and whether it is.
func deform(words []string) (d Deform, ok bool) {
	switch arg(words, 0) {
	case "wave":
		d.Kind = Ripple
		if size := number(words, 1); size != 0 {
			d.Spread = 1 / size
		}
		d.Wave = wave(words[min(2, len(words)):])
	case "move":
		d.Kind = Shift
		for i := range d.Way {
			d.Way[i] = float32(number(words, 1+i))
		}
		d.Wave = wave(words[min(4, len(words)):])
	case "autosprite":
		d.Kind = Sprite
	case "autosprite2":
		d.Kind = Pole
	default:
		return d, false
	}
	return d, true
}

func unit(f float64) float32 { return float32(max(0, min(1, f))) }

var forms = map[string]Form{"sin": Sine, "square": Square, "triangle": Triangle, "sawtooth": Sawtooth,
	"inversesawtooth": InverseSawtooth, "noise": Noise}

// wave returns a wave: its form and four numbers.
func wave(words []string) Wave {
	w := numbersOfWave(words[min(1, len(words)):])
	w.Form = forms[arg(words, 0)]
	return w
}

// numbersOfWave returns a wave by its four numbers.
func numbersOfWave(words []string) Wave {
	return Wave{Base: number(words, 0), Amplitude: number(words, 1), Phase: number(words, 2),
		Frequency: number(words, 3)}
}

// mod returns how a picture is moved, and whether it is.
func mod(words []string) (m Mod, ok bool) {
	switch arg(words, 0) {
	case "scroll":
		m.Kind, m.Args = Scroll, [6]float64{number(words, 1), number(words, 2)}
	case "scale":
		m.Kind, m.Args = Scale, [6]float64{number(words, 1), number(words, 2)}
	case "rotate":
		m.Kind, m.Args = Rotate, [6]float64{number(words, 1)}
	case "stretch":
		m.Kind, m.Wave = Stretch, wave(words[1:])
	case "transform":
		m.Kind = Transform
		for i := range m.Args {
			m.Args[i] = number(words, 1+i)
		}
	case "turb":
		m.Kind, m.Wave = Turbulence, numbersOfWave(words[1:])
	default:
		return m, false
	}
	return m, true
}
