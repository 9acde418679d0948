// Draws the importance graph. The canvas is for the eye; the list beside it says the same to the keyboard and
// to screen readers, and what has the focus there is marked in the canvas.
import cytoscape, { type Core, type ElementDefinition } from 'cytoscape';
import type { Graph, GraphNode } from '../graphData';
import type { FromGraph, ToGraph } from '../graphPanel';

declare function acquireVsCodeApi(): { postMessage(message: FromGraph): void };

const vscode = acquireVsCodeApi();
const kinds = {
  target: 'this file',
  direct_import: 'imported by it',
  transitive_import: 'imported further on',
  downstream: 'imports it',
  test: 'test',
  other: 'near',
} as const;
type Kind = keyof typeof kinds;

const element = <T extends HTMLElement = HTMLElement>(id: string) => document.getElementById(id) as T;
let drawn: { graph: Graph; path: string; cy: Core } | undefined;

function kindOf(node: GraphNode, center: string): Kind {
  if (node.id === center) {
    return 'target';
  }
  if (node.relationship === 'test') {
    return 'test';
  }
  // The ranking may know a file for another reason than its imports; here its side in the graph counts.
  return node.column === 1 ? 'direct_import' : node.column > 1 ? 'transitive_import' : node.column < 0 ? 'downstream' : 'other';
}

function draw(graph: Graph, path: string): void {
  drawn?.cy.destroy();
  document.body.classList.remove('empty');
  element('empty').textContent = '';
  const more = graph.omitted > 0 ? ` · ${graph.omitted} more not drawn` : '';
  element('title').textContent = `${path} · ${graph.nodes.length} files${more}`;
  const cy = cytoscape({
    container: element('graph'),
    elements: elements(graph),
    layout: { name: 'preset', fit: false },
    style: style(),
    userZoomingEnabled: true,
    boxSelectionEnabled: false,
    autoungrabify: true,
    minZoom: 0.2,
    maxZoom: 2.5,
  });
  cy.on('tap', 'node', ({ target }) => open(target.id() as string));
  cy.on('mouseover', 'node', ({ target }) => mark(target.id() as string));
  drawn = { graph, path, cy };
  list(graph);
  legend(graph);
  fit(cy);
  mark(graph.center);
}

// Labels need this much room; with less, the drawing is larger than its place and is shown smaller.
const roomAcross = 120;
const roomDown = 62;
const margin = 50;

/**
 * Layers by steps, from left to right, or from top to bottom where that suits the place better; each is
 * centred. Node size says how important a file is among those that are drawn.
 */
function elements(graph: Graph): ElementDefinition[] {
  const { clientWidth: width, clientHeight: height } = element('graph');
  const layers = [...new Set(graph.nodes.map((node) => node.column))].sort((a, b) => a - b);
  const layerOf = new Map(graph.nodes.map((node) => [node.id, node.column]));
  const size = (layer: number) => graph.nodes.filter((node) => node.column === layer).length;
  const longest = Math.max(...layers.map(size));
  const most = Math.max(...graph.nodes.map((node) => node.importance), Number.EPSILON);
  const upright = (width - 2 * margin) / Math.max(1, layers.length - 1) < roomAcross && height > width;
  const [alongLayer, acrossLayers] = upright ? [width, height] : [height, width];
  const [roomAlong, roomBetween] = upright ? [roomAcross, roomDown] : [roomDown, roomAcross];
  const between = Math.max(roomBetween, Math.min(200, (acrossLayers - 2 * margin) / Math.max(1, layers.length - 1)));
  const along = Math.max(roomAlong, Math.min(130, (alongLayer - 2 * margin) / Math.max(1, longest - 1)));
  return [
    ...graph.nodes.map((node) => {
      const layer = layers.indexOf(node.column) * between;
      const place = (node.row - (size(node.column) - 1) / 2) * along;
      return {
        data: { id: node.id, label: node.label, kind: kindOf(node, graph.center), size: 16 + 34 * Math.sqrt(node.importance / most) },
        position: upright ? { x: place, y: layer } : { x: layer, y: place },
      };
    }),
    ...graph.edges.map(({ from, to, inCycle }) => ({
      data: { id: `${from} ${to}`, source: from, target: to, beside: layerOf.get(from) === layerOf.get(to) ? 1 : 0, cycle: inCycle ? 1 : 0 },
    })),
  ];
}

/** Shows all of the drawing, but never larger than it is meant to be read. */
function fit(cy: Core): void {
  cy.resize();
  cy.fit(undefined, 30);
  if (cy.zoom() > 1) {
    cy.zoom(1);
    cy.center();
  }
}

