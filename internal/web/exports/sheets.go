package exports

import (
	"slices"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/event/day"
	"tourney/internal/fault"
	"tourney/internal/i18n"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
	"tourney/internal/web/paper"
	"tourney/internal/web/public"
)

// A sheetsPage is printed sheets of the desk.
type sheetsPage struct{ public.SheetsPage }

func (s *Handlers) newSheets(c *gin.Context, snapshot *director.Snapshot, title string) *sheetsPage {
	base := s.DeskBase(c, snapshot, title, "exports")
	view := &sheetsPage{public.SheetsPage{Base: base, Back: base.Event.Home + "/exports"}}
	if c.Query("from") == "desk" {
		view.Back = base.Event.Home
	}
	return view
}

// visit returns a visit for the lists of the public pages.
func (s *Handlers) visit(c *gin.Context, snapshot *director.Snapshot) (*public.Visit, error) {
	v := &public.Visit{
		Snapshot: snapshot, Catalog: s.Catalog, Lang: s.Language(c).In(page.Zone(snapshot.Tournament)),
		Path: c.Request.URL.Path, Ctx: c.Request.Context(), Now: s.Director.Now(),
	}
	return v, v.ParseAfter()
}

func (s *Handlers) printBadges(c *gin.Context, snapshot *director.Snapshot) error {
	view := s.newSheets(c, snapshot, s.Language(c).T("paper.badges"))
	view.addBadges(snapshot.Tournament)
	return s.Render(c, "sheets", view)
}

// Badges and cards of a sheet.
const (
	badgesPerSheet = 8
	cardsPerSheet  = 2
)

// addBadges adds the badges of all players except withdrawn ones, in the order of their names.
func (p *sheetsPage) addBadges(t *tournament.Tournament) {
	players := present(p.Language, t)
	badges := make([]paper.Badge, len(players))
	for i, player := range players {
		badges[i] = newBadge(player)
	}
	for sheet := range slices.Chunk(badges, badgesPerSheet) {
		p.Sheets = append(p.Sheets, paper.Sheet{Badges: sheet})
	}
}

// present returns the players who take part and have not withdrawn, in the order of their names.
func present(lang *i18n.Language, t *tournament.Tournament) []*tournament.Player {
	players := t.Remaining()
	i18n.Sort(lang, players, func(p *tournament.Player) string { return p.Name() })
	return players
}

// badgeWidth is the width of a name on a badge, in ems of its type.
const badgeWidth = 8.4

func newBadge(p *tournament.Player) paper.Badge {
	b := paper.Badge{Used: true, First: p.Given, Last: p.Family, Rank: p.Rank.String()}
	if page.SpokenName(p) == p.Name() { // the family name first
		b.First, b.Last, b.FamilyFirst = p.Family, p.Given, true
	}
	b.From = strings.Trim(p.Club+" · "+p.Country, " ·")
	widest := 0.0
	for _, part := range strings.Fields(strings.ReplaceAll(p.Given+" "+p.Family, "-", "- ")) { // long names break here
		widest = max(widest, paper.Breadth(part))
	}
	b.Squeeze = max(6, int(10*badgeWidth/max(badgeWidth, widest)))
	return b
}

// printCards shows the cards for the tables of the form; the default is all necessary tables.
func (s *Handlers) printCards(c *gin.Context, snapshot *director.Snapshot) error {
	view := s.newSheets(c, snapshot, s.Language(c).T("paper.cards"))
	t := snapshot.Tournament
	form := &public.CardsForm{From: c.DefaultQuery("from", "1"), To: c.Query("to"), Room: strings.TrimSpace(c.Query("room"))}
	if form.To == "" {
		form.To = strconv.Itoa(lastTable(t))
	}
	from, to := page.Natural(form.From), page.Natural(form.To)
	switch {
	case from < 1 || to < from || to-from >= mostCards:
		return fault.New(fault.Invalid, "paper.tables", fault.Clip(form.From), fault.Clip(form.To), mostCards)
	case len([]rune(form.Room)) > longestRoomName:
		return fault.New(fault.Invalid, "paper.room", longestRoomName)
	}
	view.Cards = form
	view.addCards(t, from, to, form.Room)
	return s.Render(c, "sheets", view)
}

