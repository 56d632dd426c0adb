package roster

import (
	"regexp"
	"slices"
	"strings"

	"tourney/internal/fault"
	"tourney/internal/format/file"
	"tourney/internal/format/ratinglist"
	"tourney/internal/rank"
	"tourney/internal/spelling"
	"tourney/internal/tournament"
)

var (
	dayFigures = regexp.MustCompile(`^(?:\d{4}-\d{2}-\d{2}|\d{1,2}\.\s?\d{1,2}\.(?:\s?\d{2,4})?)$`)
	dayWords   = regexp.MustCompile(`^(?:\d{1,2}[-. /]+(\pL{3})\pL*\.?|(\pL{3})\pL*[-. /]+\d{1,2})(?:[-. /]\d{2,4})?$`)
	months     = wordSet("jan feb mar apr may jun jul aug sep oct nov dec tam hel maa huh tou kes hei elo syy lok mar jou " +
		"sty lut kwi maj cze lip sie wrz paz lis gru led uno bre dub kve cvn cvc cer srp zar rij pro")
)

// isDay reports whether a cell is a day and not a rank: 2-Jan, 3.5., 2026-01-02.
func isDay(s string) bool {
	if dayFigures.MatchString(s) {
		return true
	}
	m := dayWords.FindStringSubmatch(s)
	return m != nil && months[spelling.Fold(m[1]+m[2])]
}

// rankCell reads a cell of a rank, with texts beside it.
func (r *rowReader) rankCell(d *rowDraft, cell string) {
	d.rank = cell
	if _, _, doubt := r.scales[colRank].Rank(cell); doubt != rank.Unreadable && !strings.ContainsAny(cell, "([") {
		return
	}
	if line := partRank(cell, 0); line.rank != "" {
		if _, doubt := rank.Guess(line.rank); doubt != rank.Unreadable {
			d.rank = line.rank
		}
		d.beside = append(d.beside, besideText{colRank, line})
	}
}

// rank reads the rank. The rating or the options may replace it.
func (r *rowReader) rank(d *rowDraft) {
	p, at, text, findings := &d.player, r.rankAt(), d.rank, d.findings
	stated, points, doubt := r.scales[colRank].Rank(text)
	if doubt == rank.Missing && p.Rating.Stated() && p.Rating.Points() == 0 { // the mark of a player without a rating
		d.unrated, p.Rating, p.RatingOrigin = p.Rating.String(), rank.Rating{}, ""
	}
	if doubt == rank.Missing && d.unrated != "" {
		text, doubt = d.unrated, rank.Unranked
	}
	p.Rank, r.lent = stated, false
	switch {
	case !stated.Valid():
		r.lent, r.lentAt = true, len(findings.findings)
		r.replaceRank(d, text, doubt)
		return
	case doubt != rank.Sure:
		findings.add(file.Warning, at, "roster.row.rank.read", fault.Clip(text), stated.String())
		if points.Stated() && !p.Rating.Stated() {
			p.Rating = points
			if r.scales[colRank].American {
				p.RatingOrigin = "AGA"
			}
		}
	}
	for _, doubt := range ratinglist.Disagreement(p.Rank, p.Rating, p.RatingOrigin) {
		findings.add(file.Warning, colRating, doubt.Key, doubt.Args...)
	}
}

// keepRank keeps the rank of a registered player if the row has no readable one: it was corrected when the list was
// imported before, or at the desk.
func (r *rowReader) keepRank(p, known *tournament.Player, findings *rowFindings) {
	if !r.lent {
		return
	}
	p.Rank = known.Rank
	findings.findings = slices.Delete(findings.findings, r.lentAt, r.lentAt+1)
	findings.add(file.Info, r.rankAt(), "roster.row.rank.known", known.Rank.String())
}

// rankAt returns the column of the rank, or of the name that contains it.
func (r *rowReader) rankAt() Column {
	if slices.Contains(r.sheet.Columns, colRank) {
		return colRank
	}
	return r.nameAt()
}

// replaceRank finds another rank for a player with an unreadable one.
func (r *rowReader) replaceRank(d *rowDraft, text string, doubt rank.Doubt) {
	p, findings, at := &d.player, d.findings, r.rankAt()
	switch {
	case p.Rating.Stated() && doubt == rank.Missing:
		p.Rank = p.Rating.Rank()
		findings.add(file.Warning, at, "roster.row.rank.rating", p.Rating.String(), p.Rank.String())
	case d.typed && doubt == rank.Unranked:
		p.Rank = rank.Beginner
		findings.add(file.Info, at, "roster.row.rank.read", fault.Clip(text), p.Rank.String())
	case p.Rating.Stated():
		p.Rank = p.Rating.Rank()
		findings.add(file.Warning, at, "roster.row.rank.instead", fault.Clip(text), p.Rating.String(), p.Rank.String())
	case r.o.Unranked.Valid():
		p.Rank = r.o.Unranked
		findings.add(file.Warning, at, "roster.row.rank.unranked", fault.Clip(text), p.Rank.String())
	case doubt == rank.Unranked:
		p.Rank = rank.Beginner
		findings.add(file.Warning, at, "roster.row.rank.newcomer", fault.Clip(text), p.Rank.String())
	case doubt == rank.Unreadable && isDay(text):
		findings.add(file.Error, at, "roster.row.rank.day", fault.Clip(text))
	case doubt == rank.Missing:
		findings.add(file.Error, at, "roster.row.rank.missing")
	default:
		findings.add(file.Error, at, "roster.row.rank.unreadable", fault.Clip(text))
	}
}

// rating sets a rating on the scale of its column.
func (r *rowReader) rating(d *rowDraft, cell string) {
	rating, ok := r.scales[colRating].Rating(cell)
	_, doubt := rank.Guess(cell)
	switch {
	case doubt == rank.Missing || doubt == rank.Unranked:
	case !ok:
		d.findings.add(file.Warning, colRating, "roster.row.rating", fault.Clip(cell))
	case !rating.Stated():
		d.unrated = cell
	default:
		d.player.Rating = rating
		if r.scales[colRating].American {
			d.player.RatingOrigin = "AGA"
		}
	}
}
