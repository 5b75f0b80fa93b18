import { type ComparisonType } from '@pennon/domain';
import { shuffled, wholeNumber, type Random } from '../../support/random';

/** Texts of one sort. Small, so that the value of a constraint and that of a context are often the same. */
export interface Pool {
  /** What the server and the engine read alike, also where they agree that it is nothing. */
  readonly common: readonly string[];
  /** What they may read differently. */
  readonly odd: readonly string[];
}

/** How often a value is drawn from the odd ones. */
const ODD = 0.05;

const words: Pool = {
  common: ['NL', 'BE', 'nl', 'NL-north', 'the NL', 'N', 'true', '5', '日本', 'é', '😀', '0'],
  odd: [' NL', 'NL ', ' ', '\t\n', 'NL\u00a0', '\u0085', '\u3000BE'],
};

const numbers: Pool = {
  common: [
    '5',
    '-1',
    '0',
    '-0',
    '42',
    '+5',
    '007',
    '2147483647',
    '-2147483648',
    '5 ',
    'five',
    '0x5',
    '1e',
    '1,5',
  ],
  odd: ['5.0', '5e0', '0.5', '.5', '2147483648', '4.2e1', '0x5p0', '1_000', 'inf', '-Infinity', 'NaN', ' '],
};

const truths: Pool = {
  common: ['true', 'false', 'tRUE', 'yes', 'on', ' true', '2'],
  odd: ['1', 't', 'T', 'TRUE', 'True', '0', 'f', 'F', 'FALSE', 'False', '  '],
};

const moments: Pool = {
  common: [
    '2024-01-02T03:04:05Z',
    '2024-01-02T05:04:05+02:00',
    '2024-01-02T03:04:05.000Z',
    '2024-01-02T03:04:06Z',
    '2024-02-29T00:00:00-00:00',
    '1999-12-31T23:59:59Z',
    '2024-01-02T03:04:05',
    '2024-01-02T03:04:05+0200',
    '2023-02-29T00:00:00Z',
    '1704164645',
    'soon',
  ],
  odd: [
    '2024-01-02',
    '2024-02-29',
    '2024-01-02T03:04:05.5Z',
    '2024-01-02T03:04:05.000000001Z',
    '2024-01-02t03:04:05z',
    '2024-01-02 03:04:05Z',
    '2024-01-02T3:04:05Z',
    '2024-01-02T03:04:05,000Z',
    '2016-12-31T23:59:60Z',
    '2024-01-02T03:04:05+24:00',
    ' ',
  ],
};

const entities: Pool = {
  common: ['vip', 'vip-2', 'VIP', 'é', '日本語', '😀', 'a b'],
  odd: [' vip', 'vip '],
};

/** The values of a comparison type. */
export const pools: Readonly<Record<ComparisonType, Pool>> = {
  string: words,
  number: numbers,
  boolean: truths,
  datetime: moments,
  entityId: entities,
};

/** What values of a context may be compared as. */
export const contextTypes = ['string', 'number', 'boolean', 'datetime'] as const;
export type ContextType = (typeof contextTypes)[number];

/** The properties of a context, by the type of what they usually hold. */
export const properties: Readonly<Record<ContextType, readonly string[]>> = {
  string: ['country', 'plan'],
  number: ['age', 'score'],
  boolean: ['beta', 'staff'],
  datetime: ['since', 'until'],
};

/** One of the items. */
export function pick<T>(random: Random, items: readonly T[]): T {
  const item = items[wholeNumber(random, 0, items.length - 1)];
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
}

/** True as often as that, from 0 to 1. */
export function chance(random: Random, probability: number): boolean {
  return random() < probability;
}

/** That many of the items, or as many as there are, in any order. */
export function pickSome<T>(random: Random, items: readonly T[], count: number): readonly T[] {
  return shuffled(random, items).slice(0, count);
}

/** A value of that type, now and then an odd one. */
export function pickValue(random: Random, type: ComparisonType): string {
  return pick(random, chance(random, ODD) ? pools[type].odd : pools[type].common);
}
