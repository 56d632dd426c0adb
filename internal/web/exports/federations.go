package exports

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/event/day"
	"tourney/internal/fault"
	"tourney/internal/format"
	"tourney/internal/format/federation"
	"tourney/internal/format/file"
	"tourney/internal/results/rating"
	"tourney/internal/role"
	"tourney/internal/tournament"
	"tourney/internal/web/form"
	"tourney/internal/web/history"
	"tourney/internal/web/page"
	"tourney/internal/web/public"
	"tourney/internal/web/site"
)

// A federationsPage is the way of the results to the federations.
type federationsPage struct {
	tabsPage
	// Blocks are the federations, the ones to send to first. At most one is open.
	Blocks []federationView
	// Others are the federations without a file.
	Others []aboutView
	// Marks is set if the viewer may record reports.
	Marks bool
	// Final is set while final standings are valid, Since is the time of their announcement.
	Final bool
	Since string
	// Early is the reason against sending anything yet, "" after the last round. Done is set if every federation
	// has its report.
	Early string
	Done  bool
	// Asked are the facts that a federation requires and the tournament does not have.
	Asked []form.FieldView
	// Sent are the facts of the open block's file.
	Sent   []page.Link
	States []form.OptionView
	Once   string
	// Evenings are the files of single evenings of open play, the latest first.
	Evenings []eveningFiles
}

// An eveningFiles has the files of one evening.
type eveningFiles struct {
	Date  string
	Games int
	Files []page.Link
}

// mostEvenings limits the listed evenings.
const mostEvenings = 20

// addEvenings lists the files of single evenings, for the federations in the order of their blocks.
func (p *federationsPage) addEvenings(t *tournament.Tournament) {
	for _, e := range slices.Backward(t.Day.Evenings) {
		one := eveningFiles{Date: p.Date(t.Info.DateAt(e.Began)), Games: len(t.GamesOf(&e))}
		for i := range p.Blocks {
			b := &p.Blocks[i]
			one.Files = append(one.Files, page.Link{Text: b.To, Address: b.Address + "?evening=" + strconv.Itoa(e.ID)})
		}
		if p.Evenings = append(p.Evenings, one); len(p.Evenings) == mostEvenings {
			return
		}
	}
}

// A federationView is one federation.
type federationView struct {
	*page.Base
	To, Title string
	// Fact describes the state in the row of a folded block.
	Fact string
	// Open is set for the federation to send to next, Ready if its file can be sent now.
	Open, Ready   bool
	Address, File string
	// Way describes the way of the file, About the federation; Site is its form, a host and its address, Mail the
	// letter to it. Site and Mail are nil without an address, and before the last result.
	Way   string
	Site  *page.Link
	Mail  *mailView
	About *aboutView
	// Questions are the findings that the federation would refuse or query, Notes the others.
	Questions, Notes []findingView
	// Errors counts the questions for which it would refuse the file, Refused is another reason against writing it.
	Errors  int
	Refused string
	Lost    []page.FindingView
	Spelled []federation.Respelling
	// asks are the fields of errors.
	asks map[tournament.Field]bool
	// Lists is the address of the rating lists, which contain missing IDs. Country is the tournament's, for players
	// without one.
	Lists, Country string
	// Sending is the last report, nil without one.
	Sending *sendingView
	// Changed describes a change since the last report, "" for none.
	Changed string
}

// A mailView is a letter to a federation, with the file as text to copy.
type mailView struct{ To, Address, Subject, Text string }

// An aboutView holds the facts about a federation that has one block, or only a row.
type aboutView struct {
	*page.Base
	Title, Fact string
	List        []page.Link
	Facts       []page.Link
	Sources     []page.Link
	Checked     string
}

// A sendingView is a report to a federation.
type sendingView struct {
	ID          int
	Text        string
	State, Note string
}

