// The drawing: columns by steps, from left to right. It is for the eye; the list beside it says the same.
import cytoscape, { type Core, type ElementDefinition, type NodeSingular } from 'cytoscape';
import type { GraphEdge } from '../graphData';
import type { Drawing } from '../graphSvg';
import type { Place } from '../graphView';
import { element, kindOf, kinds, type Kind } from './kinds';

// Places keep this far from one another; with less room the drawing is larger than its place and is shown smaller.
const roomAcross = 120;
const roomDown = 46;
const margin = 50;
// Labels are as large on the screen however far one is away.
const fontSize = 12;
const widestLabel = 190;
const labelGap = 4;
// No dot is smaller.
const leastOnScreen = 7;
// With rows nearer to one another than this, labels stand beside their dots and not below.
const roomBelow = 34;

export class Canvas {
  private readonly cy: Core;
  private between = roomAcross;
  private down = roomDown;
  private frame = 0;
  private readonly pen = document.createElement('canvas').getContext('2d');

  constructor(private readonly places: readonly Place[], edges: readonly GraphEdge[], act: { open(id: string): void; look(id: string): void }) {
    this.cy = cytoscape({
      container: element('graph'),
      elements: this.elements(edges),
      layout: { name: 'preset', fit: false },
      style: style(),
      boxSelectionEnabled: false,
      autoungrabify: true,
      minZoom: 0.1,
      maxZoom: 3,
    });
    this.cy.on('tap', 'node', ({ target }) => act.open(target.id() as string));
    this.cy.on('mouseover', 'node', ({ target }) => act.look(target.id() as string));
    this.cy.on('zoom resize', () => this.labelSoon());
    this.fit();
    this.label();
    this.fit(); // with the room that labels take at this size
    this.label();
  }

  destroy(): void {
    cancelAnimationFrame(this.frame);
    this.cy.destroy();
  }

  /** Colours of another theme. */
  restyle(): void {
    this.cy.style(style());
    this.label();
  }

  /** Marks a place and its imports. */
  mark(id: string): void {
    this.cy.elements('.marked').removeClass('marked');
    const node = this.cy.getElementById(id);
    node.addClass('marked').removeClass('unlabelled');
    node.connectedEdges().addClass('marked');
  }

  /** Lets all but some places step back. */
  find(found: (place: Place) => boolean): void {
    for (const place of this.places) {
      this.cy.getElementById(place.id).toggleClass('faded', !found(place));
    }
    this.cy.edges().forEach((edge) => void edge.toggleClass('faded', edge.connectedNodes('.faded').nonempty()));
    this.label();
  }

  drawing(title: string): Drawing {
    const css = getComputedStyle(document.body);
    return {
      title,
      dots: this.cy.nodes().map((node) => ({
        ...node.position(), size: node.width(), isGroup: node.data('group') === 1, label: node.data('label') as string, fill: colours()[node.data('kind') as Kind],
      })),
      lines: this.cy.edges().map((edge) => ({
        points: [edge.sourceEndpoint(), ...(edge.controlPoints() ?? []), edge.targetEndpoint()],
        stroke: edge.data('cycle') ? colour('charts-orange') : colour('descriptionForeground'),
        dashed: edge.data('cycle') === 1, faint: edge.data('near') === 0,
      })),
      text: colour('foreground', 'editor-foreground'),
      background: css.getPropertyValue('--vscode-editor-background').trim() || '#fff',
    };
  }

  /** Each column is centred. The size of a place says how important it is among those that are drawn. */
  private elements(edges: readonly GraphEdge[]): ElementDefinition[] {
    const { clientWidth: width, clientHeight: height } = element('graph');
    const columns = [...new Set(this.places.map(({ column }) => column))].sort((a, b) => a - b);
    const columnOf = new Map(this.places.map(({ id, column }) => [id, column]));
    const rows = (column: number) => this.places.filter((place) => place.column === column).length;
    const longest = Math.max(...columns.map(rows));
    const most = Math.max(...this.places.map(({ importance }) => importance), Number.EPSILON);
    this.down = Math.max(roomDown, Math.min(90, (height - 2 * margin) / Math.max(1, longest - 1)));
    // A long column is shown smaller; what that leaves of the width is room for labels.
    const zoom = Math.min(1, (height - 2 * margin) / Math.max(1, this.down * (longest - 1)));
    this.between = Math.max(roomAcross, Math.min(240, (width - 2 * margin) / Math.max(1, columns.length - 1)) / zoom);
    return [
      ...this.places.map((place) => ({
        data: { id: place.id, label: place.label, kind: kindOf(place), group: place.isGroup ? 1 : 0, size: 10 + 24 * Math.sqrt(place.importance / most) },
        position: { x: columns.indexOf(place.column) * this.between, y: (place.row - (rows(place.column) - 1) / 2) * this.down },
      })),
      ...edges.map(({ from, to, inCycle }) => ({
        data: {
          id: `${from} ${to}`, source: from, target: to, cycle: inCycle ? 1 : 0,
          beside: columnOf.get(from) === columnOf.get(to) ? 1 : 0, near: columnOf.get(from) === 0 || columnOf.get(to) === 0 ? 1 : 0,
        },
      })),
    ];
  }

