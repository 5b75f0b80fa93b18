// Reads the values of the chart with what their comments say.
import { isMap, isScalar, parseDocument } from 'yaml';

/**
 * A value: of `description` and `type`, which its comment says, and `members`, where those are described one by one.
 *
 * @typedef {{ path: string[], description: string, type: string | undefined, value: unknown, members: Value[] }} Value
 */

/** @param {string} text Of `values.yaml`. @returns {Value[]} */
export function readValues(text) {
  const document = parseDocument(text, { merge: true });
  return membersOf(document, document.contents, []);
}

/** All values that have no members of their own, in the order of the file. @param {Value[]} values @returns {Value[]} */
export function leavesOf(values) {
  return values.flatMap((value) => (value.members.length > 0 ? leavesOf(value.members) : [value]));
}

function membersOf(document, map, path) {
  return map.items.map(({ key, value }, index) => {
    const own = [...path, key.value];
    // The comment before the first member is that of the map.
    const comment = (index === 0 ? map.commentBefore : undefined) ?? key.commentBefore ?? '';
    const { description, type } = partsOf(comment, own);
    const resolved = value.resolve?.(document) ?? value;
    const isDescribed = type === undefined && isMap(resolved) && hasComments(resolved);
    return {
      path: own,
      ...{ description, type },
      value: resolved.toJS(document),
      members: isDescribed ? membersOf(document, resolved, own) : [],
    };
  });
}

/** A comment is about what follows it at once: paragraphs before are about the file. */
function partsOf(comment, path) {
  const lines = comment
    .split(/\n *\n/)
    .at(-1)
    .split('\n')
    .map((line) => line.trim());
  const types = lines.filter((line) => line.startsWith('@type '));
  const description = lines
    .filter((line) => !line.startsWith('@type '))
    .join(' ')
    .trim();
  if (types.length > 1) throw new Error(`${path.join('.')}: has two types`);
  return { description, type: types[0]?.slice('@type '.length) };
}

function hasComments(map) {
  return map.items.some(
    ({ key }, index) => isScalar(key) && (key.commentBefore ?? (index === 0 ? map.commentBefore : undefined)),
  );
}
