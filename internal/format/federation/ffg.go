package federation

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"golang.org/x/text/encoding/charmap"

	"tourney/internal/fault"
	"tourney/internal/format/file"
	"tourney/internal/results/rating"
	"tourney/internal/spelling"
	"tourney/internal/tournament"
)

// WriteFFG writes the results after the last published round in the format of the French federation, in the characters
// that ISO-8859-1 and ISO-8859-15 have in common.
func WriteFFG(w io.Writer, t *tournament.Tournament, _ file.Label) ([]file.Finding, error) {
	b := &bytes.Buffer{}
	ffgHeader(b, t)
	fmt.Fprintf(b, ";Num %-24s Niv Licence Club\n", "Nom Prenom")
	for i, l := range wallList(t) {
		family, given, ok := ffgName(l.player)
		if !ok {
			return nil, fault.New(fault.Invalid, "export.name", l.player.Name())
		}
		line := fmt.Sprintf("%4d %-24s %3s %7s %-4s", i+1, family+" "+given,
			strings.ToUpper(rating.Declared(l.player).Amateur().String()), l.player.FFG, ffgClub(l.player))
		for _, c := range l.cells {
			line += fmt.Sprintf("%5d%-3s", c.line, c.ffg())
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	text, err := charmap.ISO8859_1.NewEncoder().Bytes(b.Bytes())
	if err != nil {
		return nil, fmt.Errorf("encode results: %w", err)
	}
	_, err = w.Write(text)
	return federationFindings(t), err
}

// ffg writes the text after the opponent's number, as egd does without the slash. A handicap of 0 is not written.
func (c wallCell) ffg() string {
	c.implied = c.handicap == 0
	return strings.ReplaceAll(c.egd(), "/", "")
}

func ffgHeader(b *bytes.Buffer, t *tournament.Tournament) {
	begin, _ := t.PlayedDays()
	name, date := file.Slug(t.Info.Place), ""
	if t.Info.Place == "" {
		name = t.Info.Slug
	}
	if !begin.IsZero() {
		name, date = begin.Format("060102")+"-"+name, begin.Format("02/01/2006")
	}
	clock := strconv.Itoa(int(time.Duration(t.Settings.Clock.Main).Minutes()))
	if t.Settings.Clock.Overtime != tournament.SuddenDeath && t.Settings.Clock.Overtime != "" {
		clock += "+b"
	}
	for _, line := range []struct{ key, value string }{
		{"name", name},
		{"date", date},
		{"vill", legible(t.Info.Place, t.Info.Country, spelling.Latin1)},
		{"comm", legible(t.Info.Name, t.Info.Country, spelling.Latin1)},
		{"prog", "tourney"},
		{"time", clock},
		{"ta", strconv.Itoa(int(rating.Adjusted(t.Settings.Clock) / time.Minute))},
		{"size", strconv.Itoa(t.Settings.Size)},
		{"komi", t.Settings.Handicap.EvenKomi.String()},
	} {
		fmt.Fprintf(b, ";%s=%s\n", line.key, line.value)
	}
}

// ffgName writes the family name in capitals.
func ffgName(p *tournament.Player) (family, given string, ok bool) {
	return tokens(p, strings.ReplaceAll(strings.ToUpper(p.Family), "ß", "SS"), spelling.Latin1)
}

// ffgClub returns the code of a French club, the country of a foreigner.
func ffgClub(p *tournament.Player) string {
	if p.Country != "FR" && p.Country != "" {
		return p.Country
	}
	return clubCode(p, spelling.Latin1)
}
