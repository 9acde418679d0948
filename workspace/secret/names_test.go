package secret

import (
	"strings"
	"testing"
)

func TestNames(t *testing.T) {
	for verdict, paths := range map[Verdict]string{
		Secret: `
			.env .env.local .env.production .env~ .env.bak .env-prod .env_old prod.env deploy/.ENV .envrc .env.swp .dev.vars .env.example~ ..env.swp
			.env/bin/x.go a/.Env.local/b
			id_rsa id_dsa id_ecdsa id_ed25519 id_ecdsa_sk id_ed25519_sk id_rsa.old ID_RSA keys/id_rsa.bak #id_rsa# .#id_rsa
			server.pem server.key private.ppk release.keystore debug.jks store.p12 cert.pfx AuthKey_123.p8 db.kdbx old.kdb krb5.keytab client.ovpn
			a.pem.bak a.key~ a.key. ssh_host_rsa_key wallet.dat secring.gpg keystore.properties key.properties android/signing.properties
			.aws/credentials .aws/config a/.aws/b/c .ssh/config .ssh/known_hosts .ssh/id_rsa.pub .gnupg/pubring.kbx .azure/accessTokens.json
			.kube/config home/.kube/config .docker/config.json .config/containers/auth.json .config/gcloud/access_tokens.db
			.cargo/credentials .cargo/credentials.toml .gem/credentials .bundle/config .m2/settings.xml .m2/settings-security.xml
			.gradle/gradle.properties .config/gh/hosts.yml .config/git/credentials .vscode/sftp.json .idea/dataSources.local.xml .huggingface/token
			etc/shadow .netrc _netrc .authinfo .authinfo.gpg .npmrc .yarnrc.yml .pypirc .git-credentials .gitcookies .pgpass .my.cnf .mylogin.cnf
			.htpasswd .htpasswd.old .htdigest .dockercfg .dockerconfigjson kubeconfig kubeconfig.yaml prod.kubeconfig .s3cfg .boto .databrickscfg
			.vault-token .vault_pass .vault_pass.txt .ansible_vault_pass .ftpconfig sftp-config.json recentservers.xml rclone.conf kaggle.json
			wp-config.php wp-config.php.bak wg0.conf auth.json .composer/auth.json
			credentials.json credentials.json.bak credentials.yml credentials.xml credentials.csv credentials.toml credentials.tfrc.json config/credentials.yml.enc .terraformrc
			application_default_credentials.json service-account.json service_account.json gcp-service-account.json service-account-prod.json
			my-firebase-adminsdk-x1.json client_secret_123.apps.json client_secret.json gcp-key.json
			terraform.tfvars prod.auto.tfvars terraform.tfvars.json terraform.tfstate terraform.tfstate.backup a.tfstate.123 plan.tfplan
			.bash_history .zsh_history .psql_history .mysql_history .python_history .node_repl_history .rediscli_history`,
		Likely: `
			id_rsa_github id_ed25519-work id_rsa_test.go secrets.yaml my-secret Secrets/prod.json secret.go secrets_test.go lib/SecretManager.ts private_key.txt privatekey.xml passwords.txt password.txt
			credentials.py credentials.go credentials.rb src/credentials.ts api_keys.md apikey.txt token.txt secrets/.env.example`,
		Plain: `
			.env.example .env.sample .env.template .env.dist example.env prod.env.example .env.d.ts env environment.go x.env.go envrc dotenv.js
			id_rsa.pub id_ed25519.pub deploy.key.pub rsa.go public.pem pem key monkey a.keys keys.go hotkey.ts keystore.go pem.rs
			auth.go auth.py auth.ts auth/handler.go oauth.json locales/en/auth.json i18n/de/auth.json config.json docker/config.json .kube/x kube/config config aws/config
			settings.xml src/settings.xml .vscode/settings.json gradle.properties gradle/gradle.properties local.properties cargo/credentials_store.rs
			credential.go credentials_test.go credentials/ credentials/aws.go Cargo.toml .cargo/config.toml .gem/specs .docker/daemon.json
			terraform.tfvars.example example.tfvars main.tf variables.tf tfstate.go .terraform.lock.hcl .terraform-version
			.gitconfig .gitignore .bashrc .profile netrc.go npmrc.md .nvmrc .yarnrc package.json pip.conf hosts.yml credentials.json.example
			service-account.yaml service_account.go serviceaccount.yaml clusterrole.yaml kubeconfig.go token.go tokenizer.json tokens.css tokens.json
			password.go password_reset.html htpasswd.go shadow.css shadow wp-config-sample.php wp-config-docker.md vault.go pgpass.go history.go bash_history.md
			public_key.pem passwords/index.js`,
	} {
		for p := range strings.FieldsSeq(paths) {
			if got := OfPath(p); got != verdict {
				t.Errorf("OfPath(%q) = %d, want %d", p, got, verdict)
			}
		}
	}
}

// What a directory says, and what the last name does, are all that a path says.
func TestOfLast(t *testing.T) {
	for _, p := range []string{"a/b.go", ".ssh/known_hosts", "a/.aws/x/y", "a/.docker/config.json", "a/b/c/.docker/config.json", "a/locales/en/auth.json", "x/en/auth.json", "A/.ENV~", "secrets/a.txt", "a/credentials"} {
		dir := p[:strings.LastIndexByte(p, '/')]
		if got, want := max(OfPath(dir), OfLast(p)), OfPath(p); got != want {
			t.Errorf("%s: %v, want %v", p, got, want)
		}
	}
}
