package secret

import (
	"strings"
	"testing"
)

// Texts that look like secrets, and are none: placeholders, examples, names, hashes, code.
func TestNothingToHide(t *testing.T) {
	for _, text := range []string{
		"aws_access_key_id = AKIA" + "IOSFODNN7EXAMPLE", "aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
		"key = AKIA" + strings.Repeat("X", 16), "ghp_" + strings.Repeat("x", 36), "token: ghp_your_token_here_please_replace_it_1",
		"GITHUB_TOKEN=<token>", "export API_KEY=${API_KEY}", "password: changeme", "PASSWORD=hunter2", `password = "correct horse battery staple"`,
		"sk-...", "sk-ant-api03-...", "sk_test_" + strings.Repeat("x", 24), "xoxb-your-token-goes-here", "SG.xxxxxxxxxxxxxxxxxxxxxx.yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy",
		"eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIn0.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c",
		"-----BEGIN RSA PRIVATE KEY-----\n...\n-----END RSA PRIVATE KEY-----", "-----BEGIN PRIVATE KEY-----\nMIIE<your key>\n-----END PRIVATE KEY-----",
		"-----BEGIN CERTIFICATE-----\n" + strings.Repeat("MIIDdzCCAl+gAwIBAgIEAgAAuTANBgkqhkiG9w0BAQUFADBaMQswCQYDVQQGEwJJ\n", 6) + "-----END CERTIFICATE-----",
		"-----BEGIN PUBLIC KEY-----\n" + strings.Repeat("MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAnzyis1ZjfNB0bBgKFMSv\n", 3) + "-----END PUBLIC KEY-----",
		"postgres://user:password@localhost:5432/db", "postgres://postgres:postgres@db:5432/app", "mysql://root:root@127.0.0.1", "https://user:pass@example.com/",
		"redis://:${PASSWORD}@cache.internal:6379", "amqp://guest:guest@rabbit.example.com", "http://a:b@c.d/e", "git@github.com:a/b.git", "mailto:a@b.c",
		"mongodb://<user>:<password>@cluster0.mongodb.net", "https://$USER:$TOKEN@github.com/x.git",
		`token = session.get_token(user_id, expires_in=3600)`, `apiKey: process.env.API_KEY,`, `secret = os.environ["SECRET_KEY_BASE_64"]`,
		`const tokenPattern = "[A-Za-z0-9]{20,40}"`, `public_key = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIG1x9u2JbLk0YvT5a0w8rZbq3Xc7d5e6f7g8h9i0j1k2"`,
		`"integrity": "sha512-oGB+UxlgWcgQkgwo8GcEGwemoTFt3FIO9ababBmaGwXIoBKZ+GTy0pP185beGg7Llih/NSHSV2XAs1lnznocSg=="`,
		`checksum = "1c7a8a1f0a4a0d6d7b1a5d1d3d0d5b1c9ab0d3a5f0f64a3f6f1c9e9ed1a1f3b2"`, `token_id: 3f2504e0-4f89-11d3-9a0c-0305e82c3301`, `secret: 3f2504e0-4f89-11d3-9a0c-0305e82c3301`,
		`next_page_token = "CAUQAA2f83jfk39fjk20fj2k0f9j2k0f9j"`, `password_hash = "$2b$12$KIXQ4yJb1q8yT9x0z1u2veW3x4y5z6a7b8c9d0e1f2g3h4i5j6k7"`,
		`cache_key = "user:1234567:profile:v2:settings"`, `auth_url = "https://auth.internal.acme.io/v1/token/4f3c2b1a"`, `KeyCode.Digit1`,
		`Authorization: Bearer <token>`, `Authorization: Basic dXNlcjpwYXNzd29yZA==`, `headers["Authorization"] = "Bearer " + token`,
		`secretName: my-app-tls-2024-secret-v3`, `--token-file /var/run/secrets/kubernetes.io/serviceaccount/token`, "tokens = 16_000_000_000_000",
		`const TOKEN_REFRESH_INTERVAL_MS = 1000 * 60 * 60`, `key: aaaaaaaaaaaaaaaaaaaa1111aaaaaaaaaaaaaaaaaaaa`, `password = "****************"`,
		`api_key = "0123456789abcdef0123456789abcdef"`, `secretKey: "deadbeefdeadbeefdeadbeefdeadbeef12345"`, `getAccessTokenFromRequestHeaderV2Base64`,
		"https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX", "‹secret: AWS key›", "API_KEY = ‹secret: key›",
	} {
		if found := Find(text); len(found) > 0 {
			t.Errorf("%s: found %+v", text, found)
		}
	}
}
