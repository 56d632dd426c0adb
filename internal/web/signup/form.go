package signup

import (
	"cmp"
	"crypto/rand"
	"slices"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/event/day"
	"tourney/internal/fault"
	"tourney/internal/i18n"
	"tourney/internal/rank"
	"tourney/internal/tournament"
	"tourney/internal/tournament/fees"
	"tourney/internal/web/form"
	"tourney/internal/web/mail"
	"tourney/internal/web/page"
	"tourney/internal/web/public"
	"tourney/internal/web/site"
)

// personFields are the fields about the person who signs up.
var personFields = []form.Field[tournament.Player]{
	form.TextField("family", func(p *tournament.Player) *string { return &p.Family }),
	form.TextField("given", func(p *tournament.Player) *string { return &p.Given }),
	form.RankField("rank", func(p *tournament.Player) *rank.Rank { return &p.Rank }),
	form.CountryField(func(p *tournament.Player) *string { return &p.Country }),
	form.TextField("club", func(p *tournament.Player) *string { return &p.Club }),
	mailField(),
	form.BornField(),
	form.TextField("egd", func(p *tournament.Player) *string { return &p.EGD }),
	form.TextField("ffg", func(p *tournament.Player) *string { return &p.FFG }),
	form.TextField("aga", func(p *tournament.Player) *string { return &p.AGA }),
}

// mailField is a mail address, or empty.
func mailField() form.Field[tournament.Player] {
	f := form.TextField("mail", func(p *tournament.Player) *string { return &p.Mail })
	f.Read = func(p *tournament.Player, text string) error {
		p.Mail = ""
		if text == "" {
			return nil
		}
		a, err := mail.ParseAddress(text)
		p.Mail = a.Address
		return err
	}
	return f
}

// A formPage is the public form of the sign-up.
type formPage struct {
	page.Base
	Action string
	// Closed is the reason for a closed sign-up, "" if it is open.
	Closed string
	// Places describes the free places, Closes the end of the sign-up; may be "".
	Places, Closes string
	Lookup         lookupView
	Taken          *candidateView // fills the form
	// Person are the first fields, Rest and Numbers the other ones, in a fold with MoreFact.
	Person, Rest, Numbers []form.FieldView
	MoreFact              string
	Unfolded              bool
	// Send is the button, which says the number of a reserve.
	Send        string
	Rounds      []roundBox
	RoundsFault string
	Prices      []priceView
	// Choices are the fee classes to choose from, with ChoicesFault.
	Choices      []form.OptionView
	ChoicesFault string
	Consent      []string
	Agrees       bool
	AgreeFault   string
	Notes        []string // of the organisers
	Note         string
	Keeps        bool
	Showing      showingView
	Once         string
	Fault        string
	// Faults lists the faults of fields in the order of the page; the first of these fields gets the focus.
	Faults []form.FaultView
}

// Focus returns the name of the field with the focus, "" without faults.
func (p *formPage) Focus() string {
	if len(p.Faults) == 0 {
		return ""
	}
	return p.Faults[0].Name
}

// A roundBox is the checkbox of a round.
type roundBox struct {
	Number int
	Plays  bool
}

// A priceView is a fee class or a reduction; For describes its conditions, "" for none.
type priceView struct{ Name, For, Sum string }

// visit returns the frame of a public page of this package.
func (s *Handlers) visit(c *gin.Context, snapshot *director.Snapshot) *public.Visit {
	lang := s.Language(c).In(page.Zone(snapshot.Tournament))
	now := s.Director.Now()
	return &public.Visit{
		Snapshot: public.In(lang, snapshot), Catalog: s.Catalog, Lang: lang, Path: c.Request.URL.Path,
		SignsUp: snapshot.Tournament.TakesSignUps(now), Now: now,
	}
}

// publicPath returns the address of a tournament's public pages.
func publicPath(t *tournament.Tournament) string { return "/t/" + t.Info.Slug }

