package pattern

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"demoscope/player/report"
)

// Op is a comparison operator.
type Op uint8

// The comparisons.
const (
	AtLeast Op = iota // >=
	AtMost            // <=
	More              // >
	Less              // <
	Equal             // =
)

var ops = [...]string{AtLeast: ">=", AtMost: "<=", More: ">", Less: "<", Equal: "="}

// Condition is a condition on a number of a hit.
type Condition struct {
	Measure Measure
	Op      Op
	Value   float64
}

// holds reports whether v satisfies the condition. Times are first rounded to milliseconds.
func (c *Condition) holds(v float64) bool {
	if c.Measure.Unit() == "s" {
		v = report.Thousandths(v)
	}
	switch c.Op {
	case AtLeast:
		return v >= c.Value
	case AtMost:
		return v <= c.Value
	case More:
		return v > c.Value
	case Less:
		return v < c.Value
	}
	return v == c.Value
}

// Key is the property that a filter tests.
type Key uint8

// The filters.
const (
	KeyPlayer Key = iota
	KeyVictim
	KeyWeapon
	KeyMap
	KeyGame
	KeyItem
	KeyFrom
	KeyThrough
	KeyWarmUp
	KeyMode
	KeyTeam
	KeyRecorder
	KeyDate
	KeyLength
	KeyResult
	KeyChat
	KeyFile
	KeyFormat
	KeyDamaged
	KeyUnreadable

	keyCount
)

// keys are the names of the filters, with descriptions, examples and possible values.
var keys = [keyCount]struct {
	name, what, example string
	values              []string // nil for any text
}{
	KeyPlayer:  {"player", "part of the player's name", "player:milton", nil},
	KeyVictim:  {"victim", "part of a victim's name", `victim:"the king"`, nil},
	KeyWeapon:  {"weapon", "rl, gl, lg, rail, ssg, ... or part of the weapon's name", "weapon:rl", nil},
	KeyMap:     {"map", "map name; * matches any text", "map:dm*", nil},
	KeyGame:    {"game", "quake, quakeworld, quake2, quake3, or part of the game folder", "game:quake3", nil},
	KeyItem:    {"item", "item or flag", "item:ra", nil},
	KeyFrom:    {"from", "where the flag was taken: base or field", "from:base", []string{"base", "field"}},
	KeyThrough: {"through", "deaths: a run continues after a death", "through:deaths", []string{"deaths"}},
	KeyWarmUp:  {"warmup", "yes: include warm-up and time after matches", "warmup:yes", []string{"yes", "no"}},

	KeyMode: {"mode", "1on1, 2on2, 4on4, ffa, ctf, race, single, ... or the server's name for it",
		"mode:4on4", nil},
	KeyTeam:     {"team", "part of a team's name", "team:pol", nil},
	KeyRecorder: {"recorder", "part of the recorder's name", "recorder:milton", nil},
	KeyDate:     {"date", "recording date: date:2024, date:2024-06, date>=2024-06-16", "date:2024-06", nil},
	KeyLength:   {"length", "length of the demo: length>10min, length<=5:30", "length>10min", nil},
	KeyResult:   {"result", "part of the listed result", `result:"2 : 8"`, nil},
	KeyChat:     {"chat", "word in the chat; * matches any text: chat:*gg*", "chat:gg", nil},
	KeyFile:     {"file", "part of the file's path", "file:eql", nil},
	KeyFormat:   {"format", "dem, qwd, mvd, dm2, mvd2 or dm3", "format:mvd", nil},
	KeyDamaged: {"damaged", "yes: damaged or unreadable demos", "damaged:yes",
		[]string{"yes", "no"}},

	KeyUnreadable: {"unreadable", "yes: unreadable files", "unreadable:yes", []string{"yes", "no"}},
}

// shortGames are the games by the names that players type.
var shortGames = map[string]string{"q1": "quake", "qw": "quakeworld", "q2": "quake2", "q3": "quake3"}

// OfDemo reports whether the filter is about the demo as a whole and cannot be tested with [Facts]. Callers
// test it before they query the facts: see [demoscope/player/library.Filter].
func (k Key) OfDemo() bool { return k >= KeyMode && k != KeyChat }

// String returns the name of a filter, such as "player".
func (k Key) String() string { return keys[k%keyCount].name }

