import { setImmediate as nextTurn } from 'node:timers/promises';
import { AT_ONCE, type NamespaceDocument } from '@pennon/document';
import { findUnstorable, inPieces, invalidField } from '@pennon/domain';

/**
 * Refuses texts that not every database keeps: half of a character becomes another one there, and an import that is run
 * again would find it changed for ever. Others have their turn in between.
 *
 * @throws InvalidFieldError naming the first of them by its place: `flags[3].name`.
 */
export async function assertStorable({ namespace, flags, segments }: NamespaceDocument): Promise<void> {
  assertText('namespace', namespace);
  await assertEachStorable('flags', flags);
  await assertEachStorable('segments', segments);
}

async function assertEachStorable(name: string, items: readonly unknown[]): Promise<void> {
  let index = 0;
  for (const piece of inPieces(items, AT_ONCE)) {
    for (const item of piece) assertText(`${name}[${index++}]`, item);
    await nextTurn();
  }
}

function assertText(field: string, value: unknown): void {
  const found = findUnstorable(value);
  if (found !== undefined) throw invalidField(`${field}${found.path}`, found.reason);
}
