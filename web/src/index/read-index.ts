import * as z from '@/lib/zod';
import { NamespaceIndex } from './namespace-index';
import { wireSnapshot } from './wire-snapshot';

/** The index of a namespace from its snapshot, as text. */
export function readIndex(text: string): NamespaceIndex {
  return new NamespaceIndex(z.parse(wireSnapshot, JSON.parse(text)));
}