// Bounds of the form for cards.
const (
	mostCards       = 500
	longestRoomName = 40
)

// lastTable returns the number of the last necessary table.
func lastTable(t *tournament.Tournament) int {
	n := len(t.Remaining()) + len(t.Settings.Constraints.StandIns)
	last, needed := 0, max(1, (n+1)/2)
	for needed > 0 && last < mostCards {
		if last++; !t.Settings.Constraints.IsBlocked(last) {
			needed--
		}
	}
	if r := t.Round(len(t.Rounds)); r != nil {
		for i := range r.Games {
			last = max(last, r.Games[i].Table)
		}
	}
	return min(last, mostCards)
}

func (p *sheetsPage) addCards(t *tournament.Tournament, from, to int, room string) {
	var cards []paper.Card
	for n := from; n <= to; n++ {
		if !t.Settings.Constraints.IsBlocked(n) {
			cards = append(cards, paper.Card{Number: n, Room: room})
		}
	}
	for _, sheet := range paper.CutOrder(cards, cardsPerSheet) {
		p.Sheets = append(p.Sheets, paper.Sheet{Cards: sheet})
	}
}

// printBlank shows blank slips and a blank grid, for a tournament without electricity.
func (s *Handlers) printBlank(c *gin.Context, snapshot *director.Snapshot) error {
	view := s.newSheets(c, snapshot, s.Language(c).T("paper.blank"))
	view.addBlank(snapshot.Tournament)
	return s.Render(c, "sheets", view)
}

// gridRows is the number of rows of a grid on a sheet.
const gridRows = 24

func (p *sheetsPage) addBlank(t *tournament.Tournament) {
	blank := paper.Slip{Used: true, Jigo: true, Seats: [2]paper.Seat{{Black: true}, {}}}
	p.Sheets = append(p.Sheets, paper.Sheet{Slips: []paper.Slip{blank, blank, blank, blank}})
	last := lastTable(t)
	var blocked []string
	for _, r := range t.Settings.Constraints.Blocked {
		if r.From <= last {
			blocked = append(blocked, r.String())
		}
	}
	for n := 1; n <= last; {
		grid := &paper.Grid{Title: p.T("paper.grid"), Blocked: strings.Join(blocked, ", ")}
		for ; len(grid.Rows) < gridRows; n++ {
			if n > last || !t.Settings.Constraints.IsBlocked(n) {
				grid.Rows = append(grid.Rows, n)
			}
		}
		p.Sheets = append(p.Sheets, paper.Sheet{Grid: grid})
	}
}

func (s *Handlers) printWelcome(c *gin.Context, snapshot *director.Snapshot) error {
	view := s.newSheets(c, snapshot, s.Language(c).T("paper.welcome"))
	if err := view.addWelcome(snapshot.Tournament, s.PhoneBase(c)); err != nil {
		return err
	}
	return s.Render(c, "sheets", view)
}

// addWelcome adds the sheet for the first morning, with answers to common questions. base is the address of this
// server.
func (p *sheetsPage) addWelcome(t *tournament.Tournament, base string) (err error) {
	info := t.Info
	w := &paper.Welcome{
		Where: page.Place(info.Place, info.Country), When: p.Language.Dates(info.Begin.Time, info.End.Time), Address: base + "/t/" + info.Slug,
	}
	for n := 1; n <= max(t.Settings.Rounds, len(t.Rounds)) && !t.IsOpen(); n++ {
		round := paper.Fact{Name: page.RoundTitle(p.Language, t, n)}
		if start := day.StartOf(t, n); !start.IsZero() {
			round.Text = p.Moment(start)
		}
		w.Facts = append(w.Facts, round)
	}
	facts := public.RuleFacts(p.Language, t) // the time limit is the last one
	last := len(facts) - 1
	w.Facts = append(w.Facts, paper.Fact{Name: p.T("field.rules"), Text: p.T("rules." + t.Settings.RuleSystem().Name)},
		paper.Fact{Name: p.T("about.play"), Text: capital(strings.Join(facts[:last], " · "))},
		paper.Fact{Name: p.T("about.time"), Text: capital(facts[last])})
	if info.Director != "" {
		w.Facts = append(w.Facts, paper.Fact{Name: p.T("field.director"), Text: info.Director})
	}
	if w.QR.Path, w.QR.Size, err = page.QRPath(w.Address); err != nil {
		return err
	}
	_, w.Address, _ = strings.Cut(w.Address, "://")
	p.Sheets = append(p.Sheets, paper.Sheet{Welcome: w})
	return nil
}

