package toml

// Table holds values by key. Its methods work on a nil Table, too, which has no keys.
type Table map[string]Value

// Value is a string, an array, a table, or text that is none of these. The zero Value is that of a key which has
// none yet.
type Value struct {
	Text   string  // a string without its quotes, escapes replaced; a number, a boolean or a date as it is written
	Quoted bool    // Text is a string
	Array  []Value // the elements of an array, or the tables that [[…]] adds
	Table  Table   // nil where the value is no table
}

// Table is the table that a path of keys leads to, nil where there is none.
func (t Table) Table(keys ...string) Table {
	for _, key := range keys {
		t = t[key].Table
	}
	return t
}

// Text is the text of a key, "" where there is none.
func (t Table) Text(key string) string { return t[key].Text }

// Tables are the tables of an array of tables.
func (t Table) Tables(key string) []Table {
	var out []Table
	for _, v := range t[key].Array {
		if v.Table != nil {
			out = append(out, v.Table)
		}
	}
	return out
}

// Strings are the strings of a value: its own, or those of its elements and their elements.
func (v Value) Strings() []string {
	if v.Quoted {
		return []string{v.Text}
	}
	var out []string
	for _, e := range v.Array {
		out = append(out, e.Strings()...)
	}
	return out
}

// open finds or makes the table of a path of keys; a repeated one is a new element of an array.
func (t Table) open(keys []string, repeated bool) Table {
	for i, key := range keys {
		value := t[key]
		next, adds := value.Table, repeated && i == len(keys)-1
		if n := len(value.Array); n > 0 {
			next = value.Array[n-1].Table
		}
		switch {
		case adds:
			next = Table{}
			t[key] = Value{Array: append(value.Array, Value{Table: next})}
		case next == nil:
			next = Table{}
			t[key] = Value{Table: next}
		}
		t = next
	}
	return t
}
