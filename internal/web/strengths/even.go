package strengths

import (
	"tourney/internal/i18n"
	"tourney/internal/results/strength"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
)

// An evenView is the picture of Black's results by handicap.
type evenView struct {
	// Verdict reads the picture in a sentence.
	Verdict string
	// Even is false if one half is outside the interval of all games with handicap.
	Even bool
	Rows []evenRow
}

// An evenRow is one handicap, with Black's share of the points. The numbers are from 0 to 100.
type evenRow struct {
	Label                      string
	Games                      int
	Share, Low, High, Expected float64
	// Off is set if one half is outside the interval from Low to High.
	Off bool
	// Percent is the share as a text, Words is the whole row.
	Percent, Words string
}

// fewest is the number of games with handicap from which the page has a verdict.
const fewest = 10

func newEvenView(lang *i18n.Language, t *tournament.Tournament, h *strength.History, rows []strength.Evenness) *evenView {
	v := &evenView{}
	var handicapped []strength.Evenness
	for _, r := range rows {
		if r.Handicap > 0 {
			handicapped = append(handicapped, r)
		}
		v.Rows = append(v.Rows, newEvenRow(lang, r))
	}
	all := strength.Together(handicapped)
	v.Even = !isOff(all)
	v.Verdict = verdict(lang, t, h, all)
	return v
}

func newEvenRow(lang *i18n.Language, r strength.Evenness) evenRow {
	games := float64(r.Games)
	v := evenRow{
		Label: lang.T("statistics.even"), Games: r.Games, Share: 50 * float64(r.Black) / games, Expected: 100 * r.Expected / games,
		Low: 100 * r.Low, High: 100 * r.High, Off: isOff(r),
	}
	if r.Handicap > 0 {
		v.Label = lang.T("draw.stones", r.Handicap)
	}
	if r.Handicap == 1 {
		v.Label = lang.T("strength.first")
	}
	share, expected := page.Percent(v.Share/100), page.Percent(v.Expected/100)
	v.Percent = lang.T("gain.percent", share)
	v.Words = lang.T("strength.even.row", share, page.Percent(r.Low), page.Percent(r.High), expected)
	return v
}

// isOff reports whether the games are not even: one half is outside the interval.
func isOff(r strength.Evenness) bool { return r.Games > 0 && (r.Low > 0.5 || r.High < 0.5) }

// verdict reads the results of all games with handicap.
func verdict(lang *i18n.Language, t *tournament.Tournament, h *strength.History, all strength.Evenness) string {
	fair, is := h.FairKomi(), t.Settings.Handicap.HandicapKomi
	switch {
	case all.Games == 0:
		return lang.T("strength.even.none")
	case all.Games < fewest:
		return lang.T("strength.even.few", all.Games, all.Black)
	case !isOff(all):
		return lang.T("strength.even.enough", all.Games, all.Black)
	case all.Low > 0.5 && fair > max(is, 0):
		return lang.T("strength.even.black.komi", all.Games, all.Black, fair)
	case all.Low > 0.5:
		return lang.T("strength.even.black", all.Games, all.Black)
	case fair < min(is, 0):
		return lang.T("strength.even.white.komi", all.Games, all.Black, -fair)
	}
	return lang.T("strength.even.white", all.Games, all.Black)
}
