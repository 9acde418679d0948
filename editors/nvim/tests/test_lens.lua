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

local lenses = [[(function()
  vim.cmd('redraw')
  local shown = {}
  for name, id in pairs(vim.api.nvim_get_namespaces()) do
    if name:match('codelens:') then
      for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(0, id, 0, -1, { details = true })) do
        local text = ''
        for _, chunk in ipairs(vim.iter(mark[4].virt_lines or { mark[4].virt_text or {} }):flatten(1):totable()) do
          text = text .. chunk[1]
        end
        table.insert(shown, { mark[2] + 1, vim.trim(text) })
      end
    end
  end
  return #shown > 0 and shown or nil
end)()]]

T['lenses are shown on the file and its definitions'] = function()
  child = editor.start()
  editor.open(child, 'store/price.py')
  local first = editor.await(child, lenses)[1]
  eq(first[1], 1)
  eq(first[2]:match('^file rank 1 of 4 · top %d+ %% · imported by 1 file · imports 0 files | definition rank 1 of 6') ~= nil, true)
end

T['running a lens says why'] = function()
  child = editor.start()
  editor.open(child, 'store/price.py')
  editor.await(child, lenses)
  child.lua([[vim.ui.select = function(items, _, on_choice) on_choice(items[1]) end vim.lsp.codelens.run()]])
  eq(editor.float(child)[1], '**`store/price.py`**')
end

T['lenses can be switched off'] = function()
  child = editor.start([[vim.g.contextls = { code_lens = false }]])
  editor.open(child, 'store/price.py')
  vim.uv.sleep(400)
  eq(child.lua_get('vim.lsp.codelens.is_enabled({ client_id = vim.lsp.get_clients()[1].id })'), false)
  eq(child.lua_get(lenses), vim.NIL)
end

T['a command switches them off and on'] = function()
  child = editor.start()
  editor.open(child, 'store/price.py')
  editor.await(child, lenses)
  eq(editor.told(child, 'Contextls lenses'), 'contextls: code lenses are off')
  eq(child.lua_get(lenses), vim.NIL)
  child.cmd('edit store/cart.py')
  editor.open(child, 'store/cart.py')
  eq(child.lua_get(lenses), vim.NIL)
  eq(editor.told(child, 'Contextls lenses'), 'contextls: code lenses are on')
  editor.await(child, lenses)
  child.cmd('buffer 1')
  editor.await(child, lenses)
end

T['a buffer’s lenses are asked for once, however many buffers there are'] = function()
  child = editor.start()
  editor.open(child, 'store/price.py')
  editor.await(child, lenses)
  child.lua([[
    _G.asked = {}
    vim.api.nvim_create_autocmd('LspRequest', { callback = function(event)
      local request = event.data.request
      if request.type == 'pending' and request.method == 'textDocument/codeLens' then
        table.insert(_G.asked, vim.fs.basename(vim.api.nvim_buf_get_name(request.bufnr)))
      end
    end })
  ]])
  for _, path in ipairs({ 'store/cart.py', 'store/stamp.py', 'app.py' }) do
    editor.open(child, path)
    editor.await(child, lenses)
  end
  eq(child.lua_get('vim.iter(_G.asked):filter(function(name) return name == "price.py" end):totable()'), {})
end

-- Neovim asks a moment after an edit, and what its timer does may come after the buffer has gone.
T['lenses of a wiped buffer are not asked for'] = function()
  child = editor.start()
  editor.open(child, 'store/cart.py')
  editor.await(child, lenses)
  child.lua([[
    vim.api.nvim_buf_set_lines(0, 0, 0, false, { 'import os' })
    vim.wait(400, function() return false end, 10, true) -- timers fire, and what they schedule waits
    vim.cmd('silent! %bwipeout!')
  ]])
  child.cmd('edit store/price.py')
  editor.open(child, 'store/price.py')
  editor.await(child, lenses)
  eq(child.cmd_capture('messages'):find('Invalid buffer', 1, true), nil)
end

T['Neovim 0.11 is told to ask for lenses'] = function()
  child = editor.start([[vim.g.contextls = { code_lens = false }]])
  editor.open(child, 'store/price.py')
  child.lua([[
    _G.asked = 0
    vim.lsp.codelens.enable = nil
    vim.lsp.codelens.refresh = function(opts) _G.asked = _G.asked + (opts.bufnr == vim.api.nvim_get_current_buf() and 1 or 0) end
    require('contextls.config').set({ code_lens = true })
    require('contextls.lens').attach(vim.lsp.get_clients()[1], 1)
  ]])
  child.cmd('doautocmd InsertLeave')
  eq(child.lua_get('_G.asked'), 2)
end

T['they are drawn'] = function()
  child = editor.start()
  editor.open(child, 'store/cart.py')
  editor.await(child, lenses)
  editor.screenshot(child, 'lenses')
end

T['a copy fits on the line of messages'] = function()
  child = editor.start([[vim.g.contextls = { code_lens = false }]])
  editor.open(child, 'store/cart.py')
  child.o.columns = 80
  editor.told(child, 'Contextls pack 120')
  eq(child.api.nvim_get_mode().blocking, false)
  editor.screenshot(child, 'copied')
end

T['why is drawn'] = function()
  child = editor.start([[vim.g.contextls = { code_lens = false }]])
  editor.open(child, 'app.py')
  child.cmd('Contextls why store/price.py')
  editor.float(child)
  editor.screenshot(child, 'why')
end

T['stats are drawn'] = function()
  child = editor.start([[vim.g.contextls = { code_lens = false }]])
  editor.open(child, 'app.py')
  child.cmd('Contextls stats')
  editor.float(child)
  editor.screenshot(child, 'stats')
end

return T
