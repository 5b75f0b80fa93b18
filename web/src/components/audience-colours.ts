/** What one part of an audience gets. */
export type AudienceTone =
  | {
      readonly kind: 'variant';
      /** Its place among the variants of the flag, from zero. */ readonly index: number;
    }
  | { readonly kind: 'true' }
  | { readonly kind: 'false' }
  | { readonly kind: 'nothing' };

const paletteSize = 8;

/** The colour of a tone as CSS wants it; hatch and stripes come on top of it. */
export function toneColour(tone: AudienceTone): string {
  switch (tone.kind) {
    case 'variant':
      return `var(--variant-${(tone.index % paletteSize) + 1})`;
    case 'true':
      return 'var(--on)';
    case 'false':
    case 'nothing':
      return 'transparent';
  }
}

/** True for variants behind the palette, whose colour is that of an earlier one. */
export function isStriped(tone: AudienceTone): boolean {
  return tone.kind === 'variant' && tone.index >= paletteSize;
}

/** What tells tones apart beside their colour. */
export function toneClasses(tone: AudienceTone): string | undefined {
  switch (tone.kind) {
    case 'variant':
      return isStriped(tone) ? 'striped' : undefined;
    case 'true':
      return undefined;
    case 'false':
      return 'border border-off';
    case 'nothing':
      return 'hatch';
  }
}
