import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contrastOf, topBarColours } from './topbar-colour';

type Rgb = Parameters<typeof contrastOf>[0];

/** Every colour of three digits, and the greys on which black and white are as hard to read as on any. */
const colours = [
  ...Array.from({ length: 16 ** 3 }, (_, index) => `#${index.toString(16).padStart(3, '0')}`),
  '#757575',
  '#767676',
];

/** What a colour makes of the bar: its own two colours, and the tokens of what is on it. */
const barOf = (colour: string): Record<string, string> => topBarColours(colour).bar as Record<string, string>;

function rgbOf(css: string | undefined): Rgb {
  return css?.match(/\d+/g)?.map(Number) as unknown as Rgb;
}

/** Colours with something on the bar that is hard to read. */
function hardToRead(marks: readonly string[], grounds: readonly string[]): readonly string[] {
  return colours.filter((colour) => {
    const bar = barOf(colour);
    const [front, behind] = [marks, grounds].map((names) => [...new Set(names.map((name) => bar[name]))]);
    return front?.some((mark) => behind?.some((ground) => contrastOf(rgbOf(mark), rgbOf(ground)) < 4.5));
  });
}

const tokens = [
  ...new Set(
    [
      ...readFileSync(join(__dirname, '../styles/tokens.css'), 'utf8').matchAll(/^ {2}(--[a-z-]+): [#r]/gm),
    ].map(([, name = '']) => name),
  ),
].filter((name) => !/^--(border|scrim|shadow)/.test(name));

describe('topBarColours', () => {
  it('writes in black or white, whichever has the higher contrast', () => {
    const textOn = (colour: string): string | undefined => barOf(colour).color;
    expect(textOn('#ffffff')).toBe('rgb(0 0 0)');
    expect(textOn('#fc0')).toBe('rgb(0 0 0)');
    expect(textOn('#000000')).toBe('rgb(255 255 255)');
    expect(textOn('#639')).toBe('rgb(255 255 255)');
    // The middle of the scale of luminance, not of the channels.
    expect(textOn('#757575')).toBe('rgb(255 255 255)');
    expect(textOn('#767676')).toBe('rgb(0 0 0)');
  });

  it('leaves no colour of the theme to what is on the bar', () => {
    expect(tokens).toContain('--accent-soft');
    expect(tokens.filter((name) => !(name in barOf('#7A1F5C')))).toEqual([]);
  });

  it('keeps text, icons, borders of controls and the focus readable on every colour', () => {
    const isGround = (name: string): boolean => /^--(canvas|surface|raised|sunken|.*-soft)$/.test(name);
    const grounds = ['background', ...tokens.filter(isGround)];
    const marks = ['color', ...tokens.filter((name) => !isGround(name) && !name.startsWith('--on-'))];
    expect(hardToRead(marks, grounds)).toEqual([]);
    expect(hardToRead(['--on-accent'], ['--accent', '--accent-hover'])).toEqual([]);
    expect(hardToRead(['--on-danger'], ['--danger'])).toEqual([]);
  });

  it('shows a strip for what is not written in hex digits', () => {
    expect(topBarColours('rebeccapurple')).toEqual({ bar: {}, strip: 'rebeccapurple' });
    expect(topBarColours('')).toEqual({ bar: {} });
  });
});
