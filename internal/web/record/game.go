package record

import (
	"html/template"
	"slices"
	"strconv"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/fault"
	"tourney/internal/i18n"
	"tourney/internal/rules"
	"tourney/internal/rules/diagram"
	"tourney/internal/rules/gamerecord"
	"tourney/internal/rules/sgf"
	"tourney/internal/tournament"
	"tourney/internal/web/history"
	"tourney/internal/web/page"
	"tourney/internal/web/public"
	"tourney/internal/web/site"
)

// A gamePage is the desk's page of one game: its record, the verdict beside the
// result, and the ways to hand in a record.
type gamePage struct {
	page.Base
	page.GameView
	Round  int
	Seen   string
	Record *public.RecordView
	// Live is set while the game is recorded live.
	Live bool
	// Disputed are the two results of a contradiction; nil without one.
	Disputed []claimView
	// Penalty is the result by the rules of an illegal move, and Asks names the move; nil and "" without one. Penalised
	// is set when it was entered.
	Penalty   *page.ResultView
	Asks      string
	Penalised bool
	Dead      *deadView
	// Pencil is nil while the game is not counted.
	Pencil *pencilView
	// Branch offers another branch of the record, nil for none.
	Branch *branchView
	// Settling holds the players' statements about the end.
	Settling *history.SettlingView
	// Evidence identifies the findings that can be accepted, "" for none; Settled
	// names the director who accepted them.
	Evidence, Settled string
	submission
}

// A claimView is one of two contradicting results with a button: its value for tournament.ParseResult, and the name
// of the winner, "" without one.
type claimView struct {
	Value  string
	Result page.ResultView
	Winner string
}

// A branchView offers a later branch of the record as the game.
type branchView struct {
	Record     string // the hash of the record that is shown
	Says, Take string
}

// newBranchView returns the view of the branches of a record, nil if it has only one.
func newBranchView(lang *i18n.Language, review *director.Review) *branchView {
	i := slices.IndexFunc(review.Read, func(f sgf.Finding) bool { _, ok := f.Read.(sgf.Branches); return ok })
	if i < 0 {
		return nil
	}
	key, args := gamerecord.Message(review.Read[i])
	return &branchView{Record: review.Hash, Says: lang.T(key, args...), Take: lang.T("record.branch.take", review.Read[i].Read.(sgf.Branches).Other.Moves)}
}

// A submission holds the ways to hand in a record (partial "handin"): as a file, as text, or by moves on the board.
// Action is the address that the form posts to.
type submission struct {
	Action string
	Play   *playView
	// Text is pasted text that was refused, Fault the reason.
	Text, Fault string
	// Choices are the games of a file with several, or the branches of a game.
	Choices []gameChoice
}

// A gameChoice is one game of a file with several, or one branch of a game.
type gameChoice struct {
	Number                            int // in the list, from 1
	Black, White, Date, Result, Moves string
	// Branch is set for one of the branches of a game.
	Branch bool
	Text   string
}

// refuse sets the reason why a record was refused, and the games or branches to choose from if
// it holds several.
func (h *submission) refuse(c *gin.Context, lang *i18n.Language, err error, reason string) {
	h.Text, h.Fault = c.PostForm("text"), reason
	isSeveral := fault.Is(err, "record.several")
	if !isSeveral && !fault.Is(err, "record.branches") {
		return
	}
	_, data, err := site.SentFile(c)
	if err != nil {
		return // it was readable before
	}
	list := gamerecord.Branches(data)
	if isSeveral {
		list = gamerecord.Choices(data)
	}
	for i, g := range list {
		choice := gameChoice{
			Number: i + 1, Black: page.Clip(g.Black), White: page.Clip(g.White), Date: page.Clip(g.Date), Result: page.Clip(g.Result),
			Moves: lang.T("record.length", g.Moves), Branch: g.Branch, Text: g.Text,
		}
		if g.Ended {
			choice.Moves = lang.T("record.branch.ended", g.Moves)
		}
		h.Choices = append(h.Choices, choice)
	}
	h.Text = ""
}

