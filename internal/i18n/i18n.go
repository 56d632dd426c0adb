// Package i18n formats messages, numbers and dates and sorts names in each
// language.
//
// A catalog is one JSON file per language: a flat object from message key to
// text, or to the text's plural forms by the names of CLDR. Placeholders {0},
// {1} … take the arguments in their order; the first argument chooses the
// plural form.
//
//	{"round.title": "Round {0}", "player.count": {"one": "{0} player", "other": "{0} players"}}
//
// Load reads the catalogs, Match chooses the user's language, and T formats a
// message:
//
//	lang := catalog.Match("", r.Header.Get("Accept-Language")).In(zone)
//	lang.T("player.count", 42)
//
// English has every message. For a message missing in another language, T uses the English text. docs/translating.md is
// for translators.
package i18n

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/text/language"
)

// Fallback is the language of users whose own has no catalog, and of messages missing in another catalog.
const Fallback = "en"

// A Catalog holds all languages.
type Catalog struct {
	languages []*Language // Fallback first, then by code
	matcher   language.Matcher
	// matched are the languages of the headers that were matched last: readers send few different ones.
	mu      sync.RWMutex
	matched map[string]*Language
}

// mostMatched bounds the cached headers; beyond it the cache is emptied.
const mostMatched = 500

// A Language formats messages in one language, and times of day in one zone. It
// is safe for concurrent use.
type Language struct {
	tag        language.Tag
	code, name string
	// parsed returns the messages, parsed at the first use: most servers use one or two languages.
	parsed func() (map[string]message, error)
	// fallback is the language of messages missing in this one; its own is nil.
	fallback *Language
	zone     *time.Location
	all      []*Language // of the catalog
}

// messages returns all messages by their keys. It panics if the catalog is broken, see Check.
func (l *Language) messages() map[string]message {
	all, err := l.parsed()
	if err != nil {
		panic(err)
	}
	return all
}

// find returns a message, with the language that it is in.
func (l *Language) find(key string) (m message, in *Language, ok bool) {
	if m, ok = l.messages()[key]; !ok && l.fallback != nil {
		return l.fallback.find(key)
	}
	return m, l, ok
}

// A message is one text, or one for each plural form by its name.
type message struct {
	text  string // of the form "other"
	forms map[string]string
}

// Load finds the catalogs lang/*.json, each named for its language. A catalog is parsed when it is needed; call Check
// to find a broken one at once.
func Load(fsys fs.FS) (*Catalog, error) {
	files, err := fs.Glob(fsys, "lang/*.json")
	if err != nil {
		return nil, fmt.Errorf("list catalogs: %w", err)
	}
	c := &Catalog{}
	for _, file := range files {
		l, err := load(fsys, file)
		if err != nil {
			return nil, fmt.Errorf("catalog %s: %w", file, err)
		}
		c.languages = append(c.languages, l)
	}
	first := slices.IndexFunc(c.languages, func(l *Language) bool { return l.Code() == Fallback })
	if first < 0 {
		return nil, fmt.Errorf("no catalog %s.json among %d", Fallback, len(files))
	}
	english := c.languages[first]
	c.languages = slices.Insert(slices.Delete(c.languages, first, first+1), 0, english)
	c.connect()
	return c, nil
}

// connect connects the languages of a catalog: their fallback, and the choice among them.
func (c *Catalog) connect() {
	var tags []language.Tag
	for i, l := range c.languages {
		if l.all = c.languages; i > 0 {
			l.fallback = c.languages[0]
		}
		tags = append(tags, l.tag)
	}
	c.matcher = language.NewMatcher(tags)
}

func load(fsys fs.FS, file string) (*Language, error) {
	tag, err := language.Parse(strings.TrimSuffix(path.Base(file), ".json"))
	if err != nil {
		return nil, err
	}
	data, err := fs.ReadFile(fsys, file)
	if err != nil {
		return nil, err
	}
	return &Language{
		tag: tag, code: tag.String(), name: nameIn(data), zone: time.UTC,
		parsed: sync.OnceValues(func() (map[string]message, error) { return parse(fsys, file) }),
	}, nil
}

// nameKey is the key of a language's own name.
const nameKey = "language.name"

// nameIn returns the name of the language in a catalog without parsing the rest: every page offers all languages.
func nameIn(catalog []byte) (name string) {
	_, value, found := bytes.Cut(catalog, []byte(`"`+nameKey+`":`))
	if !found || json.NewDecoder(bytes.NewReader(value)).Decode(&name) != nil {
		return ""
	}
	return name
}

