-- Buffers that show text which is no file.
local M = {}

--- The buffer of a name, made if there is none; its text cannot be edited, only replaced.
---@param name string
---@param filetype string
---@return integer bufnr
---@return boolean made
function M.buffer(name, filetype)
  local buf = vim.fn.bufnr('^' .. vim.fn.escape(name, '*?[]{}\\,$^') .. '$')
  if buf > 0 then
    return buf, false
  end
  buf = vim.api.nvim_create_buf(false, true)
  vim.api.nvim_buf_set_name(buf, name)
  vim.bo[buf].modifiable = false
  vim.bo[buf].filetype = filetype
  if filetype == 'markdown' and not vim.treesitter.highlighter.active[buf] then
    pcall(vim.treesitter.start, buf, 'markdown') -- where there is no parser, 'syntax' has to do
  end
  return buf, true
end

--- Shows a buffer in a window that has it, or else in a new one.
---@param buf integer
---@param mods table? as nvim_cmd has them
---@return integer window
function M.show(buf, mods)
  local win = vim.fn.bufwinid(buf)
  if win ~= -1 then
    vim.api.nvim_set_current_win(win)
    return win
  end
  vim.cmd.sbuffer({ args = { tostring(buf) }, mods = mods })
  return vim.api.nvim_get_current_win()
end

--- Replaces the lines that are not as they were, so that cursor and folds stay with the others.
---@param buf integer
---@param lines string[]
function M.set_lines(buf, lines)
  local old = vim.api.nvim_buf_get_lines(buf, 0, -1, false)
  local diff = vim.text.diff or vim.diff
  local hunks = diff(table.concat(old, '\n') .. '\n', table.concat(lines, '\n') .. '\n', { result_type = 'indices' })
  vim.bo[buf].modifiable = true
  for i = #hunks, 1, -1 do
    local from, removed, at, added = unpack(hunks[i] --[[@as integer[] ]])
    local first = removed == 0 and from or from - 1
    vim.api.nvim_buf_set_lines(buf, first, first + removed, false, vim.list_slice(lines, at, at + added - 1))
  end
  vim.bo[buf].modifiable = false
  vim.bo[buf].modified = false
end

--- Shows a few lines of Markdown in a floating window, which a second call enters.
---@param lines string[]
---@param id string
---@return integer buffer
---@return integer window
function M.float(lines, id)
  return vim.lsp.util.open_floating_preview(lines, 'markdown', { focus_id = id, max_width = 100, wrap = true })
end

return M
