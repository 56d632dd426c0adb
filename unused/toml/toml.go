// Package toml stands in for the reader and writer of TOML that gin imports and tourney never calls; go.work puts it in the
// place of that module.
package toml

import (
	"errors"
	"io"
)

// A Decoder decodes nothing.
type Decoder struct{}

// NewDecoder returns a decoder.
func NewDecoder(io.Reader) *Decoder { return &Decoder{} }

// Decode returns an error.
func (*Decoder) Decode(any) error { return errors.ErrUnsupported }

// Marshal returns an error.
func Marshal(any) ([]byte, error) { return nil, errors.ErrUnsupported }