// What returns a description of the filter.
func (k Key) What() string { return keys[k%keyCount].what }

// Values returns the possible values of a filter, nil for any text.
func (k Key) Values() []string { return slices.Clone(keys[k%keyCount].values) }

// Keys returns all filters.
func Keys() (list []Key) {
	for k := range keyCount {
		list = append(list, k)
	}
	return list
}

// Filter lets through hits whose property Key has a Value. Values are in lower case.
type Filter struct {
	Key   Key
	Value string
	Not   bool
	// Op is how a date or a length is compared. A date [Equal] to Value begins with it: 2024-06 matches every
	// day of that month.
	Op Op
	// Number is the value of a length, in seconds.
	Number float64
}

// Query is a parsed query.
type Query struct {
	// Kinds are the patterns to search for: one, or all that are not too common.
	Kinds []Kind
	// Named is set if the query names its pattern.
	Named      bool
	Conditions []Condition
	// Within is the time in seconds in which a run must have the required number of kills, 0 for no limit.
	Within  float64
	Filters []Filter
	// Texts must all be in a chat message. They are in lower case.
	Texts []string
	// Words must all be in the listed properties of a demo. They are in lower case: see [ParseList].
	Words []string
}

const (
	// maxQuery is the maximum length of a query in bytes.
	maxQuery = 4096
	// maxTerms is the maximum number of parts of a query.
	maxTerms = 64
)

// SyntaxError describes an invalid query.
type SyntaxError struct {
	Query   string
	Offset  int // offset of the invalid part in bytes
	Length  int // length of the invalid part in bytes
	Message string
}

func (e *SyntaxError) Error() string { return e.Message }

// Caret returns the query and, on a second line, a marker below the invalid part.
func (e *SyntaxError) Caret() string {
	line := strings.Map(func(r rune) rune {
		if r < ' ' {
			return ' '
		}
		return r
	}, e.Query)
	before := utf8.RuneCountInString(e.Query[:e.Offset])
	wide := max(1, utf8.RuneCountInString(e.Query[e.Offset:e.Offset+e.Length]))
	return line + "\n" + strings.Repeat(" ", before) + "^" + strings.Repeat("~", wide-1)
}

// Parse parses a query: a pattern, followed in any order by conditions ("kills>=3"), filters ("player:milton",
// or "-player:milton" for all others), "within 5s" for a run, and texts in quotes for chat. A query without a
// pattern searches for all patterns that are not too common. The error is a [*SyntaxError].
func Parse(query string) (*Query, error) {
	p := &parser{text: query, query: &Query{}}
	if err := p.parse(); err != nil {
		return nil, err
	}
	return p.query, nil
}

// ParseList parses a query for filtering a list of demos while the user types it. It differs from [Parse] in
// that words outside of the query language, and texts in quotes unless the pattern is chat, are searched for in
// the listed properties of the demos (maps, players, files). Unfinished parts are ignored: a filter without a
// value, or a missing closing quote.
func ParseList(query string) (*Query, error) {
	p := &parser{text: query, query: &Query{}, list: true}
	if err := p.parse(); err != nil {
		return nil, err
	}
	return p.query, nil
}

// OfDemo returns the filters of the query that are about the demo as a whole: see [Key.OfDemo].
func (q *Query) OfDemo() (list []Filter) {
	for _, f := range q.Filters {
		if f.Key.OfDemo() {
			list = append(list, f)
		}
	}
	return list
}

type parser struct {
	text  string
	at    int
	query *Query
	list  bool // the query filters a list: see [ParseList]
	chat  bool // the query has a chat: filter
}

func (p *parser) fail(from, to int, format string, args ...any) error {
	from = min(from, len(p.text))
	return &SyntaxError{p.text, from, max(0, min(to, len(p.text))-from), fmt.Sprintf(format, args...)}
}

func (p *parser) space() {
	for p.at < len(p.text) && (p.text[p.at] == ' ' || p.text[p.at] == '\t' || p.text[p.at] == '\n') {
		p.at++
	}
}

func (p *parser) parse() error {
	if len(p.text) > maxQuery {
		p.text = p.text[:0]
		return p.fail(0, 0, "query longer than %d bytes", maxQuery)
	}
	if !utf8.ValidString(p.text) {
		p.text = strings.ToValidUTF8(p.text, "?")
		return p.fail(0, len(p.text), "query is not valid UTF-8")
	}
	for n := 0; ; n++ {
		p.space()
		if p.at >= len(p.text) {
			break
		}
		if n == maxTerms {
			return p.fail(p.at, len(p.text), "more than %d parts", maxTerms)
		}
		if err := p.term(); err != nil {
			return err
		}
	}
	return p.finish()
}

