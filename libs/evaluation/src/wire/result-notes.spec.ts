import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type EvaluationResult } from '@pennon/snapshot';
import { keepTexts, notesOf } from './result-notes';

function aResult(): EvaluationResult {
  return {
    type: 'boolean',
    flagKey: 'a',
    isEnabled: true,
    reason: 'match',
    basis: 'split',
    segmentKeys: [],
    notes: undefined,
  };
}

it('are the same for a result each time', () => {
  const [one, other] = [aResult(), aResult()];
  expect(notesOf(one)).toBe(notesOf(one));
  expect(notesOf(one)).not.toBe(notesOf(other));
});

it('keep texts one by one, and for as long as there is room', () => {
  const million = 'x'.repeat(1_000_000);
  const results = Array.from({ length: 10 }, aResult);
  const [first, second] = results.map(notesOf);
  if (first === undefined || second === undefined) throw new Error('there are ten');
  keepTexts(first, { head: 'h', tail: 't' });
  keepTexts(first, { entry: million });
  expect(first).toMatchObject({ head: 'h', tail: 't', entry: million, length: 1_000_002 });
  for (const result of results.slice(1)) keepTexts(notesOf(result), { entry: million });
  const lengths = results.map((result) => notesOf(result).length);
  // Eight millions have room; the oldest are given up whole.
  expect(lengths).toEqual([0, 0, ...Array.from({ length: 8 }, () => 1_000_000)]);
  keepTexts(second, { entry: 'again' });
  expect(second.entry).toBe('again');
});

it('keep nothing that is too long for all the room, and whatever comes then', () => {
  const [long, short] = [notesOf(aResult()), notesOf(aResult())];
  keepTexts(long, { entry: 'x'.repeat(9_000_000) });
  expect(long.entry).toBeUndefined();
  keepTexts(short, { entry: 'short' });
  expect(short.entry).toBe('short');
});

it('keep as much after any number of texts', () => {
  const results = Array.from({ length: 100_000 }, aResult);
  for (const result of results) keepTexts(notesOf(result), { head: 'x'.repeat(500), tail: 'x'.repeat(500) });
  const lengths = results.map((result) => notesOf(result).length);
  const isKept = lengths.map((length) => length > 0);
  expect(isKept.filter(Boolean)).toHaveLength(Math.floor(2 ** 23 / 1000));
  expect(isKept.lastIndexOf(false)).toBeLessThan(isKept.indexOf(true));
});

it('hold no result that nobody holds: flags change, and their results go', async () => {
  const keepForgotten = (): WeakRef<object> => {
    const notes = notesOf(aResult());
    keepTexts(notes, { entry: 'of a flag that was changed' });
    return new WeakRef(notes);
  };
  const forgotten = keepForgotten();
  setFlagsFromString('--expose-gc');
  // What was looked at is held until its turn is over.
  await delay(1);
  (runInNewContext('gc') as () => void)();
  expect(forgotten.deref()).toBeUndefined();
});
