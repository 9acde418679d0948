-- What `contextls doctor` finds: a report that names no files and no user.
local M = {}

local notify = require('contextls.notify')

-- A folder is indexed for it, which takes seconds where it is large.
local limit_ms = 120000
local health_limit_ms = 60000

--- The command for the folder of a buffer, where the program is known.
---@param bufnr integer
---@return string[]?
function M.command(bufnr)
  local cmd = vim.lsp.config.contextls.cmd
  if type(cmd) == 'table' then
    return { cmd[1], 'doctor', require('contextls.server').root(bufnr) or vim.fn.getcwd() }
  end
end

--- What is wrong, one line each; nil and why, where there is no report.
---@param bufnr integer
---@return string[]? wrong
---@return string? problem
function M.wrong(bufnr)
  local command = M.command(bufnr)
  if not command then
    return nil, 'the server is started by a function'
  end
  local ok, done = pcall(function()
    return vim.system(command, { text = true }):wait(health_limit_ms)
  end)
  if not ok or done.stdout == '' then
    return nil, 'there is no report: ' .. vim.trim(ok and done.stderr or tostring(done))
  end
  local wrong = {}
  for line in vim.gsplit(done.stdout:match('^.-\nProgram') or '', '\n') do
    table.insert(wrong, line:match('^  %- (.*)'))
  end
  return wrong
end

--- Shows the report in a buffer of its own.
---@param bufnr integer
---@param mods? table how to split, as nvim_cmd has it
function M.open(bufnr, mods)
  local missing, command = require('contextls.server').missing(), M.command(bufnr)
  if missing or not command then
    return notify.error(missing or 'the server is started by a function')
  end
  vim.system(
    command,
    { text = true, timeout = limit_ms },
    vim.schedule_wrap(function(done)
      if done.stdout == '' then
        return notify.error('there is no report: ' .. vim.trim(done.stderr))
      end
      local scratch = require('contextls.scratch')
      local buf = scratch.buffer('contextls://doctor', 'text')
      scratch.set_lines(buf, vim.split(vim.trim(done.stdout), '\n'))
      scratch.show(buf, mods)
    end)
  )
end

return M
