import type { NamespaceState } from '../namespace-state';
import { valuePart } from './kinds';
import type { PartTable } from './part';

/** The parts of a namespace itself. */
export const namespaceParts: PartTable<NamespaceState> = {
  name: valuePart(''),
  description: valuePart(''),
};
