-- The files that a person wants in every pack of a folder. They outlive the editor.
local M = {}

---@return string
local function store()
  return vim.fs.joinpath(vim.fn.stdpath('state'), 'contextls', 'pins.json')
end

---@return table<string, string[]> pins by folder
local function read()
  local file = io.open(store())
  if not file then
    return {}
  end
  local ok, pins = pcall(vim.json.decode, file:read('*a'))
  file:close()
  return ok and type(pins) == 'table' and pins or {}
end

---@param pins table<string, string[]>
local function write(pins)
  vim.fn.mkdir(vim.fs.dirname(store()), 'p')
  local file = assert(io.open(store(), 'w'))
  file:write(vim.json.encode(pins))
  file:close()
  vim.api.nvim_exec_autocmds('User', { pattern = 'ContextlsPinsChanged' })
end

--- The pinned files of a folder, sorted, relative to it.
---@param root string
---@return string[]
function M.list(root)
  return read()[root] or {}
end

---@param root string
---@param paths string[] relative to the folder
---@return integer how many were not pinned before
function M.add(root, paths)
  local pins = read()
  local all = pins[root] or {}
  local before = #all
  for _, path in ipairs(paths) do
    if not vim.list_contains(all, path) then
      table.insert(all, path)
    end
  end
  table.sort(all)
  pins[root] = all
  write(pins)
  return #all - before
end

---@param root string
---@param paths? string[] nil: all
---@return integer how many there were
function M.remove(root, paths)
  local pins = read()
  local before = pins[root] or {}
  local after = vim.tbl_filter(function(path)
    return paths ~= nil and not vim.list_contains(paths, path)
  end, before)
  pins[root] = #after > 0 and after or nil
  write(next(pins) and pins or vim.empty_dict())
  return #before - #after
end

return M
