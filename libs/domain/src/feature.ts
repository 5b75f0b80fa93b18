import { quote } from './quote';

/**
 * A meaning of rows that earlier versions do not know. A namespace is written down with those that it uses, and the
 * database with those that are released: until then none may be used, because an instance of an earlier version would
 * make something else of it, or nothing.
 */
export interface Feature {
  /** Lower-case words joined by `-`. It is stored, and never used again for another meaning. */
  readonly name: string;
  /**
   * The version from which on migrations release it by themselves: the second one after the one that brings it, beside
   * which no instance runs any more that lacks it.
   */
  readonly alwaysFrom: string;
}

/** Every feature of this version. */
export const features: readonly Feature[] = [
  { name: 'off', alwaysFrom: '0.3.0' },
  // Policies that want more than a number of approvals.
  { name: 'policies', alwaysFrom: '0.3.0' },
  // Comments, blocks, and policies that want turning flags off to be reviewed.
  { name: 'reviews', alwaysFrom: '0.3.0' },
];

const names = features.map(({ name }) => name);

/** Names of features as a column has them, where `''` and null are none. */
export function featuresIn(column: string | null): readonly string[] {
  return column === null || column === '' ? [] : column.split(' ');
}

/** The column for names of features: each once, in their order. */
export function featuresText(some: Iterable<string>): string {
  return [...new Set(some)].sort().join(' ');
}

/** Those of some features that this version lacks. @param known All that it has, unless given. */
export function lackedFeatures(used: readonly string[], known: readonly string[] = names): readonly string[] {
  return used.filter((name) => !known.includes(name));
}

/**
 * Why a version does not understand what uses some features, in a sentence without an end; undefined if it has all.
 *
 * @param subject What uses them.
 * @param version The one that may lack some.
 * @param known All that it has, unless given.
 */
export function whyLacking(
  subject: string,
  used: readonly string[],
  version: string,
  known?: readonly string[],
): string | undefined {
  const lacked = lackedFeatures(used, known);
  if (lacked.length === 0) return undefined;
  return `${subject} uses ${namedFeatures(lacked)}, which version ${version} of Pennon lacks`;
}

/** Features in a sentence: `the feature "a"`, `the features "a", "b"`. */
export function namedFeatures(some: readonly string[]): string {
  const word = some.length === 1 ? 'feature' : 'features';
  return `the ${word} ${some.map((name) => quote(name)).join(', ')}`;
}
