package page

import (
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"tourney/internal/i18n"
	"tourney/internal/spelling"
	"tourney/internal/tournament"
)

// A PlayerView is a player as pages show them (partial "player").
type PlayerView struct {
	ID   tournament.PlayerID
	Name string
	// Brief is the name for rows of lists: initials for the given names of a long one.
	Brief string
	// Short is the name for narrow columns.
	Short         string
	Rank          string
	Country, Club string
	Address       string // of the player's public page
	// StandIn is set for a stand-in, which is missing in the standings.
	StandIn bool
	// Team is the name of the player's team, "" if no teams play.
	Team string
}

// Tight reports whether the brief name needs smaller letters in a row on a phone.
func (p PlayerView) Tight() bool { return displayWidth(p.Brief) > 20 }

// Latin returns the name in Latin letters, "" if it is written in them.
func (p PlayerView) Latin() string {
	if latin := spelling.InLatin(p.Name); latin != p.Name {
		return latin
	}
	return ""
}

// Breadth returns about how many letters wide the brief name is.
func (p PlayerView) Breadth() int { return displayWidth(p.Brief) }

// displayWidth returns about how many letters wide a text is: a Chinese, Japanese or Korean sign is as wide as two.
func displayWidth(text string) int {
	n := utf8.RuneCountInString(text)
	for _, r := range text {
		if isWide(r) {
			n++
		}
	}
	return n
}

// isWide reports whether a letter is a Chinese, Japanese or Korean sign.
func isWide(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
}

// longestBrief is how many letters of a name fit into a row of a list.
const longestBrief = 28

// brief returns the name with initials for given names if it is long: Karin-Margareta is K.-M.
func brief(p *tournament.Player) string {
	if displayWidth(p.Name()) <= longestBrief {
		return p.Name()
	}
	return strings.TrimSpace(p.Family + " " + initials(p.Given))
}

// initials returns the initials of given names. Chinese, Japanese and Korean signs stay.
func initials(given string) string {
	var out strings.Builder
	first := true
	for _, r := range given {
		switch {
		case r == '-':
			out.WriteRune('\u2011') // no line breaks here
			first = true
		case unicode.IsSpace(r):
			out.WriteRune(r)
			first = true
		case isWide(r):
			out.WriteRune(r)
		case first:
			out.WriteRune(r)
			out.WriteByte('.')
			first = false
		}
	}
	return out.String()
}

// longestShort is how many letters of a name fit into a column of the display page.
const longestShort = 20

// ShortName returns the name for the columns of the display page: initials for the given names of a long one, and the
// first part of a long double name.
func ShortName(p *tournament.Player) string {
	if displayWidth(p.Name()) <= longestShort {
		return p.Name()
	}
	name := strings.TrimSpace(p.Family + " " + initials(p.Given))
	if displayWidth(name) > longestShort {
		name = strings.TrimSpace(surname(p) + " " + initials(p.Given))
	}
	return name
}

// longestSurname is how many letters of a family name fit into a round of the standings.
const longestSurname = 12

// surname returns the family name; of a long double name the first part and an initial. If the family name is an
// initial itself, the given name's initial follows.
func surname(p *tournament.Player) string {
	if strings.HasSuffix(p.Family, ".") {
		return p.Name()
	}
	if displayWidth(p.Family) <= longestSurname {
		return p.Family
	}
	first, second, double := strings.Cut(p.Family, "-")
	if initial, _ := utf8.DecodeRuneInString(second); double && second != "" {
		return first + "-" + string(initial) + "."
	}
	return p.Family
}

// Surnames returns the family names of a tournament's players, for the rounds of the standings. A family name of several
// players has the initials too, else the given name, the rank, or a number.
func Surnames(t *tournament.Tournament) map[tournament.PlayerID]string {
	bearers := map[string][]*tournament.Player{}
	for i := range t.Players {
		p := &t.Players[i]
		bearers[surname(p)] = append(bearers[surname(p)], p)
	}
	names := map[tournament.PlayerID]string{}
	for short, players := range bearers {
		for n, p := range players {
			names[p.ID] = distinct(short, players, n)
		}
	}
	return names
}

