package web_test

import (
	"encoding/xml"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"tourney/internal/app/accounts"
	"tourney/internal/app/director"
	"tourney/internal/data/store"
	"tourney/internal/role"
	"tourney/internal/tournament"
	"tourney/internal/tournament/consent"
)

// TestTextStaysText gives everything with a name a name that would be markup, a query or a new line somewhere, and
// visits all pages as the owner. It is text everywhere, and no query of an address reaches the database as anything
// else.
func TestTextStaysText(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	s := newSite(t)
	s.Cup()
	const evil = `x'"><b class=hit>`
	ctx, ed := t.Context(), s.Director.On(director.Actor{Name: evil}, "spring-cup")
	tn := s.State("spring-cup")
	info, settings := tn.Info, tn.Settings
	info.Name, info.ShortName, info.Place, info.Director = "cup "+evil, evil, evil, evil
	settings.SignUp = tournament.SignUp{Open: true, Consent: evil, Note: evil}
	s.Check(ed.SetUp(ctx, info, settings))
	for id := tournament.PlayerID(1); id <= 9; id++ {
		s.Check(ed.EditPlayer(ctx, id, tournament.AllowNamesakes, func(p *tournament.Player) {
			p.Family, p.Given, p.Club, p.Notes, p.Contact = fmt.Sprint(id, evil), evil, evil, evil, evil
			p.Tags, p.Fee = []string{evil}, tournament.Fee{Own: true, Sum: 100, Reason: evil}
		}))
	}
	_, err := ed.Requests().Add(ctx, tournament.Request{Kind: tournament.AskName, Player: 2, Note: evil, Proposed: tournament.Proposed{Family: evil}}, "")
	s.Check(err)
	s.Check(ed.Day().AddIncident(ctx, tournament.Incident{Kind: tournament.Warned, Player: 2, Note: evil}, ""))
	s.Check(ed.Day().Announce(ctx, evil, 0, ""))
	g, _ := s.GameAt(1, 1)
	s.Check(ed.Game(g.ID).AttachRecord(ctx, []byte("(;GM[1]SZ[19]PB["+evil+"]GN["+evil+"]C["+evil+"];B[pd]C["+evil+"];W[dd])")))
	s.Login()
	s.Check(s.Director.Access().People().OrganisationAdmin(accounts.Session{User: "Anna"}, store.FirstOrganisation).SetOrganisation(ctx, evil, consent.Rules{}))
	owner := s.Client
	s.Person(evil, accounts.Invitation{Role: role.Desk, Label: evil})
	s.Client = owner
	_, err = s.Director.Access().People().OrganisationAdmin(accounts.Session{User: evil}, store.FirstOrganisation).MakeToken(ctx, evil, role.ReadToken)
	s.Check(err)

	pages, named := 0, 0
	visit := func(path string) {
		got := s.Get(path)
		if got.StatusCode >= http.StatusInternalServerError {
			t.Errorf("%s answers %d", path, got.StatusCode)
		}
		if kind := got.Header.Get("Content-Type"); strings.Contains(kind, "xml") && !strings.Contains(kind, "spreadsheet") { // feeds and pictures
			for tokens := xml.NewDecoder(got.Body); ; {
				token, err := tokens.Token()
				if err == io.EOF {
					break
				}
				s.Check(err)
				if e, ok := token.(xml.StartElement); ok && e.Name.Local == "b" {
					t.Errorf("%s has an element of the name", path)
				}
			}
			return
		} else if !strings.HasPrefix(kind, "text/html") {
			return
		}
		doc, err := goquery.NewDocumentFromReader(got.Body)
		s.Check(err)
		pages++
		if strings.Contains(doc.Text(), evil) {
			named++
		}
		doc.Find(`.hit, script:not([src]), [href^="javascript:"], [src^="javascript:"], [href^="data:"], [onclick], [onload], [onerror]`).Each(func(_ int, e *goquery.Selection) {
			html, _ := goquery.OuterHtml(e)
			t.Errorf("%s has %.200s", path, html)
		})
	}
	for _, r := range s.Server.Router().Routes() {
		if r.Method != http.MethodGet || strings.HasSuffix(r.Path, "/events") {
			continue
		}
		path := strings.ReplaceAll(example(r.Path), "/games/10", fmt.Sprint("/games/", g.ID))
		visit(path)
		query := url.QueryEscape(evil + "' OR 1=1; DROP TABLE players --\x00\r\nSet-Cookie: a=b")
		visit(path + "?find=" + query + "&name=" + query + "&next=" + query + "&sort=" + query + "&by=" + query + "&after=" + query + "&lang=" + query + "&player=" + query + "&who=" + query)
	}
	if got := len(s.State("spring-cup").Players); got != 9 {
		t.Errorf("%d players are left", got)
	}
	if pages < 150 || named < 40 {
		t.Errorf("%d pages were visited, %d with the name", pages, named)
	}
	t.Logf("%d pages, %d with the name", pages, named)
}
