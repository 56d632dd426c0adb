package exports

import (
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"tourney/internal/director"
	"tourney/internal/exchange/publish"
	"tourney/internal/fault"
	"tourney/internal/i18n"
	"tourney/internal/prizes"
	"tourney/internal/rank"
	"tourney/internal/tournament"
	"tourney/internal/web/form"
	"tourney/internal/web/page"
	"tourney/internal/web/site"
)

// A prizesPage is the room for prizes: what can be won, and who would win it
// now.
type prizesPage struct {
	page.Base
	Currency string
	Single   bool
	// Order is the list of criteria for prizes by place, Usual that of the
	// standings, which holds where there is none.
	Order, Usual string
	OrderFault   string
	Rows         []prizeRow
	Fault        string
	// Missing counts the results that have yet to come in.
	Missing    int
	Ceremonies []ceremonyView
	// Tags are those that players have.
	Tags []string
}

// A prizeRow is one prize as the form has it, as text.
type prizeRow struct {
	Number                                                   int
	Name, Weakest, Strongest, Tag, Born, Wins, Places, Money string
	AllRounds                                                bool
	Fault                                                    string
}

// A ceremonyView is one prize and its winners.
type ceremonyView struct {
	Name, Band string
	Winners    []winnerView
	Left       string // the sum that was not given, "" for none
	// Untagged says that no player is in the category, or has a year of birth:
	// likely a slip.
	Untagged string
}

// A winnerView is one player who gets a prize.
type winnerView struct {
	page.PlayerView
	Called  string // the name as it is read out
	Earned  string // "1st", or how many wins
	Place   string // the same, and that it is shared
	Overall string
	Money   string
}

// blankPrizes is how many empty rows the form offers.
const blankPrizes = 3

func (s *Room) showPrizes(c *gin.Context) error {
	snapshot, err := s.Snapshot(c)
	if err != nil {
		return err
	}
	view := s.prizesPage(c, snapshot, snapshot.Tournament.Settings.Prizes)
	if c.Query("saved") != "" {
		view.Notice = &page.Banner{Level: "notice", Text: view.T("settings.saved")}
	}
	return s.Render(c, "prizes", view)
}

func (s *Room) prizesPage(c *gin.Context, snapshot *director.Snapshot, list tournament.Prizes) *prizesPage {
	t := snapshot.Tournament
	page := &prizesPage{
		Base:     s.DeskBase(c, snapshot, s.Language(c).T("prizes.title"), "exports"),
		Currency: list.Currency, Single: list.Single,
		Order: form.FormatCriteria(list.Criteria), Usual: form.FormatCriteria(t.Settings.Criteria),
	}
	for i := range list.List {
		page.Rows = append(page.Rows, newPrizeRow(i, &list.List[i]))
	}
	page.addBlanks()
	page.Ceremonies, page.Missing = ceremonies(page.Language, snapshot)
	for i := range t.Players {
		page.Tags = append(page.Tags, t.Players[i].Tags...)
	}
	slices.Sort(page.Tags)
	page.Tags = slices.Compact(page.Tags)
	return page
}

func (p *prizesPage) addBlanks() {
	for range blankPrizes {
		p.Rows = append(p.Rows, prizeRow{Number: len(p.Rows)})
	}
}

func newPrizeRow(number int, p *tournament.Prize) prizeRow {
	row := prizeRow{
		Number: number, Name: p.Name, Weakest: p.Weakest.String(), Strongest: p.Strongest.String(), Tag: p.Tag, Born: writeYears(p),
		AllRounds: p.AllRounds,
	}
	if p.Wins > 0 {
		row.Wins = strconv.Itoa(p.Wins)
	}
	if p.Places > 0 {
		row.Places = strconv.Itoa(p.Places)
	}
	var sums []string
	for _, m := range p.Money {
		sums = append(sums, m.String())
	}
	row.Money = strings.Join(sums, " ")
	return row
}

