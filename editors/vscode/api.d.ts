/**
 * What the extension contextls offers other extensions, as its `exports`. This file stands by itself: copy it
 * to where you need the types.
 *
 * ```ts
 * import type { ContextlsApi } from './contextls';
 *
 * const extension = vscode.extensions.getExtension<ContextlsApi>('contextls.contextls');
 * const contextls = await extension?.activate();
 * const pack = await contextls?.pack({ targets: [{ uri: document.uri.toString() }], budget: { tokens: 8000 } });
 * ```
 *
 * Requests wait for the server to run and for the index to be ready; `deadlineMs`, where there is one, ends
 * the wait for the index, and a cancelled token ends the request. They reject when the server does not run, and with
 * the server's message when it refuses the parameters. All of them see unsaved text.
 *
 * The types are those of the server's protocol, version 1 (lsp/EXTENSIONS.md): fields may be added, none is
 * renamed or retyped without raising `version`. Lines and columns are 0-based.
 */
import type { CancellationToken, Event } from 'vscode';

export interface ContextlsApi {
  readonly version: 1;
  /** The right context for a task, in a hard token budget. */
  pack(params?: PackParams, token?: CancellationToken): Promise<PackResult>;
  /** The most important files with their signatures, in a budget. */
  repoMap(params?: RepoMapParams, token?: CancellationToken): Promise<RepoMapResult>;
  /** Files by relevance, with the parts of their scores and reasons. */
  rank(params?: RankParams, token?: CancellationToken): Promise<RankResult>;
  /** Why one file ranks where it does. */
  explain(params: ExplainParams, token?: CancellationToken): Promise<ExplainResult>;
  /** A folder's index has changed state, or goes on: at most twice a second for each folder. */
  readonly onDidChangeIndex: Event<IndexChanged>;
}

// generated: the protocol's types, by `go generate ./lsp/protocol`

/** A file: URI. */
export type Uri = string;

export interface Position {
  line: number;
  character: number;
}

export interface Range {
  start: Position;
  end: Position;
}

/** How much a text may cost; what is absent has its default. */
export interface Budget {
  /** What the whole `text` may cost, from 1; default: the setting tokenBudget, 100_000. */
  tokens?: number;
  /** Instead of tokens: the model's window, from 1 … */
  modelMaxTokens?: number;
  /** … less this (default 16_000) … */
  reservedForOutput?: number;
  /** … less this (default: the task's own cost) … */
  reservedForTask?: number;
  /** … times this, 0–1 (default 0.6). */
  utilization?: number;
  /** A cap on the UTF-8 bytes of all item contents together. */
  bytes?: number;
  /** Default heuristic. */
  tokenizer?: Tokenizer;
}

/** How tokens are counted; heuristic: 4 bytes each. */
export type Tokenizer = 'heuristic' | 'o200k_base' | 'cl100k_base';

/** What may enter an answer at all, targets included. */
export interface Scope {
  /** Gitignore-style globs, relative to the folder; absent or empty: everything. */
  include?: string[];
  exclude?: string[];
  /** A scope of the setting roles, on top. */
  role?: string;
}

/** A file to be changed; it need not exist yet. */
export interface Target {
  uri: Uri;
  /** The parts in question: shown where the file is too large for all of it, drawn first on maps; what they use ranks higher, and so do files with the rare words of their definitions, and definitions that use them, have rare names in common with them or stand near to them. */
  ranges?: Range[];
}

/** How much of a file is shown. */
export type Representation = 'full' | 'slice' | 'signatures' | 'path';

/** What a file is to the targets. */
export type Relationship =
  | 'target'
  | 'direct_import'
  | 'transitive_import'
  | 'downstream'
  | 'mentioned'
  | 'lexical'
  | 'cochange'
  | 'test'
  | 'manual'
  | 'none';

/** A file's place in a ranking. */
export interface RankedFile {
  uri: Uri;
  path: string;
  moduleName: string;
  /** PageRank, 0–1, all files of the folder sum to 1. */
  importance: number;
  /** The fused score that lists are sorted by, 0–1. */
  score: number;
  /** Import steps from the nearest target; null: unreachable. */
  distance: number | null;
  relationship: Relationship;
  /** Why it is here, for a person to read. */
  reasons: string[];
  scores: Scores;
}