// openQuestions counts the open questions of the federation to send to next.
func openQuestions(t *tournament.Tournament) int {
	for _, to := range day.Federations(t) {
		if sent := day.LastSending(t, to); sent != nil && day.Counts(t, sent) {
			continue
		}
		v := federationView{}
		for _, f := range format.Formats() {
			if strings.EqualFold(f.Name, to) {
				v.addChecks(t, f.For, nil)
			}
		}
		return len(v.Questions)
	}
	return 0
}

func (s *Handlers) showFederations(c *gin.Context, snapshot *director.Snapshot) error {
	view, err := s.federationsPage(c, snapshot, form.Sent{})
	if err != nil {
		return err
	}
	return s.Render(c, "federations", view)
}

func (s *Handlers) federationsPage(c *gin.Context, snapshot *director.Snapshot, sent form.Sent) (*federationsPage, error) {
	t := snapshot.Tournament
	view := &federationsPage{tabsPage: s.newTabs(c, snapshot, "/federations"), Once: rand.Text()}
	if momentOf(t) != atEnd {
		view.Early = view.T("sending.empty")
		if n := t.Current(); t.IsOpen() && n > 0 {
			view.Early = ""
		} else if n > 0 {
			view.Early = view.T("sending.early", n, t.Settings.Rounds)
		}
	}
	view.Marks = s.May(c, role.Conclude) && !t.Info.Archived && t.Origin == ""
	if list := t.Frozen(); list != nil {
		view.Final, view.Since = true, view.Language.Since(list.At, s.Director.Now())
	}
	for _, state := range tournament.SendingStates() {
		view.States = append(view.States, form.OptionView{Value: string(state), Text: page.Text(view.Language, state)})
	}
	needed := day.Federations(t)
	view.Done = len(needed) > 0 && view.Early == ""
	asked := map[tournament.Field]bool{}
	for _, f := range format.Formats() {
		if f.For == nil || len(t.Participants()) == 0 {
			continue
		}
		block, err := s.federation(c, snapshot, &view.Base, f)
		if err != nil {
			return nil, err
		}
		view.Blocks = append(view.Blocks, *block)
		if slices.Contains(needed, block.To) {
			maps.Copy(asked, block.asks)
		}
	}
	slices.SortStableFunc(view.Blocks, func(a, b federationView) int { return rankIn(needed, a.To) - rankIn(needed, b.To) })
	for i := range view.Blocks {
		if b := &view.Blocks[i]; slices.Contains(needed, b.To) && (b.Sending == nil || b.Changed != "") {
			b.Open, b.Ready, view.Done = true, view.Final && b.Errors == 0, false
			view.Sent = s.whatIsSent(&view.Base, t, b)
			break
		}
	}
	view.addEvenings(t)
	if len(view.Blocks) > 0 {
		view.Others = others(&view.Base, t)
	}
	fields := form.View(view.Language, form.Pick(form.InfoFields, askableFacts...), &t.Info, sent)
	view.Asked = slices.DeleteFunc(fields, func(f form.FieldView) bool { return !asked[tournament.Field(f.Name)] })
	return view, nil
}

// rankIn returns the index of a federation, the length for a missing one.
func rankIn(needed []string, to string) int {
	if i := slices.Index(needed, to); i >= 0 {
		return i
	}
	return len(needed)
}

// federation returns the block of a format.
func (s *Handlers) federation(c *gin.Context, snapshot *director.Snapshot, p *page.Base, f format.Format) (*federationView, error) {
	t, to := snapshot.Tournament, strings.ToUpper(f.Name)
	b := &federationView{
		Base: p, To: to, Address: p.Event.Home + "/exports/" + f.Name, File: f.FileName(t),
		Country: t.Info.Country, Spelled: f.For.Respellings(t),
	}
	fed := receiver(t, f.Name)
	b.Title, b.About = fed.Name, about(p, fed)
	if f.Name == "egd" {
		b.Title = p.T("sending.egd")
	}
	b.Way = p.T("sending.way."+string(fed.Sender), fed.Name)
	b.addChecks(t, f.For, p)
	made, err := s.export(c.Request.Context(), snapshot, exportKey{f, p.Language, false})
	switch _, isFault := fault.As(err); {
	case isFault:
		b.Refused = p.Error(err)
	case err != nil:
		return nil, err
	case len(b.Questions) == 0: // the questions are more precise
		b.Lost = page.FindingViews(p.Language, made.findings)
	}
	if made != nil && momentOf(t) == atEnd {
		b.Site = link(fed.Form.Text)
		b.Mail = s.mail(p, t, fed, fileToSend{b.File, made.data})
	}
	if err := s.addSending(c, snapshot, b, made); err != nil {
		return nil, err
	}
	b.Fact = b.fact(t)
	return b, nil
}