func (s *Handlers) showForm(c *gin.Context, snapshot *director.Snapshot) error {
	t := snapshot.Tournament
	if !t.Settings.SignUp.Open {
		return fault.New(fault.NotFound, "signup.off")
	}
	query := c.Request.URL.Query()
	if query.Has("find") || query.Has("take") {
		if err := s.searches.Try(c.Request.Context(), s.Client(c.Request)); err != nil {
			return err
		}
	}
	if site.IsHTMX(c) && query.Has("find") {
		found, err := s.lookup(c.Request.Context(), s.Language(c), t, query.Get("find"))
		if err != nil {
			return err
		}
		return s.RenderPart(c, 200, site.Part{Page: "signup", Name: "candidates", Data: found})
	}
	view, err := s.formPage(c, snapshot, form.Sent{})
	if err != nil {
		return err
	}
	return s.Render(c, "signup", view)
}

func (s *Handlers) formPage(c *gin.Context, snapshot *director.Snapshot, sent form.Sent) (*formPage, error) {
	t, v := snapshot.Tournament, s.visit(c, snapshot)
	lang, rules := v.Lang, &t.Settings.SignUp
	view := &formPage{
		Base: v.Base(lang.T("signup.title"), "/sign-up"), Action: v.To("/sign-up"), Once: sent.Once(),
		Consent: lines(rules.Consent), Notes: lines(rules.Note), Keeps: true, Prices: prices(lang, t),
	}
	view.Address = view.Action
	if !rules.Closes.IsZero() {
		view.Closes = lang.T("signup.until", lang.Moment(rules.Closes))
	}
	if !v.SignsUp {
		view.Closes, view.Closed = "", lang.T("signup.closed") // the final standings have been announced
		if !rules.Opens(v.Now) {
			view.Closed = lang.T("signup.over", lang.Moment(rules.Closes))
		}
		return view, nil
	}
	view.Places, view.Send = public.PlacesLeft(lang, t), lang.T("signup.send")
	if places := t.Places(); places.Limit > 0 {
		if free, _ := places.Free(); free == 0 {
			view.Send = lang.T("signup.send.reserve", len(places.Reserves)+1)
		}
	}
	var err error
	if view.Lookup, err = s.lookup(c.Request.Context(), lang, t, c.Query("find")); err != nil {
		return nil, err
	}
	from := &tournament.Player{}
	if text := cmp.Or(sent.Values.Get("entry"), c.Query("take")); text != "" {
		if from, view.Taken, err = s.findListed(c.Request.Context(), t, text); err != nil {
			return nil, err
		}
	}
	view.fill(t, from, sent)
	return view, nil
}

// fill fills the fields with the values of a player or the sent values.
func (p *formPage) fill(t *tournament.Tournament, from *tournament.Player, sent form.Sent) {
	asked := numbersAsked(t)
	for _, f := range form.AboutReader(form.View(p.Language, personFields, from, sent)) {
		f.Required = f.Name == "family" || f.Name == "rank"
		switch f.Name {
		case "born":
			f.Help = p.T("signup.born.help")
			if needsAge(t) {
				p.Person = append(p.Person, f)
			}
		case "egd", "ffg", "aga":
			if f.Value != "" || slices.Contains(asked, fees.Federation(f.Name)) {
				p.Numbers = append(p.Numbers, f)
			}
		case "mail":
			f.Help = p.T("signup.mail.help")
			p.Person = append(p.Person, f)
		case "country", "club":
			p.Rest = append(p.Rest, f)
		default:
			p.Person = append(p.Person, f)
		}
	}
	p.Unfolded = from.ID != 0 || from.Family != ""
	values := sent.Values
	for n := t.Current() + 1; n <= t.Settings.Rounds; n++ {
		p.Rounds = append(p.Rounds, roundBox{n, values == nil || slices.Contains(values["plays"], strconv.Itoa(n))})
	}
	p.Choices = choices(p.Language, t, values.Get("fee-class"))
	p.Showing = newShowing(p.Language, t, showingSent(values))
	more := []string{p.T("field.club"), p.T("registration.plays"), p.T("registration.public")}
	if t.IsOpen() {
		more = slices.Delete(more, 1, 2)
	}
	p.MoreFact = strings.Join(more, " · ")
	if values == nil {
		return
	}
	p.Agrees, p.Note, p.Keeps = values.Has("agree"), values.Get("note"), values.Has("keep")
	for _, place := range []struct {
		name string
		to   *string
	}{{"", &p.Fault}, {"plays", &p.RoundsFault}, {"fee-class", &p.ChoicesFault}, {"agree", &p.AgreeFault}, {"note", &p.Fault}} {
		if err := sent.Wrong[place.name]; err != nil {
			*place.to = p.Error(err)
		}
	}
	p.Faults = form.FaultViews(p.Person, p.Rest, p.Numbers)
	for _, f := range []form.FaultView{
		{Name: "plays", Label: p.T("registration.plays"), Text: p.RoundsFault}, {Name: "fee-class", Label: p.T("field.fee-class"), Text: p.ChoicesFault},
		{Name: "agree", Label: p.T("signup.agree"), Text: p.AgreeFault},
	} {
		if f.Text != "" {
			p.Faults = append(p.Faults, f)
		}
	}
	p.Unfolded = true // nothing typed is hidden
}

