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
// English has every message. Another language may lack some: T then uses the
// English text. docs/translating.md is for translators.
package i18n

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

	"golang.org/x/text/language"
)

// Fallback is the language of users whose own has no catalog, and of messages
// that another catalog lacks.
const Fallback = "en"

// A Catalog holds all languages.
type Catalog struct {
	languages []*Language // Fallback first, then by code
	matcher   language.Matcher
}

// A Language formats messages in one language, and times of day in one zone. It
// is safe for concurrent use.
type Language struct {
	tag      language.Tag
	messages map[string]message
	fallback map[string]message
	zone     *time.Location
	all      []*Language // of the catalog
}

// A message is one text, or one for each plural form. The text without plural
// forms is kept as "other".
type message map[string]string

// UnmarshalJSON parses a text or an object of plural forms.
func (m *message) UnmarshalJSON(data []byte) error {
	var text string
	if json.Unmarshal(data, &text) == nil {
		*m = message{"other": text}
		return nil
	}
	var forms map[string]string
	if err := json.Unmarshal(data, &forms); err != nil {
		return err
	}
	*m = forms
	return nil
}

// Load reads the catalogs lang/*.json, each named for its language.
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
	var tags []language.Tag
	for _, l := range c.languages {
		l.fallback, l.all = english.messages, c.languages
		tags = append(tags, l.tag)
	}
	c.matcher = language.NewMatcher(tags)
	return c, nil
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
	l := &Language{tag: tag, zone: time.UTC}
	return l, json.Unmarshal(data, &l.messages)
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
	if l := c.Language(chosen); l != nil {
		return l
	}
	const longest = 200 // a browser sends far less
	if len(accept) > longest {
		accept = ""
	}
	wanted, _, err := language.ParseAcceptLanguage(accept)
	if err != nil {
		return c.languages[0]
	}
	// The index, not the tag: the tag may carry extensions.
	_, i, _ := c.matcher.Match(wanted...)
	return c.languages[i]
}

// Code returns the language's code, such as "fi".
func (l *Language) Code() string { return l.tag.String() }

// Name returns the language's own name.
func (l *Language) Name() string { return l.T("language.name") }

// In returns the language with times in the zone.
func (l *Language) In(zone *time.Location) *Language {
	there := *l
	there.zone = zone
	return &there
}

// Translate returns a text that is the message of one of the keys in any language as it is
// in this one; any other text unchanged.
func (l *Language) Translate(text string, keys ...string) string {
	for _, key := range keys {
		for _, other := range l.all {
			if m, ok := other.messages[key]; ok && m["other"] == text {
				return l.T(key)
			}
		}
	}
	return text
}

// TranslateNumbered returns a text that differs from the message of a key in any language only in the number at its
// end as it is in this one: of "Desk 2" with the key of "Desk 1" the Finnish "Piste 2". Any other text is unchanged.
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
	_, own := l.messages[key]
	_, english := l.fallback[key]
	return own || english
}
