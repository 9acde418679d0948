package store

import "time"

// Hurried makes a client send small bulk requests, and give up soon.
func Hurried(c *Client) *Client {
	c.bulkBytes, c.patience = 1<<10, 2*time.Second
	return c
}
