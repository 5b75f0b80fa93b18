import type { Distribution, RuleWithDistributions } from '@pennon/domain';
import { aDistribution, aRule } from '@pennon/testing';
import { adoptRules } from './adopt-rules';

/** The moment of what is written now. */
const NOW = 2_000_000_000_000_000;

const owner = {
  ...{ namespaceKey: 'default', flagKey: 'colour' },
  keyOf: new Map(['red', 'blue', 'green'].map((key) => [`id of ${key}`, key])),
  idOf: (key: string): string => `id of ${key}`,
};
const rows = { id: (noun: string) => `new ${noun}`, now: () => NOW, author: 'ana' };

/** Shares as `red blue:20`, of all unless a percentage is said. */
function sharesOf(text: string): readonly { readonly variantKey: string; readonly rolloutPercent: number }[] {
  return text.split(' ').flatMap((share) => {
    const [variantKey = '', percent = '100'] = share.split(':');
    return variantKey === '' ? [] : [{ variantKey, rolloutPercent: Number(percent) }];
  });
}

/** A stored rule whose shares have the ids `r-1`, `r-2` and so on. */
function stored(id: string, segmentKey: string, shares: string, rank = 1): RuleWithDistributions {
  const distributions = sharesOf(shares).map(({ variantKey, rolloutPercent }, index) =>
    aDistribution(id, owner.idOf(variantKey), { id: `${id}-${index + 1}`, rolloutPercent }),
  );
  return { ...aRule('colour', id, { rank, segmentKeys: [segmentKey] }), distributions };
}

function wanted(segmentKey: string, shares: string) {
  return { segmentKeys: [segmentKey], segmentOperator: 'or', distributions: sharesOf(shares) } as const;
}

/** A distribution as `ID VARIANT PERCENT`, with `!` behind it if it is written now. */
function shown({ id, variantId, rolloutPercent, updatedAt }: Distribution): string {
  return `${id} ${variantId.replace('id of ', '')} ${rolloutPercent}${updatedAt === NOW ? '!' : ''}`;
}

it.each<[what: string, before: string, after: string, rows: readonly string[]]>([
  ['stay', 'red:40 blue:60', 'red:40 blue:60', ['r-1 red 40', 'r-2 blue 60']],
  ['are rewritten where they are', 'red blue', 'blue red', ['r-1 blue 100!', 'r-2 red 100!']],
  ['have another percentage', 'red:40 blue:60', 'red:40 blue:50', ['r-1 red 40', 'r-2 blue 50!']],
  ['come behind if they are new', 'red', 'red blue', ['r-1 red 100', 'new distribution blue 100!']],
  ['go at the start', 'red blue green', 'blue green', ['r-2 blue 100', 'r-3 green 100']],
  ['go in the middle', 'red blue green', 'red green', ['r-1 red 100', 'r-3 green 100']],
  ['go at the end', 'red blue green', 'red blue', ['r-1 red 100', 'r-2 blue 100']],
  [
    'go where the lists differ',
    'red blue blue green',
    'red green green',
    ['r-1 red 100', 'r-2 green 100!', 'r-4 green 100'],
  ],
  ['go at the end if they are equal', 'red red', 'red', ['r-1 red 100']],
  ['go altogether', 'red blue', '', []],
])('shares of a rule %s: %s, %s', (_, before, after, shares) => {
  const [rule] = adoptRules(owner, [stored('r', 'a', before)], [wanted('a', after)], rows);
  expect(rule?.distributions.map(shown)).toEqual(shares);
  // The rule itself says nothing of its shares.
  expect(rule?.updatedAt).toBe(stored('r', 'a', before).updatedAt);
});

describe('rules', () => {
  const [first, second] = [stored('r1', 'a', 'red', 3), stored('r2', 'b', 'blue', 7)];

  /** Rules as `ID RANK SEGMENT`, with `!` behind it if it is written now. */
  function adopted(...states: readonly ReturnType<typeof wanted>[]): readonly string[] {
    return adoptRules(owner, [first, second], states, rows).map(
      ({ id, rank, segmentKeys, updatedAt }) =>
        `${id} ${rank} ${segmentKeys[0]}${updatedAt === NOW ? '!' : ''}`,
    );
  }

  it('that stay are the same rows, with their ranks', () => {
    const same = adoptRules(owner, [first, second], [wanted('a', 'red'), wanted('b', 'blue')], rows);
    expect([same[0] === first, same[1] === second]).toEqual([true, true]);
  });

  it('keep their ranks where one has other segments or shares', () => {
    expect(adopted(wanted('a', 'red'), wanted('c', 'blue'))).toEqual(['r1 3 a', 'r2 7 c!']);
    expect(adopted(wanted('a', 'red'), wanted('b', 'green'))).toEqual(['r1 3 a', 'r2 7 b']);
  });

  it('have the ranks 1 to n where one is moved, added or taken away', () => {
    expect(adopted(wanted('b', 'blue'), wanted('a', 'red'))).toEqual(['r2 1 b!', 'r1 2 a!']);
    expect(adopted(wanted('b', 'blue'))).toEqual(['r2 1 b!']);
    expect(adopted(wanted('a', 'red'), wanted('b', 'blue'), wanted('c', 'red'))).toEqual([
      'r1 1 a!',
      'r2 2 b!',
      'new rule 3 c!',
    ]);
  });

  it('are each taken once, the likest first', () => {
    expect(adopted(wanted('b', 'red'), wanted('b', 'blue'))).toEqual(['r1 3 b!', 'r2 7 b']);
    expect(adopted(wanted('a', 'red'), wanted('a', 'red'))).toEqual(['r1 3 a', 'r2 7 a!']);
  });
});
