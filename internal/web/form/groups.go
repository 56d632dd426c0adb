package form

// A FieldGroup is some fields of a form under one heading.
type FieldGroup struct {
	Name, Help string
	Fields     []FieldView
}

// A ChangeView is one setting before and after.
type ChangeView struct{ Label, Was, Now string }
