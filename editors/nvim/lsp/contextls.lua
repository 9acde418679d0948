-- What vim.lsp.enable('contextls') starts. Change any of it with vim.lsp.config('contextls', { … }).
---@type vim.lsp.Config
return {
  cmd = { 'contextls' },
  root_markers = { '.git', '.jj', '.hg', '.contextls.toml' },
  workspace_required = true,
  handlers = {
    ['context/didChangeIndex'] = function(_, change)
      require('contextls.index').changed(change)
    end,
  },
  commands = {
    ['contextls.showImportance'] = function(command, context)
      require('contextls.why').from_lens(command, context)
    end,
  },
}
