// The files as a list: what the drawing shows, for the keyboard and for screen readers; and what a search finds, in groups
// that are closed, too.
import type { GraphFile } from '../graphData';
import { matches, type Place } from '../graphView';
import { element, kindOf, kinds, span } from './kinds';

export interface Acts {
  open(id: string): void;
  look(id: string): void;
}

const sides: [string, (column: number) => boolean][] = [
  ['This file', (column) => column === 0],
  ['Imports it', (column) => column < 0],
  ['It imports', (column) => column > 0],
];

export function list(places: readonly Place[], query: string, act: Acts): void {
  const focused = (document.activeElement as HTMLElement | null)?.dataset['id'];
  const found = query.trim() === '' ? places : places.flatMap((place) => place.files.filter((file) => matches(file, query)).map((file) => single(place, file)));
  const children = sides.flatMap(([name, has]) => {
    const shown = found.filter(({ column }) => has(column)).sort((a, b) => Math.abs(a.column) - Math.abs(b.column) || a.row - b.row);
    return shown.length === 0 ? [] : [heading(name), ...shown.map((place) => entry(place, act))];
  });
  element('files').replaceChildren(...children);
  buttons().find((button) => button.dataset['id'] === focused)?.focus();
}

export function buttons(): HTMLButtonElement[] {
  return [...document.querySelectorAll<HTMLButtonElement>('#files button')];
}

/** A file of a place as one that stands alone; looking at it looks at the place. */
function single(place: Place, file: GraphFile): Place & { within: string } {
  return { ...place, id: file.id, path: file.path, importance: file.importance, files: [file], isGroup: false, within: place.id };
}

function heading(name: string): HTMLElement {
  const item = document.createElement('li');
  item.append(Object.assign(document.createElement('h2'), { textContent: name }));
  return item;
}

function entry(place: Place & { within?: string }, act: Acts): HTMLElement {
  const button = document.createElement('button');
  const kind = kindOf(place);
  const n = place.files.length;
  const name = place.isGroup ? `${n} more in ${place.path || 'several directories'}` : place.path;
  button.dataset['id'] = place.id;
  button.title = place.isGroup ? `${name}\nEnter shows them` : [place.path, ...(place.files[0]?.reasons ?? [])].join('\n');
  button.setAttribute('aria-label', [name, kinds[kind], ...(place.importance > 0 ? [`importance ${place.importance.toFixed(3)}`] : [])].join(', '));
  // The path is cut at its beginning where it is too long; the mark keeps its direction.
  button.append(span(`dot ${kind}${place.isGroup ? ' group' : ''}`, ''), span('name', `\u200e${place.isGroup ? `+${n} ${place.path || '…'}` : place.path}\u200e`), span('importance', place.importance > 0 ? place.importance.toFixed(3) : ''));
  button.addEventListener('click', () => act.open(place.id));
  for (const event of ['focus', 'mouseenter']) {
    button.addEventListener(event, () => act.look(place.within ?? place.id));
  }
  const item = document.createElement('li');
  item.append(button);
  return item;
}
