-- What a person may choose, from vim.g.contextls and setup(). What the server does is chosen in its own
-- settings: vim.lsp.config('contextls', { settings = { contextls = { … } } }).
local M = {}

---@class contextls.Config
---@field enable boolean start the server for files of a repository
---@field register string where packs and maps are copied to
---@field tokens integer what a pack may cost that is copied or shown, where no count says it; 0: the server's setting tokenBudget
---@field code_lens boolean show the server's code lenses
---@field debounce_ms integer how long typing has to rest before open packs are made anew

---@type contextls.Config
local defaults = {
  enable = true,
  register = '+',
  tokens = 16000, -- which chats take well
  code_lens = true,
  debounce_ms = 300,
}

---@type contextls.Config?
local chosen

---@param opts table
local function check(opts)
  vim.validate('contextls', opts, 'table')
  for name, value in pairs(opts) do
    if defaults[name] == nil then
      error(('contextls: there is no option %s'):format(name), 0)
    end
    vim.validate('contextls.' .. name, value, type(defaults[name]))
  end
  vim.validate('contextls.register', opts.register, function(name)
    return name == nil or #name == 1 and name:match('^[%a%d"*+]$') ~= nil
  end, 'the name of a register')
  vim.validate('contextls.tokens', opts.tokens, function(n)
    return n == nil or n >= 0 and n == math.floor(n)
  end, 'a number of tokens, or 0')
end

---@param opts? table
function M.set(opts)
  check(opts or {})
  chosen = vim.tbl_extend('force', M.get(), opts or {})
end

---@return contextls.Config
function M.get()
  if not chosen then
    local said = vim.g.contextls or {}
    check(said)
    chosen = vim.tbl_extend('force', defaults, said)
  end
  return chosen
end

return M
