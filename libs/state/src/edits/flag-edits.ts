import { quote } from '@pennon/domain';
import type { FlagState } from '../flag-state';
import type { EditKind, EditTable, FlagEdit } from './edit';
import { metadataEdit } from './metadata';
import { offEdit } from './off';
import { percentageEdit } from './percentage';
import { descriptionEdit, nameEdit } from './texts';
import { weightsEdit } from './weights';

const enabledEdit: EditKind<FlagState, boolean> = {
  apply: (flag, isEnabled) => ({ ...flag, isEnabled }),
};

const defaultVariantEdit: EditKind<FlagState, string> = {
  apply(flag, key, spot) {
    if (key === '') return { ...flag, defaultVariantKey: undefined };
    if (!flag.variants.some((variant) => variant.key === key))
      spot.fail('defaultVariant', `has no variant ${quote(key)}`);
    return { ...flag, defaultVariantKey: key };
  },
};

/** Everything that an edit can do to a flag. A percentage depends on `enabled`, which comes first. */
export const flagEdits: EditTable<FlagState, FlagEdit> = {
  off: offEdit,
  enabled: enabledEdit,
  defaultVariant: defaultVariantEdit,
  percentage: percentageEdit,
  weights: weightsEdit,
  name: nameEdit(),
  description: descriptionEdit(),
  metadata: metadataEdit,
};
