package offline

import (
	"bytes"
	"fmt"
	"html"
	"io/fs"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"

	"tourney/internal/web/public"
)

// An entry identifies one file of the archive. Equal entries are one file.
type entry struct {
	kind entryKind
	// language is the code of the language of pages and calendars.
	language string
	// name is the path of a page below the tournament's own, or the name of an asset; query is
	// the page's, in the order of its names.
	name, query string
	number      int // of a picture or game
}

type entryKind int8

const (
	pageEntry entryKind = iota
	assetEntry
	pictureEntry
	recordEntry
	calendarEntry
)

func (e entry) values() url.Values {
	q, err := url.ParseQuery(e.query)
	if err != nil { // an entry has what Encode returned
		return url.Values{}
	}
	return q
}

// queries are the parameters of pages with a file for each of their values. Tables are sorted by a script.
var queries = []string{"after", "by", "only", "with"}

// file returns the path of an entry in the archive. It consists of words of this program and numbers, never of users'
// text.
func (b *book) file(e entry) string {
	folder := ""
	if e.language != b.Language.Code() && e.language != "" {
		folder = e.language + "/"
	}
	switch e.kind {
	case assetEntry:
		return "static/" + e.name
	case pictureEntry:
		return "pictures/" + strconv.Itoa(e.number) + ".jpg"
	case recordEntry:
		g := b.shown.Tournament.Game(e.number)
		return fmt.Sprintf("records/%d-%d.sgf", g.Round, g.Table)
	case calendarEntry:
		return folder + "calendar.ics"
	}
	if e.name == "" {
		return folder + "index.html"
	}
	name := strings.ReplaceAll(strings.TrimPrefix(e.name, "/"), "/", "-")
	q := e.values()
	for _, key := range queries {
		if q.Has(key) {
			name += "-" + key + "-" + q.Get(key)
		}
	}
	return folder + name + ".html"
}

// iconFile has the icons of all pages.
const iconFile = "icons.svg"

// A rewriting turns the links of one page into links between files.
type rewriting struct {
	*book
	from  entry
	icons bool // the page shows some
}

// addresses are the attributes with an address.
var addresses = []string{"href", "src", "action", "data-address"}

// rewrite returns the page with links to files. It drops attributes whose address has no file, and those for htmx.
// Quotation marks in texts and values are escaped by html/template, so that every =" starts the value of an attribute.
func (r *rewriting) rewrite(page []byte) ([]byte, error) {
	var out bytes.Buffer
	out.Grow(len(page))
	for rest := page; ; {
		at := bytes.Index(rest, []byte(`="`))
		if at < 0 {
			out.Write(rest)
			break
		}
		begin := bytes.LastIndexAny(rest[:at], " \n\t<") + 1
		name, value := string(rest[begin:at]), rest[at+2:]
		length := bytes.IndexByte(value, '"')
		if length < 0 {
			return nil, fmt.Errorf("the value of %s has no end", name)
		}
		value, after := value[:length], value[length+1:]
		switch {
		case strings.HasPrefix(name, "hx-"):
			out.Write(bytes.TrimRight(rest[:begin], " \n\t"))
		case slices.Contains(addresses, name):
			target := r.target(html.UnescapeString(string(value)))
			if target == "" {
				out.Write(bytes.TrimRight(rest[:begin], " \n\t"))
				break
			}
			out.Write(rest[:at+2])
			out.WriteString(html.EscapeString(target) + `"`)
		default:
			out.Write(rest[:len(rest)-len(after)])
		}
		rest = after
	}
	return r.withIcons(out.Bytes())
}

// withIcons adds the icons to a page that shows some.
func (r *rewriting) withIcons(page []byte) ([]byte, error) {
	end := bytes.LastIndex(page, []byte("</body>"))
	if !r.icons || end < 0 {
		return page, nil
	}
	icons, err := r.book.icons()
	if err != nil {
		return nil, err
	}
	return slices.Concat(page[:end], icons, page[end:]), nil
}

// target returns the file of an address, relative to the page, "" without one.
func (r *rewriting) target(address string) string {
	u, err := url.Parse(address)
	switch {
	case err != nil:
		return ""
	case u.Scheme == "http" || u.Scheme == "https" || u.Scheme == "mailto":
		return address
	case u.Scheme != "" || u.Host != "":
		return ""
	case u.Path == "" && u.RawQuery == "" && u.Fragment != "":
		return "#" + u.EscapedFragment()
	case u.Path == "/static/"+iconFile:
		r.icons = true
		return "#" + u.EscapedFragment()
	}
	e, ok := r.entryOf(u)
	if !ok {
		return ""
	}
	r.ask(e)
	target := relative(r.file(r.from), r.file(e))
	if u.Fragment != "" {
		target += "#" + u.EscapedFragment()
	}
	return target
}

// entryOf returns the entry of an address on this site.
func (r *rewriting) entryOf(u *url.URL) (e entry, ok bool) {
	if name, isAsset := strings.CutPrefix(u.Path, "/static/"); isAsset {
		info, err := fs.Stat(r.Static, name)
		return entry{kind: assetEntry, name: name}, err == nil && info.Mode().IsRegular()
	}
	below, ok := strings.CutPrefix(u.Path, "/t/"+r.shown.Tournament.Info.Slug)
	if !ok {
		return e, false
	}
	e.language = r.from.language
	if name, isPicture := strings.CutPrefix(below, "/pictures/"); isPicture {
		id, err := strconv.Atoi(name)
		return entry{kind: pictureEntry, number: id}, err == nil && r.picture(id) != nil
	}
	if below == "/calendar.ics" {
		e.kind = calendarEntry
		return e, true
	}
	if name, isRecord := strings.CutSuffix(below, "/record"); isRecord {
		g := r.record(strings.TrimPrefix(name, "/games/"))
		if g == nil {
			return e, false
		}
		return entry{kind: recordEntry, number: g.ID}, true
	}
	e.name = below
	if _, _, ok := public.ViewOf(below); !ok {
		return e, false
	}
	e, ok = r.withQuery(e, u.Query())
	return e, ok
}

// withQuery returns the entry of a page with a query, if there is a file for it.
func (b *book) withQuery(e entry, q url.Values) (entry, bool) {
	if code := q.Get("lang"); code != "" {
		l := b.Catalog.Language(code)
		if l == nil {
			return e, false
		}
		e.language = l.Code()
	}
	kept := url.Values{}
	for _, key := range queries {
		if value := q.Get(key); value != "" && isWord(value) {
			kept.Set(key, value)
		}
	}
	if kept.Get("after") == strconv.Itoa(b.after) { // the default of the page
		kept.Del("after")
	}
	if kept.Has("after") && !strings.HasPrefix(e.name, "/standings") { // the course of the tournament has lists, not pages of players
		return e, false
	}
	e.query = kept.Encode()
	return e, true
}

// isWord reports whether a value may be part of the name of a file.
func isWord(value string) bool {
	const longest = 20
	return len(value) <= longest && strings.Trim(value, "abcdefghijklmnopqrstuvwxyz0123456789") == ""
}

// relative returns the address of a file from another one.
func relative(from, to string) string {
	folder := path.Dir(from)
	if folder == "." {
		return to
	}
	if inside, ok := strings.CutPrefix(to, folder+"/"); ok {
		return inside
	}
	return "../" + to
}
