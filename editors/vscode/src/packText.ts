// The text of a pack's document: a header of stats, a line for each item, what was left out, and the pack
// as a model gets it. No editor in here.
import type { PackResult } from '../api';
import { byTier, count, leftOut, omissions, shown, sum, totalOf } from './pack';

/** A place in the text that leads to a file. */
export interface Place {
  line: number;
  start: number;
  end: number;
  uri: string;
  /** 0-based line of the file to show. */
  at: number;
}

export interface Rendered {
  text: string;
  links: Place[];
}

const mostLeftOut = 40;

export function render(result: PackResult, task: string | undefined): Rendered {
  const lines: string[] = [];
  const links: Place[] = [];
  const s = result.stats;
  const percent = Math.round(100 * s.budgetUtilization);
  lines.push(
    `# ${count(s.totalEstimatedTokens)} of ${count(s.availableForContext)} tokens (${percent} %)`,
    '',
    `Files: ${shown(result) || 'none'}. It follows your edits; what a model sees begins below the line.`,
  );
  if (task) {
    lines.push(`Task: ${oneLine(firstLine(task))}`);
  }
  if (result.partial) {
    lines.push('**The index is not ready: more may be missing.**');
  }
  for (const warning of result.warnings) {
    lines.push(`**Warning:** ${oneLine(warning)}`);
  }
  for (const tier of byTier(result.items)) {
    lines.push('', `## ${tier.name} · ${count(sum(tier.items))} tokens`);
    for (const item of tier.items) {
      const path = oneLine(item.path);
      links.push({ line: lines.length, start: 2, end: 2 + path.length, uri: item.uri, at: item.ranges[0]?.start.line ?? 0 });
      lines.push([`- ${path}`, item.representation, `${count(item.estimatedTokens)} tokens`, oneLine(item.reasons.join('; '))].filter((part) => part !== '').join(' · '));
    }
  }
  if (result.repoMap) {
    lines.push('', `## Repository map · ${count(s.repoMapTokens)} tokens`);
  }
  const { counts, named } = omissions(result);
  if (totalOf(counts) > 0) {
    lines.push('', `## Left out: ${leftOut(counts)}`);
    for (const { path, reason } of named.slice(0, mostLeftOut)) {
      lines.push(`- ${oneLine(path)} · ${oneLine(reason)}`);
    }
    const more = totalOf(counts) - Math.min(named.length, mostLeftOut);
    if (more > 0) {
      lines.push(`- … and ${count(more)} more`);
    }
  }
  lines.push('', '---', '');
  return { text: lines.join('\n') + '\n' + result.text, links };
}

function firstLine(text: string): string {
  const [line = '', ...more] = text.split('\n');
  return more.length > 0 ? `${line} …` : line;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}
