package assets

import "strings"

// textsPath is the path of the English texts by key in a game of 2021 or later.
const textsPath = "localization/loc_english.txt"

// Texts maps the text keys of the game to texts, nil if it has none.
func (s *Search) Texts() map[string]string {
	data, _, err := s.ReadFile(textsPath)
	if err != nil {
		return nil
	}
	return parseTexts(string(data))
}

// parseTexts parses lines with a key, "=" and a text in quotes. It ignores lines for other platforms, with <> after the
// key.
func parseTexts(data string) map[string]string {
	texts := map[string]string{}
	for line := range strings.Lines(strings.TrimPrefix(data, "\ufeff")) {
		key, text, ok := strings.Cut(line, "=")
		key = strings.TrimSpace(key)
		if !ok || key == "" || strings.HasPrefix(key, "//") || strings.ContainsAny(key, "<> \t") {
			continue
		}
		if text, ok := unquote(strings.TrimSpace(text)); ok {
			texts[key] = text
		}
	}
	return texts
}

// unquote returns a text without its quotes and escapes.
func unquote(s string) (text string, ok bool) {
	if s, ok = strings.CutPrefix(s, `"`); !ok {
		return "", false
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c == '"':
			return b.String(), true
		case c == '\\' && i+1 < len(s):
			i++
			switch c = s[i]; c {
			case 'n':
				c = '\n'
			case 't':
				c = '\t'
			}
		}
		b.WriteByte(c)
	}
	return "", false
}
