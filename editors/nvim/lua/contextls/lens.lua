-- The server's code lenses: how important a file and its definitions are.
local M = {}

---@param bufnr integer
---@return string
local function group(bufnr)
  return 'contextls.lens.' .. bufnr
end

--- Shows the lenses of one server in a buffer, and no other server's.
---@param client vim.lsp.Client
---@param bufnr integer
function M.attach(client, bufnr)
  if not require('contextls.config').get().code_lens then
    return
  end
  if vim.lsp.codelens.enable then
    return vim.lsp.codelens.enable(true, { client_id = client.id, bufnr = bufnr })
  end
  -- Neovim 0.11 asks all servers of the buffer, each time it is told to.
  vim.lsp.codelens.refresh({ bufnr = bufnr })
  vim.api.nvim_create_autocmd({ 'BufEnter', 'InsertLeave', 'BufWritePost' }, {
    group = vim.api.nvim_create_augroup(group(bufnr), {}),
    buffer = bufnr,
    callback = function()
      vim.lsp.codelens.refresh({ bufnr = bufnr })
    end,
  })
end

--- Shows none of a server's lenses in a buffer any more. Neovim 0.12 does not do so by itself where lenses are on for one
--- server, and not for the whole buffer: it goes on asking for those of buffers that are gone, and fails.
---@param client vim.lsp.Client
---@param bufnr integer
function M.detach(client, bufnr)
  if not vim.lsp.codelens.enable then
    pcall(vim.api.nvim_del_augroup_by_name, group(bufnr))
    return vim.lsp.codelens.clear(client.id, bufnr)
  end
  local provider = vim.tbl_get(vim.lsp, '_capability', 'all', 'codelens', 'active', bufnr)
  if provider and provider.client_state[client.id] then
    provider:on_detach(client.id)
    if not next(provider.client_state) then
      provider:destroy()
      provider.request = function() end -- its timer may have fired, and what it does be on the way
    end
  end
end

--- Switches the lenses off, or on if they are.
---@return boolean on
function M.toggle()
  local config = require('contextls.config')
  local on = not config.get().code_lens
  config.set({ code_lens = on })
  for _, client in ipairs(vim.lsp.get_clients({ name = 'contextls' })) do
    if vim.lsp.codelens.enable then
      vim.lsp.codelens.enable(on, { client_id = client.id })
    end
    for bufnr in pairs(client.attached_buffers) do
      (on and M.attach or M.detach)(client, bufnr)
    end
  end
  return on
end

return M
