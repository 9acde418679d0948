-- A pack in a window: its text as it is, folded by item, made anew when something is typed.
local M = {}

local scratch = require('contextls.scratch')

---@class contextls.View
---@field opts contextls.PackOpts
---@field pack? contextls.PackResult
---@field outline? contextls.Outline
---@field cancel? fun()
---@field waiting integer the number of the last change, so that only the last one counts

local views = {} ---@type table<integer, contextls.View> by buffer

--- What stands above the text.
---@param view contextls.View
---@return string
local function title(view)
  local said = require('contextls.pack').summary(view.pack)
  local of = (' of %s'):format(require('contextls.notify').number(view.pack.stats.availableForContext))
  local parts = { said.tokens .. of, said.files, said.left_out }
  if #view.pack.warnings > 0 then
    table.insert(parts, ('%d warnings (K)'):format(#view.pack.warnings))
  end
  return ' ' .. table.concat(parts, ' · '):gsub('%%', '%%%%')
end

---@param buf integer
local function decorate(buf)
  for _, win in ipairs(vim.fn.win_findbuf(buf)) do
    local wo = vim.wo[win][0]
    wo.winbar = views[buf].pack and title(views[buf]) or ' ' .. require('contextls.statusline').indexing(views[buf].opts.bufnr)
    wo.foldmethod, wo.foldexpr, wo.foldtext = 'expr', "v:lua.require'contextls.view'.fold()", ''
    wo.wrap, wo.spell = false, false
  end
end

---@param buf integer
---@param err string?
---@param pack contextls.PackResult?
local function answered(buf, err, pack)
  local view = views[buf]
  if not pack then
    return require('contextls.notify').error(err or 'no answer')
  end
  if not (view.pack and view.pack.etag == pack.etag) then
    local lines = vim.split(pack.text, '\n')
    if lines[#lines] == '' then
      table.remove(lines)
    end
    view.outline = require('contextls.outline').read(lines)
    scratch.set_lines(buf, lines)
  end
  view.pack = pack
  require('contextls.statusline').packed(view.opts.bufnr, pack)
  decorate(buf)
end

--- Asks for the pack again, if somebody sees it.
---@param buf integer
local function refresh(buf)
  local view = views[buf]
  if not view or #vim.fn.win_findbuf(buf) == 0 then
    return
  end
  if view.cancel then
    view.cancel()
  end
  view.cancel = require('contextls').pack(view.opts, function(err, pack)
    if views[buf] then
      view.cancel = nil
      answered(buf, err, pack)
    end
  end)
end

--- Asks for the pack again when it has been quiet for a while.
---@param buf integer
local function refresh_soon(buf)
  local view = views[buf]
  view.waiting = view.waiting + 1
  local turn = view.waiting
  vim.defer_fn(function()
    if view.waiting == turn then
      refresh(buf)
    end
  end, require('contextls.config').get().debounce_ms)
end

---@param buf integer
local function watch(buf)
  local group = vim.api.nvim_create_augroup('contextls.view.' .. buf, {})
  vim.api.nvim_create_autocmd({ 'TextChanged', 'TextChangedI', 'TextChangedP' }, {
    group = group,
    callback = function(event)
      if vim.bo[event.buf].buftype == '' then
        refresh_soon(buf)
      end
    end,
  })
  vim.api.nvim_create_autocmd('User', {
    group = group,
    pattern = { 'ContextlsIndexChanged', 'ContextlsPinsChanged' },
    callback = function()
      decorate(buf)
      refresh_soon(buf)
    end,
  })
  vim.api.nvim_create_autocmd('BufWinEnter', {
    group = group,
    buffer = buf,
    callback = function()
      decorate(buf)
      refresh_soon(buf)
    end,
  })
  vim.api.nvim_create_autocmd({ 'BufWipeout', 'BufDelete' }, {
    group = group,
    buffer = buf,
    callback = function()
      views[buf] = nil
      vim.api.nvim_del_augroup_by_id(group)
    end,
  })
end

--- 'foldexpr' of the buffer.
---@return string
function M.fold()
  local view = views[vim.api.nvim_get_current_buf()]
  return view and view.outline and view.outline.levels[vim.v.lnum] or '0'
end

--- The item under the cursor, and the line of its file, from 1.
---@return contextls.PackItem?
---@return integer?
function M.item()
  local view = views[vim.api.nvim_get_current_buf()]
  if not view or not view.outline then
    return
  end
  local lnum = vim.api.nvim_win_get_cursor(0)[1]
  local n = view.outline.items[lnum]
  local item = n and view.pack.items[n]
  if not item then
    return
  end
  local first = item.ranges[1] and item.ranges[1].start.line + 1 or 1
  local start = view.outline.starts[n]
  if item.representation == 'full' and start and lnum >= start then
    first = first + lnum - start
  end
  return item, first
end

--- What was asked for to make the pack in the current buffer, if it shows one.
---@return contextls.PackOpts?
function M.opts()
  local view = views[vim.api.nvim_get_current_buf()]
  return view and view.opts
end

--- Goes to the file under the cursor: that of the item, or one that the map names.
---@param split boolean
function M.go(split)
  local item, line = M.item()
  local view = views[vim.api.nvim_get_current_buf()]
  local path = item and vim.uri_to_fname(item.uri)
  if not path and view and view.pack then
    local named = vim.api.nvim_get_current_line():match('^(%S.*):$')
    path = named and vim.fs.joinpath(vim.uri_to_fname(view.pack.provenance.folder), named)
  end
  if not path or not vim.uv.fs_stat(path) then
    return require('contextls.notify').warn('there is no file here')
  end
  vim.cmd(split and 'normal! \23s' or "normal! m'")
  vim.cmd.edit(vim.fn.fnameescape(path))
  vim.api.nvim_win_set_cursor(0, { math.min(line or 1, vim.api.nvim_buf_line_count(0)), 0 })
end

--- Shows what was left out, and what the server warns of.
function M.details()
  local view = views[vim.api.nvim_get_current_buf()]
  if not view or not view.pack then
    return
  end
  local lines = vim.list_slice(view.pack.warnings)
  for _, excluded in ipairs(view.pack.excluded) do
    table.insert(lines, ('`%s` %s'):format(excluded.path, excluded.reason:gsub('_', ' ')))
  end
  local more = -#view.pack.excluded
  for _, n in pairs(view.pack.excludedCounts) do
    more = more + n
  end
  if more > 0 then
    table.insert(lines, ('… and %s more'):format(require('contextls.notify').number(more)))
  end
  require('contextls.scratch').float(#lines > 0 and lines or { 'nothing was left out' }, 'contextls.details')
end

--- Shows a pack in a window.
---@param opts contextls.PackOpts
---@param mods? table how to split, as nvim_cmd has it
function M.open(opts, mods)
  opts.bufnr = opts.bufnr or vim.api.nvim_get_current_buf()
  opts.targets = opts.targets or (vim.bo[opts.bufnr].buftype == '' and vim.api.nvim_buf_get_name(opts.bufnr) ~= '' and { opts.bufnr } or {})
  opts.targets = vim.tbl_map(require('contextls.pack').target, opts.targets) -- buffers may go
  local first = opts.targets[1] and opts.targets[1].uri
  local about = first and vim.fs.basename(vim.uri_to_fname(first)) or 'task'
  local key = vim.fn.sha256(vim.json.encode({ opts.targets, opts.task, opts.budget })):sub(1, 6)
  local buf, made = scratch.buffer(('contextls://pack/%s/%s'):format(key, about), 'markdown')
  if made then
    views[buf] = { opts = opts, waiting = 0 }
    watch(buf)
    vim.keymap.set('n', 'K', M.details, { buffer = buf, desc = 'contextls: what was left out, and warnings' })
    for keys, split in pairs({ gf = false, ['<C-W>f'] = true }) do
      vim.keymap.set('n', keys, function()
        M.go(split)
      end, { buffer = buf, desc = 'contextls: go to the file under the cursor' })
    end
  end
  scratch.show(buf, mods)
  decorate(buf)
  refresh(buf)
end

return M
