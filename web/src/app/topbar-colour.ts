import { type CSSProperties } from 'react';

type Rgb = readonly [red: number, green: number, blue: number];

/** Least contrast of text (WCAG 2.2, 1.4.3). */
const READABLE = 4.5;

/** How operators' colour of the top bar is shown (dashboard.md SH-2). */
export interface TopBarColours {
  /** Of the whole bar, when black or white can be read on it. */
  readonly bar: CSSProperties;
  /** Of a strip in place of that. */
  readonly strip?: string;
}

export function topBarColours(colour: string): TopBarColours {
  if (colour === '') return { bar: {} };
  const rgb = rgbOf(colour);
  const text = rgb === undefined ? undefined : readableOn(rgb);
  if (text === undefined) return { bar: {}, strip: colour };
  const names = ['--text', '--muted', '--faint', '--accent', '--focus', '--on'];
  const tokens = Object.fromEntries(names.map((name) => [name, text]));
  return {
    bar: {
      background: colour,
      color: text,
      ...tokens,
      ...{ '--sunken': `color-mix(in srgb, ${text} 16%, transparent)`, '--border': 'transparent' },
    },
  };
}

/** Black or white, whichever has the higher contrast; undefined when neither can be read. */
export function readableOn(colour: Rgb): 'black' | 'white' | undefined {
  const light = luminance(colour);
  const onBlack = (light + 0.05) / 0.05;
  const onWhite = 1.05 / (light + 0.05);
  if (Math.max(onBlack, onWhite) < READABLE) return undefined;
  return onBlack >= onWhite ? 'black' : 'white';
}

/** Relative luminance, 0–1 (WCAG 2.2). */
function luminance([red, green, blue]: Rgb): number {
  const linear = (channel: number): number => {
    const share = channel / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** What the browser makes of a CSS colour; undefined when it is none, or not opaque. */
function rgbOf(colour: string): Rgb | undefined {
  if (!CSS.supports('color', colour)) return undefined;
  const canvas = document.createElement('canvas').getContext('2d');
  if (canvas === null) return undefined;
  canvas.fillStyle = colour;
  const [, red, green, blue] = /^#(..)(..)(..)$/.exec(canvas.fillStyle) ?? [];
  if (red === undefined || green === undefined || blue === undefined) return undefined;
  return [Number.parseInt(red, 16), Number.parseInt(green, 16), Number.parseInt(blue, 16)];
}
