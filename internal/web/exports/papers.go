package exports

import (
	"net/url"
	"strconv"
	"unicode"
	"unicode/utf8"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/role"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
	"tourney/internal/web/paper"
	"tourney/internal/web/public"
)

// A moment is the time of a tournament at which a paper is printed.
type moment int8

const (
	never        moment = iota - 1
	beforeRounds        // before the first round
	atRound             // at every round
	anytime
	atEnd // after the last round
)

// momentOf returns the moment of a tournament: before the first draw, after the last result, or a round. Open play stays
// before its rounds.
func momentOf(t *tournament.Tournament) moment {
	switch n := len(t.Rounds); {
	case n == 0, t.IsOpen():
		return beforeRounds
	case n < t.Settings.Rounds, !t.Rounds[n-1].Published, missing(t) > 0:
		return atRound
	}
	return atEnd
}

// missing counts the missing results.
func missing(t *tournament.Tournament) (n int) {
	for i := range t.Rounds {
		n += t.Rounds[i].Missing()
	}
	return n
}

// A paperKind is a kind of paper.
type paperKind struct {
	// name is the name in addresses and in tournament.Copies.
	name string
	// title and use are message keys.
	title, use string
	moment     moment
	// copies are the copies at first, 0 for a paper that is not ticked.
	copies int
	// needs is the right to print it.
	needs role.Action
	// at is the address of this paper alone; a final "/" stands before the number of the round. The address is public
	// below "/t".
	at string
	// sheets makes the paper for round n.
	sheets func(p *press, n int) ([]paper.Sheet, error)
	// count counts the sheets, if this is faster than making them.
	count func(p *press, n int) int
}

// paperKinds is the table of papers, in the order of the pages.
var paperKinds = []paperKind{
	{"names", "export.page.byname", "paper.use.names", atRound, 1, role.Print, "/t/print/names/", (*press).names, nil},
	{"tables", "export.page.bytable", "paper.use.tables", atRound, 1, role.Print, "/t/print/tables/", (*press).tables, nil},
	{"slips", "export.page.slips", "paper.use.slips", atRound, 1, role.Print, "/print/slips/", (*press).slips, (*press).countSlips},
	{"standings", "standings.after", "paper.use.standings", atRound, 0, role.Print, "/t/print/standings?after=", (*press).standingsBefore, nil},
	{"players", "export.page.startlist", "paper.use.players", beforeRounds, 1, role.Print, "/t/print/players", (*press).players, nil},
	{"welcome", "paper.welcome", "paper.use.welcome", beforeRounds, 1, role.Print, "/print/welcome", (*press).welcome, nil},
	{"badges", "paper.badges", "paper.use.badges", beforeRounds, 1, role.Print, "/print/badges", (*press).badges, nil},
	{"cards", "paper.cards", "paper.use.cards", beforeRounds, 0, role.Print, "/print/cards", (*press).cards, nil},
	{"crosstable", "frame.crosstable", "", anytime, 0, role.Print, "/t/print/crosstable", nil, nil},
	{"blank", "paper.blank", "", anytime, 0, role.Print, "/print/blank", (*press).blank, nil},
	{"gains", "gain.page.title", "", anytime, 0, role.Arrange, "/ratings/changes", nil, nil},
	{"teams", "frame.teams", "", anytime, 0, role.Print, "/t/teams", nil, nil},
	{"bracket", "frame.bracket", "", anytime, 0, role.Print, "/t/bracket", nil, nil},
	{"all", "paper.all", "", anytime, 0, role.Print, "/print/all", nil, nil},
	{"final", "final.title", "paper.use.standings", atEnd, 1, role.Print, "/t/print/standings", (*press).standings, nil},
	{"winners", "prize.page.title", "paper.use.winners", atEnd, 1, role.Conclude, "/prizes/list", (*press).winners, nil},
	{"script", "prize.page.script", "paper.use.script", atEnd, 1, role.Conclude, "/prizes/script", (*press).script, nil},
	{"certificates", "prize.page.certificates", "paper.use.certificates", atEnd, 1, role.Conclude, "/prizes/certificates", (*press).certificates, nil},
}

// momentIn returns the moment of the paper in a tournament. Open play has no papers about rounds, and its standings are
// printed at any evening.
func (k *paperKind) momentIn(t *tournament.Tournament) moment {
	switch {
	case !t.IsOpen():
		return k.moment
	case k.moment == atRound, k.name == "crosstable", k.name == "bracket", k.name == "teams", k.name == "all":
		return never
	case k.name == "final":
		return beforeRounds
	}
	return k.moment
}

// exists reports whether the paper exists at round n. Lists for players exist after the publication.
func (k *paperKind) exists(t *tournament.Tournament, n int) bool {
	switch k.name {
	case "names", "tables":
		return t.Rounds[n-1].Published
	case "standings":
		return n > 1
	case "crosstable", "gains":
		return t.Current() > 0
	case "teams":
		return page.OfTeams(t)
	case "bracket":
		return len(page.Knockouts(t)) > 0
	case "all":
		return momentOf(t) == atRound
	}
	return k.moment != atEnd || momentOf(t) == atEnd || t.IsOpen() && t.Current() > 0
}

