-- Why a file ranks where it does, in a floating window.
local M = {}

---@param uri string
---@return string
local function short(uri)
  return require('contextls.visible')(vim.fn.fnamemodify(vim.uri_to_fname(uri), ':~:.'))
end

--- The explanation as Markdown.
---@param explanation contextls.ExplainResult
---@return string[]
function M.lines(explanation)
  local file = explanation.file
  local lines = { ('**`%s`**'):format(file.path), '' }
  for _, reason in ipairs(file.reasons) do
    table.insert(lines, '- ' .. reason)
  end
  if #file.reasons > 0 then
    table.insert(lines, '')
  end
  table.insert(lines, ('importance %.4f · score %.3f'):format(file.importance, file.score))
  if file.relationship ~= 'none' then
    local steps = type(file.distance) == 'number' and (' · %d import steps away'):format(file.distance) or ''
    table.insert(lines, file.relationship:gsub('_', ' ') .. steps)
  end
  local scores = file.scores
  table.insert(lines, ('structure %.2f · words %.2f · history %.2f'):format(scores.structure, scores.lexical, scores.cochange))
  if #explanation.chain > 1 then
    table.insert(lines, '')
    table.insert(lines, 'imported through: ' .. table.concat(vim.tbl_map(short, explanation.chain), ' → '))
  end
  if #explanation.cycle > 0 then
    table.insert(lines, '')
    table.insert(lines, 'imports in a circle with: ' .. table.concat(vim.tbl_map(short, explanation.cycle), ', '))
  end
  return lines
end

--- Asks, and shows the answer.
---@param opts contextls.ExplainOpts
function M.show(opts)
  local item = require('contextls.view').item()
  if item and not opts.uri then
    opts.uri, opts.targets = item.uri, require('contextls.view').opts().targets
  end
  require('contextls').explain(opts, function(err, explanation)
    if not explanation then
      return require('contextls.notify').error(err or 'no answer')
    end
    require('contextls.scratch').float(M.lines(explanation), 'contextls.why')
  end)
end

--- What running a code lens does.
---@param command lsp.Command
---@param context { bufnr: integer }
function M.from_lens(command, context)
  M.show({ bufnr = context.bufnr, uri = command.arguments[1].uri })
end

return M