/** The parts of a score, each 0–1. */
export interface Scores {
  structure: number;
  lexical: number;
  /** All that history says. */
  cochange: number;
}

/** A file that was left out, with its reason. */
export interface Excluded {
  /** Relative to the folder; an ignored directory ends in a slash. */
  path: string;
  /** 'secret', 'ignored: .gitignore', 'binary', 'too_large', 'too_many_files', 'parse_timeout', 'parse_interrupted', 'parse_pending', 'over_budget', 'deadline', 'outside_scope', 'outside_folder', 'not_found', 'unreadable: …', … */
  reason: string;
}

/** What an answer was made from. */
export interface Provenance {
  server: string;
  folder: Uri;
  /** Names the state: the same files and texts have the same name. */
  snapshot: string;
  /** Of the documents open in the editor. */
  versions: Record<Uri, number>;
  /** To agents and in a shell: what is open in the user's editors and was seen as it is there. */
  unsaved?: Uri[];
  gitHead?: string;
  tokenizer: string;
  /** RFC 3339. */
  builtAt: string;
  /** The answer was made while the folder was being indexed. */
  indexing: boolean;
}

/** The parameters of context/pack. */
export interface PackParams {
  /** What is to be done; also read for paths, symbols and words. */
  task?: string;
  /** Files to be changed; they come first. */
  targets?: Target[];
  /** Files that a person attached. */
  files?: ContextFile[];
  /** Default: that of the first file that is named, else the first one. */
  workspaceFolder?: Uri;
  budget?: Budget;
  /** Default true; false: targets, files and the map alone. */
  autoDiscover?: boolean;
  /** 1–100; default: the setting, 2. */
  maxImportDepth?: number;
  /** Default true; false in a summary. */
  includeRepoMap?: boolean;
  /** Default: the setting, 2048; where no map is asked for, an eighth of what is above 12,000 tokens at most. */
  repoMapTokens?: number;
  /** Default full. summary: files with relevance and key symbols, and the imports among them, in at most the setting summaryTokens; no bodies. */
  detail?: 'full' | 'summary';
  /** Of `text`; default markdown. */
  format?: 'markdown' | 'xml' | 'plain' | 'json';
  /** Of `text` and `items`; default tier. cache: what changes least comes first. */
  order?: 'tier' | 'cache';
  /** Each line of a file begins with its number and a bar; default false. */
  lineNumbers?: boolean;
  /** The etag of a pack that the client has: the answer then says what changes it. */
  baseEtag?: string;
  scope?: Scope;
  /** `excluded` names all that is left out; default false. */
  allExcluded?: boolean;
  /** Answer by then with what there is (`partial: true`). */
  deadlineMs?: number;
  /** Where to show progress, as in LSP. */
  workDoneToken?: string | number;
}

/** A file that a person wants in a pack. */
export interface ContextFile {
  uri: Uri;
  /** It comes before everything but targets. */
  pin?: boolean;
}

/** The answer to context/pack. */
export interface PackResult {
  /** Ready to paste; of a delta, what is new alone. */
  text: string;
  /** In the order of `text`; of a delta, those that were added or changed. */
  items: PackItem[];
  repoMap: RepoMapResult | null;
  stats: PackStats;
  /** Candidates left out, and files that are not indexed, with the reason: 50 at most unless `allExcluded`, some of each kind of reason, the best ones; by path. */
  excluded: Excluded[];
  /** How many are left out in all, by reason; an ignored directory counts once. */
  excludedCounts: Record<string, number>;
  /** What would be shown next if there were more room, the best first, 20 at most. */
  missing: Missing[];
  warnings: string[];
  /** What programs may want to know of `warnings`. */
  notices: Notice[];
  /** The deadline came first, or the folder is still being indexed. */
  partial: boolean;
  /** Same etag: same text; of a delta, that of the whole pack. */
  etag: string;
  /** What is missing, and why: the store did not answer, or git did not say in time what commits wrote; it stands in `warnings`, too. */
  degraded?: string[];
  /** Given when `baseEtag` is known. */
  delta?: PackDelta;
  provenance: Provenance;
}

