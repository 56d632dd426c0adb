package signup

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/fault"
	"tourney/internal/i18n"
	"tourney/internal/rank"
	"tourney/internal/tournament"
	"tourney/internal/tournament/fees"
	"tourney/internal/web/form"
	"tourney/internal/web/page"
	"tourney/internal/web/site"
)

// A draft holds the values of the form before they are saved. The end of the sign-up has two fields.
type draft struct {
	tournament.SignUp
	Currency         string
	Least            fees.Money
	closesOn         time.Time
	closesAt         string
	classes, reduced []feeRow
}

// A feeRow is a fee class or a reduction in the form.
type feeRow struct {
	// was is the name of the class or reduction when the form was loaded, "" for an empty row.
	was       string
	Name      string
	Amount    fees.Money
	Percent   int
	Choosable bool
	fees.Conditions
}

// empty reports whether the row does not count: it is unused, or a person removed it by clearing its name and amount.
func (r *feeRow) empty() bool {
	cleared := r.Name == "" && r.Amount == 0 && r.Percent == 0
	return cleared && (r.was != "" || !r.Choosable && r.Conditions == fees.Conditions{})
}

// signUpFields are the fields of the sign-up, moneyFields the fields of all fees.
var (
	signUpFields = []form.Field[draft]{
		form.CheckField("signup-open", func(d *draft) *bool { return &d.Open }),
		form.CheckField("signup-checkin", func(d *draft) *bool { return &d.CheckIn }),
		form.OptionalNumber("signup-limit", func(d *draft) *int { return &d.Limit }),
		form.DayField("signup-closes", func(d *draft) *time.Time { return &d.closesOn }),
		form.TextField("signup-clock", func(d *draft) *string { return &d.closesAt }),
		form.AreaField("note", func(d *draft) *string { return &d.Note }),
		form.AreaField("consent", func(d *draft) *string { return &d.Consent }),
	}
	moneyFields = []form.Field[draft]{
		form.TextField("currency", func(d *draft) *string { return &d.Currency }),
		optionalMoney("least", func(d *draft) *fees.Money { return &d.Least }),
	}
)

// rowFields are the fields of a fee class or a reduction, whose names begin with a prefix: the cells of its row, and the
// conditions, which are folded.
func rowFields(prefix string, reduces bool) (cells, conditions []form.Field[feeRow]) {
	cells = []form.Field[feeRow]{
		form.TextField("name", func(r *feeRow) *string { return &r.Name }),
		optionalMoney("amount", func(r *feeRow) *fees.Money { return &r.Amount }),
	}
	if reduces {
		cells = append(cells, form.OptionalNumber("percent", func(r *feeRow) *int { return &r.Percent }))
	}
	cells = append(cells, form.DayField("until", func(r *feeRow) *time.Time { return &r.Until }))
	federations := []form.OptionView{{Text: "fee.row.number.any"}}
	for _, f := range fees.Federations() {
		federations = append(federations, form.OptionView{Value: string(f), Text: "fee.row.number." + string(f)})
	}
	conditions = []form.Field[feeRow]{
		form.DayField("from", func(r *feeRow) *time.Time { return &r.From }),
		form.CheckField("bypayment", func(r *feeRow) *bool { return &r.ByPayment }),
		form.OptionalNumber("minage", func(r *feeRow) *int { return &r.MinAge }),
		form.OptionalNumber("maxage", func(r *feeRow) *int { return &r.MaxAge }),
		form.RankField("weakest", func(r *feeRow) *rank.Rank { return &r.Weakest }),
		form.RankField("strongest", func(r *feeRow) *rank.Rank { return &r.Strongest }),
		form.ChoiceField("number", func(r *feeRow) *fees.Federation { return &r.Number }, federations),
		form.CountryField(func(r *feeRow) *string { return &r.Country }),
		form.CheckField("abroad", func(r *feeRow) *bool { return &r.Abroad }),
		form.TextField("tag", func(r *feeRow) *string { return &r.Tag }),
		form.OptionalNumber("mostrounds", func(r *feeRow) *int { return &r.MostRounds }),
	}
	if !reduces {
		conditions = append(conditions, form.CheckField("choosable", func(r *feeRow) *bool { return &r.Choosable }))
	}
	for _, fields := range [][]form.Field[feeRow]{cells, conditions} {
		for i := range fields {
			key := "fee.row." + fields[i].Name
			fields[i].Name = prefix + fields[i].Name
			fields[i].Label = func(lang *i18n.Language) string { return lang.T(key) }
			fields[i].Read = namedBy(rowLabel(key), fields[i].Read)
		}
	}
	return cells, conditions
}

// A rowLabel is the key of the label of a field in a row of fees, as the argument of a fault.
type rowLabel string

// Message implements i18n.Message.
func (l rowLabel) Message() (key string, args []any) { return string(l), nil }

// namedBy returns the parser of a field whose faults name the field by its label in the row.
func namedBy(label rowLabel, read func(*feeRow, string) error) func(*feeRow, string) error {
	return func(to *feeRow, text string) error {
		err := read(to, text)
		if f, ok := fault.As(err); ok && len(f.Args) > 0 {
			if _, named := f.Args[0].(tournament.Field); named {
				f.Args[0] = label
			}
		}
		return err
	}
}

