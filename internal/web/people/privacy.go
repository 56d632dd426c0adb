package people

import (
	"net/http"
	"strconv"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/event/privacy"
	"tourney/internal/fault"
	"tourney/internal/role"
	"tourney/internal/tournament"
	"tourney/internal/tournament/consent"
	"tourney/internal/web/form"
	"tourney/internal/web/page"
	"tourney/internal/web/site"
)

// PrivacyRoutes mounts the pages about personal data: hidden names, the data of a player, and the erasure of a person.
func (s *Handlers) PrivacyRoutes() func(g *site.Group) {
	r := privacyHandlers{s}
	return func(g *site.Group) {
		g.Get("/privacy", s.WithTournament(r.showPrivacy))
		g.Get("/players/:player/forget", s.WithTournament(r.showForget))
		g.Post("/players/:player/forget", s.WithTournament(r.postForget))
		g.Get("/players/:player/data.json", s.withPlayer(r.sendPersonalData))
	}
}

// privacyHandlers handle personal data.
type privacyHandlers struct{ *Handlers }

// A privacyPage has the rules for public names, and lists hidden players and removed players whose names are in the log.
type privacyPage struct {
	page.Base
	// State describes the public names in a sentence, Reach the effect of the rule for minors, "" without one.
	State, Reach string
	Fields       []form.FieldView
	Fault        string
	Hidden       []hiddenView
	Removed      []removedView
	Older        olderView
}

type (
	// A hiddenView is a player without a full public name. Public is the public name.
	hiddenView struct{ Name, Home, Public, How string }
	// A removedView is a player whose name is only in the log.
	removedView struct{ Name, When, Forget string }
	// An olderView describes the backups with earlier states of the data. Summary has their number and dates, "" for
	// none; Rule is the deletion rule of automatic backups, "" without these. Files are for operators only, since their
	// names reveal all tournaments of the server.
	olderView struct {
		Summary, Rule string
		Files         []olderFile
	}
	// An olderFile is such a backup.
	olderFile struct{ Name, When string }
)

// nameFields are the rules for public names.
var nameFields = []form.Field[consent.Rules]{
	form.ChoiceField("names", func(r *consent.Rules) *consent.Hiding { return &r.All }, shownAs),
	form.ChoiceField("minors", func(r *consent.Rules) *consent.Hiding { return &r.Minors }, shownAs),
	form.OptionalNumber("minors-age", func(r *consent.Rules) *int { return &r.Age }),
}

// shownAs are the public forms of names. The full name is the default.
var shownAs = append([]form.OptionView{{Text: "consent.full"}}, form.Choices("consent.", consent.Initials, consent.Anonymous)...)

func (s privacyHandlers) showPrivacy(c *gin.Context, snapshot *director.Snapshot) error {
	view, err := s.privacyPage(c, snapshot, form.Sent{})
	if err != nil {
		return err
	}
	return s.Render(c, "privacy", view)
}

// postNames saves the rules for public names.
func (s privacyHandlers) postNames(c *gin.Context, snapshot *director.Snapshot) error {
	rules, sent := snapshot.Tournament.Settings.Consent, c.Request.PostForm
	wrong, err := form.Read(nameFields, sent, &rules)
	if err != nil {
		return err
	}
	if len(wrong) == 0 {
		err := s.EditorAt(c, snapshot).SetNames(c.Request.Context(), rules)
		if err == nil {
			return s.Redirect(c, "/desk/"+snapshot.Tournament.Info.Slug+"/privacy?saved=1")
		}
		if err := wrong.Add(err); err != nil {
			return err
		}
	}
	view, err := s.privacyPage(c, snapshot, form.Sent{Values: sent, Wrong: wrong})
	if err != nil {
		return err
	}
	return s.RenderStatus(c, site.StatusOfForm(wrong.All()...), "privacy", view)
}

