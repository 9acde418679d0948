local editor = require('editor')
local expect = MiniTest.expect
local eq = expect.equality

local child ---@type contextls.test.Editor
local T = editor.set(function(started)
  child = started
end)

--- Calls a function of the plugin and waits for what it calls back with.
---@param name string
---@param opts string Lua
---@return table { err, result }
local function call(name, opts)
  child.lua(([[_G.answer = nil
    require('contextls').%s(%s, function(err, result) _G.answer = { err = err, result = result } end)]]):format(name, opts))
  return editor.await(child, '_G.answer')
end

local function paths(list)
  return vim.tbl_map(function(file)
    return file.path
  end, list)
end

T['pack takes what the server takes, and paths, buffers and a number'] = function()
  eq(paths(call('pack', '{}').result.items), { 'store/cart.py', 'store/price.py', 'app.py' })
  local pack = call('pack', [[{ targets = { 'app.py', vim.api.nvim_get_current_buf() }, budget = 900, format = 'xml' }]]).result
  eq(pack.stats.availableForContext, 900)
  eq(pack.text:find('<document index="', 1, true) ~= nil, true)
  eq(vim.list_slice(paths(pack.items), 1, 2), { 'app.py', 'store/cart.py' })
end

T['pack leaves pins out where it is asked to'] = function()
  child.cmd('Contextls pin notes.txt')
  eq(vim.list_contains(paths(call('pack', '{}').result.items), 'notes.txt'), true)
  eq(vim.list_contains(paths(call('pack', '{ pins = false }').result.items), 'notes.txt'), false)
end

T['repo_map, rank, explain and stats answer'] = function()
  eq(call('repo_map', '{ tokens = 500 }').result.filesWithSignatures, 4)
  eq(paths(call('rank', '{ limit = 1 }').result.rankedFiles), { 'store/cart.py' })
  eq(paths(call('rank', [[{ task = 'mark the letter', limit = 1 }]]).result.rankedFiles), { 'store/stamp.py' })
  eq(call('explain', '{}').result.file.path, 'store/cart.py')
  eq(#call('explain', [[{ targets = { 'app.py' }, uri = vim.uri_from_fname(vim.fn.getcwd() .. '/store/price.py') }]]).result.chain, 3)
  eq(call('stats', '{}').result.folders[1].nodes, 4)
end

T['mistakes of the caller are errors, those of a request are called back with'] = function()
  expect.error(function()
    child.lua([[require('contextls').pack({}, nil)]])
  end, 'cb: expected function')
  expect.error(function()
    child.lua([[require('contextls').pack({ budget = 'much' }, function() end)]])
  end, 'budget: expected number')
  expect.error(function()
    child.lua([[require('contextls').setup({ colour = 'red' })]])
  end, 'there is no option colour')
  expect.error(function()
    child.lua([[require('contextls').setup({ register = '++' })]])
  end, 'the name of a register')
  eq(call('pack', '{ maxImportDepth = 1000 }').err:find('maxImportDepth', 1, true) ~= nil, true)
end

T['a cancelled request never calls back'] = function()
  child.lua([[_G.called = false
    require('contextls').pack({}, function() _G.called = true end)()]])
  call('stats', '{}')
  eq(child.lua_get('_G.called'), false)
end

T['setup changes where copies go'] = function()
  child.lua([[require('contextls').setup({ register = 'z' })]])
  eq(editor.told(child, 'Contextls pack'):match('in "z ·') ~= nil, true)
  child.lua([[require('contextls').setup({ register = '+' })]])
end

return T
