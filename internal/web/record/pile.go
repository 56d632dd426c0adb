package record

import (
	"cmp"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/fault"
	"tourney/internal/format/recordmatch"
	"tourney/internal/i18n"
	"tourney/internal/rules"
	"tourney/internal/rules/sgf"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
	"tourney/internal/web/site"
)

// mostPile limits a form with the records of a round, in bytes.
const mostPile = recordmatch.MostBytes + 4<<20

// pileHandlers receive all game records of a round at once, and replacements of records.
type pileHandlers struct{ *Handlers }

// routes mounts the addresses of the desk.
func (s *pileHandlers) routes(g *site.Group) {
	g.Get("/round/:round/records", s.withPile(s.showPile))
	g.PostLarge("/round/:round/records", mostPile, s.withPile(s.postPile))
	g.Get("/round/:round/records/:token", s.withAssigned(s.showAssigned))
	g.Post("/round/:round/records/:token", s.withAssigned(s.addAssigned))
	g.Get("/round/:round/records/:token/:file", s.withAssigned(s.showCompared))
	g.Get("/round/:round/records/:token/:file/:other", s.withAssigned(s.showRivals))
	g.Get("/games/:game/compare/:token", s.replacing(s.showReplacing))
	g.Post("/games/:game/compare/:token", s.replacing(s.replace))
}

// A pilePage is the form for all game records of a round.
type pilePage struct {
	page.Base
	Round  int
	Action string
	Fault  string
}

// An assignedPage is the preview of a pile: the games of the records, with the reasons.
type assignedPage struct {
	page.Base
	Round  int
	Action string
	// Back is the page for other files.
	Back string
	// Clear records need no decision. Open ones need one. Refused files fit no game or are not records. Kept ones are
	// stored already.
	Clear, Open, Refused, Kept []assignedView
	// Results is set when their results are to be entered too.
	Results bool
	// Report is the text for the sender, "" if every record is stored or clear.
	Report string
	Fault  string
}

// Chooses reports whether there is something to add.
func (p *assignedPage) Chooses() bool {
	for _, v := range p.Refused {
		if len(v.Options) > 0 {
			return true
		}
	}
	return len(p.Clear)+len(p.Open) > 0
}

// An assignedView is one record and its game (template "handed").
type assignedView struct {
	*i18n.Language
	// Field is the form's field for the game of the record.
	Field, Name string
	// Says lists the record's data about its game.
	Says string
	// Game is the proposed game, nil without one, and Why names the reasons.
	Game *page.GameView
	Why  string
	// Value is the value of the field for Game; Left is set if the person skips the record.
	Value string
	Left  bool
	// Result compares the results, "" without any; Differs is set if they differ.
	Result  string
	Differs bool
	// Doubts are open questions for a person, or the reason of a refusal.
	Doubts []string
	// Options are the games to choose from.
	Options []gameOption
	// Branch offers another branch of the record, "" for none, by the field BranchField. First is set if the person
	// chose the first branch.
	Branch, BranchField string
	First               bool
	// Compare is the address of the comparison with the game's record, "" for none.
	Compare string
	// Rival is the address of the comparison with another record of the same game, "" for none.
	Rival string
}

// A gameOption is a possible game of a record.
type gameOption struct {
	Value, Text string
	Chosen      bool
}

// choose applies a person's choice of games for the records.
func (p *assignedPage) choose(chosen url.Values) {
	p.Results = chosen.Get("results") != ""
	for _, list := range [][]assignedView{p.Clear, p.Open, p.Refused} {
		for i := range list {
			v := &list[i]
			value := chosen.Get(v.Field)
			v.First = chosen.Get(v.BranchField) == ""
			v.Left = value == ""
			for j := range v.Options {
				v.Options[j].Chosen = value != "" && v.Options[j].Value == value
			}
		}
	}
}

// withPile returns the action that runs do with the published round in the address.
func (s *pileHandlers) withPile(do func(c *gin.Context, snapshot *director.Snapshot, r *tournament.Round) error) site.Action {
	return s.WithTournament(func(c *gin.Context, snapshot *director.Snapshot) error {
		n := page.Natural(c.Param("round"))
		r := snapshot.Tournament.Round(n)
		switch {
		case r == nil:
			return fault.New(fault.NotFound, "round.missing", n)
		case !r.Published:
			return fault.New(fault.Conflict, "round.draft", n)
		}
		return do(c, snapshot, r)
	})
}

func (s *pileHandlers) showPile(c *gin.Context, snapshot *director.Snapshot, r *tournament.Round) error {
	return s.Render(c, "pile", s.pilePage(c, snapshot, r))
}

