---@meta
-- What the server takes and answers. Its documentation is lsp/EXTENSIONS.md; null is vim.NIL.

---@class contextls.Position
---@field line integer from 0
---@field character integer

---@class contextls.Range
---@field start contextls.Position
---@field end contextls.Position

---@class contextls.Target a file to be changed; it need not exist yet
---@field uri string
---@field ranges? contextls.Range[] the parts that matter, where the file is too large to be shown whole

---@class contextls.Budget
---@field tokens? integer what the whole text may cost
---@field modelMaxTokens? integer instead of tokens: the model's window
---@field reservedForOutput? integer
---@field reservedForTask? integer
---@field utilization? number
---@field bytes? integer
---@field tokenizer? 'heuristic'|'o200k_base'|'cl100k_base'

---@class contextls.Scope what may enter the answer at all
---@field include? string[]
---@field exclude? string[]
---@field role? string

---@class contextls.PackParams
---@field task? string
---@field targets? contextls.Target[]
---@field files? { uri: string, pin?: boolean }[]
---@field workspaceFolder? string
---@field budget? contextls.Budget
---@field autoDiscover? boolean
---@field maxImportDepth? integer
---@field includeRepoMap? boolean
---@field repoMapTokens? integer
---@field detail? 'full'|'summary'
---@field format? 'markdown'|'xml'|'plain'|'json'
---@field order? 'tier'|'cache'
---@field lineNumbers? boolean
---@field baseEtag? string
---@field scope? contextls.Scope
---@field deadlineMs? integer

---@alias contextls.Representation 'full'|'slice'|'signatures'|'path'

---@class contextls.PackItem
---@field id string
---@field uri string
---@field path string
---@field version integer|vim.NIL
---@field priority integer
---@field representation contextls.Representation
---@field relationship string
---@field reasons string[]
---@field importance number
---@field score number
---@field estimatedTokens integer
---@field ranges contextls.Range[]
---@field content string

---@class contextls.PackStats
---@field filesDiscovered integer
---@field filesIncludedFull integer
---@field filesIncludedSlice integer
---@field filesIncludedSignatures integer
---@field filesTruncated integer
---@field totalEstimatedTokens integer
---@field availableForContext integer
---@field budgetUtilization number
---@field repoMapTokens integer
---@field contentUtf8Bytes integer
---@field itemsIncluded integer
---@field itemsReduced integer
---@field itemsTruncated integer

---@class contextls.Excluded
---@field path string
---@field reason string

---@class contextls.Provenance
---@field server string
---@field folder string
---@field snapshot string
---@field versions table<string, integer>
---@field gitHead? string
---@field tokenizer string
---@field builtAt string
---@field indexing boolean

---@class contextls.PackDelta
---@field baseEtag string
---@field added contextls.PackItem[]
---@field changed contextls.PackItem[]
---@field removed string[]
---@field order table[]
---@field estimatedTokens integer

---@class contextls.PackResult
---@field text string
---@field items contextls.PackItem[]
---@field repoMap contextls.RepoMapResult|vim.NIL
---@field stats contextls.PackStats
---@field excluded contextls.Excluded[]
---@field warnings string[]
---@field partial boolean
---@field etag string
---@field delta? contextls.PackDelta
---@field provenance contextls.Provenance

---@class contextls.RepoMapOpts
---@field bufnr? integer
---@field tokens? integer
---@field targets? (contextls.Target|string|integer)[]
---@field task? string
---@field workspaceFolder? string
---@field tokenizer? string
---@field scope? contextls.Scope
---@field deadlineMs? integer

---@class contextls.RepoMapResult
---@field content string
---@field filesWithSignatures integer
---@field filesPathOnly integer
---@field filesOmitted integer
---@field estimatedTokens integer
---@field etag string
---@field provenance contextls.Provenance
---@field files { uri: string, path: string, importance: number, representation: 'signatures'|'path' }[]

---@class contextls.RankOpts
---@field bufnr? integer
---@field targets? (contextls.Target|string|integer)[]
---@field task? string
---@field limit? integer
---@field maxImportDepth? integer
---@field scope? contextls.Scope
---@field workspaceFolder? string

---@class contextls.RankedFile
---@field uri string
---@field path string
---@field moduleName string
---@field importance number
---@field score number
---@field distance integer|vim.NIL
---@field relationship string
---@field reasons string[]
---@field scores { structure: number, lexical: number, cochange: number }

---@class contextls.RankResult
---@field targetFiles string[]
---@field rankedFiles contextls.RankedFile[]
---@field graphNodeCount integer
---@field graphEdgeCount integer
---@field provenance contextls.Provenance

---@class contextls.ExplainOpts
---@field bufnr? integer
---@field uri? string
---@field targets? (contextls.Target|string|integer)[]
---@field task? string

---@class contextls.ExplainResult
---@field file contextls.RankedFile
---@field chain string[]

---@class contextls.FolderStats
---@field uri string
---@field state 'indexing'|'ready'|'degraded'
---@field files integer
---@field symbols integer
---@field references integer
---@field imports integer
---@field ambiguousImports integer
---@field unresolvedImports integer
---@field importsByLanguage table<string, { resolved: integer, external: integer, ambiguous: integer, unresolved: integer }>
---@field chunks integer
---@field nodes integer
---@field edges integer
---@field bytes integer
---@field languages table<string, integer>
---@field topPagerank { uri: string, score: number }[]
---@field degraded string[]
---@field updatedAt string
---@field snapshot string

---@class contextls.StatsResult
---@field folders contextls.FolderStats[]
---@field problems { message: string, count: integer, at: string }[] of the server itself, the newest first
