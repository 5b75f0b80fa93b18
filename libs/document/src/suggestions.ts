import { closest, distance } from 'fastest-levenshtein';
import { type ComparisonType, type Operator, operatorNames, operatorRow, operators } from '@pennon/domain';
import { matchableOperatorsByType } from '@pennon/state';
import { comparisonTypeWords, flagTypeWords, matchTypeWords, segmentOperatorWords } from './words';

/** Fields that people look for elsewhere than where they are. */
const misplacedFields: ReadonlyMap<string, string> = new Map(
  ['default_variant', 'defaultVariant', 'default_variant_id'].map((name) => [
    name,
    '"default: true" on the variant',
  ]),
);

/** The field that was probably meant by one that there is not; undefined when none is close. */
export function suggestField(name: string, fields: readonly string[]): string | undefined {
  return misplacedFields.get(name) ?? suggest(name, fields);
}

/** The candidate that was probably meant; undefined when none is close. */
export function suggest(name: string, candidates: readonly string[]): string | undefined {
  if (candidates.length === 0 || name.length > MAX_NAME_LENGTH) return undefined;
  const candidate = closest(name, candidates);
  return distance(name, candidate) <= Math.min(3, Math.ceil(name.length / 4)) ? candidate : undefined;
}

/** Longer names are not compared: it takes a time that grows with the square of the length. */
const MAX_NAME_LENGTH = 255;

/** Words that people write, by what they mean here: undefined where that is nothing that there is. */
export type Meanings<T extends string> = ReadonlyMap<string, T | undefined>;

/** The meanings of these words. @param none Words that are understood, and mean nothing that there is. */
function meaningsOf<T extends string>(words: Readonly<Partial<Record<T, string>>>, none = ''): Meanings<T> {
  const known = (Object.entries(words) as [T, string][]).flatMap(([meaning, list]) =>
    list.split(' ').map((word) => [word, meaning] as const),
  );
  return new Map<string, T | undefined>([
    ...none.split(' ').map((word) => [word, undefined] as const),
    ...known,
  ]);
}

/** The greatest number of letters that may differ. */
const MAX_DISTANCE = 2;

/** Longer words are not compared: it takes a time that grows with the square of the length. */
const MAX_WORD_LENGTH = 100;

/**
 * What a word means, or the one that is nearest by its letters; undefined when none is near, or several are that mean
 * different things: a wrong hint is worse than none.
 */
function nearestMeaning<T extends string>(word: string, meanings: Meanings<T>): T | undefined {
  if (meanings.has(word)) return meanings.get(word);
  if (word.length > MAX_WORD_LENGTH) return undefined;
  const distances = [...meanings].map(([known, meaning]) => ({ meaning, far: distance(word, known) }));
  const nearest = Math.min(...distances.map(({ far }) => far));
  if (nearest > Math.min(MAX_DISTANCE, Math.floor(word.length / 3))) return undefined;
  const found = new Set(distances.filter(({ far }) => far === nearest).map(({ meaning }) => meaning));
  return found.size === 1 ? [...found][0] : undefined;
}

/** What people write for the words of documents, by meaning: `AND_MATCH_TYPE` looks like ANY, and means ALL. */
const wordSynonyms: Readonly<Record<string, string>> = {
  [flagTypeWords.variant]: 'variant variants multivariate multivariant string json',
  [flagTypeWords.boolean]: 'boolean bool toggle switch',
  [matchTypeWords.all]: 'all and every each both',
  [matchTypeWords.any]: 'any or some one either atleastone',
  [segmentOperatorWords.and]: 'and all every each both',
  [segmentOperatorWords.or]: 'or any some one either',
  [comparisonTypeWords.string]: 'string str text',
  [comparisonTypeWords.number]: 'number numeric num int integer float double decimal',
  [comparisonTypeWords.boolean]: 'boolean bool',
  [comparisonTypeWords.datetime]: 'datetime date time timestamp',
  [comparisonTypeWords.entityId]: 'entityid entity',
};

/** What is neither of two opposites, and what says nothing. */
const MEANINGLESS = 'none no not nor nand xor unknown';

/** The parts of the words that say of what kind they are. */
const kindParts = ['match', 'type', 'flag', 'segment', 'operator', 'comparison'];

/** The one of some words of documents that was probably meant, by its meaning; undefined when none is near. */
export function suggestWord(written: string, words: readonly string[]): string | undefined {
  const entries = words.map((word) => [word, wordSynonyms[word] ?? partOf(word)] as const);
  return nearestMeaning(partOf(written), meaningsOf(Object.fromEntries(entries), MEANINGLESS));
}

/** What a word says beside its kind: `all` of `ALL_MATCH_TYPE`, `MATCH_ALL` and `all`. */
function partOf(word: string): string {
  const parts = word
    .slice(0, MAX_WRITTEN_LENGTH)
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  return parts.filter((part) => !kindParts.some((kind) => isAlike(part, kind))).join('');
}

/** Longer words are none of ours. */
const MAX_WRITTEN_LENGTH = 100;

function isAlike(part: string, kind: string): boolean {
  return part.length > 2 && (distance(part, kind) <= 1 || lettersOf(part) === lettersOf(kind));
}

/** The same for words whose letters are in another order. */
function lettersOf(word: string): string {
  return word.split('').sort().join('');
}

/** What people write for the operators, without blanks, hyphens and underscores. */
const operatorMeanings = meaningsOf<Operator>(
  Object.fromEntries(operatorNames.map((name) => [name, `${name} ${operators[name].synonyms}`])),
  'matches match regex regexp =~ semver between modulo',
);

/** The operator of a type that was probably meant, by its meaning; undefined when the type has none such. */
export function suggestOperator(type: ComparisonType, written: string): Operator | undefined {
  const word = written.toLowerCase().replaceAll(/[\s_-]+/g, '');
  const meant = nearestMeaning(word, operatorMeanings);
  if (meant === undefined) return undefined;
  // What differs by a few letters from its opposite is no misspelling of it.
  if (!operatorMeanings.has(word) && /^[n!]|not/.test(word) && operatorRow(meant)?.isNegative !== true)
    return undefined;
  return [meant, operatorRow(meant)?.counterpart].find(
    (operator) => operator !== undefined && matchableOperatorsByType[type].includes(operator),
  );
}
