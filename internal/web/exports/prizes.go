package exports

import (
	"errors"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/fault"
	"tourney/internal/format/workbook"
	"tourney/internal/i18n"
	"tourney/internal/rank"
	"tourney/internal/tournament"
	"tourney/internal/web/form"
	"tourney/internal/web/page"
	"tourney/internal/web/paper"
	"tourney/internal/web/public"
	"tourney/internal/web/site"
)

// A prizesPage edits the prizes, and lists the winners by the results so far.
type prizesPage struct {
	page.Base
	Currency string
	Single   bool
	// Order is the list of criteria for prizes by place, "" for the list of the standings. Sharing describes it.
	Order, OrderFault, Sharing string
	// Rich describes a player who gets several prizes, "" for none.
	Rich  string
	Rows  []prizeRow
	Fault string
	// Missing counts the missing results.
	Missing    int
	Ceremonies []public.CeremonyView
	// Final is set after the announcement of the final standings.
	Final bool
	// Tags are the categories of the players.
	Tags []string
	// Added is the number of prizes in an unsaved form; 0 for a saved one.
	Added int
	// Ready are the names of missing prizes, each with a button that adds it to the form.
	Ready []form.OptionView
}

// A prizeRow is one prize as typed into the form.
type prizeRow struct {
	Number                                                   int
	Name, Weakest, Strongest, Tag, Born, Wins, Places, Money string
	AllRounds                                                bool
	Fault                                                    string
	// Wrong is the wrong field.
	Wrong string
	Band  string // who can win it, "" for all players
}

// blankPrizes is the number of empty rows in the form.
const blankPrizes = 1

// readyPrizes are prizes that many tournaments give, by the messages of their names.
var readyPrizes = []struct {
	name string
	make func(t *tournament.Tournament, now time.Time) tournament.Prize
}{
	{"prize.page.ready.places", func(*tournament.Tournament, time.Time) tournament.Prize { return tournament.Prize{Places: 3} }},
	{"prize.page.ready.kyu", func(*tournament.Tournament, time.Time) tournament.Prize {
		return tournament.Prize{Places: 1, Strongest: rank.Kyu1}
	}},
	{"prize.page.ready.ddk", func(*tournament.Tournament, time.Time) tournament.Prize {
		return tournament.Prize{Places: 1, Strongest: rank.Kyu(10)}
	}},
	{"prize.page.ready.junior", func(t *tournament.Tournament, now time.Time) tournament.Prize {
		return tournament.Prize{Places: 1, BornFrom: year(t, now) - 18}
	}},
	{"prize.page.ready.veteran", func(t *tournament.Tournament, now time.Time) tournament.Prize {
		return tournament.Prize{Places: 1, BornTo: year(t, now) - 60}
	}},
	{"prize.page.ready.wins", func(t *tournament.Tournament, _ time.Time) tournament.Prize {
		return tournament.Prize{Wins: t.Settings.Rounds, AllRounds: true}
	}},
}

// year returns the year in which a tournament begins, else the year of now.
func year(t *tournament.Tournament, now time.Time) int {
	if t.Info.Begin.IsZero() {
		return now.Year()
	}
	return t.Info.Begin.Year()
}

func (s *Handlers) showPrizes(c *gin.Context, snapshot *director.Snapshot) error {
	view := s.prizesPage(c, snapshot, snapshot.Tournament.Settings.Prizes)
	if c.Query("saved") != "" {
		view.Notice = &page.Banner{Level: "notice", Text: view.T("settings.saved")}
	}
	return s.Render(c, "prizes", view)
}

func (s *Handlers) prizesPage(c *gin.Context, snapshot *director.Snapshot, list tournament.Prizes) *prizesPage {
	t := snapshot.Tournament
	view := &prizesPage{
		Base:     s.DeskBase(c, snapshot, s.Language(c).T("prize.page.title"), "prizes"),
		Currency: list.Currency, Single: list.Single, Final: t.Frozen() != nil,
		Order: form.FormatCriteria(list.Criteria), Sharing: s.Language(c).T("prize.page.usual"),
	}
	if names := criteriaNames(view.Language, list.Criteria); names != "" {
		view.Sharing = names
	}
	for i := range list.List {
		view.Rows = append(view.Rows, newPrizeRow(i, &list.List[i]))
	}
	view.addBlanks()
	view.Ceremonies, view.Missing = public.Ceremonies(view.Language, snapshot)
	prizes := map[string]int{}
	for _, c := range view.Ceremonies {
		for _, w := range c.Winners {
			if prizes[w.Name]++; !list.Single && prizes[w.Name] > 1 {
				view.Rich = view.T("prize.page.rich", w.Name, prizes[w.Name])
			}
		}
	}
	for i := range t.Players {
		view.Tags = append(view.Tags, t.Players[i].Tags...)
	}
	slices.Sort(view.Tags)
	view.Tags = slices.Compact(view.Tags)
	return view
}

