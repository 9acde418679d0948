-- A custom tool of avante.nvim.
--
--   require('avante').setup({ custom_tools = { require('contextls.integrations.avante').tool() } })
local request = require('contextls.integrations.request')

local M = {}

---@class contextls.AvanteOpts
---@field tokens? integer what a pack may cost

--- What belongs into `custom_tools` of avante's setup.
---@param opts? contextls.AvanteOpts
---@return table
function M.tool(opts)
  opts = opts or {}
  vim.validate('opts.tokens', opts.tokens, 'number', true)
  local properties, fields, usage = request.schema.properties, {}, {}
  for _, name in ipairs({ 'task', 'paths', 'tokens' }) do
    local property = properties[name]
    table.insert(fields, {
      name = name,
      description = property.description,
      type = property.type,
      items = property.items and { name = 'path', type = property.items.type, description = 'A path' },
      optional = not vim.list_contains(request.schema.required, name),
    })
    usage[name] = property.description
  end
  return {
    name = request.name,
    description = request.description,
    param = { type = 'table', fields = fields, usage = usage },
    returns = {
      { name = 'context', description = 'The context, as Markdown', type = 'string' },
      { name = 'error', description = 'Why there is none', type = 'string', optional = true },
    },
    func = function(input, call)
      if not call.on_complete then
        local err, text = request.answer_now(input, { tokens = opts.tokens })
        return text, err
      end
      -- Two nils say that the answer comes later.
      request.answer(input, { tokens = opts.tokens }, function(err, text)
        call.on_complete(text, err)
      end)
    end,
  }
end

return M
