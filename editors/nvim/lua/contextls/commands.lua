-- The subcommands of :Contextls.
local M = {}

local notify = require('contextls.notify')

---@class contextls.Call
---@field args string[] what stands behind the subcommand, without a leading number
---@field count? integer that number
---@field bang boolean
---@field lines? [integer, integer] the first and the last line that were given
---@field bufnr integer
---@field register string
---@field mods table how to split, as nvim_cmd has it

---@class contextls.Command
---@field what string
---@field run fun(call: contextls.Call)
---@field files? boolean its arguments are files

---@param call contextls.Call
---@return contextls.Target[]? targets nil: the buffer
local function targets(call)
  if call.lines then
    local first, last = call.lines[1] - 1, call.lines[2]
    local range = { start = { line = first, character = 0 }, ['end'] = { line = last, character = 0 } }
    return { { uri = vim.uri_from_bufnr(call.bufnr), ranges = { range } } }
  elseif #call.args > 0 then
    return vim.tbl_map(require('contextls.pack').target, call.args)
  end
end

--- Copies a pack, or shows it.
---@param call contextls.Call
---@param opts contextls.PackOpts
---@param show boolean
local function pack(call, opts, show)
  local usual = require('contextls.config').get().tokens
  opts.bufnr, opts.budget = call.bufnr, call.count or (usual > 0 and usual or nil)
  local shown = require('contextls.view').opts()
  if shown and not opts.targets and not opts.task then -- in a pack's window: that pack
    opts = vim.tbl_extend('force', shown, { budget = call.count })
  end
  if show then
    return require('contextls.view').open(opts, call.mods) -- which follows edits: a line would soon be another one
  end
  opts.cursor = true
  local index = require('contextls.index').of(require('contextls.server').root(call.bufnr) or '')
  if index and index.state == 'indexing' then
    notify.info('the index is not ready; the pack is copied as soon as it is')
  end
  require('contextls').pack(opts, function(err, result)
    if not result then
      return notify.error(err or 'no answer')
    end
    require('contextls.statusline').packed(call.bufnr, result)
    local said = require('contextls.pack').summary(result)
    local copied = said.tokens .. ' in ' .. require('contextls.copy').copy(result.text, call.register) .. ' · ' .. said.files
    notify.fitting({ copied .. ' · ' .. said.left_out, copied .. ' · ' .. said.left_out_count })
  end)
end

---@param call contextls.Call
---@param task string
local function pack_task(call, task)
  if vim.trim(task) ~= '' then
    local lines = call.lines and targets({ lines = call.lines, bufnr = call.bufnr, args = {} })
    pack(call, { task = task, targets = lines }, call.bang)
  end
end

