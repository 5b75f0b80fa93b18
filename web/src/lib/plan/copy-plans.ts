import { plansCopy as copy } from '@/copy/plans';
import { type NamespaceContents } from '../compare/compare-namespaces';
import { flagDifferences, segmentDifferences } from '../compare/differences';
import { type FlagContents, type Segment, type SegmentChoice } from '../model';
import { draftOf, type NamespaceDraft } from './drafts';
import { planFlagCreate } from './flag-plans';
import { joinPlans } from './join-plans';
import { missingSegments } from './missing-segments';
import { planNamespaceCreate } from './namespace-plans';
import { type Change, type Plan } from './plan';
import { planRestore, planSegmentRestore } from './restore-plans';
import { planSegmentCreate } from './segment-plans';

/** Where copies go. */
export interface CopyTarget extends NamespaceContents {
  readonly namespaceKey: string;
  /** Set for a namespace that is to be made first. */
  readonly create?: NamespaceDraft;
}

/** The options of the dialog. */
export interface CopyOptions {
  readonly withTargeting: boolean;
  readonly withSegments: boolean;
  readonly keepEnabled: boolean;
}

/** What to do with something that differs in the target. */
export type CopyChoice = 'skip' | 'overwrite' | { readonly copyAs: string };

/** One line of the dry run. */
export interface CopyItem {
  readonly kind: 'flag' | 'segment';
  readonly key: string;
  readonly state: 'create' | 'identical' | 'differs';
  /** What overwriting would change in the target; empty unless it differs. */
  readonly changes: readonly Change[];
  /** False for a flag of another type, which cannot become this one. */
  readonly canOverwrite: boolean;
  /** Segments it needs that would be neither there nor copied: it cannot be copied with its rules. */
  readonly missingSegments: readonly string[];
}

/** What the choice about an item is kept under. */
export function choiceKey({ kind, key }: Pick<CopyItem, 'kind' | 'key'>): string {
  return `${kind}:${key}`;
}

/** What a copy would do, object by object: segments first, then flags. */
export function dryRun(
  source: NamespaceContents,
  chosen: NamespaceContents,
  target: CopyTarget,
  options: CopyOptions,
): readonly CopyItem[] {
  const segments = segmentsToCopy(source, chosen, options);
  const available = new Set([...segments, ...target.segments].map(({ key }) => key));
  return [
    ...segments.map((segment): CopyItem => {
      const present = target.segments.find(({ key }) => key === segment.key);
      const changes = present === undefined ? [] : segmentDifferences(present, segment);
      return {
        kind: 'segment',
        key: segment.key,
        state: stateOf(present, changes),
        changes,
        canOverwrite: true,
        missingSegments: [],
      };
    }),
    ...chosen.flags.map((contents): CopyItem => {
      const present = target.flags.find(({ flag }) => flag.key === contents.flag.key);
      const wanted = wantedContents(contents, present, options);
      const changes = present === undefined ? [] : flagDifferences(present, wanted);
      return {
        kind: 'flag',
        key: contents.flag.key,
        state: stateOf(present, changes),
        changes,
        canOverwrite: present === undefined || present.flag.type === contents.flag.type,
        missingSegments: missingSegments(wanted, available),
      };
    }),
  ];
}

/** A copy part by part, for flags that are copied beside each other. */
export interface CopyParts {
  /** Where the copies go. */
  readonly namespaceKey: string;
  /** Makes what the flags need: the namespace and its segments; without steps where all of that is there. */
  readonly first: Plan;
  /** Each flag by itself; without a plan where it is left as it is in the target. */
  readonly flags: readonly { readonly key: string; readonly plan: Plan | undefined }[];
}

/** The parts of a copy as one plan. */
export function joinCopy({ namespaceKey, first, flags }: CopyParts): Plan {
  return joinPlans({ title: copy.copy(namespaceKey), namespaceKey }, [
    first,
    ...flags.flatMap(({ plan }) => plan ?? []),
  ]);
}

/**
 * Copies flags and segments: what is missing is made, what is identical is left, and for what differs the choice
 * decides; without one it is skipped.
 *
 * @param chosen What is copied; segments that its flags use are taken from `source`.
 * @param choices By {@link choiceKey}.
 */