func parse(fsys fs.FS, file string) (map[string]message, error) {
	data, err := fs.ReadFile(fsys, file)
	if err != nil {
		return nil, fmt.Errorf("catalog: %w", err)
	}
	entries, err := readCatalog(file, data)
	if err != nil {
		return nil, fmt.Errorf("catalog: %w", err)
	}
	all := make(map[string]message, len(entries))
	for _, e := range entries {
		all[e.key] = e.message
	}
	return all, nil
}

// Check parses every catalog, and returns the first error in one.
func (c *Catalog) Check() error {
	for _, l := range c.languages {
		if _, err := l.parsed(); err != nil {
			return err
		}
	}
	return nil
}

// Languages lists the languages, the fallback first.
func (c *Catalog) Languages() []*Language { return slices.Clone(c.languages) }

// Language returns the language of a code such as "fi", or nil.
func (c *Catalog) Language(code string) *Language {
	i := slices.IndexFunc(c.languages, func(l *Language) bool { return l.Code() == code })
	if i < 0 {
		return nil
	}
	return c.languages[i]
}

// Match returns the language chosen by code, else the best one for an
// Accept-Language header, else the fallback.
func (c *Catalog) Match(chosen, accept string) *Language {
	const longest = 200 // a browser sends far less
	if len(accept) > longest {
		accept = ""
	}
	if chosen != "" {
		if l := c.Language(chosen); l != nil {
			return l
		}
	}
	c.mu.RLock()
	l := c.matched[accept]
	c.mu.RUnlock()
	if l != nil {
		return l
	}
	l = c.match(accept)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.matched == nil || len(c.matched) >= mostMatched {
		c.matched = map[string]*Language{}
	}
	c.matched[strings.Clone(accept)] = l
	return l
}

func (c *Catalog) match(accept string) *Language {
	wanted, _, err := language.ParseAcceptLanguage(accept)
	if err != nil {
		return c.languages[0]
	}
	// The index, not the tag: the tag may carry extensions.
	_, i, _ := c.matcher.Match(wanted...)
	return c.languages[i]
}

// Code returns the language's code, such as "fi".
func (l *Language) Code() string { return l.code }

// Codes lists the codes of all languages of the catalog, such as "en, fi".
func (l *Language) Codes() string {
	var list []string
	for _, other := range l.all {
		list = append(list, other.code)
	}
	return strings.Join(list, ", ")
}

// Name returns the language's own name.
func (l *Language) Name() string { return l.name }

// atDeskKey is the message with the letters for entering results.
const atDeskKey = "desk.line.black"

// AtDesk returns the language of the desk's pages and of the command line: the language itself if its catalog has the
// letters for entering results, else the fallback. A catalog without them has only messages for players and visitors.
func (l *Language) AtDesk() *Language {
	if _, ok := l.messages()[atDeskKey]; ok || l.fallback == nil {
		return l
	}
	return l.fallback.In(l.zone)
}

// In returns the language with times in the zone.
func (l *Language) In(zone *time.Location) *Language {
	there := *l
	there.zone = zone
	return &there
}

// Translate translates the message of one of the keys from any language into this one. Other texts stay unchanged.
func (l *Language) Translate(text string, keys ...string) string {
	for _, key := range keys {
		for _, other := range l.all {
			if m, ok := other.messages()[key]; ok && m.text == text {
				return l.T(key)
			}
		}
	}
	return text
}

// TranslateNumbered returns a text that differs from the message of a key in any language only in the number at its
// end as it is in this one: of "Desk 2" with the key of "Desk 1" the Finnish "Kone 2". Any other text is unchanged.
func (l *Language) TranslateNumbered(text, key string) string {
	word, number := cutNumber(text)
	for _, other := range l.all {
		if first, _ := cutNumber(other.T(key)); number != "" && word == first {
			own, _ := cutNumber(l.T(key))
			return own + number
		}
	}
	return text
}

// cutNumber splits a text before the digits at its end.
func cutNumber(text string) (word, number string) {
	word = strings.TrimRight(text, "0123456789")
	return word, text[len(word):]
}

// Has reports whether the language or the fallback has the message.
func (l *Language) Has(key string) bool {
	_, _, ok := l.find(key)
	return ok
}
