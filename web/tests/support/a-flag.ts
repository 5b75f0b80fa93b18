import { completeFlag, type FlagState } from '@pennon/state';

/** A variant flag of that key, with what is given; without variants, rules and rollouts unless they are. */
export function aFlag(key: string, given: Partial<FlagState> = {}): FlagState {
  const blank = {
    key,
    name: '',
    description: '',
    type: 'variant',
    isEnabled: true,
    variants: [],
    rules: [],
    rollouts: [],
  };
  return completeFlag({ ...blank, ...given } as unknown as FlagState);
}