--- Calls back with the folder and the files of it that are meant, relative to it: those that are named, in a pack's window
--- the one under the cursor, else the buffer's.
---@param call contextls.Call
---@param cb fun(root: string, paths: string[])
local function with_paths(call, cb)
  local view = require('contextls.view')
  local shown = view.opts()
  local root = require('contextls.server').root(shown and shown.bufnr or call.bufnr)
  if not root then
    return notify.error('this is in no repository')
  end
  local item = view.item()
  local here = item and vim.uri_to_fname(item.uri) or shown and '' or vim.api.nvim_buf_get_name(call.bufnr)
  local paths = {}
  for _, path in ipairs(#call.args > 0 and call.args or { here }) do
    local inside = path ~= '' and vim.fs.relpath(root, vim.fs.abspath(vim.fs.normalize(path)))
    if not inside then
      return notify.error(path == '' and 'there is no file here' or ('%s is no file of %s'):format(path, root))
    end
    table.insert(paths, inside)
  end
  cb(root, paths)
end

---@type table<string, contextls.Command>
M.commands = {
  pack = {
    what = 'copy the context of this file',
    files = true,
    run = function(call)
      pack(call, { targets = targets(call) }, call.bang)
    end,
  },
  open = {
    what = 'show the context of this file, live',
    files = true,
    run = function(call)
      pack(call, { targets = targets(call) }, true)
    end,
  },
  task = {
    what = 'copy the context for a task',
    run = function(call)
      if #call.args > 0 then
        return pack_task(call, table.concat(call.args, ' '))
      end
      vim.ui.input({ prompt = 'Task: ' }, function(task)
        pack_task(call, task or '')
      end)
    end,
  },
  map = {
    what = 'copy the repository map',
    run = function(call)
      require('contextls').repo_map({ bufnr = call.bufnr, tokens = call.count }, function(err, map)
        if not map then
          return notify.error(err or 'no answer')
        end
        if call.bang then
          return require('contextls.map').open(map, call.mods)
        end
        notify.fitting({
          ('map of %s tokens in %s · %d files with signatures, %d by name · %d left out'):format(
            notify.number(map.estimatedTokens),
            require('contextls.copy').copy(map.content, call.register),
            map.filesWithSignatures,
            map.filesPathOnly,
            map.filesOmitted
          ),
        })
      end)
    end,
  },
  why = {
    what = 'why a file matters, alone or to this one',
    files = true,
    run = function(call)
      if call.bang then
        return require('contextls.picker').open(call.bufnr)
      end
      local named = call.args[1] and require('contextls.pack').target(call.args[1]).uri
      require('contextls.why').show({ bufnr = call.bufnr, uri = named, targets = named and { call.bufnr } })
    end,
  },
  uses = {
    what = 'where the definition around the cursor is used',
    run = function(call)
      require('contextls.uses').show(call.bufnr, call.args[1])
    end,
  },
  pick = {
    what = 'choose among the files that matter to this one',
    run = function(call)
      require('contextls.picker').open(call.bufnr)
    end,
  },
  pin = {
    what = 'have a file in every pack',
    files = true,
    run = function(call)
      with_paths(call, function(root, paths)
        local n = require('contextls.pins').add(root, paths)
        notify.info(n == 0 and 'pinned already' or ('pinned %s'):format(table.concat(paths, ', ')))
      end)
    end,
  },
  unpin = {
    what = 'no longer; with !: none',
    files = true,
    run = function(call)
      with_paths(call.bang and vim.tbl_extend('force', call, { args = { '.' } }) or call, function(root, paths)
        local n = require('contextls.pins').remove(root, not call.bang and paths or nil)
        notify.info(('unpinned %d file%s'):format(n, n == 1 and '' or 's'))
      end)
    end,
  },
  pins = {
    what = 'choose among the pinned files',
    run = function(call)
      require('contextls.picker').pins(call.bufnr)
    end,
  },
  lenses = {
    what = 'switch code lenses off, or on again',
    run = function()
      notify.info('code lenses are ' .. (require('contextls.lens').toggle() and 'on' or 'off'))
    end,
  },
  stats = {
    what = 'what the index holds',
    run = function(call)
      require('contextls.stats').show(call.bufnr)
    end,
  },
  restart = {
    what = 'start the server anew; with !: by force',
    run = function(call)
      require('contextls.server').restart(call.bufnr, call.bang, function(err)
        if err then
          return notify.error(err)
        end
        notify.info('restarted')
      end)
    end,
  },
  doctor = {
    what = 'what is broken, for a bug report',
    run = function(call)
      require('contextls.doctor').open(call.bufnr, call.mods)
    end,
  },
  log = {
    what = "what the server wrote to the language client's log",
    run = function(call)
      require('contextls.log').open(call.mods)
    end,
  },
}

--- Runs :Contextls.
---@param args vim.api.keyset.create_user_command.command_args
function M.run(args)
  local rest = vim.list_slice(args.fargs, 2)
  local command = M.commands[args.fargs[1]]
  if not command then
    return notify.error(('there is no :Contextls %s'):format(args.fargs[1]))
  end
  local count = rest[1] and rest[1]:match('^%d+$') and tonumber(table.remove(rest, 1)) --[[@as integer?]]
  command.run({
    args = command.files and vim.tbl_map(vim.fn.expand, rest) or rest,
    count = count or nil,
    bang = args.bang,
    lines = args.range > 0 and { args.line1, args.line2 } or nil,
    bufnr = vim.api.nvim_get_current_buf(),
    register = vim.v.register,
    mods = args.smods,
  })
end

--- Completes :Contextls.
---@param lead string
---@param line string the command line up to the cursor and behind
---@return string[]
function M.complete(lead, line)
  local sub = line:match('Contextls!?%s+(%S+)%s')
  if not sub then
    return vim.tbl_filter(function(name)
      return vim.startswith(name, lead)
    end, vim.fn.sort(vim.tbl_keys(M.commands)))
  end
  if sub == 'unpin' then
    local root = require('contextls.server').root(0)
    return vim.tbl_filter(function(path)
      return vim.startswith(path, lead)
    end, root and require('contextls.pins').list(root) or {})
  end
  return M.commands[sub] and M.commands[sub].files and vim.fn.getcompletion(lead, 'file') or {}
end

return M
