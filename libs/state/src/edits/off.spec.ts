import { aFlagState } from '@pennon/testing';
import type { FlagState } from '../flag-state';
import { applyEdits } from './apply-edits';
import type { FlagEdit } from './edit';

const on = aFlagState('search', { off: false });
const off = aFlagState('search', { off: { by: 'ana', at: 1000, reason: 'slow' } });
const nobody = { by: undefined, at: undefined };

function offAfter(edit: FlagEdit['off'], present: FlagState): FlagState['off'] {
  const edits = { flags: [{ key: 'search', off: edit }], segments: [] };
  const [made] = applyEdits(edits, { flags: [present], segments: [] }).flags;
  expect(made).toEqual({ ...present, off: made?.off });
  return made?.off;
}

test('a flag is turned off, and who does it and when is left to be found out', () => {
  expect(offAfter({ reason: 'slow' }, on)).toEqual({ ...nobody, reason: 'slow' });
  expect(offAfter({ reason: undefined }, on)).toEqual({ ...nobody, reason: undefined });
});

test('who turned off a flag that is off already, when and why stay', () => {
  expect(offAfter({ reason: undefined }, off)).toEqual(off.off);
});

test('a reason replaces that of a flag that is off already', () => {
  expect(offAfter({ reason: 'lost' }, off)).toEqual({ by: 'ana', at: 1000, reason: 'lost' });
  expect(offAfter({ reason: '' }, off)).toEqual({ by: 'ana', at: 1000, reason: '' });
});

test('a flag is turned on', () => {
  expect(offAfter(false, off)).toBe(false);
  expect(offAfter(false, on)).toBe(false);
});
