package federation

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"tourney/internal/fault"
	"tourney/internal/format/file"
	"tourney/internal/handicap"
	"tourney/internal/results/rating"
	"tourney/internal/spelling"
	"tourney/internal/tournament"
)

// WriteAGA writes the results of the published rounds in the format of the American federation. Byes, defaults and
// games without a winner are left out. Every player must have a member's number: a fault "export.aga" reports how many
// have none, because the federation refuses invented numbers.
func WriteAGA(w io.Writer, t *tournament.Tournament, _ file.Label) ([]file.Finding, error) {
	b := &bytes.Buffer{}
	agaHeader(b, t)
	var missing []string
	b.WriteString("\nPLAYERS\n")
	for _, l := range wallList(t) {
		p := l.player
		family, given, ok := agaName(p)
		if !ok {
			return nil, fault.New(fault.Invalid, "export.name", p.Name())
		}
		if !agaID(p.AGA) {
			missing = append(missing, p.Name())
		}
		fmt.Fprintf(b, "%s %s %s\n", p.AGA, strings.TrimSuffix(family+", "+given, ", "), rating.Declared(p))
	}
	if len(missing) > 0 {
		return nil, fault.New(fault.Invalid, "export.aga", len(missing), fault.Clip(strings.Join(missing, ", ")))
	}
	jigos := 0
	for n := 1; n <= t.Current(); n++ {
		fmt.Fprintf(b, "\nGAMES %d\n", n)
		for i := range t.Rounds[n-1].Games {
			g := &t.Rounds[n-1].Games[i]
			switch {
			case !g.Decided().Rated(), t.StandIn(g.Black), t.StandIn(g.White):
			case g.Decided().Outcome == tournament.Jigo:
				jigos++
			default:
				agaGame(b, t, g)
			}
		}
	}
	b.WriteString("\nEND\n")
	findings := federationFindings(t)
	if jigos > 0 {
		findings = append(findings, file.Finding{Severity: file.Warning, Key: "export.lost.jigo", Args: []any{jigos}})
	}
	_, err := w.Write(b.Bytes())
	return findings, err
}

func agaHeader(b *bytes.Buffer, t *tournament.Tournament) {
	name := legible(t.Info.Name, t.Info.Country, spelling.ASCII)
	place := legible(t.Info.Place, t.Info.Country, spelling.ASCII)
	fmt.Fprintf(b, "TOURNEY %s\n", strings.TrimSuffix(name+", "+place, ", "))
	if begin, end := t.PlayedDays(); !begin.IsZero() {
		fmt.Fprintf(b, "        start=%s\n        finish=%s\n", begin.Format("1/2/2006"), end.Format("1/2/2006"))
	}
	if place != "" {
		fmt.Fprintf(b, "        location='%s'\n", strings.ReplaceAll(place, "'", ""))
	}
	fmt.Fprintf(b, "        rules=%s\n", agaRules(t.Settings.Rules))
}

// agaRules returns the name of a rule system: initials in capitals, others as names.
func agaRules(name string) string {
	switch name {
	case "aga", "ing":
		return strings.ToUpper(name)
	case "":
		return "AGA"
	}
	return strings.ToUpper(name[:1]) + name[1:]
}

// agaGame writes White, Black, the winner, the stones and the komi. A handicap of one means no stone and no komi.
func agaGame(b *bytes.Buffer, t *tournament.Tournament, g *tournament.Game) {
	winner := byte('b')
	if g.Decided().Outcome == tournament.WhiteWins {
		winner = 'w'
	}
	komi, _ := agaKomi(g.Komi)
	fmt.Fprintf(b, "%s %s %c %d %d\n", t.Player(g.White).AGA, t.Player(g.Black).AGA, winner, g.Terms().Stones(), komi)
}

// agaKomi returns a komi in whole points: 6.5 and 7.5 are both 7, a half is 0. ok is false for a komi without a form in
// the federation's format; it loses its half.
func agaKomi(k handicap.Komi) (points int, ok bool) {
	switch {
	case k == 13:
		return 7, true
	case k.Whole(), k == 15, k == 1:
		return int(k) / 2, true
	}
	return int(k) / 2, false
}

func agaName(p *tournament.Player) (family, given string, ok bool) {
	family, ok = spelling.Transliterate(p.Family, p.Country, spelling.ASCII)
	given, okGiven := spelling.Transliterate(p.Given, p.Country, spelling.ASCII)
	return strings.ReplaceAll(family, ",", ""), given, ok && okGiven && family != ""
}

// agaID reports whether s is a member's number.
func agaID(s string) bool {
	return s != "" && len(s) <= 8 && strings.Trim(s, "0123456789") == ""
}
