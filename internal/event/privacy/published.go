package privacy

import (
	"slices"
	"time"

	"tourney/internal/handicap"
	"tourney/internal/rank"
	"tourney/internal/results"
	"tourney/internal/tournament"
	"tourney/internal/tournament/consent"
	"tourney/internal/tournament/fees"
)

// Published returns the part of a tournament that may leave this computer: its public data, and nothing else. Public
// shows the same of it as of t, with the same places in the same order. Left out are unpublished rounds, the desk's
// private data, wishes and fixed seats, inputs of draws, live games that are not public, and prizes that depend on
// hidden data. The times of sign-ups are replaced by others in the same order if that decides about places, and else
// dropped. If places depend on ratings, anonymous players get ratings that reveal no more than their places: between
// the players above and below.
func Published(t *tournament.Tournament) *tournament.Tournament {
	out := Public(t)
	if goesByRating(&t.Settings) {
		maskRatings(out, t)
	}
	for i := range out.Players {
		out.Players[i].Tags = slices.Clone(out.Players[i].Tags)
	}
	onlyOrder(out.Players, t.Settings.SignUp.Limit > 0)
	out.Settings = publishedSettings(t)
	rounds := out.Rounds
	out.Rounds = nil
	for i := range rounds {
		out.Rounds = append(out.Rounds, publishedRound(t, &rounds[i]))
	}
	out.Day.Announcements = slices.Clone(out.Day.Announcements)
	for i := range out.Day.Announcements {
		out.Day.Announcements[i].By = ""
	}
	out.Day.Pictures = slices.Clone(out.Day.Pictures)
	for i := range out.Day.Pictures {
		out.Day.Pictures[i].By = ""
	}
	for i := range out.Day.Finals {
		out.Day.Finals[i].By, out.Day.Finals[i].ReopenedBy = "", ""
	}
	return out.Clone()
}

// goesByRating reports whether any place depends on a rating.
func goesByRating(s *tournament.Settings) bool {
	criteria := slices.Concat(s.Criteria, s.Prizes.Criteria)
	return slices.Contains(criteria, tournament.ByRating) || slices.Contains(criteria, tournament.MeanRating) ||
		s.System == tournament.AcceleratedSwiss ||
		slices.ContainsFunc(s.Stages, func(g tournament.Stage) bool { return g.System == tournament.AcceleratedSwiss })
}

// publishedSettings returns the settings for public pages.
func publishedSettings(t *tournament.Tournament) tournament.Settings {
	s := t.Clone().Settings
	s.Constraints.Wishes, s.Constraints.Seats, s.Constraints.Blocked, s.Constraints.Room = nil, nil, nil, 0
	s.Fees, s.SignUp, s.Consent, s.Foreign = fees.Rules{}, tournament.SignUp{Limit: s.SignUp.Limit}, consent.Rules{}, nil
	s.PlayerResults, s.PlayersSettle = s.PlayersDecide(), false // settling needs the computer that runs the tournament
	s.Live = tournament.LiveBoards{}
	for i := range s.Teams.Teams {
		team := &s.Teams.Teams[i]
		team.Lineups = slices.DeleteFunc(team.Lineups, func(l tournament.Lineup) bool { return l.Round > t.Current() })
	}
	if len(t.Day.Finals) == 0 {
		s.Prizes = tournament.Prizes{} // not public before the end
	}
	hidesTags := slices.ContainsFunc(t.Players, func(p tournament.Player) bool { return len(p.Tags) > 0 && Hiding(t, &p).Hides() })
	if slices.ContainsFunc(s.Prizes.List, func(p tournament.Prize) bool { return p.Aged() || p.Tag != "" && hidesTags }) {
		s.Prizes = tournament.Prizes{} // one prize decides which players can get the next
	}
	drafted := func(from int, f *tournament.Format) {
		if r := t.Round(from); !f.ByHand && (r == nil || !r.Published) {
			f.Seeds = nil
		}
	}
	drafted(1, &s.Format)
	for i := range s.Stages {
		drafted(s.Stages[i].From, &s.Stages[i].Format)
	}
	return s
}

