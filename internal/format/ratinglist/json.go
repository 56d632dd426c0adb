package ratinglist

import (
	"cmp"
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"tourney/internal/fault"
	"tourney/internal/rank"
)

// A record is a player in JSON: from the snapshots of Pairgoth (egf or ffg,
// name, firstname, rank, rating …) or the answers of the European Go Database
// (Pin_Player, Last_Name, Name, Grade, Gor …), in which Name is the given name.
// Numbers may be texts.
type record struct {
	EGF, FFG, AGA, License      word
	Name, FirstName             word
	Rank, Rating, Country, Club word
	Origin                      word
	PinPlayer                   word `json:"Pin_Player"`
	AGAID                       word
	LastName                    word `json:"Last_Name"`
	CountryCode                 word `json:"Country_Code"`
	Grade, Gor                  word
	Proposed                    word `json:"Proposed_Grade"`
	Total                       word `json:"Tot_Tournaments"`
	LastSeen                    word `json:"Last_Appearance"`
	Made                        word `json:"Elab_Date"`
}

// A word is any simple value, as text.
type word string

// UnmarshalJSON accepts texts and numbers; anything else stays empty.
func (w *word) UnmarshalJSON(data []byte) error {
	switch c := data[0]; {
	case c == '"':
		var s string
		if err := json.Unmarshal(data, &s); err != nil {
			return err
		}
		*w = word(tidy(s))
	case c == '-' || c >= '0' && c <= '9':
		*w = word(data)
	}
	return nil
}

// readJSON reads an array of records, or a single one.
func readJSON(text string, c *collector) error {
	c.list.Format = JSON
	if !utf8.ValidString(text) {
		text = fromWindows1252(text)
		c.findings.add(0, "ratinglist.charset", "Windows-1252")
	}
	in := json.NewDecoder(strings.NewReader(text))
	if text[0] == '{' {
		var r record
		if err := in.Decode(&r); err != nil {
			return brokenJSON(err)
		}
		if first(r.PinPlayer, r.EGF, r.FFG) == "" {
			return fault.New(fault.Invalid, "ratinglist.unknown") // a tournament, perhaps
		}
		return r.addTo(1, c)
	}
	if _, err := in.Token(); err != nil {
		return brokenJSON(err)
	}
	for n := 1; in.More(); n++ {
		if n > MostEntries {
			return tooMany()
		}
		var r record
		if err := in.Decode(&r); err != nil {
			if _, wrong := errors.AsType[*json.UnmarshalTypeError](err); wrong {
				c.findings.addLost(n, "ratinglist.record")
				continue
			}
			if len(c.list.Entries) == 0 {
				return brokenJSON(err)
			}
			c.findings.addLost(n, "ratinglist.cut")
			return nil
		}
		if err := r.addTo(n, c); err != nil {
			return err
		}
	}
	if _, err := in.Token(); err != nil {
		c.findings.addLost(len(c.list.Entries), "ratinglist.cut")
	}
	return nil
}

func brokenJSON(err error) error { return fault.Wrap(err, fault.Invalid, "ratinglist.json") }

func first(words ...word) string { return string(cmp.Or(words...)) }

// isPlayer reports whether the record has a field of players beside a name, which
// tournaments and clubs have too.
func (r *record) isPlayer() bool {
	return first(r.FirstName, r.LastName, r.PinPlayer, r.EGF, r.FFG, r.Rank, r.Grade, r.Rating, r.Gor) != ""
}

func (r *record) addTo(line int, c *collector) error {
	if !r.isPlayer() {
		c.findings.addLost(line, "ratinglist.record")
		return nil
	}
	e := Entry{
		Line:    line,
		Family:  tidyName(first(r.LastName, r.Name)),
		Given:   tidyName(string(r.FirstName)),
		EGD:     number(first(r.PinPlayer, r.EGF)),
		FFG:     number(string(r.FFG)),
		AGA:     number(first(r.AGAID, r.AGA)),
		Figure:  first(r.Gor, r.Rating),
		Country: country(first(r.CountryCode, r.Country)),
		Club:    club(string(r.Club)),
	}
	if r.LastName != "" {
		e.Given = tidyName(string(r.Name))
	}
	switch license := string(r.License); {
	case len(license) == 1:
		e.Licence = license
	case e.FFG == "":
		e.FFG = number(license)
	}
	e.LastSeen = string(r.LastSeen)
	if n, err := strconv.Atoi(string(r.Total)); err == nil && n > 0 {
		e.Tournaments = n
	}
	if suggested, err := rank.Parse(string(r.Proposed)); err == nil {
		e.Suggested = suggested
	}
	c.setRating(&e, first(r.Grade, r.Rank), rank.Scale{})
	if c.list.Origin == "" {
		c.list.Origin = origin(r, &e)
	}
	if c.list.Date.IsZero() && len(r.Made) >= len(time.DateOnly) {
		if day, err := time.Parse(time.DateOnly, string(r.Made[:len(time.DateOnly)])); err == nil {
			c.list.Date = day
		}
	}
	return c.add(e)
}

// unratedShifted is the French mark for no rating after a careless conversion.
const unratedShifted = rank.FFGUnrated + 2050

// setRating parses rating and rank of an entry. A decimal as small as a rank among
// points is an American rating.
func (c *collector) setRating(e *Entry, grade string, scale rank.Scale) {
	r, ok := scale.Rating(e.Figure)
	x, _ := strconv.ParseFloat(e.Figure, 64)
	switch american, small := (rank.Scale{American: true}).Rating(e.Figure); {
	case strings.Trim(e.Figure, "-–—") == "": // none
	case x == unratedShifted || x == rank.FFGUnrated:
		return // the rank was derived from it
	case ok && x == 0 && grade == "": // the mark of a player without a rating
		c.findings.add(e.Line, "ratinglist.rating.unreadable", clip(e.Figure))
		e.Figure = ""
	case !ok && small:
		e.Rating = american
		c.findings.add(e.Line, "ratinglist.rating.aga", clip(e.Figure), american.Points())
	case !ok:
		c.findings.add(e.Line, "ratinglist.rating.unreadable", clip(e.Figure))
	default:
		e.Rating = r
	}
	e.Rank = c.parseRank(e.Line, grade)
	if e.Rank == rank.None {
		e.Rank = e.Rating.Rank()
	}
}

func origin(r *record, e *Entry) string {
	switch {
	case r.Origin != "":
		return strings.ToUpper(clip(string(r.Origin)))
	case e.EGD != "":
		return "EGF"
	case e.FFG != "":
		return "FFG"
	}
	return ""
}

// number returns a federation's number, "" for zeros and hyphens in its place.
func number(s string) string {
	s = tidy(s)
	if strings.Trim(s, "-0") == "" || len(s) > 20 {
		return ""
	}
	return s
}
