// The requests that the extension makes itself and does not pass on to other extensions. Those that it
// does are in api.d.ts. The wire is described in lsp/EXTENSIONS.md.
import type {
  ExplainParams, ExplainResult, PackParams, PackResult, Provenance, RankParams, RankResult, RepoMapParams, RepoMapResult, Uri,
} from '../api';

export type ImportStatus = 'resolved' | 'external' | 'ambiguous' | 'unresolved';

export interface ImportEdge {
  importer: Uri;
  imported: Uri | null;
  specifier: string;
  line: number;
  status: ImportStatus;
  distance: number;
}

export interface ImportsParams {
  uri: Uri;
  direction?: 'imports' | 'importedBy' | 'both';
  depth?: number;
}

export interface QueryParams {
  query: string;
  tier?: 0 | 1 | 2;
  limit?: number;
  tokens?: number;
  workspaceFolder?: Uri;
}

export interface QueryResult {
  text: string;
  chunks: { id: string; score: number; signature: string; doc: string | null }[];
  omitted: number;
  estimatedTokens: number;
  provenance: Provenance;
}

export interface SymbolSummary {
  path: string;
  symbols: { name: string; container: string | null; chunk: string }[];
}

export interface ImpactParams {
  chunk?: string;
  uri?: Uri;
  workspaceFolder?: Uri;
}

export interface ImpactResult {
  directImporters: Uri[];
  transitiveImporters: Uri[];
  pagerank: number;
  tests: Uri[];
}

/** The requests by their names, with what they take and give. */
export interface Requests {
  'context/pack': [PackParams, PackResult];
  'context/repoMap': [RepoMapParams, RepoMapResult];
  'context/rank': [RankParams, RankResult];
  'context/explain': [ExplainParams, ExplainResult];
  'context/imports': [ImportsParams, { edges: ImportEdge[] }];
  'context/query': [QueryParams, QueryResult];
  'context/symbols': [{ uri: Uri }, SymbolSummary];
  'context/impact': [ImpactParams, ImpactResult];
}

/** The argument of the lenses' command. */
export interface LensArgument {
  uri: Uri;
  symbol?: string;
}

export const lensCommand = 'contextls.showImportance';