// A deadView asks which stones of the final position are dead.
type deadView struct {
	Board  template.HTML
	Record string // its hash
	Marked string // the number of stones marked as dead
	// Doubtful are the chains to look at, Clear the others.
	Doubtful, Clear []chainView
	Decided         bool
	// CanPlayOut is set when trial moves decide a dispute, CanGoOn when playing on decides it.
	CanPlayOut, CanGoOn bool
}

// Few reports whether the chains to look at are so few that the page lists them at once. The board shows them all.
func (v *deadView) Few() bool { return len(v.Doubtful) <= 24 }

// A chainView is one chain of the final position.
type chainView struct {
	Value string // its first stone, as a record writes points
	Black bool
	Point string
	// Size is the number of stones, Sure the certainty of the proposal.
	Size, Sure string
	Dead       bool
}

// withGame returns the action that runs do with the published game in the address.
func (s *Handlers) withGame(do func(c *gin.Context, snapshot *director.Snapshot, g *tournament.Game) error) site.Action {
	return s.WithTournament(func(c *gin.Context, snapshot *director.Snapshot) error {
		g, err := public.PublishedGame(snapshot.Tournament, c.Param("game"))
		if err != nil {
			return err
		}
		return do(c, snapshot, g)
	})
}

func (s *Handlers) showGame(c *gin.Context, snapshot *director.Snapshot, g *tournament.Game) error {
	page, err := s.gamePage(c, snapshot, g)
	if err != nil {
		return err
	}
	return s.Render(c, "gamedesk", page)
}

func (s *Handlers) gamePage(c *gin.Context, snapshot *director.Snapshot, g *tournament.Game) (view *gamePage, err error) {
	t := snapshot.Tournament
	lang := s.Language(c).In(page.Zone(t))
	view = &gamePage{GameView: page.NewGameView(lang, t, g), Round: g.Round, Seen: page.FormatSeen(g)}
	view.Base = s.DeskBase(c, snapshot, lang.T("game.title", view.Black.Name, view.White.Name), "").AtRound(g.Round)
	view.Address = view.Event.Home + "/games/" + strconv.Itoa(g.ID)
	view.submission = submission{Action: view.Address}
	view.Disputed = view.claims(g)
	if g.Record == "" {
		view.Live = g.IsLive()
		view.Play, err = boardGame{lang: view.Language, t: t, g: g}.playView("", "")
		return view, err
	}
	review, err := s.Director.Review(c.Request.Context(), t, g.ID)
	if err != nil {
		return nil, err
	}
	view.Record = public.NewRecordView(view.Language, g, review)
	if view.Record.Count != nil {
		view.Record.Count.Steps = "/t/" + t.Info.Slug + "/games/" + strconv.Itoa(g.ID) + "/count"
	}
	view.Record.File = "/t/" + t.Info.Slug + "/games/" + strconv.Itoa(g.ID) + "/record"
	view.Penalised = review.Penalised(g)
	marked := review
	if g.Settling.Dead != "" {
		marked = review.Proposed(t, g)
	}
	view.Settling = history.NewSettlingView(view.Language, t, g.Settling)
	if review.Verdict.System.LifeAndDeath != rules.AllAlive { // if all are alive, there are no dead stones
		view.Dead = newDeadView(view.Language, g, marked)
	}
	view.Pencil = newPencilView(view.Language, g, review)
	view.Branch = newBranchView(view.Language, review)
	switch {
	case len(public.RecordFindings(view.Language, g, review)) == 0:
	case g.Settled():
		view.Settled = view.T("record.settled", history.AuthorOrSomebody(view.Language, t, g.Accepted.By), view.Moment(g.Accepted.At))
	default:
		view.Evidence = g.Evidence()
		view.setPenalty(review)
	}
	return view, nil
}

// setPenalty asks whether an illegal move decides the game, unless it did.
func (p *gamePage) setPenalty(review *director.Review) {
	penalty, ok := tournament.PenaltyOf(review.Verdict)
	if !ok || p.Penalised {
		return
	}
	result := page.NewResultView(p.Language, penalty)
	illegal, _ := review.Verdict.Illegal()
	p.Penalty, p.Asks = &result, p.T("record.penalty.black", illegal.Move)
	if result.Black {
		p.Asks = p.T("record.penalty.white", illegal.Move)
	}
}

