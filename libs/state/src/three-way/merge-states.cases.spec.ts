import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DocumentNamespace, readDocuments } from '@pennon/document';
import type { PartConflict, Three } from '../merge/merge-report';
import type { NamespaceState } from '../namespace-state';
import { completeFlag } from '../subject-state';
import { lastChanges } from './last-changes';
import { mergeStates, type States } from './merge-states';

/** A document of one namespace; as text where its numbers have more digits than JavaScript knows. */
type DocumentJson = string | Readonly<Record<string, unknown>>;

/** What a merge has to come to. What an outcome leaves out is not compared. */
interface Outcome {
  readonly merged?: DocumentJson;
  /** Places as `KIND KEY: PART ITEM`; all that is told of an item fits a place that names the item alone. */
  readonly over?: readonly string[];
  /** The lists in which a row stands before one that the other side edited. */
  readonly warnings?: readonly string[];
  readonly conflicts?: readonly NamedPlace[];
  /** True if there may be other conflicts. */
  readonly atLeast?: boolean;
  /** The revisions that changed what is told in `over`. */
  readonly revisions?: readonly string[];
}

interface NamedPlace {
  readonly kind: string;
  readonly key: string;
  readonly part: string;
  readonly item?: string;
  readonly with?: Partial<NamedPlace>;
}

interface Step {
  readonly mine: DocumentJson;
  readonly latest: DocumentJson;
  readonly outcome: Outcome;
}

/** One case, or a series: the base of a step is what the step before wanted. */
interface MergeCase extends Partial<Step> {
  readonly name: string;
  readonly base: DocumentJson;
  readonly steps?: readonly Step[];
  /** Given where what is wanted wins. */
  readonly onto?: 'LATEST';
  /** True where what is wanted is what there was: it leaves nothing out. */
  readonly revert?: boolean;
  readonly history?: readonly { readonly revision: string; readonly state: DocumentJson }[];
}

// The first line has segments that all states have, and that rules look at.
const lines = readFileSync(join(__dirname, 'merge-cases.jsonl'), 'utf8').trim().split('\n');
const [head = '', ...others] = lines;
const { segments } = JSON.parse(head) as { segments: readonly unknown[] };
const cases = others.map((line) => JSON.parse(line) as MergeCase);

/** What there is, which leaves nothing out. */
function statesOf(document: DocumentJson): States {
  const { flags, ...states } = statesWanted(document);
  return { ...states, flags: new Map([...flags].map(([key, flag]) => [key, completeFlag(flag)])) };
}

function statesWanted(document: DocumentJson): States {
  const text =
    typeof document === 'string'
      ? document.replace('"segments": []', `"segments": ${JSON.stringify(segments)}`)
      : JSON.stringify({
          ...document,
          segments: [...(document.segments as readonly unknown[]), ...segments],
        });
  const [read] = [...readDocuments(text, { format: 'json' })];
  if (read === undefined) throw new Error('there is no document');
  const { namespace, flags, segments: all } = read.document;
  return {
    namespace: whatIsSaid(namespace),
    flags: new Map(flags.map((flag) => [flag.key, flag])),
    segments: new Map(all.map((segment) => [segment.key, segment])),
  };
}

function whatIsSaid({ name, description }: DocumentNamespace): Partial<NamespaceState> {
  return { ...(name === undefined ? {} : { name }), ...(description === undefined ? {} : { description }) };
}

/** Words of documents for parts. */
const words: Readonly<Record<string, string>> = {
  isEnabled: 'enabled',
  defaultVariantKey: 'default_variant',
  matchType: 'match_type',
};

function placeText({ kind, key, part, item = '' }: NamedPlace): string {
  const name = kind === 'namespace' ? '' : ` ${key}`;
  return `${kind}${name}: ${words[part] ?? part}${item === '' ? '' : ` ${item}`}`;
}

/** A place that names an item names all that the item has. */
function isAt(place: string, name: string): boolean {
  return place === name || place.startsWith(`${name}.`) || place.startsWith(`${name} `);
}

