package api

import (
	"net/http"
	"net/url"
	"strings"

	"tourney/internal/fault"
	"tourney/internal/web/site"
)

// takeKey puts the key of the header Idempotency-Key, bare or in quotation marks, where the field once has it.
func takeKey(r *http.Request, sent url.Values) error {
	key := strings.TrimSpace(r.Header.Get("Idempotency-Key"))
	if inner, opens := strings.CutPrefix(key, `"`); opens {
		key = strings.TrimSuffix(inner, `"`)
	}
	switch once := sent.Get("once"); {
	case key == "":
	case once == "":
		sent.Set("once", key)
	case once != key:
		return site.AtField("once", fault.New(fault.Invalid, "api.differ", "once", "Idempotency-Key"))
	}
	return nil
}
