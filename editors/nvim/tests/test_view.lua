local editor = require('editor')
local eq = MiniTest.expect.equality

local child ---@type contextls.test.Editor
local T = editor.set(function(started)
  child = started
end)

local function open(command)
  child.cmd(command or 'Contextls open')
  editor.await(child, [[vim.bo.filetype == 'markdown' and vim.api.nvim_buf_line_count(0) > 1]])
end

local function lines()
  return child.api.nvim_buf_get_lines(0, 0, -1, false)
end

T['open shows the pack as it is copied'] = function()
  open()
  local shown = lines()
  eq(child.bo.modifiable, false)
  eq(child.bo.buftype, 'nofile')
  child.cmd('wincmd p')
  editor.told(child, 'Contextls pack')
  eq(shown, vim.split(vim.trim(child.fn.getreg('"')), '\n'))
end

T['each item is a fold'] = function()
  open()
  local starts = {}
  for n in ipairs(lines()) do
    if child.fn.foldclosed(n) == n then
      table.insert(starts, child.fn.getline(n):match('^[^·]*[^· ]'))
    end
  end
  eq(starts, { '### `store/cart.py`', '### `store/price.py`', '### `app.py`', '## Repository map' })
end

T['gf goes to the file of an item, and to the line'] = function()
  open()
  child.fn.search('return sum')
  child.type_keys('gf')
  eq(child.api.nvim_get_current_line(), '    return sum(price(i) for i in cart.items)')
  eq(vim.fs.basename(child.api.nvim_buf_get_name(0)), 'cart.py')
  child.type_keys('<C-o>')
  child.fn.search('^### `app.py')
  child.type_keys('<C-w>f')
  eq(vim.fs.basename(child.api.nvim_buf_get_name(0)), 'app.py')
end

T['gf goes to a file that the map names, and says where there is none'] = function()
  open()
  child.type_keys('gg', 'gf')
  eq(child.lua_get('_G.notices[1]') == vim.NIL, false)
  child.fn.search('^store/stamp.py:')
  child.type_keys('gf')
  eq(vim.fs.basename(child.api.nvim_buf_get_name(0)), 'stamp.py')
end

T['it follows what is typed, and folds stay as they are'] = function()
  open()
  child.fn.search('^### `app.py')
  child.type_keys('zo')
  child.cmd('wincmd p')
  child.type_keys('ggO', 'from store.stamp import stamp', '<Esc>')
  child.cmd('wincmd p')
  editor.await(child, [[vim.fn.search('^### `store/stamp.py` · full', 'nw') > 0]])
  local app = child.fn.search('^### `app.py', 'nw')
  eq(child.fn.foldclosed(app), -1)
  local stamp = child.fn.search('^### `store/stamp.py', 'nw')
  eq(child.fn.foldclosed(stamp), stamp)
  eq(child.bo.modified, false)
end

T['it follows pins'] = function()
  child.cmd('edit store/price.py')
  open()
  eq(child.fn.search('^### `notes.txt', 'nw'), 0)
  child.cmd('wincmd p')
  child.cmd('Contextls pin notes.txt')
  child.cmd('wincmd p')
  editor.await(child, [[vim.fn.search('^### `notes.txt` · full', 'nw') > 0]])
end

