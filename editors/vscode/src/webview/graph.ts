// The importance graph: what the person wants to see of it, the drawing and the list.
import type { Graph } from '../graphData';
import type { FromGraph, ToGraph } from '../graphPanel';
import { svgOf } from '../graphSvg';
import { matches, viewOf, type Place, type View } from '../graphView';
import { Canvas } from './canvas';
import { element, kindOf, kinds, span, type Kind } from './kinds';
import { buttons, list } from './list';

/** What is kept while the panel is hidden. */
interface State extends View {
  /** The file whose groups are open. */
  center: string;
}

declare function acquireVsCodeApi(): { postMessage(message: FromGraph): void; getState(): State | undefined; setState(state: State): void };

const vscode = acquireVsCodeApi();
let state: State = vscode.getState() ?? { tests: true, side: 'both', open: [], center: '' };
let shown: { graph: Graph; path: string; places: Place[]; canvas: Canvas } | undefined;

const search = element<HTMLInputElement>('search');
const tests = element<HTMLInputElement>('tests');
const side = element<HTMLSelectElement>('side');
const acts = { open, look: (id: string) => shown?.canvas.mark(id) };

function draw(graph: Graph, path: string): void {
  if (state.center !== graph.center) {
    state = { ...state, center: graph.center, open: [] };
  }
  vscode.setState(state);
  shown?.canvas.destroy();
  document.body.classList.remove('empty');
  element('empty').textContent = '';
  element('title').textContent = path;
  element('counts').textContent = `imported by ${files(graph.importers)} · imports ${files(graph.imports)} · ${files(graph.files.length)} within two steps`;
  element('close').hidden = state.open.length === 0;
  tests.checked = state.tests;
  side.value = state.side;
  const { places, edges } = viewOf(graph, state);
  shown = { graph, path, places, canvas: new Canvas(places, edges, acts) };
  legend(places, edges.some(({ inCycle }) => inCycle));
  find();
  shown.canvas.mark(graph.center);
}

function redraw(change: Partial<State>): void {
  state = { ...state, ...change };
  if (shown) {
    draw(shown.graph, shown.path);
  }
}

/** Opens a file, or a group. */
function open(id: string): void {
  const group = shown?.places.find((place) => place.id === id)?.isGroup;
  if (group) {
    redraw({ open: [...state.open, id] });
  } else {
    vscode.postMessage({ type: 'open', uri: id });
  }
}

function find(): void {
  const query = search.value;
  shown?.canvas.find((place) => query.trim() === '' || place.files.some((file) => matches(file, query)));
  list(shown?.places ?? [], query, acts);
}

function files(n: number): string {
  return `${n.toLocaleString('en-US')} ${n === 1 ? 'file' : 'files'}`;
}

function legend(places: readonly Place[], cycles: boolean): void {
  const present = new Set(places.map(kindOf));
  const items: [HTMLElement, string][] = (Object.keys(kinds) as Kind[]).filter((kind) => present.has(kind)).map((kind) => [span(`dot ${kind}`, ''), kinds[kind]]);
  if (cycles) {
    items.push([span('cycle', ''), 'imports in a circle']);
  }
  element('legend').replaceChildren(...items.map((parts) => {
    const item = document.createElement('li');
    item.append(...parts);
    return item;
  }));
}

search.addEventListener('input', find);
tests.addEventListener('change', () => redraw({ tests: tests.checked }));
side.addEventListener('change', () => redraw({ side: side.value as View['side'] }));
element('close').addEventListener('click', () => redraw({ open: [] }));
element('export').addEventListener('click', () => {
  if (shown) {
    vscode.postMessage({ type: 'svg', text: svgOf(shown.canvas.drawing(`${shown.path}: ${element('counts').textContent ?? ''}`)) });
  }
});

document.addEventListener('keydown', (event) => {
  const writing = event.target === search || event.target === side;
  const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
  if (event.key === 'Enter' && event.target === search) {
    buttons()[0]?.click();
  } else if (step && (!writing || (event.key === 'ArrowDown' && event.target === search))) {
    const all = buttons();
    const at = all.indexOf(document.activeElement as HTMLButtonElement);
    all[at < 0 ? 0 : (at + step + all.length) % all.length]?.focus();
    event.preventDefault();
  }
});
window.addEventListener('message', ({ data }: MessageEvent<ToGraph>) => {
  if (data.type === 'graph') {
    draw(data.graph, data.path);
  } else {
    document.body.classList.add('empty');
    element('empty').textContent = data.text;
  }
});
window.addEventListener('resize', () => redraw({}));
// VS Code says on the body which theme holds.
new MutationObserver(() => shown?.canvas.restyle()).observe(document.body, { attributes: true, attributeFilter: ['data-vscode-theme-id'] });
vscode.postMessage({ type: 'ready' });
