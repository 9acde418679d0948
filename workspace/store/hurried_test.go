package store

import "time"

// Hurried makes a client send small bulk requests, and give up soon.
func Hurried(c *Client) *Client {
	c.bulkBytes, c.patience = 1<<10, 2*time.Second
	return c
}

// Patient makes a client wait as long as it takes.
func Patient(c *Client) *Client {
	c.patience = time.Hour
	return c
}

// SetClock has a reader see another time.
func SetClock(r *Reader, now func() time.Time) { r.now = now }
