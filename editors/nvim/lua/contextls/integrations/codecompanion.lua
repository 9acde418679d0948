-- An extension of codecompanion.nvim: the tool @{contextls}, the slash command /contextls and the editor context
-- #{contextls}.
--
--   require('codecompanion').setup({ extensions = { contextls = { opts = { tokens = 16000 } } } })
local request = require('contextls.integrations.request')

local M = {}

---@class contextls.CodeCompanionOpts
---@field tokens? integer what a pack may cost

---@param opts contextls.CodeCompanionOpts
---@return table
local function tool(opts)
  return {
    name = request.name,
    cmds = {
      function(self, args, call)
        request.answer(args, { bufnr = self.chat.buffer_context.bufnr, tokens = opts.tokens }, function(err, text)
          call.output_cb({ status = err and 'error' or 'success', data = err or text })
        end)
      end,
    },
    schema = {
      type = 'function',
      ['function'] = { name = request.name, description = request.description, parameters = request.schema },
    },
    output = {
      success = function(self, stdout, meta)
        local text = stdout[#stdout]
        meta.tools.chat:add_tool_output(self, text, ('contextls: context for %s'):format(self.args.task or 'the files'))
      end,
      error = function(self, stderr, meta)
        meta.tools.chat:add_tool_output(self, 'contextls: ' .. tostring(stderr[#stderr]))
      end,
    },
  }
end

---@param chat table
---@param text string
local function add(chat, text)
  chat:add_context({ role = 'user', content = text }, 'contextls', '<contextls>context</contextls>')
end

---@param opts contextls.CodeCompanionOpts
---@return table
local function slash_command(opts)
  return {
    description = 'Share the context that matters to a task, or to the file you come from',
    opts = { contains_code = true },
    callback = function(chat)
      vim.ui.input({ prompt = 'Task (empty: this file): ' }, function(task)
        if not task then
          return
        end
        local from = { bufnr = chat.buffer_context.bufnr, tokens = opts.tokens, target = true }
        request.answer({ task = task }, from, function(err, text)
          if err then
            return require('contextls.notify').error(err)
          end
          add(chat, text)
        end)
      end)
    end,
  }
end

---@param opts contextls.CodeCompanionOpts
---@return table
local function editor_context(opts)
  return {
    description = 'The context that matters to the file you come from',
    opts = { contains_code = true },
    callback = function(context)
      local from = { bufnr = context.Chat.buffer_context.bufnr, tokens = opts.tokens, target = true }
      local err, text = request.answer_now({}, from)
      return text or ('contextls: ' .. err)
    end,
  }
end

--- What codecompanion.nvim calls.
---@param opts? contextls.CodeCompanionOpts
function M.setup(opts)
  opts = opts or {}
  vim.validate('opts.tokens', opts.tokens, 'number', true)
  local interactions = require('codecompanion.config').interactions
  interactions.chat.tools[request.name] = {
    description = 'The code that matters to a task, in a token budget',
    opts = { require_approval_before = false },
    callback = function()
      return tool(opts)
    end,
  }
  interactions.chat.slash_commands[request.name] = slash_command(opts)
  interactions.shared.editor_context[request.name] = editor_context(opts)
end

--- codecompanion.extensions.contextls
M.exports = { pack = require('contextls').pack }

return M
