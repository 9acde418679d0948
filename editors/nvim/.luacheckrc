std = 'luajit'
cache = false
max_line_length = 140
globals = { 'vim' }
files['lua/contextls/types.lua'] = { ignore = { '6.*' } }
files['tests'] = { globals = { 'MiniTest' } }