// word reads a word of letters and returns it in lower case.
func (p *parser) word() string {
	from := p.at
	for p.at < len(p.text) && (p.text[p.at]|0x20 >= 'a' && p.text[p.at]|0x20 <= 'z') {
		p.at++
	}
	return strings.ToLower(p.text[from:p.at])
}

// free reads a search word that is outside of the query language, and reports whether there was one.
func (p *parser) free() bool {
	rest := p.text[p.at:]
	if end := strings.IndexAny(rest, " \t\n"); end >= 0 {
		rest = rest[:end]
	}
	word := strings.ToLower(rest)
	letters := strings.TrimPrefix(word, "-")
	name, after := lettersOf(letters)
	before := strings.TrimLeft(p.text[p.at+len(rest):], " \t\n")
	switch {
	case strings.HasPrefix(after, ":"):
		if slices.Contains(keyNames(), name) {
			if after != ":" || strings.HasPrefix(p.text[p.at+len(rest):], "\"") {
				return false
			}
			p.at += len(rest) // unfinished
			return true
		}
	case letters != word: // only filters can have a minus
	case after == "" && (before == "" || strings.IndexByte("<>=", before[0]) < 0):
		if slices.Contains(names(), name) || name == "within" && before != "" && before[0] >= '0' && before[0] <= '9' {
			return false
		}
	case after == "" || strings.IndexByte("<>=", after[0]) >= 0:
		if isNumber(name) {
			return false
		}
	}
	p.at += len(rest)
	p.query.Words = append(p.query.Words, word)
	return true
}

// lettersOf splits a word after its leading letters.
func lettersOf(word string) (letters, after string) {
	n := strings.IndexFunc(word, func(r rune) bool { return r < 'a' || r > 'z' })
	if n < 0 {
		n = len(word)
	}
	return word[:n], word[n:]
}

// isNumber reports whether name can be compared with a value.
func isNumber(name string) bool {
	return name == "within" || slices.Contains(measureNames(), name) || name == KeyDate.String() ||
		name == KeyLength.String()
}

// IsTerm reports whether a command-line argument looks like a part of a query rather than a file name: a
// filter, a pattern, a text in quotes, a comparison, or the name of a number without its comparison, because
// shells interpret < and >.
func IsTerm(text string) bool {
	word := strings.ToLower(text)
	name, after := lettersOf(strings.TrimPrefix(word, "-"))
	switch {
	case strings.HasPrefix(word, "\""):
		return true
	case strings.HasPrefix(after, ":"):
		return slices.Contains(keyNames(), name)
	case after == "":
		return word == name && (isNumber(name) || slices.Contains(names(), name))
	}
	return word == name+after && strings.IndexByte("<>=", after[0]) >= 0 && isNumber(name)
}

func (p *parser) term() error {
	from := p.at
	if p.list && p.text[p.at] != '"' && p.free() {
		return nil
	}
	if p.text[p.at] == '"' {
		text, err := p.quoted()
		if err != nil {
			return err
		}
		if text == "" && p.list {
			return nil
		}
		if text == "" {
			return p.fail(from, p.at, "empty text in quotes")
		}
		p.query.Texts = append(p.query.Texts, strings.ToLower(text))
		return nil
	}
	not := p.text[p.at] == '-'
	if not {
		p.at++
	}
	begin := p.at
	word := p.word()
	if word == "" {
		_, n := utf8.DecodeRuneInString(p.text[p.at:])
		return p.fail(from, p.at+n,
			"expected a pattern, a condition (kills>=3), a filter (player:NAME) or a text in quotes")
	}
	if p.at < len(p.text) && p.text[p.at] == ':' {
		return p.filter(word, begin, not)
	}
	if not {
		return p.fail(from, p.at, "expected a filter after the minus, as in -player:NAME")
	}
	end := p.at
	p.space()
	if p.at < len(p.text) && strings.IndexByte("<>=", p.text[p.at]) >= 0 {
		return p.condition(word, begin, end)
	}
	if word == "within" {
		v, err := p.number("s", "within")
		if err != nil {
			return err
		}
		p.query.Within = v
		return nil
	}
	p.at = end
	return p.pattern(word, begin, end)
}