// numbersAsked returns the federations whose numbers the form asks for: of the tournament's country, and of its fees.
func numbersAsked(t *tournament.Tournament) []fees.Federation {
	asked := map[string][]fees.Federation{"FR": {fees.EGD, fees.FFG}, "US": {fees.AGA}, "CA": {fees.AGA}}[t.Info.Country]
	if asked == nil {
		asked = []fees.Federation{fees.EGD}
	}
	for _, class := range t.Settings.Fees.Classes {
		asked = append(asked, class.Conditions.Number)
	}
	for _, r := range t.Settings.Fees.Reductions {
		asked = append(asked, r.Conditions.Number)
	}
	return asked
}

// lines returns the non-empty lines of a text.
func lines(text string) []string {
	return slices.DeleteFunc(strings.Split(text, "\n"), func(line string) bool { return strings.TrimSpace(line) == "" })
}

// needsAge reports whether a fee or the display of names depends on the age.
func needsAge(t *tournament.Tournament) bool {
	depends := func(c fees.Conditions) bool { return c.MinAge > 0 || c.MaxAge > 0 }
	return t.Settings.Consent.Minors.Hides() || slices.ContainsFunc(t.Settings.Fees.Classes, func(c fees.Class) bool { return depends(c.Conditions) }) ||
		slices.ContainsFunc(t.Settings.Fees.Reductions, func(r fees.Reduction) bool { return depends(r.Conditions) })
}

// prices lists the fee classes and the reductions.
func prices(lang *i18n.Language, t *tournament.Tournament) (list []priceView) {
	for _, class := range t.Settings.Fees.Classes {
		list = append(list, priceView{page.PresetName(lang, class.Name), conditionsText(lang, class.Conditions), page.Money(lang, t, class.Amount)})
	}
	for _, r := range t.Settings.Fees.Reductions {
		var parts []string
		if r.Amount > 0 {
			parts = append(parts, page.Money(lang, t, -r.Amount))
		}
		if r.Percent > 0 {
			parts = append(parts, lang.Decimal(strconv.Itoa(-r.Percent))+"\u00a0%")
		}
		list = append(list, priceView{page.PresetName(lang, r.Name), conditionsText(lang, r.Conditions), strings.Join(parts, ", ")})
	}
	return list
}

// conditionsText describes the ages and days of a price.
func conditionsText(lang *i18n.Language, c fees.Conditions) string {
	var parts []string
	add := func(says bool, key string, args ...any) {
		if says {
			parts = append(parts, lang.T(key, args...))
		}
	}
	add(c.MinAge > 0 && c.MaxAge > 0, "signup.price.between", c.MinAge, c.MaxAge)
	add(c.MinAge > 0 && c.MaxAge == 0, "signup.price.older", c.MinAge)
	add(c.MinAge == 0 && c.MaxAge > 0, "signup.price.younger", c.MaxAge)
	add(!c.From.IsZero(), "signup.price.from", lang.Date(c.From))
	add(!c.Until.IsZero(), "signup.until", lang.Date(c.Until))
	return strings.Join(parts, ", ")
}

