package secret

import "strings"

// longestLogin is how many bytes of an address its login may take.
const longestLogin = 300

// databases are schemes of addresses that are rarely written without a meaning.
const databases = " postgres postgresql mysql mariadb mongodb mongodb+srv redis rediss amqp amqps mssql sqlserver oracle clickhouse cockroachdb smtp smtps ldap ldaps ftp ftps sftp "

// address finds the password in scheme://user:password@host. i is where :// stands.
func address(text string, i int) (f Finding, steps int, ok bool) {
	from := i + len("://")
	end := from
	for end < len(text) && end-from < longestLogin && strings.IndexByte(" \t\r\n\"'`<>/\\(){}[]|,", text[end]) < 0 {
		end++
	}
	at := strings.LastIndexByte(text[from:end], '@')
	if at < 0 {
		return Finding{}, end - i, false
	}
	user, password, ok := strings.Cut(text[from:from+at], ":")
	host := text[from+at+1 : end]
	if !ok || password == "" || host == "" || strings.ContainsAny(password, "$*%#") && placeholderSigns(password) || weak(user, password) {
		return Finding{}, end - i, false
	}
	scheme := text[:i]
	scheme = strings.ToLower(scheme[strings.LastIndexFunc(scheme, func(r rune) bool { return r > '~' || !letterOrDigit(byte(r)) && r != '+' && r != '.' && r != '-' })+1:])
	switch sure := strings.Contains(databases, " "+scheme+" ") && real(host); {
	case len(password) > 200:
		return Finding{}, end - i, false
	case sure && len(password) >= 8, random(password):
	case !strong(password), strings.Contains(password, "%") && !sure: // tests of addresses are full of those
		return Finding{}, end - i, false
	}
	start := from + len(user) + 1
	return Finding{Kind: "password", Start: start, End: start + len(password)}, end - i, true
}

// placeholderSigns reports whether a password is a variable: $PASSWORD, %s, #{password}.
func placeholderSigns(password string) bool {
	return strings.HasPrefix(password, "$") || strings.HasPrefix(password, "%s") || strings.HasPrefix(password, "#{") || strings.Trim(password, "*") == ""
}

// real reports whether a host may be a real one, in a network of its own or in the world.
func real(host string) bool {
	host, _, _ = strings.Cut(strings.ToLower(host), ":")
	host, _, _ = strings.Cut(host, "?")
	if !strings.Contains(host, ".") || host == "127.0.0.1" || host == "0.0.0.0" {
		return false
	}
	for _, part := range [...]string{"example", "localhost", "host.", ".host", ".test", ".invalid", ".local"} {
		if strings.Contains(host, part) {
			return false
		}
	}
	return true
}
