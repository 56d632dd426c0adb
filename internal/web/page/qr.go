package page

import (
	"html/template"
	"strconv"
	"strings"

	"rsc.io/qr"
)

// QRPath returns a QR code as an SVG path attribute of unit squares, and the width of the
// code in these.
func QRPath(text string) (template.HTMLAttr, int, error) {
	code, err := qr.Encode(text, qr.M)
	if err != nil {
		return "", 0, err
	}
	var b strings.Builder
	for y := range code.Size {
		for x := 0; x < code.Size; x++ {
			run := 0
			for x+run < code.Size && code.Black(x+run, y) {
				run++
			}
			if run > 0 {
				b.WriteString("M" + strconv.Itoa(x) + " " + strconv.Itoa(y) + "h" + strconv.Itoa(run) + "v1h-" + strconv.Itoa(run) + "z")
				x += run
			}
		}
	}
	return template.HTMLAttr(`d="` + b.String() + `"`), code.Size, nil // #nosec G203 -- figures and letters of a path
}

// A CodeView is a QR code: an SVG path attribute of unit squares, and the width of the code.
type CodeView struct {
	Path template.HTMLAttr
	Size int
}

// Outer returns the width with a margin of two units on each side.
func (c CodeView) Outer() int { return c.Size + 4 }

// NewCodeView returns the QR code of an address. It fails if the address is too long.
func NewCodeView(address string) (v CodeView, err error) {
	v.Path, v.Size, err = QRPath(address)
	return v, err
}
