// What is told of a place by its colour.
import type { Place } from '../graphView';

export const kinds = {
  target: 'this file',
  direct_import: 'imported by it',
  transitive_import: 'imported further on',
  downstream: 'imports it',
  transitive_downstream: 'imports those',
  test: 'test',
} as const;
export type Kind = keyof typeof kinds;

/** The ranking may know a file for another reason than its imports; here its side in the graph counts. */
export function kindOf({ column, files }: Pick<Place, 'column' | 'files'>): Kind {
  if (column === 0) {
    return 'target';
  }
  if (files.every(({ isTest }) => isTest)) {
    return 'test';
  }
  return column === 1 ? 'direct_import' : column > 1 ? 'transitive_import' : column === -1 ? 'downstream' : 'transitive_downstream';
}

export function element<T extends HTMLElement = HTMLElement>(id: string): T {
  return document.getElementById(id) as T;
}

export function span(className: string, text: string): HTMLElement {
  return Object.assign(document.createElement('span'), { className, textContent: text });
}