func (s *pileHandlers) pilePage(c *gin.Context, snapshot *director.Snapshot, r *tournament.Round) *pilePage {
	view := &pilePage{Base: s.DeskBase(c, snapshot, s.Language(c).T("records.title", r.Number), "").AtRound(r.Number), Round: r.Number}
	view.Action = view.Event.Home + "/round/" + strconv.Itoa(r.Number) + "/records"
	return view
}

// postPile stores the files and redirects to their preview.
func (s *pileHandlers) postPile(c *gin.Context, snapshot *director.Snapshot, r *tournament.Round) error {
	view := s.pilePage(c, snapshot, r)
	sent, err := site.SentFiles(c)
	if err == nil {
		_, err = readFiles(sent)
	}
	if err != nil {
		view.Fault = view.Error(err)
		return s.RenderRefused(c, err, "pile", view)
	}
	token, err := s.Uploads.Add(c.Request.Context(), site.Upload{Slug: snapshot.Tournament.Info.Slug, Files: sent})
	if err != nil {
		return err
	}
	return s.Redirect(c, view.Action+"/"+token)
}

// readFiles returns the records in the files that were sent.
func readFiles(sent []site.Sent) ([]recordmatch.File, error) {
	var files []recordmatch.File
	for _, p := range sent {
		files = append(files, recordmatch.File{Name: p.Name, Data: p.Data})
	}
	return recordmatch.Collect(files)
}

// A pile is the uploaded records of a round, with their games.
type pile struct {
	snapshot *director.Snapshot
	round    *tournament.Round
	matches  []recordmatch.Match
	// page is the preview.
	page *assignedPage
}

// withAssigned returns the action that runs do with the records of the token in the
// address.
func (s *pileHandlers) withAssigned(do func(c *gin.Context, p *pile) error) site.Action {
	return s.withPile(func(c *gin.Context, snapshot *director.Snapshot, r *tournament.Round) error {
		up, err := s.Uploads.Get(c.Request.Context(), c.Param("token"), snapshot.Tournament.Info.Slug)
		if err != nil {
			return err
		}
		files, err := readFiles(up.Files)
		if err != nil {
			return err
		}
		matches, err := recordmatch.Assign(snapshot.Tournament, r.Number, files)
		if err != nil {
			return err
		}
		p := &pile{snapshot: snapshot, round: r, matches: matches}
		taken := s.pilePage(c, snapshot, r)
		p.page = &assignedPage{Base: taken.Base, Round: r.Number, Back: taken.Action, Action: taken.Action + "/" + up.Token}
		p.fill()
		return do(c, p)
	})
}

func (s *pileHandlers) showAssigned(c *gin.Context, p *pile) error {
	return s.Render(c, "assigned", p.page)
}

// fill fills the page.
func (p *pile) fill() {
	lang, view := p.page.Language, p.page
	var report []string
	for i := range p.matches {
		m := &p.matches[i]
		v := p.view(i, m)
		switch {
		case fault.Is(m.Refused, "records.kept"):
			view.Kept = append(view.Kept, v)
			continue
		case m.Clear:
			view.Clear = append(view.Clear, v)
			continue
		case m.Refused != nil:
			view.Refused = append(view.Refused, v)
		default:
			view.Open = append(view.Open, v)
		}
		report = append(report, lang.T("records.report.line", v.Name, strings.Join(v.Doubts, " ")))
	}
	if len(report) > 0 {
		title := lang.T("records.report.title", p.snapshot.Tournament.Info.Name, p.round.Number)
		view.Report = title + "\n\n" + strings.Join(report, "\n")
	}
}

