package scoring

import "tourney/internal/rank"

// A Set are the rules of a real event without rounds, as far as their text is known.
type Set struct {
	// Key names the set.
	Key   string
	Rules Rules
	// Sources are the texts of the rules.
	Sources []Source
	// Missing is the unknown part of the rules, which Rules leave out; empty if complete.
	Missing string
}

// A Source is a public text and the rules in it.
type Source struct{ Address, Rules string }

// Sets lists the rules of eight events without rounds.
func Sets() []Set {
	return []Set{agaCongress(), triangle(), joukkuebonus(), goRail(), lyon(), karlsruhe(), britishClassC(), brisbane()}
}

// agaCongress is the self-paired tournament of the US Go Congress.
func agaCongress() Set {
	on := func(awards ...Award) Measure { return Measure{Awards: awards} }
	return Set{
		Key: "aga-congress",
		Rules: Rules{
			Rated:  true,
			Awards: []Award{{On: Win, Points: Point}, {On: Loss, Points: -Point}},
			Limits: Limits{Opponent: 3},
			Prizes: []Prize{
				{Name: "Champion", Measure: on(Award{On: Win, Points: Point}, Award{On: Loss, Points: -Point})},
				{Name: "Hurricane", Measure: on(Award{On: Win, Points: Point})},
				{Name: "Dan Killer", Measure: on(Award{On: Win, Points: Point, Against: Dan}), Strongest: rank.Kyu1},
				{Name: "Kyu Killer", Measure: on(Award{On: Win, Points: Point, Against: Kyu}), Weakest: rank.Dan1},
				{Name: "Grasshopper", Measure: Measure{Kind: Rise}},
				{Name: "Dedicated", Measure: on(Award{On: Played, Points: Point})},
				{Name: "Sensei", Measure: on(Award{On: Played, Points: Point, Against: Weaker})},
				{Name: "Faithful", Measure: Measure{Kind: Steady}},
				{Name: "Philanthropist", Measure: on(Award{On: Loss, Points: Point})},
				{Name: "Optimist", Measure: Measure{Kind: Fall}},
				{Name: "Straight Shooter", Measure: Measure{Kind: Ranks}},
			},
		},
		Sources: []Source{
			{"https://www.gocongress.org/2011/tournaments/19", "the eleven prizes, the champion by wins less losses"},
			{"http://gocongress.herokuapp.com/2013/tournaments/50", "three games of two players"},
			{"http://gocongress.herokuapp.com/2022/tournaments/167", "only rated games count towards prizes"},
			{"https://www.usgo.org/sites/default/files/ejournal_archive/20080811/20080811.htm", "equal players share a prize"},
		},
		Missing: "Whether other years than 2011 have all of the eleven prizes.",
	}
}

// triangle is the self-paired ratings tournament of the Triangle Go Group in North Carolina.
func triangle() Set {
	return Set{
		Key:   "triangle",
		Rules: Rules{Unscored: true},
		Sources: []Source{
			{"http://www.trianglegoclub.org/regsp022418.htm", "self-paired games, rated or unrated by agreement, no entry fee"},
		},
		Missing: "Points and prizes, if any: the stored text ends with the handicaps, which are by the congress's formula.",
	}
}

// joukkuebonus is YliGo's free pairing of 13 May 2015 in Helsinki, with teams of three.
func joukkuebonus() Set {
	return Set{
		Key: "joukkuebonus",
		Rules: Rules{
			Awards: []Award{{On: Win, Points: Point}, {On: Bonus, Points: Point / 2}},
			Limits: Limits{Opponent: 2},
			Prizes: []Prize{
				{Name: "Paras bonustaja", Measure: Measure{Awards: []Award{{On: Bonus, Points: Point / 2}}}},
				{Name: "Paras pelaaja", Measure: Measure{Awards: []Award{{On: Win, Points: Point}}}},
			},
		},
		Sources: []Source{
			{"https://www.suomigo.net/wiki/YliGon%20Joukkuebonus%202015?skin=raw", "1 point for a win, ½ for a bonus, two games against " +
				"a player, the most points win, also of teams; prizes for the best team, by bonuses, and by games alone"},
		},
		Missing: "The list of bonuses: the stored text ends before it, so that the director counts them.",
	}
}