// claims returns the two results of a contradiction, nil without one.
func (p *gamePage) claims(g *tournament.Game) (both []claimView) {
	if !g.Dispute.Open() {
		return nil
	}
	for _, r := range []tournament.Result{g.Result, g.Dispute.Result} {
		claim := claimView{Value: r.String(), Result: page.NewResultView(p.Language, r)}
		switch {
		case claim.Result.Black:
			claim.Winner = p.Black.Brief
		case claim.Result.White:
			claim.Winner = p.White.Brief
		}
		both = append(both, claim)
	}
	return both
}

// certainPercent is the percentage from which a proposal needs no check by a person.
const certainPercent = 95

// newDeadView lists the chains with the proposal or the decision.
func newDeadView(lang *i18n.Language, g *tournament.Game, review *director.Review) *deadView {
	v := review.Verdict
	view := &deadView{Record: review.Hash, Decided: g.Dead != "", CanPlayOut: v.System.InThought(), CanGoOn: v.GoesOn()}
	heads := diagram.Chains(v.Board)
	decided := map[rules.Point]bool{}
	for _, q := range v.Dead {
		decided[heads[q]] = true
	}
	var drawn []rules.Point
	marked := 0
	for _, j := range review.Propose() {
		chain := chainView{
			Value: j.Chain.SGF(), Black: j.Color == rules.Black, Point: j.Chain.Name(v.Rows), Size: lang.T("record.dead.stones", j.Stones),
			Dead: j.Dead,
		}
		key := "record.dead.alive"
		if j.Dead {
			key = "record.dead.dead"
		}
		chain.Sure = lang.T(key, j.Confidence)
		if v.Counted {
			chain.Dead = decided[j.Chain]
		}
		if chain.Dead {
			drawn = append(drawn, j.Chain)
			marked += j.Stones
		}
		if chain.Dead || j.Dead || j.Confidence < certainPercent {
			view.Doubtful = append(view.Doubtful, chain)
		} else {
			view.Clear = append(view.Clear, chain)
		}
	}
	d := diagram.Diagram{Board: v.Board, Title: lang.T("record.dead.board"), Dead: drawn}
	view.Board, view.Marked = page.Drawing(d), lang.T("record.dead.stones", marked)
	return view
}

// marked returns the chains marked as dead.
func (v *deadView) marked() (dead []rules.Point) {
	for _, chain := range slices.Concat(v.Doubtful, v.Clear) {
		if p, ok := rules.ParsePoint(chain.Value); ok && chain.Dead {
			dead = append(dead, p)
		}
	}
	return dead
}

// gameAction returns the action that does something with the game in the address
// and shows its page again.
func (s *Handlers) gameAction(do func(c *gin.Context, t *tournament.Tournament, g *tournament.Game) error) site.Action {
	return s.withGame(func(c *gin.Context, snapshot *director.Snapshot, g *tournament.Game) error {
		err := do(c, snapshot.Tournament, g)
		if err == nil {
			return s.Redirect(c, "/desk/"+snapshot.Tournament.Info.Slug+"/games/"+strconv.Itoa(g.ID))
		}
		return s.showRefused(c, err)
	})
}

// showRefused shows the game as it is now, with the reason why something was refused.
func (s *Handlers) showRefused(c *gin.Context, err error) error {
	return s.withGame(func(c *gin.Context, snapshot *director.Snapshot, g *tournament.Game) error {
		page, failed := s.gamePage(c, snapshot, g)
		if failed != nil {
			return failed
		}
		page.refuse(c, page.Language, err, page.Error(err))
		if _, sent := c.GetPostForm("reason"); sent && page.Pencil != nil {
			page.Pencil.refused(c, page.Language)
		}
		return s.RenderRefused(c, err, "gamedesk", page)
	})(c)
}

