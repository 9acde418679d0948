-- The integrations in the plugins themselves, which are looked for in $PLUGINS: codecompanion.nvim, CopilotChat.nvim
-- and avante.nvim, each a checkout. No network is needed: no model is asked.
local editor = require('editor')
local eq = MiniTest.expect.equality

local child ---@type contextls.test.Editor
local T = MiniTest.new_set({
  hooks = {
    pre_case = function()
      child = editor.start()
      editor.open(child, 'store/cart.py')
      child.lua([[
        local share = vim.fs.dirname(vim.fs.dirname(vim.env.VIMRUNTIME))
        for _, path in ipairs({ share .. '/neovim-plenary', share .. '/neovim-mini.test', vim.env.PLUGINS .. '/codecompanion.nvim',
          vim.env.PLUGINS .. '/CopilotChat.nvim', vim.env.PLUGINS .. '/avante.nvim' }) do
          vim.opt.runtimepath:append(path)
        end
      ]])
    end,
    post_case = function()
      child.stop()
    end,
  },
})

local function has(text, part)
  eq({ part, text:find(part, 1, true) ~= nil }, { part, true })
end

T['codecompanion.nvim'] = function()
  child.lua([[
    package.path = vim.env.PLUGINS .. '/codecompanion.nvim/?.lua;' .. package.path
    _G.MiniTest = require('mini.test')
    local config = require('tests.config')
    config.extensions = { contextls = { opts = { tokens = 5000 } } }
    local codecompanion = require('tests.helpers').setup_plugin(config)
    _G.exported = codecompanion.extensions.contextls.pack == require('contextls').pack
    local context = { bufnr = vim.api.nvim_get_current_buf(), filetype = 'python' }
    _G.chat = require('codecompanion.interactions.chat').new({ buffer_context = context, adapter = 'test_adapter' })

    table.insert(chat.messages, { role = 'user', content = '#{contextls} what is this?' })
    chat.editor_context:parse(chat, chat.messages[#chat.messages])
    _G.context = chat.messages[#chat.messages].content

    table.insert(chat.messages, { role = 'user', content = '@{contextls} use it' })
    chat.tools:parse(chat, chat.messages[#chat.messages])
    _G.schema = chat.tool_registry.schemas['<tool>contextls</tool>']
    chat.tools:execute(chat, { { id = '1', ['function'] = {
      name = 'contextls', arguments = vim.json.encode({ task = 'sum up prices', paths = { 'store/price.py' } }),
    } } })
  ]])
  eq(child.lua_get('_G.exported'), true)
  has(child.lua_get('_G.context'), '### `store/cart.py` · full')
  eq(child.lua_get('_G.schema["function"].name'), 'contextls')
  has(editor.await(child, [[vim.iter(chat.messages):find(function(m) return m.role == 'tool' end)]]).content,
    '### `store/price.py` · full')
  child.lua([[
    vim.ui.input = function(_, cb) cb('mark the letter') end
    local command = require('codecompanion.config').interactions.chat.slash_commands.contextls
    require('codecompanion.interactions.chat.slash_commands').new():execute({ label = 'contextls', config = command, context = {} }, chat)
  ]])
  editor.await(child, [[(chat.messages[#chat.messages].content or ''):find('mark the letter', 1, true) ~= nil]])
end

T['CopilotChat.nvim'] = function()
  child.lua([[
    require('CopilotChat').setup({ functions = require('contextls.integrations.copilotchat').functions({ tokens = 4000 }) })
    local config, prompts = require('CopilotChat.config'), require('CopilotChat.prompts')
    local cwd = vim.fn.getcwd()
    local source = { bufnr = vim.api.nvim_get_current_buf(), winnr = 0, cwd = function() return cwd end }
    require('CopilotChat').chat.get_source = function() return source end
    require('plenary.async').run(function()
      local ok, output = prompts.execute_tool_call('contextls', { task = 'sum up', paths = { 'app.py' } }, config, source)
      _G.called = ok and prompts.format_tool_output(ok, output) or output
      require('CopilotChat.utils').schedule_main()
      local resources = prompts.resolve_functions('#contextls:`mark the letter` please', config)
      _G.resource = resources[1].data
      _G.tools = vim.tbl_map(function(tool) return tool.name end, (prompts.resolve_tools('@contextls do it', config)))
    end, function() end)
  ]])
  has(editor.await(child, '_G.called'), '### `app.py` · full')
  has(editor.await(child, '_G.resource'), '## Task\n\nmark the letter')
  eq(editor.await(child, '_G.tools'), { 'contextls' })
end

T['avante.nvim'] = function()
  child.lua([[
    require('avante.config').setup({ custom_tools = { require('contextls.integrations.avante').tool({ tokens = 4000 }) } })
    local tools = require('avante.llm_tools')
    local all = tools.get_tools('', {})
    local use = { id = '1', name = 'contextls', input = { task = 'sum up', paths = { 'app.py' } } }
    tools.process_tool_use(all, use, { session_ctx = {}, on_complete = function(result, err) _G.answer = err or result end })
    local mine = vim.iter(all):find(function(tool) return tool.name == 'contextls' end)
    _G.openai = require('avante.providers.openai'):transform_tool(mine)
  ]])
  has(editor.await(child, '_G.answer'), '### `app.py` · full')
  eq(child.lua_get('_G.openai["function"].parameters.required'), { 'task' })
  eq(child.lua_get('_G.openai["function"].parameters.properties.paths.items.type'), 'string')
end

return T
