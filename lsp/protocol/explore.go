package protocol

// ProvidersParams are the parameters of context/providers.
type ProvidersParams struct {
	InFolder
}

// ProvidersResult is the answer to context/providers.
type ProvidersResult struct {
	Providers []Provider `json:"providers"`
}

// Provider is one way to explore a workspace, as a model is told of it.
type Provider struct {
	Name        string `json:"name"`
	Description string `json:"description"`
	Parameters  Schema `json:"parameters"`
	Enabled     bool   `json:"enabled"`
	Reason      string `json:"reason,omitzero"` // why it cannot be used
}

// Schema is a JSON Schema (draft 2020-12) of a provider's parameters: an object with these properties.
type Schema struct {
	Type                 string              `json:"type"` // one of: object
	Properties           map[string]Property `json:"properties"`
	Required             []string            `json:"required"`
	AdditionalProperties bool                `json:"additionalProperties"` // one of: false
}

// Property is one parameter of a provider; an absent limit is none.
type Property struct {
	Type        string   `json:"type"` // one of: string, integer, boolean, array
	Description string   `json:"description"`
	Default     any      `json:"default,omitzero"`
	Enum        []string `json:"enum,omitzero"`
	Minimum     *int     `json:"minimum,omitzero"`
	Maximum     *int     `json:"maximum,omitzero"`
	MinLength   int      `json:"minLength,omitzero"`
	MaxLength   int      `json:"maxLength,omitzero"` // in characters
	Items       *Items   `json:"items,omitzero"`
	MaxItems    int      `json:"maxItems,omitzero"`
}

// Items are what a list holds.
type Items struct {
	Type      string `json:"type"` // one of: string
	MinLength int    `json:"minLength,omitzero"`
	MaxLength int    `json:"maxLength,omitzero"`
}

// ExploreParams are the parameters of context/explore.
type ExploreParams struct {
	Requests     []ExploreRequest `json:"requests,omitzero"`     // at most 64
	Tokens       *int             `json:"tokens,omitzero"`       // of all contents together, from 1; default 16_000
	ResultTokens *int             `json:"resultTokens,omitzero"` // of each, from 1; default 6000
	Tokenizer    Tokenizer        `json:"tokenizer,omitzero"`
	InFolder
}

// ExploreRequest is what one provider is asked.
type ExploreRequest struct {
	Provider string `json:"provider"`
	Params   any    `json:"params,omitzero"`
}

// ExploreResult is the answer to context/explore.
type ExploreResult struct {
	Results []Exploration `json:"results"`
}

// Exploration is what one provider answered.
type Exploration struct {
	Provider        string  `json:"provider"`
	Params          any     `json:"params"` // as sent
	Content         string  `json:"content"`
	EstimatedTokens int     `json:"estimatedTokens"`
	Truncated       bool    `json:"truncated"`
	Error           *string `json:"error"`
}