// ShowsLive reports whether a live game is public: until it has its record, and in the current round afterwards too.
func ShowsLive(t *tournament.Tournament, g *tournament.Game) bool {
	return g.IsLive() && t.Round(g.Round).Published && (g.Record == "" || g.Round == t.Current())
}

// publishedRound returns a published round without the desk's private data.
func publishedRound(t *tournament.Tournament, r *tournament.Round) tournament.Round {
	out := *r
	out.Drawn.MadeFrom = ""
	out.Games = slices.Clone(r.Games)
	for i := range out.Games {
		g := &out.Games[i]
		signGame(g) // the players of a game see by its link which of them has reported what
		g.Locked = false
		g.Accepted, g.Settling = tournament.Acceptance{}, tournament.Settling{}
		if !ShowsLive(t, g) {
			g.Live = tournament.LiveGame{}
		}
		if !g.Choosing.Done {
			g.Choosing = handicap.Choosing{}
		}
	}
	return out
}

// onlyOrder removes the times of sign-ups from players. If their order decides, it sets others in the same order.
func onlyOrder(players []tournament.Player, decides bool) {
	var times []time.Time
	for i := range players {
		if !players[i].Since.IsZero() {
			times = append(times, players[i].Since)
		}
	}
	slices.SortFunc(times, time.Time.Compare)
	times = slices.CompactFunc(times, time.Time.Equal)
	for i := range players {
		p := &players[i]
		if p.Since.IsZero() {
			continue
		}
		n, _ := slices.BinarySearchFunc(times, p.Since, time.Time.Compare)
		if p.Since = (time.Time{}); decides {
			p.Since = time.Unix(int64(n), 0).UTC()
		}
	}
}

// maskRatings gives the anonymous players of out, the public form of t, ratings in the order of their real ones, spread
// evenly between the public ratings. Without room between two public ratings a player gets the lower one, and an equal
// place with that one's player.
func maskRatings(out, t *tournament.Tournament) {
	seen, hidden := map[int]bool{}, map[int]bool{}
	for i := range t.Players {
		own := results.RatingOf(&t.Players[i])
		if out.Players[i].Hiding != consent.Anonymous || own == results.RatingOf(&out.Players[i]) {
			seen[own] = true
		} else {
			hidden[own] = true
		}
	}
	var all []int
	for own := range hidden {
		if !seen[own] {
			all = append(all, own)
		}
	}
	for own := range seen {
		all = append(all, own)
	}
	slices.Sort(all)
	shown := map[int]int{}
	for from := 0; from < len(all); {
		to := from // the end of a run of hidden ratings
		for to < len(all) && !seen[all[to]] {
			to++
		}
		if to == from {
			shown[all[from]] = all[from]
			from++
			continue
		}
		spread(shown, all, from, to)
		from = to
	}
	for i := range t.Players {
		if own := results.RatingOf(&t.Players[i]); out.Players[i].Hiding == consent.Anonymous && own != results.RatingOf(&out.Players[i]) {
			out.Players[i].Rating = rank.Points(shown[own])
		}
	}
}

// spread spreads the ratings from one index to another, not included, evenly between the ratings
// before and after them; beyond the first and the last in steps of half a rank.
func spread(shown map[int]int, all []int, from, to int) {
	const step = 50
	n := to - from
	for k := range n {
		switch own := all[from+k]; {
		case from == 0 && to == len(all):
			shown[own] = step * (k + 1)
		case from == 0:
			shown[own] = all[to] - step*(n-k)
		case to == len(all):
			shown[own] = all[from-1] + step*(k+1)
		default:
			shown[own] = all[from-1] + (all[to]-all[from-1])*(k+1)/(n+1)
		}
	}
}