// ceremonies returns who has won what by the results so far, and how many
// results are missing.
func ceremonies(lang *i18n.Language, snapshot *director.Snapshot) (views []ceremonyView, missing int) {
	t := snapshot.Tournament
	for n := 1; n <= t.Current(); n++ {
		missing += t.Round(n).Missing()
	}
	if t.Current() == 0 {
		return nil, 0
	}
	sum := func(m tournament.Money) string {
		if m == 0 {
			return ""
		}
		return strings.TrimSpace(lang.Decimal(m.String()) + " " + t.Settings.Prizes.Currency)
	}
	for _, c := range prizes.Give(t, snapshot.Standings(t.Current())) {
		view := ceremonyView{Name: c.Prize.Name, Band: publish.Entitled(&c.Prize, lang.T), Left: sum(c.Left)}
		for _, w := range c.Winners {
			v := winnerView{
				PlayerView: page.NewPlayerView(t, w.Player), Called: page.SpokenName(t.Player(w.Player)),
				Earned: lang.T("prizes.place", w.Place), Overall: lang.T("prizes.overall", w.Overall), Money: sum(w.Money),
			}
			if c.Prize.Wins > 0 {
				v.Earned = lang.T("prizes.won", c.Prize.Wins)
			}
			v.Place = v.Earned
			if c.Prize.Wins == 0 && w.Sharing > 1 {
				v.Place = lang.T("prizes.shared", w.Place, w.Sharing)
			}
			view.Winners = append(view.Winners, v)
		}
		if tag := c.Prize.Tag; tag != "" && !someTagged(t, tag) {
			view.Untagged = lang.T("prizes.untagged", tag)
		} else if c.Prize.Aged() && !slices.ContainsFunc(t.Players, func(p tournament.Player) bool { return p.Born > 0 }) {
			view.Untagged = lang.T("prizes.unborn")
		}
		views = append(views, view)
	}
	return views, missing
}

// someTagged reports whether anybody has the tag.
func someTagged(t *tournament.Tournament, tag string) bool {
	return slices.ContainsFunc(t.Players, func(p tournament.Player) bool {
		return slices.ContainsFunc(p.Tags, func(has string) bool { return tournament.Fold(has) == tournament.Fold(tag) })
	})
}

// postPrizes saves the prizes.
func (s *Room) postPrizes(c *gin.Context) error {
	snapshot, err := s.Snapshot(c)
	if err != nil {
		return err
	}
	sent := c.Request.PostForm
	list := tournament.Prizes{Currency: strings.TrimSpace(sent.Get("currency")), Single: sent.Has("single")}
	rows, wrong := readPrizes(s.Language(c), sent, &list)
	criteria, orderErr := form.ParseCriteria(sent.Get("order"))
	list.Criteria = criteria
	if !wrong && orderErr == nil {
		err = s.Editor(c).SetPrizes(c.Request.Context(), list)
		if err == nil {
			return s.Redirect(c, "/desk/"+snapshot.Tournament.Info.Slug+"/prizes?saved=1")
		}
		if _, ok := fault.As(err); !ok {
			return err
		}
	}
	page := s.prizesPage(c, snapshot, tournament.Prizes{Currency: list.Currency, Single: list.Single})
	page.Rows, page.Order = rows, sent.Get("order")
	page.addBlanks()
	if orderErr != nil {
		page.OrderFault = page.Error(orderErr)
	}
	if err != nil {
		page.Fault = page.Error(err)
	}
	return s.RenderStatus(c, site.StatusOfForm(err), "prizes", page)
}

// readPrizes reads the rows of the form; those without any word are dropped. It
// returns them as typed, and whether something is wrong with one.
func readPrizes(lang *i18n.Language, form url.Values, to *tournament.Prizes) (rows []prizeRow, wrong bool) {
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
			row.Fault, wrong = lang.Error(err), true
		}
		to.List = append(to.List, p)
		rows = append(rows, row)
	}
	return rows, wrong
}

