import { expect, test } from 'vitest';
import { svgOf } from '../../src/graphSvg';

test('a drawing is dots, lines and labels, and its text is text', () => {
  const svg = svgOf({
    title: 'a & b', text: '#111', background: '#fff',
    dots: [{ x: 0, y: 0, size: 20, isGroup: false, label: '<script>.py', fill: 'red' }, { x: 100.04, y: 50, size: 10, isGroup: false, label: 'b.py', fill: 'blue' }, { x: 50, y: 20, size: 24, isGroup: true, label: '+9 c/', fill: 'green' }],
    lines: [
      { points: [{ x: 10, y: 0 }, { x: 95, y: 50 }], stroke: '#888', dashed: false, faint: true },
      { points: [{ x: 10, y: 0 }, { x: 50, y: 90 }, { x: 95, y: 50 }], stroke: 'orange', dashed: true, faint: false },
    ],
  });
  expect(svg).toContain('<title>a &amp; b</title>');
  expect(svg).toContain('viewBox="-120 -60 340 170"');
  expect(svg).toContain('<circle cx="100" cy="50" r="5" fill="blue"/>');
  expect(svg).toContain('<rect x="38" y="12" width="24" height="16" rx="3" fill="green"/>');
  expect(svg).toContain('>&lt;script&gt;.py</text>');
  expect(svg).toContain('d="M10 0L95 50" fill="none" stroke="#888" stroke-width="1.4" opacity="0.4"');
  expect(svg).toContain('d="M10 0Q50 90 95 50" fill="none" stroke="orange" stroke-width="1.4" stroke-dasharray="5 4" marker-end="url(#to1)"');
  expect(svg).not.toContain('<script');
});
