import { type FlagState, type SegmentState, segmentsUsedBy } from '@pennon/state';
import { plansCopy as copy } from '@/copy/plans';
import { type NamespaceStates } from '../documents';
import { type NamespaceDraft } from './calls';
import { flagChanges } from './flag-part-words';
import { joinPlans } from './join-plans';
import { planNamespaceCreate } from './namespace-plans';
import { type Change, type Plan } from './plan';
import { segmentChanges, segmentText } from './segment-part-words';
import { wholeFlagChanges } from './whole-flag';
import { creation } from './words';

/** What is copied, and where to. */
export interface CopyScene {
  /** Where it comes from: the chosen flags may need segments of it. */
  readonly source: NamespaceStates;
  readonly chosen: NamespaceStates;
  readonly target: CopyTarget;
  /** Undefined to copy everything as it is. */
  readonly options?: CopyOptions | undefined;
}

/** Where copies go. */
export interface CopyTarget extends NamespaceStates {
  /** The latest revision before it was read; undefined for a namespace that is to be made. */
  readonly base?: string | undefined;
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

/** By {@link choiceKey}; without a choice an item that differs is skipped. */
export type CopyChoices = ReadonlyMap<string, CopyChoice>;

interface ItemOf<Kind, State> {
  readonly kind: Kind;
  readonly key: string;
  readonly state: 'create' | 'identical' | 'differs';
  /** What the target has under the key; undefined for nothing. */
  readonly present: State | undefined;
  /** What it becomes under its own key. */
  readonly wanted: State;
  /** What is created under another key. */
  readonly asNew: State;
  /** What overwriting would change in the target; empty unless it differs. */
  readonly changes: readonly Change[];
  /** False for a flag of another type, which cannot become this one. */
  readonly canOverwrite: boolean;
  /** Segments it needs that would be neither there nor copied: an item that lacks any is not copied. */
  readonly missingSegments: readonly string[];
}

/** One line of the dry run. */
export type CopyItem = ItemOf<'flag', FlagState> | ItemOf<'segment', SegmentState>;

/** What the choice about an item is kept under. */
export function choiceKey({ kind, key }: Pick<CopyItem, 'kind' | 'key'>): string {
  return `${kind}:${key}`;
}

/** What a copy would do, object by object: segments first, then flags. */
export function dryRun({ source, chosen, target, options }: CopyScene): readonly CopyItem[] {
  const segments = segmentsToCopy(source, chosen, options);
  const available = new Set([...segments, ...target.segments].map(({ key }) => key));
  return [
    ...segments.map((segment): CopyItem => {
      const present = target.segments.find(({ key }) => key === segment.key);
      return {
        ...{ kind: 'segment', wanted: segment, asNew: segment, canOverwrite: true, missingSegments: [] },
        ...comparison(present, segment, segmentChanges),
      };
    }),
    ...chosen.flags.map((flag): CopyItem => {
      const present = target.flags.find(({ key }) => key === flag.key);
      const wanted = copiedFlag(flag, present, options);
      return {
        ...{ kind: 'flag', wanted, asNew: copiedFlag(flag, undefined, options) },
        ...comparison(present, wanted, flagChanges),
        canOverwrite: present === undefined || present.type === flag.type,
        missingSegments: segmentsUsedBy(wanted).filter((key) => !available.has(key)),
      };
    }),
  ];
}

function comparison<State extends { readonly key: string }>(
  present: State | undefined,
  wanted: State,
  changesOf: (from: State, to: State) => readonly Change[],
): Pick<ItemOf<unknown, State>, 'key' | 'present' | 'state' | 'changes'> {
  const { key } = wanted;
  if (present === undefined) return { key, present, state: 'create', changes: [] };
  const changes = changesOf(present, wanted);
  return { key, present, state: changes.length === 0 ? 'identical' : 'differs', changes };
}

/**
 * Copies flags and segments: what is missing is made, what is identical is left, and for what differs the choice
 * decides.
 */
export function planCopy(
  target: CopyTarget,
  items: readonly CopyItem[],
  choices: CopyChoices = new Map(),
): Plan {
  const { namespaceKey, base, create } = target;
  const newKeys = new Map<string, string>();
  for (const item of items) {
    if (item.kind === 'segment') newKeys.set(item.key, keyInTarget(item, choices) ?? item.key);
  }
  const flags: ItemPlan<FlagState>[] = [];
  const segments: ItemPlan<SegmentState>[] = [];
  for (const item of items) {
    const key = keyInTarget(item, choices);
    if (key === undefined) continue;
    if (item.kind === 'segment') segments.push({ state: { ...item.wanted, key }, ...beforeOf(item, key) });
    else {
      const state = key === item.key ? item.wanted : item.asNew;
      flags.push({ state: { ...withSegmentKeys(state, newKeys), key }, ...beforeOf(item, key) });
    }
  }
  const plan: Plan = {
    title: copy.copy(namespaceKey),
    namespaceKey,
    changes: [
      ...segments.flatMap(({ state, before }) =>
        before ? segmentChanges(before, state) : [creation(copy.segment(state.key), segmentText(state))],
      ),
      ...flags.flatMap(({ state, before }) =>
        before ? flagChanges(before, state) : wholeFlagChanges(state, creation),
      ),
    ],
    ...(flags.length + segments.length > 0 && {
      wanted: { base, flags, segments, created: { flags: newIn(flags), segments: newIn(segments) } },
    }),
  };
  return create === undefined ? plan : joinPlans(plan, [planNamespaceCreate(create), plan]);
}

/** What an item is to be in the target, and what is there; undefined for something new. */
interface ItemPlan<State> {
  readonly state: State;
  readonly before?: State;
}

function beforeOf<State>(
  { key, present }: Pick<ItemOf<unknown, State>, 'key' | 'present'>,
  newKey: string,
): { readonly before?: State } {
  return present !== undefined && key === newKey ? { before: present } : {};
}

function newIn(plans: readonly ItemPlan<{ readonly key: string }>[]): readonly string[] {
  return plans.filter(({ before }) => before === undefined).map(({ state }) => state.key);
}

/** The key that an item is written under; undefined for one that is left. */
function keyInTarget(item: CopyItem, choices: CopyChoices): string | undefined {
  const { key, state, missingSegments, canOverwrite } = item;
  if (state === 'identical' || missingSegments.length > 0) return undefined;
  if (state === 'create') return key;
  const choice = choices.get(choiceKey(item)) ?? 'skip';
  if (typeof choice === 'object') return choice.copyAs;
  return choice === 'overwrite' && canOverwrite ? key : undefined;
}

/** The chosen segments, and those that the chosen flags use. */
function segmentsToCopy(
  source: NamespaceStates,
  chosen: NamespaceStates,
  options: CopyOptions | undefined,
): readonly SegmentState[] {
  const isComplete = options === undefined || (options.withTargeting && options.withSegments);
  const used = isComplete ? chosen.flags.flatMap(segmentsUsedBy) : [];
  const keys = new Set([...chosen.segments.map(({ key }) => key), ...used]);
  return source.segments.filter(({ key }) => keys.has(key));
}

/** The flag as the options want it in the target; what they leave out stays as it is there. */
function copiedFlag(
  flag: FlagState,
  present: FlagState | undefined,
  options: CopyOptions | undefined,
): FlagState {
  if (options === undefined) return flag;
  const { withTargeting, keepEnabled } = options;
  const { rules, rollouts } = withTargeting ? flag : (present ?? { rules: [], rollouts: [] });
  const variantKeys = new Set(flag.variants.map(({ key }) => key));
  return {
    ...flag,
    isEnabled: keepEnabled ? flag.isEnabled : (present?.isEnabled ?? false),
    // A flag that is there is turned on or off where it is.
    off: keepEnabled && present === undefined ? flag.off : undefined,
    rules: rules.map((rule) => ({
      ...rule,
      distributions: rule.distributions.filter(({ variantKey }) => variantKeys.has(variantKey)),
    })),
    rollouts,
  };
}

/** The flag with segments that are copied under new keys. */
function withSegmentKeys(flag: FlagState, newKeys: ReadonlyMap<string, string>): FlagState {
  const renamed = <Selection extends { readonly segmentKeys: readonly string[] }>(
    selection: Selection,
  ): Selection => ({
    ...selection,
    segmentKeys: selection.segmentKeys.map((key) => newKeys.get(key) ?? key),
  });
  return {
    ...flag,
    rules: flag.rules.map(renamed),
    rollouts: flag.rollouts.map(({ description, step }) => ({
      description,
      step: step.type === 'segment' ? renamed(step) : step,
    })),
  };
}
