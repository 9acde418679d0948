-- What a Neovim under test starts with: the plugin, parsers, nothing else.
local here = vim.fs.dirname(vim.fs.abspath(debug.getinfo(1, 'S').source:sub(2)))
vim.opt.runtimepath = {
  vim.fs.dirname(here),
  vim.env.VIMRUNTIME,
  vim.fs.joinpath(vim.fs.dirname(vim.fs.dirname(vim.fs.dirname(vim.env.VIMRUNTIME))), 'lib', 'nvim'),
}
vim.o.columns, vim.o.lines = 100, 30
vim.o.swapfile = false
vim.o.shadafile = 'NONE'

_G.notices, _G.ui = {}, { select = vim.ui.select, input = vim.ui.input }
local notify = vim.notify
-- Keeps what a person is told, and still shows it.
vim.notify = function(text, level, opts) -- luacheck: ignore
  table.insert(_G.notices, text)
  notify(text, level == vim.log.levels.ERROR and vim.log.levels.WARN or level, opts)
end
