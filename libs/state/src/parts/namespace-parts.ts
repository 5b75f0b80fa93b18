import type { NamespaceState } from '../namespace-state';
import { optionalPart } from './kinds';
import type { PartTable } from './part';

/** The parts of a namespace itself. */
export const namespaceParts: PartTable<NamespaceState> = {
  name: optionalPart(''),
  description: optionalPart(''),
};