// postRecord stores a record of the game. If the game has another record, it redirects to their comparison.
func (s *Handlers) postRecord(c *gin.Context, snapshot *director.Snapshot, g *tournament.Game) error {
	name, data, err := site.SentFile(c)
	if err == nil {
		err = checkBranch(c, data)
	}
	if err == nil {
		home := "/desk/" + snapshot.Tournament.Info.Slug + "/games/" + strconv.Itoa(g.ID)
		var judged gamerecord.Judged
		if judged, err = snapshot.Tournament.JudgeRecord(g.ID, data); err == nil && g.Record != "" && g.Record != judged.Hash {
			// in the stored form
			file := site.Sent{Name: name, Data: []byte(judged.Text)}
			token, err := s.Uploads.Add(c.Request.Context(), site.Upload{Slug: snapshot.Tournament.Info.Slug, Files: []site.Sent{file}})
			if err != nil {
				return err
			}
			return s.Redirect(c, home+"/compare/"+token)
		}
		if err == nil {
			err = s.Editor(c).Game(g.ID).ReplaceRecord(c.Request.Context(), g.Record, data)
		}
		if err == nil {
			return s.Redirect(c, home)
		}
	}
	return s.showRefused(c, err)
}

// checkBranch returns a fault for a record with several branches, unless the form has a choice.
func checkBranch(c *gin.Context, data []byte) error {
	if c.PostForm("branch") != "" {
		return nil
	}
	return gamerecord.CheckBranch(data)
}

// takeBranch replaces the record by the same record along its other branch.
func (s *Handlers) takeBranch(c *gin.Context, t *tournament.Tournament, g *tournament.Game) error {
	review, err := s.Director.Review(c.Request.Context(), t, g.ID)
	if err != nil {
		return err
	}
	b, ok := review.Record.Branches()
	if !ok {
		return fault.New(fault.NotFound, "record.branch.none", g.Table)
	}
	return s.Editor(c).Game(g.ID).ReplaceRecord(c.Request.Context(), c.PostForm("record"), []byte(review.Record.Along(b.Other).String()))
}

func (s *Handlers) removeRecord(c *gin.Context, t *tournament.Tournament, g *tournament.Game) error {
	return s.Editor(c).Game(g.ID).RemoveRecord(c.Request.Context())
}

func (s *Handlers) acceptRecord(c *gin.Context, t *tournament.Tournament, g *tournament.Game) error {
	return s.Editor(c).Game(g.ID).AcceptRecord(c.Request.Context(), c.PostForm("seen"))
}

func (s *Handlers) reopenRecord(c *gin.Context, t *tournament.Tournament, g *tournament.Game) error {
	return s.Editor(c).Game(g.ID).ReopenRecord(c.Request.Context())
}

// deadPoints returns the points that are ticked as dead.
func deadPoints(names []string) (dead []rules.Point, err error) {
	for _, name := range names {
		p, ok := rules.ParsePoint(name)
		if !ok || len(dead) > 25*25 {
			return nil, fault.New(fault.Invalid, "rules.point", page.Clip(name))
		}
		dead = append(dead, p)
	}
	return dead, nil
}

// decideDead marks the ticked chains as dead; "leave" restores the marks of the
// record.
func (s *Handlers) decideDead(c *gin.Context, t *tournament.Tournament, g *tournament.Game) error {
	dead, err := deadPoints(c.PostFormArray("dead"))
	if err != nil {
		return err
	}
	return s.Editor(c).Game(g.ID).DecideDead(c.Request.Context(), director.DeadStones{
		Record: c.PostForm("record"), Dead: dead, Leave: c.PostForm("do") == "leave",
	})
}

// enterResult enters the result of the record or of an illegal move.
func (s *Handlers) enterResult(c *gin.Context, t *tournament.Tournament, g *tournament.Game) error {
	game := s.Editor(c).Game(g.ID)
	enter := game.TakeResult
	if c.PostForm("do") == "penalty" {
		enter = game.TakePenalty
	}
	return enter(c.Request.Context(), page.ParseSeen(c.PostForm("seen"), g))
}
