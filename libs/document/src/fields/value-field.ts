import type { TreeNode } from '../tree';
import { type DocumentVersion, isBefore } from '../version';
import { boolean, type Fields, textUnlessEmpty } from './nodes';
import type { ObjectReader } from './object-reader';
import type { Reading } from './reading';

/** How documents say one value of a flag. */
export interface ValueField<V> {
  /** What they call it. */
  readonly name: string;
  /** The version that it came with, before which nothing but its absence can be said; the first one, unless given. */
  readonly since?: DocumentVersion;
  /** What an object says of it; problems go to the reading. */
  read(object: ObjectReader, reading: Reading): V;
  /**
   * The value as a tree; undefined if it is left out.
   *
   * @param flagKey For messages.
   * @throws DocumentWriteError if no document can say it.
   */
  write(value: V, flagKey: string): TreeNode | undefined;
}

/** A field for every value. */
export type ValueFields<V> = { readonly [M in keyof V]-?: ValueField<V[M]> };

/** The values that an object says, read in the order of the fields. */
export function readValues<V>(fields: ValueFields<V>, object: ObjectReader, reading: Reading): V {
  const values: Partial<V> = {};
  for (const member of membersWithFields(fields)) values[member] = fields[member].read(object, reading);
  return values as V;
}

/** The fields of the values of a flag. @throws DocumentWriteError if no document can say one of them. */
export function writtenValues<V extends object>(
  fields: ValueFields<V>,
  values: V,
  flagKey: string,
  version: DocumentVersion,
): Fields {
  return membersWithFields(fields).map((member) => {
    const field = fields[member];
    const isLeftOut = field.since !== undefined && isBefore(version, field.since);
    return [field.name, isLeftOut ? undefined : field.write(values[member], flagKey)];
  });
}

/** The values that there are fields for, in the order of the table. */
export function membersWithFields<V>(fields: ValueFields<V>): readonly (keyof V & string)[] {
  return Object.keys(fields) as (keyof V & string)[];
}

/** A text, which is left out when it is empty. */
export function textField(name: string): ValueField<string> {
  return { name, read: (object) => object.text(name), write: textUnlessEmpty };
}

/** True or false, which is always written. */
export function booleanField(name: string): ValueField<boolean> {
  return { name, read: (object) => object.boolean(name), write: boolean };
}
