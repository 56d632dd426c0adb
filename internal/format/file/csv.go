package file

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// WriteCSV writes rows with semicolons, a byte-order mark and the reader's decimal mark, as Excel expects it in
// Finland, Poland and the Czech Republic: 14.5 is a day in May there. A cell is a text, a number, an amount with the
// method String, or nil. A text that resembles a formula gets a leading apostrophe.
func WriteCSV(w io.Writer, rows [][]any, mark string) error {
	if _, err := w.Write(UTF8Mark); err != nil {
		return err
	}
	c := csv.NewWriter(w)
	c.Comma, c.UseCRLF = ';', true
	for _, row := range rows {
		cells := make([]string, len(row))
		for i, value := range row {
			cells[i] = csvCell(value, mark)
		}
		if err := c.Write(cells); err != nil {
			return err
		}
	}
	c.Flush()
	return c.Error()
}

func csvCell(value any, mark string) string {
	switch v := value.(type) {
	case nil:
		return ""
	case string:
		if v != "" && strings.IndexByte(FormulaSigns, v[0]) >= 0 {
			return "'" + v
		}
		return v
	case float64:
		return strings.Replace(strconv.FormatFloat(v, 'f', -1, 64), ".", mark, 1)
	}
	return strings.Replace(fmt.Sprint(value), ".", mark, 1)
}
