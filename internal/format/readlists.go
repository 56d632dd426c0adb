package format

import (
	"tourney/internal/fault"
	"tourney/internal/format/federation"
	"tourney/internal/format/file"
	"tourney/internal/format/ratinglist"
	"tourney/internal/format/roster"
	"tourney/internal/tournament"
)

// ReadSheet reads a list of players for a tournament: a workbook, delimited text, or such text pasted, or the players of
// a file that holds another tournament. The preview
// marks rows similar to a player of the tournament or to another row; rows with the same name, or the same number of a
// federation, are held back.
func ReadSheet(data []byte, t *tournament.Tournament, o roster.Options) (*roster.Sheet, error) {
	f, err := Recognise(data)
	if err != nil {
		return nil, err
	}
	if f.Reads != Players && !federation.IsTable(data) {
		return readPlayersOf(data, t, o)
	}
	return roster.Read(data, t, o)
}

// ReadRatingList reads a rating list: a federation's list, recognised by its content, or any workbook or delimited text
// as r describes it. A table whose columns do not fit is returned beside the fault.
//
// It returns the faults of ratinglist.Read and ratinglist.FromRows, "file.tournament" for a file of another kind, and
// the faults of Recognise for workbooks and other files of office programs.
func ReadRatingList(data []byte, r roster.Reading) (*roster.RatingList, error) {
	if len(data) > file.MostBytes {
		return nil, fault.New(fault.TooLarge, "file.large", len(data)>>20, file.MostBytes>>20)
	}
	format, kind := recognise(data)
	if format == "xlsx" {
		return roster.ReadList(data, r)
	}
	for _, key := range []string{"file.empty", "file.pdf", "file.locked", "file.xls", "file.ods", "file.bomb"} {
		if fault.Is(kind, key) {
			return nil, kind
		}
	}
	list, findings, err := ratinglist.Read(data)
	switch {
	case err == nil:
		return &roster.RatingList{List: list, Findings: findings}, nil
	case !fault.Is(err, "ratinglist.unknown") || kind != nil:
		return nil, err
	case format != "csv" && !federation.IsTable(data):
		return nil, fault.New(fault.Invalid, "file.tournament")
	}
	return roster.ReadList(data, r)
}