/** A definition, a part of a long one, what stands between definitions, or a whole file, that a pack has no room for. */
export interface Missing {
  path: string;
  /** The definition that it is, or is a part of, with what it stands in. */
  symbol: string;
  /** Of whole lines. */
  range: Range;
  /** What it would take, about. */
  tokens: number;
  /** As in `excluded`. */
  reason: string;
}

/** What a warning is about, for programs. */
export interface Notice {
  /** 'secret': something that looks like one stands there, and was replaced by `‹secret: …›`. */
  kind: string;
  path: string;
  /** From 0. */
  line: number;
}

/** What makes the items of a pack out of those of an earlier one. */
export interface PackDelta {
  baseEtag: string;
  added: PackItem[];
  changed: PackItem[];
  /** Paths. */
  removed: string[];
  /** All items of the whole pack. */
  order: PackPlace[];
  /** Of `text`. */
  estimatedTokens: number;
}

/** The place of an item in a pack, with those of its numbers that any edit can move. */
export interface PackPlace {
  path: string;
  /** Of the open document; null: from disk. */
  version: number | null;
  importance: number;
  score: number;
}

/** One file of a pack. */
export interface PackItem {
  /** Stable while the item's content is the same. */
  id: string;
  /** Of a package `package:ECOSYSTEM/NAME@VERSION`. */
  uri: Uri;
  /** Package: an installed package, of which the names are shown that targets use; store: one that a repository of the team's defines. */
  origin: 'folder' | 'package' | 'store';
  /** Of the store, that defines the package. */
  repository?: string;
  path: string;
  /** Of the open document; null: from disk. */
  version: number | null;
  /** 1 task · 2 targets and pinned files · 3 direct imports · 4 related · 5 repository map · 6 manual files. */
  priority: 1 | 2 | 3 | 4 | 5 | 6;
  representation: Representation;
  relationship: Relationship;
  reasons: string[];
  importance: number;
  score: number;
  estimatedTokens: number;
  /** The parts of the file that are shown; none for signatures and paths. */
  ranges: Range[];
  /** As it stands in `text`: numbered if asked for, what is unseen made visible. */
  content: string;
}

/** The numbers of a pack. */
export interface PackStats {
  /** Candidates: of the files that ranking finds the best, one for each 8 tokens, 200 to 5,000. */
  filesDiscovered: number;
  filesIncludedFull: number;
  filesIncludedSlice: number;
  filesIncludedSignatures: number;
  filesTruncated: number;
  totalEstimatedTokens: number;
  availableForContext: number;
  budgetUtilization: number;
  repoMapTokens: number;
  contentUtf8Bytes: number;
  itemsIncluded: number;
  itemsReduced: number;
  itemsTruncated: number;
}

/** The parameters of context/repoMap. */
export interface RepoMapParams {
  /** What the map may cost, from 1; default 2048. */
  tokens?: number;
  targets?: Target[];
  task?: string;
  /** Default: that of the first file that is named, else the first one. */
  workspaceFolder?: Uri;
  tokenizer?: Tokenizer;
  scope?: Scope;
  /** Answer by then with what there is. */
  deadlineMs?: number;
}

/** The answer to context/repoMap. */
export interface RepoMapResult {
  content: string;
  filesWithSignatures: number;
  filesPathOnly: number;
  filesOmitted: number;
  estimatedTokens: number;
  etag: string;
  provenance: Provenance;
  files: RepoMapFile[];
}

/** One file of a repository map. */
export interface RepoMapFile {
  uri: Uri;
  path: string;
  importance: number;
  representation: 'signatures' | 'path';
}

/** The parameters of context/rank. */
export interface RankParams {
  targets?: Target[];
  task?: string;
  /** From 1. */
  limit?: number;
  /** How many definitions to answer, 0–200. */
  definitions?: number;
  maxImportDepth?: number;
  scope?: Scope;
  /** Default: that of the first file that is named, else the first one. */
  workspaceFolder?: Uri;
}

/** The answer to context/rank. */
export interface RankResult {
  targetFiles: Uri[];
  rankedFiles: RankedFile[];
  /** Of all files in scope, the likeliest to be touched first; given when they are asked for. */
  definitions: RankedDefinition[];
  graphNodeCount: number;
  graphEdgeCount: number;
  provenance: Provenance;
}

/** A definition with how likely the task touches it. */
export interface RankedDefinition {
  chunk: string;
  uri: Uri;
  range: Range;
  /** 0–1. */
  score: number;
  reasons: string[];
}

