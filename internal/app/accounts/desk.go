package accounts

import (
	"context"
	"strconv"
	"strings"

	"tourney/internal/data/store"
	"tourney/internal/fault"
	"tourney/internal/spelling"
)

// A Session is one login: the desk of one browser.
type Session = store.Session

// NameDesk renames a desk. A name in use is refused with "desk.name.taken" and
// an unused one.
func (a *Access) NameDesk(ctx context.Context, s Session, name string) error {
	return a.store.Tx(ctx, func(tx *store.Tx) error {
		desks, err := tx.DeskNames(a.now(), a.now().Add(-idleLife))
		if err != nil {
			return err
		}
		delete(desks, s.Desk)
		if free := freeName(desks, name); free != name {
			return fault.New(fault.Conflict, "desk.name.taken", name, free)
		}
		return tx.NameDesk(s.Desk, name)
	})
}

// freeName returns the name, or an unused one with the next number: after "Desk
// 1" comes "Desk 2", after "Left" "Left 2". Similar names count as equal.
func freeName(desks map[string]string, name string) string {
	taken := map[string]bool{}
	for _, other := range desks {
		taken[deskKey(other)] = true
	}
	word, number := name, 1
	if i := strings.LastIndexByte(name, ' '); i > 0 {
		if n, err := strconv.Atoi(name[i+1:]); err == nil && n > 0 && n < 1000 {
			word, number = name[:i], n
		}
	}
	for taken[deskKey(name)] {
		number++
		name = word + " " + strconv.Itoa(number)
	}
	return name
}

func deskKey(name string) string {
	if key := spelling.Fold(name); key != "" {
		return key
	}
	return name
}
