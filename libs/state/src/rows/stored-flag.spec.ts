import { aConstraint, aDistribution, aFlag, aRollout, aRule, aSegment, aVariant } from '@pennon/testing';
import { grouped, inReadingOrder, ungrouped } from './stored-flag';

const rows = {
  flags: [aFlag('f'), aFlag('g')],
  segments: [aSegment('s')],
  variants: [
    aVariant('g', 'v3'),
    aVariant('f', 'v2', { createdAt: 5 }),
    aVariant('f', 'v1', { createdAt: 5 }),
  ],
  rules: [
    aRule('f', 'r3', { rank: 2, createdAt: 1 }),
    aRule('f', 'r2', { rank: 1, createdAt: 9 }),
    aRule('f', 'r1', { rank: 1, createdAt: 9 }),
    aRule('f', 'r0', { rank: 1, createdAt: 10 }),
  ],
  distributions: [aDistribution('r1', 'v1', { id: 'd2' }), aDistribution('r1', 'v2', { id: 'd1' })],
  rollouts: [aRollout('g', 'o2', { rank: 2 }), aRollout('g', 'o1', { rank: 1 })],
  constraints: [aConstraint('s', 'c1', { createdAt: 9 }), aConstraint('s', 'c2', { createdAt: 1 })],
};

function idsOf(some: readonly { readonly id: string }[]): string {
  return some.map(({ id }) => id).join(' ');
}

it('rows are read by rank, or in the order of their creation, and by their ids where that is the same', () => {
  const { variants, rules, distributions, rollouts, constraints } = inReadingOrder(rows);
  expect([variants, rules, distributions, rollouts, constraints].map(idsOf)).toEqual([
    'v1 v2 v3',
    'r1 r2 r0 r3',
    'd1 d2',
    'o1 o2',
    'c2 c1',
  ]);
});

it('rows are grouped by what they belong to, and are the same rows again', () => {
  const read = inReadingOrder(rows);
  const { flags, segments } = grouped(read);
  expect(
    flags.map(({ key, variants, rules, rollouts }) => [key, idsOf(variants), idsOf(rules), idsOf(rollouts)]),
  ).toEqual([
    ['f', 'v1 v2', 'r1 r2 r0 r3', ''],
    ['g', 'v3', '', 'o1 o2'],
  ]);
  expect(flags[0]?.rules.map(({ distributions }) => idsOf(distributions))).toEqual(['d1 d2', '', '', '']);
  expect(segments.map(({ constraints }) => idsOf(constraints))).toEqual(['c2 c1']);
  const again = ungrouped({ flags, segments });
  for (const noun of ['variants', 'rules', 'distributions', 'rollouts', 'constraints'] as const)
    expect(idsOf(again[noun])).toBe(idsOf(read[noun]));
});
