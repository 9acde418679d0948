package engine

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/contextls/contextls/budget"
)

// ParamError is a value of a request that cannot be used: which field it is, named as in the wire's
// parameters but that files are paths, and what is wrong with it.
type ParamError struct{ Field, Problem string }

func (e *ParamError) Error() string { return e.Field + ": " + e.Problem }

// Bad makes a *ParamError.
func Bad(field, format string, args ...any) error {
	return &ParamError{field, fmt.Sprintf(format, args...)}
}

// paramError makes a *ParamError of one that package budget found.
func paramError(err error) error {
	var field *budget.FieldError
	if errors.As(err, &field) {
		return Bad(field.Field, "%v %s", field.Value, field.Want)
	}
	return err
}

// unprefixed is paramError for requests that have the fields of a budget as their own.
func unprefixed(err error) error {
	var p *ParamError
	if errors.As(paramError(err), &p) {
		return &ParamError{strings.TrimPrefix(p.Field, "budget."), p.Problem}
	}
	return err
}

// firstOf is the first error of some.
func firstOf(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// checkInt wants a number from least to most, or nil; most 0 means that there is no upper limit.
func checkInt(field string, v *int, least, most int) error {
	switch {
	case v == nil || *v >= least && (most == 0 || *v <= most):
		return nil
	case *v < least && least == 1:
		return Bad(field, "%d is not positive", *v)
	case *v < least:
		return Bad(field, "%d is negative", *v)
	}
	return Bad(field, "%d is above %d", *v, most)
}

// checkOneOf wants one of some words, or nothing.
func checkOneOf(field, v string, words ...string) error {
	if v == "" || slices.Contains(words, v) {
		return nil
	}
	return Bad(field, "%q is not one of %s", v, strings.Join(words, ", "))
}

// or is a value, or what holds without one.
func or[T any](v *T, fallback T) T {
	if v != nil {
		return *v
	}
	return fallback
}
