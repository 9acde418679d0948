// A drawing as SVG, as it is seen. No editor and no browser in here.

export interface Dot {
  x: number;
  y: number;
  /** Across. */
  size: number;
  /** It stands for several files. */
  isGroup: boolean;
  label: string;
  fill: string;
}

export interface Line {
  /** Points from the importer to what it imports; one between is what the line bends to. */
  points: { x: number; y: number }[];
  stroke: string;
  dashed: boolean;
  /** It does not lead to or from what the drawing is about. */
  faint: boolean;
}

export interface Drawing {
  title: string;
  dots: Dot[];
  lines: Line[];
  text: string;
  background: string;
}

const margin = 60;
const fontSize = 12;

export function svgOf({ title, dots, lines, text, background }: Drawing): string {
  const xs = dots.map(({ x }) => x);
  const ys = dots.map(({ y }) => y);
  const [left, top] = [Math.min(...xs) - 2 * margin, Math.min(...ys) - margin];
  const [width, height] = [Math.max(...xs) + 2 * margin - left, Math.max(...ys) + margin - top];
  const n = (value: number) => String(Math.round(10 * value) / 10);
  const strokes = [...new Set(lines.map(({ stroke }) => stroke))];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${[left, top, width, height].map(n).join(' ')}" width="${n(width)}" height="${n(height)}" font-family="sans-serif" font-size="${fontSize}">`,
    `<title>${escape(title)}</title>`,
    `<defs>${strokes.map((stroke, i) => `<marker id="to${i}" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z" fill="${escape(stroke)}"/></marker>`).join('')}</defs>`,
    `<rect x="${n(left)}" y="${n(top)}" width="${n(width)}" height="${n(height)}" fill="${escape(background)}"/>`,
    ...lines.map(({ points, stroke, dashed, faint }) => {
      const [from, ...others] = points.map(({ x, y }) => `${n(x)} ${n(y)}`);
      const path = `M${from}${others.length > 1 ? 'Q' : 'L'}${others.join(' ')}`;
      return `<path d="${path}" fill="none" stroke="${escape(stroke)}" stroke-width="1.4"${dashed ? ' stroke-dasharray="5 4"' : ''}${faint ? ' opacity="0.4"' : ''} marker-end="url(#to${strokes.indexOf(stroke)})"/>`;
    }),
    ...dots.map(({ x, y, size, fill, isGroup }) => (isGroup
      ? `<rect x="${n(x - size / 2)}" y="${n(y - size / 3)}" width="${n(size)}" height="${n((2 * size) / 3)}" rx="3" fill="${escape(fill)}"/>`
      : `<circle cx="${n(x)}" cy="${n(y)}" r="${n(size / 2)}" fill="${escape(fill)}"/>`)),
    ...dots.map(({ x, y, size, label }) => `<text x="${n(x)}" y="${n(y + size / 2 + 4 + fontSize)}" text-anchor="middle" fill="${escape(text)}">${escape(label)}</text>`),
    '</svg>',
    '',
  ].join('\n');
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (c) => entities[c] ?? c);
}
