import type { Given } from '../command-line/command';
import { applyEdit } from './apply-edit';
import { flagEditOf } from './flag-edit';

/** Changes parts of a flag. @returns the exit code. */
export async function runFlagSet(given: Given): Promise<number> {
  return applyEdit('flag set', flagEditOf(keyOf(given), given), given);
}

/** Turns a flag off. @returns the exit code. */
export async function runFlagOff(given: Given): Promise<number> {
  const reason = given.text('reason');
  return applyEdit(
    'flag off',
    { key: keyOf(given), off: true, ...(reason !== undefined && { reason }) },
    given,
  );
}

/** Turns a flag on. @returns the exit code. */
export async function runFlagOn(given: Given): Promise<number> {
  return applyEdit('flag on', { key: keyOf(given), off: false }, given);
}

function keyOf(given: Given): string {
  return given.args[0] ?? '';
}
