package site

import (
	"net/http"
	"testing"

	"tourney/internal/fault"
)

func TestEveryKindHasAStatus(t *testing.T) {
	for kind := fault.Invalid; kind <= fault.WrongMethod; kind++ {
		if status := statuses[kind]; status < 400 || status == http.StatusInternalServerError {
			t.Errorf("kind %d is answered with %d", kind, status)
		}
	}
}
