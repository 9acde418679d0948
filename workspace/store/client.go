package store

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/opensearch-project/opensearch-go/v4"
	"github.com/opensearch-project/opensearch-go/v4/opensearchtransport"
)

// Client speaks to one store. It is safe for concurrent use.
type Client struct {
	api    *opensearch.Client
	prefix string
	host   string // to be named in errors

	patience  time.Duration // for how long a scan's request is tried again
	bulkBytes int
}

// Open makes a client. There is no network access yet; an error says what is wrong with the configuration.
func Open(c Config) (*Client, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	header := http.Header{}
	if c.APIKey != "" {
		header.Set("Authorization", "ApiKey "+c.APIKey)
	}
	u, _ := url.Parse(strings.TrimSuffix(c.URL, "/")) // it was checked
	transport, err := opensearchtransport.New(opensearchtransport.Config{URLs: []*url.URL{u}, Username: c.User, Password: c.Password, Header: header, CACert: c.CA,
		DisableRetry: true, HealthCheckMaxRetries: -1, MaxRetryClusterHealth: -1, NodeStatsInterval: -1}) // it sends what it is asked to, and nothing else
	if err != nil {
		return nil, errors.New("the store's address cannot be used")
	}
	return &Client{api: &opensearch.Client{Transport: transport}, prefix: cmp.Or(c.Prefix, DefaultPrefix), host: u.Host, patience: patience, bulkBytes: bulkBytes}, nil
}

// Close ends the client's connections.
func (c *Client) Close() error { return c.api.Close() }

// Host names the store for a person, with its port.
func (c *Client) Host() string { return c.host }

// alias is the name by which a kind's index is asked and written.
func (c *Client) alias(kind Kind) string { return c.prefix + "-" + string(kind) }

// index is the name under which a kind's index is made.
func (c *Client) index(kind Kind) string { return fmt.Sprintf("%s-v%d", c.alias(kind), Schema) }

// The errors of a store. Others are *Refused and *Unanswered.
var (
	ErrEmpty   = errors.New("nothing has been published there yet")
	ErrForeign = errors.New("it was not made by contextls")
	ErrSchema  = errors.New("it is of another version")
)

// Refused is what a store answers in place of doing what it was asked.
type Refused struct {
	Host   string
	Status int    // of HTTP
	Type   string // OpenSearch's name of the error, "" where it has none
	Reason string // its explanation: not to be trusted
}

func (e *Refused) Error() string {
	switch {
	case e.Status == http.StatusUnauthorized, e.Status == http.StatusForbidden && e.Type == "security_exception":
		return fmt.Sprintf("%s does not let us in (status %d): are %s, or %s and %s, set and right?", e.Host, e.Status, EnvAPIKey, EnvUser, EnvPassword)
	case e.Full():
		return fmt.Sprintf("%s takes no more documents: its disk is too full; free some room there, and scan again when it has lifted the block (status %d: %s)", e.Host, e.Status, e.Reason)
	case e.Blocked():
		return fmt.Sprintf("%s takes no more documents: somebody set its indices to read-only; index.blocks.* of their settings says how, and null there ends it (status %d: %s)", e.Host, e.Status, e.Reason)
	}
	return fmt.Sprintf("%s answers with status %d: %s", e.Host, e.Status, cmp.Or(strings.TrimPrefix(e.Type+": "+e.Reason, ": "), http.StatusText(e.Status)))
}

// Blocked reports whether the store's indices are read-only.
func (e *Refused) Blocked() bool { return e.Type == "cluster_block_exception" }

// Full reports whether the store takes nothing more by itself, until its disk has room again: above one watermark there are no new
// indices, above another one those that there are become read-only. Its reason begins with the index.
func (e *Refused) Full() bool {
	return e.Type == "index_create_block_exception" || e.Blocked() && strings.Contains(e.Reason, "read-only-allow-delete")
}

// Passing reports whether the same request may be answered a little later.
func (e *Refused) Passing() bool {
	switch e.Status {
	case http.StatusTooManyRequests:
		return !e.Blocked()
	case http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return true
	}
	return false
}

// maxReason bounds what is repeated of a store's explanation, in bytes.
const maxReason = 300

// maxAnswer bounds what is read of an answer, in bytes: a thousand definitions of the largest kind are less.
const maxAnswer = 64 << 20

// request is a request to OpenSearch, with a body that is already JSON or nil.
type request struct {
	method, path string
	query        string
	body         []byte
	lines        bool // the body is one JSON value a line
}

// GetRequest is for opensearch-go.
func (r request) GetRequest(string) (*http.Request, error) {
	var body io.Reader
	if r.body != nil {
		body = bytes.NewReader(r.body)
	}
	req, err := http.NewRequest(r.method, r.path, body)
	if err != nil {
		return nil, err
	}
	req.URL.RawQuery = r.query
	switch {
	case r.lines:
		req.Header.Set("Content-Type", "application/x-ndjson")
	case r.body != nil:
		req.Header.Set("Content-Type", "application/json")
	}
	return req, nil
}

// do sends a request and reads its answer into out, unless that is nil. The error is ctx's, a *Refused or an *Unanswered, or says that the
// answer is none of OpenSearch's.
func (c *Client) do(ctx context.Context, r request, out any) error {
	resp, err := opensearch.Do[struct{}](ctx, c.api, r.method, r, nil)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return c.unanswered(err)
	}
	body := []byte{}
	if resp.Body != nil {
		defer resp.Body.Close()
		if body, err = io.ReadAll(io.LimitReader(resp.Body, maxAnswer+1)); err != nil {
			return c.unanswered(err)
		}
		if len(body) > maxAnswer {
			return fmt.Errorf("%s answers with more than %d MB", c.host, maxAnswer>>20)
		}
	}
	if resp.IsError() {
		return c.refused(resp.StatusCode, body)
	}
	if out == nil {
		return nil
	}
	if err := json.Unmarshal(body, out); err != nil {
		return fmt.Errorf("%s does not answer as OpenSearch does: %w", c.host, err)
	}
	return nil
}

// Unanswered says that there was no answer, or not all of one.
type Unanswered struct {
	Host string
	Err  error // why
}

func (e *Unanswered) Error() string { return fmt.Sprintf("%s does not answer: %v", e.Host, e.Err) }

// Unwrap is why there was no answer.
func (e *Unanswered) Unwrap() error { return e.Err }

// unanswered is an error of the network, without the request that it names.
func (c *Client) unanswered(err error) error {
	for inner := err; inner != nil; inner = errors.Unwrap(inner) {
		err = inner
	}
	return &Unanswered{c.host, err}
}

func (c *Client) refused(status int, body []byte) *Refused {
	var said struct {
		Error json.RawMessage `json:"error"`
	}
	refused := &Refused{Host: c.host, Status: status}
	if json.Unmarshal(body, &said) == nil {
		var failure failure
		if json.Unmarshal(said.Error, &failure) == nil {
			refused.Type, refused.Reason = failure.Type, failure.Reason
		}
	}
	refused.Reason = shortened(refused.Reason, maxReason)
	return refused
}

// failure is how OpenSearch tells of an error.
type failure struct {
	Type   string `json:"type"`
	Reason string `json:"reason"`
}
