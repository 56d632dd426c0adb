package form

import (
	"net/url"
	"strconv"
	"strings"

	"tourney/internal/fault"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
)

// ReportedResult parses a player's report of a game. It names the winner instead of a colour, since the desk may have
// corrected the colours in between.
func ReportedResult(sent url.Values, t *tournament.Tournament, g *tournament.Game) (tournament.Result, error) {
	var text string
	switch winner := sent.Get("winner"); winner {
	case strconv.Itoa(int(g.Black)):
		text = "B+"
	case strconv.Itoa(int(g.White)):
		text = "W+"
	case "jigo":
		return tournament.Result{Outcome: tournament.Jigo}, nil
	default:
		return tournament.Result{}, fault.New(fault.Invalid, "report.nothing")
	}
	how, margin := sent.Get("how"), strings.TrimSpace(sent.Get("margin"))
	switch {
	case how != "" && how != "R" && how != "T":
		return tournament.Result{}, fault.New(fault.Invalid, "result.invalid", page.Clip(how))
	case how != "" && margin != "":
		return tournament.Result{}, fault.New(fault.Invalid, "report.how")
	case margin != "" && page.TooWide(margin, t.MostMargin()):
		return tournament.Result{}, fault.New(fault.Invalid, "result.margin.most", t.MostMargin())
	case margin != "" && strings.Trim(margin, "0123456789.,½") != "":
		return tournament.Result{}, fault.New(fault.Invalid, "result.margin", page.Clip(margin))
	}
	result, err := tournament.ParseResult(text + how + margin)
	if err != nil {
		return result, err
	}
	return result, formMessage(t.CheckMargin(g, result))
}

// formFaults maps faults of a margin to messages for this form. The messages of CheckMargin are for the desk's
// line, which starts with the table number.
var formFaults = map[string]string{
	"result.margin.half": "report.margin.half", "result.margin.whole": "report.margin.whole", "result.margin.zero": "report.margin.zero",
	"result.margin.zero.black": "report.margin.zero.black", "result.margin.zero.white": "report.margin.zero.white",
}

// formMessage returns the form's message for a refused margin.
func formMessage(err error) error {
	f, ok := fault.As(err)
	if !ok || formFaults[f.Key] == "" {
		return err
	}
	return fault.New(f.Kind, formFaults[f.Key], f.Args[1:]...)
}
