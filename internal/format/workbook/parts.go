package workbook

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"io"

	"github.com/xuri/excelize/v2"
)

// parts holds the links of the worksheets by the paths of their archive parts. They are inserted while the archive is
// written, because the library searches all links of a sheet for each new one.
type parts map[string][]byte

// mostLinks bounds the links of a worksheet (Excel's limit is 65,530).
const mostLinks = 65_000

// link makes a cell a link to another place in the book; tip is its tooltip.
func (b *book) link(p *placed, column, row int, to, tip string) {
	if to == "" || p.linked >= mostLinks {
		return
	}
	p.linked++
	p.links = append(p.links, `<hyperlink ref="`...)
	p.links = append(p.links, b.at(column, row)...)
	p.links = append(p.links, `" location="`...)
	p.links = appendEscaped(p.links, to)
	if tip != "" {
		p.links = append(p.links, `" tooltip="`...)
		p.links = appendEscaped(p.links, cut(tip, 255))
	}
	p.links = append(p.links, `"/>`...)
}

func appendEscaped(to []byte, text string) []byte {
	var b bytes.Buffer
	_ = xml.EscapeText(&b, []byte(text)) // a Buffer never fails
	return append(to, b.Bytes()...)
}

// writer returns a writer of the archive that inserts the links.
func (a parts) writer(w io.Writer) excelize.ZipWriter { return &partsWriter{zip.NewWriter(w), a, nil} }

type partsWriter struct {
	*zip.Writer
	parts parts
	last  *part
}

// A part is buffered until it is complete.
type part struct {
	bytes.Buffer
	to    io.Writer
	links []byte
}

func (w *partsWriter) Create(name string) (io.Writer, error) {
	if err := w.finish(); err != nil {
		return nil, err
	}
	to, err := w.Writer.Create(name)
	links := w.parts[name]
	if err != nil || len(links) == 0 {
		return to, err
	}
	w.last = &part{to: to, links: links}
	return w.last, nil
}

// Close writes the buffered part and ends the archive.
func (w *partsWriter) Close() error {
	if err := w.finish(); err != nil {
		return err
	}
	return w.Writer.Close()
}

// finish writes the buffered part. The links precede the margins of the page, which every sheet of ours has.
func (w *partsWriter) finish() error {
	if w.last == nil {
		return nil
	}
	p := w.last
	w.last = nil
	sheet := p.Bytes()
	margins := max(bytes.LastIndex(sheet, []byte("<pageMargins")), 0)
	for _, piece := range [][]byte{sheet[:margins], []byte("<hyperlinks>"), p.links, []byte("</hyperlinks>"), sheet[margins:]} {
		if _, err := p.to.Write(piece); err != nil {
			return err
		}
	}
	return nil
}