// printWinners shows the winners of all prizes.
func (s *Handlers) printWinners(c *gin.Context, snapshot *director.Snapshot) error {
	view := s.newSheets(c, snapshot, s.Language(c).T("prize.page.title"))
	view.Sheets = winnersList(&view.Base, snapshot).Sheets()
	return s.Render(c, "sheets", view)
}

// winnersList returns the winners of all prizes, the main prize first.
func winnersList(view *page.Base, snapshot *director.Snapshot) paper.List {
	list := paper.List{Title: view.T("prize.page.title"), Columns: []paper.Column{
		{Head: view.T("standings.place"), Kind: paper.Other}, {Head: view.T("standings.player"), Kind: paper.Name},
		{Head: view.T("field.club"), Kind: paper.Other},
	}}
	ceremonies, missing := public.Ceremonies(view.Language, snapshot)
	paid := slices.ContainsFunc(ceremonies, func(c public.CeremonyView) bool {
		return slices.ContainsFunc(c.Winners, func(w public.WinnerView) bool { return w.Money != "" })
	})
	if paid {
		list.Columns = append(list.Columns, paper.Column{Head: view.T("fee.row.amount"), Kind: paper.Number})
	}
	if missing > 0 {
		list.Note = view.T("prize.page.missing", missing)
	}
	for _, c := range ceremonies {
		if len(c.Winners) == 0 {
			continue
		}
		list.Rows = append(list.Rows, paper.Row{Group: strings.TrimSpace(c.Name + " " + c.Band)})
		for _, w := range c.Winners {
			row := paper.Row{Cells: []paper.Cell{{Text: w.Place}, {Text: w.Name, After: w.Rank}, {Text: strings.TrimSpace(w.Country + " " + w.Club)}}}
			if paid {
				row.Cells = append(row.Cells, paper.Cell{Text: w.Money})
			}
			list.Rows = append(list.Rows, row)
		}
	}
	return list
}

// printAll shows everything for the next day in one print: the sheets for the walls, the drawn round, and sheets to cut
// and fold.
func (s *Handlers) printAll(c *gin.Context, snapshot *director.Snapshot) error {
	t := snapshot.Tournament
	view := s.newSheets(c, snapshot, s.Language(c).T("paper.all"))
	p, err := s.newPress(c, snapshot, view)
	if err != nil {
		return err
	}
	n := t.Current()
	for i := range paperKinds {
		k := &paperKinds[i]
		drawn := k.moment == atRound && k.copies > 0 && n > 0 && t.Round(n).Missing() > 0
		if k.moment == beforeRounds || drawn || k.name == "blank" {
			sheets, err := k.sheets(p, n)
			if err != nil {
				return err
			}
			view.addPart(k.titleAt(&view.Base, n), sheets)
		}
	}
	return s.Render(c, "sheets", view)
}

// addPart adds the sheets of a paper, with a link to the first.
func (p *sheetsPage) addPart(title string, sheets []paper.Sheet) {
	if len(sheets) == 0 {
		return
	}
	at := "part-" + strconv.Itoa(len(p.Parts)+1)
	p.Parts = append(p.Parts, page.Link{Text: title + " " + strconv.Itoa(len(sheets)), Address: "#" + at})
	first := len(p.Sheets)
	p.Sheets = append(p.Sheets, sheets...)
	p.Sheets[first].ID = at
}
