package i18n

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"

	"tourney/internal/fault"
)

// Limits of a catalog, far above the largest.
const (
	mostCatalog = 2 << 20 // bytes
	mostText    = 4_000   // bytes of a text
	mostForms   = 6       // CLDR has no more
)

// An entry is one message of a catalog, with its line.
type entry struct {
	key  string
	line int
	message
}

// A catalogReader reads a catalog. Its errors name the file and the line.
type catalogReader struct {
	file string
	data []byte
	json *json.Decoder
	// line is the line of the byte at offset.
	line   int
	offset int64
}

// readCatalog reads a catalog of a file.
func readCatalog(file string, data []byte) (entries []entry, err error) {
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	r := &catalogReader{file: file, data: data, json: json.NewDecoder(bytes.NewReader(data)), line: 1}
	if len(data) > mostCatalog {
		return nil, r.fault("catalog.large", mostCatalog>>20)
	}
	if err := r.begin(); err != nil {
		return nil, err
	}
	seen := map[string]bool{}
	for r.json.More() {
		key, err := r.text()
		if err != nil {
			return nil, err
		}
		e := entry{key: key, line: r.at()}
		if seen[key] {
			return nil, r.fault("catalog.twice", fault.Clip(key))
		}
		seen[key] = true
		if e.message, err = r.message(key); err != nil {
			return nil, err
		}
		entries = append(entries, e)
	}
	if _, err := r.token(); err != nil {
		return nil, err
	}
	if _, err := r.json.Token(); !errors.Is(err, io.EOF) {
		return nil, r.fault("catalog.json", "}")
	}
	return entries, nil
}

// message reads the text or the plural forms after a key.
func (r *catalogReader) message(key string) (m message, err error) {
	token, err := r.token()
	switch value := token.(type) {
	case string:
		m.text = value
		return m, r.bounded(value)
	case json.Delim:
		if value != '{' {
			return m, r.fault("catalog.json", value.String())
		}
	default:
		if err == nil {
			err = r.fault("catalog.text", fault.Clip(key))
		}
		return m, err
	}
	m.forms = map[string]string{}
	for r.json.More() {
		form, err := r.text()
		if err != nil {
			return m, err
		}
		if m.forms[form], err = r.text(); err != nil {
			return m, err
		}
		if len(m.forms) > mostForms {
			return m, r.fault("catalog.text", fault.Clip(key))
		}
	}
	if m.text = m.forms["other"]; len(m.forms) == 0 {
		return m, r.fault("catalog.text", fault.Clip(key))
	}
	_, err = r.token()
	return m, err
}

// begin reads the first brace.
func (r *catalogReader) begin() error {
	token, err := r.token()
	if err == nil && token != json.Delim('{') {
		err = r.fault("catalog.json", "{")
	}
	return err
}

// text reads a text.
func (r *catalogReader) text() (string, error) {
	token, err := r.token()
	if err != nil {
		return "", err
	}
	text, ok := token.(string)
	if !ok {
		return "", r.fault("catalog.json", `"`)
	}
	return text, r.bounded(text)
}

func (r *catalogReader) bounded(text string) error {
	if len(text) > mostText {
		return r.fault("catalog.long", mostText)
	}
	return nil
}

func (r *catalogReader) token() (json.Token, error) {
	token, err := r.json.Token()
	if err != nil {
		wrong := new(json.SyntaxError)
		why := err.Error()
		if errors.As(err, &wrong) {
			r.count(wrong.Offset)
		}
		return nil, r.fault("catalog.json", why)
	}
	return token, nil
}

// at returns the line of the last token.
func (r *catalogReader) at() int {
	r.count(r.json.InputOffset())
	return r.line
}

// count counts the lines up to an offset.
func (r *catalogReader) count(offset int64) {
	if offset = min(offset, int64(len(r.data))); offset > r.offset {
		r.line += bytes.Count(r.data[r.offset:offset], []byte("\n"))
		r.offset = offset
	}
}

func (r *catalogReader) fault(key string, value any) error {
	return fault.New(fault.Invalid, key, r.file, r.at(), value)
}
