-- A function of CopilotChat.nvim: #contextls:<task> in a message, or a tool (@contextls) that the model calls.
--
--   require('CopilotChat').setup({ functions = require('contextls.integrations.copilotchat').functions() })
local request = require('contextls.integrations.request')

local M = {}

---@class contextls.CopilotChatOpts
---@field tokens? integer what a pack may cost
---@field trusted? boolean the model may call it without being asked; default true, as it only reads

--- What belongs into `functions` of CopilotChat's setup.
---@param opts? contextls.CopilotChatOpts
---@return table<string, table>
function M.functions(opts)
  opts = opts or {}
  vim.validate('opts.tokens', opts.tokens, 'number', true)
  vim.validate('opts.trusted', opts.trusted, 'boolean', true)
  return {
    [request.name] = {
      description = request.description,
      uri = 'contextls://pack/{task}',
      group = 'contextls',
      trusted = opts.trusted ~= false,
      schema = request.schema,
      resolve = function(input, source)
        if vim.in_fast_event() then
          require('CopilotChat.utils').schedule_main()
        end
        local err, text = request.answer_now(input, {
          bufnr = source and source.bufnr,
          tokens = opts.tokens,
          target = not input.paths and source ~= nil and vim.api.nvim_buf_get_name(source.bufnr) ~= '',
        })
        if not text then
          error('contextls: ' .. err, 0)
        end
        return {
          {
            uri = 'contextls://pack/' .. (input.task or ''),
            name = 'contextls',
            mimetype = 'text/markdown',
            data = text,
          },
        }
      end,
    },
  }
end

return M
