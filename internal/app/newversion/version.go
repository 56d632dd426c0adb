package newversion

import (
	"cmp"
	"regexp"
	"strconv"
)

// A version is a parsed version: v1.2.3, or a state before it, such as v1.2.3-rc1 or the v1.2.3-0.20260502093000-0123456789ab
// of a commit.
type version struct {
	major, minor, patch int
	// before is set for a state before the version.
	before bool
}

var form = regexp.MustCompile(`^v(\d{1,6})\.(\d{1,6})\.(\d{1,6})(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$`)

func parse(text string) (v version, ok bool) {
	parts := form.FindStringSubmatch(text)
	if parts == nil {
		return v, false
	}
	for i, n := range []*int{&v.major, &v.minor, &v.patch} {
		*n, _ = strconv.Atoi(parts[1+i]) // few digits
	}
	v.before = parts[4] != ""
	return v, true
}

// IsNewer reports whether a release is newer than the running version. It is false for any other text.
func IsNewer(release, running string) bool {
	a, ok := parse(release)
	b, known := parse(running)
	order := cmp.Or(cmp.Compare(a.major, b.major), cmp.Compare(a.minor, b.minor), cmp.Compare(a.patch, b.patch))
	return ok && known && !a.before && (order > 0 || order == 0 && b.before)
}
