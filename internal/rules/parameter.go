package rules

import (
	"fmt"
	"slices"
	"strings"
)

// A Parameter is one parameter of a System, for forms and files: its name and
// the values it can take. Komi takes any number of half points below 1,000 and
// has no values listed.
type Parameter struct {
	Name   string
	Values []string
	// Setting marks a parameter that every tournament sets beside its rules.
	Setting bool

	value func(System) string
	set   func(*System, string)
	komi  func(*System) *HalfPoints
}

// Parameters returns all parameters of a System in their usual order. The
// slice is the caller's own.
func Parameters() []Parameter { return slices.Clone(parameters) }

var parameters = []Parameter{
	choice("repetition", func(s *System) *Repetition { return &s.Repetition },
		SimpleKo, SimpleKoNoResult, PositionalSuperko, SituationalSuperko),
	choice("suicide", func(s *System) *Suicide { return &s.Suicide }, SuicideForbidden, SuicideMultiStone),
	choice("end", func(s *System) *End { return &s.End }, TwoPasses, TwoPassesThenAgreement, WhitePassesLast),
	choice("pass-stone", func(s *System) *PassStone { return &s.PassStone },
		PassFree, PassCostsStone, PassCostsAfterDisagreement),
	choice("scoring", func(s *System) *Scoring { return &s.Scoring }, Area, Territory),
	choice("seki-eyes", func(s *System) *SekiEyes { return &s.SekiEyes }, SekiNoPoints, SekiPoints),
	choice("life-and-death", func(s *System) *LifeAndDeath { return &s.LifeAndDeath },
		Agreement, PlayOut, PlayOutOnce, ConfirmationPhase, AllAlive),
	{Name: "komi-even", Setting: true, komi: func(s *System) *HalfPoints { return &s.KomiEven }},
	{Name: "komi-handicap", Setting: true, komi: func(s *System) *HalfPoints { return &s.KomiHandicap }},
	choice("handicap-compensation", func(s *System) *Compensation { return &s.Compensation },
		NoCompensation, CompensationN, CompensationNLess1),
	choice("handicap-placement", func(s *System) *Placement { return &s.Placement }, FixedPlacement, FreePlacement),
	setting(choice("tie", func(s *System) *Tie { return &s.Tie }, TieJigo, TieWhiteWins, TieBlackWins)),
	choice("illegal-move", func(s *System) *IllegalMove { return &s.IllegalMove },
		IllegalTakenBack, IllegalLoses, IllegalCountsAsPass),
}

func choice[T ~string](name string, field func(*System) *T, values ...T) Parameter {
	p := Parameter{
		Name:  name,
		value: func(s System) string { return string(*field(&s)) },
		set:   func(s *System, v string) { *field(s) = T(v) },
	}
	for _, v := range values {
		p.Values = append(p.Values, string(v))
	}
	return p
}

func setting(p Parameter) Parameter {
	p.Setting = true
	return p
}

// Of returns the parameter's value in a system.
func (p Parameter) Of(s System) string {
	if p.komi != nil {
		return p.komi(&s).String()
	}
	return p.value(s)
}

// A ParameterError reports a value that a parameter does not have.
type ParameterError struct{ Name, Value string }

func (e ParameterError) Error() string { return fmt.Sprintf("%s = %q", e.Name, e.Value) }

// With returns the system with one parameter set, or a ParameterError for an
// unknown name or value.
func (s System) With(name, value string) (System, error) {
	for _, p := range parameters {
		if p.Name != name {
			continue
		}
		if p.komi != nil {
			komi, err := parseHalfPoints(value)
			if err != nil {
				return s, ParameterError{name, value}
			}
			*p.komi(&s) = komi
			return s, nil
		}
		if slices.Contains(p.Values, value) {
			p.set(&s, value)
			return s, nil
		}
	}
	return s, ParameterError{name, value}
}

// Parse parses the name of a system with changes of its parameters, such as
// "japanese,suicide=multi-stone-allowed,komi-even=7". With changes the system
// is a custom one. An unknown name, parameter or value is a ParameterError; for
// the name its Name is empty.
func Parse(text string) (System, error) {
	name, changes, changed := strings.Cut(text, ",")
	s, ok := ByName(strings.TrimSpace(name))
	if !ok {
		return s, ParameterError{"", name}
	}
	if !changed {
		return s, nil
	}
	s.Name = Custom
	for change := range strings.SplitSeq(changes, ",") {
		parameter, value, _ := strings.Cut(change, "=")
		if strings.TrimSpace(parameter) == "" {
			return s, ParameterError{"", text}
		}
		var err error
		if s, err = s.With(strings.TrimSpace(parameter), strings.TrimSpace(value)); err != nil {
			return s, err
		}
	}
	return s, nil
}

// Validate returns a ParameterError for the first parameter with an invalid value.
func (s System) Validate() error {
	for _, p := range parameters {
		if _, err := s.With(p.Name, p.Of(s)); err != nil {
			return err
		}
	}
	return nil
}
