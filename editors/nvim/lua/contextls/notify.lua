-- Messages to the person. They may come from callbacks of the language client, where nothing may be drawn.
local M = {}

local prefix = 'contextls: '

---@param text string
---@param level? integer
local function show(text, level)
  vim.schedule(function()
    vim.notify(prefix .. text, level or vim.log.levels.INFO, { title = 'contextls' })
  end)
end

---@param text string
function M.info(text)
  show(text)
end

--- Says the longest of several texts that fits on the line of messages, else the last.
---@param texts string[]
function M.fitting(texts)
  show(vim.iter(texts):find(function(text)
    return vim.fn.strdisplaywidth(prefix .. text) <= vim.v.echospace
  end) or texts[#texts])
end

---@param text string
function M.warn(text)
  show(text, vim.log.levels.WARN)
end

---@param text string
function M.error(text)
  show(text, vim.log.levels.ERROR)
end

--- A number as a person writes it: 12,345.
---@param n integer
---@return string
function M.number(n)
  local s = tostring(n):reverse():gsub('(%d%d%d)', '%1,'):reverse():gsub('^,', '')
  return s
end

return M
