import { type FlagState } from '@pennon/state';

/** What a new flag begins as: variant flags disabled, boolean ones False. */
export const emptyFlag: FlagState = {
  key: '',
  name: '',
  description: '',
  type: 'variant',
  isEnabled: false,
  off: undefined,
  metadata: undefined,
  variants: [],
  defaultVariantKey: undefined,
  rules: [],
  rollouts: [],
};
