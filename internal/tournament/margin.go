package tournament

import "tourney/internal/fault"

// MostMargin returns the largest margin that can be entered, in whole points: all points of the board.
func (t *Tournament) MostMargin() int { return t.Settings.Size * t.Settings.Size }

// CheckMargin refuses a margin that no count of this game can give. Points on the board are whole, so a margin has a
// half exactly when the komi has one. Faults: "result.margin.most", ".half", ".whole", ".zero" and, if an equal count
// is a win, ".zero.black" and ".zero.white".
func (t *Tournament) CheckMargin(g *Game, r Result) error {
	if r.Manner != ByPoints {
		return nil
	}
	refuse := func(key string, args ...any) error { return fault.New(fault.Invalid, key, args...) }
	most := t.MostMargin()
	switch half := r.Margin%2 != 0; {
	case r.Margin > 2*most:
		return refuse("result.margin.most", most)
	case half && g.Komi.Whole():
		return refuse("result.margin.whole", g.Table, g.Komi)
	case !half && !g.Komi.Whole():
		return refuse("result.margin.half", g.Table, g.Komi)
	case r.Margin > 0:
		return nil
	}
	switch t.Settings.Tie {
	case TieWhiteWins:
		return refuse("result.margin.zero.white", g.Table)
	case TieBlackWins:
		return refuse("result.margin.zero.black", g.Table)
	}
	return refuse("result.margin.zero", g.Table)
}
