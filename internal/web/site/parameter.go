package site

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"tourney/internal/fault"
)

// A Parameter is a query parameter of an address of the API.
type Parameter struct {
	name string
	// check returns the fault of a value; a nil check accepts every text.
	check func(text string) error
}

// AnyText is a parameter that accepts every text.
func AnyText(name string) Parameter { return Parameter{name, nil} }

// OneOf is a parameter that accepts the given values: "api.parameter.value".
func OneOf[S ~string](name string, values ...S) Parameter {
	return Parameter{name, func(text string) error {
		if slices.Contains(values, S(text)) {
			return nil
		}
		var list []string
		for _, v := range values {
			list = append(list, string(v))
		}
		return fault.New(fault.Invalid, "api.parameter.value", name, strings.Join(list, ", "))
	}}
}

// CountryCode is a parameter that accepts the two letters of a country: "player.country".
func CountryCode(name string) Parameter {
	return Parameter{name, func(text string) error {
		if len(text) != 2 || strings.Trim(strings.ToUpper(text), "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" {
			return fault.New(fault.Invalid, "player.country", fault.Clip(text))
		}
		return nil
	}}
}

// WholeFrom is a parameter that accepts whole numbers from the least one on: "api.parameter.whole".
func WholeFrom(name string, least int) Parameter {
	return Parameter{name, func(text string) error {
		if n, err := strconv.Atoi(text); err != nil || n < least {
			return fault.New(fault.Invalid, "api.parameter.whole", name, least)
		}
		return nil
	}}
}

// WithQuery returns the action of an address of the API that accepts the given parameters and lang. It refuses others
// with "api.parameter", since the client expects another response. An empty value counts as missing.
func WithQuery(a Action, known ...Parameter) Action {
	checks := map[string]func(text string) error{"lang": nil} // checked for all addresses
	for _, p := range known {
		checks[p.name] = p.check
	}
	names := strings.Join(slices.Sorted(maps.Keys(checks)), ", ")
	return func(c *gin.Context) error {
		query := c.Request.URL.Query()
		for _, name := range slices.Sorted(maps.Keys(query)) {
			check, ok := checks[name]
			if !ok {
				return AtField(fault.Clip(name), fault.New(fault.Invalid, "api.parameter", fault.Clip(name), names))
			}
			if text := query.Get(name); check != nil && text != "" {
				if err := check(text); err != nil {
					return AtField(name, err)
				}
			}
		}
		return a(c)
	}
}
