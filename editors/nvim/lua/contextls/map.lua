-- A repository map in a window.
local M = {}

--- Shows a map.
---@param map contextls.RepoMapResult
---@param mods? table how to split, as nvim_cmd has it
function M.open(map, mods)
  local scratch = require('contextls.scratch')
  local root = vim.uri_to_fname(map.provenance.folder)
  local buf = scratch.buffer('contextls://map/' .. vim.fs.basename(root), 'contextlsmap')
  scratch.set_lines(buf, vim.split(vim.trim(map.content), '\n'))
  vim.keymap.set('n', 'gf', function()
    local line = vim.fn.search([[^\S.*:$]], 'bcnW')
    local path = line > 0 and vim.fs.joinpath(root, vim.fn.getline(line):sub(1, -2))
    if path then
      vim.cmd.edit(vim.fn.fnameescape(path))
    end
  end, { buffer = buf, desc = 'contextls: go to the file under the cursor' })
  scratch.show(buf, mods)
end

return M
