import { storedOperatorsByType, type ComparisonType, type Operator } from '@pennon/domain';
import { meaningsOf, nearestMeaning } from './nearest-meaning';

/** What people write for the operators, without blanks, hyphens and underscores. */
const meanings = meaningsOf<Operator>(
  {
    eq: 'eq = == === equal equals equalto is',
    neq: 'neq ne != !== <> ≠ noteq notequal notequals notequalto isnot',
    lt: 'lt < less lessthan before under below',
    lte: 'lte <= ≤ le lteq lessorequal lessthanorequal lessthanorequalto lessthanequal atmost max',
    gt: 'gt > greater greaterthan more morethan after over above',
    gte: 'gte >= ≥ ge gteq greaterorequal greaterthanorequal greaterthanorequalto greaterthanequal atleast min',
    empty: 'empty isempty blank',
    notempty: 'notempty isnotempty nonempty notblank',
    true: 'true istrue yes on',
    false: 'false isfalse no off',
    present: 'present ispresent exists set isset',
    notpresent: 'notpresent isnotpresent absent missing notexists doesnotexist unset notset',
    prefix: 'prefix startswith beginswith hasprefix ^=',
    suffix: 'suffix endswith hassuffix $=',
    isoneof: 'isoneof in oneof anyof isin inlist ∈',
    isnotoneof: 'isnotoneof notin nin !in notoneof noneof isnotin notinlist ∉',
    contains: 'contains contain includes include has like *=',
    notcontains: 'notcontains notcontain ncontains doesnotcontain notincludes excludes notlike',
  },
  'matches match regex regexp =~ semver between modulo',
);

/** Operators that say the same of types that do not have one of them. */
const equivalents: Readonly<Partial<Record<Operator, Operator>>> = {
  present: 'notempty',
  notpresent: 'empty',
  notempty: 'present',
  empty: 'notpresent',
};

const negative: ReadonlySet<Operator> = new Set([
  'neq',
  'notempty',
  'false',
  'notpresent',
  'isnotoneof',
  'notcontains',
]);

/** The operators that documents may have for a type: a date matches no list, and no list is one of dates. */
export function operatorsOf(type: ComparisonType): readonly Operator[] {
  const operators = storedOperatorsByType[type];
  return type === 'datetime' ? operators.filter((operator) => !operator.endsWith('oneof')) : operators;
}

/** The operator of a type that was probably meant, by its meaning; undefined when the type has none such. */
export function suggestOperator(type: ComparisonType, written: string): Operator | undefined {
  const word = written.toLowerCase().replaceAll(/[\s_-]+/g, '');
  const meant = nearestMeaning(word, meanings);
  if (meant === undefined) return undefined;
  // What differs by a few letters from its opposite is no misspelling of it.
  if (!meanings.has(word) && /^[n!]|not/.test(word) && !negative.has(meant)) return undefined;
  return [meant, equivalents[meant]].find(
    (operator) => operator !== undefined && operatorsOf(type).includes(operator),
  );
}