T['the same pack opens in the same buffer, another in another'] = function()
  open()
  local first = child.api.nvim_get_current_buf()
  child.cmd('wincmd p')
  open()
  eq(child.api.nvim_get_current_buf(), first)
  child.cmd('wincmd p')
  open('vertical Contextls open app.py')
  eq(child.api.nvim_get_current_buf() == first, false)
  eq(#child.api.nvim_list_wins(), 3)
end

T['pin and unpin are about the item under the cursor'] = function()
  open()
  child.fn.search('^### `store/price.py')
  eq(editor.told(child, 'Contextls pin'), 'contextls: pinned store/price.py')
  eq(child.lua_get("require('contextls.pins').list(vim.fn.getcwd())"), { 'store/price.py' })
  editor.await(child, [[vim.fn.search('^### `store/price.py.*attached by hand', 'w') > 0]])
  eq(editor.told(child, 'Contextls unpin'), 'contextls: unpinned 1 file')
  child.cmd('1')
  eq(editor.told(child, 'Contextls pin'), 'contextls: there is no file here')
  eq(child.lua_get("require('contextls.pins').list(vim.fn.getcwd())"), {})
end

T['the pack of a pack’s window is that pack'] = function()
  open()
  local shown = lines()
  editor.told(child, 'Contextls pack')
  eq(vim.split(vim.trim(child.fn.getreg('"')), '\n'), shown)
end

T['it follows on when its file’s buffer has gone'] = function()
  open()
  child.cmd('bwipeout store/cart.py')
  eq(editor.told(child, 'Contextls pin notes.txt'), 'contextls: pinned notes.txt')
  editor.await(child, [[vim.fn.search('^### `notes.txt` · full', 'nw') > 0]])
end

T['a wiped view is no longer asked for'] = function()
  open()
  child.cmd('bwipeout')
  child.type_keys('ggO', 'import os', '<Esc>')
  vim.uv.sleep(500)
  eq(child.lua_get('_G.notices'), {})
end

T['! shows the pack for a task'] = function()
  open('Contextls! task mark the letter')
  eq(vim.list_contains(lines(), 'mark the letter'), true)
end

T['why explains the item under the cursor'] = function()
  open()
  child.fn.search('^### `store/price.py')
  child.cmd('Contextls why')
  local shown = editor.float(child)
  eq(shown[1], '**`store/price.py`**')
  eq(shown[3], '- store/cart.py imports price from it')
end

T['K shows what was left out'] = function()
  open('Contextls open 120')
  child.type_keys('K')
  eq(table.concat(editor.float(child), '\n'):find('over budget', 1, true) ~= nil, true)
end

T['it is drawn: folds, stats, highlights'] = function()
  open()
  child.fn.search('^### `store/price.py')
  child.type_keys('zo')
  child.cmd('only | set laststatus=0') -- it names the buffer, whose name depends on other tests
  editor.screenshot(child, 'view')
  child.o.laststatus = 2
end

T['while the index is made, it says how far that is'] = function()
  local indexing = { folder = vim.uri_from_fname(child.shop), state = 'indexing', percentage = 40, files = 9, reasons = {} }
  child.lua([[require('contextls.index').changed(...)]], { indexing })
  eq(child.lua_get([[require('contextls.statusline').indexing(0)]]), '… indexing, 40 %%')
  eq(editor.told(child, 'Contextls pack'), 'contextls: the index is not ready; the pack is copied as soon as it is')
  editor.await(child, [[(_G.notices[2] or ''):match('tokens in')]])
  child.lua([[require('contextls.index').changed(...)]], { vim.tbl_extend('force', indexing, { state = 'ready' }) })
  eq(child.lua_get([[require('contextls.statusline').indexing(0)]]), '…')
end

T['what was left out is counted by reason, without what was never to be in it'] = function()
  local excluded = {
    { path = 'a.py', reason = 'over_budget' }, { path = 'b.py', reason = 'over_budget' }, { path = 'c.py', reason = 'link to a_b.py' },
    { path = '.git/', reason = 'ignored: default (.git)' }, { path = 'src/.#a.py', reason = 'broken link' },
    { path = '.a.py.swp', reason = 'binary' }, { path = '.env', reason = 'secret' },
  }
  local counts = { over_budget = 1002, ['link to a_b.py'] = 1, ['broken link'] = 1, binary = 1, secret = 1 }
  counts['ignored: default (.git)'] = 1
  eq(
    child.lua([[return { require('contextls.pack').left_out(...) }]], { { excluded = excluded, excludedCounts = counts } }),
    { '1,002 over budget, 1 link, 1 secret', 1004 }
  )
end

T['outline'] = MiniTest.new_set()

T['outline']['headings inside of fences are no items'] = function()
  child.lua([[_G.outline = require('contextls.outline').read({
    '# Context', '## Task', '```text', '### `a` · full', '```', '## Target files', '', '### `b.md` · full', '',
    '````markdown', '### `c`', '```', 'x', '```', '````', '', '### `d` · path', '', '### `e` · full', '', '```', 'y', '```',
    '## Repository map', '', '```', 'b.md:', '```' })]])
  eq(child.lua_get('{ _G.outline.items[4] or 0, _G.outline.items[8], _G.outline.items[11], _G.outline.items[17], _G.outline.items[22] }'),
    { 0, 1, 1, 2, 3 })
  eq(child.lua_get('{ _G.outline.starts[1], _G.outline.starts[3] }'), { 11, 22 })
  eq(child.lua_get('_G.outline.starts[2] == nil'), true)
  eq(child.lua_get('{ _G.outline.levels[4], _G.outline.levels[8], _G.outline.levels[11], _G.outline.levels[24] }'),
    { '0', '>1', '1', '>1' })
end

T['names of files hide nothing'] = function()
  local function visible(name)
    return child.lua_get(("require('contextls.visible')(%q)"):format(name))
  end
  eq(visible('src/é 漢字.py'), 'src/é 漢字.py')
  eq(visible('a\226\128\174b \243\160\129\129 \27[2J \226\128\139'), 'a‹U+202E›b ‹U+E0041› ‹U+001B›[2J ‹U+200B›')
  eq(visible('👩‍👧 ❤️'), '👩‍👧 ❤️')
end

return T
