package signup

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/event/day"
	"tourney/internal/i18n"
	"tourney/internal/tournament"
	"tourney/internal/tournament/fees"
	"tourney/internal/web/form"
	"tourney/internal/web/page"
)

// A rowView is a fee class or a reduction in the form.
type rowView struct {
	Title string // of the row
	// Name and Was are the field with the name when the form was loaded.
	Name, Was string
	Cells     []form.FieldView // name, sums and the last day
	// Conditions are the other fields, Fact names the set ones, and Open is set if one is wrong.
	Conditions []form.FieldView
	Fact       string
	Open       bool
	// Players is the number of players with this fee, Counted the same in words.
	Players, Counted string
}

// A settingsPage edits sign-up and fees.
type settingsPage struct {
	page.Base
	// State describes the sign-up in a sentence, Dot is its colour, and More the rule for the reserve list.
	State, Dot, More string
	Open             form.FieldView   // the switch
	Rules            []form.FieldView // end and places
	Folds            []settingsFold
	// RulesFact, FeesFact and ReductionsFact describe these parts while they are folded.
	RulesFact, FeesFact, ReductionsFact string

	Unfolded            bool // a field is wrong, or a ready set of fees is not saved yet
	Money               []form.FieldView
	Classes, Reductions []rowView
	Sets                []form.OptionView // ready sets of fees
	Prices              []priceView
	Seen                string
	Fault               string
	Form, Door          string // whole addresses
	FormLink, DoorLink  linkCode
	Opens, CheckIn      bool   // as saved: the form, the check-in by a personal link
	Local               bool   // only this machine can open the addresses
	Fees                string // the address of the treasurer's list
	Paid                string
	Unsent              string // the reason against sending letters despite a mail server
}

// A settingsFold is a closed part of the form; Fact describes its values.
type settingsFold struct {
	Name, Fact string
	Fields     []form.FieldView
	Open       bool
}

// A linkCode is an address and its QR code.
type linkCode struct {
	Link string
	Code page.CodeView
}

// spareRows are added to each table for another class or reduction.
const spareRows = 1

func (s *Handlers) settingsPage(c *gin.Context, snapshot *director.Snapshot, d draft, sent form.Sent) (*settingsPage, error) {
	t := snapshot.Tournament
	base := s.DeskBase(c, snapshot, s.Language(c).T("signup.settings"), "settings")
	view := &settingsPage{
		Base: base, Seen: settingsDigest(t), Opens: t.Settings.SignUp.Open, CheckIn: t.Settings.SignUp.CheckIn, Fees: base.Event.Home + "/fees", Unsent: unsent(base.Language, s.mailProblem()),
		Money: form.View(base.Language, moneyFields, &d, sent), Prices: prices(base.Language, t), Unfolded: len(sent.Wrong) > 0,
		Form: s.PhoneBase(c) + publicPath(t) + "/sign-up", Door: s.PhoneBase(c) + publicPath(t) + "/door",
	}
	view.Address, view.Local = base.Event.Home+"/signup", !s.PhonesReach(c)
	view.fillFields(&d, sent)
	view.fillState(t, s.Director.Now())
	var err error
	view.FormLink.Link, view.DoorLink.Link = view.Form, view.Door
	if view.FormLink.Code, err = page.NewCodeView(view.Form); err != nil {
		return nil, err
	}
	if view.DoorLink.Code, err = page.NewCodeView(view.Door); err != nil {
		return nil, err
	}
	counts, takings := payers(t, s.Director.Now())
	view.Classes = view.rowViews("class", d.classes, sent, counts)
	view.Reductions = view.rowViews("reduction", d.reduced, sent, counts)
	var reduced []string
	for _, r := range d.reduced {
		reduced = append(reduced, page.PresetName(view.Language, r.Name))
	}
	view.ReductionsFact = cmp.Or(strings.Join(reduced, " · "), view.T("entry.none"))
	if takings.Players > 0 {
		view.Paid = view.T("signup.takings", page.Money(view.Language, t, takings.Owed), page.Money(view.Language, t, takings.Paid))
	}
	for _, name := range []string{"ages", "members", "late"} {
		view.Sets = append(view.Sets, form.OptionView{Value: name, Text: view.T("fee.set." + name)})
	}
	if err := sent.Wrong[""]; err != nil {
		view.Fault = view.Error(err)
	} else if len(sent.Wrong) > 0 {
		view.Fault = view.T("settings.wrong", len(sent.Wrong))
	}
	return view, nil
}

// settingsFolds are the folded fields of the form, by the first field of the fold.
var settingsFolds = []struct {
	name   string
	fields []string
}{
	{"signup.notes", []string{"note"}},
	{"field.consent", []string{"consent"}},
}

