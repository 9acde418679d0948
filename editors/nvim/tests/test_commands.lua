local editor = require('editor')
local expect = require('mini.test').expect
local eq = expect.equality

local child ---@type contextls.test.Editor
local T = editor.set(function(started)
  child = started
end)

---@param text string
---@param part string
local function has(text, part)
  if not text:find(part, 1, true) then
    error(('no %q in:\n%s'):format(part, text), 2)
  end
end

local function buffer_text()
  return table.concat(child.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
end

T['pack copies the context of the file and tells what it is'] = function()
  local told = editor.told(child, 'Contextls pack')
  eq(told:gsub('%d', '0'), 'contextls: 000 tokens in "" (no clipboard) · 0 full · left out: nothing')
  local text = child.fn.getreg('"')
  has(text, '### `store/cart.py` · full')
  has(text, 'def price(item):')
end

T['pack keeps to a budget'] = function()
  has(editor.told(child, 'Contextls pack 120'), 'over budget')
  eq(#child.fn.getreg('"') <= 480, true)
end

T['pack costs what a chat takes well, unless something else is chosen'] = function()
  eq(
    child.lua([[
      local contextls, asked = require('contextls'), {}
      local pack = contextls.pack
      contextls.pack = function(opts)
        table.insert(asked, opts.budget or 'the setting')
      end
      vim.cmd('Contextls pack')
      vim.cmd('Contextls pack 700')
      contextls.setup({ tokens = 0 })
      vim.cmd('Contextls pack')
      contextls.setup({ tokens = 16000 })
      contextls.pack = pack
      return asked
    ]]),
    { 16000, 700, 'the setting' }
  )
end

T['pack takes files and lines'] = function()
  editor.told(child, 'Contextls pack app.py store/stamp.py')
  has(child.fn.getreg('"'), '### `store/stamp.py` · full')
end

T['pack shows the lines that are given, where the file is too large'] = function()
  local text = {}
  for n = 1, 200 do
    vim.list_extend(text, { ('def f%d(x):'):format(n), ('    return x + %d'):format(n), '' })
  end
  vim.fn.writefile(text, child.shop .. '/long.py')
  child.cmd('edit long.py')
  editor.told(child, '451,452Contextls pack 300')
  has(child.fn.getreg('"'), 'def f151(x):')
  eq(child.fn.getreg('"'):find('def f77(x):\n    return', 1, true), nil)
  vim.fn.delete(child.shop .. '/long.py')
end

T['pack shows the line of the cursor, where the file is too large'] = function()
  local text = {}
  for n = 1, 200 do
    vim.list_extend(text, { ('def f%d(x):'):format(n), ('    return x + %d'):format(n), '' })
  end
  vim.fn.writefile(text, child.shop .. '/long.py')
  child.cmd('edit long.py')
  editor.told(child, 'Contextls pack 300') -- the cursor is at the very start, and says nothing
  eq(child.fn.getreg('"'):find('return x + 151', 1, true), nil)
  child.api.nvim_win_set_cursor(0, { 451, 0 })
  editor.told(child, 'Contextls pack 300')
  has(child.fn.getreg('"'), 'def f151(x):')
  vim.fn.delete(child.shop .. '/long.py')
end

T['unsaved edits count'] = function()
  child.api.nvim_win_set_cursor(0, { 1, 0 })
  child.type_keys('O', 'from store.stamp import stamp', '<Esc>')
  eq(child.bo.modified, true)
  editor.told(child, 'Contextls pack')
  local text = child.fn.getreg('"')
  has(text, 'from store.stamp import stamp\nfrom store.price import price')
  has(text, '### `store/stamp.py` · full · store/cart.py imports stamp from it')
end

T['unsaved edits of other buffers count'] = function()
  child.type_keys('O', 'from store.stamp import stamp', '<Esc>')
  child.o.hidden = true
  child.cmd('edit app.py')
  editor.told(child, 'Contextls pack store/cart.py')
  has(child.fn.getreg('"'), '### `store/stamp.py` · full · store/cart.py imports stamp from it')
end

T['task copies a pack for a task'] = function()
  editor.told(child, 'Contextls task mark the letter')
  has(child.fn.getreg('"'), '## Task\n\nmark the letter\n')
  has(child.fn.getreg('"'), '`store/stamp.py`')
  child.lua([[vim.ui.input = function(opts, on_confirm) _G.prompt = opts.prompt on_confirm('sum up the prices') end]])
  editor.told(child, 'Contextls task')
  eq(child.lua_get('_G.prompt'), 'Task: ')
  has(child.fn.getreg('"'), '## Task\n\nsum up the prices\n')
end

T['map copies the repository map, or shows it'] = function()
  has(editor.told(child, 'Contextls map'), ' tokens in "" (no clipboard)')
  has(child.fn.getreg('"'), 'store/price.py:\n│def price(item)')
  child.cmd('Contextls! map')
  editor.await(child, [[vim.bo.filetype == 'contextlsmap']])
  has(buffer_text(), '│def total(cart)')
  child.fn.search('│def total')
  child.type_keys('gf')
  eq(vim.fs.basename(child.api.nvim_buf_get_name(0)), 'cart.py')
end

T['why explains a file'] = function()
  child.cmd('Contextls why')
  eq(editor.float(child)[1], '**`store/cart.py`**')
  child.cmd('fclose!')
  child.cmd('edit app.py')
  child.cmd('Contextls why store/price.py')
  has(table.concat(editor.float(child), '\n'), 'imported through: app.py → store/cart.py → store/price.py')
end

T['uses fills the quickfix list'] = function()
  local function list()
    local found = child.lua_get('vim.fn.getqflist({ title = 1, items = 1 })')
    local lines = { found.title }
    for _, item in ipairs(found.items) do
      local name = vim.fs.basename(child.api.nvim_buf_get_name(item.bufnr))
      table.insert(lines, ('%s:%d:%d %s'):format(name, item.lnum, item.col, item.text))
    end
    return lines
  end
  child.cmd('Contextls uses total')
  editor.await(child, [[vim.bo.filetype == 'qf']])
  eq(list(), { 'uses of total', 'app.py:7:12 return total(cart)' })
  child.cmd('cclose | edit store/price.py')
  child.api.nvim_win_set_cursor(0, { 3, 0 })
  child.cmd('Contextls uses')
  editor.await(child, [[vim.bo.filetype == 'qf']])
  eq(list(), { 'uses of price', 'cart.py:13:16 return sum(price(i) for i in cart.items)' })
  child.cmd('cclose | edit app.py')
  has(editor.told(child, 'Contextls uses'), 'there is no definition around the cursor')
  has(editor.told(child, 'Contextls uses main'), 'nothing uses main')
  has(editor.told(child, 'Contextls uses gone'), 'this file defines no gone')
end

T['pick and why! offer the files that matter'] = function()
  child.lua([[vim.ui.select = function(items, opts, on_choice)
    _G.offered = {}
    for i, item in ipairs(items) do
      _G.offered[i] = opts.format_item(item)
      if item.path == 'store/price.py' then
        on_choice(item)
      end
    end
  end]])
  for _, command in ipairs({ 'Contextls pick', 'Contextls! why' }) do
    child.cmd('edit store/cart.py')
    child.lua('_G.offered = nil')
    child.cmd(command)
    has(table.concat(editor.await(child, '_G.offered'), '\n'), 'store/price.py  store/cart.py imports price from it')
    eq(vim.fs.basename(child.api.nvim_buf_get_name(0)), 'price.py')
  end
end

T['pinned files are in every pack'] = function()
  eq(editor.told(child, 'Contextls pin notes.txt'), 'contextls: pinned notes.txt')
  eq(editor.told(child, 'Contextls pin notes.txt'), 'contextls: pinned already')
  editor.told(child, 'Contextls pack')
  has(child.fn.getreg('"'), '`notes.txt` · full')
  eq(child.fn.getcompletion('Contextls unpin ', 'cmdline'), { 'notes.txt' })
  child.lua([[vim.ui.select = function(items, _, on_choice) on_choice(items[1]) end]])
  child.cmd('Contextls pins')
  eq(vim.fs.basename(child.api.nvim_buf_get_name(0)), 'notes.txt')
  eq(editor.told(child, 'Contextls unpin'), 'contextls: unpinned 1 file')
  eq(editor.told(child, 'Contextls pins'), 'contextls: no file is pinned here')
  editor.told(child, 'Contextls pin app.py store/price.py')
  eq(editor.told(child, 'Contextls! unpin'), 'contextls: unpinned 2 files')
end

T['stats shows what the index holds'] = function()
  child.cmd('Contextls stats')
  local lines = editor.float(child)
  eq(lines[1], '**`~/shop`** ready')
  has(table.concat(lines, '\n'), '4 nodes · 2 edges')
end

T['doctor shows its report in a buffer of its own'] = function()
  child.cmd('Contextls doctor')
  editor.await(child, [[vim.api.nvim_buf_get_name(0) == 'contextls://doctor']])
  has(buffer_text(), 'contextls doctor\n\n')
  has(buffer_text(), 'Folder\n  state')
  eq(child.bo.modifiable, false)
end

T['log opens the log at its end'] = function()
  child.cmd('Contextls log')
  eq(vim.fs.basename(child.api.nvim_buf_get_name(0)), 'lsp.log')
  eq(child.bo.modifiable, false)
end

T['commands and files are completed'] = function()
  eq(child.fn.getcompletion('Contextls p', 'cmdline'), { 'pack', 'pick', 'pin', 'pins' })
  eq(child.fn.getcompletion('Contextls! re', 'cmdline'), { 'restart' })
  eq(child.fn.getcompletion('Contextls pack store/st', 'cmdline'), { 'store/stamp.py' })
  eq(child.fn.getcompletion('Contextls stats ', 'cmdline'), {})
end

T['mistakes are told'] = function()
  eq(editor.told(child, 'Contextls fly'), 'contextls: there is no :Contextls fly')
  has(editor.told(child, 'Contextls pack /etc/passwd'), 'lies in no workspace folder')
  has(editor.told(child, 'Contextls pin /etc/passwd'), 'is no file of')
end

T['pack uses the clipboard where there is one, the register that is named, and a count as budget'] = function()
  child.stop()
  child = editor.start([[
    vim.g.clipboard = {
      name = 'test',
      copy = { ['+'] = function(lines) _G.copied = lines end, ['*'] = function() end },
      paste = { ['+'] = function() return { '' } end, ['*'] = function() return { '' } end },
    }
    vim.keymap.set('n', 'gp', '<Plug>(ContextlsPack)')
  ]])
  editor.open(child, 'store/cart.py')
  has(editor.told(child, 'Contextls pack'), ' tokens in "+ ·')
  eq(child.lua_get('_G.copied[1]'), '# Context from shop')
  child.lua('_G.notices = {}')
  child.type_keys('"agp')
  has(editor.await(child, '_G.notices[1]'), 'in "a ·')
  has(child.fn.getreg('a'), '# Context from shop')
  child.lua('_G.notices = {}')
  child.type_keys('100gp')
  has(editor.await(child, '_G.notices[1]'), 'over budget')
end

return T