// choices offers the fee classes that a person may choose, and the class by the rules.
func choices(lang *i18n.Language, t *tournament.Tournament, chosen string) (options []form.OptionView) {
	for _, class := range t.Settings.Fees.Classes {
		if class.Choosable {
			options = append(options, form.OptionView{
				Value: class.Name, Text: page.PresetName(lang, class.Name) + ", " + page.Money(lang, t, class.Amount), Current: class.Name == chosen,
			})
		}
	}
	if len(options) == 0 {
		return nil
	}
	return slices.Insert(options, 0, form.OptionView{Text: lang.T("fee.byrules"), Current: chosen == ""})
}

func (s *Handlers) postForm(c *gin.Context, snapshot *director.Snapshot) error {
	ctx, sent, t := c.Request.Context(), c.Request.PostForm, snapshot.Tournament
	if !t.Settings.SignUp.Open {
		return fault.New(fault.NotFound, "signup.off")
	}
	up, wrong, err := s.readForm(c, t)
	if err != nil {
		return err
	}
	if len(wrong) == 0 {
		if err := s.forms.Try(c.Request.Context(), s.Client(c.Request)); err != nil {
			return err
		}
		var w director.Welcome
		if w, err = s.Director.SignUp(ctx, t.Info.Slug, up, cmp.Or(site.IdempotencyKey(c), rand.Text())); err == nil {
			if sent.Has("keep") {
				s.remember(c, t, w.Token)
			}
			s.welcome(c, t.Info.Slug, w)
			return s.Redirect(c, publicPath(t)+"/me/"+w.Token+"?new=1")
		}
		if err := wrong.Add(err); err != nil {
			return err
		}
	}
	view, err := s.formPage(c, snapshot, form.Sent{Values: sent, Wrong: wrong})
	if err != nil {
		return err
	}
	return s.RenderStatus(c, site.StatusOfForm(wrong.All()...), "signup", view)
}

// readForm parses the form of a sign-up.
func (s *Handlers) readForm(c *gin.Context, t *tournament.Tournament) (up day.SignUp, wrong form.Faults, err error) {
	sent, p := c.Request.PostForm, &up.Player
	if wrong, err = form.Read(personFields, sent, p); err != nil {
		return up, nil, err
	}
	if sent.Get("website") != "" { // a hidden field, filled by robots only
		wrong[""] = fault.New(fault.Invalid, "signup.robot")
	}
	if text := sent.Get("entry"); text != "" {
		listed, candidate, err := s.findListed(c.Request.Context(), t, text)
		if err != nil {
			return up, nil, err
		}
		if candidate.entry.Is(p) {
			p.Rating, p.RatingOrigin = listed.Rating, listed.RatingOrigin
		}
	}
	plays := 0
	for n := t.Current() + 1; n <= t.Settings.Rounds; n++ {
		in := slices.Contains(sent["plays"], strconv.Itoa(n))
		p.Absent = p.Absent.Put(n, !in)
		if in {
			plays++
		}
	}
	if plays == 0 && !t.IsOpen() {
		wrong["plays"] = fault.New(fault.Invalid, "signup.rounds")
	}
	p.Fee.Class, p.Hiding = sent.Get("fee-class"), showingSent(sent)
	up.Agrees, up.Note = sent.Has("agree"), sent.Get("note")
	for _, missing := range []struct {
		field, key string
		is         bool
	}{
		{"family", "player.name.empty", p.Family == ""}, {"rank", "signup.rank", p.Rank == rank.None},
		{"agree", "signup.consent", t.Settings.SignUp.Consent != "" && !up.Agrees},
	} {
		if missing.is && wrong[missing.field] == nil {
			wrong[missing.field] = fault.New(fault.Invalid, missing.key)
		}
	}
	return up, wrong, nil
}
