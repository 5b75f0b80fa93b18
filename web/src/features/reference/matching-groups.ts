import { type Operation, type OperationGroup } from '@/api/reference';

/**
 * The operations that have every word of a search in their verb, path, name or description; groups of none are left
 * out.
 */
export function matchingGroups(groups: readonly OperationGroup[], search: string): readonly OperationGroup[] {
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return groups
    .map((group) => ({
      ...group,
      operations: group.operations.filter((operation) => hasAll(operation, words)),
    }))
    .filter(({ operations }) => operations.length > 0);
}

function hasAll({ verb, path, summary, description, id }: Operation, words: readonly string[]): boolean {
  const text = [verb, path, summary, description, id].join(' ').toLowerCase();
  return words.every((word) => text.includes(word));
}
