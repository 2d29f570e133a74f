-- Opens the file of NVIM_SHOWN, waits for findings, and writes what the screen shows: rows, and what each letter is.
vim.opt.runtimepath:append(vim.env.NVIM_COLOURS)
vim.cmd("set number signcolumn=yes noshowcmd noruler laststatus=0 shortmess+=I columns=104 lines=21")
vim.cmd("filetype on | filetype plugin on | syntax on")
vim.api.nvim_create_autocmd("FileType", {
  pattern = { "cal", "yaml" },
  callback = function(args)
    local command = { vim.env.NVIM_PYTHON, "-m", "calarec_tools.main", "lsp" }
    local client = vim.lsp.start_client({ name = "calarec", cmd = command, init_options = { lang = vim.env.NVIM_LANG } })
    vim.lsp.buf_attach_client(args.buf, client)
  end,
})
vim.cmd("edit " .. vim.fn.fnameescape(vim.env.NVIM_SHOWN))
vim.wait(120000, function() return #vim.diagnostic.get(0) >= tonumber(vim.env.NVIM_FINDINGS) end, 50)
vim.cmd("redraw!")
local rows, groups = {}, {}
for r = 1, vim.o.lines - 1 do
  local row, kinds = {}, {}
  for c = 1, vim.o.columns do row[#row + 1] = vim.fn.screenstring(r, c) end
  for c = 1, #vim.fn.getline(r) do
    kinds[#kinds + 1] = vim.fn.synIDattr(vim.fn.synID(r, c, 1), "name")
  end
  rows[#rows + 1], groups[#groups + 1] = table.concat(row), table.concat(kinds, " ")
end
io.stdout:write(vim.json.encode({ rows = rows, groups = groups }))
vim.cmd("qa!")
