-- Runs the files that $TESTS names, or all of this folder: nvim --headless -u NONE -c 'luafile tests/run.lua'.
-- With UPDATE=1 reference screenshots are written anew.
local here = vim.fs.dirname(vim.fs.abspath(debug.getinfo(1, 'S').source:sub(2)))
local share = vim.fs.dirname(vim.fs.dirname(vim.env.VIMRUNTIME))
vim.opt.runtimepath:append(vim.fs.joinpath(share, 'neovim-mini.test'))
package.path = here .. '/?.lua;' .. package.path

_G.MiniTest = require('mini.test')
vim.o.columns, vim.o.lines = 120, 40
local named = vim.env.TESTS and vim.split(vim.env.TESTS, ' ') or nil
MiniTest.setup({
  collect = {
    find_files = function()
      return named or vim.fn.globpath(here, 'test_*.lua', true, true)
    end,
  },
  execute = { reporter = MiniTest.gen_reporter.stdout({ group_depth = 2 }) },
})
MiniTest.run()
