package web

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"tourney/internal/director"
	"tourney/internal/fault"
	"tourney/internal/pairing"
	"tourney/internal/results"
	"tourney/internal/tournament"
)

// A seedsPage is the order of those who play a stage: the seeds of a knockout,
// the numbers of a round robin, or who has qualified.
type seedsPage struct {
	base
	Path, Stage string
	// Source says what the order goes by.
	Source string
	// Fixed says that the first round is published, Own that the director has
	// put them in order himself, Draft is the address of a draft made before.
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

// seedsPath is the address of the seeds of the stage that a round belongs to.
func seedsPath(t *tournament.Tournament, n int) string {
	return "/desk/" + t.Info.Slug + "/seeds/" + strconv.Itoa(n)
}

// seedsRound returns the round that the address names, if its stage has seeds.
func (s *settingsRoom) seedsRound(c *gin.Context) (*director.Snapshot, int, error) {
	snapshot, n, err := s.drawRound(c)
	if err != nil {
		return nil, 0, err
	}
	if stage := snapshot.Tournament.Settings.Stage(n); !stage.Seeded() {
		return nil, 0, fault.New(fault.NotFound, "page.missing")
	}
	return snapshot, n, nil
}

func (s *settingsRoom) showSeeds(c *gin.Context) error {
	snapshot, n, err := s.seedsRound(c)
	if err != nil {
		return err
	}
	return s.render(c, "seeds", s.seedsPage(c, snapshot, n))
}

func (s *settingsRoom) seedsPage(c *gin.Context, snapshot *director.Snapshot, n int) *seedsPage {
	t := snapshot.Tournament
	stage := t.Settings.Stage(n)
	page := &seedsPage{base: s.deskBase(c, snapshot, s.language(c).T("seeds.title"), "settings", 0), Path: seedsPath(t, n), Own: stage.Format.Own}
	page.Stage = page.T("seeds.stage", page.T("system."+string(stage.System)), stage.From)
	if r := t.Round(stage.From); r != nil {
		page.Fixed = r.Published
		if !r.Published {
			page.Draft = drawPath(t, stage.From)
		}
	}
	switch {
	case page.Fixed:
		page.Source = page.T("seeds.stand", stage.From)
	case stage.Format.Own:
		page.Source = page.T("seeds.own")
	case afterPools(t, stage):
		page.Source = page.T("seeds.pools", stage.From-1)
	case stage.From > 1:
		page.Source = page.T("seeds.standings", stage.From-1)
	default:
		page.Source = page.T("seeds.ranks")
	}
	entrants := entrants(t)
	seeds := pairing.Seeds(t, n)
	for i, id := range seeds {
		p := entrants.Player(id)
		page.Rows = append(page.Rows, seedView{
			ID: id, Number: i + 1, Name: p.Name(), Rank: p.Rank.String(), Rating: strconv.Itoa(results.RatingOf(p)),
			First: i == 0, Last: i == len(seeds)-1,
		})
	}
	return page
}

// afterPools reports whether the stage before one is played in pools.
func afterPools(t *tournament.Tournament, stage tournament.Stage) bool {
	before := t.Settings.Stage(stage.From - 1)
	return stage.From > 1 && before.Pooled()
}

// entrants returns the tournament of those who meet: players or teams.
func entrants(t *tournament.Tournament) *tournament.Tournament {
	if t.Settings.Teams.Boards > 0 {
		return t.OfTeams()
	}
	return t
}

// postSeeds puts the seeds in another order.
func (s *settingsRoom) postSeeds(c *gin.Context) error {
	snapshot, n, err := s.seedsRound(c)
	if err != nil {
		return err
	}
	t := snapshot.Tournament
	seeds, err := reordered(c, t, n)
	if err == nil {
		err = s.editor(c).Round(t.Settings.Stage(n).From).OrderSeeds(c.Request.Context(), seeds)
	}
	if err == nil {
		return s.back(c, seedsPath(t, n))
	}
	if _, ok := fault.As(err); !ok {
		return err
	}
	page := s.seedsPage(c, snapshot, n)
	page.Fault = page.Error(err)
	return s.renderStatus(c, statusOf(err), "seeds", page)
}

// reordered returns the seeds as a button of the page orders them.
func reordered(c *gin.Context, t *tournament.Tournament, n int) ([]tournament.PlayerID, error) {
	seeds := pairing.Seeds(t, n)
	do, who, _ := strings.Cut(c.PostForm("do"), " ")
	at := slices.Index(seeds, tournament.PlayerID(natural(who)))
	switch {
	case do == "usual":
		return nil, nil
	case do == "lot":
		rand.Shuffle(len(seeds), func(i, j int) { seeds[i], seeds[j] = seeds[j], seeds[i] })
	case do == "rating":
		players := entrants(t)
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
		return nil, fault.New(fault.Invalid, "request.form")
	}
	return seeds, nil
}

// byNumber orders seeds by the numbers typed beside them. Who is moved up goes
// before who has the number already, who is moved down after him.
func byNumber(c *gin.Context, seeds []tournament.PlayerID) []tournament.PlayerID {
	type seat struct {
		id          tournament.PlayerID
		number, was int
	}
	var seats []seat
	for i, id := range seeds {
		was := i + 1
		number := natural(strings.TrimSpace(c.PostForm("seed-" + strconv.Itoa(int(id)))))
		if number == 0 {
			number = was
		}
		seats = append(seats, seat{id, number, was})
	}
	slices.SortStableFunc(seats, func(a, b seat) int {
		return cmp.Or(cmp.Compare(a.number, b.number), cmp.Compare(a.number-a.was, b.number-b.was))
	})
	for i := range seats {
		seeds[i] = seats[i].id
	}
	return seeds
}
