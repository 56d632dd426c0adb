// Package po reads and writes message files of gettext, as translators' programs have them.
//
//	#. Now, About, the hall
//	msgctxt "now.rounds"
//	msgid "{0} round"
//	msgid_plural "{0} rounds"
//	msgstr[0] "{0} Runde"
//	msgstr[1] "{0} Runden"
//
// Read refuses unknown keywords. It drops comments of translators, and entries that a program has marked as
// obsolete. The entry with an empty ID is the header.
package po

import (
	"bufio"
	"io"
	"slices"
	"strings"

	"tourney/internal/fault"
)

// Limits of a file, far above a whole catalog.
const (
	MostBytes = 4 << 20
	mostText  = 8_000 // bytes of a text
)

// formKeywords are the keywords of plural forms; CLDR has no more.
var formKeywords = []string{"msgstr[0]", "msgstr[1]", "msgstr[2]", "msgstr[3]", "msgstr[4]", "msgstr[5]"}

// An Entry is one message: Context is its key, Texts are the translation, one for each plural form.
type Entry struct {
	Context, ID, Plural string
	Texts               []string
	// Notes are for translators, one a line.
	Notes []string
	// Fuzzy is set by a translator's program for a guess.
	Fuzzy bool
	Line  int
}

// Write writes a file.
func Write(to io.Writer, entries []Entry) error {
	w := bufio.NewWriter(to)
	for i, e := range entries {
		if i > 0 {
			w.WriteString("\n")
		}
		for _, note := range e.Notes {
			w.WriteString("#. " + note + "\n")
		}
		if e.Fuzzy {
			w.WriteString("#, fuzzy\n")
		}
		if e.Context != "" {
			writeText(w, "msgctxt", e.Context)
		}
		writeText(w, "msgid", e.ID)
		if e.Plural == "" {
			writeText(w, "msgstr", e.text())
			continue
		}
		writeText(w, "msgid_plural", e.Plural)
		for n, text := range e.Texts {
			writeText(w, formKeywords[n], text)
		}
	}
	return w.Flush()
}

func (e *Entry) text() string {
	if len(e.Texts) == 0 {
		return ""
	}
	return e.Texts[0]
}

// writeText writes a text, one with line breaks as a line for each of its lines.
func writeText(w *bufio.Writer, keyword, text string) {
	lines := strings.SplitAfter(text, "\n")
	if lines[len(lines)-1] == "" && len(lines) > 1 {
		lines = lines[:len(lines)-1]
	}
	if len(lines) > 1 {
		lines = append([]string{""}, lines...)
	}
	w.WriteString(keyword)
	for _, line := range lines {
		w.WriteString(` "` + escapes.Replace(line) + "\"\n")
	}
}

var escapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\t", `\t`, "\r", `\r`)

// A reader collects one entry after the other. name is the name of the file.
type reader struct {
	name    string
	line    int
	entries []Entry
	now     Entry
	// begun is set after a keyword of the entry, and text is the text that the next line continues.
	begun bool
	text  *string
}

// Read reads a file of at most MostBytes. An error names the file and the line.
func Read(name string, from io.Reader) ([]Entry, error) {
	lines := bufio.NewScanner(io.LimitReader(from, MostBytes+1))
	lines.Buffer(nil, 4*mostText)
	r, size := &reader{name: name}, 0
	for lines.Scan() {
		r.line++
		if size += len(lines.Bytes()) + 1; size > MostBytes {
			return nil, r.fault(r.line, "catalog.large", MostBytes>>20)
		}
		if err := r.read(strings.TrimSpace(strings.TrimPrefix(lines.Text(), "\ufeff"))); err != nil {
			return nil, err
		}
	}
	if lines.Err() != nil {
		return nil, r.fault(r.line+1, "catalog.long", mostText)
	}
	if err := r.end(); err != nil {
		return nil, err
	}
	return r.entries, nil
}

// fault returns an error in a line.
func (r *reader) fault(line int, key string, value any) error {
	return fault.New(fault.Invalid, key, r.name, line, value)
}

