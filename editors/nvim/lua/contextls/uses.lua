-- Where a definition is used, and what stands in for it, as a quickfix list.
local M = {}

local server = require('contextls.server')

---@param symbol contextls.Symbol
---@return string
local function qualified(symbol)
  return type(symbol.container) == 'string' and symbol.container .. '.' .. symbol.name or symbol.name
end

--- The definition that is meant: the one that is named, else the innermost around a line.
---@param symbols contextls.Symbol[] by position, the outer before the inner
---@param name? string
---@param line integer from 0
---@return contextls.Symbol?
function M.meant(symbols, name, line)
  local found
  for _, symbol in ipairs(symbols) do
    if name then
      if symbol.name == name or qualified(symbol) == name then
        return symbol
      end
    elseif symbol.range.start.line <= line and line <= symbol.range['end'].line then
      found = symbol
    end
  end
  return found
end

--- The answer as a quickfix list.
---@param impact contextls.ImpactResult
---@param encoding string
---@return table[]
function M.items(impact, encoding)
  local items = {}
  for _, list in ipairs({ { impact.uses, '' }, { impact.overriders, 'overrides: ' }, { impact.implementers, 'implements: ' } }) do
    for _, item in ipairs(vim.lsp.util.locations_to_items(list[1], encoding)) do
      item.text = list[2] .. vim.trim(item.text)
      table.insert(items, item)
    end
  end
  return items
end

--- Asks, and opens the list.
---@param bufnr integer
---@param name? string a definition of the buffer's file; default: the one around the cursor
function M.show(bufnr, name)
  local notify = require('contextls.notify')
  local uri, line = vim.uri_from_bufnr(bufnr), vim.api.nvim_win_get_cursor(0)[1] - 1
  server.request(bufnr, 'context/symbols', function()
    return { uri = uri }
  end, function(err, summary)
    local symbol = summary and M.meant(summary.symbols, name, line)
    if not symbol then
      return notify.error(err or (name and ('this file defines no %s'):format(name) or 'there is no definition around the cursor'))
    end
    local encoding
    server.request(bufnr, 'context/impact', function(client)
      encoding = client.offset_encoding
      return { chunk = symbol.chunk, workspaceFolder = vim.uri_from_fname(client.root_dir) }
    end, function(failure, impact)
      if not impact then
        return notify.error(failure or 'no answer')
      end
      local items = M.items(impact, encoding)
      if #items == 0 then
        return notify.info(('nothing uses %s'):format(qualified(symbol)))
      end
      local more = impact.moreUses > 0 and (' (%d more are not shown)'):format(impact.moreUses) or ''
      vim.fn.setqflist({}, ' ', { title = ('uses of %s%s'):format(qualified(symbol), more), items = items })
      vim.cmd.copen()
    end)
  end)
end

return M
