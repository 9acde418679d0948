package lsp

// ProviderMenu lists the providers of context/explore for those who offer them before a workspace is
// open: Enabled are those that can be used in any. Of the others context/providers says it.
func ProviderMenu() []Provider {
	var menu []Provider
	for _, p := range providers() {
		menu = append(menu, Provider{Name: p.name, Description: p.description, Parameters: p.schema, Enabled: p.off == nil})
	}
	return menu
}
