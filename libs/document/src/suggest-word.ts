import { distance } from 'fastest-levenshtein';
import { comparisonTypeWords, flagTypeWords, matchTypeWords, segmentOperatorWords } from './words';
import { meaningsOf, nearestMeaning } from './nearest-meaning';

/** What people write for the words of documents, by meaning: `AND_MATCH_TYPE` looks like ANY, and means ALL. */
const synonyms: Readonly<Record<string, string>> = {
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
  const entries = words.map((word) => [word, synonyms[word] ?? partOf(word)] as const);
  return nearestMeaning(partOf(written), meaningsOf(Object.fromEntries(entries), MEANINGLESS));
}

/** What a word says beside its kind: `all` of `ALL_MATCH_TYPE`, `MATCH_ALL` and `all`. */
function partOf(word: string): string {
  const parts = word
    .slice(0, MAX_LENGTH)
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  return parts.filter((part) => !kindParts.some((kind) => isAlike(part, kind))).join('');
}

/** Longer words are none of ours. */
const MAX_LENGTH = 100;

function isAlike(part: string, kind: string): boolean {
  return part.length > 2 && (distance(part, kind) <= 1 || lettersOf(part) === lettersOf(kind));
}

/** The same for words whose letters are in another order. */
function lettersOf(word: string): string {
  return word.split('').sort().join('');
}
