-- What all chat plugins offer to a model: a pack for a task, for files, or for both.
local M = {}

M.name = 'contextls'

M.description = 'Get the code that matters to a task or to files of this workspace, chosen by the import graph and '
  .. 'fitted into a token budget: targets in full, what they need in full or as signatures, a map of the repository, '
  .. 'and why each file is there. Unsaved edits are included. Use it before you read files one by one.'

--- The parameters, as JSON Schema.
M.schema = {
  type = 'object',
  properties = {
    task = { type = 'string', description = 'What is to be done, in words; paths and names of code in it count most.' },
    paths = {
      type = 'array',
      items = { type = 'string' },
      description = 'Files that are to be changed, relative to the workspace. They are shown in full.',
    },
    tokens = { type = 'integer', description = 'What the answer may cost, in tokens. Default: 16000.' },
  },
  required = { 'task' },
}

---@class contextls.Request
---@field task? string
---@field paths? string[]
---@field tokens? integer

---@class contextls.RequestOpts
---@field bufnr? integer whose folder; default: the current buffer
---@field tokens? integer the budget where the model names none, and the most it may name
---@field target? boolean the buffer's file is to be shown in full

local default_tokens = 16000

---@param value any
---@param kind type
---@return any value, nil if it is of another type, as null and what models make up is
local function only(value, kind)
  return type(value) == kind and value or nil
end

--- Answers with a pack as text.
---@param request contextls.Request
---@param opts contextls.RequestOpts
---@param cb fun(err: string?, text: string?)
---@return fun() cancel
function M.answer(request, opts, cb)
  local bufnr = opts.bufnr or vim.api.nvim_get_current_buf()
  local root = require('contextls.server').root(bufnr) or vim.fn.getcwd()
  local targets = opts.target and { bufnr } or {}
  for _, path in ipairs(only(request.paths, 'table') or {}) do
    local absolute = path:match('^/') or path:match('^%a:[/\\]')
    table.insert(targets, absolute and path or vim.fs.joinpath(root, path))
  end
  local most = opts.tokens or default_tokens
  local task = only(request.task, 'string')
  return require('contextls').pack({
    bufnr = bufnr,
    task = task ~= '' and task or nil,
    targets = targets,
    budget = math.max(1, math.min(math.floor(tonumber(request.tokens) or most), most)),
  }, function(err, pack)
    cb(err, pack and pack.text)
  end)
end

--- The same for those who cannot wait: Neovim works on, but the caller does not return before there is an answer.
---@param request contextls.Request
---@param opts contextls.RequestOpts
---@param timeout_ms? integer
---@return string? err
---@return string? text
function M.answer_now(request, opts, timeout_ms)
  local done, failure, text = false, nil, nil ---@type boolean, string?, string?
  local cancel = M.answer(request, opts, function(err, answer)
    done, failure, text = true, err, answer
  end)
  vim.wait(timeout_ms or 10000, function()
    return done
  end, 5)
  if not done then
    cancel()
    return 'contextls did not answer in time'
  end
  return failure, text
end

return M