// pattern reads the name of a pattern.
func (p *parser) pattern(word string, begin, end int) error {
	for k := range KindCount {
		if k.String() != word {
			continue
		}
		if p.query.Named {
			return p.fail(begin, end, "second pattern after %s", p.query.Kinds[0])
		}
		p.query.Named, p.query.Kinds = true, []Kind{k}
		return nil
	}
	return p.fail(begin, end, "unknown pattern %q%s; patterns: %s", word, Suggestion(word, names()),
		strings.Join(names(), ", "))
}

// names returns the names of all patterns.
func names() (list []string) {
	for k := range KindCount {
		list = append(list, k.String())
	}
	return list
}

func measureNames() (list []string) {
	for m := range MeasureCount {
		list = append(list, m.String())
	}
	return list
}

func keyNames() (list []string) {
	for k := range keyCount {
		list = append(list, k.String())
	}
	return list
}

// Suggestion returns " (did you mean NAME?)" with the name of [Nearest], or "" if there is none.
func Suggestion(word string, list []string) string {
	if best := Nearest(word, list); best != "" {
		return fmt.Sprintf(" (did you mean %s?)", best)
	}
	return ""
}

// NearestEdits is the edit distance from which on [Nearest] no longer considers two words similar.
const NearestEdits = 3

// Nearest returns the name in list that word was probably meant to be: a name that begins with it, or the first
// with the smallest edit distance, or a name that it begins with. It returns "" if none is similar.
func Nearest(word string, list []string) string {
	best, least := "", NearestEdits
	for _, name := range list {
		if d := edits(word, name); d < least && d < len(name) {
			best, least = name, d
		}
		if len(word) >= 3 && strings.HasPrefix(name, word) {
			best, least = name, 0
		}
		if best == "" && len(name) >= 4 && strings.HasPrefix(word, name) {
			best = name
		}
	}
	return best
}