// optionalMoney is a sum, empty for 0.
func optionalMoney[T any](name string, at func(*T) *fees.Money) form.Field[T] {
	return form.Field[T]{Name: name, Kind: "decimal",
		Write: func(from *T) string {
			if *at(from) == 0 {
				return ""
			}
			return at(from).String()
		},
		Read: func(to *T, text string) (err error) {
			*at(to) = 0
			if text != "" {
				*at(to), err = form.ParseMoney(text)
			}
			return err
		},
	}
}

// settingsDigest identifies the settings when the form was loaded.
func settingsDigest(t *tournament.Tournament) string {
	text, err := json.Marshal([]any{t.Settings.SignUp, t.Settings.Fees})
	if err != nil {
		return "" // cannot fail: every file has them; an equal "" merges with all others
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8])
}

// draftOf returns the settings as the values of a form.
func draftOf(lang *i18n.Language, t *tournament.Tournament) draft {
	rules := t.Settings.Fees
	d := draft{SignUp: t.Settings.SignUp, Currency: rules.Currency, Least: rules.Least}
	if !d.Closes.IsZero() {
		at := d.Closes.In(page.Zone(t))
		d.closesOn, d.closesAt = time.Date(at.Year(), at.Month(), at.Day(), 0, 0, 0, 0, time.UTC), lang.Clock(d.Closes)
	}
	for _, c := range rules.Classes {
		d.classes = append(d.classes, feeRow{c.Name, c.Name, c.Amount, 0, c.Choosable, c.Conditions})
	}
	for _, r := range rules.Reductions {
		d.reduced = append(d.reduced, feeRow{r.Name, r.Name, r.Amount, r.Percent, false, r.Conditions})
	}
	return d
}

// rules returns the fees of a draft.
func (d *draft) rules() fees.Rules {
	rules := fees.Rules{Currency: d.Currency, Least: d.Least}
	for _, r := range d.classes {
		if r.empty() {
			continue
		}
		rules.Classes = append(rules.Classes, fees.Class{Name: r.Name, Amount: r.Amount, Choosable: r.Choosable, Conditions: r.Conditions})
	}
	for _, r := range d.reduced {
		if r.empty() {
			continue
		}
		rules.Reductions = append(rules.Reductions, fees.Reduction{Name: r.Name, Amount: r.Amount, Percent: r.Percent, Conditions: r.Conditions})
	}
	return rules
}

// renamed returns the new names of classes by their old ones. A row counts if its old name is unused now and its new
// name was unused before; otherwise a class has moved.
func (d *draft) renamed(old fees.Rules) map[string]string {
	now, names := d.rules(), map[string]string{}
	for _, r := range d.classes {
		if old.Class(r.was) != nil && now.Class(r.was) == nil && now.Class(r.Name) != nil && old.Class(r.Name) == nil {
			names[r.was] = r.Name
		}
	}
	return names
}

// close sets the end of the sign-up: the time of its day, or the end of that day.
func (d *draft) close(lang *i18n.Language, zone *time.Location) error {
	d.Closes = time.Time{}
	if d.closesOn.IsZero() {
		return nil
	}
	since := 24*time.Hour - time.Minute
	if d.closesAt != "" {
		var ok bool
		if since, ok = lang.ParseClock(d.closesAt); !ok {
			return fault.New(fault.Invalid, "signup.clock", fault.Clip(d.closesAt), lang.In(time.UTC).Clock(time.Time{}.Add(18*time.Hour)))
		}
	}
	on := d.closesOn
	d.Closes = time.Date(on.Year(), on.Month(), on.Day(), int(since/time.Hour), int(since%time.Hour/time.Minute), 0, 0, zone).UTC()
	return nil
}

func (s *Handlers) showSettings(c *gin.Context, snapshot *director.Snapshot) error {
	lang := s.Language(c).In(page.Zone(snapshot.Tournament))
	view, err := s.settingsPage(c, snapshot, draftOf(lang, snapshot.Tournament), form.Sent{})
	if err != nil {
		return err
	}
	if c.Query("saved") != "" {
		view.Notice = &page.Banner{Level: "notice", Text: view.T("settings.saved")}
		if n := promotions(snapshot.Tournament); n > 0 { // a higher limit creates places
			view.Notice.Text += " " + view.T("signup.promoted", n)
			view.Notice.Action, view.Notice.Address = view.T("today.all"), view.Event.Home+"/day#requests"
		}
	}
	return s.Render(c, "signupsettings", view)
}

// promotions counts the reserves with a new place and an open notice.
func promotions(t *tournament.Tournament) (n int) {
	for i := range t.Day.Requests {
		if r := &t.Day.Requests[i]; r.Kind == tournament.AskPlace && r.State == tournament.RequestNew {
			n++
		}
	}
	return n
}

