import { plansCopy as copy } from '@/copy/plans';
import { formatPercent } from '../numbers';
import { createShareCall, deleteShareCall, updateShareCall, type FlagPlace } from './calls';
import { type ShareDraft } from './drafts';
import { idFrom } from './paths';
import { type Change, type Step } from './plan';
import { changeOf, creation, deletion, type VariantNames } from './words';

/** A share as it is stored, or will be: its id may stand for what a step answers. */
export interface StoredShare extends ShareDraft {
  readonly id: string;
}

/** Where the shares are, and how to speak of them. */
export interface SharePlace {
  readonly flag: FlagPlace;
  readonly ruleId: string;
  readonly nameOf: VariantNames;
  /** What the steps that make shares are called, followed by a number. */
  readonly stepName: string;
}

interface ShareSteps {
  readonly steps: readonly Step[];
  /** The shares once the steps have run, in stored order. */
  readonly shares: readonly StoredShare[];
}

/**
 * The steps from the stored shares of a rule to the wanted ones.
 *
 * What is stored is updated in place, because its position decides who gets it; shares are raised
 * before others are lowered, so that no entity is left without a variant in between.
 */
export function shareSteps(
  place: SharePlace,
  stored: readonly StoredShare[],
  wanted: readonly ShareDraft[],
): ShareSteps {
  const matched = matchShares(stored, wanted);
  const created = wanted
    .filter((draft) => !matched.drafts.has(draft))
    .map((draft, index) => ({ ...draft, name: `${place.stepName}-${index + 1}` }));
  const kept = stored.flatMap((share) => {
    const draft = matched.byId.get(share.id);
    return draft === undefined ? [] : [{ share, draft }];
  });
  const changed = kept.filter(
    ({ share, draft }) => share.variantId !== draft.variantId || share.rollout !== draft.rollout,
  );
  const isLowered = ({ share, draft }: (typeof changed)[number]): boolean => draft.rollout < share.rollout;
  const removed = stored.filter(({ id }) => !matched.byId.has(id));
  return {
    steps: [
      ...created.map((share) => createStep(place, share)),
      ...changed.filter((change) => !isLowered(change)).map((change) => updateStep(place, change)),
      ...changed.filter(isLowered).map((change) => updateStep(place, change)),
      ...removed.map((share) => deleteStep(place, share)),
    ],
    shares: [
      ...kept.map(({ share, draft }) => ({ ...draft, id: share.id })),
      ...created.map(({ name, variantId, rollout }) => ({ id: idFrom(name), variantId, rollout })),
    ],
  };
}

/**
 * The wanted shares as drafts of the stored ones, place by place: even where shares came or went in between, every
 * entity is back in its old bucket.
 */
export function inPlaces(
  stored: readonly StoredShare[],
  wanted: readonly StoredShare[],
): readonly ShareDraft[] {
  return wanted.map(({ variantId, rollout }, place) => ({ id: stored[place]?.id, variantId, rollout }));
}

/** What people see of the steps. @param rule The rule in words, as in `rule 2`. */
export function shareChanges(
  rule: string,
  stored: readonly StoredShare[],
  wanted: readonly ShareDraft[],
  nameOf: VariantNames,
): readonly Change[] {
  const { byId, drafts } = matchShares(stored, wanted);
  const subject = (variantId: string): string => copy.field(rule, copy.shareOf(nameOf(variantId)));
  const isRepointed = (share: StoredShare): boolean => byId.get(share.id)?.variantId !== share.variantId;
  return [
    ...stored.flatMap((share) => {
      const draft = byId.get(share.id);
      if (draft === undefined || isRepointed(share)) {
        return [deletion(subject(share.variantId), formatPercent(share.rollout))];
      }
      if (draft.rollout === share.rollout) return [];
      return [changeOf(subject(share.variantId), formatPercent(share.rollout), formatPercent(draft.rollout))];
    }),
    ...wanted
      .filter(
        (draft) =>
          !drafts.has(draft) || stored.some((share) => byId.get(share.id) === draft && isRepointed(share)),
      )
      .map(({ variantId, rollout }) => creation(subject(variantId), formatPercent(rollout))),
  ];
}

interface MatchedShares {
  readonly byId: ReadonlyMap<string, ShareDraft>;
  readonly drafts: ReadonlySet<ShareDraft>;
}

/** Which draft each stored share becomes: the one of its id, else the first without an id of its variant. */
function matchShares(stored: readonly StoredShare[], wanted: readonly ShareDraft[]): MatchedShares {
  const byId = new Map<string, ShareDraft>();
  for (const draft of wanted) {
    if (draft.id !== undefined && stored.some(({ id }) => id === draft.id)) byId.set(draft.id, draft);
  }
  const drafts = new Set(byId.values());
  for (const draft of wanted) {
    if (drafts.has(draft)) continue;
    const share = stored.find(({ id, variantId }) => !byId.has(id) && variantId === draft.variantId);
    if (share === undefined) continue;
    byId.set(share.id, draft);
    drafts.add(draft);
  }
  return { byId, drafts };
}

function createStep(
  { flag, ruleId, nameOf }: SharePlace,
  share: ShareDraft & { readonly name: string },
): Step {
  return {
    name: share.name,
    title: copy.addShare(nameOf(share.variantId)),
    call: createShareCall(flag, ruleId, share),
  };
}

function updateStep(
  { flag, ruleId, nameOf }: SharePlace,
  { share, draft }: { readonly share: StoredShare; readonly draft: ShareDraft },
): Step {
  return {
    title: copy.setShare(nameOf(draft.variantId), formatPercent(draft.rollout)),
    call: updateShareCall(flag, ruleId, share.id, draft),
  };
}

function deleteStep({ flag, ruleId, nameOf }: SharePlace, { id, variantId }: StoredShare): Step {
  return {
    title: copy.removeShare(nameOf(variantId)),
    call: deleteShareCall(flag, ruleId, id, variantId),
  };
}
