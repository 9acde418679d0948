-- :checkhealth contextls
local M = {}

local health = vim.health
local protocol = 1 -- of the requests; the server announces its own

local function check_program()
  local missing = require('contextls.server').missing()
  if missing then
    return health.error(missing, { "or name it: vim.lsp.config('contextls', { cmd = { '/path/to/contextls' } })" })
  end
  local cmd = vim.lsp.config.contextls.cmd
  if type(cmd) ~= 'table' then
    return health.ok('the server is started by a function')
  end
  local done = vim.system({ cmd[1], 'version' }, { text = true }):wait(5000)
  if done.code == 0 then
    health.ok(('%s: %s'):format(vim.fn.exepath(cmd[1]), vim.trim(done.stdout)))
  else
    health.error(('%s version: %s'):format(cmd[1], vim.trim(done.stderr)))
  end
end

---@param client vim.lsp.Client
local function check_client(client)
  local announced = vim.tbl_get(client.server_capabilities, 'experimental', 'contextProtocol')
  if announced ~= protocol then
    health.warn(('the server speaks version %s of the protocol, the plugin version %d'):format(announced, protocol))
  end
  local index = client.root_dir and require('contextls.index').of(client.root_dir)
  local buffers = vim.tbl_count(client.attached_buffers)
  local say = index and index.state == 'degraded' and health.warn or health.ok
  say(
    ('%s: %s, %d files, %d open here'):format(client.root_dir, index and index.state or 'starting', index and index.files or 0, buffers),
    index and index.reasons
  )
end

local function check_server()
  if not vim.lsp.is_enabled or vim.lsp.is_enabled('contextls') then
    health.ok('started for every file of a repository')
  else
    health.info("not started by itself: vim.g.contextls.enable is false; vim.lsp.enable('contextls') starts it")
  end
  local clients = vim.lsp.get_clients({ name = 'contextls' })
  if #clients == 0 then
    health.info('no server runs: no file of a repository is open')
  end
  for _, client in ipairs(clients) do
    check_client(client)
  end
end

local function check_doctor()
  local doctor = require('contextls.doctor')
  local wrong, problem = doctor.wrong(0)
  if not wrong then
    health.warn(problem)
  elseif #wrong == 0 then
    health.ok('the doctor finds nothing wrong')
  end
  for _, line in ipairs(wrong or {}) do
    health.error(line)
  end
  local command = doctor.command(0)
  if command then
    local text = '`%s` or :Contextls doctor prints what to paste into a bug report: it names no files and no user'
    health.info(text:format(table.concat(command, ' ')))
  end
end

local function check_editor()
  local register = require('contextls.config').get().register
  if (register == '+' or register == '*') and vim.fn['provider#clipboard#Executable']() == '' then
    health.warn(('no clipboard: copies go to register " instead of %s'):format(register), { 'see :help clipboard' })
  else
    health.ok('copies go to register ' .. register)
  end
  if pcall(vim.treesitter.language.inspect, 'markdown') then
    health.ok('packs are highlighted by the Markdown parser')
  else
    health.info("there is no Markdown parser: packs are highlighted by 'syntax'")
  end
end

local function check_plugins()
  for name, module in pairs({ codecompanion = 'codecompanion', copilotchat = 'CopilotChat', avante = 'avante' }) do
    local there = #vim.api.nvim_get_runtime_file(('lua/%s/init.lua'):format(module), false) > 0
    health.info(there and ('%s is here: see :help contextls-%s'):format(module, name) or ('%s is not installed'):format(module))
  end
end

function M.check()
  health.start('contextls: server')
  if vim.fn.has('nvim-0.11') == 0 then
    return health.error('it needs Neovim 0.11 or later')
  end
  check_program()
  check_server()
  health.start('contextls: editor')
  check_editor()
  health.start('contextls: chat plugins')
  check_plugins()
  if not require('contextls.server').missing() then
    health.start('contextls: doctor')
    check_doctor()
  end
end

return M