// readRows parses the rows of a table of fees. Empty rows in between stay, so that faults stay in their rows.
func readRows(lang *i18n.Language, table string, sent url.Values, wrong form.Faults) (rows []feeRow, err error) {
	for i := range fees.Most {
		prefix := fmt.Sprintf("%s-%d-", table, i)
		if !sent.Has(prefix + "name") {
			break
		}
		cells, conditions := rowFields(prefix, table == "reduction")
		r := feeRow{was: sent.Get(prefix + "was")}
		for _, fields := range [][]form.Field[feeRow]{conditions, cells} {
			form.SpellDays(lang, fields, sent)
			faults, err := form.Read(fields, sent, &r)
			if err != nil {
				return nil, err
			}
			maps.Copy(wrong, faults)
		}
		if r.Name = tournament.Tidy(r.Name); r.Name == "" && !r.empty() && wrong[prefix+"name"] == nil {
			wrong[prefix+"name"] = fault.New(fault.Invalid, "fee.unnamed."+table, i+1)
		}
		rows = append(rows, r)
	}
	for len(rows) > 0 && rows[len(rows)-1].empty() {
		rows = rows[:len(rows)-1]
	}
	return rows, nil
}

// readSettings parses the form.
func (s *Handlers) readSettings(c *gin.Context, t *tournament.Tournament) (d draft, wrong form.Faults, err error) {
	lang, sent := s.Language(c).In(page.Zone(t)), c.Request.PostForm
	form.SpellDays(lang, signUpFields, sent)
	if wrong, err = form.Read(signUpFields, sent, &d); err != nil {
		return d, nil, err
	}
	more, err := form.Read(moneyFields, sent, &d)
	if err != nil {
		return d, nil, err
	}
	maps.Copy(wrong, more)
	if err := d.close(lang, page.Zone(t)); err != nil {
		wrong["signup-clock"] = err
	}
	if d.classes, err = readRows(lang, "class", sent, wrong); err != nil {
		return d, nil, err
	}
	d.reduced, err = readRows(lang, "reduction", sent, wrong)
	return d, wrong, err
}

// postSettings saves sign-up and fees, or fills in a ready set of fees.
func (s *Handlers) postSettings(c *gin.Context, snapshot *director.Snapshot) error {
	sent, t := c.Request.PostForm, snapshot.Tournament
	d, wrong, err := s.readSettings(c, t)
	if err != nil {
		return err
	}
	if do, name, _ := strings.Cut(sent.Get("do"), " "); do == "set" {
		lang := s.Language(c)
		d.applySet(lang, t, name)
		view, err := s.settingsPage(c, snapshot, d, form.Sent{})
		if err != nil {
			return err
		}
		view.Seen, view.Unfolded = sent.Get("seen"), true
		view.Notice = &page.Banner{Level: "notice", Text: view.T("fee.set.taken", view.T("fee.set."+name))}
		return s.Render(c, "signupsettings", view)
	}
	if sent.Get("seen") != settingsDigest(t) {
		wrong[""] = fault.New(fault.Conflict, "form.overtaken")
	}
	if len(wrong) == 0 {
		settings := tournament.Settings{SignUp: d.SignUp, Fees: d.rules()}
		err := s.EditorAt(c, snapshot).SetUpSignUp(c.Request.Context(), settings, d.renamed(t.Settings.Fees))
		if err == nil {
			return s.Redirect(c, "/desk/"+t.Info.Slug+"/signup?saved=1")
		}
		if err := wrong.Add(err); err != nil {
			return err
		}
	}
	view, err := s.settingsPage(c, snapshot, d, form.Sent{Values: sent, Wrong: wrong})
	if err != nil {
		return err
	}
	return s.RenderStatus(c, site.StatusOfForm(wrong.All()...), "signupsettings", view)
}

// applySet replaces the fees of the form by a ready set. The sums are examples to change.
func (d *draft) applySet(lang *i18n.Language, t *tournament.Tournament, name string) {
	const adult, junior, member, extra, majority = 30_00, 15_00, 5_00, 10_00, 17
	d.reduced = nil
	d.classes = []feeRow{{Name: lang.T("fee.ready.junior"), Amount: junior, Conditions: fees.Conditions{MaxAge: majority}}}
	if begin, _ := t.Info.Days(); name == "late" && !begin.IsZero() {
		const notice = 7 // days before the tournament from which a sign-up is late
		d.classes = append(d.classes, feeRow{Name: lang.T("fee.ready.late"), Amount: adult + extra, Conditions: fees.Conditions{From: begin.AddDate(0, 0, -notice)}})
	} else if name == "late" {
		d.classes = append(d.classes, feeRow{Name: lang.T("fee.ready.late"), Amount: adult + extra, Choosable: true})
	}
	d.classes = append(d.classes, feeRow{Name: lang.T("fee.ready.adult"), Amount: adult})
	if name == "members" {
		d.reduced = []feeRow{{Name: lang.T("fee.ready.member"), Amount: member, Conditions: fees.Conditions{Number: fees.EGD}}}
	}
	if d.Currency == "" {
		d.Currency = map[string]string{"PL": "zł", "CZ": "Kč"}[t.Info.Country]
		if d.Currency == "" {
			d.Currency = "€"
		}
	}
}
