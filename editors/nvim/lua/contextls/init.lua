-- What other plugins and configurations use. Nothing here needs setup().
local M = {}

--- Chooses options; see contextls.Config. vim.g.contextls does the same before anything is loaded.
---@param opts? table
function M.setup(opts)
  if vim.fn.has('nvim-0.11') == 1 then
    require('contextls.config').set(opts)
  end
end

---@param opts table?
---@param cb function
---@return table opts with bufnr
local function checked(opts, cb)
  vim.validate('opts', opts, 'table', true)
  vim.validate('cb', cb, 'function')
  opts = vim.tbl_extend('force', {}, opts or {})
  vim.validate('opts.bufnr', opts.bufnr, 'number', true)
  vim.validate('opts.targets', opts.targets, 'table', true)
  opts.bufnr = (opts.bufnr or 0) == 0 and vim.api.nvim_get_current_buf() or opts.bufnr
  return opts
end

--- The right context for targets and a task, in a budget; unsaved edits count. Where no targets are named, it is
--- that of the buffer. Returns a function that cancels the request.
---@param opts? contextls.PackOpts
---@param cb fun(err: string?, pack: contextls.PackResult?)
---@return fun() cancel
function M.pack(opts, cb)
  opts = checked(opts, cb)
  vim.validate('opts.budget', opts.budget, { 'number', 'table' }, true)
  vim.validate('opts.task', opts.task, 'string', true)
  return require('contextls.server').request(opts.bufnr, 'context/pack', function(client)
    return require('contextls.pack').params(opts, client)
  end, cb)
end

--- Sends a request whose targets, if any are named, may be paths and buffer numbers.
---@param method string
---@param opts table?
---@param cb contextls.Callback
---@return fun() cancel
local function ask(method, opts, cb)
  opts = checked(opts, cb)
  return require('contextls.server').request(opts.bufnr, method, function(client)
    local params = vim.tbl_extend('force', opts, {
      targets = opts.targets and require('contextls.pack').targets(opts.targets, opts.bufnr, client.root_dir),
    })
    params.bufnr = nil
    return params
  end, cb)
end

--- The most important files of the buffer's folder with their signatures, in a budget.
---@param opts? contextls.RepoMapOpts
---@param cb fun(err: string?, map: contextls.RepoMapResult?)
---@return fun() cancel
function M.repo_map(opts, cb)
  return ask('context/repoMap', opts, cb)
end

--- Files by how relevant they are to targets and a task. Where neither is named, the buffer's file is the target.
---@param opts? contextls.RankOpts
---@param cb fun(err: string?, rank: contextls.RankResult?)
---@return fun() cancel
function M.rank(opts, cb)
  opts = checked(opts, cb)
  if not opts.targets and not opts.task and vim.bo[opts.bufnr].buftype == '' and vim.api.nvim_buf_get_name(opts.bufnr) ~= '' then
    opts.targets = { opts.bufnr }
  end
  return ask('context/rank', opts, cb)
end

--- Why a file ranks where it does.
---@param opts? contextls.ExplainOpts `uri` defaults to the buffer's file
---@param cb fun(err: string?, explanation: contextls.ExplainResult?)
---@return fun() cancel
function M.explain(opts, cb)
  opts = checked(opts, cb)
  vim.validate('opts.uri', opts.uri, 'string', true)
  opts.uri = opts.uri or vim.uri_from_bufnr(opts.bufnr)
  return ask('context/explain', opts, cb)
end

--- What the indexes hold.
---@param opts? { bufnr?: integer }
---@param cb fun(err: string?, stats: contextls.StatsResult?)
---@return fun() cancel
function M.stats(opts, cb)
  return ask('context/stats', opts, cb)
end

--- A piece of a statusline: how indexing goes, what the last pack cost, "" where the server does not run.
---@param bufnr? integer
---@return string
function M.statusline(bufnr)
  return require('contextls.statusline').text(bufnr or 0)
end

return M
