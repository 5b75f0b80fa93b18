const spellings: ReadonlyMap<string, boolean> = new Map([
  ['1', true],
  ['t', true],
  ['T', true],
  ['TRUE', true],
  ['true', true],
  ['True', true],
  ['0', false],
  ['f', false],
  ['F', false],
  ['FALSE', false],
  ['false', false],
  ['False', false],
]);

/**
 * The boolean a text means, or undefined when it is none of the twelve spellings; `tRUE`, `yes` and ` true` are not.
 */
export function parseBooleanValue(text: string): boolean | undefined {
  return spellings.get(text);
}
