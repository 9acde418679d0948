-- Packs: what is asked for, and what a person is told about the answer.
local M = {}

local notify = require('contextls.notify')

--- The parameters of context/pack (see contextls.PackParams), and:
---@class contextls.PackOpts: contextls.PackParams
---@field bufnr? integer whose folder, and the target where none is named; default: the current buffer
---@field targets? (contextls.Target|string|integer)[] also paths and buffer numbers
---@field budget? contextls.Budget|integer also a number of tokens
---@field pins? boolean false: without the person's pinned files
---@field cursor? boolean of the buffer's file, the cursor's line is the part in question

--- A buffer's file, if it is one of the folder.
---@param bufnr integer
---@param root string
---@return string? uri
function M.uri_of_buffer(bufnr, root)
  local path = vim.api.nvim_buf_get_name(bufnr)
  if path ~= '' and vim.bo[bufnr].buftype == '' and vim.fs.relpath(root, path) then
    return vim.uri_from_bufnr(bufnr)
  end
end

---@param target contextls.Target|string|integer
---@return contextls.Target
function M.target(target)
  if type(target) == 'number' then
    return { uri = vim.uri_from_bufnr(target == 0 and vim.api.nvim_get_current_buf() or target) }
  elseif type(target) == 'string' then
    return { uri = vim.uri_from_fname(vim.fs.abspath(vim.fs.normalize(target))) }
  end
  return target
end

--- The line of a buffer that the cursor is in. Where a buffer was just opened, it says nothing.
---@param bufnr integer
---@return contextls.Range[]?
local function cursor_line(bufnr)
  local win = vim.api.nvim_get_current_win()
  if vim.api.nvim_win_get_buf(win) ~= bufnr then
    return nil
  end
  local line, column = unpack(vim.api.nvim_win_get_cursor(win))
  if line == 1 and column == 0 then
    return nil
  end
  return { { start = { line = line - 1, character = 0 }, ['end'] = { line = line, character = 0 } } }
end

--- The targets that are named, or else the buffer's file.
---@param targets? (contextls.Target|string|integer)[]
---@param bufnr integer
---@param root string
---@param cursor? boolean the cursor's line is the part in question
---@return contextls.Target[]
function M.targets(targets, bufnr, root, cursor)
  if targets then
    return vim.tbl_map(M.target, targets)
  end
  local uri = M.uri_of_buffer(bufnr, root)
  return uri and { { uri = uri, ranges = cursor and cursor_line(bufnr) or nil } } or {}
end

--- What context/pack is sent.
---@param opts contextls.PackOpts
---@param client vim.lsp.Client
---@return contextls.PackParams
function M.params(opts, client)
  local root = client.root_dir or vim.fn.getcwd()
  local params = vim.tbl_extend('force', opts, {
    targets = M.targets(opts.targets, opts.bufnr, root, opts.cursor),
    budget = type(opts.budget) == 'number' and { tokens = opts.budget } or opts.budget,
    files = vim.list_slice(opts.files or {}),
    workspaceFolder = opts.workspaceFolder or vim.uri_from_fname(root),
  })
  params.bufnr, params.pins, params.cursor = nil, nil, nil
  if opts.pins ~= false then
    for _, path in ipairs(require('contextls.pins').list(root)) do
      table.insert(params.files, { uri = vim.uri_from_fname(vim.fs.joinpath(root, path)), pin = true })
    end
  end
  return params
end

--- What editors put beside a file that they have open.
---@param path string
---@return boolean
local function is_lock(path)
  local name = vim.fs.basename(path)
  return name:match('^%.#') ~= nil or name:match('^%.~lock%..*#$') ~= nil or name:match('^%..*%.sw[a-p]$') ~= nil
end

--- How many were left out of a pack, by reason, the most frequent first. What git ignores was never to be in it, nor were
--- the locks of editors.
---@param pack contextls.PackResult
---@return string "" if there are none
---@return integer
function M.left_out(pack)
  local counts, all = {}, 0 ---@type table<string, integer>, integer
  ---@param reason string
  ---@param n integer
  local function add(reason, n)
    reason = reason:match('^link to ') and 'link' or reason:match('^[^:]+'):gsub('_', ' ')
    if reason ~= 'ignored' then
      counts[reason], all = (counts[reason] or 0) + n, all + n
      counts[reason] = counts[reason] > 0 and counts[reason] or nil
    end
  end
  for reason, n in pairs(pack.excludedCounts) do
    add(reason, n)
  end
  for _, e in ipairs(pack.excluded) do
    if is_lock(e.path) then
      add(e.reason, -1)
    end
  end
  local reasons = vim.tbl_keys(counts)
  table.sort(reasons, function(a, b)
    return counts[a] == counts[b] and a < b or counts[a] > counts[b]
  end)
  local parts = vim.iter(reasons):map(function(reason)
    return notify.number(counts[reason]) .. ' ' .. reason
  end)
  return parts:join(', '), all
end

---@class contextls.Summary
---@field tokens string
---@field files string by how much of them is shown
---@field left_out string by reason
---@field left_out_count string

--- What a person is told about a pack.
---@param pack contextls.PackResult
---@return contextls.Summary
function M.summary(pack)
  local stats, files = pack.stats, {}
  for _, part in ipairs({
    { stats.filesIncludedFull, 'full' },
    { stats.filesIncludedSlice, 'in part' },
    { stats.filesIncludedSignatures, 'signatures' },
  }) do
    if part[1] > 0 then
      table.insert(files, ('%d %s'):format(part[1], part[2]))
    end
  end
  local out, all = M.left_out(pack)
  return {
    tokens = notify.number(stats.totalEstimatedTokens) .. ' tokens' .. (pack.partial and ' (partial)' or ''),
    files = #files == 0 and 'no files' or table.concat(files, ', '),
    left_out = 'left out: ' .. (out == '' and 'nothing' or out),
    left_out_count = ('%d left out'):format(all),
  }
end

return M
