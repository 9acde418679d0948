local editor = require('editor')
local eq = MiniTest.expect.equality

local child ---@type contextls.test.Editor
local T = MiniTest.new_set({
  hooks = {
    post_case = function()
      child.stop()
    end,
  },
})

local function start(before)
  child = editor.start(before)
end

local pid = [[(function()
  local client = vim.lsp.get_clients({ name = 'contextls' })[1]
  local attached = client and client.initialized and vim.tbl_count(client.attached_buffers) > 0
  return attached and vim.fn.system({ 'pgrep', '-P', vim.fn.getpid(), 'contextls' }):match('%d+')
end)()]]

T['a killed server is started again by restart'] = function()
  start()
  editor.open(child, 'store/cart.py')
  local first = editor.await(child, pid)
  vim.uv.kill(tonumber(first), 'sigkill')
  editor.await(child, [[#vim.lsp.get_clients({ name = 'contextls' }) == 0]])
  eq(editor.told(child, 'Contextls restart'):match('restarted$') ~= nil, true)
  eq(editor.await(child, pid) ~= first, true)
  child.cmd('Contextls pack') -- which may have to wait for the index, and says so
  editor.await(child, [[(_G.notices[#_G.notices] or ''):match('%d+ tokens in')]])
end

T['a killed server is started again by who needs it'] = function()
  start()
  editor.open(child, 'store/cart.py')
  child.type_keys('ggO', 'from store.stamp import stamp', '<Esc>')
  vim.uv.kill(tonumber(editor.await(child, pid)), 'sigkill')
  editor.await(child, [[#vim.lsp.get_clients({ name = 'contextls' }) == 0]])
  child.lua([[_G.notices = {} vim.cmd('Contextls pack')]])
  editor.await(child, [[vim.fn.getreg('"'):find('store/stamp.py` · full', 1, true) ~= nil]])
end

T['restart ends the old server and attaches its buffers to the new one'] = function()
  start()
  child.o.hidden = true
  editor.open(child, 'app.py')
  editor.open(child, 'store/cart.py')
  local first = editor.await(child, pid)
  eq(editor.told(child, 'Contextls! restart'), 'contextls: restarted')
  eq(editor.await(child, pid) ~= first, true)
  eq(child.lua_get([[vim.tbl_count(vim.lsp.get_clients({ name = 'contextls' })[1].attached_buffers)]]), 2)
  eq(vim.uv.kill(tonumber(first), 0) == 0, false)
end

T['without the program nothing is said before a command needs it'] = function()
  start([[vim.env.PATH = '/usr/bin:/bin']])
  child.cmd('edit app.py')
  eq(child.lua_get('_G.notices'), {})
  eq(editor.told(child, 'Contextls pack'), 'contextls: there is no program contextls; see :help contextls-install')
  child.cmd('checkhealth contextls')
  eq(child.fn.search('ERROR there is no program contextls', 'nw') > 0, true)
end

T['it is not started outside of repositories, nor where it is switched off'] = function()
  start()
  child.cmd('edit /etc/passwd')
  child.cmd('cd /')
  eq(editor.told(child, 'Contextls pack'), 'contextls: this is in no repository')
  eq(child.lua_get('#vim.lsp.get_clients()'), 0)
  child.stop()
  start([[vim.g.contextls = { enable = false }]])
  child.cmd('edit store/cart.py')
  vim.uv.sleep(200)
  eq(child.lua_get('#vim.lsp.get_clients()'), 0)
end

T['indexing is seen as progress and in the statusline'] = function()
  start([[_G.progress = {}
    vim.api.nvim_create_autocmd('LspProgress', { callback = function(e) table.insert(_G.progress, e.data.params.value.kind) end })
    _G.states = {}
    vim.api.nvim_create_autocmd('User', { pattern = 'ContextlsIndexChanged', callback = function(e)
      table.insert(_G.states, e.data.state)
    end })]])
  eq(child.lua_get([[require('contextls').statusline()]]), '')
  for n = 1, 300 do
    vim.fn.writefile({ 'def f' .. n .. '(): pass' }, ('%s/store/m%d.py'):format(child.shop, n))
  end
  editor.open(child, 'store/cart.py')
  editor.await(child, [[vim.list_contains(_G.progress, 'end')]])
  eq(child.lua_get('_G.progress[1]'), 'begin')
  eq(child.lua_get([[vim.list_contains(_G.states, 'ready')]]), true)
  eq(child.lua_get([[require('contextls').statusline()]]), 'contextls')
  editor.told(child, 'Contextls pack 3000')
  eq(child.lua_get([[require('contextls').statusline()]]):match('^contextls [%d.]+k?$') ~= nil, true)
  child.lua([[require('contextls.index').changed({ folder = vim.uri_from_fname(vim.fn.getcwd()), state = 'indexing', percentage = 42,
    snapshot = '', files = 0, reasons = {} })]])
  eq(child.api.nvim_eval_statusline([[%{%v:lua.require'contextls'.statusline()%}]], {}).str, 'contextls 42%')
end

T['health says how things are'] = function()
  start()
  editor.open(child, 'store/cart.py')
  child.cmd('checkhealth contextls')
  local report = table.concat(child.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
  for _, part in ipairs({ '✅ OK ', 'contextls: contextls 0', 'ready, 6 files, 1 open here', 'no clipboard', 'Markdown parser',
    'avante is not installed', 'the doctor finds nothing wrong', ':Contextls doctor' }) do
    eq({ part, report:find(part, 1, true) ~= nil }, { part, true })
  end
  eq(report:find('ERROR', 1, true), nil)
end

return T