// distinct returns a name of the n-th of the players with one short name, different from the names of the others.
func distinct(short string, players []*tournament.Player, n int) string {
	isWhole := strings.HasSuffix(players[n].Family, ".") // it has the given name
	forms := []func(p *tournament.Player) string{
		func(*tournament.Player) string { return short },
		func(p *tournament.Player) string { return short + " " + initials(p.Given) },
		func(p *tournament.Player) string { return short + " " + p.Given },
		func(p *tournament.Player) string { return p.Name() + " " + p.Rank.String() },
	}
	for i, form := range forms {
		name, same := form(players[n]), 0
		for _, p := range players {
			if form(p) == name {
				same++
			}
		}
		if same == 1 && (!isWhole || i == 0 || i == len(forms)-1) {
			return strings.TrimSpace(name)
		}
	}
	return short + " " + strconv.Itoa(n+1)
}

// NewPlayerView returns the view of a player, or of the team with this ID.
func NewPlayerView(t *tournament.Tournament, id tournament.PlayerID) PlayerView {
	p := t.Player(id)
	if p == nil {
		return NewTeamView(t, id)
	}
	v := PlayerView{
		ID: id, Name: p.Name(), Brief: brief(p), Short: ShortName(p), Rank: p.Rank.String(),
		Country: p.Country, Club: p.Club, StandIn: t.StandIn(id),
		Address: "/t/" + t.Info.Slug + "/players/" + strconv.Itoa(int(id)),
	}
	if team := t.TeamOf(id); team != nil {
		v.Team = team.Name
	}
	return v
}

// StatusKeys are the messages that name the status of a player.
var StatusKeys = map[tournament.Status]string{
	tournament.Preliminary: "player.status.preliminary",
	tournament.CheckedIn:   "player.status.checked-in",
	tournament.Withdrawn:   "player.status.withdrawn",
}

// familyFirst are the countries where the family name comes first in speech.
var familyFirst = []string{"CN", "HK", "HU", "JP", "KP", "KR", "MO", "TW", "VN"}

// SpokenName returns the name as it is read out and printed on certificates:
// the given name first, unless the player's country or script puts the family
// name first. Lists always begin with the family name, because readers search by it.
func SpokenName(p *tournament.Player) string {
	if strings.ContainsFunc(p.Family, isWide) || slices.Contains(familyFirst, p.Country) {
		return p.Name()
	}
	return strings.TrimSpace(p.Given + " " + p.Family)
}

// SpokenRank returns a rank as it is read out: "16 kyu" of 16k, the text itself if it is not a rank.
func SpokenRank(lang *i18n.Language, text string) string {
	for unit, key := range map[string]string{"k": "prize.page.rank.kyu", "d": "prize.page.rank.dan", "p": "prize.page.rank.pro"} {
		if number, ok := strings.CutSuffix(text, unit); ok {
			return lang.T(key, number)
		}
	}
	return text
}

// BirthYear formats the year of birth, "" when it is unknown.
func BirthYear(p *tournament.Player) string {
	if p.Born == 0 {
		return ""
	}
	return strconv.Itoa(p.Born)
}

// LastPlayed formats the time of the last game of a player in a rating list: the day in the European code of a
// tournament (T251006A is 6 October 2025), or the text of the list if it is not such a code.
func LastPlayed(lang *i18n.Language, code string) string {
	if len(code) >= 7 {
		if day, err := time.Parse("060102", code[1:7]); err == nil {
			return lang.Date(day)
		}
	}
	return code
}

// PlayerIDs parses the player numbers of a form or address; other texts give 0.
func PlayerIDs(texts []string) []tournament.PlayerID {
	var ids []tournament.PlayerID
	for _, text := range texts {
		ids = append(ids, tournament.PlayerID(Natural(text)))
	}
	return ids
}