// addSending adds the last report, and the change of the file since.
func (s *Handlers) addSending(c *gin.Context, snapshot *director.Snapshot, b *federationView, made *export) error {
	t := snapshot.Tournament
	sent := day.LastSending(t, b.To)
	if sent == nil {
		return nil
	}
	by := history.AuthorName(b.Language, t, sent.By)
	b.Sending = &sendingView{ID: sent.ID, State: string(sent.State), Note: sent.Note, Text: b.T("sending.sent", b.Language.Since(sent.At, s.Director.Now()), by)}
	if sent.State == tournament.SentAccepted {
		b.Sending.Text = page.Text(b.Language, sent.State) + " · " + b.Sending.Text
	}
	switch {
	case sent.State == tournament.SentReturned:
		b.Changed = b.T("sending.returned", b.To)
	case sent.Hash != "" && made != nil && hashOf(made.data) != sent.Hash:
		games := 0
		before, err := s.Director.Past(c.Request.Context(), t.Info.Slug, sent.Version)
		if err == nil {
			games = changedGames(before.Tournament, t)
		} else if !fault.Is(err, "log.missing") {
			return err
		}
		b.Changed = b.T("sending.changed")
		if games > 0 {
			b.Changed = b.T("sending.changed.games", games)
		}
	case !day.Counts(t, sent):
		b.Changed = b.T("sending.changed")
	}
	return nil
}

func hashOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// changedGames counts the games with another result, other players or terms than before.
func changedGames(was, now *tournament.Tournament) (n int) {
	for i := range now.Rounds {
		for j := range now.Rounds[i].Games {
			g := &now.Rounds[i].Games[j]
			if old := was.Game(g.ID); old == nil || old.Decided() != g.Decided() || old.Black != g.Black || old.White != g.White || old.Terms() != g.Terms() {
				n++
			}
		}
	}
	return n
}

// fact describes a block in its row.
func (b *federationView) fact(t *tournament.Tournament) string {
	country := receiver(t, strings.ToLower(b.To)).Country
	if b.To == "EGD" {
		country = ""
	}
	players := playersFrom(t, country)
	switch {
	case b.Changed != "":
		return b.Changed
	case b.Sending != nil:
		return b.Sending.Text
	case country != "" && !slices.Contains(day.Federations(t), b.To):
		return b.T("player.count", players) + " · " + b.File
	case len(b.Questions) > 0:
		return b.T("sending.questions", len(b.Questions))
	}
	return b.T("sending.nothing")
}

// whatIsSent lists the facts of a federation's file.
func (s *Handlers) whatIsSent(v *page.Base, t *tournament.Tournament, b *federationView) []page.Link {
	games := 0
	for n := range t.Current() {
		games += len(t.Rounds[n].Games)
	}
	facts := []page.Link{
		{Text: v.T("sending.file"), Address: b.File},
		{Text: v.T("frame.players"), Address: strconv.Itoa(len(t.Participants()))},
		{Text: v.T("frame.rounds"), Address: strconv.Itoa(t.Current())},
		{Text: v.T("frame.games"), Address: strconv.Itoa(games)},
		{Text: v.T("settings.group.clock"), Address: public.ClockWords(v.Language, t.Settings.Clock)},
	}
	if b.To == "EGD" {
		facts = append(facts, page.Link{Text: v.T("field.class"), Address: v.T("rating.class." + string(rating.ClassIn(t.Settings)))})
	}
	return facts
}