// addBlanks adds empty rows and the buttons of the missing ready prizes, and fills Band in the other rows.
func (p *prizesPage) addBlanks() {
	for _, ready := range readyPrizes {
		name := p.T(ready.name)
		if !slices.ContainsFunc(p.Rows, func(r prizeRow) bool { return r.Name == name }) {
			p.Ready = append(p.Ready, form.OptionView{Value: ready.name, Text: name})
		}
	}
	for i := range p.Rows {
		row := &p.Rows[i]
		if prize, err := row.prize(); err == nil {
			prize.Name = "" // the name may hold the category
			row.Band = workbook.Entitled(&prize, p.T)
		}
	}
	for range blankPrizes {
		p.Rows = append(p.Rows, prizeRow{Number: len(p.Rows)})
	}
}

func newPrizeRow(number int, p *tournament.Prize) prizeRow {
	row := prizeRow{
		Number: number, Name: p.Name, Weakest: p.Weakest.String(), Strongest: p.Strongest.String(), Tag: p.Tag, Born: formatYears(p),
		AllRounds: p.AllRounds,
	}
	if p.Wins > 0 {
		row.Wins = strconv.Itoa(p.Wins)
	}
	if p.Places > 0 {
		row.Places = strconv.Itoa(p.Places)
	}
	row.Money = formatAwards(p)
	return row
}

func (s *Handlers) postPrizes(c *gin.Context, snapshot *director.Snapshot) (err error) {
	sent := c.Request.PostForm
	list := tournament.Prizes{Currency: strings.TrimSpace(sent.Get("currency")), Single: sent.Has("single")}
	rows, wrong := parsePrizes(s.Language(c), sent, &list)
	criteria, orderErr := form.ParseCriteria(sent.Get("order"))
	list.Criteria = criteria
	adds := false
	for _, ready := range readyPrizes {
		if adds = sent.Get("do") == ready.name; adds && len(rows) < tournament.MostPrizes {
			prize := ready.make(snapshot.Tournament, s.Director.Now())
			prize.Name = s.Language(c).T(ready.name)
			rows = append(rows, newPrizeRow(len(rows), &prize))
		}
		if adds {
			break
		}
	}
	if !adds && !wrong && orderErr == nil {
		err = s.Editor(c).SetPrizes(c.Request.Context(), list)
		if err == nil {
			return s.Redirect(c, "/desk/"+snapshot.Tournament.Info.Slug+"/prizes?saved=1")
		}
		if _, ok := fault.As(err); !ok {
			return err
		}
	}
	page := s.prizesPage(c, snapshot, tournament.Prizes{Currency: list.Currency, Single: list.Single})
	page.Rows, page.Ready, page.Order = rows, nil, sent.Get("order")
	page.addBlanks()
	if orderErr != nil {
		page.OrderFault = page.Error(orderErr)
	}
	if err != nil {
		page.Fault = page.Error(err)
	}
	if adds {
		page.Added = len(rows)
		return s.Render(c, "prizes", page)
	}
	return s.RenderStatus(c, site.StatusOfForm(err), "prizes", page)
}

// parsePrizes parses the rows of the form except empty ones. It returns the typed rows, and whether one has a fault.
func parsePrizes(lang *i18n.Language, form url.Values, to *tournament.Prizes) (rows []prizeRow, wrong bool) {
	for i := range tournament.MostPrizes + blankPrizes {
		at := func(name string) string { return strings.TrimSpace(form.Get(name + "-" + strconv.Itoa(i))) }
		row := prizeRow{
			Number: len(rows), Name: at("name"), Weakest: at("weakest"), Strongest: at("strongest"), Tag: at("tag"),
			Born: at("born"), Wins: at("wins"), Places: at("places"), Money: at("money"), AllRounds: at("all") != "",
		}
		if row == (prizeRow{Number: len(rows)}) {
			continue
		}
		p, err := row.prize()
		if err != nil {
			row.Fault, row.Wrong, wrong = lang.Error(err), wrongField(err), true
		}
		to.List = append(to.List, p)
		rows = append(rows, row)
	}
	return rows, wrong
}

// prize parses the row. The default of places is the number of sums.
func (r *prizeRow) prize() (tournament.Prize, error) {
	p := tournament.Prize{Name: r.Name, Tag: r.Tag, AllRounds: r.AllRounds}
	if !parseYears(r.Born, &p) {
		return p, fault.New(fault.Invalid, "prize.born", r.Name)
	}
	var err error
	if !parseAwards(r.Money, &p) {
		return p, fault.New(fault.Invalid, "prize.money", r.Name)
	}
	p.Places = max(1, len(p.Money))
	for _, rank := range []struct {
		text string
		to   *rank.Rank
	}{{r.Weakest, &p.Weakest}, {r.Strongest, &p.Strongest}} {
		if *rank.to, err = form.OptionalRank(rank.text); err != nil {
			return p, err
		}
	}
	for _, number := range []struct {
		field, text string
		to          *int
	}{{"wins", r.Wins, &p.Wins}, {"places", r.Places, &p.Places}} {
		if number.text == "" {
			continue
		}
		n, err := form.ParseWhole(number.field, number.text)
		if err != nil {
			return p, err
		}
		*number.to = int(n)
	}
	return p, p.Check()
}

