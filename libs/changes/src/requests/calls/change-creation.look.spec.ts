import { MICROS_PER_SECOND } from '@pennon/domain';
import {
  person,
  sharedBy,
  type SettableClock,
  type WaitingChanges,
  waitingChangesForEachTest,
} from '../../../../../test/support/waiting-changes';
import type { ChangeResult } from './step-plans';
import type { Asker, NewStep } from '../new-changes/new-change';

const HOUR = 3600 * MICROS_PER_SECOND;
const ana = person('ana');
const urgent: Asker = {
  ...ana,
  caller: { ...ana.caller, bypassReason: 'payments are down', rolesIn: () => new Set(['admin']) },
};

let clock: SettableClock;
let waiting: WaitingChanges;

waitingChangesForEachTest((made) => {
  ({ clock, waiting } = made);
});

/** When the steps of a change are applied, each so many hours from now; undefined for at once. */
type Hours = readonly (number | undefined)[];

function changeOf(hours: Hours, isProposal: boolean, share: number) {
  const steps = hours.map((hour, index): NewStep => {
    const wanted = sharedBy('shop', 'ramp', share + index);
    return hour === undefined ? { wanted } : { wanted, at: clock.moment + hour * HOUR };
  });
  return {
    ...({ namespaceKey: 'shop', origin: 'change', message: '', baseRevision: undefined } as const),
    ...{ isProposal, steps },
  };
}

/** Where a change and its steps are, with how many approvals each lacks. */
function standsIn({ found, stand, steps = [] }: ChangeResult): readonly string[] {
  const { state = 'applied' } = stand ?? found?.request ?? {};
  const { approvalsMissing = 0, reviewersMissing = [] } = stand ?? found ?? {};
  const lacks = [approvalsMissing, ...reviewersMissing.map(({ name }) => name)].join(' ');
  return [`${state} ${lacks}`, ...steps.flatMap(standsIn)];
}

const cases: readonly (readonly [number, Asker, boolean, Hours, readonly string[]])[] = [
  [0, ana, false, [undefined], ['applied 0']],
  [0, ana, true, [undefined], ['pending 0']],
  [0, ana, false, [1], ['scheduled 0']],
  [0, ana, false, [undefined, 1], ['applied 0', 'scheduled 0']],
  [2, ana, false, [undefined], ['pending 2 payments']],
  [2, ana, false, [undefined, 1], ['pending 2 payments', 'pending 2 payments']],
  [2, ana, true, [1], ['pending 2 payments']],
  [2, urgent, false, [undefined], ['applied 0']],
  [2, urgent, false, [1, 2], ['scheduled 0', 'scheduled 0']],
];

it.each(cases)(
  'a change that is looked at is where it would be: %# approvals',
  async (approvals, who, isProposal, hours, expected) => {
    await waiting.setPolicy('shop', approvals, {
      bypass: ['admin'],
      requiredReviewers: approvals === 0 ? [] : [{ kind: 'group', name: 'payments' }],
    });
    const change = changeOf(hours, isProposal, 50);
    expect(standsIn(await waiting.creation.look(who, change))).toEqual(expected);
    expect(standsIn(await waiting.creation.create(who, change))).toEqual(expected);
  },
);

it('a change without effect would not wait', async () => {
  await waiting.creation.create(ana, changeOf([undefined], false, 50));
  await waiting.setPolicy('shop', 2);
  const again = changeOf([undefined], false, 50);
  expect(standsIn(await waiting.creation.look(ana, again))).toEqual(['applied 0']);
  expect(standsIn(await waiting.creation.create(ana, again))).toEqual(['applied 0']);
});

it('a proposal cannot bypass the review, also if it is only looked at', async () => {
  const look = waiting.creation.look(urgent, changeOf([undefined], true, 50));
  await expect(look).rejects.toThrow('a change that is only proposed');
});
