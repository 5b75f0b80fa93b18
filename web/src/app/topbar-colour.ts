import { type CSSProperties } from 'react';

type Rgb = readonly [red: number, green: number, blue: number];

const BLACK: Rgb = [0, 0, 0];
const WHITE: Rgb = [255, 255, 255];

/** Least contrast of text (WCAG 2.2, 1.4.3). */
const READABLE = 4.5;

/** Share of black or white in the colour of chips, keys and hovered buttons, which sets them apart from the bar. */
const SHADE = 0.16;

/** What is drawn on the bar. */
const marks = 'text muted faint control accent accent-hover focus on off warn danger';

/** What covers the bar, or is drawn on what has the colour of a mark. */
const grounds = 'canvas surface raised on-accent on-danger';

/** What stands out from the bar. */
const shades = 'sunken accent-soft on-soft off-soft warn-soft danger-soft';

/** How operators' colour of the top bar is shown. */
export interface TopBarColours {
  /** Of the whole bar, and of all that is on it whatever the theme. */
  readonly bar: CSSProperties;
  /** Of a strip in place of that, for a colour whose contrast is not known. */
  readonly strip?: string;
}

/** @param colour `#` and 3 or 6 hex digits, as servers check; empty for none. */
export function topBarColours(colour: string): TopBarColours {
  if (colour === '') return { bar: {} };
  const ground = rgbOf(colour);
  if (ground === undefined) return { bar: {}, strip: colour };
  const [text, other] =
    contrastOf(ground, WHITE) > contrastOf(ground, BLACK) ? [WHITE, BLACK] : [BLACK, WHITE];
  const towardsText = mixed(ground, text);
  const shade = contrastOf(towardsText, text) < READABLE ? mixed(ground, other) : towardsText;
  return {
    bar: {
      background: cssOf(ground),
      color: cssOf(text),
      ...tokens(marks, text),
      ...tokens(grounds, ground),
      ...tokens(shades, shade),
      ...{ '--border': 'transparent' },
    },
  };
}

/** Contrast of two colours, 1–21 (WCAG 2.2). */
export function contrastOf(one: Rgb, other: Rgb): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((left, right) => left - right);
  return (light + 0.05) / (dark + 0.05);
}

/** Relative luminance, 0–1 (WCAG 2.2). */
function luminance([red, green, blue]: Rgb): number {
  const linear = (channel: number): number => {
    const share = channel / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function mixed(colour: Rgb, addition: Rgb): Rgb {
  const mix = (channel: 0 | 1 | 2): number =>
    Math.round(colour[channel] * (1 - SHADE) + addition[channel] * SHADE);
  return [mix(0), mix(1), mix(2)];
}

function tokens(names: string, colour: Rgb): CSSProperties {
  return Object.fromEntries(names.split(' ').map((name) => [`--${name}`, cssOf(colour)]));
}

function cssOf(colour: Rgb): string {
  return `rgb(${colour.join(' ')})`;
}

/** Undefined when it is not written in hex digits. */
function rgbOf(colour: string): Rgb | undefined {
  if (!/^#([\da-f]{3}){1,2}$/i.test(colour)) return undefined;
  const digits = colour.slice(1).replace(/^(.)(.)(.)$/, '$1$1$2$2$3$3');
  const channel = (start: number): number => Number.parseInt(digits.slice(start, start + 2), 16);
  return [channel(0), channel(2), channel(4)];
}