// fillNames describes the public names.
func (p *privacyPage) fillNames(t *tournament.Tournament) {
	rules := t.Settings.Consent
	shown, minors, unborn := 0, 0, 0
	first, _ := t.Info.Days()
	for i := range t.Players {
		if !privacy.Hiding(t, &t.Players[i]).Hides() {
			shown++
		}
		if t.Players[i].Born == 0 {
			unborn++
		} else if rules.Minor(t.Players[i].Born, first) {
			minors++
		}
	}
	switch all := len(t.Players); {
	case all == 0:
		p.State = p.T("registration.empty")
	case shown == all:
		p.State = p.T("privacy.hidden.none")
	default:
		p.State = p.T("privacy.partly", shown, all)
	}
	if rules.Minors.Hides() && len(t.Players) > 0 {
		p.Reach = p.T("privacy.reach", minors, len(t.Players), unborn)
	}
}

// privacyPage returns the page; sent is a refused form.
func (s privacyHandlers) privacyPage(c *gin.Context, snapshot *director.Snapshot, sent form.Sent) (*privacyPage, error) {
	t, public := snapshot.Tournament, snapshot.Public().Tournament
	view := &privacyPage{Base: s.DeskBase(c, snapshot, s.Language(c).T("privacy.title"), "players")}
	view.Address = view.Event.Home + "/privacy"
	view.fillNames(t)
	view.Fields = form.View(view.Language, nameFields, &t.Settings.Consent, sent)
	if err := sent.Wrong[""]; err != nil {
		view.Fault = view.Error(err)
	}
	home := view.Event.Home + "/players/"
	for i := range t.Players {
		p := &t.Players[i]
		if h := privacy.Hiding(t, p); h.Hides() && !p.Forgotten {
			view.Hidden = append(view.Hidden, hiddenView{
				Name: p.Name(), Home: home + strconv.Itoa(int(p.ID)), Public: public.NameOf(p.ID), How: page.Text(view.Language, h),
			})
		}
	}
	removed, err := s.Director.PersonalData().Removed(c.Request.Context(), t.Info.Slug)
	if err != nil {
		return nil, err
	}
	for _, r := range removed {
		view.Removed = append(view.Removed, removedView{
			Name: r.Name, When: view.Moment(r.Since), Forget: home + strconv.Itoa(int(r.Player)) + "/forget",
		})
	}
	view.Older = s.olderView(c, view.Base)
	if c.Query("saved") != "" {
		view.Notice = &page.Banner{Level: "notice", Text: view.T("settings.saved")}
	}
	if c.Query("forgotten") != "" {
		view.Notice = &page.Banner{Level: "notice", Text: view.T("forget.done", view.T("privacy.forgotten", strconv.Itoa(page.Natural(c.Query("forgotten")))))}
		if c.Query("traces") != "" {
			view.Notice.Level, view.Notice.Text = "warning", view.Notice.Text+" "+view.T("forget.purge")
		}
	}
	return view, nil
}

func (s privacyHandlers) olderView(c *gin.Context, base page.Base) (v olderView) {
	files := s.Director.PersonalData().OlderFiles()
	for _, f := range files {
		if s.May(c, role.Operate) {
			v.Files = append(v.Files, olderFile{f.Name, base.Moment(f.At)})
		}
	}
	if n := len(files); n > 0 {
		when := base.Moment(files[0].At)
		if last := base.Moment(files[n-1].At); last != when {
			when += " – " + last
		}
		v.Summary = base.T("privacy.older.count", n, when)
	}
	if s.Director.Backups().Config().Folder != "" {
		v.Rule = base.T("backup.kept", s.Director.Backups().Rule()...)
	}
	return v
}

// A forgetPage shows the effects of erasing a person, and asks for the name.
type forgetPage struct {
	page.Base
	*director.Forgetting
	Action, Back, File string
	Typed, Fault       string
	Older              olderView
	Lists              []string
	// Elsewhere lists tournaments that may have a registration of the same person.
	Elsewhere []elsewhereView
}

// An elsewhereView is a player of another tournament. Address is the page that erases them there, or the list of
// deleted tournaments.
type elsewhereView struct {
	Name, Dates, Address string
	Deleted              bool
}

func (s privacyHandlers) showForget(c *gin.Context, snapshot *director.Snapshot) error {
	view, err := s.forgetPage(c, snapshot)
	if err != nil {
		return err
	}
	return s.Render(c, "forget", view)
}

