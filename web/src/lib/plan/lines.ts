import { type PartName } from '@pennon/state';

/** The text of each part in the line of a whole, in the order of the line. A part without a row does not compile. */
export type Line<S> = Readonly<Record<PartName<S>, (state: S) => string>>;

/** For a part that the line shows elsewhere, or not at all. */
export const nothing = (): string => '';

export function textsOf<S>(line: Line<S>, state: S): readonly string[] {
  return Object.values<Line<S>[PartName<S>]>(line).map((textOf) => textOf(state));
}

export function listed(texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join(', ');
}

export function sentence(texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join(' ');
}

export function bracketed(description: string): string {
  return description === '' ? '' : `(${description})`;
}
