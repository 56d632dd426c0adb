package public

import (
	"strings"

	"tourney/internal/i18n"
	"tourney/internal/results/scoring"
)

// pointsRules describes the rules for points in sentences.
func pointsRules(lang *i18n.Language, r scoring.Rules) []string {
	number := func(p scoring.Points) string { return strings.Replace(lang.Decimal(p.String()), "-", "−", 1) }
	var sentences []string
	say := func(key string, args ...any) { sentences = append(sentences, lang.T(key, args...)) }
	if awards := r.Counted(); len(awards) > 0 {
		var parts []string
		for _, a := range awards {
			parts = append(parts, awardWords(lang, a, number(a.Points)))
		}
		say("scoring.sentence", strings.Join(parts, ", "))
	} else {
		say("scoring.unscored")
	}
	if r.Rated {
		say("scoring.rated")
	}
	l := r.Limits
	for _, limit := range []struct {
		key string
		n   int
	}{
		{"first", l.First}, {"opponent", l.Opponent}, {"day", l.Day}, {"bestgames", l.BestGames}, {"bestdays", l.BestDays},
	} {
		if limit.n > 0 {
			say("scoring.limit."+limit.key, limit.n)
		}
	}
	for _, limit := range []struct {
		key    string
		points scoring.Points
	}{
		{"opponentpoints", l.OpponentPoints}, {"daypoints", l.DayPoints}, {"seasonpoints", l.SeasonPoints},
	} {
		if limit.points > 0 {
			say("scoring.limit."+limit.key, number(limit.points))
		}
	}
	return sentences
}

// awardWords describes an award, such as "3 for a win (the first against an opponent)".
func awardWords(lang *i18n.Language, a scoring.Award, points string) string {
	text := lang.T("scoring.award."+string(a.On), points)
	if a.On == scoring.Streak {
		text = lang.T("scoring.award.streak", points, a.Length)
	}
	var when []string
	if a.Meeting != "" {
		when = append(when, lang.T("scoring.meeting."+string(a.Meeting)))
	}
	if a.Against != "" {
		when = append(when, lang.T("scoring.against."+string(a.Against)))
	}
	if when == nil {
		return text
	}
	return lang.T("scoring.when", text, strings.Join(when, ", "))
}

// ladderRules describes the rules of a ladder in sentences.
func ladderRules(lang *i18n.Language, l scoring.Ladder) []string {
	shift := map[scoring.Shift]string{scoring.Stay: "ladder.rule.stay", scoring.Swap: "ladder.rule.swap", scoring.Insert: "ladder.rule.insert"}
	rules := []string{lang.T("ladder.rule.reach", l.Reach), lang.T(shift[l.Shift])}
	if l.Protection > 0 {
		rules = append(rules, lang.T("ladder.rule.protection", l.Protection))
	}
	switch {
	case l.Idle > 0 && l.Leave:
		rules = append(rules, lang.T("ladder.rule.leave", l.Idle))
	case l.Idle > 0:
		rules = append(rules, lang.T("ladder.rule.down", l.Idle))
	}
	return append(rules, lang.T("ladder.rule.join"))
}

// rulesForPoints describes the standings of open play: the rules for points, and of a ladder.
func (v *Visit) rulesForPoints() []string {
	open := v.Tournament.Settings.Open
	rules, err := scoring.SetNamed(open.Points)
	if err != nil {
		return []string{v.Lang.Error(err)}
	}
	sentences := []string{strings.Join(pointsRules(v.Lang, rules), " ")}
	if ladder := scoring.LadderOf(open); ladder.Reach > 0 {
		sentences = append(sentences, strings.Join(ladderRules(v.Lang, ladder), " "))
	}
	return sentences
}
