-- The server's code lenses: how important a file and its definitions are.
local M = {}

--- Shows the lenses of one server in a buffer, and no other server's.
---@param client vim.lsp.Client
---@param bufnr integer
function M.attach(client, bufnr)
  if not require('contextls.config').get().code_lens then
    return
  end
  if vim.lsp.codelens.enable then
    return vim.lsp.codelens.enable(true, { client_id = client.id })
  end
  -- Neovim 0.11 asks all servers of the buffer, each time it is told to.
  vim.lsp.codelens.refresh({ bufnr = bufnr })
  vim.api.nvim_create_autocmd({ 'BufEnter', 'InsertLeave', 'BufWritePost' }, {
    group = vim.api.nvim_create_augroup('contextls.lens.' .. bufnr, {}),
    buffer = bufnr,
    callback = function()
      vim.lsp.codelens.refresh({ bufnr = bufnr })
    end,
  })
end

return M