// edits returns the edit distance between two words.
func edits(a, b string) int {
	const longest = 16
	if len(a) > longest || len(b) > longest {
		return longest
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		before := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := before
			if a[i] != b[j] {
				cost++
			}
			before = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

// quoted reads a text in quotes.
func (p *parser) quoted() (string, error) {
	from := p.at
	end := strings.IndexByte(p.text[p.at+1:], '"')
	if end < 0 && p.list {
		text := p.text[p.at+1:]
		p.at = len(p.text)
		return text, nil
	}
	if end < 0 {
		p.at = len(p.text)
		return "", p.fail(from, p.at, "missing closing quote")
	}
	text := p.text[p.at+1 : p.at+1+end]
	p.at += end + 2
	return text, nil
}

func (p *parser) filter(word string, begin int, not bool) error {
	key := Key(slices.Index(keyNames(), word))
	if int(key) >= int(keyCount) {
		return p.fail(begin, p.at, "unknown filter %q%s; filters: %s", word, Suggestion(word, keyNames()),
			strings.Join(keyNames(), ", "))
	}
	p.at++
	from := p.at
	var value string
	if p.at < len(p.text) && p.text[p.at] == '"' {
		var err error
		if value, err = p.quoted(); err != nil {
			return err
		}
	} else {
		for p.at < len(p.text) && strings.IndexByte(" \t\n", p.text[p.at]) < 0 {
			p.at++
		}
		value = p.text[from:p.at]
	}
	value = strings.ToLower(value)
	if value == "" && p.list {
		return nil
	}
	if value == "" {
		return p.fail(begin, p.at, "missing value after %s, as in %s", word, keys[key].example)
	}
	if v := keys[key].values; v != nil && !slices.Contains(v, value) {
		return p.fail(from, p.at, "%s must be %s", word, strings.Join(v, " or "))
	}
	switch key {
	case KeyChat:
		if not {
			return p.fail(begin-1, p.at, "chat: can't be negated")
		}
		p.query.Texts = append(p.query.Texts, value)
		p.chat = true
		return nil
	case KeyDate:
		return p.date(value, from, not, Equal)
	case KeyLength:
		return p.fail(begin, p.at, "length needs a number, as in %s", keys[key].example)
	case KeyGame:
		value = cmp.Or(shortGames[value], value)
	}
	p.query.Filters = append(p.query.Filters, Filter{Key: key, Value: value, Not: not, Op: Equal})
	return nil
}

// date adds a date filter. The value may be a prefix of a date.
func (p *parser) date(value string, from int, not bool, op Op) error {
	const form = "0000-00-00"
	digit := func(c byte) bool { return c >= '0' && c <= '9' }
	wrong := len(value) >= 7 && value[5:7] > "12" || len(value) == len(form) && value[8:] > "31"
	for i := range len(value) {
		if wrong || len(value) > len(form) || (form[i] == '0') != digit(value[i]) || form[i] == '-' && value[i] != '-' {
			return p.fail(from, p.at, "invalid date (try 2024, 2024-06 or 2024-06-16)")
		}
	}
	if !p.list && len(value) != 4 && len(value) != 7 && len(value) != len(form) {
		return p.fail(from, p.at, "invalid date (try 2024, 2024-06 or 2024-06-16)")
	}
	p.query.Filters = append(p.query.Filters, Filter{Key: KeyDate, Value: value, Not: not, Op: op})
	return nil
}

func (p *parser) condition(word string, begin, end int) error {
	from := p.at
	for p.at < len(p.text) && strings.IndexByte("<>=", p.text[p.at]) >= 0 {
		p.at++
	}
	op := Op(slices.Index(ops[:], p.text[from:p.at]))
	if int(op) >= len(ops) {
		return p.fail(from, p.at, "invalid comparison %q (use >= <= > < =)", p.text[from:p.at])
	}
	switch word {
	case KeyDate.String():
		behind := p.at
		p.space()
		at := p.at
		if p.list && (at == len(p.text) || at > behind && (p.text[at] < '0' || p.text[at] > '9')) {
			return nil // unfinished, followed by another word
		}
		for p.at < len(p.text) && strings.IndexByte(" \t\n", p.text[p.at]) < 0 {
			p.at++
		}
		if p.at == at {
			return p.fail(begin, p.at, "missing date, as in date>=2024-06")
		}
		return p.date(p.text[at:p.at], at, false, op)
	case KeyLength.String():
		v, err := p.number("s", word)
		if err == nil {
			p.query.Filters = append(p.query.Filters, Filter{Key: KeyLength, Op: op, Number: v})
		}
		return err
	}
	m := Measure(slices.Index(measureNames(), word))
	within := word == "within"
	if within && (op == AtMost || op == Less) {
		v, err := p.number("s", word)
		p.query.Within = v
		return err
	}
	if int(m) >= int(MeasureCount) {
		return p.fail(begin, end, "unknown number %q%s; numbers: %s", word, Suggestion(word, measureNames()),
			strings.Join(measureNames(), ", "))
	}
	v, err := p.number(m.Unit(), word)
	if err != nil {
		return err
	}
	p.query.Conditions = append(p.query.Conditions, Condition{m, op, v})
	return nil
}

// units maps the unit of a number to the suffixes allowed in a query, with their factors.
var units = map[string]map[string]float64{
	"":      {"": 1, "u": 1, "units": 1},
	"s":     {"": 1, "s": 1, "ms": 0.001, "m": 60, "min": 60, "h": 3600},
	"deg":   {"": 1, "deg": 1},
	"deg/s": {"": 1, "deg/s": 1, "deg": 1},
	"%":     {"": 1, "%": 1},
}

// number reads a number with its unit, or a time such as 5:00.
func (p *parser) number(unit, of string) (float64, error) {
	p.space()
	from := p.at
	for p.at < len(p.text) && (p.text[p.at] >= '0' && p.text[p.at] <= '9' || p.text[p.at] == '.') {
		p.at++
	}
	v, err := strconv.ParseFloat(p.text[from:p.at], 64)
	if err != nil || v > 1e9 {
		for p.at < len(p.text) && strings.IndexByte(" \t\n", p.text[p.at]) < 0 {
			p.at++
		}
		example := ""
		if unit == "s" {
			example = ", such as 5s or 400ms"
			if of == KeyLength.String() {
				example = ", such as 10min or 5:30"
			}
		}
		return 0, p.fail(from, p.at, "%s: expected a number%s", of, example)
	}
	begin := p.at
	if unit == "s" && p.at < len(p.text) && p.text[p.at] == ':' {
		return p.clock(v, of)
	}
	for p.at < len(p.text) && strings.IndexByte(" \t\n", p.text[p.at]) < 0 {
		p.at++
	}
	factor, ok := units[unit][strings.ToLower(p.text[begin:p.at])]
	if !ok {
		may := []string{}
		for name := range units[unit] {
			if name != "" {
				may = append(may, name)
			}
		}
		slices.Sort(may)
		return 0, p.fail(begin, p.at, "unit of %s must be %s", of, strings.Join(may, " or "))
	}
	return v * factor, nil
}

// clock reads the rest of a time such as 5:30 or 1:05:30, after its first number.
func (p *parser) clock(v float64, of string) (float64, error) {
	begin := p.at
	for p.at < len(p.text) && strings.IndexByte(" \t\n", p.text[p.at]) < 0 {
		p.at++
	}
	parts := strings.Split(p.text[begin+1:p.at], ":")
	for _, part := range parts {
		n, err := strconv.Atoi(part)
		if unfinished := p.list && part == ""; !unfinished && (err != nil || n < 0 || n > 59) || len(parts) > 2 {
			return 0, p.fail(begin, p.at, "%s: invalid time (try 5:30 or 1:05:30)", of)
		}
		v = 60*v + float64(n)
	}
	return v, nil
}

// finish adds defaults to the query and checks that its parts fit together.
func (p *parser) finish() error {
	q := p.query
	if p.list && !p.chat && (!q.Named || q.Kinds[0] != Chat) {
		q.Words, q.Texts = append(q.Words, q.Texts...), nil
	}
	if !q.Named {
		if len(q.Texts) > 0 {
			q.Named, q.Kinds = true, []Kind{Chat}
		} else {
			for k := range KindCount {
				if !k.Describe().everything {
					q.Kinds = append(q.Kinds, k)
				}
			}
		}
	}
	if !q.Named {
		if q.Within > 0 || len(q.Conditions) > 0 {
			return p.fail(0, len(p.text), "numbers need a pattern; patterns: %s", strings.Join(names(), ", "))
		}
		return nil
	}
	kind := q.Kinds[0]
	d := kind.Describe()
	if len(q.Texts) > 0 && kind != Chat {
		return p.fail(strings.IndexByte(p.text, '"'), len(p.text), "texts in quotes need the pattern chat")
	}
	if q.Within > 0 && kind != Run {
		at := strings.Index(strings.ToLower(p.text), "within")
		return p.fail(at, at+len("within"), "within needs the pattern run")
	}
	for i := range q.Conditions {
		m := q.Conditions[i].Measure
		if !slices.Contains(d.Measures, m) {
			at := max(0, strings.Index(strings.ToLower(p.text), m.String()))
			return p.fail(at, at+len(m.String()), "%s has no number %s; it has %s", kind, m, d.numbers())
		}
	}
	q.addUsual(kind, d)
	return nil
}

// addUsual adds the default conditions of a pattern, except those that other conditions replace.
func (q *Query) addUsual(kind Kind, d *Description) {
	asked := q.Conditions
	for _, usual := range d.usual {
		said := slices.ContainsFunc(asked, func(c Condition) bool {
			return c.Measure == usual.Measure || slices.Contains(d.instead, c.Measure)
		})
		if kind == Run && usual.Measure == Gap && q.Within > 0 {
			said = true
		}
		if !said {
			q.Conditions = append(q.Conditions, usual)
		}
	}
}

// numbers returns the names of a pattern's numbers, for messages.
func (d *Description) numbers() string {
	var list []string
	for _, m := range d.Measures {
		list = append(list, m.String())
	}
	if len(list) == 0 {
		return "none"
	}
	return strings.Join(list, ", ")
}

// Usual returns the default conditions in query syntax.
func (d *Description) Usual() string {
	var list []string
	for _, c := range d.usual {
		list = append(list, c.String())
	}
	text := strings.Join(list, " ")
	if len(d.instead) == 0 {
		return text
	}
	var instead []string
	for _, m := range d.instead {
		instead = append(instead, m.String())
	}
	return text + " unless " + strings.Join(instead, " or ") + " is given"
}

// String returns the condition in query syntax.
func (c Condition) String() string {
	return c.Measure.String() + ops[c.Op] + strconv.FormatFloat(c.Value, 'g', -1, 64) + c.Measure.Unit()
}
