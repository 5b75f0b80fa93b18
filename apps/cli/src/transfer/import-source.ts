import { type NamespaceDocument } from '@pennon/document';

/** Where an import gets its documents from. */
export interface ImportSource {
  /** How many namespaces there are. */
  readonly size: number;
  /** One document per namespace, which is all there is about it. May be asked for again, and gives the same. */
  documents(): AsyncIterable<NamespaceDocument>;
  close(): Promise<void>;
}