func (s privacyHandlers) forgetPage(c *gin.Context, snapshot *director.Snapshot) (*forgetPage, error) {
	id, err := strconv.Atoi(c.Param("player"))
	if err != nil {
		return nil, fault.New(fault.NotFound, "fault.page")
	}
	plan, err := s.Director.PersonalData().Plan(c.Request.Context(), snapshot.Tournament.Info.Slug, tournament.PlayerID(id))
	if err != nil {
		return nil, err
	}
	lang := s.Language(c)
	view := &forgetPage{Base: s.DeskBase(c, snapshot, lang.T("forget.title", plan.Name), "players"), Forgetting: plan}
	view.ReadOnly = false // a person can also be erased in the archive
	view.Action = view.Event.Home + "/players/" + strconv.Itoa(id) + "/forget"
	view.Back = view.Event.Home + "/privacy"
	if plan.Playing {
		view.Back = view.Event.Home + "/players/" + strconv.Itoa(id)
		view.File = view.Back + "/data.json"
	}
	view.Older = s.olderView(c, view.Base)
	if view.Elsewhere, err = s.elsewhere(c, view); err != nil {
		return nil, err
	}
	lists, err := s.Director.RatingLists().At(c.Request.Context(), snapshot.Tournament.Info.Slug)
	if err != nil {
		return nil, err
	}
	kept, err := lists.All(c.Request.Context())
	for _, l := range kept {
		view.Lists = append(view.Lists, l.Name)
	}
	return view, err
}

// elsewhere lists the other tournaments of the same organisation in which the caller may erase people, and deleted ones
// that the caller may restore.
func (s privacyHandlers) elsewhere(c *gin.Context, view *forgetPage) (list []elsewhereView, err error) {
	ctx, people := c.Request.Context(), s.Director.Access().People()
	session, _ := s.Session(c)
	all, err := s.Director.PersonalData().Elsewhere(ctx, view.Event.Slug, view.Forgetting)
	if err != nil {
		return nil, err
	}
	for _, r := range all {
		v := elsewhereView{Name: r.Name, Dates: view.Dates(r.Begin.Time, r.End.Time), Deleted: !r.Deleted.IsZero()}
		var may bool
		if v.Deleted {
			rights, wrong := people.InOrganisation(ctx, session.UserID, r.Organisation)
			v.Address, may, err = "/deleted", rights.May(role.Found), wrong
		} else {
			rights, wrong := people.InTournament(ctx, session.UserID, r.Slug)
			v.Address, may, err = "/desk/"+r.Slug+"/players/"+strconv.Itoa(int(r.Player))+"/forget", rights.May(role.Contacts), wrong
		}
		if err != nil {
			return nil, err
		}
		if may {
			list = append(list, v)
		}
	}
	return list, nil
}

func (s privacyHandlers) postForget(c *gin.Context, snapshot *director.Snapshot) error {
	view, err := s.forgetPage(c, snapshot)
	if err != nil {
		return err
	}
	who, _ := s.Actor(c) // the person, whatever the desk
	err = s.Director.PersonalData().Forget(c.Request.Context(), s.Director.On(who, snapshot.Tournament.Info.Slug), view.Player, c.PostForm("name"))
	if fault.Is(err, "forget.name") {
		view.Typed, view.Fault = page.Clip(c.PostForm("name")), view.Error(err)
		return s.RenderStatus(c, http.StatusUnprocessableEntity, "forget", view)
	}
	to := view.Event.Home + "/privacy?forgotten=" + strconv.Itoa(int(view.Player))
	if fault.Is(err, "forget.purge") { // the person is erased all the same
		to, err = to+"&traces=1", nil
	}
	if err != nil {
		return err
	}
	return s.Redirect(c, to)
}

// sendPersonalData sends the stored data of a player.
func (s privacyHandlers) sendPersonalData(c *gin.Context, snapshot *director.Snapshot, p *tournament.Player) error {
	site.NoteFile(c, s.Site, snapshot, "players/"+strconv.Itoa(int(p.ID))+"/data.json")
	return site.SendPersonalData(c, s.Site, snapshot, p.ID)
}
