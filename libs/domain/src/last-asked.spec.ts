import { latestAsked, type LastAsked } from './last-asked';

const never: LastAsked = { at: undefined, since: 10 };
const nothing: LastAsked = { at: undefined, since: undefined };

it.each<[what: string, answers: readonly LastAsked[], together: LastAsked]>([
  ['of one process is its own', [{ at: 20, since: 10 }], { at: 20, since: 10 }],
  ['is the latest time of all', [{ at: 20, since: 10 }, { at: 30, since: 10 }, never], { at: 30, since: 10 }],
  ['holds since the last of them started', [{ at: 20, since: 15 }, never], { at: 20, since: 15 }],
  ['is never if it is so for all', [never, { at: undefined, since: 5 }], never],
  [
    'may be later if one does not remember all',
    [{ at: 20, since: 10 }, nothing],
    { at: 20, since: undefined },
  ],
  ['is unknown without an answer', [], nothing],
])('the time at which a flag was last asked %s', (_, answers, together) => {
  expect(latestAsked(answers)).toEqual(together);
});
