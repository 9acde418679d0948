package mcp

import "testing"

func TestPlainErrors(t *testing.T) {
	const in = `validating "arguments": validating root: `
	for text, want := range map[string]string{
		in + `validating /properties/tokens: minimum: -1/1 is less than 1.000000`:                                              `tokens: minimum: -1 is less than 1`,
		in + `validating /properties/task: type: 5 has type "integer", want "string"`:                                          `task: type: 5 has type "integer", want "string"`,
		in + `validating /properties/targets: validating /properties/targets/items: type: 1 has type "integer", want "string"`: `targets: type: 1 has type "integer", want "string"`,
		in + `required: missing properties: ["file"]`:                                                                          `arguments: required: missing properties: ["file"]`,
		in + `unexpected additional properties ["foo"]`:                                                                        `arguments: unexpected additional properties ["foo"]`,
		`file: "1/1" is not in the folder`:                                                                                     `file: "1/1" is not in the folder`,
	} {
		if got := plain(text); got != want {
			t.Errorf("%s\n got %s\nwant %s", text, got, want)
		}
	}
}
