-- Finds the server for a buffer, starts it where it should run and does not, and asks it.
local M = {}

local name = 'contextls'
local patience_ms = 10000

---@alias contextls.Callback fun(err: string?, result: any)

--- Why the server cannot run at all, where that is so.
---@return string?
function M.missing()
  local cmd = vim.lsp.config[name].cmd
  if type(cmd) == 'table' and vim.fn.executable(cmd[1]) == 0 then
    return ('there is no program %s; see :help contextls-install'):format(cmd[1])
  end
end

--- The folder that a buffer belongs to; what is no file, or gone, belongs to the working directory's.
---@param bufnr integer
---@return string?
function M.root(bufnr)
  local path = vim.api.nvim_buf_is_valid(bufnr) and vim.api.nvim_buf_get_name(bufnr) or ''
  if path == '' or vim.bo[bufnr].buftype ~= '' or path:match('^%a[%w+.-]+://') then
    path = vim.fs.joinpath(vim.fn.getcwd(), 'x')
  end
  return vim.fs.root(path, vim.lsp.config[name].root_markers)
end

---@param client vim.lsp.Client?
---@return boolean
local function lives(client)
  return client ~= nil and client.initialized == true and not client:is_stopped()
end

--- The server of a buffer, or else of its folder.
---@param bufnr integer
---@return vim.lsp.Client?
function M.client(bufnr)
  local root = M.root(bufnr)
  local found = vim.api.nvim_buf_is_valid(bufnr) and vim.lsp.get_clients({ name = name, bufnr = bufnr }) or {}
  for _, client in ipairs(vim.lsp.get_clients({ name = name })) do
    if client.root_dir == root then
      table.insert(found, client)
    end
  end
  return vim.iter(found):find(lives)
end

--- Calls a function again and again until it answers something, and passes that on; nil after a while.
---@generic T
---@param look fun(): T?
---@param cb fun(found: T?)
local function await(look, cb)
  local tries = patience_ms / 20
  local function try()
    local found = look()
    tries = tries - 1
    if found ~= nil or tries <= 0 then
      return cb(found)
    end
    vim.defer_fn(try, 20)
  end
  try()
end

--- Starts the server for a folder, with all files of it that are open.
---@param root string
---@param cb fun(err: string?, client: vim.lsp.Client?)
local function start(root, cb)
  local missing = M.missing()
  if missing then
    return cb(missing)
  end
  local config = vim.tbl_extend('force', vim.lsp.config[name], { name = name, root_dir = root })
  local id = vim.lsp.start(config, { attach = false })
  await(function()
    local client = id and vim.lsp.get_client_by_id(id)
    return not client and false or lives(client) and client or nil
  end, function(client)
    if not client then
      return cb('the server does not start; see :checkhealth contextls and :Contextls log')
    end
    for _, buf in ipairs(vim.api.nvim_list_bufs()) do
      local is_file = vim.api.nvim_buf_is_loaded(buf) and vim.bo[buf].buftype == '' and vim.api.nvim_buf_get_name(buf) ~= ''
      if is_file and M.root(buf) == root then
        vim.lsp.buf_attach_client(buf, client.id)
      end
    end
    cb(nil, client)
  end)
end

--- Calls back with the server of a buffer, which is started where it does not run.
---@param bufnr integer
---@param cb fun(err: string?, client: vim.lsp.Client?)
function M.get(bufnr, cb)
  local client, root = M.client(bufnr), M.root(bufnr)
  if client then
    cb(nil, client)
  elseif root then
    start(root, cb)
  else
    cb('this is in no repository')
  end
end

--- Sends a request, after all unsaved changes of all buffers. What `make` returns are its parameters.
---@param bufnr integer
---@param method string
---@param make fun(client: vim.lsp.Client): table
---@param cb contextls.Callback
---@return fun() cancel so that cb is never called
function M.request(bufnr, method, make, cb)
  local cancelled, cancel = false, nil ---@type boolean, fun()?
  M.get(bufnr, function(err, client)
    if cancelled then
      return
    end
    if not client then
      return cb(err)
    end
    -- Without a buffer the client sends the pending changes of all of them first.
    local sent, id = client:request(method, make(client), function(failure, result)
      cancel = nil
      if not cancelled then
        cb(failure and failure.message, result)
      end
    end)
    if not sent then
      return cb('the server is gone; :Contextls restart starts it')
    end
    cancel = function()
      client:cancel_request(id)
    end
  end)
  return function()
    cancelled = true
    if cancel then
      cancel()
    end
  end
end

--- Stops all servers and starts one for each folder that had one, and for the buffer's.
---@param bufnr integer
---@param force boolean without waiting for them to end by themselves
---@param cb fun(err: string?)
function M.restart(bufnr, force, cb)
  local clients, roots = vim.lsp.get_clients({ name = name }), { [M.root(bufnr) or false] = true }
  for _, client in ipairs(clients) do
    roots[client.root_dir or false] = true
    client:stop(force or 2000)
  end
  roots[false] = nil
  await(function()
    return vim.iter(clients):all(function(client)
      return vim.lsp.get_client_by_id(client.id) == nil
    end) or nil
  end, function(stopped)
    local waiting = vim.tbl_count(roots)
    if not stopped or waiting == 0 then
      return cb(not stopped and 'the server does not stop; :Contextls! restart forces it' or 'this is in no repository')
    end
    for root in vim.spairs(roots) do
      start(root, function(err)
        waiting = err and 0 or waiting - 1
        if waiting == 0 then
          cb(err)
        end
      end)
    end
  end)
end

return M
