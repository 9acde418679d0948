-- Defines the command, the mappings and what happens when the server attaches; everything else is loaded
-- when it is used first.
if vim.g.loaded_contextls then
  return
end
vim.g.loaded_contextls = true

if vim.fn.has('nvim-0.11') == 0 then
  vim.notify('contextls.nvim needs Neovim 0.11 or later and stays off.', vim.log.levels.WARN)
  return
end

vim.api.nvim_create_user_command('Contextls', function(args)
  require('contextls.commands').run(args)
end, {
  nargs = '+',
  bang = true,
  range = true,
  desc = 'contextls: the right context for a model',
  complete = function(lead, line)
    return require('contextls.commands').complete(lead, line)
  end,
})

-- A count is a number of tokens, and a register is where the text goes.
local function map(mode, command)
  local name = command:sub(1, 1):upper() .. command:sub(2)
  vim.keymap.set(mode, ('<Plug>(Contextls%s)'):format(name), function()
    return (mode == 'x' and ':' or '<Cmd>') .. ('Contextls %s %s<CR>'):format(command, vim.v.count > 0 and vim.v.count or '')
  end, { expr = true, silent = true, desc = 'contextls: ' .. command })
end
for _, command in ipairs({ 'map', 'open', 'pack', 'pick', 'pin', 'pins', 'stats', 'task', 'unpin', 'uses', 'why' }) do
  map('n', command)
end
for _, command in ipairs({ 'open', 'pack', 'task' }) do
  map('x', command)
end

vim.api.nvim_create_autocmd({ 'LspAttach', 'LspDetach' }, {
  group = vim.api.nvim_create_augroup('contextls', {}),
  desc = 'contextls: show how important files and definitions are',
  callback = function(event)
    local client = vim.lsp.get_client_by_id(event.data.client_id)
    if client and client.name == 'contextls' then
      require('contextls.lens')[event.event == 'LspAttach' and 'attach' or 'detach'](client, event.buf)
    end
  end,
})

if (vim.g.contextls or {}).enable ~= false then
  vim.lsp.enable('contextls')
end
