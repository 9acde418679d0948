// Package faulttest says how often tests do harm. A test of a fault does it a few times wherever tests are run, and
// more often where CONTEXTLS_STRESS names a larger scale, as .ci/stress does: so what is tried at scale is what is
// tried with each change.
package faulttest
