-- Where codecompanion.nvim looks for extensions by name.
return require('contextls.integrations.codecompanion')