// fillFields fills the fields, with the facts of the folded ones.
func (p *settingsPage) fillFields(d *draft, sent form.Sent) {
	pick := func(names ...string) []form.FieldView {
		return form.View(p.Language, form.Pick(signUpFields, names...), d, sent)
	}
	p.Open = pick("signup-open")[0]
	p.Rules = pick("signup-closes", "signup-clock", "signup-limit", "signup-checkin")
	p.RulesFact = joinedFacts(p.Language, p.Rules)
	var names []string
	for _, price := range p.Prices {
		names = append(names, strings.TrimSpace(price.Name+" "+price.Sum))
	}
	p.FeesFact = cmp.Or(strings.Join(names, " · "), p.T("entry.none"))
	for _, f := range settingsFolds {
		fold := settingsFold{Name: p.T(f.name), Fields: pick(f.fields...)}
		first := &fold.Fields[0]
		fold.Fact, _, _ = strings.Cut(form.Words(p.Language, *first), "\n")
		if fold.Fact = page.Clip(fold.Fact); first.Value == "" && first.Kind == "area" {
			fold.Fact = p.T("entry.none")
		}
		if first.Name == "note" {
			first.Label, first.Help = fold.Name, p.T("signup.notes.help")
		}
		for _, field := range fold.Fields {
			fold.Open = fold.Open || field.Fault != ""
		}
		p.Folds = append(p.Folds, fold)
	}
}

// fillState describes the sign-up in a sentence.
func (p *settingsPage) fillState(t *tournament.Tournament, now time.Time) {
	lang, rules, places := p.In(page.Zone(t)), t.Settings.SignUp, t.Places()
	switch {
	case !rules.Open, len(t.Day.Finals) > 0, t.Info.Archived:
		p.State = lang.T("signup.state.closed")
		return
	case !rules.Opens(now):
		p.State = lang.T("signup.over", lang.Moment(rules.Closes))
	case rules.Closes.IsZero():
		p.State, p.Dot = lang.T("signup.state.open"), "good"
	default:
		p.State, p.Dot = lang.T("signup.state.until", lang.Moment(rules.Closes)), "good"
	}
	if places.Limit > 0 {
		p.State += " " + lang.T("signup.taken", places.Taken, places.Limit)
		p.More = lang.T("signup.reserves")
	}
}

// joinedFacts names the set fields with their values; a checked box has no value.
func joinedFacts(lang *i18n.Language, fields []form.FieldView) string {
	var facts []string
	for _, f := range fields {
		switch {
		case f.Value == "":
		case f.Kind == "check":
			facts = append(facts, f.Label)
		case f.Kind == "choice":
			facts = append(facts, form.Words(lang, f))
		default:
			facts = append(facts, f.Label+" "+form.Words(lang, f))
		}
	}
	return cmp.Or(strings.Join(facts, " · "), lang.T("entry.none"))
}

// payers counts the players of each class and reduction by its name, and sums the fees.
func payers(t *tournament.Tournament, now time.Time) (map[string]int, day.Takings) {
	counts, places, today := map[string]int{}, t.Places(), t.Info.DateAt(now)
	for i := range t.Players {
		p := &t.Players[i]
		if p.Status == tournament.Withdrawn || t.StandIn(p.ID) || places.Reserve(p.ID) > 0 {
			continue
		}
		for _, part := range day.Owed(t, p, today).Parts {
			counts[part.Name]++
		}
	}
	return counts, day.TakingsOf(t, today)
}

// rowViews shows the rows of a table of fees, and an empty one for an addition.
func (p *settingsPage) rowViews(table string, rows []feeRow, sent form.Sent, counts map[string]int) (views []rowView) {
	lang := p.Language
	for i := range min(len(rows)+spareRows, fees.Most) {
		var r feeRow
		if i < len(rows) {
			r = rows[i]
		}
		prefix := fmt.Sprintf("%s-%d-", table, i)
		cells, conditions := rowFields(prefix, table == "reduction")
		v := rowView{
			Name: prefix + "was", Was: r.was, Title: lang.T("fee.row."+table, i+1), Cells: form.View(lang, cells, &r, sent), Conditions: form.View(lang, conditions, &r, sent),
		}
		v.Fact = joinedFacts(lang, v.Conditions)
		if r.was != "" {
			v.Players, v.Counted = strconv.Itoa(counts[r.was]), lang.T("player.count", counts[r.was])
		}
		for i := range v.Conditions {
			v.Open = v.Open || v.Conditions[i].Fault != ""
			v.Conditions[i].Help = ""
		}
		views = append(views, v)
	}
	return views
}