/** The parameters of context/explain. */
export interface ExplainParams {
  uri: Uri;
  targets?: Target[];
  task?: string;
}

/** The answer to context/explain. */
export interface ExplainResult {
  file: RankedFile;
  /** The other files that it imports in a circle; a change of one may concern all. */
  cycle: Uri[];
  /** The shortest import chain from a target to the file; empty where there is none. */
  chain: Uri[];
}

/** The parameters of context/symbols. */
export interface SymbolsParams {
  uri: Uri;
}

/** The answer to context/symbols. */
export interface SymbolSummary {
  uri: Uri;
  path: string;
  language: string;
  moduleName: string;
  lineCount: number;
  imports: Import[];
  exports: string[];
  symbols: Symbol[];
}

/** One definition. */
export interface Symbol {
  /** Of a test, or a group of them, that has a title: it with that, as in "it adds an item"; it is a function. */
  name: string;
  kind: SymbolKind;
  signature: string;
  /** The first line of its documentation. */
  doc: string | null;
  /** Of its name. */
  line: number;
  range: Range;
  container: string | null;
  exported: boolean;
  /** The file's importance times this symbol's share of what other files use of it. */
  importance: number;
  /** Its id: kind:path:name@line:hash, line 1-based, hash of its text. */
  chunk: string;
}

export type SymbolKind =
  | 'function'
  | 'async_function'
  | 'method'
  | 'class'
  | 'interface'
  | 'struct'
  | 'enum'
  | 'trait'
  | 'type_alias'
  | 'constant'
  | 'variable'
  | 'field'
  | 'module'
  | 'macro';

/** One import of a file. */
export interface Import {
  specifier: string;
  /** '*': all. */
  names: string[];
  line: number;
  status: ImportStatus;
  uri: Uri | null;
  /** That an external import leads to, where it is known. */
  package?: ImportedPackage;
}

/** A package as a manifest of the folder names it. */
export interface ImportedPackage {
  /** Go, npm, pypi, cargo, maven, composer, rubygems, hex, system, … */
  ecosystem: string;
  name: string;
  /** As the manifest has it. */
  version?: string;
}

/** Whether an import leads to files of the folder. */
export type ImportStatus = 'resolved' | 'external' | 'ambiguous' | 'unresolved';

/** The parameters of context/imports. */
export interface ImportsParams {
  uri: Uri;
  /** Default imports. */
  direction?: 'imports' | 'importedBy' | 'both';
  /** 1–100; default 1. */
  depth?: number;
}

/** The answer to context/imports. */
export interface ImportsResult {
  edges: ImportEdge[];
}

/** One import, with how far it is from the file that was asked about. */
export interface ImportEdge {
  importer: Uri;
  imported: Uri | null;
  specifier: string;
  line: number;
  status: ImportStatus;
  /** Import steps from the file that was asked about, from 1. */
  distance: number;
  /** The imported file leads back to the importer; default false. */
  inCycle?: boolean;
}

/** The parameters of context/importChain. */
export interface ImportChainParams {
  from: Uri;
  to: Uri;
}

/** The answer to context/importChain. */
export interface ImportChainResult {
  chain: Uri[];
}

/** The parameters of context/query. */
export interface QueryParams {
  query: string;
  /** 0: `path:line signature`; 1, the default: and the first line of documentation; 2: the source. */
  tier?: 0 | 1 | 2;
  /** From 1; default 50. */
  limit?: number;
  /** What `text` may cost, from 1; default: the setting tokenBudget, 100_000. */
  tokens?: number;
  tokenizer?: Tokenizer;
  /** What is at hand: of what matches alike, what is near it comes first. */
  targets?: Target[];
  /** What is searched besides the folder: "*" for all repositories of the store, or globs of their names. */
  repositories?: string | string[];
  /** Default: that of the first file that is named, else the first one. */
  workspaceFolder?: Uri;
}

/** The answer to context/query. */
export interface QueryResult {
  text: string;
  /** In the order of `text`. */
  chunks: ChunkMatch[];
  /** Matches beyond limit and tokens; those below a fifth of the best score are none. */
  omitted: number;
  estimatedTokens: number;
  /** What is missing of what was asked for, and why: the store did not answer. */
  degraded?: string[];
  provenance: Provenance;
}

