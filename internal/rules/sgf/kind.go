package sgf

import (
	"regexp"
	"strings"
)

// kinds are other kinds of files, by the beginning of their text.
var kinds = []struct {
	name  string
	begin *regexp.Regexp
}{
	{"GIB", regexp.MustCompile(`^\\HS\s`)},
	{"UGF", regexp.MustCompile(`(?i)^\[Header\]\s`)},
	{"NGF", regexp.MustCompile(`(?m)\A.{0,80}$\s^\d{1,2}\s*$(?s:.{0,1000})^PM[A-Z]{6}`)},
	{"HTML", regexp.MustCompile(`(?i)^<(?:!doctype html|html|head)\b`)},
	{"XML", regexp.MustCompile(`^<\?xml\s`)},
	{"JSON", regexp.MustCompile(`^\{\s*"`)},
}

// kindOf returns the name of the kind of file that a text without games is of, "" for an
// unknown one.
func kindOf(text string) string {
	const enough = 2000 // bytes
	text = strings.TrimSpace(text[:min(len(text), enough)])
	for _, k := range kinds {
		if k.begin.MatchString(text) {
			return k.name
		}
	}
	return ""
}

// addMissing reports why the text has no game.
func (p *parser) addMissing() {
	kind := kindOf(p.text)
	switch {
	case strings.TrimSpace(p.text) == "":
		p.add(Finding{Kind: FileEmpty, Severity: Error})
	case kind != "":
		p.list = nil // stray text is the whole file
		p.add(Finding{Kind: FileOther, Severity: Error, Text: kind})
	default:
		p.add(Finding{Kind: TreeMissing, Severity: Error})
	}
}
