import { aFlag, aVariant } from '@pennon/testing';
import { pathOf, stampOf, type Proposals } from './proposed-write';
import { flagTypes } from './questions';

const MOST_VARIANTS = 4;

/** How often a flag that might be deleted is; with each one much else goes. */
const SHARE_OF_DELETIONS = 0.1;

/** Writes to flags and their variants. */
export const flagProposals: Proposals = {
  CreateFlag(model, dice) {
    const key = dice.pick(Object.keys(flagTypes).filter((candidate) => !model.flags.has(candidate)));
    if (!model.exists || key === undefined) return undefined;
    const type = flagTypes[key] ?? 'variant';
    const enabled = dice.chance(0.5);
    return {
      verb: 'POST',
      path: pathOf(model, '/flags'),
      body: { key, name: key, enabled, type: `${type.toUpperCase()}_FLAG_TYPE` },
      happen(after) {
        after.requireItself();
        after.flags.insert(key, aFlag(key, { type, isEnabled: enabled }));
      },
    };
  },

  UpdateFlag(model, dice) {
    const key = dice.pick(model.flags.ids);
    if (key === undefined) return undefined;
    const enabled = dice.chance(0.7);
    const defaultVariantId = dice.chance(0.5) ? dice.pick(model.variantsOf(key))?.id : undefined;
    return {
      verb: 'PUT',
      path: pathOf(model, `/flags/${key}`),
      body: { name: `Name ${dice.serial()}`, enabled, defaultVariantId: defaultVariantId ?? '' },
      happen(after) {
        if (defaultVariantId !== undefined) after.variants.require(defaultVariantId);
        after.flags.update(key, { isEnabled: enabled, defaultVariantId });
      },
    };
  },

  DeleteFlag(model, dice) {
    const key = dice.pick(model.flags.ids);
    if (key === undefined || !dice.chance(SHARE_OF_DELETIONS)) return undefined;
    return {
      verb: 'DELETE',
      path: pathOf(model, `/flags/${key}`),
      happen(after) {
        after.deleteFlag(key);
      },
    };
  },

  CreateVariant(model, dice) {
    const flagKey = dice.pick(model.flags.ids);
    if (flagKey === undefined || model.variantsOf(flagKey).length >= MOST_VARIANTS) return undefined;
    const variant = variantLook(dice.serial());
    return {
      verb: 'POST',
      path: pathOf(model, `/flags/${flagKey}/variants`),
      body: variant,
      happen(after, created) {
        const stamp = stampOf(created);
        after.flags.require(flagKey);
        after.variants.insert(stamp.id, aVariant(flagKey, stamp.id, { ...variant, ...stamp }));
      },
    };
  },

  UpdateVariant(model, dice) {
    const variant = dice.pick(model.variants.all);
    if (variant === undefined) return undefined;
    const { id, flagKey } = variant;
    const look = variantLook(dice.serial());
    return {
      verb: 'PUT',
      path: pathOf(model, `/flags/${flagKey}/variants/${id}`),
      body: look,
      happen(after) {
        after.variants.update(id, look);
      },
    };
  },

  DeleteVariant(model, dice) {
    const variant = dice.pick(model.variants.all);
    if (variant === undefined || !dice.chance(0.5)) return undefined;
    const { id, flagKey } = variant;
    return {
      verb: 'DELETE',
      path: pathOf(model, `/flags/${flagKey}/variants/${id}`),
      happen(after) {
        after.deleteVariant(id);
      },
    };
  },
};

/** What shows of a variant that no other one has. */
function variantLook(serial: number): { readonly key: string; readonly attachment: string } {
  return { key: `variant-${serial}`, attachment: JSON.stringify({ serial }) };
}
