package secret

import (
	"math"
	"path"
	"strings"
	"sync"
)

// Verdict is what a path's names say.
type Verdict uint8

// The verdicts, each outweighing those before it.
const (
	Plain  Verdict = iota // nothing
	Likely                // a secret, unless it is source code
	Secret                // a secret
)

// named is a row of the table of names: a glob for one name of a path, or for some that follow each other.
type named struct {
	globs   string // separated by spaces; lower-case
	verdict Verdict
}

// names are the names of secrets. The first row that matches a name decides; of the names of a path, the
// worst counts, so that what lies in a directory called .ssh is no less a secret.
func names() []named {
	return []named{
		// What only shows how a secret would look, and public keys.
		{"*.pub *.pub.pem public.pem public.key public_key.pem public-key.pem publickey.pem *.crt.pem", Plain},
		{"*.example *.sample *.template *.tmpl *.tpl *.dist *.skel *.j2 *-example *_example *-sample *-template", Plain},
		{"example.env sample.env template.env *.example.env .env.example.* .env.sample.* .env.d.ts", Plain},
		{"example.tfvars *.example.tfvars *.sample.tfvars *-example.tfvars example.auto.tfvars", Plain},
		{"*.example.json *.sample.json *.example.yml *.example.yaml *.sample.yml *.sample.yaml *.example.toml", Plain},
		{"locale/*/auth.json locales/*/auth.json lang/*/auth.json langs/*/auth.json i18n/*/auth.json i18n/auth.json", Plain}, // texts of a login page
		{"translations/*/auth.json messages/*/auth.json intl/*/auth.json resources/*/auth.json", Plain},

		// The environment of programs.
		{".env .env.* .env-* .env_* *.env .envrc .envrc.* .dev.vars .dev.vars.*", Secret},

		// Private keys and stores of them.
		{"id_rsa id_dsa id_ecdsa id_ed25519 id_xmss id_ecdsa_sk id_ed25519_sk", Secret},
		{"ssh_host_*_key", Secret},
		{"id_rsa[._\\-]* id_dsa[._\\-]* id_ecdsa[._\\-]* id_ed25519[._\\-]*", Likely}, // id_rsa_github, but id_rsa_test.go
		{"*.pem *.key *.ppk *.pvk *.p8 *.p12 *.pkcs12 *.pfx *.jks *.jceks *.keystore *.bks *.keytab *.agekey", Secret},
		{"*.kdb *.kdbx *.psafe3 *.agilekeychain *.keychain *.keychain-db *.ovpn secring.* wallet.dat", Secret},
		{"keystore.properties key.properties signing.properties", Secret},

		// Directories of programs that keep credentials, and .aws, .ssh and .gnupg as a whole.
		{".aws .ssh .gnupg .password-store .azure .oci .aliyun .snowsql .config/gcloud .config/op .config/rclone", Secret},
		{".kube/config .docker/config.json .config/containers/auth.json .cargo/credentials .gem/credentials .bundle/config", Secret},
		{".m2/settings.xml .m2/settings-security.xml .gradle/gradle.properties .pip/pip.conf .config/pip/pip.conf", Secret},
		{".config/gh/hosts.yml .config/hub .config/git/credentials .config/doctl/config.yaml .config/hcloud/cli.toml", Secret},
		{".circleci/cli.yml .dbt/profiles.yml .huggingface/token .cache/huggingface/token .ngrok2/ngrok.yml .fly/config.yml", Secret},
		{".idea/datasources.local.xml .idea/webservers.xml .vscode/sftp.json .purple/accounts.xml .subversion/auth", Secret},
		{"etc/shadow etc/gshadow etc/sudoers", Secret},

		// Logins of programs.
		{".netrc _netrc .authinfo .authinfo.* .npmrc .yarnrc.yml .pypirc .git-credentials .gitcookies .cvspass .gemrc", Secret},
		{".pgpass pgpass.conf .my.cnf .mylogin.cnf .htpasswd .htpasswd.* .htpasswd-* .htdigest htpasswd", Secret},
		{".dockercfg .dockerconfigjson kubeconfig *.kubeconfig kubeconfig.yaml kubeconfig.yml kubeconfig.json", Secret},
		{".s3cfg .boto .passwd-s3fs .databrickscfg .sentryclirc .clasprc.json .flyrc .trc .twurlrc .fetchmailrc .msmtprc", Secret},
		{".vault-token .vault_pass .vault_pass.* .vault-pass .vault-password .vault_password vault_pass.txt .ansible_vault_pass", Secret},
		{".ftpconfig .ftppass .remote-sync.json sftp-config.json recentservers.xml sitemanager.xml rclone.conf kaggle.json", Secret},
		{"wp-config.php logins.json key3.db key4.db signons.sqlite wg[0-9].conf", Secret},
		{"auth.json", Secret}, // Composer’s, Docker’s and other tools’

		// Credentials of services, and what infrastructure is made from.
		{"credentials.json credentials.yml credentials.yaml credentials.xml credentials.csv credentials.toml credentials.ini credentials.txt", Secret},
		{"credentials.yml.enc credentials.tfrc.json .terraformrc terraform.rc application_default_credentials.json", Secret},
		{"service-account.json service_account.json serviceaccount.json service-account-*.json service_account_*.json", Secret},
		{"*-service-account.json *_service_account.json serviceaccountkey.json service-account-key.json", Secret},
		{"*firebase-adminsdk*.json client_secret*.json gcp-key.json gcloud-key.json gcp-credentials.json google-credentials.json", Secret},
		{"*.tfvars *.tfvars.json *.tfstate *.tfstate.* *.tfplan", Secret},

		// What a shell or a client of a database was told.
		{".bash_history .zsh_history .sh_history .fish_history .histfile .psql_history .mysql_history .sqlite_history", Secret},
		{".rediscli_history .python_history .node_repl_history .irb_history .dbshell .mongosh_history", Secret},

		{"*secret* privatekey.* private_key.* private-key.* privkey.* private_key passwords.* password.txt passwd.txt", Likely},
		{"credentials.* api_key.* api_keys.* apikey.* apikeys.* token.txt tokens.txt access_token.*", Likely},
	}
}

