package settings

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/event/federations"
	"tourney/internal/fault"
	"tourney/internal/pairing"
	"tourney/internal/rank"
	"tourney/internal/results"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
	"tourney/internal/web/site"
)

// A seedsPage orders the players of a stage: the seeds of a knockout, the numbers of
// a round robin, or the qualified players.
type seedsPage struct {
	page.Base
	Path, Stage string
	// Source describes the source of the order.
	Source string
	// Fixed is set after the publication of the first round, Own if the director has set the order. Draft is the
	// address of an earlier draft.
	Fixed, Own bool
	Draft      string
	Rows       []seedView
	Fault      string
}

// A seedView is one seed.
type seedView struct {
	ID                 tournament.PlayerID
	Number             int
	Name, Rank, Rating string
	First, Last        bool
}

// withSeeds returns the action that runs do with the round in the address, if its stage has seeds.
func (s *Handlers) withSeeds(do func(c *gin.Context, snapshot *director.Snapshot, n int) error) site.Action {
	return s.WithRound(func(c *gin.Context, snapshot *director.Snapshot, n int) error {
		if stage := snapshot.Tournament.Settings.Stage(n); !stage.Seeded() {
			return fault.New(fault.NotFound, "fault.page")
		}
		return do(c, snapshot, n)
	})
}

func (s *Handlers) showSeeds(c *gin.Context, snapshot *director.Snapshot, n int) error {
	return s.Render(c, "seeds", s.seedsPage(c, snapshot, n))
}

func (s *Handlers) seedsPage(c *gin.Context, snapshot *director.Snapshot, n int) *seedsPage {
	t := snapshot.Tournament
	stage := t.Settings.Stage(n)
	view := &seedsPage{
		Base: s.DeskBase(c, snapshot, s.Language(c).T("seeds.title"), "settings"), Path: page.SeedsPath(t, n),
		Own: stage.Format.ByHand,
	}
	view.Stage = view.T("seeds.stage", view.T("system."+string(stage.System)), stage.From)
	if r := t.Round(stage.From); r != nil {
		view.Fixed = r.Published
		if !r.Published {
			view.Draft = page.DrawPath(t, stage.From)
		}
	}
	switch {
	case view.Fixed:
		view.Source = view.T("seeds.stand", stage.From)
	case stage.Format.ByHand:
		view.Source = view.T("seeds.own")
	case afterPools(t, stage):
		view.Source = view.T("seeds.pools", stage.From-1)
	case stage.From > 1:
		view.Source = view.T("seeds.standings", stage.From-1)
	default:
		view.Source = view.T("seeds.ranks")
	}
	entrants := t.Entrants()
	seeds := pairing.Seeds(t, n)
	for i, id := range seeds {
		p := entrants.Player(id)
		view.Rows = append(view.Rows, seedView{
			ID: id, Number: i + 1, Name: p.Name(), Rank: p.Rank.String(), Rating: view.Decimal(federations.Rating(t, p, rank.Points(results.RatingOf(p)))),
			First: i == 0, Last: i == len(seeds)-1,
		})
	}
	return view
}

// afterPools reports whether the previous stage has pools.
func afterPools(t *tournament.Tournament, stage tournament.Stage) bool {
	before := t.Settings.Stage(stage.From - 1)
	return stage.From > 1 && before.Pooled()
}

func (s *Handlers) postSeeds(c *gin.Context, snapshot *director.Snapshot, n int) error {
	t := snapshot.Tournament
	seeds, err := reordered(c, t, n)
	if err == nil {
		err = s.Editor(c).Round(t.Settings.Stage(n).From).OrderSeeds(c.Request.Context(), seeds)
	}
	if err == nil {
		return s.Redirect(c, page.SeedsPath(t, n))
	}
	page := s.seedsPage(c, snapshot, n)
	page.Fault = page.Error(err)
	return s.RenderRefused(c, err, "seeds", page)
}

// reordered returns the seeds in the order of a button; nil for the default.
func reordered(c *gin.Context, t *tournament.Tournament, n int) ([]tournament.PlayerID, error) {
	seeds := pairing.Seeds(t, n)
	do, player, _ := strings.Cut(c.PostForm("do"), " ")
	at := slices.Index(seeds, tournament.PlayerID(page.Natural(player)))
	switch {
	case do == "usual":
		return nil, nil
	case do == "lot":
		rand.Shuffle(len(seeds), func(i, j int) { seeds[i], seeds[j] = seeds[j], seeds[i] })
	case do == "rating":
		players := t.Entrants()
		slices.SortStableFunc(seeds, func(a, b tournament.PlayerID) int {
			return cmp.Compare(results.RatingOf(players.Player(b)), results.RatingOf(players.Player(a)))
		})
	case do == "up" && at > 0:
		seeds[at-1], seeds[at] = seeds[at], seeds[at-1]
	case do == "down" && at >= 0 && at < len(seeds)-1:
		seeds[at+1], seeds[at] = seeds[at], seeds[at+1]
	case do == "order":
		return byNumber(c, seeds), nil
	default:
		return nil, fault.New(fault.Invalid, "form.incomplete")
	}
	return seeds, nil
}

// byNumber sorts seeds by the numbers typed beside them. Among equal numbers, a player moving up comes first, and a
// player moving down last.
func byNumber(c *gin.Context, seeds []tournament.PlayerID) []tournament.PlayerID {
	type row struct {
		id          tournament.PlayerID
		number, was int
	}
	var rows []row
	for i, id := range seeds {
		was := i + 1
		number := page.Natural(strings.TrimSpace(c.PostForm("seed-" + strconv.Itoa(int(id)))))
		if number == 0 {
			number = was
		}
		rows = append(rows, row{id, number, was})
	}
	slices.SortStableFunc(rows, func(a, b row) int {
		return cmp.Or(cmp.Compare(a.number, b.number), cmp.Compare(a.number-a.was, b.number-b.was))
	})
	for i := range rows {
		seeds[i] = rows[i].id
	}
	return seeds
}
