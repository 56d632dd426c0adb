package format

import (
	"archive/zip"
	"bytes"
	"cmp"
	"slices"
	"strings"

	"tourney/internal/fault"
	"tourney/internal/format/file"
	"tourney/internal/format/xmltree"
	"tourney/internal/i18n/charset"
)

// Recognise returns the format of a file, from its content. A file of a known kind that is not read gets a fault that
// names the kind and a remedy: "file.empty", "file.large", "file.pdf", "file.locked", "file.xls", "file.ods",
// "file.zip", "file.bomb", "file.html", "file.xml", "file.json", "file.binary".
func Recognise(data []byte) (Format, error) {
	if len(data) > file.MostBytes {
		return Format{}, fault.New(fault.TooLarge, "file.large", len(data)>>20, file.MostBytes>>20)
	}
	name, err := recognise(data)
	if err != nil {
		return Format{}, err
	}
	formats := Formats()
	return formats[slices.IndexFunc(formats, func(f Format) bool { return f.Name == name })], nil
}

func recognise(data []byte) (string, error) {
	text := bytes.TrimSpace(file.FromUTF16(data))
	_, _, wide := charset.Wide(data)
	switch {
	case len(text) == 0:
		return "", fault.New(fault.Invalid, "file.empty")
	case bytes.HasPrefix(text, []byte("%PDF")):
		return "", fault.New(fault.Invalid, "file.pdf")
	case bytes.HasPrefix(text, []byte("\xd0\xcf\x11\xe0")):
		return "", oldOffice(data)
	case file.IsZip(data):
		return zipped(data)
	case text[0] == '<':
		return marked(text)
	case text[0] == '{':
		if name := first(func(f Format) bool { return f.byJSON != nil && f.byJSON(text) }); name != "" {
			return name, nil
		}
		return "", fault.New(fault.Invalid, "file.json")
	case !plausible(text) && !wide:
		return "", fault.New(fault.Invalid, "file.binary")
	}
	return cmp.Or(first(func(f Format) bool { return f.byText != nil && f.byText(text) }), "csv"), nil
}

// first returns the name of the first format for which is returns true, else "".
func first(is func(Format) bool) string {
	for _, f := range Formats() {
		if is(f) {
			return f.Name
		}
	}
	return ""
}

// oldOffice distinguishes the kinds of files of Office before 2007, which also wraps
// newer ones with a password.
func oldOffice(data []byte) error {
	wide := func(s string) []byte { return []byte(strings.Join(strings.Split(s, ""), "\x00")) }
	switch {
	case bytes.Contains(data, wide("EncryptedPackage")):
		return fault.New(fault.Invalid, "file.locked")
	case bytes.Contains(data, wide("Workbook")), bytes.Contains(data, wide("Book")):
		return fault.New(fault.Invalid, "file.xls")
	}
	return fault.New(fault.Invalid, "file.binary")
}

// zipped distinguishes the kinds of files that are zip archives inside.
func zipped(data []byte) (string, error) {
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return "", fault.Wrap(err, fault.Invalid, "file.zip")
	}
	var size uint64
	for _, f := range z.File {
		if size += min(f.UncompressedSize64, file.MostUnzipped+1); size > file.MostUnzipped {
			return "", fault.New(fault.TooLarge, "file.bomb", file.MostUnzipped>>20)
		}
	}
	for _, f := range z.File {
		switch f.Name {
		case "xl/workbook.xml":
			return "xlsx", nil
		case "content.xml":
			return "", fault.New(fault.Invalid, "file.ods")
		}
	}
	return "", fault.New(fault.Invalid, "file.zip")
}

// marked recognises XML formats by their root.
func marked(text []byte) (string, error) {
	root, err := xmltree.Root(text)
	if err != nil {
		return "", err
	}
	name := root.Name.Local
	if format := first(func(f Format) bool { return f.byRoot != nil && f.byRoot(root) }); format != "" {
		return format, nil
	}
	if strings.EqualFold(name, "html") {
		return "", fault.New(fault.Invalid, "file.html")
	}
	return "", fault.New(fault.Invalid, "file.xml", fault.Clip(name))
}

// plausible reports whether bytes may be text in one of the 8-bit encodings:
// next to no control characters.
func plausible(text []byte) bool {
	controls := 0
	for _, b := range text[:min(len(text), 64<<10)] {
		if b < ' ' && b != '\n' && b != '\r' && b != '\t' && b != '\f' {
			controls++
		}
	}
	return controls*100 < min(len(text), 64<<10)+99
}