// copies are the endings and beginnings of copies that editors and people make of a file.
var copies = [...]string{"~", ".bak", ".backup", ".old", ".orig", ".save", ".swp", ".swo", ".tmp", ".copy", ".disabled", ".rej", ".1", ".2", "-backup", "_backup", ".bak2"}

// pattern is a glob of the table, ready to be matched.
type pattern struct {
	row        int
	above      []string // globs of the names above the one in question
	glob       string
	head, tail string // of the glob, without special characters: most names have neither
	verdict    Verdict
}

// patterns are the globs of the table. Most names match none: those that are one name, and those that are an
// ending, are looked up; of the others those are tried whose first or else last byte is the name's, and those that begin and end with
// anything.
type patterns struct {
	exact, ending map[string][]pattern // *.pem is the ending .pem
	head, tail    [256][]pattern
	others        []pattern
	above         int // how many names above the one in question a pattern has at most
}

var table = sync.OnceValue(func() *patterns {
	t := &patterns{exact: map[string][]pattern{}, ending: map[string][]pattern{}}
	for i, row := range names() {
		for globs := range strings.FieldsSeq(row.globs) {
			above := strings.Split(globs, "/")
			last := len(above) - 1
			p := pattern{row: i, above: above[:last], glob: above[last], verdict: row.verdict}
			if special := strings.IndexAny(p.glob, `*?[\`); special >= 0 {
				p.head, p.tail = p.glob[:special], p.glob[strings.LastIndexAny(p.glob, `*?[]\`)+1:]
			}
			t.above = max(t.above, last)
			end, isEnding := strings.CutPrefix(p.glob, "*.")
			switch {
			case !strings.ContainsAny(p.glob, `*?[\`):
				t.exact[p.glob] = append(t.exact[p.glob], p)
			case isEnding && !strings.ContainsAny(end, `*?[\`):
				t.ending["."+end] = append(t.ending["."+end], p)
			case p.head != "":
				t.head[p.head[0]] = append(t.head[p.head[0]], p)
			case p.tail != "":
				t.tail[p.tail[len(p.tail)-1]] = append(t.tail[p.tail[len(p.tail)-1]], p)
			default:
				t.others = append(t.others, p)
			}
		}
	}
	return t
})

// OfPath says what the names in a path with forward slashes tell, in any case of letters. It looks at
// nothing on disk.
func OfPath(p string) Verdict {
	worst := Plain
	parts := folded(p)
	for i := range parts {
		worst = max(worst, ofName(parts[:i+1]))
	}
	return worst
}

// OfLast is the part of OfPath's verdict that the last name of a path has. That of the directory is the other.
func OfLast(p string) Verdict {
	from := len(p)
	for range table().above + 1 { // no more names count
		if from = strings.LastIndexByte(p[:from], '/'); from < 0 {
			break
		}
	}
	return ofName(folded(p[from+1:]))
}

// folded are the names in a path as the table has them.
func folded(p string) []string {
	parts := strings.Split(strings.ToLower(p), "/")
	for i, name := range parts {
		parts[i] = strings.TrimRight(name, ". ") // Windows opens .env for ".env." and ".env "
	}
	return parts
}

// ofName is the verdict on the last of some names.
func ofName(parts []string) Verdict {
	verdict := first(parts)
	last := len(parts) - 1
	name := parts[last]
	for original := originalOf(name); verdict != Secret && original != name; original = originalOf(name) {
		name = original
		verdict = max(verdict, first(append(parts[:last:last], name)))
	}
	return verdict
}

// originalOf is the name of the file that one is a copy of by its own name, as in .env~, #.env# and .env.bak;
// the name itself if that says nothing.
func originalOf(name string) string {
	if inner, ok := strings.CutPrefix(name, "#"); ok && strings.HasSuffix(inner, "#") && len(inner) > 1 {
		return strings.TrimSuffix(inner, "#")
	}
	if inner, ok := strings.CutPrefix(name, ".#"); ok && inner != "" {
		return inner
	}
	if inner, ok := strings.CutPrefix(name, "."); ok && (strings.HasSuffix(inner, ".swp") || strings.HasSuffix(inner, ".swo")) {
		return inner[:len(inner)-len(".swp")]
	}
	for _, end := range copies {
		if inner, ok := strings.CutSuffix(name, end); ok && inner != "" {
			return inner
		}
	}
	return name
}

// first is the verdict of the first row of the table that matches the last of some names.
func first(parts []string) Verdict {
	t, name := table(), parts[len(parts)-1]
	best := pattern{row: math.MaxInt}
	try := func(all []pattern) {
		for i := range all {
			if p := &all[i]; p.row < best.row && p.matches(parts) {
				best = *p
			}
		}
	}
	try(t.exact[name])
	for i := range len(name) {
		if name[i] == '.' {
			try(t.ending[name[i:]])
		}
	}
	if name != "" {
		try(t.head[name[0]])
		try(t.tail[name[len(name)-1]])
	}
	try(t.others)
	return best.verdict
}

func (p *pattern) matches(parts []string) bool {
	before := len(parts) - 1 - len(p.above)
	name := parts[len(parts)-1]
	if before < 0 || !strings.HasPrefix(name, p.head) || !strings.HasSuffix(name, p.tail) || !matches(p.glob, name) {
		return false
	}
	for i, glob := range p.above {
		if !matches(glob, parts[before+i]) {
			return false
		}
	}
	return true
}

func matches(glob, name string) bool {
	if word := strings.Trim(glob, "*"); len(word) == len(glob)-2 && !strings.ContainsAny(word, `*?[\`) { // fast, and every name is asked
		return strings.Contains(name, word)
	}
	ok, err := path.Match(glob, name)
	if err != nil {
		panic(err) // of the table
	}
	return ok
}