func (r *reader) read(line string) error {
	switch {
	case line == "":
		return nil
	case strings.HasPrefix(line, "#"):
		if r.begun && len(r.now.Texts) > 0 {
			if err := r.end(); err != nil {
				return err
			}
		}
		if note, ok := strings.CutPrefix(line, "#. "); ok {
			r.now.Notes = append(r.now.Notes, note)
		}
		if flags, ok := strings.CutPrefix(line, "#,"); ok {
			r.now.Fuzzy = r.now.Fuzzy || strings.Contains(flags, "fuzzy")
		}
		return nil
	case line[0] == '"':
		return r.add(line)
	}
	keyword, text, found := strings.Cut(line, `"`)
	if !found {
		return r.fault(r.line, "catalog.po.line", fault.Clip(line))
	}
	if err := r.begin(strings.TrimSpace(keyword)); err != nil {
		return err
	}
	return r.add(`"` + text)
}

// begin begins the text of a keyword, and ends the entry before if that is complete.
func (r *reader) begin(keyword string) error {
	if (keyword == "msgctxt" || keyword == "msgid") && len(r.now.Texts) > 0 {
		if err := r.end(); err != nil {
			return err
		}
	}
	if !r.begun {
		r.begun, r.now.Line = true, r.line
	}
	form := -1
	switch keyword {
	case "msgctxt":
		r.text = &r.now.Context
	case "msgid":
		r.text = &r.now.ID
	case "msgid_plural":
		r.text = &r.now.Plural
	case "msgstr":
		form = 0
	default:
		form = slices.Index(formKeywords, keyword)
		if form < 0 {
			return r.fault(r.line, "catalog.po.line", fault.Clip(keyword))
		}
	}
	if form < 0 && len(r.now.Texts) > 0 || form >= 0 && form != len(r.now.Texts) || r.text != nil && form < 0 && *r.text != "" {
		return r.fault(r.line, "catalog.po.line", fault.Clip(keyword))
	}
	if form >= 0 {
		r.now.Texts = append(r.now.Texts, "")
		r.text = &r.now.Texts[form]
	}
	return nil
}

// add adds a quoted text.
func (r *reader) add(quoted string) error {
	if r.text == nil {
		return r.fault(r.line, "catalog.po.line", fault.Clip(quoted))
	}
	text, ok := unquote(quoted)
	if !ok {
		return r.fault(r.line, "catalog.po.quote", fault.Clip(quoted))
	}
	if *r.text += text; len(*r.text) > mostText {
		return r.fault(r.line, "catalog.long", mostText)
	}
	return nil
}

// unquote returns the text between quotation marks, with the escapes of C that gettext writes.
func unquote(quoted string) (text string, ok bool) {
	if len(quoted) < 2 || quoted[len(quoted)-1] != '"' {
		return "", false
	}
	var out strings.Builder
	for rest := quoted[1 : len(quoted)-1]; rest != ""; {
		at := strings.IndexAny(rest, `\"`)
		if at < 0 {
			out.WriteString(rest)
			break
		}
		if rest[at] == '"' || at+1 == len(rest) {
			return "", false
		}
		meant, known := map[byte]byte{'n': '\n', 't': '\t', 'r': '\r', '"': '"', '\\': '\\'}[rest[at+1]]
		if !known {
			return "", false
		}
		out.WriteString(rest[:at])
		out.WriteByte(meant)
		rest = rest[at+2:]
	}
	return out.String(), true
}

// end ends the entry.
func (r *reader) end() error {
	e := r.now
	begun := r.begun
	r.now, r.begun, r.text = Entry{}, false, nil
	if !begun {
		return nil
	}
	if len(e.Texts) == 0 || e.Plural == "" && len(e.Texts) > 1 {
		return r.fault(e.Line, "catalog.po.entry", fault.Clip(e.Context+e.ID))
	}
	r.entries = append(r.entries, e)
	return nil
}
