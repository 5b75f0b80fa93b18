import { bareOf, ratios, serverName, type Contender } from '../contender';
import { median } from '../statistics';
import { figure } from './table';

const ROW = 26;
const BAR = 14;
const LABELS = 345;
const BARS = 420;
const WIDTH = LABELS + BARS + 70;
const TOP = 58;

/** Bars end here at the latest, in times the bare server. */
const MOST = 1.25;

/** Colours that can be read on white and, the second ones, on black. */
const STYLE = `
  text { font: 13px system-ui, sans-serif; fill: #24292f }
  .title { font-weight: 600; font-size: 15px }
  .note { fill: #57606a; font-size: 12px }
  .bar { fill: #2f6fd0 }
  .noise { stroke: #24292f; stroke-width: 1.5 }
  .bare { stroke: #57606a; stroke-dasharray: 4 3 }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3 }
    .note { fill: #9198a1 }
    .bar { fill: #5a95ee }
    .noise { stroke: #e6edf3 }
    .bare { stroke: #9198a1 }
  }
`;

/**
 * Requests per second of every contender as a share of those of the bare server, as an SVG: medians, and all rounds.
 */
export function chart(contenders: readonly Contender[], subtitle: string): string {
  const shown = contenders.filter(({ server }) => server !== 'bare');
  const height = TOP + shown.length * ROW + 34;
  const bareX = xOf(1);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img">`,
    `<title>Requests per second, as a share of a bare server</title>`,
    `<style>${STYLE}</style>`,
    `<text class="title" x="8" y="22">Requests per second, as a share of a bare server</text>`,
    `<text class="note" x="8" y="41">${escape(subtitle)}</text>`,
    ...shown.map((contender, index) =>
      row(contender, ratios(contender, bareOf(contender, contenders), 'perSecond'), index),
    ),
    `<line class="bare" x1="${bareX}" x2="${bareX}" y1="${TOP - 4}" y2="${height - 28}"/>`,
    `<text class="note" x="${bareX}" y="${height - 12}" text-anchor="middle">1.00 = bare node:http, or grpc-js</text>`,
    '</svg>',
    '',
  ].join('\n');
}

function row(contender: Contender, values: readonly number[], index: number): string {
  const middle = TOP + index * ROW + ROW / 2;
  const ratio = median(values);
  const name = `${contender.door} ${contender.kind}, ${serverName(contender)}`;
  const [low, high] = [xOf(Math.min(...values)), xOf(Math.max(...values))];
  return [
    `<text x="${LABELS - 10}" y="${middle + 4}" text-anchor="end">${escape(name)}</text>`,
    `<rect class="bar" x="${LABELS}" y="${middle - BAR / 2}" width="${rounded(xOf(ratio) - LABELS)}" height="${BAR}" rx="2"/>`,
    `<line class="noise" x1="${low}" x2="${high}" y1="${middle}" y2="${middle}"/>`,
    `<text x="${WIDTH - 8}" y="${middle + 4}" text-anchor="end">${figure(ratio, 2)}</text>`,
  ].join('');
}

function xOf(ratio: number): number {
  const share = Number.isFinite(ratio) ? Math.min(ratio, MOST) / MOST : 0;
  return rounded(LABELS + share * BARS);
}

function rounded(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
