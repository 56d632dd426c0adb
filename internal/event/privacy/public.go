// Package privacy computes the public form of a tournament and of its players, and erases a person from its data.
//
//	public := privacy.Public(t)     // the data for public pages
//	about := privacy.About(t, 17)   // the data about one player
package privacy

import (
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"tourney/internal/rank"
	"tourney/internal/tournament"
	"tourney/internal/tournament/consent"
)

// Hiding returns the public form of a player's name: as the player chose, else by the rules of the tournament for
// minors. For an erased player it is Anonymous: only the number is public.
func Hiding(t *tournament.Tournament, p *tournament.Player) consent.Hiding {
	if p.Forgotten {
		return consent.Anonymous
	}
	first, _ := t.Info.Days()
	return t.Settings.Consent.Of(p.Hiding, p.Born, first)
}

// Public returns the public form of a tournament: its published rounds, hidden players by their initials or a number,
// without private fields, and the public part of the day. Hiding of each player is Full, Initials or Anonymous. Final
// lists show players removed since by their initials too, because it is unknown whether they were hidden. It shares
// unchanged parts with t.
func Public(t *tournament.Tournament) *tournament.Tournament {
	out := *t
	out.Info.Former = "" // an earlier slug may contain a dropped name
	out.Rounds = withoutInputs(t)
	out.Players = slices.Clone(t.Players)
	out.Day = tournament.Day{
		Announcements: t.Day.Announcements, Finals: slices.Clone(t.Day.Finals), Pictures: t.Day.Pictures, Evenings: t.Day.Evenings,
	}
	for _, s := range t.Day.Sendings { // recipient and time, without sender and text
		out.Day.Sendings = append(out.Day.Sendings, tournament.Sending{ID: s.ID, To: s.To, At: s.At, State: s.State})
	}
	hidden := map[tournament.PlayerID]*tournament.Player{}
	for i := range out.Players {
		p := &out.Players[i]
		p.Hiding = Hiding(t, p)
		p.Born, p.Notes, p.Contact, p.Mail, p.Fee = 0, "", "", "", tournament.Fee{}
		p.Agreed, p.RankDecisions = time.Time{}, nil
		if p.Hiding.Hides() {
			hide(p)
			hidden[p.ID] = p
		}
	}
	for i := range out.Day.Finals {
		f := &out.Day.Finals[i]
		f.Lines = slices.Clone(f.Lines)
		for j := range f.Lines {
			line := &f.Lines[j]
			if p := hidden[line.Player]; p != nil {
				line.Name = p.Name()
				line.Scores = withoutRating(f.Criteria, line.Scores, p)
			} else if t.Player(line.Player) == nil && t.Team(line.Player) == nil {
				line.Name = Initials(line.Name)
			}
		}
	}
	return &out
}

// withoutInputs returns the published rounds. The hash of a draw's input stays only if the whole input is public:
// otherwise trying names and wishes until the hash fits would reveal hidden players and wishes.
func withoutInputs(t *tournament.Tournament) []tournament.Round {
	rounds := t.Rounds[:t.Current()]
	hidden := func(p tournament.Player) bool { return Hiding(t, &p).Hides() }
	if len(t.Settings.Constraints.Wishes) == 0 && !slices.ContainsFunc(t.Players, hidden) {
		return rounds
	}
	rounds = slices.Clone(rounds)
	for i := range rounds {
		if rounds[i].Drawn.Inputs != "" { // non-empty means that the program drew the round
			rounds[i].Drawn.Inputs = tournament.WithheldInputs
		}
	}
	return rounds
}

// Ranked returns a public tournament with the ratings of t that determine places. The places are the same as in t, and
// players on one place are in the order of their public names.
func Ranked(public, t *tournament.Tournament) *tournament.Tournament {
	out := *public
	out.Players = slices.Clone(public.Players)
	for i := range out.Players {
		out.Players[i].Rating = t.Players[i].Rating
	}
	return &out
}

// hide removes the name of a player and data that identify them. An anonymous player keeps the rank, which decides
// games, but not the rating, by which they could be found in a federation's list.
func hide(p *tournament.Player) {
	p.EGD, p.FFG, p.AGA, p.FFGStatus, p.AGAExpiry, p.Tags = "", "", "", "", "", nil
	if p.Hiding == consent.Initials {
		p.Family, p.Given = Initials(p.Family), Initials(p.Given)
		return
	}
	if !p.Forgotten {
		p.Family, p.Given = "Anonymous "+strconv.Itoa(int(p.ID)), ""
	}
	p.Country, p.Club = "", ""
	p.Grade, p.LastRank, p.Rating, p.RatingOrigin = rank.None, rank.None, rank.Rating{}, ""
}

// WithNames returns a public tournament in which call names the players without a name, anonymous and erased ones, in
// final lists too. It shares unchanged parts with public.
func WithNames(public *tournament.Tournament, call func(p *tournament.Player) string) *tournament.Tournament {
	out := *public
	out.Players = slices.Clone(public.Players)
	names := map[tournament.PlayerID]string{}
	for i := range out.Players {
		if p := &out.Players[i]; p.Hiding == consent.Anonymous {
			p.Family, p.Given = call(p), ""
			names[p.ID] = p.Name()
		}
	}
	out.Day.Finals = slices.Clone(public.Day.Finals)
	for i := range out.Day.Finals {
		f := &out.Day.Finals[i]
		f.Lines = slices.Clone(f.Lines)
		for j := range f.Lines {
			if name, nameless := names[f.Lines[j].Player]; nameless {
				f.Lines[j].Name = name
			}
		}
	}
	return &out
}

// withoutRating returns the scores of a final list without the rating of an anonymous
// player.
func withoutRating(criteria []tournament.Criterion, scores []string, p *tournament.Player) []string {
	i := slices.Index(criteria, tournament.ByRating)
	if p.Hiding != consent.Anonymous || i < 0 || i >= len(scores) {
		return scores
	}
	scores = slices.Clone(scores)
	scores[i] = ""
	return scores
}

// Initials returns the first letters of the words of a name: "Mäki-Aho" is
// "M. A.".
func Initials(name string) string {
	var letters []string
	for _, word := range strings.FieldsFunc(name, func(r rune) bool { return r == ' ' || r == '-' }) {
		_, size := utf8.DecodeRuneInString(word)
		letters = append(letters, word[:size]+".")
	}
	return strings.Join(letters, " ")
}