// view returns the view of record number i.
func (p *pile) view(i int, m *recordmatch.Match) assignedView {
	lang, t := p.page.Language, p.snapshot.Tournament
	v := assignedView{Language: lang, Field: "game-" + strconv.Itoa(i), Name: cmp.Or(m.Name, lang.T("records.pasted"))}
	if m.Refused != nil {
		v.Doubts = append(v.Doubts, p.page.Error(m.Refused))
	}
	for _, d := range m.Doubts {
		v.Doubts = append(v.Doubts, lang.T(d.Key, d.Args...))
	}
	for _, fit := range m.Games {
		g := page.NewGameView(lang, t, fit.Game)
		v.Options = append(v.Options, gameOption{Value: optionOf(fit), Text: lang.T("records.option", g.Table, g.Black.Name, g.White.Name)})
	}
	if m.Other != nil {
		v.Branch, v.BranchField = lang.T("record.branch.take", m.OtherMoves), "branch-"+strconv.Itoa(i)
	}
	if m.Refused != nil || len(m.Games) != 1 {
		v.Says = recordTexts(lang, m)
		return v
	}
	fit := m.Games[0]
	game := page.NewGameView(lang, t, fit.Game)
	v.Game, v.Value = &game, optionOf(fit)
	var why []string
	for _, r := range fit.Reasons {
		why = append(why, lang.T(r.Key, r.Args...))
	}
	named := slices.IndexFunc(fit.Reasons, func(r recordmatch.Reason) bool { return r.Key == "records.why.names" })
	if named < 0 || len(why) > 1 {
		v.Why = strings.Join(why, ", ")
	}
	v.Result, v.Differs = compareResults(lang, fit)
	said := *m // without what the game says too
	if named >= 0 {
		said.Black, said.White = "", ""
	}
	if v.Result != "" {
		said.Result = ""
	}
	v.Says = recordTexts(lang, &said)
	if fit.Kept != "" {
		v.Compare = p.page.Action + "/" + strconv.Itoa(i)
	}
	if len(m.Rivals) > 0 {
		v.Rival = p.page.Action + "/" + strconv.Itoa(i) + "/" + strconv.Itoa(m.Rivals[0])
	}
	return v
}

// recordTexts lists a record's data about its game.
func recordTexts(lang *i18n.Language, m *recordmatch.Match) string {
	var parts []string
	if m.Black+m.White != "" {
		parts = append(parts, page.Clip(m.Black)+" – "+page.Clip(m.White))
	}
	for _, text := range []string{m.Date, m.Result} {
		if text != "" {
			parts = append(parts, page.Clip(text))
		}
	}
	if m.Hash != "" {
		parts = append(parts, lang.T("record.length", m.Moves))
	}
	return strings.Join(parts, " · ")
}

// compareResults compares the result of a record with the entered one, and reports whether they differ.
func compareResults(lang *i18n.Language, fit recordmatch.Fit) (text string, differs bool) {
	v, entered := fit.Verdict, fit.Game.Result
	result, ok := tournament.ResultOf(v)
	result.Unrated = entered.Unrated
	switch {
	case !ok && v.Recorded.Ending != sgf.NotKnown && v.Shift != 0:
		return lang.T("records.result.komi", v.InGame(rules.Outcome(v.Recorded)), v.Komi+v.Shift), true
	case !ok && !entered.Known():
		return "", false
	case !ok:
		return lang.T("records.result.silent", page.Text(lang, entered)), false
	case !entered.Known():
		return lang.T("records.result.new", page.Text(lang, result)), false
	case result != entered && !sameWinner(result, entered):
		return lang.T("records.result.differs", page.Text(lang, result), page.Text(lang, entered)), true
	}
	return lang.T("records.result.same", page.Text(lang, entered)), false
}

// sameWinner reports whether two results are equal except that one has no way of winning.
func sameWinner(a, b tournament.Result) bool {
	return a.Outcome == b.Outcome && (a.Manner == tournament.Unspecified || b.Manner == tournament.Unspecified)
}

// optionOf returns the value of the field for a game: its ID, and the hash of its current record.
func optionOf(fit recordmatch.Fit) string { return strconv.Itoa(fit.Game.ID) + ":" + fit.Kept }

// addAssigned stores the records of the form at their games.
func (s *pileHandlers) addAssigned(c *gin.Context, p *pile) error {
	var list []director.Attachment
	for i := range p.matches {
		m := &p.matches[i]
		id, kept, _ := strings.Cut(c.PostForm("game-"+strconv.Itoa(i)), ":")
		if game := page.Natural(id); game != 0 && m.Hash != "" {
			data := m.Data
			if m.Other != nil && c.PostForm("branch-"+strconv.Itoa(i)) != "" {
				data = m.Other
			}
			list = append(list, director.Attachment{Game: game, Data: data, Seen: kept})
		}
	}
	err := fault.New(fault.Invalid, "records.chosen.none")
	if len(list) > 0 {
		err = s.Editor(c).Round(p.round.Number).AttachRecords(c.Request.Context(), list)
	}
	if err == nil && c.PostForm("results") != "" {
		var games []int
		for _, a := range list {
			games = append(games, a.Game)
		}
		err = s.Editor(c).Round(p.round.Number).TakeResults(c.Request.Context(), games)
	}
	if err == nil {
		return s.Redirect(c, p.page.Action)
	}
	if f, ok := fault.As(err); ok && f.Kind == fault.NotFound {
		return err
	}
	p.page.Fault = p.page.Error(err)
	p.page.choose(c.Request.PostForm)
	return s.RenderRefused(c, err, "assigned", p.page)
}