// askableFacts are the facts about a tournament that the page can ask for, if a federation refuses a file without them.
var askableFacts = []string{"place", "country", "begin"}

// postFacts saves the facts that a federation requires, or sets the country of the players without one.
func (s *Handlers) postFacts(c *gin.Context, snapshot *director.Snapshot) error {
	sent, info := c.Request.PostForm, snapshot.Tournament.Info
	if sent.Has("countries") {
		return s.toFederations(c, s.Editor(c).SetCountries(c.Request.Context(), info.Country))
	}
	fields := form.Pick(form.InfoFields, askableFacts...)
	form.SpellDays(s.Language(c), fields, sent)
	wrong, err := form.Read(fields, sent, &info)
	if err != nil {
		return err
	}
	if len(wrong) == 0 {
		err := s.EditorAt(c, snapshot).SetUp(c.Request.Context(), info, snapshot.Tournament.Settings)
		if err == nil {
			return s.Redirect(c, "/desk/"+info.Slug+"/exports/federations")
		}
		if err := wrong.Add(err); err != nil {
			return err
		}
	}
	view, err := s.federationsPage(c, snapshot, form.Sent{Values: sent, Wrong: wrong})
	if err != nil {
		return err
	}
	return s.RenderStatus(c, site.StatusOfForm(wrong.All()...), "federations", view)
}

// postSent records that the present file was sent to a federation.
func (s *Handlers) postSent(c *gin.Context, snapshot *director.Snapshot) error {
	f, err := format.Named(strings.ToLower(c.PostForm("to")))
	if err == nil && f.For == nil {
		err = fault.New(fault.Invalid, "sending.to")
	}
	if err != nil {
		return err
	}
	made, err := s.export(c.Request.Context(), snapshot, exportKey{f, s.Language(c).In(page.Zone(snapshot.Tournament)), false})
	if err != nil {
		return err
	}
	err = s.Editor(c).Day().AddSending(c.Request.Context(), tournament.Sending{
		To: strings.ToUpper(f.Name), File: f.FileName(snapshot.Tournament), Hash: hashOf(made.data),
		Version: snapshot.Tournament.Version, State: tournament.Sent,
	}, site.IdempotencyKey(c))
	return s.toFederations(c, err)
}

// postSentState records the answer of a federation.
func (s *Handlers) postSentState(c *gin.Context, _ *director.Snapshot) error {
	sent := c.Request.PostForm
	err := s.Editor(c).Day().MarkSending(c.Request.Context(), page.Natural(c.Param("id")), tournament.SendingState(sent.Get("state")), sent.Get("note"))
	return s.toFederations(c, err)
}

func (s *Handlers) toFederations(c *gin.Context, err error) error {
	if err != nil {
		return err
	}
	return s.Redirect(c, "/desk/"+c.Param("slug")+"/exports/federations")
}

// addChecks sorts the findings of a federation into questions and notes. Without p it only counts.
func (v *federationView) addChecks(t *tournament.Tournament, by *federation.Body, p *page.Base) {
	v.asks = map[tournament.Field]bool{}
	type group struct {
		key   string
		field tournament.Field
	}
	together := map[group]int{} // the index in the questions
	early := momentOf(t) != atEnd
	for _, f := range by.Check(t) {
		if early && (f.Field == "" || f.Field == "rounds") {
			continue // about games, which are still played
		}
		if f.Severity == file.Info {
			v.Notes = append(v.Notes, newFinding(p, &f))
			continue
		}
		if f.Severity == file.Error {
			v.Errors++
			v.asks[f.Field] = true
		}
		if f.Key == "export.check.id.missing" && p != nil && p.Roles.May(role.Arrange) {
			v.Lists = p.Event.Home + "/ratings"
		}
		of := group{f.Key, missingField(&f)}
		at, known := together[of]
		if !known || of.field == "" {
			at = len(v.Questions)
			together[of] = at
			v.Questions = append(v.Questions, newFinding(p, &f))
		}
		if p != nil && of.field != "" {
			v.Questions[at].add(p, t, &f)
		}
	}
}