/** What is told and was not to be, and the other way round. */
function differences(told: readonly string[], expected: readonly string[]): readonly string[] {
  return [
    ...expected.filter((name) => !told.some((place) => isAt(place, name))).map((name) => `not told: ${name}`),
    ...told.filter((place) => !expected.some((name) => isAt(place, name))).map((place) => `told: ${place}`),
  ];
}

/** Flags and segments in one order where order means nothing. */
function meaningOf({ flags, segments: all }: States): unknown {
  return {
    flags: [...flags.values()].toSorted(byKey).map((flag) => ({
      ...flag,
      variants: flag.variants.toSorted(byKey),
      rules: flag.rules.map((rule) => ({ ...rule, segmentKeys: rule.segmentKeys.toSorted() })),
    })),
    segments: [...all.values()].toSorted(byKey).map((segment) => ({
      ...segment,
      constraints: segment.constraints
        .map(({ value, ...constraint }) => JSON.stringify({ ...constraint, value: sortedList(value) }))
        .toSorted(),
    })),
  };
}

function sortedList(value: string): string {
  return value.startsWith('[') ? JSON.stringify((JSON.parse(value) as readonly string[]).toSorted()) : value;
}

function byKey(one: { readonly key: string }, other: { readonly key: string }): number {
  return one.key < other.key ? -1 : 1;
}

function expectOutcome(three: Three<States>, outcome: Outcome, decides?: 'mine'): void {
  const { states, conflicts, kept, warnings } = mergeStates(three, decides && (() => decides));
  const { merged, over, conflicts: expected = [], atLeast = false } = outcome;
  const found = differences(conflicts.map(placeText), expected.map(placeText));
  expect(found.filter((line) => !atLeast || line.startsWith('not'))).toEqual([]);
  for (const { with: other, ...place } of expected)
    if (other !== undefined) expectPair(conflicts, place, other);
  if (merged !== undefined) {
    const wanted = statesOf(merged);
    expect(meaningOf(states)).toEqual(meaningOf(wanted));
    expect(states.namespace).toMatchObject(wanted.namespace);
  }
  if (over !== undefined) expect(differences(kept.map(placeText), over)).toEqual([]);
  if (outcome.warnings !== undefined) {
    const lists = warnings.map(({ kind, key, part }) => placeText({ kind, key, part }));
    expect(differences(lists, outcome.warnings)).toEqual([]);
  }
}

/** Some conflict names both, whichever comes first. */
function expectPair(conflicts: readonly PartConflict[], place: NamedPlace, other: Partial<NamedPlace>): void {
  const { kind, key } = place;
  const names = [placeText(place), placeText({ kind, key, part: '', ...other })];
  const pair = conflicts.find((conflict) => {
    const places = [conflict, ...(conflict.with === undefined ? [] : [conflict.with])].map(placeText);
    return names.every((name) => places.some((text) => isAt(text, name)));
  });
  expect(pair).toBeDefined();
}

it.each(cases.filter(({ steps }) => steps === undefined))(
  '$name',
  ({ base, mine, latest, outcome, onto, history, revert = false }) => {
    if (mine === undefined || latest === undefined || outcome === undefined)
      throw new Error('the case is not complete');
    const wanted = revert ? statesOf(mine) : statesWanted(mine);
    const three = { base: statesOf(base), mine: wanted, latest: statesOf(latest) };
    expectOutcome(three, outcome, onto === undefined ? undefined : 'mine');
    if (history === undefined) return;
    const past = history.map(({ revision, state }) => ({ revision, states: statesOf(state) }));
    const changeOf = lastChanges(three, past);
    expect([...new Set(mergeStates(three).kept.map(changeOf))].toSorted()).toEqual(outcome.revisions);
  },
);

it.each(cases.filter(({ steps }) => steps !== undefined))('$name', ({ base, steps = [] }) => {
  let before = statesOf(base);
  for (const { mine, latest, outcome } of steps) {
    const wanted = statesWanted(mine);
    expectOutcome({ base: before, mine: wanted, latest: statesOf(latest) }, outcome);
    before = wanted;
  }
});