/** One chunk that matches a query. */
export interface ChunkMatch {
  /** Of another repository's: only tells it from others. */
  id: string;
  /** 0–1; the best of the folder has 1, as has the best of all other repositories. */
  score: number;
  signature: string;
  doc: string | null;
  /** Absent: folder. */
  origin?: 'folder' | 'store';
  /** Of the store, that it is in. */
  repository?: string;
  /** In that repository. */
  path?: string;
  /** In that file, from 0. */
  line?: number;
}

/** The parameters of context/source. */
export interface SourceParams {
  chunk: string;
  /** Default: that of the first file that is named, else the first one. */
  workspaceFolder?: Uri;
}

/** The answer to context/source. */
export interface SourceResult {
  /** Its id now. */
  chunk: string;
  uri: Uri;
  range: Range;
  content: string;
}

/** The parameters of context/skeleton. */
export interface SkeletonParams {
  uri?: Uri;
  chunks?: string[];
  /** Default: that of the first file that is named, else the first one. */
  workspaceFolder?: Uri;
}

/** The answer to context/skeleton. */
export interface SkeletonResult {
  text: string;
}

/** The parameters of context/dependencies: either a chunk or a file. */
export interface ChunkOrFile {
  chunk?: string;
  uri?: Uri;
  /** Default: that of the first file that is named, else the first one. */
  workspaceFolder?: Uri;
}

/** The answer to context/dependencies. */
export interface DependenciesResult {
  /** By path and line. */
  chunks: string[];
  /** Other files. */
  files: Uri[];
  /** The most used first. */
  packages: Package[];
  /** What is missing, and why: the store did not answer. */
  degraded?: string[];
}

/** A package of which something is used, with what that is. */
export interface Package {
  /** Go, npm, pypi, cargo, maven, composer, rubygems, hex, system, … */
  ecosystem: string;
  name: string;
  /** "" where it is not known. */
  version: string;
  /** The most used first. */
  names: PackageName[];
  /** Package: it is installed; store: a repository of the team's defines it. */
  origin: 'package' | 'store';
  /** Of the store, that defines it. */
  repository?: string;
}

/** A definition of a package. */
export interface PackageName {
  /** With dots behind what it is in. */
  name: string;
  signature: string;
  doc?: string;
  /** Of the file that has it, if that is here. */
  uri?: Uri;
  /** Of the file in its repository, if that is of the store. */
  path?: string;
}

/** The parameters of context/impact: either a chunk or a file. */
export interface ImpactParams {
  chunk?: string;
  uri?: Uri;
  /** Default: that of the first file that is named, else the first one. */
  workspaceFolder?: Uri;
  /** Where uses are looked for besides the folder: "*" for all repositories of the store, or globs of their names. */
  repositories?: string | string[];
}

/** The answer to context/impact. */
export interface ImpactResult {
  /** Of a chunk, by path and position, at most 200; of a file none. */
  uses: SymbolUse[];
  /** How many were left out. */
  moreUses: number;
  /** The definitions that the uses stand in, in the same order. */
  callers: Caller[];
  /** Of a member: those in its place in types that derive from its own; range is their name's. */
  overriders: SymbolUse[];
  /** Of a type: those that derive from it or implement it; of an interface's member: theirs. */
  implementers: SymbolUse[];
  directImporters: Uri[];
  /** The nearest first. */
  transitiveImporters: Uri[];
  /** Of the file. */
  pagerank: number;
  /** Among all of them, and where a chunk may be used. */
  tests: Uri[];
  /** The other files that the file imports in a circle: a change goes round. */
  cycle: Uri[];
  /** With repositories: uses in others, of the chunk if it is exported or of what the file exports; by repository, path and line, at most 200. */
  elsewhere?: UseElsewhere[];
  /** How many of these were left out. */
  moreElsewhere?: number;
  /** What is missing of what was asked for, and why: the store did not answer, or it is not known what others import. */
  degraded?: string[];
}

/** One place where a definition is used. */
export interface SymbolUse {
  uri: Uri;
  /** Of the name. */
  range: Range;
  /** The innermost definition around it. */
  chunk: string | null;
  /** 0–1: how sure it is that this very definition is meant; 0.3 and less where its name alone says so. */
  confidence: number;
}