// goRail is the continuous internal tournament (tournoi en continu) of the club GO Rail.
func goRail() Set {
	return Set{
		Key:   "go-rail",
		Rules: Rules{Unscored: true, Rated: true},
		Sources: []Source{
			{"https://gorail.wixsite.com/gocf/copie-de-projets", "the games count for the French rating list, handicap less 1"},
		},
		Missing: "Points: the text has none.",
	}
}

// lyon are the duels (système de duel) of the club Lyon Shinogi.
func lyon() Set {
	return Set{
		Key:   "lyon-duels",
		Rules: Rules{Unscored: true, Rated: true},
		Sources: []Source{
			{"https://lyon-shinogi.jeudego.org/competitions/systeme-de-duel", "official games by challenge with an arbiter, handicap 0 " +
				"to 9 by agreement up to the difference of ranks, results of all duels once a month to the French rating list"},
		},
		Missing: "Points: the text has none.",
	}
}

// karlsruhe is the self-paired tournament on 9×9 in Karlsruhe on 6 January 2016.
func karlsruhe() Set {
	most := Measure{Awards: karlsruheAwards}
	return Set{
		Key: "karlsruhe",
		Rules: Rules{
			Awards: karlsruheAwards,
			Limits: Limits{First: 100},
			Prizes: []Prize{
				{Name: "50+", Measure: most, Youngest: 1965},
				{Name: "U20", Measure: most, Eldest: 1996},
				{Name: "SDK", Measure: most, Weakest: rank.Kyu(9), Strongest: rank.Kyu1},
				{Name: "DDK", Measure: most, Strongest: rank.Kyu(10)},
			},
		},
		Sources: []Source{
			{"https://info.go361.eu/wiki/Gospiel:Karlsruhe/Turnier/2016-01-06/Ausschreibung", "3 points for a win, 1 for a second win " +
				"against the same opponent, 2 and 1 for a jigo, 1 for a loss; the first 100 games; equal players share; special " +
				"prizes by year of birth, and by ratings of 1151 to 2050 (SDK) and less (DDK), here as ranks"},
			{"https://info.go361.eu/wiki/Gospiel:Karlsruhe/Turnier/2016-01-06/Bericht", "1 point for every repeated win"},
		},
		Missing: "The rules of the marathons on 9×9 and 13×13 beside the tournaments of 2016 and 2017, if they were others.",
	}
}

var karlsruheAwards = []Award{
	{On: Win, Points: 3 * Point, Meeting: First}, {On: Win, Points: Point, Meeting: Again},
	{On: Jigo, Points: 2 * Point, Meeting: First}, {On: Jigo, Points: Point, Meeting: Again},
	{On: Loss, Points: Point},
}

// britishClassC are the isolated games that the British Go Association submits as class C.
func britishClassC() Set {
	return Set{
		Key:   "british-class-c",
		Rules: Rules{Unscored: true, Rated: true},
		Sources: []Source{
			{"https://britgo.org/ratings/submission", "a mail for each game, both players agree before it that it is rated, collected into " +
				"regional ladder tournaments of class C for the EGF"},
		},
		Missing: "Points: the text has none.",
	}
}

// brisbane is the ladder of the Brisbane Go Club of 2021.
func brisbane() Set {
	return Set{
		Key:   "brisbane",
		Rules: Rules{Unscored: true, Ladder: Ladder{Reach: 5}},
		Sources: []Source{
			{"https://queensland.go.org.au/2021/06/07/brisbane-go-club-ladder/", "the order starts by rank, challenges within 5 " +
				"places up, a game without result does not count"},
		},
		Missing: "The loser's place after a won challenge: the stored text ends before it, so that the order stays as it is.",
	}
}
