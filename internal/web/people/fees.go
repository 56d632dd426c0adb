package people

import (
	"bytes"
	"cmp"
	"crypto/rand"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/event/day"
	"tourney/internal/fault"
	"tourney/internal/format/file"
	"tourney/internal/i18n"
	"tourney/internal/tournament"
	"tourney/internal/tournament/consent"
	"tourney/internal/web/form"
	"tourney/internal/web/page"
	"tourney/internal/web/site"
)

// A feeView is a player's fee and payment.
type feeView struct {
	Sum, Class string
	// Due is the unpaid rest and Rest the same in hundredths; Due is "" if the rest is 0.
	Due  string
	Rest tournament.Money
	// Paid is the sum paid, "" for none, and PaidOn the day of it.
	Paid, PaidOn string
	// Parts explain the sum.
	Parts []string

	owed, paid tournament.Money
}

// hasFees reports whether the tournament has fees.
func hasFees(t *tournament.Tournament) bool {
	if len(t.Settings.Fees.Classes) > 0 {
		return true
	}
	for i := range t.Players {
		if t.Players[i].Fee != (tournament.Fee{}) {
			return true
		}
	}
	return false
}

// A feeTable computes the fees of a tournament's players at a time.
type feeTable struct {
	*tournament.Tournament
	places tournament.Places
	now    time.Time
}

func newFeeTable(t *tournament.Tournament, now time.Time) feeTable {
	return feeTable{t, t.Places(), now}
}

// fee returns a player's fee. Withdrawn players and reserves owe nothing, as in day.TakingsOf.
func (tr feeTable) fee(lang *i18n.Language, p *tournament.Player) feeView {
	t := tr.Tournament
	owed := day.Owed(t, p, t.Info.DateAt(tr.now))
	v := feeView{Class: page.PresetName(lang, owed.Class()), owed: owed.Sum, paid: p.Fee.Paid}
	if owed.Sum > 0 {
		v.Sum = page.Money(lang, t, owed.Sum)
	}
	if p.Status != tournament.Withdrawn && tr.places.Reserve(p.ID) == 0 {
		v.Rest = max(owed.Sum-p.Fee.Paid, 0)
	}
	if v.Rest > 0 {
		v.Due = page.Money(lang, t, v.Rest)
	}
	if p.Fee.Paid > 0 {
		v.Paid = page.Money(lang, t, p.Fee.Paid)
	}
	if !p.Fee.PaidOn.IsZero() {
		v.PaidOn = lang.Date(p.Fee.PaidOn)
	}
	for _, part := range owed.Parts {
		v.Parts = append(v.Parts, strings.TrimSpace(page.Text(lang, part.Kind)+" "+page.PresetName(lang, part.Name))+": "+page.Money(lang, t, part.Amount))
	}
	return v
}

// A feesView holds the sums of payments and unpaid fees.
type feesView struct {
	Paid, Due           string
	PaidCount, DueCount int
}

// sums adds the payments and the unpaid fees of the players.
func sums(lang *i18n.Language, t *tournament.Tournament, owed map[tournament.PlayerID]feeView) feesView {
	var v feesView
	var paid, due tournament.Money
	for _, f := range owed {
		if f.paid > 0 {
			v.PaidCount++
			paid += f.paid
		}
		if f.Rest > 0 {
			v.DueCount++
			due += f.Rest
		}
	}
	v.Paid, v.Due = page.Money(lang, t, paid), page.Money(lang, t, due)
	return v
}

// postFee stores a payment, undoes one, chooses the fee class or sets the sum itself. Buttons without a field have
// their parameters in the address.
func (s *Handlers) postFee(c *gin.Context, _ *director.Snapshot, p *tournament.Player) error {
	ctx, sent, editor := c.Request.Context(), c.Request.PostForm, s.Editor(c).Fee(p.ID)
	do, text := sent.Get("do"), cmp.Or(sent.Get("sum"), c.Query("sum"))
	done := url.Values{"did": {do}, "of": {strconv.Itoa(int(p.ID))}}
	switch do {
	case "class":
		if err := editor.SetClass(ctx, sent.Get("class")); err != nil {
			return err
		}
		return s.redirectToList(c, url.Values{})
	case "undo":
		if err := editor.UndoPay(ctx, page.Natural(c.Query("version"))); err != nil {
			return err
		}
		return s.redirectToList(c, done)
	}
	sum, err := form.ParseMoney(text)
	if err != nil {
		return err
	}
	version := 0
	switch once := site.IdempotencyKey(c); do {
	case "pay":
		version, err = editor.Pay(ctx, sum, once)
	case "back":
		version, err = editor.Pay(ctx, -sum, once)
	case "sum":
		err = editor.SetSum(ctx, sum, sent.Get("reason"))
	default:
		err = fault.New(fault.Invalid, "form.incomplete")
	}
	if err != nil {
		return err
	}
	done.Set("sum", page.Clip(text))
	done.Set("version", strconv.Itoa(version))
	return s.redirectToList(c, done)
}

