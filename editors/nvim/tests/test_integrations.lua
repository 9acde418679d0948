-- The integrations against what the plugins document: stand-ins call them as the plugins do.
-- `test.sh --plugins DIR` does the same with the plugins themselves.
local editor = require('editor')
local eq = MiniTest.expect.equality

local child ---@type contextls.test.Editor
local T = editor.set(function(started)
  child = started
end)

local function has(text, part)
  eq({ part, text:find(part, 1, true) ~= nil }, { part, true })
end

T['codecompanion'] = MiniTest.new_set({
  hooks = {
    pre_case = function()
      child.lua([[
        package.loaded['codecompanion.config'] = {
          interactions = { chat = { tools = {}, slash_commands = {} }, shared = { editor_context = {} } },
        }
        require('codecompanion._extensions.contextls').setup({ tokens = 1000 })
        _G.config = package.loaded['codecompanion.config'].interactions
        _G.chat = { buffer_context = { bufnr = vim.api.nvim_get_current_buf() }, said = {} }
        function _G.chat:add_tool_output(_, for_llm, for_user) table.insert(self.said, { for_llm, for_user }) end
        function _G.chat:add_context(data, source, id) table.insert(self.said, { data.content, source, id, data.role }) end
        vim.cmd('enew')
      ]])
    end,
  },
})

T['codecompanion']['the tool answers the model'] = function()
  child.lua([[
    local tool = _G.config.chat.tools.contextls.callback()
    _G.schema = tool.schema
    tool.chat, tool.args = _G.chat, { task = 'sum up', paths = { 'store/stamp.py' }, tokens = 9000 }
    tool.cmds[1](tool, tool.args, { output_cb = function(result)
      _G.status = result.status
      tool.output[result.status](tool, { result.data }, { tools = { chat = _G.chat } })
    end })
  ]])
  editor.await(child, '#_G.chat.said > 0')
  eq(child.lua_get('_G.status'), 'success')
  has(child.lua_get('_G.chat.said[1][1]'), '### `store/stamp.py` · full')
  eq(child.lua_get('_G.chat.said[1][2]'), 'contextls: context for sum up')
  eq(child.lua_get('_G.schema["function"].parameters.required'), { 'task' })
end

T['codecompanion']['the slash command adds context for a task, or for the file'] = function()
  child.lua([[vim.ui.input = function(_, cb) cb('mark the letter') end
    _G.config.chat.slash_commands.contextls.callback(_G.chat)]])
  editor.await(child, '#_G.chat.said == 1')
  has(child.lua_get('_G.chat.said[1][1]'), '## Task\n\nmark the letter')
  child.lua([[vim.ui.input = function(_, cb) cb('') end
    _G.config.chat.slash_commands.contextls.callback(_G.chat)]])
  editor.await(child, '#_G.chat.said == 2')
  has(child.lua_get('_G.chat.said[2][1]'), '### `store/cart.py` · full')
end

T['codecompanion']['the editor context is the pack of the file'] = function()
  has(child.lua_get([[_G.config.shared.editor_context.contextls.callback({ Chat = _G.chat })]]), '### `store/cart.py` · full')
end

T['CopilotChat: the function answers for the source buffer'] = function()
  child.lua([[
    local f = require('contextls.integrations.copilotchat').functions({ tokens = 1000 }).contextls
    local source = { bufnr = vim.api.nvim_get_current_buf() }
    vim.cmd('enew')
    _G.resources = f.resolve({ task = 'sum up' }, source)
    _G.tool = f.resolve({ task = 'sum up', paths = { 'app.py' } }, source)
    _G.failed = { pcall(f.resolve, { task = 'x', paths = { '/etc/passwd' } }, source) }
    _G.uri = f.uri
  ]])
  eq(child.lua_get('_G.uri'), 'contextls://pack/{task}')
  eq(child.lua_get('{ _G.resources[1].mimetype, #_G.resources }'), { 'text/markdown', 1 })
  has(child.lua_get('_G.resources[1].data'), '### `store/cart.py` · full')
  has(child.lua_get('_G.tool[1].data'), '### `app.py` · full')
  has(child.lua_get('_G.failed[2]'), 'lies in no workspace folder')
end

T['avante: the tool answers later, or now where nobody waits'] = function()
  child.lua([[
    _G.tool = require('contextls.integrations.avante').tool({ tokens = 1000 })
    _G.returned = { _G.tool.func({ task = 'sum up', paths = { 'app.py' } }, {
      on_complete = function(result, err) _G.later = { result = result, err = err } end,
    }) }
    _G.now = { _G.tool.func({ task = 'mark the letter', paths = vim.NIL }, {}) }
  ]])
  eq(child.lua_get('#_G.returned'), 0)
  has(editor.await(child, '_G.later').result, '### `app.py` · full')
  has(child.lua_get('_G.now[1]'), 'store/stamp.py')
  eq(child.lua_get([[vim.tbl_map(function(f) return { f.name, f.type, f.optional } end, _G.tool.param.fields)]]),
    { { 'task', 'string', false }, { 'paths', 'array', true }, { 'tokens', 'integer', true } })
end

return T
