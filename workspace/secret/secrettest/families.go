package secrettest

// family is a format, and how one is drawn.
type family struct {
	kind string
	make func(m maker) string
}

// families are formats that say themselves what they are. No prefix stands here in one piece.
func families() []family {
	return []family{
		{"AWS key", func(m maker) string { return "AK" + "IA" + m.of(upper+"234567", 16) }},
		{"AWS key", func(m maker) string { return "AS" + "IA" + m.of(upper+"234567", 16) }},
		{"Google API key", func(m maker) string { return "AI" + "za" + m.of(url64, 34) + m.of(alnum, 1) }},
		{"Google OAuth secret", func(m maker) string { return "GOC" + "SPX-" + m.of(url64, 27) + m.of(alnum, 1) }},
		{"Google OAuth token", func(m maker) string { return "ya" + "29." + m.of(url64, 80) }},
		{"Azure client secret", func(m maker) string { return m.of(alnum, 3) + m.of(digits, 1) + "Q" + "~" + m.of(alnum, 34) }},
		{"Azure storage key", func(m maker) string { return "Account" + "Key=" + m.of(base64, 86) + "==" }},
		{"GitHub token", func(m maker) string { return m.checksummed("gh" + "p_") }},
		{"GitHub token", func(m maker) string { return m.checksummed("gh" + "o_") }},
		{"GitHub token", func(m maker) string { return m.checksummed("gh" + "s_") }},
		{"GitHub token", func(m maker) string { return "github" + "_pat_" + m.of(alnum, 22) + "_" + m.of(alnum, 59) }},
		{"GitLab token", func(m maker) string { return "gl" + "pat-" + m.of(url64, 19) + m.of(alnum, 1) }},
		{"GitLab token", func(m maker) string { return "gl" + "pat-" + m.of(alnum, 27) + ".01." + m.of(digits+lower, 7) }},
		{"npm token", func(m maker) string { return m.checksummed("np" + "m_") }},
		{"PyPI token", func(m maker) string { return "pypi-AgEIcHlw" + "aS5vcmc" + m.of(url64, 140) }},
		{"RubyGems key", func(m maker) string { return "ruby" + "gems_" + m.of(hex, 48) }},
		{"Docker token", func(m maker) string { return "dckr" + "_pat_" + m.of(url64, 26) + m.of(alnum, 1) }},
		{"Anthropic key", func(m maker) string { return "sk-" + "ant-api03-" + m.of(url64, 93) + "AA" }},
		{"OpenAI key", func(m maker) string { return "sk-" + "proj-" + m.of(url64, 74) + "T3Blbk" + "FJ" + m.of(alnum, 60) }},
		{"OpenAI key", func(m maker) string { return "sk-" + m.of(alnum, 20) + "T3Blbk" + "FJ" + m.of(alnum, 20) }},
		{"Hugging Face token", func(m maker) string { return "h" + "f_" + m.of(lower+upper, 34) }},
		{"Slack token", func(m maker) string {
			return "xo" + "xb-" + m.of(digits, 12) + "-" + m.of(digits, 13) + "-" + m.of(alnum, 24)
		}},
		{"Slack webhook", func(m maker) string {
			return "hooks.slack" + ".com/services/T" + m.of(upper+digits, 10) + "/B" + m.of(upper+digits, 10) + "/" + m.of(alnum, 24)
		}},
		{"Discord webhook", func(m maker) string {
			return "discord" + ".com/api/webhooks/" + m.of("123456789", 18) + "/" + m.of(url64, 67) + m.of(alnum, 1)
		}},
		{"Telegram token", func(m maker) string { return m.of("123456789", 10) + ":A" + "A" + m.of(alnum, 33) }},
		{"Stripe key", func(m maker) string { return "sk" + "_live_" + m.of(alnum, 24) }},
		{"Stripe key", func(m maker) string { return "rk" + "_test_" + m.of(alnum, 99) }},
		{"Twilio key", func(m maker) string { return "S" + "K" + m.of(hex, 32) }},
		{"SendGrid key", func(m maker) string { return "S" + "G." + m.of(url64, 22) + "." + m.of(url64, 42) + m.of(alnum, 1) }},
		{"Mailgun key", func(m maker) string { return "ke" + "y-" + m.of(hex, 32) }},
		{"Shopify token", func(m maker) string { return "shp" + "at_" + m.of(hex, 32) }},
		{"Square token", func(m maker) string { return "sq0" + "atp-" + m.of(url64, 21) + m.of(alnum, 1) }},
		{"DigitalOcean token", func(m maker) string { return "dop" + "_v1_" + m.of(hex, 64) }},
		{"Databricks token", func(m maker) string { return "da" + "pi" + m.of(hex, 32) }},
		{"Vault token", func(m maker) string { return "hv" + "s." + m.of(url64, 95) }},
		{"Terraform token", func(m maker) string { return m.of(alnum, 14) + ".atlas" + "v1." + m.of(alnum, 67) }},
		{"Grafana token", func(m maker) string { return "gl" + "sa_" + m.of(alnum, 32) + "_" + m.of(hex, 8) }},
		{"Sentry token", func(m maker) string { return "sn" + "tryu_" + m.of(hex, 64) }},
		{"New Relic key", func(m maker) string { return "NR" + "AK-" + m.of(upper+digits, 27) }},
		{"Postman key", func(m maker) string { return "PM" + "AK-" + m.of(hex, 24) + "-" + m.of(hex, 34) }},
		{"Linear key", func(m maker) string { return "lin" + "_api_" + m.of(alnum, 40) }},
		{"Supabase token", func(m maker) string { return "sb" + "p_" + m.of(hex, 40) }},
		{"age key", func(m maker) string { return "AGE-SECRET" + "-KEY-1" + m.of("QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L", 58) }},
		{"JWT", func(m maker) string { return m.jwt() }},
	}
}
