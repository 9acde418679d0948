-- Where the items of a pack stand in its text.
local M = {}

---@class contextls.Outline
---@field levels table<integer, string> what 'foldexpr' says of a line
---@field items table<integer, integer> which item a line belongs to
---@field starts integer[] the first line of each item's content, where it has content

--- Reads a pack in Markdown. An item is a heading of the third level and a fence; nothing inside a fence can end it,
--- and headings come in the order of the items.
---@param lines string[]
---@return contextls.Outline
function M.read(lines)
  local outline = { levels = {}, items = {}, starts = {} }
  local fence, item, level = nil, 0, '0' ---@type string?, integer, string
  local inside = false -- an item
  for n, line in ipairs(lines) do
    if fence then
      fence = line ~= fence and fence or nil
    elseif line:match('^```') then
      fence = line:match('^`+')
      outline.starts[item] = outline.starts[item] or (inside and n + 1 or nil)
    elseif line:match('^### ') then
      item, level, inside = item + 1, '>1', true
    elseif line:match('^## ') then
      level, inside = line == '## Repository map' and '>1' or '0', false
    end
    outline.levels[n] = level
    outline.items[n] = inside and item or nil
    level = level == '>1' and '1' or level
  end
  return outline
end

return M
