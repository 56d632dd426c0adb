// Package fault describes mistakes that the user can put right.
//
// A fault has a kind, a message key and the values of the message. The sentence
// is in the catalogs of package i18n, so that all users see it in their own language.
//
//	return fault.New(fault.Conflict, "round.draft", n)
package fault

import (
	"errors"
	"fmt"
	"strings"
	"time"
)

// A Kind is the kind of a mistake; it decides, for example, the HTTP status.
type Kind int

const (
	// Invalid is an input that cannot be understood or breaks a rule.
	Invalid Kind = iota
	// NotFound is a tournament, player, game or page that does not exist.
	NotFound
	// Conflict is a step that the present state does not allow, or that
	// another person's entry has overtaken.
	Conflict
	// Denied is a step that this person may not take.
	Denied
	// TooLarge is an input past a bound.
	TooLarge
	// Unavailable is a step that the machine cannot do now: the disk is full, or
	// the data cannot be reached.
	Unavailable
	// TooMany is one try too many; the first value of its message is the number
	// of seconds to wait.
	TooMany
	// Unidentified is a program whose token is missing or unknown.
	Unidentified
	// Outdated is a step on a version of the data before the latest one.
	Outdated
	// WrongMethod is a request by a method that its address does not take.
	WrongMethod
)

// An Error is a mistake that the user can put right. Any other error is a bug or
// a failure of the machine: it is logged, and the user sees a plain "500".
type Error struct {
	Kind Kind
	// Key names the message in the catalogs, such as "round.unfinished".
	Key string
	// Args are the values of the message, in the order of its placeholders.
	Args []any
	// Err is the cause, for the log; it may be nil.
	Err error
}

// New returns a fault of the given kind.
func New(kind Kind, key string, args ...any) error {
	return &Error{Kind: kind, Key: key, Args: args}
}

// Wrap returns a fault that keeps its cause for the log.
func Wrap(err error, kind Kind, key string, args ...any) error {
	return &Error{Kind: kind, Key: key, Args: args, Err: err}
}

// Error is for logs and tests; people read the catalog's sentence.
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(e.Key)
	for i, a := range e.Args {
		if i == 0 {
			b.WriteString(": ")
		} else {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%v", a)
	}
	if e.Err != nil {
		fmt.Fprintf(&b, " (%v)", e.Err)
	}
	return b.String()
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// A Moment is an argument that messages show with its day and its time zone, because readers may be in another zone.
type Moment time.Time

// String is for logs.
func (m Moment) String() string { return time.Time(m).Format(time.RFC3339) }

// As returns the first fault in err's chain, and whether there is one.
func As(err error) (*Error, bool) {
	var e *Error
	ok := errors.As(err, &e)
	return e, ok
}

// Is reports whether err is a fault with this message key.
func Is(err error, key string) bool {
	e, ok := As(err)
	return ok && e.Key == key
}

// Clip shortens input that a message quotes: of a longer text it returns the
// first 40 letters and "…".
func Clip(text string) string {
	const longest = 40
	letters := 0
	for i := range text {
		if letters == longest {
			return text[:i] + "…"
		}
		letters++
	}
	return text
}
