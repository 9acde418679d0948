-- Names of files as the server writes them: with unseen characters by their numbers. What answers hold is written so
-- already; what is made of a URI is not.

-- First and last of the characters that Unicode has shown as nothing, that reorder text, break lines, or are controls.
-- Joiners and selectors, which change the character before, are none of them.
local unseen = {
  { 0x00, 0x1f },
  { 0x7f, 0x9f },
  { 0xad, 0xad },
  { 0x34f, 0x34f },
  { 0x61c, 0x61c },
  { 0x115f, 0x1160 },
  { 0x17b4, 0x17b5 },
  { 0x180b, 0x180f },
  { 0x200b, 0x200b },
  { 0x200e, 0x200f },
  { 0x2028, 0x202e },
  { 0x2060, 0x206f },
  { 0x3164, 0x3164 },
  { 0xfeff, 0xfeff },
  { 0xffa0, 0xffa0 },
  { 0xfff0, 0xfffb },
  { 0x1bca0, 0x1bca3 },
  { 0x1d173, 0x1d17a },
  { 0xe0000, 0xe0fff },
}

--- A name that hides and reorders nothing.
---@param name string
---@return string
return function(name)
  local shown = vim.tbl_map(function(char)
    for _, range in ipairs(unseen) do
      if range[1] <= char and char <= range[2] then
        return ('‹U+%04X›'):format(char)
      end
    end
    return vim.fn.nr2char(char, true)
  end, vim.fn.str2list(name, true))
  return table.concat(shown)
end
