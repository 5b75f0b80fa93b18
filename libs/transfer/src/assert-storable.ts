import { eachInSteps, type NamespaceDocument, type Steps } from '@pennon/document';
import { invalidField } from '@pennon/domain';

/**
 * Refuses texts that no database keeps: half of a character becomes another one there, and an import that is run again
 * would find it changed for ever.
 *
 * @throws InvalidFieldError naming the first of them by its place: `flags[3].name`.
 */
export function* assertStorable({ flags, segments }: NamespaceDocument): Steps<void> {
  yield* assertEachStorable('flags', flags);
  yield* assertEachStorable('segments', segments);
}

function* assertEachStorable(name: string, items: readonly unknown[]): Steps<void> {
  let index = 0;
  yield* eachInSteps(items, (item) => {
    const path = pathToHalfCharacter(item);
    if (path !== undefined)
      throw invalidField(`${name}[${index}]${path}`, 'must not hold half of a character');
    index++;
  });
}

function pathToHalfCharacter(value: unknown): string | undefined {
  if (typeof value === 'string') return value.isWellFormed() ? undefined : '';
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, member] of Object.entries(value)) {
    // What is stored as JSON has it as an escape.
    if (name === 'metadata') continue;
    const path = pathToHalfCharacter(member);
    if (path !== undefined) return `${Array.isArray(value) ? `[${name}]` : `.${name}`}${path}`;
  }
  return undefined;
}
