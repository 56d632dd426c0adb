package web

// formSaving keeps others from saving a form until the function it returns is
// called, so that nothing comes between a form's merge and its writing.
func (s *site) formSaving() (done func()) {
	s.forms.Lock()
	return s.forms.Unlock
}
