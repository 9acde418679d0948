-- A Neovim in a repository of a small shop, driven as a person would.
local M = {}

local here = vim.fs.dirname(vim.fs.abspath(debug.getinfo(1, 'S').source:sub(2)))

---@class contextls.test.Editor: MiniTest.child
---@field shop string the repository

--- A fresh Neovim in a fresh copy of the shop, with `before` run before the plugin is loaded.
---@param before? string Lua
---@return contextls.test.Editor
function M.start(before)
  local home = vim.fn.tempname()
  vim.fn.mkdir(home, 'p')
  local shop = vim.fs.joinpath(home, 'shop')
  vim.fn.system({ 'cp', '-r', vim.fs.joinpath(here, 'shop'), shop })
  vim.fn.system({ 'git', '-C', shop, 'init', '-q' })
  local child = MiniTest.new_child_neovim()
  vim.env.HOME, vim.env.XDG_STATE_HOME, vim.env.XDG_CONFIG_HOME = home, home .. '/state', home .. '/config'
  child.start({ '--cmd', 'cd ' .. shop, '--cmd', 'lua ' .. (before or '_G.before = nil'):gsub('\n', ' '), '-u', here .. '/init.lua' },
    { connection_timeout = 60000 })
  child.shop = shop
  return child
end

--- A set of tests that share an editor, in which a file of the shop is open before each.
---@param use fun(child: contextls.test.Editor) takes the editor, before the first test
---@return table
function M.set(use)
  local child ---@type contextls.test.Editor
  return MiniTest.new_set({
    hooks = {
      pre_once = function()
        child = M.start()
        use(child)
      end,
      pre_case = function()
        M.reset(child)
        M.open(child, 'store/cart.py')
      end,
      post_once = function()
        child.stop()
      end,
    },
  })
end

--- Undoes what a test did to an editor: buffers, windows, registers, pins, changed files of Lua.
---@param child contextls.test.Editor
function M.reset(child)
  child.type_keys('<Esc>')
  child.lua([[
    vim.cmd('silent! only! | silent! %bwipeout!')
    vim.cmd.cd(...)
    require('contextls.pins').remove(vim.fn.getcwd())
    vim.fn.setreg('"', '')
    vim.ui.select, vim.ui.input = _G.ui.select, _G.ui.input
    _G.notices = {}
  ]], { child.shop })
end

--- Waits until a Lua expression holds in the editor; an error says what it is then.
---@param child contextls.test.Editor
---@param expression string
function M.await(child, expression)
  local value
  local tries = 120000 / 25 -- two minutes, for a busy machine
  for _ = 1, tries do
    value = child.lua_get(expression)
    if value and value ~= vim.NIL then
      return value
    end
    vim.uv.sleep(25)
  end
  error(('never true: %s\nmessages:\n%s\nnotices:\n%s'):format(expression, child.cmd_capture('messages'),
    table.concat(child.lua_get('_G.notices'), '\n')), 2)
end

--- Opens a file of the shop and waits for the server and its index.
---@param child contextls.test.Editor
---@param path string
function M.open(child, path)
  child.cmd('edit ' .. path)
  M.await(child, [[#vim.lsp.get_clients({ name = 'contextls', bufnr = 0 }) == 1]])
  M.await(child, [[(require('contextls.index').of(vim.lsp.get_clients({ name = 'contextls' })[1].root_dir) or {}).state == 'ready']])
end

--- Runs a command and waits for what the person is told; what was told before is forgotten.
---@param child contextls.test.Editor
---@param command string
---@return string
function M.told(child, command)
  child.lua('_G.notices = {}')
  child.cmd(command)
  return M.await(child, '_G.notices[1]')
end

--- The lines of the floating window, once there is one.
---@param child contextls.test.Editor
---@return string[]
function M.float(child)
  local find = [[(function()
    for _, win in ipairs(vim.api.nvim_list_wins()) do
      if vim.api.nvim_win_get_config(win).relative ~= '' then
        return vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(win), 0, -1, false)
      end
    end
  end)()]]
  return M.await(child, find)
end

--- Compares what is drawn with tests/screenshots. Digits are all shown as 0: how the server ranks is not tested here.
---@param child contextls.test.Editor
---@param name string
function M.screenshot(child, name)
  child.cmd('redraw')
  local shot = child.get_screenshot()
  for _, line in ipairs(shot.text) do
    for column, cell in ipairs(line) do
      line[column] = cell:gsub('%d', '0')
    end
  end
  local path = vim.fs.joinpath(here, 'screenshots', name .. '.txt')
  MiniTest.expect.reference_screenshot(shot, path, { force = vim.env.UPDATE == '1' })
end

return M
