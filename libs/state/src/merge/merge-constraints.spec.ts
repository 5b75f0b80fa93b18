import { operatorNames } from '@pennon/domain';
import type { ConstraintState } from '../segment-state';
import { mergeConstraints } from './merge-constraints';
import { MergeReport, Spot } from './merge-report';

/** Constraints as `string plan eq gold`, described as `string plan eq gold # pays`. */
function constraintsOf(texts: string): readonly ConstraintState[] {
  return texts
    .split('; ')
    .filter((text) => text !== '')
    .map((text) => {
      const [said = '', description = ''] = text.split(' # ');
      const [word = '', property = '', name = '', value = ''] = said.split(' ');
      const type = word === 'number' ? word : 'string';
      const operator = operatorNames.find((one) => one === name);
      if (operator === undefined) throw new Error(`no operator ${name}`);
      return { type, property, operator, value, description };
    });
}

function textOf({ type, property, operator, value, description }: ConstraintState): string {
  return `${type} ${property} ${operator} ${value}${description === '' ? '' : ` # ${description}`}`;
}

/** What is shown of a side in a conflict. */
function shown(side: unknown): string {
  if (side === undefined) return '-';
  return typeof side === 'string' ? side : textOf(side as ConstraintState);
}

/** What is merged, and a line for each conflict. */
function merged(base: string, mine: string, latest: string): readonly string[] {
  const report = new MergeReport({ kind: 'segment', key: 'eu' });
  const three = { base: constraintsOf(base), mine: constraintsOf(mine), latest: constraintsOf(latest) };
  const constraints = mergeConstraints(three, new Spot(report, 'constraints'));
  return [
    constraints.map(textOf).join('; '),
    ...report.conflicts.map((one) => {
      return `${one.item}: ${shown(one.base)}, ${shown(one.mine)} or ${shown(one.latest)}`;
    }),
  ];
}

const [gold, silver, iron] = ['string plan eq gold', 'string plan eq silver', 'string plan eq iron'];
const [gone, not, starts] = ['', 'string plan neq gold', 'string plan prefix gold'];

it.each<[what: string, base: string, mine: string, latest: string, outcome: readonly string[]]>([
  ['what each adds', gone, 'string a eq 1', 'string b eq 1', ['string b eq 1; string a eq 1']],
  ['what both add of two types', gone, 'string a eq 1', 'number a eq 1', ['number a eq 1; string a eq 1']],
  ['the value of mine', gold, silver, gold, [silver]],
  ['the value of latest', gold, gold, silver, [silver]],
  ['a conflict of values', gold, silver, iron, [iron, 'plan eq: gold, silver or iron']],
  ['a conflict of values that both add', gone, silver, iron, [iron, 'plan eq: -, silver or iron']],
  [
    'a list of what both add',
    gone,
    'string plan isoneof ["a"]',
    'string plan isoneof ["b"]',
    ['string plan isoneof ["b","a"]'],
  ],
  [
    'nothing that one takes away',
    `${gold}; string b eq 1`,
    'string b eq 1',
    `${gold}; string b eq 1`,
    ['string b eq 1'],
  ],
  ['a conflict where the other edits it', gold, gone, silver, [silver, `plan eq: ${gold}, - or ${silver}`]],
  ['no conflict where the other describes it', gold, gone, `${gold} # pays`, ['']],
  ['the description of mine', `${gold} # a`, `${gold} # b`, `${silver} # a`, [`${silver} # b`]],
  [
    'a conflict of descriptions',
    `${gold} # a`,
    `${gold} # b`,
    `${gold} # c`,
    [`${gold} # c`, 'plan eq.description: a, b or c'],
  ],
  ['another operator by mine', gold, not, gold, [not]],
  ['a conflict of operators', gold, not, starts, [starts, `plan eq: ${gold}, ${not} or ${starts}`]],
  [
    'a conflict where one replaces it and the other edits it',
    gold,
    not,
    silver,
    [`${silver}; ${not}`, `plan eq: ${gold}, - or ${silver}`],
  ],
  [
    'as many conflicts as both have replaced',
    `${gold}; string plan suffix old`,
    not,
    `${starts}; string plan contains x`,
    [`${starts}; string plan contains x`, `plan eq: ${gold}, ${not} or ${starts}`],
  ],
  [
    'several alike as a set',
    `${gold}; ${silver}`,
    silver,
    `${gold}; ${silver}; ${iron}`,
    [`${silver}; ${iron}`],
  ],
  ['a set where mine has several', gold, `${silver}; ${gold}`, iron, [`${iron}; ${silver}`]],
  ['a set where latest has several', gold, iron, `${silver}; ${gold}`, [`${silver}; ${iron}`]],
  ['a set where there were several', `${gold}; ${silver}`, silver, gold, ['']],
  ['a set of what is described otherwise', `${gold} # a; ${gold} # b`, `${gold} # b`, `${gold} # a`, ['']],
  [
    'as many as there were that are equal',
    `${gold}; ${gold}`,
    `${gold}; ${gold}`,
    `${gold}; ${gold}`,
    [`${gold}; ${gold}`],
  ],
])('has %s: %s, %s, %s', (_, base, mine, latest, outcome) => {
  expect(merged(base, mine, latest)).toEqual(outcome);
});
