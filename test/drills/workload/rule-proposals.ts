import { type Rule } from '@pennon/domain';
import { aDistribution, aRule } from '@pennon/testing';
import { shuffled } from '../../support/random';
import { type Dice } from './dice';
import { type NamespaceModel } from './namespace-model';
import { pathOf, stampOf, type Proposals } from './proposed-write';
import { choiceJson, chooseSegments } from './segment-choice';

const MOST_RULES = 4;
const MOST_DISTRIBUTIONS = 2;

/** New rules go behind all others, each in a place of its own: ranks close up at every deletion. */
const FIRST_NEW_RANK = 1000;

const shares = [0, 50, 100] as const;

/** Writes to rules and their distributions. */
export const ruleProposals: Proposals = {
  CreateRule(model, dice) {
    const flagKey = anyVariantFlag(model, dice);
    const segments = chooseSegments(model, dice);
    if (flagKey === undefined || segments === undefined) return undefined;
    if (model.rulesOf(flagKey).length >= MOST_RULES) return undefined;
    const rank = FIRST_NEW_RANK + dice.serial();
    return {
      verb: 'POST',
      path: pathOf(model, `/flags/${flagKey}/rules`),
      body: { rank, ...choiceJson(segments) },
      happen(after, created) {
        const stamp = stampOf(created);
        after.flags.require(flagKey);
        after.segments.require(...segments.segmentKeys);
        after.rules.insert(stamp.id, aRule(flagKey, stamp.id, { rank, ...segments, ...stamp }));
      },
    };
  },

  UpdateRule(model, dice) {
    const rule = dice.pick(model.rules.all);
    const segments = chooseSegments(model, dice);
    if (rule === undefined || segments === undefined) return undefined;
    return {
      verb: 'PUT',
      path: pathOfRule(model, rule),
      body: choiceJson(segments),
      happen(after) {
        after.segments.require(...segments.segmentKeys);
        after.rules.update(rule.id, segments);
      },
    };
  },

  OrderRules(model, dice) {
    const flagKey = anyVariantFlag(model, dice);
    if (flagKey === undefined) return undefined;
    const ruleIds = shuffled(dice.random, model.rulesOf(flagKey)).map(({ id }) => id);
    if (ruleIds.length < 2) return undefined;
    return {
      verb: 'PUT',
      path: pathOf(model, `/flags/${flagKey}/rules/order`),
      body: { ruleIds },
      happen(after) {
        after.orderRules(flagKey, ruleIds);
      },
    };
  },

  DeleteRule(model, dice) {
    const rule = dice.pick(model.rules.all);
    if (rule === undefined || !dice.chance(0.5)) return undefined;
    return {
      verb: 'DELETE',
      path: pathOfRule(model, rule),
      happen(after) {
        after.deleteRule(rule.flagKey, rule.id);
      },
    };
  },

  CreateDistribution(model, dice) {
    const rule = dice.pick(model.rules.all);
    if (rule === undefined || model.distributionsOf(rule.id).length >= MOST_DISTRIBUTIONS) return undefined;
    const variantId = dice.pick(model.variantsOf(rule.flagKey))?.id;
    if (variantId === undefined) return undefined;
    const rollout = anyShare(dice);
    return {
      verb: 'POST',
      path: `${pathOfRule(model, rule)}/distributions`,
      body: { variantId, rollout },
      happen(after, created) {
        const changes = { rolloutPercent: rollout, ...stampOf(created) };
        requireParents(after, rule, variantId);
        after.distributions.insert(changes.id, aDistribution(rule.id, variantId, changes));
      },
    };
  },

  UpdateDistribution(model, dice) {
    const distribution = dice.pick(model.distributions.all);
    const rule = model.rules.get(distribution?.ruleId ?? '');
    if (distribution === undefined || rule === undefined) return undefined;
    const { id } = distribution;
    const variantId = dice.pick(model.variantsOf(rule.flagKey))?.id;
    if (variantId === undefined) return undefined;
    const rollout = anyShare(dice);
    return {
      verb: 'PUT',
      path: `${pathOfRule(model, rule)}/distributions/${id}`,
      body: { variantId, rollout },
      happen(after) {
        requireParents(after, rule, variantId);
        after.distributions.update(id, { variantId, rolloutPercent: rollout });
      },
    };
  },

  DeleteDistribution(model, dice) {
    const distribution = dice.pick(model.distributions.all);
    const rule = model.rules.get(distribution?.ruleId ?? '');
    if (distribution === undefined || rule === undefined) return undefined;
    const { id, variantId } = distribution;
    return {
      verb: 'DELETE',
      path: `${pathOfRule(model, rule)}/distributions/${id}?variantId=${variantId}`,
      happen(after) {
        // It stays where it points at another variant meanwhile.
        if (after.distributions.get(id)?.variantId === variantId) after.distributions.delete(id);
      },
    };
  },
};

function anyVariantFlag(model: NamespaceModel, dice: Dice): string | undefined {
  return dice.pick(model.flags.where(({ type }) => type === 'variant'))?.key;
}

/** What must be there for a distribution. */
function requireParents(model: NamespaceModel, { id, flagKey }: Rule, variantId: string): void {
  model.flags.require(flagKey);
  model.rules.require(id);
  model.variants.require(variantId);
}

function pathOfRule(model: NamespaceModel, { flagKey, id }: Rule): string {
  return pathOf(model, `/flags/${flagKey}/rules/${id}`);
}

function anyShare(dice: Dice): number {
  return dice.pick(shares) ?? 0;
}
