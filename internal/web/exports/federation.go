package exports

import (
	"net/url"
	"path"
	"slices"
	"strings"
	"time"

	"tourney/internal/event/federations"
	"tourney/internal/format/file"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
)

// receiver returns the federation that receives a file in a format: the federation of the tournament, or the first one
// with that format.
func receiver(t *tournament.Tournament, format string) federations.Federation {
	all := append([]federations.Federation{federations.Of(t)}, federations.All()...)
	return all[slices.IndexFunc(all, func(f federations.Federation) bool { return slices.Contains(f.Files, format) })]
}

// others returns the other federations with the European list: results reach them through it, not through a file.
func others(p *page.Base, t *tournament.Tournament) (views []aboutView) {
	for _, f := range federations.All() {
		if f.Origin != "EGF" || f.Key == federations.Of(t).Key || f.Key == "egf" {
			continue
		}
		v := about(p, f)
		v.Fact = p.T("sending.shared")
		if n := playersFrom(t, f.Country); n > 0 {
			v.Fact = p.T("player.count", n) + " · " + v.Fact
		}
		views = append(views, *v)
	}
	return views
}

// playersFrom counts the participants from a country.
func playersFrom(t *tournament.Tournament, country string) (n int) {
	for _, p := range t.Participants() {
		if country != "" && p.Country == country {
			n++
		}
	}
	return n
}

// about lists the facts of a federation and their sources.
func about(p *page.Base, f federations.Federation) *aboutView {
	v := &aboutView{Base: p, Title: f.Name}
	if l := link(f.List.File.Text); l != nil {
		v.List = append(v.List, page.Link{Text: path.Base(l.Address), Address: l.Address})
	}
	if l := link(f.List.Page.Text); l != nil {
		v.List = append(v.List, *l)
	}
	scale := "egf"
	if f.Scale.American {
		scale = "aga"
	}
	v.Facts = []page.Link{
		{Text: p.T("federation.list"), Address: p.T("federation.list." + f.List.Form)},
		{Text: p.T("field.rating"), Address: p.T("federation.scale." + scale)},
		{Text: p.T("ratinglist.page.table.number"), Address: p.T("field." + string(f.Number))},
	}
	if f.Membership != federations.NoMembership {
		v.Facts = append(v.Facts, page.Link{Text: p.T("federation.membership"), Address: p.T("federation.membership." + string(f.Membership))})
	}
	if f.Classes.Text != "" {
		v.Facts = append(v.Facts, page.Link{Text: p.T("field.class"), Address: p.T("federation.classes")})
	}
	for _, fact := range f.Facts() {
		if l := link(fact.Source); !slices.ContainsFunc(v.Sources, func(s page.Link) bool { return s.Address == l.Address }) {
			v.Sources = append(v.Sources, *l)
		}
		if day, err := time.Parse(time.DateOnly, fact.Checked); err == nil {
			v.Checked = p.T("federation.checked", p.Date(day))
		}
	}
	return v
}

// link returns an address with its host as the text, nil for no address.
func link(address string) *page.Link {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return nil
	}
	return &page.Link{Text: strings.TrimPrefix(u.Host, "www."), Address: address}
}

// A fileToSend is a file with results.
type fileToSend struct {
	name string
	data []byte
}

// mail returns the letter to a federation in its language, nil for a federation without an address.
func (s *Handlers) mail(p *page.Base, t *tournament.Tournament, f federations.Federation, sent fileToSend) *mailView {
	if f.Mail.Text == "" {
		return nil
	}
	lang := p.Language
	if own := s.Catalog.Language(f.Languages[0]); own != nil {
		lang = own.AtDesk()
	}
	begin, end := t.Info.Days()
	about := strings.Join(slices.DeleteFunc([]string{t.Info.Name, t.Info.Place, lang.Dates(begin, end)}, func(s string) bool { return s == "" }), ", ")
	text, _ := file.DecodeWestern(sent.data)
	v := &mailView{To: f.Mail.Text, Subject: lang.T("sending.letter.subject", about)}
	short := lang.T("sending.letter", about, sent.name)
	// Mail programs take %20 for a blank, not the + of forms (RFC 6068).
	escape := func(text string) string { return strings.ReplaceAll(url.QueryEscape(text), "+", "%20") }
	v.Address = "mailto:" + v.To + "?subject=" + escape(v.Subject) + "&body=" + escape(short)
	v.Text = short + "\n\n" + text
	return v
}
