import { aFlagState } from '@pennon/testing';
import type { FlagState } from '../flag-state';
import { statesOf, type States } from './merge-states';
import { isOnlyTurnedOff } from './turned-off';

const rollout = (percent: number) =>
  ({ description: '', step: { type: 'threshold', percent, value: true } }) as const;
const banner = aFlagState('banner', { type: 'boolean', rollouts: [rollout(10), rollout(20)] });
const off = { by: 'ana', at: 1_000, reason: 'it burns' };

function flags(...states: readonly FlagState[]): States {
  return statesOf(states.map((value) => ({ kind: 'flag', key: value.key, createdAt: 0, value })));
}

it.each<[string, States, States]>([
  ['a flag', flags(banner), flags({ ...banner, off })],
  ['a flag beside another', flags(banner, aFlagState('hat')), flags({ ...banner, off }, aFlagState('hat'))],
  [
    'a flag for another reason',
    flags({ ...banner, off }),
    flags({ ...banner, off: { ...off, reason: 'x' } }),
  ],
])('%s is turned off', (_, before, after) => {
  expect(isOnlyTurnedOff(before, after)).toBe(true);
});

it.each<[string, States, States]>([
  ['nothing', flags(banner), flags(banner)],
  ['a flag that is turned on', flags({ ...banner, off }), flags({ ...banner, off: false })],
  ['another name beside', flags(banner), flags({ ...banner, off, name: 'Other' })],
  ['another percentage', flags(banner), flags({ ...banner, off, rollouts: [rollout(11), rollout(20)] })],
  ['another order', flags(banner), flags({ ...banner, off, rollouts: [rollout(20), rollout(10)] })],
  ['a rollout less', flags(banner), flags({ ...banner, off, rollouts: [rollout(10)] })],
  ['a rollout more', flags(banner), flags({ ...banner, off, rollouts: [...banner.rollouts, rollout(30)] })],
  ['another value', flags(banner), flags({ ...banner, off, isEnabled: !banner.isEnabled })],
  ['a new flag that is off', flags(), flags({ ...banner, off })],
  ['a flag that is gone', flags(banner, aFlagState('hat')), flags({ ...banner, off })],
])('%s is more than that', (_, before, after) => {
  expect(isOnlyTurnedOff(before, after)).toBe(false);
});
