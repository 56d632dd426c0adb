package record

import (
	"html/template"
	"strconv"

	"github.com/gin-gonic/gin"

	"tourney/internal/diagram"
	"tourney/internal/director"
	"tourney/internal/fault"
	"tourney/internal/i18n"
	"tourney/internal/rules"
	"tourney/internal/tournament"
	"tourney/internal/web/history"
	"tourney/internal/web/page"
	"tourney/internal/web/public"
	"tourney/internal/web/site"
)

// A gameDeskPage is one game as the desk sees it: its record, the verdict
// beside the result, and the ways to bring a record in.
type gameDeskPage struct {
	page.Base
	page.GameView
	Round  int
	Seen   string
	Record *public.RecordView
	// Penalty is the result that would follow from an illegal move, Penalised
	// says that it was entered.
	Penalty   *page.ResultView
	Penalised bool
	Dead      *deadView
	// Evidence is what somebody may leave as it is, "" when nothing asks for
	// that; Settled says who has done so.
	Evidence, Settled string
	handIn
}

// A handIn are the ways to bring a record in (partial "handin"): as a file, as
// text, or played on the board. Action is the address they go to.
type handIn struct {
	Action string
	Play   *playView
	// Text is pasted text that was refused, Fault why.
	Text, Fault string
	// Choices are the games of a file that holds several.
	Choices []gameChoice
}

// A gameChoice is one game of a file that holds several.
type gameChoice struct {
	Number                            int // in the list, from 1
	Black, White, Date, Result, Moves string
	Text                              string
}

// refuse notes why what was sent is not taken, and which games there are to
// choose from.
func (h *handIn) refuse(c *gin.Context, lang *i18n.Language, err error, said string) {
	h.Text, h.Fault = c.PostForm("text"), said
	if f, ok := fault.As(err); !ok || f.Key != "record.several" {
		return
	}
	_, data, err := site.SentFile(c)
	if err != nil {
		return // it was there a moment ago
	}
	for i, g := range tournament.Choices(data) {
		h.Choices = append(h.Choices, gameChoice{
			Number: i + 1, Black: page.Clip(g.Black), White: page.Clip(g.White), Date: page.Clip(g.Date), Result: page.Clip(g.Result),
			Moves: lang.T("record.length", g.Moves), Text: g.Text,
		})
	}
	h.Text = ""
}

// A deadView asks which stones of the final position are dead.
type deadView struct {
	Board  template.HTML
	Record string // its hash
	// Doubtful are the chains worth a look, Clear the others.
	Doubtful, Clear []chainView
	Decided         bool
	// InThought says that disputes are played out in thought.
	InThought bool
}

// A chainView is one chain of the final position.
type chainView struct {
	Value string // its first stone, as records name points
	Black bool
	Point string
	// Size and Sure say how many stones it has and what the proposal is.
	Size, Sure string
	Dead       bool
}

// showGameDesk shows a game to the desk.
func (s *Room) showGameDesk(c *gin.Context) error {
	page, err := s.gameDeskPage(c)
	if err != nil {
		return err
	}
	return s.Render(c, "gamedesk", page)
}

func (s *Room) gameDeskPage(c *gin.Context) (*gameDeskPage, error) {
	snapshot, err := s.Snapshot(c)
	if err != nil {
		return nil, err
	}
	t := snapshot.Tournament
	g, err := public.PublishedGame(t, c.Param("game"))
	if err != nil {
		return nil, err
	}
	lang := s.Language(c).In(page.Zone(t))
	view := &gameDeskPage{GameView: page.NewGameView(lang, t, g), Round: g.Round, Seen: page.FormatSeen(g)}
	view.Base = s.DeskBase(c, snapshot, lang.T("game.title", view.Black.Name, view.White.Name), "").AtRound(g.Round)
	view.Address = view.Event.Home + "/games/" + strconv.Itoa(g.ID)
	view.handIn = handIn{Action: view.Address}
	if g.Record == "" {
		view.Play, err = s.playView(view.Language, t, g, "", "")
		return view, err
	}
	review, err := s.Director.Review(c.Request.Context(), t, g.ID)
	if err != nil {
		return nil, err
	}
	view.Record = public.NewRecordView(view.Language, g, review)
	view.Record.File = "/t/" + t.Info.Slug + "/games/" + strconv.Itoa(g.ID) + "/record"
	view.Penalised = review.Penalised(g)
	if penalty, ok := tournament.PenaltyOf(review.Verdict); ok && !view.Penalised {
		penalised := page.NewResultView(view.Language, penalty)
		view.Penalty = &penalised
	}
	view.Dead = view.dead(g, review)
	switch {
	case len(public.RecordFindings(view.Language, g, review)) == 0:
	case g.Settled():
		view.Settled = view.T("record.settled", history.AuthorOrSomebody(view.Language, g.Accepted.By), view.Moment(g.Accepted.At))
	default:
		view.Evidence = g.Evidence()
	}
	return view, nil
}

