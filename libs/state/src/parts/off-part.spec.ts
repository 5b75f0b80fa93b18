import type { FlagState } from '../flag-state';
import { offPart, turnedOff } from './off-part';

const stored = { by: 'ana', at: 1000, reason: 'payments fail' };
const unsaid = { by: undefined, at: undefined, reason: undefined };
const turned = { by: 'bob', at: 5_000_999 };

it('stays as it is, unless the state says something else', () => {
  expect(turnedOff(undefined, stored, turned)).toEqual(stored);
  expect(turnedOff(unsaid, stored, turned)).toEqual(stored);
  expect(turnedOff({ ...unsaid, reason: 'tests fail' }, stored, turned)).toEqual({
    ...stored,
    reason: 'tests fail',
  });
  expect(turnedOff(undefined, undefined, turned)).toBeUndefined();
});

it('is turned off by the author of the change, at a moment that documents can say', () => {
  expect(turnedOff(unsaid, undefined, turned)).toEqual({ by: 'bob', at: 5_000_000, reason: '' });
});

it('is what the state says in full, as one does that was exported', () => {
  expect(turnedOff(stored, undefined, turned)).toEqual(stored);
  expect(turnedOff({ ...stored, by: 'cem' }, stored, turned)).toEqual({ ...stored, by: 'cem' });
});

it('is turned on', () => {
  expect(turnedOff(false, stored, turned)).toBeUndefined();
});

it.each<[one: FlagState['off'], other: FlagState['off'], isSame: boolean]>([
  [unsaid, stored, true],
  [stored, unsaid, true],
  [{ ...stored, by: 'cem' }, stored, false],
  [{ ...stored, at: 2000 }, stored, false],
  [{ ...unsaid, reason: 'tests fail' }, stored, false],
  [false, unsaid, false],
  [false, undefined, true],
])('differs only in what both say: %j, %j', (one, other, isSame) => {
  expect(offPart.isSame(one, other)).toBe(isSame);
});

it('is told as people read it', () => {
  expect(offPart.words(false)).toBe('none');
  expect(offPart.words(stored)).toBe('{"by":"ana","at":"1970-01-01T00:00:00.001Z","reason":"payments fail"}');
});
