// Package bson stands in for the reader and writer of BSON that gin imports and tourney never calls; go.work puts it in
// the place of that module.
package bson

import "errors"

// Unmarshal returns an error.
func Unmarshal([]byte, any) error { return errors.ErrUnsupported }

// Marshal returns an error.
func Marshal(any) ([]byte, error) { return nil, errors.ErrUnsupported }