/** A definition that uses another one, or a file outside of any. */
export interface Caller {
  uri: Uri;
  /** Null: outside of any definition. */
  chunk: string | null;
  /** Where it does. */
  ranges: Range[];
  /** 0–1: how sure the surest of them is. */
  confidence: number;
}

/** Where another repository uses a definition of a package that this folder defines. */
export interface UseElsewhere {
  repository: string;
  /** In that repository. */
  path: string;
  /** Of the first use, from 0. */
  line: number;
  /** What is used. */
  name: string;
  /** How often. */
  count: number;
  /** The definition around the first use. */
  in?: string;
  /** That the name is taken from. */
  package: string;
}

/** The parameters of context/compress. */
export interface CompressParams {
  query: string;
  /** From 1; default 32_000. */
  tokens?: number;
  tokenizer?: Tokenizer;
  /** Default: that of the first file that is named, else the first one. */
  workspaceFolder?: Uri;
}

/** The answer to context/compress. */
export interface CompressResult {
  text: string;
  chunks: ChunkMatch[];
  omitted: number;
  estimatedTokens: number;
  provenance: Provenance;
}

/** The parameters of context/stats: none. */
export interface StatsParams {
}

/** The answer to context/stats. */
export interface StatsResult {
  folders: FolderStats[];
  /** Of the program itself, the one that happened last first. */
  problems: ServerProblem[];
}

/** Something that went wrong in the program itself, however often. */
export interface ServerProblem {
  message: string;
  count: number;
  /** When it happened last. */
  at: string;
}

/** The numbers of one folder's index. */
export interface FolderStats {
  uri: Uri;
  state: IndexState;
  files: number;
  symbols: number;
  references: number;
  imports: number;
  ambiguousImports: number;
  unresolvedImports: number;
  /** Of each language that has any. */
  importsByLanguage: Record<string, ImportCounts>;
  chunks: number;
  nodes: number;
  edges: number;
  bytes: number;
  /** Files by language. */
  languages: Record<string, number>;
  /** The first 5. */
  topPagerank: ScoredFile[];
  /** What is left out, by reason; an ignored directory counts once. */
  excluded: Record<string, number>;
  cycles: Cycles;
  /** Missing where nothing is kept on disk. */
  cache?: CacheUse;
  /** Other sessions of the daemon that have the folder open: its files and graph are in memory once. */
  sharedWith?: number;
  /** What is degraded, for a person to read. */
  degraded: string[];
  /** RFC 3339. */
  updatedAt: string;
  snapshot: string;
}

/** What a folder had of the cache on disk. */
export interface CacheUse {
  /** Files that were not read, since they are as they were when they were last read. */
  unchanged: number;
  /** Files that were. */
  read: number;
  /** Of the cache, which all folders share. */
  bytes: number;
}

/** The groups of files that import each other, directly or through others of the group. */
export interface Cycles {
  /** How many groups there are. */
  count: number;
  /** In all of them. */
  files: number;
  /** How many the largest one has. */
  largestFiles: number;
  /** At most 20 of its files, by path. */
  largest: Uri[];
}

export type IndexState = 'indexing' | 'ready' | 'degraded';

/** How many imports lead to files of the folder, out of it as is known, to one of several files, and nowhere that is known. */
export interface ImportCounts {
  resolved: number;
  external: number;
  ambiguous: number;
  unresolved: number;
}

/** A file with its PageRank. */
export interface ScoredFile {
  uri: Uri;
  score: number;
}

/** The parameters of context/analyzeTask. */
export interface AnalyzeTaskParams {
  task: string;
  /** Default: that of the first file that is named, else the first one. */
  workspaceFolder?: Uri;
}

/** The answer to context/analyzeTask. */
export interface AnalyzeTaskResult {
  /** As the text has them, in its order. */
  filePaths: string[];
  /** With what qualifies them. */
  symbolNames: string[];
  /** Lower case, without stop words, identifiers split; at most 64. */
  keywords: string[];
  /** The deepest folder with more than half of the evidence. */
  domain: string | null;
  action: 'implement' | 'fix' | 'refactor' | 'test' | 'review' | 'document' | null;
  resolved: ResolvedMention[];
}