export function planCopyParts(
  source: NamespaceContents,
  chosen: NamespaceContents,
  target: CopyTarget,
  options: CopyOptions,
  choices: ReadonlyMap<string, CopyChoice> = new Map(),
): CopyParts {
  const choiceOf = (kind: CopyItem['kind'], key: string): CopyChoice =>
    choices.get(choiceKey({ kind, key })) ?? 'skip';
  const segments = segmentsToCopy(source, chosen, options);
  const newKeys = new Map<string, string>();
  const segmentPlans = segments.flatMap((segment) => {
    const present = target.segments.find(({ key }) => key === segment.key);
    if (present === undefined) return [planSegmentCreate(target.namespaceKey, segment)];
    if (segmentDifferences(present, segment).length === 0) return [];
    const choice = choiceOf('segment', segment.key);
    if (choice === 'skip') return [];
    if (choice === 'overwrite') return [planSegmentRestore(present, segment)];
    newKeys.set(segment.key, choice.copyAs);
    return [planSegmentCreate(target.namespaceKey, { ...segment, key: choice.copyAs })];
  });
  const planFlag = (contents: FlagContents): Plan | undefined => {
    const present = target.flags.find(({ flag }) => flag.key === contents.flag.key);
    const wanted = withSegmentKeys(wantedContents(contents, present, options), newKeys);
    if (present === undefined) return planContentsCreate(target.namespaceKey, wanted, contents.flag.key);
    if (flagDifferences(present, wanted).length === 0) return undefined;
    const choice = choiceOf('flag', contents.flag.key);
    if (choice === 'skip') return undefined;
    if (choice === 'overwrite') return planRestore(present, wanted);
    const copied = withSegmentKeys(wantedContents(contents, undefined, options), newKeys);
    return planContentsCreate(target.namespaceKey, copied, choice.copyAs);
  };
  const { namespaceKey } = target;
  const namespacePlans = target.create === undefined ? [] : [planNamespaceCreate(target.create)];
  return {
    namespaceKey,
    first: joinPlans({ title: copy.copy(namespaceKey), namespaceKey }, [...namespacePlans, ...segmentPlans]),
    flags: chosen.flags.map((contents) => ({ key: contents.flag.key, plan: planFlag(contents) })),
  };
}

/** {@link planCopyParts} as one plan. */
export function planCopy(...copied: Parameters<typeof planCopyParts>): Plan {
  return joinCopy(planCopyParts(...copied));
}

/** Makes a whole flag like that one, under that key. */
export function planContentsCreate(namespaceKey: string, contents: FlagContents, key: string): Plan {
  const { flag, ...targeting } = draftOf(contents);
  return planFlagCreate(namespaceKey, { ...flag, key }, targeting);
}

function stateOf(present: unknown, changes: readonly Change[]): CopyItem['state'] {
  if (present === undefined) return 'create';
  return changes.length === 0 ? 'identical' : 'differs';
}

/** The chosen segments, and those that the chosen flags use. */
function segmentsToCopy(
  source: NamespaceContents,
  chosen: NamespaceContents,
  { withTargeting, withSegments }: CopyOptions,
): readonly Segment[] {
  const keys = new Set(chosen.segments.map(({ key }) => key));
  if (withTargeting && withSegments) {
    for (const contents of chosen.flags) for (const key of missingSegments(contents, keys)) keys.add(key);
  }
  return [
    ...new Map([...source.segments, ...chosen.segments].map((segment) => [segment.key, segment])).values(),
  ].filter(({ key }) => keys.has(key));
}

/** The flag as the options want it in the target; what they leave out stays as it is there. */
function wantedContents(
  contents: FlagContents,
  present: FlagContents | undefined,
  { withTargeting, keepEnabled }: CopyOptions,
): FlagContents {
  const enabled = keepEnabled ? contents.flag.enabled : (present?.flag.enabled ?? false);
  const { rules, rollouts } = withTargeting ? contents : (present ?? { rules: [], rollouts: [] });
  const flag = { ...contents.flag, enabled };
  return withTargeting || present === undefined
    ? { flag, rules, rollouts }
    : { flag, rules: withVariantsOf(rules, present, contents), rollouts };
}

/** Rules of the target as the copied variants of the same keys are to be served. */
function withVariantsOf(
  rules: FlagContents['rules'],
  { flag: from }: FlagContents,
  { flag: to }: FlagContents,
): FlagContents['rules'] {
  const keys = new Map(from.variants.map(({ id, key }) => [id, key]));
  const ids = new Map(to.variants.map(({ id, key }) => [key, id]));
  return rules.map((rule) => ({
    ...rule,
    distributions: rule.distributions.flatMap((share) => {
      const variantId = ids.get(keys.get(share.variantId) ?? '');
      return variantId === undefined ? [] : [{ ...share, variantId }];
    }),
  }));
}

/** The flag with segments that are copied under new keys. */
function withSegmentKeys(contents: FlagContents, newKeys: ReadonlyMap<string, string>): FlagContents {
  const renamed = <Choice extends SegmentChoice>(choice: Choice): Choice => ({
    ...choice,
    segmentKeys: choice.segmentKeys.map((key) => newKeys.get(key) ?? key),
  });
  return {
    ...contents,
    rules: contents.rules.map(renamed),
    rollouts: contents.rollouts.map((rollout) =>
      rollout.type === 'SEGMENT_ROLLOUT_TYPE' ? { ...rollout, segment: renamed(rollout.segment) } : rollout,
    ),
  };
}