// titleAt returns the title of the paper at round n, with a capital letter.
func (k *paperKind) titleAt(p *page.Base, n int) string {
	switch {
	case k.name == "standings":
		return capital(p.T(k.title, n-1))
	case k.name == "final" && p.Event.Open:
		return capital(p.T("frame.standings"))
	}
	return capital(p.T(k.title))
}

// capital returns a text with a capital first letter.
func capital(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:]
}

// address returns the address of the paper alone, for round n.
func (k *paperKind) address(slug string, n int) string {
	at, from := "/desk/"+slug+k.at, ""
	if len(k.at) > 3 && k.at[:3] == "/t/" {
		at, from = "/t/"+slug+k.at[2:], "?from=exports"
	}
	switch last := at[len(at)-1]; last {
	case '/':
		return at + strconv.Itoa(n) + from
	case '=':
		return at + strconv.Itoa(n-1) + "&from=exports"
	}
	return at + from
}

// A press makes papers from a tournament.
type press struct {
	s        *Handlers
	c        *gin.Context
	snapshot *director.Snapshot
	page     *sheetsPage
	// visit reads the public names, as lists on walls do.
	visit *public.Visit
	// only are the tables whose slips are printed, nil for all.
	only map[int]bool
	// all is set for certificates of all players, not only of the winners.
	all bool
}

func (s *Handlers) newPress(c *gin.Context, snapshot *director.Snapshot, view *sheetsPage) (*press, error) {
	v, err := s.visit(c, public.In(s.Language(c).In(page.Zone(snapshot.Tournament)), snapshot))
	return &press{s: s, c: c, snapshot: snapshot, page: view, visit: v}, err
}

// made returns the sheets that add makes on an empty page.
func (p *press) made(add func(view *sheetsPage) error) ([]paper.Sheet, error) {
	view := &sheetsPage{public.SheetsPage{Base: p.page.Base}}
	err := add(view)
	return view.Sheets, err
}

func (p *press) names(n int) ([]paper.Sheet, error)  { return p.visit.NameList(n).Sheets(), nil }
func (p *press) tables(n int) ([]paper.Sheet, error) { return p.visit.TableList(n).Sheets(), nil }

func (p *press) players(int) ([]paper.Sheet, error) { return p.visit.StartList().Sheets(), nil }

func (p *press) standings(int) ([]paper.Sheet, error) { return p.visit.StandingsList().Sheets(), nil }

// standingsBefore returns the standings before round n.
func (p *press) standingsBefore(n int) ([]paper.Sheet, error) {
	before := *p.visit
	before.After = n - 1
	before.Query = url.Values{"after": {strconv.Itoa(n - 1)}}
	return before.StandingsList().Sheets(), nil
}

func (p *press) slips(n int) ([]paper.Sheet, error) {
	return p.made(func(view *sheetsPage) error {
		slips, err := p.s.slips(p.c, p.snapshot, n)
		var chosen []paper.Slip
		for _, slip := range slips {
			if p.only == nil || p.only[slip.Table] {
				chosen = append(chosen, slip)
			}
		}
		view.addSlips(chosen)
		return err
	})
}

func (p *press) countSlips(n int) int {
	return (len(p.snapshot.Tournament.Rounds[n-1].Games) + slipsPerSheet - 1) / slipsPerSheet
}

func (p *press) welcome(int) ([]paper.Sheet, error) {
	return p.made(func(view *sheetsPage) error { return view.addWelcome(p.snapshot.Tournament, p.s.PhoneBase(p.c)) })
}

func (p *press) badges(int) ([]paper.Sheet, error) {
	return p.made(func(view *sheetsPage) error { view.addBadges(p.snapshot.Tournament); return nil })
}

func (p *press) cards(int) ([]paper.Sheet, error) {
	return p.made(func(view *sheetsPage) error {
		view.addCards(p.snapshot.Tournament, 1, lastTable(p.snapshot.Tournament), "")
		return nil
	})
}

func (p *press) blank(int) ([]paper.Sheet, error) {
	return p.made(func(view *sheetsPage) error { view.addBlank(p.snapshot.Tournament); return nil })
}

func (p *press) winners(int) ([]paper.Sheet, error) {
	return winnersList(&p.page.Base, p.snapshot).Sheets(), nil
}

func (p *press) script(int) ([]paper.Sheet, error) {
	return scriptList(&p.page.Base, p.snapshot).Sheets(), nil
}

func (p *press) certificates(int) ([]paper.Sheet, error) {
	return p.made(func(view *sheetsPage) error { view.addCertificates(p.snapshot, p.all); return nil })
}
