import { Logger } from '@nestjs/common';
import { UnavailableError } from '@pennon/domain';
import { ControlledSnapshotSource } from '@pennon/testing';
import { fakeTimers } from '../../../test/support/fake-timers';
import { SnapshotHolder } from './snapshot-holder';

/** Longer than the longest time between two looks, in milliseconds. */
const A_WHILE = 2000;

let source: ControlledSnapshotSource;
let holder: SnapshotHolder;

beforeAll(() => {
  Logger.overrideLogger(false);
});

beforeEach(async () => {
  fakeTimers();
  source = new ControlledSnapshotSource();
  source.put('shop', 1);
  holder = new SnapshotHolder(source);
  await holder.loadAll();
});

afterEach(() => {
  holder.onModuleDestroy();
  jest.useRealTimers();
});

function revisionOf(namespaceKey: string): number | undefined {
  return holder.current(namespaceKey)?.document.revision;
}

it('what somebody else has written is seen soon, and nothing else is read again', async () => {
  source.put('other', 1);
  await jest.advanceTimersByTimeAsync(A_WHILE);
  expect([revisionOf('shop'), revisionOf('other')]).toEqual([1, 1]);
  const loads = source.begun.load + source.begun.update;
  source.put('shop', 2);
  source.remove('other');
  await jest.advanceTimersByTimeAsync(A_WHILE);
  expect([revisionOf('shop'), revisionOf('other')]).toEqual([2, undefined]);
  expect(source.begun.load + source.begun.update).toBe(loads + 2);
});

it('whoever waits for a revision has it looked for at once', async () => {
  source.put('shop', 2);
  await holder.catchUp('shop');
  expect(revisionOf('shop')).toBe(2);
});

it('a source that was away is looked at again', async () => {
  source.failWith(new UnavailableError('away'));
  source.put('shop', 2);
  await jest.advanceTimersByTimeAsync(A_WHILE);
  expect(revisionOf('shop')).toBe(1);
  source.failWith(undefined);
  await jest.advanceTimersByTimeAsync(60_000);
  expect(revisionOf('shop')).toBe(2);
});

it('after the end nothing is looked at any more', async () => {
  holder.onModuleDestroy();
  const { reads } = source;
  await jest.advanceTimersByTimeAsync(60_000);
  expect([source.reads, jest.getTimerCount()]).toEqual([reads, 0]);
});
