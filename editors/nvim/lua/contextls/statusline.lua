-- A piece of a statusline.
local M = {}

local tokens = {} ---@type table<string, integer> what the last pack of a folder cost

--- Remembers what a pack cost.
---@param bufnr integer
---@param pack contextls.PackResult
function M.packed(bufnr, pack)
  local client = require('contextls.server').client(bufnr)
  if client and client.root_dir then
    tokens[client.root_dir] = pack.stats.totalEstimatedTokens
    vim.cmd.redrawstatus({ bang = true })
  end
end

---@param n integer
---@return string
local function short(n)
  return n < 1000 and tostring(n) or ('%.1fk'):format(n / 1000)
end

--- How far the index of a buffer's folder is, "…" where that is not known or it is there.
---@param bufnr integer
---@return string
function M.indexing(bufnr)
  local index = require('contextls.index').of(require('contextls.server').root(bufnr) or '')
  local percentage = index and index.state == 'indexing' and index.percentage
  return percentage and ('… indexing, %d %%%%'):format(percentage) or '…'
end

---@param bufnr integer
---@return string
function M.text(bufnr)
  local client = vim.lsp.get_clients({ name = 'contextls', bufnr = bufnr })[1]
  local root = client and client.root_dir
  if not root then
    return ''
  end
  local index = require('contextls.index').of(root)
  if index and index.state == 'indexing' then
    return 'contextls ' .. (index.percentage and index.percentage .. '%%' or '…')
  end
  local cost = tokens[root] and ' ' .. short(tokens[root]) or ''
  return 'contextls' .. cost .. (index and index.state == 'degraded' and ' degraded' or '')
end

return M
