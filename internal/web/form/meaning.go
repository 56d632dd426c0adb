package form

import (
	"slices"

	"tourney/internal/i18n"
	"tourney/internal/pairing"
	"tourney/internal/rank"
	"tourney/internal/results"
	"tourney/internal/rules"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
)

// A Meaning is a sentence on the effect of settings; Group is the group of settings that it is about, such as
// "handicap".
type Meaning struct{ Group, Text string }

// TermsExamples returns what settings mean for two players of the given ranks.
func TermsExamples(lang *i18n.Language, s tournament.Settings, first, second string) []Meaning {
	a, errA := rank.Parse(first)
	b, errB := rank.Parse(second)
	for _, err := range []error{errA, errB} {
		if err != nil {
			return []Meaning{{"handicap", lang.Error(err)}}
		}
	}
	t, err := tournament.New(tournament.Info{Slug: "sample", Name: "Sample"}, s)
	if err != nil {
		return []Meaning{{"handicap", lang.Error(err)}}
	}
	t.Players = []tournament.Player{
		{ID: 1, Family: "A", Rank: a, Status: tournament.CheckedIn}, {ID: 2, Family: "B", Rank: b, Status: tournament.CheckedIn},
	}
	t.LastID = 2
	game := pairing.NewGame(t, 1, 1, 2)
	texts := append(openMeanings(lang, &s), Meaning{"handicap", describeTerms(lang, t, &game)})
	add := func(group, key string, args ...any) { texts = append(texts, Meaning{group, lang.T(key, args...)}) }
	if system := s.RuleSystem(); system.Scoring == rules.Area {
		if n := system.Compensation.Points(game.Handicap); n > 0 {
			add("handicap", "meaning.compensation", n)
		}
	}
	if s.System == tournament.McMahon {
		start := results.After(t, 0)
		add("mcmahon", "meaning.start", a, start.Row(1).MMS, b, start.Row(2).MMS)
	}
	if game.Komi.Whole() {
		add("play", "meaning.tie."+string(s.Tie))
	} else {
		add("play", "meaning.notie")
	}
	if s.Teams.Boards > 0 && slices.ContainsFunc(append([]tournament.Stage{s.Stage(1)}, s.Stages...), func(stage tournament.Stage) bool { return stage.System.Eliminates() }) {
		add("system", "meaning.drawn", s.Teams.TieOrder())
	}
	switch s.System {
	case tournament.McMahon:
		add("standings", "meaning.bye.mms", s.Scoring.MMSBye, s.Scoring.MMSAbsent)
	case tournament.Open: // without byes
	default:
		add("standings", "meaning.bye", s.Scoring.WinsBye, s.Scoring.WinsAbsent)
	}
	if len(s.PairingCriteria) > 0 {
		add("standings", "meaning.pairing", CriteriaWords(lang, s.PairingCriteria), page.Criteria(lang, s.PairingCriteria)[0].Name)
	}
	return texts
}

// openMeanings describes open play, nil for a system with rounds.
func openMeanings(lang *i18n.Language, s *tournament.Settings) (texts []Meaning) {
	if s.System != tournament.Open {
		return nil
	}
	add := func(key string, args ...any) { texts = append(texts, Meaning{"open", lang.T(key, args...)}) }
	add("meaning.open")
	add("meaning.open.wait", int(s.Open.LongestWait().Minutes()))
	add("meaning.open." + string(s.Open.Rule()))
	if s.Open.Widest > 0 {
		add("meaning.open.widest", s.Open.Widest)
	}
	return texts
}

func describeTerms(lang *i18n.Language, t *tournament.Tournament, g *tournament.Game) string {
	black, white := t.Player(g.Black).Rank, t.Player(g.White).Rank
	switch {
	case g.Handicap == 0:
		return lang.T("meaning.even", t.Player(1).Rank, t.Player(2).Rank, g.Komi)
	case g.Handicap == 1:
		return lang.T("meaning.first", black, white, g.Komi)
	}
	key := "meaning.stones"
	if len(rules.Handicap(t.Settings.Size, t.Settings.Size, g.Handicap)) == 0 {
		key = "meaning.free"
	}
	return lang.T(key, g.Handicap, black, white, g.Komi)
}
