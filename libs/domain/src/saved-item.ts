import type { AuditOrigin } from './audit';
import type { Instant } from './time';

/** What people save in a namespace: users to test flags with, and views of lists. */
export const savedKinds = ['sample_user', 'view'] as const;
export type SavedKind = (typeof savedKinds)[number];

/** Most items of a kind in a namespace. */
export const MAX_SAVED_ITEMS = 200;

/** Longest content of an item, in bytes of its JSON. */
export const MAX_SAVED_BYTES = 4096;

/** A user, real or made up, whose answers people want to see. */
export interface SampleUser {
  readonly entityId: string;
  readonly context: Readonly<Record<string, string>>;
}

/** What a list shows. */
export interface SavedView {
  /** What the page of the list reads. */
  readonly query: string;
}

/** What an item holds, by its kind. */
export type SavedContent =
  | { readonly kind: 'sample_user'; readonly content: SampleUser }
  | { readonly kind: 'view'; readonly content: SavedView };

/** Something that people saved in a namespace for everybody who works there. It changes no answer. */
export type SavedItem = SavedContent & {
  readonly namespaceKey: string;
  /** A UUID. */
  readonly id: string;
  /** No two items of a kind share it. */
  readonly name: string;
  /** Who saved it first. */
  readonly owner: AuditOrigin;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
};