// prize reads the row. Without a word on places there are as many as sums.
func (r *prizeRow) prize() (tournament.Prize, error) {
	p := tournament.Prize{Name: r.Name, Tag: r.Tag, AllRounds: r.AllRounds}
	if !readYears(r.Born, &p) {
		return p, fault.New(fault.Invalid, "prize.born", r.Name)
	}
	var err error
	for _, text := range strings.Fields(strings.ReplaceAll(r.Money, ";", " ")) {
		m, err := readMoney(text)
		if err != nil {
			return p, fault.New(fault.Invalid, "prize.money", r.Name)
		}
		p.Money = append(p.Money, m)
	}
	p.Places = max(1, len(p.Money))
	for _, rank := range []struct {
		text string
		to   *rank.Rank
	}{{r.Weakest, &p.Weakest}, {r.Strongest, &p.Strongest}} {
		if *rank.to, err = optionalRank(rank.text); err != nil {
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

var yearsPattern = regexp.MustCompile(`^(\d{4})?(\s*[-–]\s*)?(\d{4})?$`)

// readYears reads the years of birth of an age group: 2008–, –1965, 2004–2007
// or 2010 alone. It reports whether the text is that, or nothing.
func readYears(text string, to *tournament.Prize) bool {
	m := yearsPattern.FindStringSubmatch(text)
	if m == nil || text != "" && m[1] == "" && m[3] == "" {
		return false
	}
	from, last := page.Natural(m[1]), page.Natural(m[3])
	if m[2] == "" {
		from = max(from, last)
		last = from
	}
	to.BornFrom, to.BornTo = from, last
	return true
}

// writeYears is what readYears reads.
func writeYears(p *tournament.Prize) string {
	year := func(n int) string {
		if n == 0 {
			return ""
		}
		return strconv.Itoa(n)
	}
	if p.BornFrom == p.BornTo {
		return year(p.BornFrom)
	}
	return year(p.BornFrom) + "–" + year(p.BornTo)
}

func optionalRank(text string) (rank.Rank, error) {
	if text == "" {
		return rank.None, nil
	}
	return rank.Parse(text)
}

// readMoney reads 100, 33.5 or 33,50.
func readMoney(text string) (tournament.Money, error) {
	whole, cents, _ := strings.Cut(strings.ReplaceAll(text, ",", "."), ".")
	if len(cents) > 2 {
		return 0, strconv.ErrSyntax
	}
	n, err := strconv.ParseUint(whole+(cents + "00")[:2], 10, 50)
	return tournament.Money(n), err
}

// A scriptPage is the prize-giving on paper: from the last prize to the first,
// in each from the last winner to the first. It serves as certificates too.
type scriptPage struct {
	page.Base
	Missing      int
	Ceremonies   []ceremonyView
	Where, Dates string
	Director     string
	// Order is the list of criteria where prizes have one of their own.
	Order string
}

// showScript shows what is read out.
func (s *Room) showScript(c *gin.Context) error {
	return s.showCeremony(c, "script", "prizes.script")
}

// showCertificates shows a sheet for every winner.
func (s *Room) showCertificates(c *gin.Context) error {
	return s.showCeremony(c, "certificates", "prizes.certificates")
}

func (s *Room) showCeremony(c *gin.Context, template, title string) error {
	snapshot, err := s.Snapshot(c)
	if err != nil {
		return err
	}
	view := scriptPage{Base: s.DeskBase(c, snapshot, s.Language(c).T(title), "exports")}
	info := snapshot.Tournament.Info
	view.Where, view.Dates, view.Director = page.Place(info.Place, info.Country), view.Language.Dates(info.Begin, info.End), info.Director
	view.Order = form.FormatCriteria(snapshot.Tournament.Settings.Prizes.Criteria)
	view.Sheet = view.Dates
	if view.Order != "" {
		view.Sheet += " · " + view.T("prizes.order") + ": " + view.Order
	}
	view.Ceremonies, view.Missing = ceremonies(view.Language, snapshot)
	view.Ceremonies = slices.DeleteFunc(view.Ceremonies, func(v ceremonyView) bool { return len(v.Winners) == 0 })
	slices.Reverse(view.Ceremonies)
	for _, v := range view.Ceremonies {
		slices.Reverse(v.Winners)
	}
	return s.Render(c, template, view)
}
