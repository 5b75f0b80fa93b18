import { MICROS_PER_MINUTE, minuteOf, type EvaluationCount } from '@pennon/domain';
import { ManualClock, SOME_MOMENT } from '@pennon/testing';
import { WaitingCounts } from './waiting-counts';

const MINUTE = minuteOf(SOME_MOMENT);

let clock: ManualClock;

beforeEach(() => {
  clock = new ManualClock();
});

/** All that waits, in a few words. */
function taken(counts: readonly EvaluationCount[]): readonly string[] {
  return counts.map(
    ({ namespaceKey, flagKey, value, minute, evaluations }) =>
      `${namespaceKey}/${flagKey}=${value} in ${(minute - MINUTE) / MICROS_PER_MINUTE}: ${evaluations}`,
  );
}

test('evaluations are counted by namespace, flag and value; no namespace is default', () => {
  const waiting = new WaitingCounts(10, clock);
  const [colour, theme] = [{ key: 'colour' }, { key: 'colour' }];
  for (const value of ['red', 'red', '']) waiting.count('', colour, value);
  waiting.count('default', colour, 'red');
  waiting.count('shop', theme, 'red');
  expect(waiting.size).toBe(3);
  waiting.seal();
  expect(taken(waiting.take(10))).toEqual([
    'default/colour=red in 0: 3',
    'default/colour= in 0: 1',
    'shop/colour=red in 0: 1',
  ]);
});

test('a flag that has changed is the same in what is written', () => {
  const waiting = new WaitingCounts(10, clock);
  waiting.count('', { key: 'colour' }, 'red');
  waiting.count('', { key: 'colour' }, 'red');
  waiting.seal();
  expect(taken(waiting.take(10))).toEqual(['default/colour=red in 0: 2']);
});

test('evaluations belong to the minute that was begun last', () => {
  const waiting = new WaitingCounts(10, clock);
  const flag = { key: 'colour' };
  waiting.count('', flag, 'red');
  clock.set(MINUTE + MICROS_PER_MINUTE);
  waiting.seal();
  waiting.count('', flag, 'red');
  clock.advance(1000);
  waiting.seal();
  waiting.count('', flag, 'red');
  waiting.seal();
  expect(taken(waiting.take(10))).toEqual(['default/colour=red in 0: 1', 'default/colour=red in 1: 2']);
});

test('what was taken has its place until it is settled, and is merged with nothing', () => {
  const waiting = new WaitingCounts(10, clock);
  const flag = { key: 'colour' };
  for (const value of ['red', 'blue']) waiting.count('', flag, value);
  waiting.seal();
  const first = waiting.take(1);
  const second = waiting.take(1);
  expect([taken(first), taken(second), waiting.take(1), waiting.size]).toEqual([
    ['default/colour=red in 0: 1'],
    ['default/colour=blue in 0: 1'],
    [],
    2,
  ]);
  waiting.count('', flag, 'red');
  waiting.seal();
  expect(waiting.size).toBe(3);
  waiting.settle(first);
  waiting.settle(second);
  expect([waiting.size, taken(waiting.take(10))]).toEqual([1, ['default/colour=red in 0: 1']]);
});

test('there are no more counters than may be, wherever they are; what has one goes on', () => {
  const waiting = new WaitingCounts(3, clock);
  const flag = { key: 'colour' };
  for (const value of ['a', 'b']) waiting.count('', flag, value);
  waiting.seal();
  waiting.take(1);
  waiting.count('', flag, 'c');
  for (const value of ['d', 'd', 'c']) waiting.count('', flag, value);
  waiting.count('', { key: 'other' }, 'a');
  expect([waiting.size, waiting.dropped]).toEqual([3, 3]);
  waiting.seal();
  expect(taken(waiting.take(10))).toEqual(['default/colour=b in 0: 1', 'default/colour=c in 0: 2']);
});