  /** Shows all of the drawing, but never larger than it is meant to be read. */
  private fit(): void {
    this.cy.resize();
    this.cy.fit(undefined, 40);
    if (this.cy.zoom() > 1) {
      this.cy.zoom(1);
      this.cy.center();
    }
  }

  private labelSoon(): void {
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => this.label());
  }

  /** Writes labels in one size, the most important first; one that would cover another stays away until there is room. */
  private label(): void {
    const zoom = this.cy.zoom();
    const beside = this.down * zoom < roomBelow;
    const room = Math.min(widestLabel, Math.max(60, this.between * zoom - (beside ? 30 : 10)));
    this.cy.batch(() => {
      this.cy.nodes().style({
        'font-size': fontSize / zoom, 'text-max-width': `${room / zoom}px`,
        'text-halign': beside ? 'right' : 'center', 'text-valign': beside ? 'center' : 'bottom',
        'text-margin-x': beside ? labelGap / zoom : 0, 'text-margin-y': beside ? 0 : labelGap / zoom,
      });
      this.cy.nodes().forEach((node) => {
        const [width, height] = node.data('group') ? [26, 16] : [node.data('size') as number, node.data('size') as number];
        const scale = Math.max(1, leastOnScreen / (height * zoom));
        node.style({ width: width * scale, height: height * scale });
      });
      const taken: DOMRect[] = [];
      for (const node of this.byUrgency()) {
        const box = this.labelBox(node, zoom, room, beside);
        const free = taken.every((other) => box.right <= other.left || other.right <= box.left || box.bottom <= other.top || other.bottom <= box.top);
        node.toggleClass('unlabelled', !free);
        if (free) {
          taken.push(box);
        }
      }
    });
  }

  private byUrgency(): NodeSingular[] {
    const urgency = (node: NodeSingular) => (node.data('kind') === 'target' ? 4 : 0) + (node.hasClass('faded') ? 0 : 2) + (node.data('group') ? 1 : 0);
    return this.cy.nodes().toArray().sort((a, b) => urgency(b) - urgency(a) || (b.data('size') as number) - (a.data('size') as number));
  }

  private labelBox(node: NodeSingular, zoom: number, room: number, beside: boolean): DOMRect {
    const { x, y } = node.renderedPosition();
    const text = node.data('label') as string;
    if (this.pen) {
      this.pen.font = `${fontSize}px ${fontFamily()}`;
    }
    const width = Math.min(room, this.pen?.measureText(text).width ?? 7 * text.length);
    return beside
      ? new DOMRect(x + (node.width() * zoom) / 2 + labelGap, y - fontSize / 2, width, fontSize)
      : new DOMRect(x - width / 2, y + (node.height() * zoom) / 2 + labelGap, width, fontSize + 2);
  }
}

function fontFamily(): string {
  return getComputedStyle(document.body).getPropertyValue('--vscode-font-family') || 'sans-serif';
}

function colour(...names: string[]): string {
  const css = getComputedStyle(document.body);
  const found = names.map((name) => css.getPropertyValue(`--vscode-${name}`).trim()).find((value) => value !== '') ?? '#888';
  return found.replace(/^rgba\((.*),[^,]*\)$/, 'rgb($1)'); // charts-orange can hardly be seen otherwise
}

function colours(): Record<Kind, string> {
  return {
    target: colour('charts-red'),
    direct_import: colour('charts-blue'),
    transitive_import: colour('charts-purple'),
    downstream: colour('charts-green'),
    transitive_downstream: colour('terminal-ansiCyan', 'charts-green'),
    test: colour('charts-yellow'),
  };
}

function style(): cytoscape.StylesheetJson {
  const line = colour('editorIndentGuide-activeBackground1', 'descriptionForeground');
  const focus = colour('focusBorder', 'foreground');
  const fill = colours();
  return [
    { selector: 'node', style: {
      label: 'data(label)', color: colour('foreground', 'editor-foreground'), 'font-family': fontFamily(),
      'text-wrap': 'ellipsis',
      'text-background-color': colour('editor-background'), 'text-background-opacity': 0.8, 'text-background-padding': '1px',
      'border-width': 0, 'border-color': focus,
    } },
    ...(Object.keys(kinds) as Kind[]).map((kind) => ({ selector: `node[kind = '${kind}']`, style: { 'background-color': fill[kind] } })),
    { selector: 'node[group = 1]', style: { shape: 'round-rectangle' } },
    { selector: 'node.unlabelled', style: { label: '' } },
    { selector: 'edge', style: {
      width: 1.2, 'curve-style': 'bezier', 'target-arrow-shape': 'triangle', 'arrow-scale': 0.8, 'line-color': line, 'target-arrow-color': line,
    } },
    // Straight lines within a column would run through the files between.
    { selector: 'edge[beside = 1]', style: { 'curve-style': 'unbundled-bezier', 'control-point-distances': 45, 'control-point-weights': 0.5 } },
    { selector: 'edge[cycle = 1]', style: { 'line-style': 'dashed', 'line-color': colour('charts-orange'), 'target-arrow-color': colour('charts-orange') } },
    { selector: 'edge[near = 0]', style: { opacity: 0.4 } },
    { selector: '.faded', style: { opacity: 0.2 } },
    { selector: 'node.marked', style: { 'border-width': 3, 'z-index': 9 } },
    { selector: 'edge.marked', style: { width: 2.4, opacity: 1, 'line-color': focus, 'target-arrow-color': focus } },
  ];
}
