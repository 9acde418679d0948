// What is asked for when a person wants a pack, and how its result is told to them. No editor in here.
import type { Excluded, PackItem, PackParams, PackResult, Target, Uri } from '../api';

/** A pack as a person asks for it: files of one folder to be changed, and perhaps a task. */
export interface PackRequest {
  folder: Uri;
  targets: Target[];
  task?: string;
}

/** What the person chose for all packs of the workspace. */
export interface Choices {
  pinned: readonly Uri[];
  excluded: readonly Uri[];
  /** Tokens; undefined: what the settings say. */
  budget: number | undefined;
}

/** The request with the choices in it. A target is never excluded: it is what the person works on. */
export function packParams(request: PackRequest, choices: Choices): PackParams {
  const inFolder = (uri: Uri) => uri.startsWith(request.folder + '/') && !request.targets.some((target) => target.uri === uri);
  const pinned = choices.pinned.filter(inFolder);
  const excluded = choices.excluded.filter((uri) => inFolder(uri) && !pinned.includes(uri));
  return {
    workspaceFolder: request.folder,
    targets: request.targets,
    ...(request.task ? { task: request.task } : {}),
    ...(pinned.length > 0 ? { files: pinned.map((uri) => ({ uri, pin: true })) } : {}),
    ...(excluded.length > 0 ? { scope: { exclude: excluded.map((uri) => globOf(request.folder, uri)) } } : {}),
    ...(choices.budget === undefined ? {} : { budget: { tokens: choices.budget } }),
  };
}

/** The gitignore-style glob that matches this one file. */
export function globOf(folder: Uri, uri: Uri): string {
  const path = decodeURIComponent(uri.slice(folder.length));
  return path.replace(/[\\*?[\]!#]/g, '\\$&').replace(/ $/, '\\ ');
}

const tiers = ['', 'Task', 'Targets', 'Imported directly', 'Related', 'Repository map', 'Attached'] as const;

/** Items by tier, in the order of the pack. Pinned files are a tier of their own: the person put them there. */
export function byTier(items: readonly PackItem[]): { name: string; items: PackItem[] }[] {
  const groups = new Map<string, PackItem[]>();
  for (const item of items) {
    const name = item.priority === 2 && item.relationship === 'manual' ? 'Pinned' : (tiers[item.priority] ?? 'Other');
    groups.set(name, [...(groups.get(name) ?? []), item]);
  }
  return [...groups].map(([name, members]) => ({ name, items: members }));
}

export function count(n: number): string {
  return n.toLocaleString('en-US');
}

/** "1 file", "1,005 files". */
export function files(n: number): string {
  return `${count(n)} ${n === 1 ? 'file' : 'files'}`;
}

/** A number for narrow places: 4.2k. */
export function short(n: number): string {
  return n < 1000 ? String(n) : n < 99_950 ? `${(n / 1000).toFixed(1)}k` : `${Math.round(n / 1000)}k`;
}

export function sum(items: readonly { estimatedTokens: number }[]): number {
  return items.reduce((total, item) => total + item.estimatedTokens, 0);
}

const reasonNames: [RegExp, string][] = [
  [/^over_budget$/, 'over budget'],
  [/^outside_scope$/, 'excluded'],
  [/^ignored/, 'ignored'],
  [/^secret$/, 'secret'],
  [/^too_large$/, 'too large'],
  [/^unreadable/, 'unreadable'],
  [/^link to /, 'link'],
];

function reasonName(reason: string): string {
  return reasonNames.find(([pattern]) => pattern.test(reason))?.[1] ?? reason.replaceAll('_', ' ');
}

// The repository's own directory, and what editors put beside a file that they have open.
const neverMeant = /^\.git\/?$|(^|\/)(\.#[^/]*|\.~lock\.[^/]*#|\.[^/]*\.sw[a-p])$/;

/** What a pack leaves out: how much by reason, and some of it by name. What nobody would look for in it was not left out. */
export interface Omissions {
  counts: Record<string, number>;
  named: Excluded[];
}

export function omissions({ excluded, excludedCounts }: Pick<PackResult, 'excluded' | 'excludedCounts'>): Omissions {
  const counts = { ...excludedCounts };
  for (const { reason } of excluded.filter(({ path }) => neverMeant.test(path))) {
    counts[reason] = (counts[reason] ?? 1) - 1;
  }
  return { counts, named: excluded.filter(({ path }) => !neverMeant.test(path)) };
}

export function totalOf(counts: Record<string, number>): number {
  return Object.values(counts).reduce((all, n) => all + n, 0);
}

/** What was left out, by reason: "3 over budget, 1 secret". What the budget cost comes first. */
export function leftOut(byReason: Record<string, number>): string {
  const counts = new Map<string, number>();
  for (const [reason, n] of Object.entries(byReason).filter(([, n]) => n > 0)) {
    counts.set(reasonName(reason), (counts.get(reasonName(reason)) ?? 0) + n);
  }
  const order = reasonNames.map(([, name]) => name);
  const place = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);
  return [...counts]
    .sort(([a], [b]) => place(a) - place(b) || a.localeCompare(b))
    .map(([name, n]) => `${count(n)} ${name}`)
    .join(', ');
}

/** "1 full, 2 sliced, 3 signatures": how the files are shown. */
export function shown(result: PackResult): string {
  const s = result.stats;
  const paths = result.items.filter((item) => item.representation === 'path').length;
  return [
    [s.filesIncludedFull, 'full'],
    [s.filesIncludedSlice, 'sliced'],
    [s.filesIncludedSignatures, 'signatures'],
    [paths, 'by path'],
  ]
    .filter(([n]) => n !== 0)
    .map(([n, what]) => `${count(n as number)} ${what}`)
    .join(', ');
}

/** What a person is told after a copy. */
export function notice(results: readonly PackResult[]): string {
  const total = results.reduce((n, r) => n + r.stats.totalEstimatedTokens, 0);
  const budget = results.reduce((n, r) => n + r.stats.availableForContext, 0);
  const counts = results.map((r) => omissions(r).counts).reduce(added, {});
  const files = results.map(shown).filter((s) => s !== '').join('; ') || 'none';
  const warnings = results.reduce((n, r) => n + r.warnings.length, 0);
  return [
    `Copied ${count(total)} of ${count(budget)} tokens${results.length > 1 ? ` from ${results.length} folders` : ''}.`,
    `Files: ${files}.`,
    totalOf(counts) > 0 ? `Left out: ${leftOut(counts)}.` : '',
    results.some((r) => r.partial) ? 'The index is not ready: more may be missing.' : '',
    warnings > 0 ? `${count(warnings)} ${warnings === 1 ? 'warning' : 'warnings'} in the pack’s document.` : '',
  ]
    .filter((part) => part !== '')
    .join(' ');
}

function added(a: Record<string, number>, b: Record<string, number>): Record<string, number> {
  return Object.entries(b).reduce((all, [reason, n]) => ({ ...all, [reason]: (all[reason] ?? 0) + n }), a);
}
