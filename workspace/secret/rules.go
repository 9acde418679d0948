package secret

// rule is a format that says what it is: a prefix, and what follows it.
type rule struct {
	kind     string
	prefixes []string
	rest     string            // a regular expression for what follows the prefix
	before   string            // what stands before the prefix and is a part of it: a set of characters, as in a regular expression…
	most     int               // …and how many of them there are at most
	random   float64           // bits of entropy a character that the rest has at least; 0: usual
	check    func(string) bool // of prefix and rest; nil: none
}

// usual is an entropy that random text of 16 characters and more has practically always, even in hexadecimal
// digits, and that repetitions and words of one or two letters have not.
const usual = 2.8

// Alphabets of keys.
const (
	alnum = `[A-Za-z0-9]`
	hex   = `[0-9a-f]`
	url64 = `[A-Za-z0-9_-]`
)

// rules are the formats, the more special ones before those that they look like.
func rules() []rule {
	return []rule{
		// Clouds.
		{kind: "AWS key", prefixes: []string{"AKIA", "ASIA", "ABIA", "ACCA"}, rest: `[A-Z2-7]{16}`},
		{kind: "AWS key", prefixes: []string{"ABSK"}, rest: `[A-Za-z0-9+/]{109,}={0,2}`}, // of Bedrock
		{kind: "AWS key", prefixes: []string{"bedrock-api-key-"}, rest: `YmVkcm9jay5hbWF6b25hd3MuY29t[A-Za-z0-9+/=]*`},
		{kind: "Google API key", prefixes: []string{"AIza"}, rest: url64 + `{35}`},
		{kind: "Google OAuth secret", prefixes: []string{"GOCSPX-"}, rest: url64 + `{28}`},
		{kind: "Google OAuth token", prefixes: []string{"ya29."}, rest: `[A-Za-z0-9._-]{30,}`},
		{kind: "Azure client secret", before: `[A-Za-z0-9_~.]`, most: 4, prefixes: []string{"Q~"}, rest: `[A-Za-z0-9_~.-]{31,34}`, random: 3.5},
		{kind: "Azure storage key", prefixes: []string{"AccountKey="}, rest: `[A-Za-z0-9+/]{86}==`},
		{kind: "Azure access key", prefixes: []string{"SharedAccessKey="}, rest: `[A-Za-z0-9+/]{43}=`},
		{kind: "Azure signature", prefixes: []string{"&sig=", "?sig="}, rest: `[A-Za-z0-9%+/_-]{43,90}=?`},
		{kind: "DigitalOcean token", prefixes: []string{"dop_v1_", "doo_v1_", "dor_v1_"}, rest: hex + `{64}`},
		{kind: "Alibaba key", prefixes: []string{"LTAI"}, rest: alnum + `{16,26}`, random: 3.2},
		{kind: "Cloudflare key", prefixes: []string{"v1.0-"}, rest: hex + `{24}-` + hex + `{146}`},
		{kind: "Fly token", prefixes: []string{"FlyV1 fm1a_", "FlyV1 fm1r_", "FlyV1 fm2_", "fm1r_", "fm1a_", "fm2_"}, rest: `[A-Za-z0-9+/=,_-]{80,}`},
		{kind: "Heroku key", prefixes: []string{"HRKU-"}, rest: url64 + `{36,70}`},

		// Code and its registries.
		{kind: "GitHub token", prefixes: []string{"github_pat_"}, rest: `[0-9a-zA-Z]{22}_[0-9a-zA-Z]{59}|[0-9a-zA-Z_]{82}`},
		{kind: "GitHub token", prefixes: []string{"ghp_", "gho_", "ghu_", "ghs_", "ghr_"}, rest: alnum + `{36,}`, check: checksummed},
		{kind: "GitLab token", prefixes: []string{"glpat-", "glrt-", "gldt-", "glft-", "glsoat-", "glffct-", "glcbt-", "glptt-", "glimt-", "glagent-", "gloas-", "glrtr-", "glwt-"}, rest: `[0-9a-zA-Z_-]{20,}(?:\.[0-9a-z]{2}\.?[0-9a-z]{7})?`},
		{kind: "GitLab token", prefixes: []string{"GR1348941"}, rest: url64 + `{20}`},
		{kind: "npm token", prefixes: []string{"npm_"}, rest: alnum + `{36}`, check: checksummed},
		{kind: "PyPI token", prefixes: []string{"pypi-AgEIcHlwaS5vcmc", "pypi-AgENdGVzdC5weXBpLm9yZw"}, rest: url64 + `{50,}`},
		{kind: "RubyGems key", prefixes: []string{"rubygems_"}, rest: hex + `{48}`},
		{kind: "crates.io token", prefixes: []string{"cio"}, rest: alnum + `{32}`, random: 3.5},
		{kind: "Docker token", prefixes: []string{"dckr_pat_", "dckr_oat_"}, rest: url64 + `{27,32}`},
		{kind: "Clojars token", prefixes: []string{"CLOJARS_"}, rest: `[a-z0-9]{60}`},
		{kind: "Bitbucket token", prefixes: []string{"ATBB", "ATCTT3xFfG"}, rest: `[A-Za-z0-9_=-]{28,}`, random: 3.5},
		{kind: "Atlassian token", prefixes: []string{"ATATT3"}, rest: `[A-Za-z0-9_=-]{180,200}`},
		{kind: "JFrog key", prefixes: []string{"AKCp"}, rest: alnum + `{69}`},
		{kind: "Sourcegraph token", prefixes: []string{"sgp_"}, rest: `(?:[a-fA-F0-9]{16}_|local_)?[a-fA-F0-9]{40}`},
		{kind: "SonarQube token", prefixes: []string{"squ_", "sqp_", "sqa_"}, rest: hex + `{40}`},

		// Models.
		{kind: "Anthropic key", prefixes: []string{"sk-ant-"}, rest: `[a-z]{3,10}[0-9]{2}-` + url64 + `{80,120}`},
		{kind: "OpenAI key", prefixes: []string{"sk-proj-", "sk-svcacct-", "sk-admin-", "sk-None-"}, rest: url64 + `{20,}`},
		{kind: "OpenAI key", prefixes: []string{"sk-"}, rest: alnum + `{20}T3BlbkFJ` + alnum + `{20}`},
		{kind: "OpenRouter key", prefixes: []string{"sk-or-v1-"}, rest: hex + `{64}`},
		{kind: "Hugging Face token", prefixes: []string{"hf_", "api_org_"}, rest: `[A-Za-z]{34}`, random: 3.5},
		{kind: "Replicate token", prefixes: []string{"r8_"}, rest: url64 + `{37}`},
		{kind: "Groq key", prefixes: []string{"gsk_"}, rest: alnum + `{52}`},
		{kind: "xAI key", prefixes: []string{"xai-"}, rest: alnum + `{80}`},
		{kind: "Perplexity key", prefixes: []string{"pplx-"}, rest: alnum + `{48}`},
		{kind: "Cohere key", prefixes: []string{"co_"}, rest: alnum + `{40}`, random: 3.8},

		// Messages and mail.
		{kind: "Slack token", prefixes: []string{"xoxb-", "xoxp-", "xoxa-", "xoxr-", "xoxs-", "xoxo-", "xoxe-", "xoxc-", "xoxd-", "xoxe.xoxb-", "xoxe.xoxp-"}, rest: `[0-9A-Za-z%-]{12,}`, check: digited, random: 2},
		{kind: "Slack token", prefixes: []string{"xapp-"}, rest: `[0-9]-[A-Za-z0-9]{8,14}-[0-9]{8,15}-[A-Za-z0-9]{40,80}`},
		{kind: "Slack webhook", prefixes: []string{"hooks.slack.com/services/", "hooks.slack.com/workflows/", "hooks.slack.com/triggers/"}, rest: `[A-Za-z0-9+/]{38,80}`},
		{kind: "Facebook token", prefixes: []string{"EAAM", "EAAC"}, rest: alnum + `{100,}`, random: 4},
		{kind: "Discord webhook", prefixes: []string{"discord.com/api/webhooks/", "discordapp.com/api/webhooks/"}, rest: `[0-9]{17,20}/` + url64 + `{60,90}`},
		{kind: "Teams webhook", prefixes: []string{".webhook.office.com/webhookb2/"}, rest: `[0-9a-f-]{36}@[0-9a-f-]{36}/IncomingWebhook/` + hex + `{32}/[0-9a-f-]{36}`},
		{kind: "Telegram token", before: `[0-9]`, most: 10, prefixes: []string{":AA"}, rest: url64 + `{32,33}`, random: 3.2},
		{kind: "Discord token", prefixes: []string{"MT", "Mj", "Mz", "ND", "NT", "Nj", "Nz", "OD", "OT"}, rest: `[A-Za-z0-9]{22,26}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,40}`, random: 3.5},
		{kind: "Twilio key", prefixes: []string{"SK"}, rest: `[0-9a-fA-F]{32}`},
		{kind: "SendGrid key", prefixes: []string{"SG."}, rest: url64 + `{16,32}\.` + url64 + `{16,64}`},
		{kind: "Mailgun key", prefixes: []string{"key-"}, rest: hex + `{32}`},
		{kind: "Sendinblue key", prefixes: []string{"xkeysib-"}, rest: hex + `{64}-` + alnum + `{16}`},

		// Money and shops.
		{kind: "Stripe key", prefixes: []string{"sk_live_", "sk_test_", "sk_prod_", "rk_live_", "rk_test_", "rk_prod_"}, rest: alnum + `{10,}`, random: 2.5},
		{kind: "Stripe webhook secret", prefixes: []string{"whsec_"}, rest: `[A-Za-z0-9+/]{24,64}={0,2}`, random: 3.2},
		{kind: "Square token", prefixes: []string{"sq0atp-", "sq0csp-", "sq0idp-"}, rest: url64 + `{22,43}`},
		{kind: "Square token", prefixes: []string{"EAAA"}, rest: `[A-Za-z0-9_+=-]{56,64}`, random: 4},
		{kind: "Shopify token", prefixes: []string{"shpat_", "shpca_", "shppa_", "shpss_"}, rest: `[a-fA-F0-9]{32}`},
		{kind: "PayPal token", prefixes: []string{"access_token$production$", "access_token$sandbox$"}, rest: `[0-9a-z]{16}\$` + hex + `{32}`},
		{kind: "EasyPost key", prefixes: []string{"EZAK", "EZTK"}, rest: alnum + `{54}`},
		{kind: "Flutterwave key", prefixes: []string{"FLWSECK_TEST-", "FLWSECK-"}, rest: `[0-9a-h]{12,32}(?:-X)?`},
		{kind: "Plaid token", prefixes: []string{"access-production-", "access-sandbox-", "access-development-"}, rest: `[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}`},
		{kind: "Duffel token", prefixes: []string{"duffel_test_", "duffel_live_"}, rest: `[A-Za-z0-9_=-]{43}`},

		// Data and operations.
		{kind: "Databricks token", prefixes: []string{"dapi"}, rest: hex + `{32}(?:-[0-9])?`},
		{kind: "Vault token", prefixes: []string{"hvs.", "hvb."}, rest: url64 + `{24,}`, random: 3.2},
		{kind: "Terraform token", before: alnum, most: 14, prefixes: []string{".atlasv1."}, rest: `[A-Za-z0-9_=-]{60,70}`},
		{kind: "Doppler token", prefixes: []string{"dp.pt.", "dp.st.", "dp.ct.", "dp.sa.", "dp.scim.", "dp.audit."}, rest: `(?:[a-z0-9_-]{2,35}\.)?` + alnum + `{40,44}`},
		{kind: "Grafana token", prefixes: []string{"glsa_"}, rest: alnum + `{32}_[A-Fa-f0-9]{8}`},
		{kind: "Grafana token", prefixes: []string{"glc_"}, rest: `[A-Za-z0-9+/]{32,}={0,2}`, random: 3.5},
		{kind: "New Relic key", prefixes: []string{"NRAK-", "NRJS-", "NRII-", "NRRA-"}, rest: `[A-Za-z0-9-]{19,42}`},
		{kind: "Adobe secret", prefixes: []string{"p8e-"}, rest: `[a-zA-Z0-9]{32}`},
		{kind: "Artifactory token", prefixes: []string{"cmVmdGtuOjAx"}, rest: `[A-Za-z0-9]{40,60}`},
		{kind: "Sentry token", prefixes: []string{"sntrys_", "sntryu_"}, rest: `[A-Za-z0-9+/=_-]{40,}`},
		{kind: "Dynatrace token", prefixes: []string{"dt0c01.", "dt0s01."}, rest: `[A-Za-z0-9]{24}\.[A-Za-z0-9]{64}`},
		{kind: "Postman key", prefixes: []string{"PMAK-"}, rest: `[a-fA-F0-9]{24}-[a-fA-F0-9]{34}`},
		{kind: "Pulumi token", prefixes: []string{"pul-"}, rest: hex + `{40}`},
		{kind: "Prefect key", prefixes: []string{"pnu_"}, rest: `[a-z0-9]{36}`},
		{kind: "PlanetScale secret", prefixes: []string{"pscale_pw_", "pscale_tkn_", "pscale_oauth_"}, rest: `[A-Za-z0-9=._-]{32,64}`},
		{kind: "Supabase token", prefixes: []string{"sbp_"}, rest: hex + `{40}`},
		{kind: "Tailscale key", prefixes: []string{"tskey-auth-", "tskey-api-", "tskey-client-", "tskey-webhook-", "tskey-scim-"}, rest: `[A-Za-z0-9]{8,20}(?:-[A-Za-z0-9]{20,40})?`},
		{kind: "1Password token", prefixes: []string{"ops_eyJ"}, rest: `[A-Za-z0-9+/]{250,}={0,3}`},
		{kind: "1Password key", prefixes: []string{"A3-"}, rest: `[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}`},
		{kind: "age key", prefixes: []string{"AGE-SECRET-KEY-1"}, rest: `[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58}`},
		{kind: "Infracost key", prefixes: []string{"ico-"}, rest: alnum + `{32}`},
		{kind: "Harness token", prefixes: []string{"pat.", "sat."}, rest: url64 + `{22}\.[0-9a-fA-F]{24}\.` + alnum + `{20}`},
		{kind: "Scalingo token", prefixes: []string{"tk-us-"}, rest: url64 + `{48}`},
		{kind: "OpenShift token", prefixes: []string{"sha256~"}, rest: url64 + `{43}`},

		// Work together.
		{kind: "Linear key", prefixes: []string{"lin_api_", "lin_oauth_"}, rest: alnum + `{40}`},
		{kind: "Notion token", prefixes: []string{"ntn_"}, rest: alnum + `{40,50}`},
		{kind: "Airtable token", prefixes: []string{"pat"}, rest: alnum + `{14}\.` + hex + `{64}`},
		{kind: "Figma token", prefixes: []string{"figd_"}, rest: url64 + `{38,48}`},
		{kind: "Typeform token", prefixes: []string{"tfp_"}, rest: `[A-Za-z0-9_.=-]{59}`},
		{kind: "ReadMe key", prefixes: []string{"rdme_"}, rest: `[a-z0-9]{70}`},
		{kind: "Dropbox token", prefixes: []string{"sl."}, rest: `[A-Za-z0-9_=-]{130,200}`},
		{kind: "Frame.io token", prefixes: []string{"fio-u-"}, rest: `[A-Za-z0-9_=-]{64}`},
		{kind: "Shippo token", prefixes: []string{"shippo_live_", "shippo_test_"}, rest: hex + `{40}`},

		// Formats of many services.
		{kind: "JWT", prefixes: []string{"eyJ"}, rest: `[A-Za-z0-9_-]{14,}\.eyJ[A-Za-z0-9_/+-]{10,}\.[A-Za-z0-9_/+-]{10,}={0,2}`, check: jwt},
		{kind: "JWT", prefixes: []string{"ZXlK"}, rest: `[A-Za-z0-9_/+-]{100,}={0,2}`, random: 4}, // in base 64 once more
		{kind: "access token", prefixes: []string{"Bearer ", "bearer "}, rest: `[A-Za-z0-9._~+/-]{20,}={0,2}`, check: bearer, random: 3.5},
		{kind: "login", prefixes: []string{"Basic "}, rest: `[A-Za-z0-9+/]{12,}={0,2}`, check: basic, random: 2.5},
	}
}
