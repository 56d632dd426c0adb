package rules

import (
	"regexp"
	"slices"
	"strings"
)

// wordsForRules stand beside the name of rules in game records.
var wordsForRules = []string{"rules", "rule", "规则", "規則", "ルール", "围棋", "圍棋"}

// inRecord returns the names of the rule systems that RU of a game record may mean, none if it
// names others.
func inRecord(ru string) (names []string) {
	ru = strings.ToLower(strings.TrimSpace(ru))
	if names := inKataGo(ru); names != nil {
		return names
	}
	for _, w := range wordsForRules {
		ru = strings.TrimSpace(strings.TrimSuffix(ru, w))
	}
	for _, r := range systems {
		if r.Name == ru || slices.Contains(r.inRecords, ru) {
			names = append(names, r.Name)
		}
	}
	return names
}

// katago matches the parameters in which KataGo writes rules, in small letters: ko, scoring,
// points in seki, suicide, and White's points for handicap stones.
var katago = regexp.MustCompile(`^ko(simple|positional|situational|spight)score(area|territory)tax(none|seki|all)` +
	`(?:sui([01]))?(button1)?(?:whb(0|n|n-1))?(?:fpok[01])?$`)

// inKataGo returns the systems that agree with parameters of KataGo. Its kinds of ko are not
// compared: it plays Chinese rules with either.
func inKataGo(ru string) (names []string) {
	m := katago.FindStringSubmatch(ru)
	if m == nil || m[3] == "all" || m[5] != "" {
		return nil
	}
	points := map[string]SekiEyes{"none": SekiPoints, "seki": SekiNoPoints}[m[3]]
	suicide := map[string]Suicide{"0": SuicideForbidden, "1": SuicideMultiStone}[m[4]]
	for _, r := range systems {
		if string(r.Scoring) == m[2] && r.SekiEyes == points && (suicide == "" || r.Suicide == suicide) &&
			(m[6] == "" || string(r.Compensation) == m[6]) {
			names = append(names, r.Name)
		}
	}
	return names
}