/** A file of the folder that a task speaks of. */
export interface ResolvedMention {
  uri: Uri;
  path: string;
  /** That is given, or of the definition. */
  line?: number;
  reasons: string[];
}

/** The parameters of context/providers. */
export interface ProvidersParams {
  /** Default: that of the first file that is named, else the first one. */
  workspaceFolder?: Uri;
}

/** The answer to context/providers. */
export interface ProvidersResult {
  providers: Provider[];
}

/** One way to explore a workspace, as a model is told of it. */
export interface Provider {
  name: string;
  description: string;
  parameters: Schema;
  enabled: boolean;
  /** Why it cannot be used. */
  reason?: string;
}

/** A JSON Schema (draft 2020-12) of a provider's parameters: an object with these properties. */
export interface Schema {
  type: 'object';
  properties: Record<string, Property>;
  required: string[];
  additionalProperties: false;
}

/** One parameter of a provider; an absent limit is none. */
export interface Property {
  type: 'string' | 'integer' | 'boolean' | 'array';
  description: string;
  default?: unknown;
  enum?: string[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  /** In characters. */
  maxLength?: number;
  items?: Items;
  maxItems?: number;
}

/** What a list holds. */
export interface Items {
  type: 'string';
  minLength?: number;
  maxLength?: number;
}

/** The parameters of context/explore. */
export interface ExploreParams {
  /** At most 64. */
  requests?: ExploreRequest[];
  /** Of all contents together, from 1; default 16_000. */
  tokens?: number;
  /** Of each, from 1; default 6000. */
  resultTokens?: number;
  tokenizer?: Tokenizer;
  /** Default: that of the first file that is named, else the first one. */
  workspaceFolder?: Uri;
}

/** What one provider is asked. */
export interface ExploreRequest {
  provider: string;
  params?: unknown;
}

/** The answer to context/explore. */
export interface ExploreResult {
  results: Exploration[];
}

/** What one provider answered. */
export interface Exploration {
  provider: string;
  /** As sent. */
  params: unknown;
  content: string;
  estimatedTokens: number;
  truncated: boolean;
  error: string | null;
}

/** The parameters of context/scan. */
export interface ScanParams {
  /** Default full, with `since` incremental. */
  mode?: 'full' | 'incremental';
  /** Any name of a commit; of incremental alone. */
  since?: string;
  /** Default: that of the first file that is named, else the first one. */
  workspaceFolder?: Uri;
}

/** The answer to context/scan. */
export interface ScanResult {
  /** Files listed; with `since`, those of the changed that are there. */
  filesScanned: number;
  /** Files that are not as the index held them; with `since`, that differ from the revision's. */
  filesChanged: number;
  /** What the index holds now. */
  symbolsIndexed: number;
  /** Edges of the graph that it holds now. */
  dependenciesIndexed: number;
  durationSeconds: number;
  /** Of HEAD. */
  gitSha: string | null;
  mode: 'full' | 'incremental';
}

/** The parameters of the notification context/didChangeIndex. */
export interface IndexChanged {
  folder: Uri;
  state: IndexState;
  snapshot: string;
  files: number;
  percentage?: number;
  /** What is degraded, for a person to read. */
  reasons: string[];
}

/** The requests by their names, with what they take and give. */
export interface Requests {
  'context/analyzeTask': [AnalyzeTaskParams, AnalyzeTaskResult];
  'context/compress': [CompressParams, CompressResult];
  'context/dependencies': [ChunkOrFile, DependenciesResult];
  'context/explain': [ExplainParams, ExplainResult];
  'context/explore': [ExploreParams, ExploreResult];
  'context/impact': [ImpactParams, ImpactResult];
  'context/importChain': [ImportChainParams, ImportChainResult];
  'context/imports': [ImportsParams, ImportsResult];
  'context/pack': [PackParams, PackResult];
  'context/providers': [ProvidersParams, ProvidersResult];
  'context/query': [QueryParams, QueryResult];
  'context/rank': [RankParams, RankResult];
  'context/repoMap': [RepoMapParams, RepoMapResult];
  'context/scan': [ScanParams, ScanResult];
  'context/skeleton': [SkeletonParams, SkeletonResult];
  'context/source': [SourceParams, SourceResult];
  'context/stats': [StatsParams, StatsResult];
  'context/symbols': [SymbolsParams, SymbolSummary];
}

// end of what is generated
