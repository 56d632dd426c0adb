package api

import (
	"net/http"
	"net/url"
	"strings"

	"tourney/internal/fault"
	"tourney/internal/web/site"
)

// keyHeader is the header with the same meaning as the field once.
const keyHeader = "Idempotency-Key"

// headerKey returns the key in the header, bare or in quotation marks; "" without one.
func headerKey(r *http.Request) string {
	key := strings.TrimSpace(r.Header.Get(keyHeader))
	if inner, opens := strings.CutPrefix(key, `"`); opens {
		key = strings.TrimSuffix(inner, `"`)
	}
	return key
}

// copyKey copies the key of the header to the field once.
func copyKey(r *http.Request, sent url.Values) error {
	key := headerKey(r)
	switch once := sent.Get("once"); {
	case key == "" && len(r.Header.Values(keyHeader)) > 0: // as from a script with an empty variable
		return site.AtField(keyHeader, fault.New(fault.Invalid, "api.key.empty"))
	case key == "":
	case once == "":
		sent.Set("once", key)
	case once != key:
		return site.AtField(keyHeader, fault.New(fault.Invalid, "api.differ", "once", keyHeader))
	}
	return nil
}

// sentAt returns the place of the field in the request that a fault is about: a key may be in the header.
func sentAt(r *http.Request, field string) string {
	if field == "once" && headerKey(r) != "" {
		return keyHeader
	}
	return field
}