function style(): cytoscape.StylesheetJson {
  const css = getComputedStyle(document.body);
  const colour = (...names: string[]) => names.map((name) => css.getPropertyValue(`--vscode-${name}`).trim()).find((value) => value !== '') ?? '#888';
  const fill: Record<Kind, string> = {
    target: colour('charts-red'),
    direct_import: colour('charts-blue'),
    transitive_import: colour('charts-purple'),
    downstream: colour('charts-green'),
    test: colour('charts-yellow'),
    other: colour('descriptionForeground'),
  };
  const text = colour('foreground', 'editor-foreground');
  return [
    { selector: 'node', style: {
      label: 'data(label)', width: 'data(size)', height: 'data(size)', color: text, 'font-size': 12,
      'font-family': css.getPropertyValue('--vscode-font-family') || 'sans-serif',
      'text-valign': 'bottom', 'text-margin-y': 5, 'text-wrap': 'ellipsis', 'text-max-width': '140px',
      'text-background-color': colour('editor-background'), 'text-background-opacity': 0.75, 'text-background-padding': '1px',
      'border-width': 0, 'border-color': colour('focusBorder', 'foreground'),
    } },
    ...(Object.keys(fill) as Kind[]).map((kind) => ({ selector: `node[kind = '${kind}']`, style: { 'background-color': fill[kind] } })),
    { selector: 'edge', style: {
      width: 1.4, 'curve-style': 'bezier', 'target-arrow-shape': 'triangle', 'arrow-scale': 0.8,
      'line-color': colour('editorIndentGuide-activeBackground1', 'descriptionForeground'),
      'target-arrow-color': colour('editorIndentGuide-activeBackground1', 'descriptionForeground'),
    } },
    // Straight lines within a layer would run through the files between.
    { selector: 'edge[beside = 1]', style: { 'curve-style': 'unbundled-bezier', 'control-point-distances': 45, 'control-point-weights': 0.5 } },
    { selector: 'edge[cycle = 1]', style: { 'line-style': 'dashed', 'line-color': colour('charts-orange'), 'target-arrow-color': colour('charts-orange') } },
    { selector: 'node.marked', style: { 'border-width': 3 } },
    { selector: 'edge.marked', style: { width: 2.4, 'line-color': colour('focusBorder', 'foreground'), 'target-arrow-color': colour('focusBorder', 'foreground') } },
  ];
}

/** Marks a file and its imports. */
function mark(id: string): void {
  const { cy } = drawn ?? {};
  cy?.elements('.marked').removeClass('marked');
  const node = cy?.getElementById(id);
  node?.addClass('marked');
  node?.connectedEdges().addClass('marked');
}

function open(uri: string): void {
  vscode.postMessage({ type: 'open', uri });
}

function list(graph: Graph): void {
  const focused = (document.activeElement as HTMLElement | null)?.dataset['uri'];
  const groups: [string, (column: number) => boolean][] = [
    ['This file', (column) => column === 0],
    ['Imports it', (column) => column < 0],
    ['It imports', (column) => column > 0],
  ];
  const children = groups.flatMap(([name, has]) => {
    const nodes = graph.nodes.filter((node) => has(node.column)).sort((a, b) => Math.abs(a.column) - Math.abs(b.column) || a.row - b.row);
    return nodes.length === 0 ? [] : [heading(name), ...nodes.map((node) => entry(node, graph.center))];
  });
  element('files').replaceChildren(...children);
  buttons().find((button) => button.dataset['uri'] === focused)?.focus();
}

function heading(name: string): HTMLElement {
  const item = document.createElement('li');
  item.append(Object.assign(document.createElement('h2'), { textContent: name }));
  return item;
}

function entry(node: GraphNode, center: string): HTMLElement {
  const button = document.createElement('button');
  const kind = kindOf(node, center);
  button.dataset['uri'] = node.id;
  button.title = [node.path, ...node.reasons].join('\n');
  button.setAttribute('aria-label', `${node.path}, ${kinds[kind]}, importance ${node.importance.toFixed(3)}`);
  // The path is cut at its beginning where it is too long; the mark keeps its direction.
  button.append(span(`dot ${kind}`, ''), span('name', `\u200e${node.path}`), span('importance', node.importance.toFixed(3)));
  button.addEventListener('click', () => open(node.id));
  button.addEventListener('focus', () => mark(node.id));
  button.addEventListener('mouseenter', () => mark(node.id));
  const item = document.createElement('li');
  item.append(button);
  return item;
}

function legend(graph: Graph): void {
  const present = new Set(graph.nodes.map((node) => kindOf(node, graph.center)));
  element('legend').replaceChildren(...(Object.keys(kinds) as Kind[]).filter((kind) => present.has(kind)).map((kind) => {
    const item = document.createElement('li');
    item.append(span(`dot ${kind}`, ''), kinds[kind]);
    return item;
  }), ...(graph.edges.some(({ inCycle }) => inCycle) ? [cycleLegend()] : []));
}

function cycleLegend(): HTMLElement {
  const item = document.createElement('li');
  item.append(span('cycle', ''), 'imports in a circle');
  return item;
}

function span(className: string, text: string): HTMLElement {
  return Object.assign(document.createElement('span'), { className, textContent: text });
}

function buttons(): HTMLButtonElement[] {
  return [...document.querySelectorAll<HTMLButtonElement>('#files button')];
}

document.addEventListener('keydown', (event) => {
  const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
  if (step) {
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
window.addEventListener('resize', () => {
  if (drawn) {
    draw(drawn.graph, drawn.path);
  }
});
// VS Code says on the body which theme holds.
new MutationObserver(() => drawn?.cy.style(style())).observe(document.body, { attributes: true, attributeFilter: ['data-vscode-theme-id'] });
vscode.postMessage({ type: 'ready' });
