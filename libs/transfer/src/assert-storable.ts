import { eachInSteps, type NamespaceDocument, type Steps } from '@pennon/document';
import { findUnstorable, invalidField } from '@pennon/domain';

/**
 * Refuses texts that not every database keeps: half of a character becomes another one there, and an import that is run
 * again would find it changed for ever.
 *
 * @throws InvalidFieldError naming the first of them by its place: `flags[3].name`.
 */
export function* assertStorable({ namespace, flags, segments }: NamespaceDocument): Steps<void> {
  assertText('namespace', namespace);
  yield* assertEachStorable('flags', flags);
  yield* assertEachStorable('segments', segments);
}

function* assertEachStorable(name: string, items: readonly unknown[]): Steps<void> {
  let index = 0;
  yield* eachInSteps(items, (item) => {
    assertText(`${name}[${index++}]`, item);
  });
}

function assertText(field: string, value: unknown): void {
  const found = findUnstorable(value);
  if (found !== undefined) throw invalidField(`${field}${found.path}`, found.reason);
}