// paidReading describes the payment just stored, with its undo, or the state after an undo.
func (p *registrationPage) paidReading(query url.Values, t *tournament.Tournament) (v readingView, ok bool) {
	player := t.Player(tournament.PlayerID(page.Natural(query.Get("of"))))
	if player == nil {
		return v, false
	}
	v.Level = "done"
	if query.Get("did") == "undo" {
		v.Lead = p.T("fee.undone", player.Name(), page.Money(p.Language, t, player.Fee.Paid))
		return v, true
	}
	sum, err := form.ParseMoney(query.Get("sum"))
	key := map[string]string{"pay": "fee.paid", "back": "fee.back"}[query.Get("did")]
	if err != nil || key == "" {
		return readingView{}, false
	}
	v.Lead = p.T(key, player.Name(), page.Money(p.Language, t, sum))
	if version := page.Natural(query.Get("version")); version > 0 {
		v.Action, v.Name, v.Value, v.Of = p.T("desk.undo"), "do", "undo", player.ID
		v.Address = p.Event.Home + "/players/" + query.Get("of") + "/fee?version=" + strconv.Itoa(version)
	}
	return v, true
}

// A treasurerPage lists the fees and payments of all players.
type treasurerPage struct {
	page.Base
	Rows     []treasurerRow
	Sums     feesView
	HasFees  bool
	Detailed bool // a fee is reduced or set, so the list says how
	// Once is for the forms. Of is the player of the payment just stored, Undo its version; 0 for none.
	Once string
	Of   tournament.PlayerID
	Undo int
}

// A treasurerRow is one player of the treasurer's list.
type treasurerRow struct {
	registeredView
	Fee feeView
}

// Reduced reports whether the sum has more than the fee of the class.
func (r treasurerRow) Reduced() bool { return len(r.Fee.Parts) > 1 }

func (s *Handlers) treasurer(c *gin.Context, snapshot *director.Snapshot) treasurerPage {
	t := snapshot.Tournament
	v := treasurerPage{Base: s.DeskBase(c, snapshot, s.Language(c).T("fee.title"), "players")}
	v.Once = rand.Text()
	if c.Query("did") == "pay" {
		v.Of, v.Undo = tournament.PlayerID(page.Natural(c.Query("of"))), page.Natural(c.Query("version"))
	}
	v.HasFees = hasFees(t)
	owed, fees := map[tournament.PlayerID]feeView{}, newFeeTable(t, s.Director.Now())
	for i := range t.Players {
		p := &t.Players[i]
		row := treasurerRow{newRegisteredView(v.Language, t, p), fees.fee(v.Language, p)}
		row.Reserve = fees.places.Reserve(p.ID)
		owed[p.ID] = row.Fee
		if !t.StandIn(p.ID) && (!row.Withdrawn || row.Fee.paid > 0) {
			v.Rows, v.Detailed = append(v.Rows, row), v.Detailed || row.Reduced()
		}
	}
	v.Sums = sums(v.Language, t, owed)
	i18n.Sort(v.Language, v.Rows, func(r treasurerRow) string { return r.Name })
	slices.SortStableFunc(v.Rows, func(a, b treasurerRow) int { // the unpaid first
		return cmp.Compare(min(b.Fee.Rest, 1), min(a.Fee.Rest, 1))
	})
	return v
}

func (s *Handlers) showTreasurer(c *gin.Context, snapshot *director.Snapshot) error {
	return s.Render(c, "fees", s.treasurer(c, snapshot))
}

// showTreasurerCSV answers the list as CSV.
func (s *Handlers) showTreasurerCSV(c *gin.Context, snapshot *director.Snapshot) error {
	t, v := snapshot.Tournament, s.treasurer(c, snapshot)
	rows := [][]any{{v.T("standings.player"), v.T("field.rank"), v.T("field.club"), v.T("fee.class.column"), v.T("fee.column") + " " + t.Settings.Fees.Currency,
		v.T("fee.paid.column"), v.T("fee.due.column"), v.T("fee.paidon")}}
	for _, r := range v.Rows {
		rows = append(rows, []any{r.Name, r.Rank, r.Club, r.Fee.Class, r.Fee.owed, r.Fee.paid, r.Fee.Rest, r.Fee.PaidOn})
	}
	var b bytes.Buffer
	_ = file.WriteCSV(&b, rows, v.T("language.decimal")) // a buffer does not fail
	site.NoteFile(c, s.Site, snapshot, "fees.csv")
	site.SendFile(c, t.Info.Slug+"-fees.csv", "text/csv; charset=utf-8", b.Bytes())
	return nil
}

// feeClasses offers the fee classes: by the rules, or one by its name.
func feeClasses(lang *i18n.Language, t *tournament.Tournament, chosen string) []form.OptionView {
	if len(t.Settings.Fees.Classes) == 0 {
		return nil
	}
	options := []form.OptionView{{Text: lang.T("fee.byrules"), Current: chosen == ""}}
	for _, class := range t.Settings.Fees.Classes {
		options = append(options, form.OptionView{
			Value: class.Name, Text: page.PresetName(lang, class.Name) + ", " + page.Money(lang, t, class.Amount), Current: class.Name == chosen,
		})
	}
	return options
}

