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

export type Uri = string;

export interface Position {
  line: number;
  character: number;
}

export interface Range {
  start: Position;
  end: Position;
}

export type Tokenizer = 'heuristic' | 'o200k_base' | 'cl100k_base';

export interface Budget {
  /** What the whole `text` may cost. Default: the setting `tokenBudget`. */
  tokens?: number;
  /** Instead of `tokens`: the model's window, less the reserves, times `utilization`. */
  modelMaxTokens?: number;
  reservedForOutput?: number;
  reservedForTask?: number;
  utilization?: number;
  /** A cap on the UTF-8 bytes of all contents together. */
  bytes?: number;
  tokenizer?: Tokenizer;
}

/** What may enter an answer at all: gitignore-style globs, relative to the folder. */
export interface Scope {
  include?: string[];
  exclude?: string[];
  /** A scope of the setting `roles`, on top. */
  role?: string;
}

/** A file to be changed; it need not exist yet. */
export interface Target {
  uri: Uri;
  ranges?: Range[];
}

export type Representation = 'full' | 'slice' | 'signatures' | 'path';

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

export interface RankedFile {
  uri: Uri;
  path: string;
  moduleName: string;
  /** PageRank; all files of the folder sum to 1. */
  importance: number;
  /** What lists are sorted by, 0–1. */
  score: number;
  /** Import steps from the nearest target; null: unreachable. */
  distance: number | null;
  relationship: Relationship;
  reasons: string[];
  scores: { structure: number; lexical: number; cochange: number };
}

export interface Excluded {
  path: string;
  reason: string;
}

/** What an answer was made from. */
export interface Provenance {
  server: string;
  folder: Uri;
  snapshot: string;
  versions: Record<Uri, number>;
  gitHead?: string;
  tokenizer: string;
  builtAt: string;
  indexing: boolean;
}

export interface PackParams {
  task?: string;
  targets?: Target[];
  /** Further files; pinned ones come before everything but targets. */
  files?: { uri: Uri; pin?: boolean }[];
  /** Default: the first target's folder, else the first. */
  workspaceFolder?: Uri;
  budget?: Budget;
  autoDiscover?: boolean;
  maxImportDepth?: number;
  includeRepoMap?: boolean;
  repoMapTokens?: number;
  detail?: 'full' | 'summary';
  format?: 'markdown' | 'xml' | 'plain' | 'json';
  order?: 'tier' | 'cache';
  lineNumbers?: boolean;
  baseEtag?: string;
  scope?: Scope;
  /** Answer by then with what there is (`partial: true`). */
  deadlineMs?: number;
}

export interface PackItem {
  /** Stable while the item's content is the same. */
  id: string;
  uri: Uri;
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
  ranges: Range[];
  content: string;
}

export interface PackStats {
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

export interface PackDelta {
  baseEtag: string;
  added: PackItem[];
  changed: PackItem[];
  removed: string[];
  order: { path: string; version: number | null; importance: number; score: number }[];
  estimatedTokens: number;
}

export interface PackResult {
  /** Ready to paste. */
  text: string;
  items: PackItem[];
  repoMap: RepoMapResult | null;
  stats: PackStats;
  /** Every candidate left out, and every file that is not indexed, with the reason. */
  excluded: Excluded[];
  warnings: string[];
  partial: boolean;
  /** The same etag: the same text. */
  etag: string;
  delta?: PackDelta;
  provenance: Provenance;
}

export interface RepoMapParams {
  tokens?: number;
  targets?: Target[];
  task?: string;
  workspaceFolder?: Uri;
  tokenizer?: Tokenizer;
  scope?: Scope;
  deadlineMs?: number;
}

export interface RepoMapResult {
  content: string;
  filesWithSignatures: number;
  filesPathOnly: number;
  filesOmitted: number;
  estimatedTokens: number;
  etag: string;
  provenance: Provenance;
  files: { uri: Uri; path: string; importance: number; representation: 'signatures' | 'path' }[];
}

export interface RankParams {
  targets?: Target[];
  task?: string;
  limit?: number;
  maxImportDepth?: number;
  scope?: Scope;
  workspaceFolder?: Uri;
}

export interface RankResult {
  targetFiles: Uri[];
  rankedFiles: RankedFile[];
  graphNodeCount: number;
  graphEdgeCount: number;
  provenance: Provenance;
}

export interface ExplainParams {
  uri: Uri;
  targets?: Target[];
  task?: string;
}

export interface ExplainResult {
  file: RankedFile;
  /** The shortest import chain from a target to the file. */
  chain: Uri[];
}

export interface IndexChanged {
  folder: Uri;
  state: 'indexing' | 'ready' | 'degraded';
  snapshot: string;
  files: number;
  percentage?: number;
  /** What is degraded, for a person to read. */
  reasons: string[];
}
