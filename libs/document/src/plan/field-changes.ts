import { type FieldChange } from './import-change';

/** The fields in which two values of one type differ, in the order of the names. */
export function fieldChanges<T extends object>(
  from: T,
  to: T,
  names: readonly (keyof T & string)[],
): readonly FieldChange[] {
  return names.flatMap((field) => {
    const [before, after] = [printed(from[field]), printed(to[field])];
    return before === after ? [] : [{ field, from: before, to: after }];
  });
}

/** A value as JSON; `none` for what is undefined. */
function printed(value: unknown): string {
  return value === undefined ? 'none' : JSON.stringify(value);
}
