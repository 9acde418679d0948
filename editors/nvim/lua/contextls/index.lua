-- How the indexes are, as the servers tell.
local M = {}

local folders = {} ---@type table<string, contextls.IndexChanged> by folder

--- The state of a folder, nil while nothing is known.
---@param root string
---@return contextls.IndexChanged?
function M.of(root)
  return folders[root]
end

--- The handler of context/didChangeIndex. Others can listen to the event User ContextlsIndexChanged.
---@param change contextls.IndexChanged
function M.changed(change)
  folders[vim.uri_to_fname(change.folder)] = change
  vim.api.nvim_exec_autocmds('User', { pattern = 'ContextlsIndexChanged', modeline = false, data = change })
  vim.cmd.redrawstatus({ bang = true })
end

return M
