// Answers of the server as the tests need them.
import type { PackItem, PackResult } from '../../api';

export function item(path: string, more: Partial<PackItem> = {}): PackItem {
  return {
    id: path, uri: `file:///shop/${path}`, origin: 'folder', path, version: null, priority: 4, representation: 'full', relationship: 'downstream',
    reasons: [`knows ${path}`], importance: 0.1, score: 0.5, estimatedTokens: 10,
    ranges: [{ start: { line: 3, character: 0 }, end: { line: 9, character: 0 } }], content: 'x\n', ...more,
  };
}

export function result(items: PackItem[], more: Partial<PackResult> = {}): PackResult {
  return {
    text: '# Context\n', items, repoMap: null, excluded: [], excludedCounts: {}, missing: [], warnings: [], notices: [], partial: false, etag: 'e',
    stats: {
      filesDiscovered: items.length, filesIncludedFull: items.length, filesIncludedSlice: 0, filesIncludedSignatures: 0,
      filesTruncated: 0, totalEstimatedTokens: 1234, availableForContext: 10_000, budgetUtilization: 0.1234, repoMapTokens: 0,
      contentUtf8Bytes: 0, itemsIncluded: items.length, itemsReduced: 0, itemsTruncated: 0,
    },
    provenance: { server: 's', folder: 'file:///shop', snapshot: '1', versions: {}, tokenizer: 'heuristic', builtAt: '', indexing: false },
    ...more,
  };
}
