// Package http3 stands in for the HTTP/3 server that gin imports and tourney never starts; go.work puts it in the place
// of that module.
package http3

import (
	"errors"
	"net/http"
)

// ListenAndServeQUIC returns an error.
func ListenAndServeQUIC(_, _, _ string, _ http.Handler) error { return errors.ErrUnsupported }
