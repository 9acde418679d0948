-- Choosing among files with vim.ui.select.
local M = {}

local notify = require('contextls.notify')

---@param path string
local function edit(path)
  vim.cmd("normal! m'")
  vim.cmd.edit(vim.fn.fnameescape(path))
end

--- Offers the files that matter to a buffer's, the most relevant first.
---@param bufnr integer
function M.open(bufnr)
  require('contextls').rank({ bufnr = bufnr, limit = 50 }, function(err, rank)
    if not rank then
      return notify.error(err or 'no answer')
    end
    local own = vim.uri_from_bufnr(bufnr)
    local files = vim.tbl_filter(function(file)
      return file.uri ~= own
    end, rank.rankedFiles)
    if #files == 0 then
      return notify.info('no other file matters to this one')
    end
    vim.ui.select(files, {
      prompt = 'Files that matter here',
      kind = 'contextls',
      ---@param file contextls.RankedFile
      format_item = function(file)
        return ('%.2f  %s  %s'):format(file.score, file.path, file.reasons[1] or '')
      end,
    }, function(file)
      if file then
        edit(vim.uri_to_fname(file.uri))
      end
    end)
  end)
end

--- Offers the pinned files of a buffer's folder.
---@param bufnr integer
function M.pins(bufnr)
  local root = require('contextls.server').root(bufnr)
  local paths = root and require('contextls.pins').list(root) or {}
  if #paths == 0 then
    return notify.info('no file is pinned here')
  end
  vim.ui.select(paths, { prompt = 'Pinned files', kind = 'contextls' }, function(path)
    if path then
      edit(vim.fs.joinpath(root, path))
    end
  end)
end

return M
