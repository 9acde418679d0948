-- What the index holds, in a floating window.
local M = {}

local number = require('contextls.notify').number
local visible = require('contextls.visible')

---@param folder contextls.FolderStats
---@return string[]
function M.lines(folder)
  local languages = vim.tbl_keys(folder.languages)
  table.sort(languages, function(a, b)
    local m, n = folder.languages[a], folder.languages[b]
    return m == n and a < b or m > n
  end)
  local lines = {
    ('**`%s`** %s'):format(visible(vim.fn.fnamemodify(vim.uri_to_fname(folder.uri), ':~')), folder.state),
    '',
    ('%s files · %s definitions · %s references'):format(number(folder.files), number(folder.symbols), number(folder.references)),
    ('%s nodes · %s edges'):format(number(folder.nodes), number(folder.edges)),
    ('%s imports · %s ambiguous · %s unresolved'):format(
      number(folder.imports),
      number(folder.ambiguousImports),
      number(folder.unresolvedImports)
    ),
    '',
    table.concat(vim.tbl_map(function(language)
      return ('%s %s'):format(language, number(folder.languages[language]))
    end, languages), ', '),
    '',
  }
  for _, file in ipairs(folder.topPagerank) do
    local path = vim.uri_to_fname(file.uri)
    table.insert(lines, ('%.4f %s'):format(file.score, visible(vim.fs.relpath(vim.uri_to_fname(folder.uri), path) or path)))
  end
  for _, reason in ipairs(folder.degraded) do
    table.insert(lines, '- ' .. reason)
  end
  return lines
end

--- Shows the numbers of a buffer's folder.
---@param bufnr integer
function M.show(bufnr)
  require('contextls').stats({ bufnr = bufnr }, function(err, stats)
    if not stats then
      return require('contextls.notify').error(err or 'no answer')
    end
    local lines = {}
    for _, folder in ipairs(stats.folders) do
      vim.list_extend(lines, M.lines(folder))
    end
    require('contextls.scratch').float(lines, 'contextls.stats')
  end)
end

return M
