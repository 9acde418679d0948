-- Puts text into a register.
local M = {}

local function has_clipboard()
  return vim.fn['provider#clipboard#Executable']() ~= ''
end

--- Copies text to the register that was named before a mapping, or else to the chosen one; to the unnamed one
--- where that is a clipboard and there is none.
---@param text string
---@param register string what v:register was when the command was given
---@return string where it is now, for a person to read
function M.copy(text, register)
  local name = register ~= '"' and register or require('contextls.config').get().register
  local note = ''
  if (name == '+' or name == '*') and not has_clipboard() then
    name, note = '"', ' (no clipboard)'
  end
  vim.fn.setreg(name, text, 'l')
  return '"' .. name .. note
end

return M
