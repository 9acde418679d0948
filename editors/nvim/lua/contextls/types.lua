---@meta
-- What the server takes and answers. Its documentation is lsp/EXTENSIONS.md; null is vim.NIL.

-- What the functions of init.lua take: bufnr says whose folder; targets may be paths and buffer numbers.

---@class contextls.RepoMapOpts: contextls.RepoMapParams
---@field bufnr? integer
---@field targets? (contextls.Target|string|integer)[]

---@class contextls.RankOpts: contextls.RankParams
---@field bufnr? integer
---@field targets? (contextls.Target|string|integer)[]

---@class contextls.ExplainOpts: contextls.ExplainParams
---@field bufnr? integer
---@field uri? string default: the buffer's file
---@field targets? (contextls.Target|string|integer)[]

-- generated: by `go generate ./lsp/protocol`

---@class contextls.Position
---@field line integer
---@field character integer

---@class contextls.Range
---@field start contextls.Position
---@field end contextls.Position

---@class contextls.Budget how much a text may cost; what is absent has its default
---@field tokens? integer what the whole `text` may cost, from 1; default: the setting tokenBudget, 100_000
---@field modelMaxTokens? integer instead of tokens: the model's window, from 1 …
---@field reservedForOutput? integer … less this (default 16_000) …
---@field reservedForTask? integer … less this (default: the task's own cost) …
---@field utilization? number … times this, 0–1 (default 0.6)
---@field bytes? integer a cap on the UTF-8 bytes of all item contents together
---@field tokenizer? contextls.Tokenizer default heuristic

--- how tokens are counted; heuristic: 4 bytes each
---@alias contextls.Tokenizer 'heuristic'|'o200k_base'|'cl100k_base'

---@class contextls.Scope what may enter an answer at all, targets included
---@field include? string[] gitignore-style globs, relative to the folder; absent or empty: everything
---@field exclude? string[]
---@field role? string a scope of the setting roles, on top

---@class contextls.Target a file to be changed; it need not exist yet
---@field uri string
---@field ranges? contextls.Range[] the parts in question: shown where the file is too large for all of it, drawn first on maps; what they use ranks higher, and so do files with the rare words of their definitions, and definitions that use them, have rare names in common with them or stand near to them

--- how much of a file is shown
---@alias contextls.Representation 'full'|'slice'|'signatures'|'path'

--- what a file is to the targets
---@alias contextls.Relationship 'target'|'direct_import'|'transitive_import'|'downstream'|'mentioned'|'lexical'|'cochange'|'test'|'manual'|'none'

---@class contextls.RankedFile a file's place in a ranking
---@field uri string
---@field path string
---@field moduleName string
---@field importance number PageRank, 0–1, all files of the folder sum to 1
---@field score number the fused score that lists are sorted by, 0–1
---@field distance integer|vim.NIL import steps from the nearest target; null: unreachable
---@field relationship contextls.Relationship
---@field reasons string[] why it is here, for a person to read
---@field scores contextls.Scores

---@class contextls.Scores the parts of a score, each 0–1
---@field structure number
---@field lexical number
---@field cochange number all that history says

---@class contextls.Excluded a file that was left out, with its reason
---@field path string relative to the folder; an ignored directory ends in a slash
---@field reason string 'secret', 'ignored: .gitignore', 'binary', 'too_large', 'too_many_files', 'parse_timeout', 'parse_interrupted', 'parse_pending', 'over_budget', 'deadline', 'outside_scope', 'outside_folder', 'not_found', 'unreadable: …', …

---@class contextls.Provenance what an answer was made from
---@field server string
---@field folder string
---@field snapshot string names the state: the same files and texts have the same name
---@field versions table<string, integer> of the documents open in the editor
---@field unsaved? string[] to agents and in a shell: what is open in the user's editors and was seen as it is there
---@field gitHead? string
---@field tokenizer string
---@field builtAt string RFC 3339
---@field indexing boolean the answer was made while the folder was being indexed

---@class contextls.PackParams the parameters of context/pack
---@field task? string what is to be done; also read for paths, symbols and words
---@field targets? contextls.Target[] files to be changed; they come first
---@field files? contextls.ContextFile[] files that a person attached
---@field workspaceFolder? string default: that of the first file that is named, else the first one
---@field budget? contextls.Budget
---@field autoDiscover? boolean default true; false: targets, files and the map alone
---@field maxImportDepth? integer 1–100; default: the setting, 2
---@field includeRepoMap? boolean default true; false in a summary
---@field repoMapTokens? integer default: the setting, 2048; where no map is asked for, an eighth of what is above 12,000 tokens at most
---@field detail? 'full'|'summary' default full. summary: files with relevance and key symbols, and the imports among them, in at most the setting summaryTokens; no bodies
---@field format? 'markdown'|'xml'|'plain'|'json' of `text`; default markdown
---@field order? 'tier'|'cache' of `text` and `items`; default tier. cache: what changes least comes first
---@field lineNumbers? boolean each line of a file begins with its number and a bar; default false
---@field baseEtag? string the etag of a pack that the client has: the answer then says what changes it
---@field scope? contextls.Scope
---@field allExcluded? boolean `excluded` names all that is left out; default false
---@field deadlineMs? integer answer by then with what there is (`partial: true`)
---@field workDoneToken? string|integer where to show progress, as in LSP

---@class contextls.ContextFile a file that a person wants in a pack
---@field uri string
---@field pin? boolean it comes before everything but targets

---@class contextls.PackResult the answer to context/pack
---@field text string ready to paste; of a delta, what is new alone
---@field items contextls.PackItem[] in the order of `text`; of a delta, those that were added or changed
---@field repoMap contextls.RepoMapResult|vim.NIL
---@field stats contextls.PackStats
---@field excluded contextls.Excluded[] candidates left out, and files that are not indexed, with the reason: 50 at most unless `allExcluded`, some of each kind of reason, the best ones; by path
---@field excludedCounts table<string, integer> how many are left out in all, by reason; an ignored directory counts once
---@field missing contextls.Missing[] what would be shown next if there were more room, the best first, 20 at most
---@field warnings string[]
---@field notices contextls.Notice[] what programs may want to know of `warnings`
---@field partial boolean the deadline came first, or the folder is still being indexed
---@field etag string same etag: same text; of a delta, that of the whole pack
---@field degraded? string[] what is missing, and why: the store did not answer, or git did not say in time what commits wrote; it stands in `warnings`, too
---@field delta? contextls.PackDelta given when `baseEtag` is known
---@field provenance contextls.Provenance

---@class contextls.Missing a definition, a part of a long one, what stands between definitions, or a whole file, that a pack has no room for
---@field path string
---@field symbol string the definition that it is, or is a part of, with what it stands in
---@field range contextls.Range of whole lines
---@field tokens integer what it would take, about
---@field reason string as in `excluded`

---@class contextls.Notice what a warning is about, for programs
---@field kind string 'secret': something that looks like one stands there, and was replaced by `‹secret: …›`
---@field path string
---@field line integer from 0

---@class contextls.PackDelta what makes the items of a pack out of those of an earlier one
---@field baseEtag string
---@field added contextls.PackItem[]
---@field changed contextls.PackItem[]
---@field removed string[] paths
---@field order contextls.PackPlace[] all items of the whole pack
---@field estimatedTokens integer of `text`

---@class contextls.PackPlace the place of an item in a pack, with those of its numbers that any edit can move
---@field path string
---@field version integer|vim.NIL of the open document; null: from disk
---@field importance number
---@field score number

---@class contextls.PackItem one file of a pack
---@field id string stable while the item's content is the same
---@field uri string of a package `package:ECOSYSTEM/NAME@VERSION`
---@field origin 'folder'|'package'|'store' package: an installed package, of which the names are shown that targets use; store: one that a repository of the team's defines
---@field repository? string of the store, that defines the package
---@field path string
---@field version integer|vim.NIL of the open document; null: from disk
---@field priority 1|2|3|4|5|6 1 task · 2 targets and pinned files · 3 direct imports · 4 related · 5 repository map · 6 manual files
---@field representation contextls.Representation
---@field relationship contextls.Relationship
---@field reasons string[]
---@field importance number
---@field score number
---@field estimatedTokens integer
---@field ranges contextls.Range[] the parts of the file that are shown; none for signatures and paths
---@field content string as it stands in `text`: numbered if asked for, what is unseen made visible

---@class contextls.PackStats the numbers of a pack
---@field filesDiscovered integer candidates: of the files that ranking finds the best, one for each 8 tokens, 200 to 5,000
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

---@class contextls.RepoMapParams the parameters of context/repoMap
---@field tokens? integer what the map may cost, from 1; default 2048
---@field targets? contextls.Target[]
---@field task? string
---@field workspaceFolder? string default: that of the first file that is named, else the first one
---@field tokenizer? contextls.Tokenizer
---@field scope? contextls.Scope
---@field deadlineMs? integer answer by then with what there is

---@class contextls.RepoMapResult the answer to context/repoMap
---@field content string
---@field filesWithSignatures integer
---@field filesPathOnly integer
---@field filesOmitted integer
---@field estimatedTokens integer
---@field etag string
---@field provenance contextls.Provenance
---@field files contextls.RepoMapFile[]

---@class contextls.RepoMapFile one file of a repository map
---@field uri string
---@field path string
---@field importance number
---@field representation 'signatures'|'path'

---@class contextls.RankParams the parameters of context/rank
---@field targets? contextls.Target[]
---@field task? string
---@field limit? integer from 1
---@field definitions? integer how many definitions to answer, 0–200
---@field maxImportDepth? integer
---@field scope? contextls.Scope
---@field workspaceFolder? string default: that of the first file that is named, else the first one

---@class contextls.RankResult the answer to context/rank
---@field targetFiles string[]
---@field rankedFiles contextls.RankedFile[]
---@field definitions contextls.RankedDefinition[] of all files in scope, the likeliest to be touched first; given when they are asked for
---@field graphNodeCount integer
---@field graphEdgeCount integer
---@field provenance contextls.Provenance

---@class contextls.RankedDefinition a definition with how likely the task touches it
---@field chunk string
---@field uri string
---@field range contextls.Range
---@field score number 0–1
---@field reasons string[]

---@class contextls.ExplainParams the parameters of context/explain
---@field uri string
---@field targets? contextls.Target[]
---@field task? string

---@class contextls.ExplainResult the answer to context/explain
---@field file contextls.RankedFile
---@field cycle string[] the other files that it imports in a circle; a change of one may concern all
---@field chain string[] the shortest import chain from a target to the file; empty where there is none

---@class contextls.SymbolsParams the parameters of context/symbols
---@field uri string

---@class contextls.SymbolSummary the answer to context/symbols
---@field uri string
---@field path string
---@field language string
---@field moduleName string
---@field lineCount integer
---@field imports contextls.Import[]
---@field exports string[]
---@field symbols contextls.Symbol[]

---@class contextls.Symbol one definition
---@field name string of a test, or a group of them, that has a title: it with that, as in "it adds an item"; it is a function
---@field kind contextls.SymbolKind
---@field signature string
---@field doc string|vim.NIL the first line of its documentation
---@field line integer of its name
---@field range contextls.Range
---@field container string|vim.NIL
---@field exported boolean
---@field importance number the file's importance times this symbol's share of what other files use of it
---@field chunk string its id: kind:path:name@line:hash, line 1-based, hash of its text

---@alias contextls.SymbolKind 'function'|'async_function'|'method'|'class'|'interface'|'struct'|'enum'|'trait'|'type_alias'|'constant'|'variable'|'field'|'module'|'macro'

---@class contextls.Import one import of a file
---@field specifier string
---@field names string[] '*': all
---@field line integer
---@field status contextls.ImportStatus
---@field uri string|vim.NIL
---@field package? contextls.ImportedPackage that an external import leads to, where it is known

---@class contextls.ImportedPackage a package as a manifest of the folder names it
---@field ecosystem string go, npm, pypi, cargo, maven, composer, rubygems, hex, system, …
---@field name string
---@field version? string as the manifest has it

--- whether an import leads to files of the folder
---@alias contextls.ImportStatus 'resolved'|'external'|'ambiguous'|'unresolved'

---@class contextls.ImportsParams the parameters of context/imports
---@field uri string
---@field direction? 'imports'|'importedBy'|'both' default imports
---@field depth? integer 1–100; default 1

---@class contextls.ImportsResult the answer to context/imports
---@field edges contextls.ImportEdge[]

---@class contextls.ImportEdge one import, with how far it is from the file that was asked about
---@field importer string
---@field imported string|vim.NIL
---@field specifier string
---@field line integer
---@field status contextls.ImportStatus
---@field distance integer import steps from the file that was asked about, from 1
---@field inCycle? boolean the imported file leads back to the importer; default false

---@class contextls.ImportChainParams the parameters of context/importChain
---@field from string
---@field to string

---@class contextls.ImportChainResult the answer to context/importChain
---@field chain string[]

---@class contextls.QueryParams the parameters of context/query
---@field query string
---@field tier? 0|1|2 0: `path:line signature`; 1, the default: and the first line of documentation; 2: the source
---@field limit? integer from 1; default 50
---@field tokens? integer what `text` may cost, from 1; default: the setting tokenBudget, 100_000
---@field tokenizer? contextls.Tokenizer
---@field targets? contextls.Target[] what is at hand: of what matches alike, what is near it comes first
---@field repositories? string|string[] what is searched besides the folder: "*" for all repositories of the store, or globs of their names
---@field workspaceFolder? string default: that of the first file that is named, else the first one

---@class contextls.QueryResult the answer to context/query
---@field text string
---@field chunks contextls.ChunkMatch[] in the order of `text`
---@field omitted integer matches beyond limit and tokens; those below a fifth of the best score are none
---@field estimatedTokens integer
---@field degraded? string[] what is missing of what was asked for, and why: the store did not answer
---@field provenance contextls.Provenance

---@class contextls.ChunkMatch one chunk that matches a query
---@field id string of another repository's: only tells it from others
---@field score number 0–1; the best of the folder has 1, as has the best of all other repositories
---@field signature string
---@field doc string|vim.NIL
---@field origin? 'folder'|'store' absent: folder
---@field repository? string of the store, that it is in
---@field path? string in that repository
---@field line? integer in that file, from 0

---@class contextls.SourceParams the parameters of context/source
---@field chunk string
---@field workspaceFolder? string default: that of the first file that is named, else the first one

---@class contextls.SourceResult the answer to context/source
---@field chunk string its id now
---@field uri string
---@field range contextls.Range
---@field content string

---@class contextls.SkeletonParams the parameters of context/skeleton
---@field uri? string
---@field chunks? string[]
---@field workspaceFolder? string default: that of the first file that is named, else the first one

---@class contextls.SkeletonResult the answer to context/skeleton
---@field text string

---@class contextls.ChunkOrFile the parameters of context/dependencies: either a chunk or a file
---@field chunk? string
---@field uri? string
---@field workspaceFolder? string default: that of the first file that is named, else the first one

---@class contextls.DependenciesResult the answer to context/dependencies
---@field chunks string[] by path and line
---@field files string[] other files
---@field packages contextls.Package[] the most used first
---@field degraded? string[] what is missing, and why: the store did not answer

---@class contextls.Package a package of which something is used, with what that is
---@field ecosystem string go, npm, pypi, cargo, maven, composer, rubygems, hex, system, …
---@field name string
---@field version string "" where it is not known
---@field names contextls.PackageName[] the most used first
---@field origin 'package'|'store' package: it is installed; store: a repository of the team's defines it
---@field repository? string of the store, that defines it

---@class contextls.PackageName a definition of a package
---@field name string with dots behind what it is in
---@field signature string
---@field doc? string
---@field uri? string of the file that has it, if that is here
---@field path? string of the file in its repository, if that is of the store

---@class contextls.ImpactParams the parameters of context/impact: either a chunk or a file
---@field chunk? string
---@field uri? string
---@field workspaceFolder? string default: that of the first file that is named, else the first one
---@field repositories? string|string[] where uses are looked for besides the folder: "*" for all repositories of the store, or globs of their names

---@class contextls.ImpactResult the answer to context/impact
---@field uses contextls.SymbolUse[] of a chunk, by path and position, at most 200; of a file none
---@field moreUses integer how many were left out
---@field callers contextls.Caller[] the definitions that the uses stand in, in the same order
---@field overriders contextls.SymbolUse[] of a member: those in its place in types that derive from its own; range is their name's
---@field implementers contextls.SymbolUse[] of a type: those that derive from it or implement it; of an interface's member: theirs
---@field directImporters string[]
---@field transitiveImporters string[] the nearest first
---@field pagerank number of the file
---@field tests string[] among all of them, and where a chunk may be used
---@field cycle string[] the other files that the file imports in a circle: a change goes round
---@field elsewhere? contextls.UseElsewhere[] with repositories: uses in others, of the chunk if it is exported or of what the file exports; by repository, path and line, at most 200
---@field moreElsewhere? integer how many of these were left out
---@field degraded? string[] what is missing of what was asked for, and why: the store did not answer, or it is not known what others import

---@class contextls.SymbolUse one place where a definition is used
---@field uri string
---@field range contextls.Range of the name
---@field chunk string|vim.NIL the innermost definition around it
---@field confidence number 0–1: how sure it is that this very definition is meant; 0.3 and less where its name alone says so

---@class contextls.Caller a definition that uses another one, or a file outside of any
---@field uri string
---@field chunk string|vim.NIL null: outside of any definition
---@field ranges contextls.Range[] where it does
---@field confidence number 0–1: how sure the surest of them is

---@class contextls.UseElsewhere where another repository uses a definition of a package that this folder defines
---@field repository string
---@field path string in that repository
---@field line integer of the first use, from 0
---@field name string what is used
---@field count integer how often
---@field in? string the definition around the first use
---@field package string that the name is taken from

---@class contextls.CompressParams the parameters of context/compress
---@field query string
---@field tokens? integer from 1; default 32_000
---@field tokenizer? contextls.Tokenizer
---@field workspaceFolder? string default: that of the first file that is named, else the first one

---@class contextls.CompressResult the answer to context/compress
---@field text string
---@field chunks contextls.ChunkMatch[]
---@field omitted integer
---@field estimatedTokens integer
---@field provenance contextls.Provenance

---@class contextls.StatsParams the parameters of context/stats: none

---@class contextls.StatsResult the answer to context/stats
---@field folders contextls.FolderStats[]
---@field problems contextls.ServerProblem[] of the program itself, the one that happened last first

---@class contextls.ServerProblem something that went wrong in the program itself, however often
---@field message string
---@field count integer
---@field at string when it happened last

---@class contextls.FolderStats the numbers of one folder's index
---@field uri string
---@field state contextls.IndexState
---@field files integer
---@field symbols integer
---@field references integer
---@field imports integer
---@field ambiguousImports integer
---@field unresolvedImports integer
---@field importsByLanguage table<string, contextls.ImportCounts> of each language that has any
---@field chunks integer
---@field nodes integer
---@field edges integer
---@field bytes integer
---@field languages table<string, integer> files by language
---@field topPagerank contextls.ScoredFile[] the first 5
---@field excluded table<string, integer> what is left out, by reason; an ignored directory counts once
---@field cycles contextls.Cycles
---@field cache? contextls.CacheUse missing where nothing is kept on disk
---@field sharedWith? integer other sessions of the daemon that have the folder open: its files and graph are in memory once
---@field degraded string[] what is degraded, for a person to read
---@field updatedAt string RFC 3339
---@field snapshot string

---@class contextls.CacheUse what a folder had of the cache on disk
---@field unchanged integer files that were not read, since they are as they were when they were last read
---@field read integer files that were
---@field bytes integer of the cache, which all folders share

---@class contextls.Cycles the groups of files that import each other, directly or through others of the group
---@field count integer how many groups there are
---@field files integer in all of them
---@field largestFiles integer how many the largest one has
---@field largest string[] at most 20 of its files, by path

---@alias contextls.IndexState 'indexing'|'ready'|'degraded'

---@class contextls.ImportCounts how many imports lead to files of the folder, out of it as is known, to one of several files, and nowhere that is known
---@field resolved integer
---@field external integer
---@field ambiguous integer
---@field unresolved integer

---@class contextls.ScoredFile a file with its PageRank
---@field uri string
---@field score number

---@class contextls.AnalyzeTaskParams the parameters of context/analyzeTask
---@field task string
---@field workspaceFolder? string default: that of the first file that is named, else the first one

---@class contextls.AnalyzeTaskResult the answer to context/analyzeTask
---@field filePaths string[] as the text has them, in its order
---@field symbolNames string[] with what qualifies them
---@field keywords string[] lower case, without stop words, identifiers split; at most 64
---@field domain string|vim.NIL the deepest folder with more than half of the evidence
---@field action 'implement'|'fix'|'refactor'|'test'|'review'|'document'|vim.NIL
---@field resolved contextls.ResolvedMention[]

---@class contextls.ResolvedMention a file of the folder that a task speaks of
---@field uri string
---@field path string
---@field line? integer that is given, or of the definition
---@field reasons string[]

---@class contextls.ProvidersParams the parameters of context/providers
---@field workspaceFolder? string default: that of the first file that is named, else the first one

---@class contextls.ProvidersResult the answer to context/providers
---@field providers contextls.Provider[]

---@class contextls.Provider one way to explore a workspace, as a model is told of it
---@field name string
---@field description string
---@field parameters contextls.Schema
---@field enabled boolean
---@field reason? string why it cannot be used

---@class contextls.Schema a JSON Schema (draft 2020-12) of a provider's parameters: an object with these properties
---@field type 'object'
---@field properties table<string, contextls.Property>
---@field required string[]
---@field additionalProperties false

---@class contextls.Property one parameter of a provider; an absent limit is none
---@field type 'string'|'integer'|'boolean'|'array'
---@field description string
---@field default? any
---@field enum? string[]
---@field minimum? integer
---@field maximum? integer
---@field minLength? integer
---@field maxLength? integer in characters
---@field items? contextls.Items
---@field maxItems? integer

---@class contextls.Items what a list holds
---@field type 'string'
---@field minLength? integer
---@field maxLength? integer

---@class contextls.ExploreParams the parameters of context/explore
---@field requests? contextls.ExploreRequest[] at most 64
---@field tokens? integer of all contents together, from 1; default 16_000
---@field resultTokens? integer of each, from 1; default 6000
---@field tokenizer? contextls.Tokenizer
---@field workspaceFolder? string default: that of the first file that is named, else the first one

---@class contextls.ExploreRequest what one provider is asked
---@field provider string
---@field params? any

---@class contextls.ExploreResult the answer to context/explore
---@field results contextls.Exploration[]

---@class contextls.Exploration what one provider answered
---@field provider string
---@field params any as sent
---@field content string
---@field estimatedTokens integer
---@field truncated boolean
---@field error string|vim.NIL

---@class contextls.ScanParams the parameters of context/scan
---@field mode? 'full'|'incremental' default full, with `since` incremental
---@field since? string any name of a commit; of incremental alone
---@field workspaceFolder? string default: that of the first file that is named, else the first one

---@class contextls.ScanResult the answer to context/scan
---@field filesScanned integer files listed; with `since`, those of the changed that are there
---@field filesChanged integer files that are not as the index held them; with `since`, that differ from the revision's
---@field symbolsIndexed integer what the index holds now
---@field dependenciesIndexed integer edges of the graph that it holds now
---@field durationSeconds number
---@field gitSha string|vim.NIL of HEAD
---@field mode 'full'|'incremental'

---@class contextls.IndexChanged the parameters of the notification context/didChangeIndex
---@field folder string
---@field state contextls.IndexState
---@field snapshot string
---@field files integer
---@field percentage? integer
---@field reasons string[] what is degraded, for a person to read

-- end of what is generated