// criteriaNames returns the names of criteria in the words of players.
func criteriaNames(lang *i18n.Language, list []tournament.Criterion) string {
	var names []string
	for _, c := range page.Criteria(lang, list) {
		names = append(names, c.Name)
	}
	return strings.Join(names, ", ")
}

// showScript shows the prize-giving on paper, from the last prize and winner to the first.
func (s *Handlers) showScript(c *gin.Context, snapshot *director.Snapshot) error {
	return s.showCeremony(c, snapshot, "prize.page.script", (*press).script)
}

// showCertificates shows the certificates in the order of the prize-giving.
func (s *Handlers) showCertificates(c *gin.Context, snapshot *director.Snapshot) error {
	return s.showCeremony(c, snapshot, "prize.page.certificates", (*press).certificates)
}

func (s *Handlers) showCeremony(c *gin.Context, snapshot *director.Snapshot, title string, make func(*press, int) ([]paper.Sheet, error)) error {
	view := s.newSheets(c, snapshot, s.Language(c).T(title))
	view.ReadOnly = false // its only button prints
	view.Back = view.Event.Home + "/prizes"
	all := c.Query("all") != ""
	sheets, err := make(&press{s: s, c: c, snapshot: snapshot, page: view, all: all}, 0)
	view.Sheets = sheets
	if title == "prize.page.certificates" && !all && snapshot.Tournament.Current() > 0 {
		view.Other = page.Link{Text: capital(view.T("prize.page.anybody")), Address: c.Request.URL.Path + "?all=1"}
	}
	return errors.Join(err, s.Render(c, "sheets", view))
}

// fromTheLast returns the prizes with winners, from the last to the first.
func fromTheLast(b *page.Base, snapshot *director.Snapshot) (ceremonies []public.CeremonyView, missing int) {
	ceremonies, missing = public.Ceremonies(b.Language, snapshot)
	ceremonies = slices.DeleteFunc(ceremonies, func(v public.CeremonyView) bool { return len(v.Winners) == 0 })
	slices.Reverse(ceremonies)
	for _, v := range ceremonies {
		slices.Reverse(v.Winners)
	}
	return ceremonies, missing
}

// scriptList returns the prize-giving to be read aloud.
func scriptList(b *page.Base, snapshot *director.Snapshot) paper.List {
	ceremonies, missing := fromTheLast(b, snapshot)
	list := paper.List{Title: b.T("prize.page.script"), Columns: []paper.Column{
		{Head: b.T("standings.place"), Kind: paper.Other}, {Head: b.T("standings.player"), Kind: paper.Name},
		{Head: b.T("fee.row.amount"), Kind: paper.Number}, {Head: capital(b.T("prize.page.say")), Kind: paper.Writing},
	}}
	var notes []string
	if order := criteriaNames(b.Language, snapshot.Tournament.Settings.Prizes.Criteria); order != "" {
		notes = append(notes, b.T("prize.page.order")+": "+order)
	}
	if missing > 0 {
		notes = append(notes, b.T("prize.page.missing", missing))
	}
	list.Note = strings.Join(notes, " · ")
	for _, v := range ceremonies {
		list.Rows = append(list.Rows, paper.Row{Group: strings.TrimSpace(v.Name + " " + v.Band)})
		for _, w := range v.Winners {
			name := paper.Cell{Text: w.Spoken, Bold: true, After: w.Facts}
			list.Rows = append(list.Rows, paper.Row{Cells: []paper.Cell{{Text: w.Place}, name, {Text: w.Money}, {}}})
		}
	}
	return list
}

// addCertificates adds a certificate for each winner, or for every player with the place in the standings.
func (p *sheetsPage) addCertificates(snapshot *director.Snapshot, all bool) {
	t := snapshot.Tournament
	usual := paper.Certificate{
		Where: page.Place(t.Info.Place, t.Info.Country), When: p.Language.Dates(t.Info.Begin.Time, t.Info.End.Time),
		Director: t.Info.Director, Draft: momentOf(t) != atEnd,
	}
	add := func(id tournament.PlayerID, won, prize string) {
		one, player := usual, t.Player(id)
		one.Name, one.Won, one.Prize = page.SpokenName(player), won, prize
		from := []string{page.SpokenRank(p.Language, player.Rank.String()), player.Club}
		one.From = strings.Join(slices.DeleteFunc(from, func(s string) bool { return s == "" }), ", ")
		p.Sheets = append(p.Sheets, paper.Sheet{Certificate: &one})
	}
	if all {
		standings := snapshot.Standings(t.Current())
		for i := range standings.Rows {
			row := &standings.Rows[i]
			place := p.T("prize.page.place."+p.Language.Ordinal(row.Place), row.Place)
			if standings.Shared(row) {
				place = p.T("prize.page.shared", standings.Place(row))
			}
			if row.Line > 0 {
				add(row.Player, place, "")
			}
		}
		return
	}
	ceremonies, _ := fromTheLast(&p.Base, snapshot)
	for _, v := range ceremonies {
		for _, w := range v.Winners {
			add(w.ID, w.Place, v.Name)
		}
	}
}