// sure is the percentage from which on a proposal needs no second look.
const sure = 95

// dead lists the chains with what is proposed or was decided.
func (p *gameDeskPage) dead(g *tournament.Game, review *director.Review) *deadView {
	v := review.Verdict
	view := &deadView{Record: review.Hash, Decided: g.Dead != "", InThought: v.System.LifeAndDeath != rules.PlayOut}
	heads := diagram.Chains(v.Board)
	decided := map[rules.Point]bool{}
	for _, q := range v.Dead {
		decided[heads[q]] = true
	}
	var drawn []rules.Point
	for _, j := range review.Propose() {
		chain := chainView{
			Value: j.Chain.SGF(), Black: j.Color == rules.Black, Point: j.Chain.Name(v.Rows), Size: p.T("dead.stones", j.Stones),
			Dead: j.Dead,
		}
		key := "dead.alive"
		if j.Dead {
			key = "dead.dead"
		}
		chain.Sure = p.T(key, j.Confidence)
		if v.Counted {
			chain.Dead = decided[j.Chain]
		}
		if chain.Dead {
			drawn = append(drawn, j.Chain)
		}
		if chain.Dead || j.Dead || j.Confidence < sure {
			view.Doubtful = append(view.Doubtful, chain)
		} else {
			view.Clear = append(view.Clear, chain)
		}
	}
	d := diagram.Diagram{Board: v.Board, Title: p.T("dead.board"), Dead: drawn}
	view.Board = template.HTML(d.SVG()) // ours, and escaped there
	return view
}

// gameAction makes an action of a step on the game of the address: after it
// the page is shown again, or with the reason why it was refused.
func (s *Room) gameAction(do func(c *gin.Context, t *tournament.Tournament, g *tournament.Game) error) site.Action {
	return func(c *gin.Context) error {
		snapshot, err := s.Snapshot(c)
		if err != nil {
			return err
		}
		g, err := public.PublishedGame(snapshot.Tournament, c.Param("game"))
		if err != nil {
			return err
		}
		err = do(c, snapshot.Tournament, g)
		if err == nil {
			return s.Redirect(c, "/desk/"+snapshot.Tournament.Info.Slug+"/games/"+strconv.Itoa(g.ID))
		}
		if _, ok := fault.As(err); !ok {
			return err
		}
		page, failed := s.gameDeskPage(c)
		if failed != nil {
			return failed
		}
		page.refuse(c, page.Language, err, page.Error(err))
		return s.RenderStatus(c, site.StatusOf(err), "gamedesk", page)
	}
}

func (s *Room) attachRecord(c *gin.Context, t *tournament.Tournament, g *tournament.Game) error {
	_, data, err := site.SentFile(c)
	if err != nil {
		return err
	}
	return s.Editor(c).Game(g.ID).AttachRecord(c.Request.Context(), data)
}

func (s *Room) removeRecord(c *gin.Context, t *tournament.Tournament, g *tournament.Game) error {
	return s.Editor(c).Game(g.ID).RemoveRecord(c.Request.Context())
}

func (s *Room) acceptRecord(c *gin.Context, t *tournament.Tournament, g *tournament.Game) error {
	return s.Editor(c).Game(g.ID).AcceptRecord(c.Request.Context(), c.PostForm("seen"))
}

func (s *Room) reopenRecord(c *gin.Context, t *tournament.Tournament, g *tournament.Game) error {
	return s.Editor(c).Game(g.ID).ReopenRecord(c.Request.Context())
}

// decideDead takes the chains that are ticked; "leave" goes back to the marks
// in the record.
func (s *Room) decideDead(c *gin.Context, t *tournament.Tournament, g *tournament.Game) error {
	var dead []rules.Point
	for _, name := range c.PostFormArray("dead") {
		p, ok := rules.ParsePoint(name)
		if !ok || len(dead) > 25*25 {
			return fault.New(fault.Invalid, "rules.point", page.Clip(name))
		}
		dead = append(dead, p)
	}
	return s.Editor(c).Game(g.ID).DecideDead(c.Request.Context(), director.DeadStones{
		Record: c.PostForm("record"), Dead: dead, Leave: c.PostForm("do") == "leave",
	})
}

func (s *Room) takeResult(c *gin.Context, t *tournament.Tournament, g *tournament.Game) error {
	game := s.Editor(c).Game(g.ID)
	take := game.TakeResult
	if c.PostForm("do") == "penalty" {
		take = game.TakePenalty
	}
	return take(c.Request.Context(), page.ParseSeen(c.PostForm("seen"), g))
}
