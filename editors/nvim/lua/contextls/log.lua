-- The language client's log, where the server's messages and its standard error go.
local M = {}

--- Shows the end of the log.
---@param mods? table how to split, as nvim_cmd has it
function M.open(mods)
  local path = vim.lsp.log.get_filename()
  vim.cmd.split({ args = { vim.fn.fnameescape(path) }, mods = mods })
  vim.bo.modifiable, vim.bo.readonly, vim.bo.buflisted, vim.bo.bufhidden = false, true, false, 'wipe'
  vim.opt_local.autoread = true
  vim.cmd('normal! G')
end

return M