// registerFee parses a new player's fee, its payment now, and the name for the public pages.
func registerFee(t *tournament.Tournament, p *tournament.Player, now time.Time, sent func(name string) string) error {
	if class := sent("fee-class"); class != "" {
		if t.Settings.Fees.Class(class) == nil {
			return fault.New(fault.Invalid, "fee.class", fault.Clip(class))
		}
		p.Fee.Class = class
	}
	p.Hiding = consent.Hiding(sent("hiding"))
	if err := p.Hiding.Check(); err != nil {
		return err
	}
	if sent("paid") != "" {
		today := t.Info.DateAt(now)
		if owed := day.Owed(t, p, today).Sum; owed > 0 {
			p.Fee.Paid, p.Fee.PaidOn = owed, today
		}
	}
	return nil
}

// A signUpView is a sign-up without an answer, or a reserve with a new place.
type signUpView struct {
	Request          int
	Name, Note, When string
	Rank             string
	Facts            []string // club and fee class
	Address          string   // of the answer
	Home             string   // of the player
	// Place is set for a reserve with a new place; Notice if that is all, because the sign-up is answered.
	Place  *page.PlaceView
	Notice bool
}

// signUps lists the sign-ups without an answer, except of withdrawn players, and the reserves with a new place, the oldest first, each player once.
func signUps(lang *i18n.Language, t *tournament.Tournament, now time.Time) (views []signUpView) {
	home := "/desk/" + t.Info.Slug
	waiting, places := map[tournament.PlayerID]bool{}, map[tournament.PlayerID]*tournament.Request{}
	for i := range t.Day.Requests {
		switch r := &t.Day.Requests[i]; {
		case r.State != tournament.RequestNew:
		case r.Kind == tournament.AskSignUp:
			waiting[r.Player] = true
		case r.Kind == tournament.AskPlace:
			places[r.Player] = r
		}
	}
	for i := range t.Day.Requests {
		r := &t.Day.Requests[i]
		isPlace := r.Kind == tournament.AskPlace
		if r.State != tournament.RequestNew || r.Kind != tournament.AskSignUp && (!isPlace || waiting[r.Player]) {
			continue
		}
		p := t.Player(r.Player)
		if p != nil && p.Status == tournament.Withdrawn {
			continue
		}
		v := signUpView{
			Request: r.ID, Name: r.Name, Note: r.Note, When: lang.Moment(r.At), Address: home + "/signups/" + strconv.Itoa(r.ID),
			Notice: isPlace,
		}
		if place := places[r.Player]; place != nil {
			v.Place = page.NewPlaceView(lang, t, place)
		}
		if p != nil {
			v.Home, v.Rank = home+"/players/"+strconv.Itoa(int(r.Player)), p.Rank.String()
			class := ""
			if hasFees(t) {
				class = newFeeTable(t, now).fee(lang, p).Class
			}
			v.Facts = slices.DeleteFunc([]string{p.Club, class}, func(fact string) bool { return fact == "" })
		}
		views = append(views, v)
	}
	return views
}

// postSignUps accepts all sign-ups of the form in one step, or undoes that.
func (s *Handlers) postSignUps(c *gin.Context) error {
	ctx, editor, query := c.Request.Context(), s.Editor(c).Requests(), url.Values{}
	if c.PostForm("do") == "undo" {
		if err := editor.UndoSignUps(ctx, page.Natural(c.Query("version"))); err != nil {
			return err
		}
		query.Set("granted", "0")
		return s.redirectToList(c, query)
	}
	var requests []int
	for _, text := range c.PostFormArray("request") {
		requests = append(requests, page.Natural(text))
	}
	version, n, err := editor.GrantSignUps(ctx, requests)
	if err != nil {
		return err
	}
	query.Set("granted", strconv.Itoa(n))
	query.Set("version", strconv.Itoa(version))
	return s.redirectToList(c, query)
}

// grantedReading describes the sign-ups just accepted, with the undo, or the undo itself.
func (p *registrationPage) grantedReading(query url.Values) readingView {
	n, version := page.Natural(query.Get("granted")), page.Natural(query.Get("version"))
	if n == 0 {
		return readingView{Level: "done", Lead: p.T("registration.signups.reopened")}
	}
	return readingView{
		Level: "done", Lead: p.T("registration.granted", n), Action: p.T("desk.undo"), Name: "do", Value: "undo",
		Address: p.Event.Home + "/signups?version=" + strconv.Itoa(version),
	}
}

// postSignUp accepts a sign-up, or refuses it, which removes the player.
func (s *Handlers) postSignUp(c *gin.Context) error {
	editor, d := s.Editor(c).Requests(), day.Decision{Request: page.Natural(c.Param("request")), Answer: c.PostForm("answer")}
	answer := editor.Grant
	if c.PostForm("do") == "refuse" {
		answer = editor.Refuse
	}
	if err := answer(c.Request.Context(), d); err != nil {
		return err
	}
	return s.redirectToList(c, url.Values{})
}
