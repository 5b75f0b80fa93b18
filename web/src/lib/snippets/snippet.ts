import { type FlagType } from '@pennon/domain';

/** A way to ask for a flag from outside the dashboard. */
export type SnippetLanguage =
  | 'curl'
  | 'cli'
  | 'node'
  | 'go'
  | 'python'
  | 'java'
  | 'ruby'
  | 'rust'
  | 'csharp'
  | 'php'
  | 'react'
  | 'openfeature';

export interface SnippetRequest {
  readonly language: SnippetLanguage;
  /** Where the server is, with the prefix of a proxy and without a slash at the end. */
  readonly origin: string;
  readonly namespaceKey: string;
  readonly flagKey: string;
  readonly type: FlagType;
  /** A placeholder unless given. */
  readonly entityId?: string;
  readonly context?: Readonly<Record<string, string>>;
}

/** A complete piece of code, and what to install for it. */
export interface Snippet {
  /** Command, or line of a build file, that brings what the code imports; undefined where nothing is needed. */
  readonly install: string | undefined;
  readonly code: string;
}

/** What the writers of the languages are told. */
export interface SnippetQuestion {
  readonly origin: string;
  readonly namespaceKey: string;
  readonly flagKey: string;
  readonly isBoolean: boolean;
  readonly entityId: string;
  readonly context: readonly (readonly [name: string, value: string])[];
}

/** Stands for a credential: no real one is ever inserted. */
export const TOKEN_PLACEHOLDER = '<CLIENT_TOKEN>';

export const ENTITY_PLACEHOLDER = '<ENTITY_ID>';

/** What a program goes on with when there is no answer to a variant flag. */
export const FALLBACK_VARIANT = 'fallback';

/** The literal of the value that a program goes on with when there is no answer. */
export function fallbackOf(isBoolean: boolean, quote: (text: string) => string, no = 'false'): string {
  return isBoolean ? no : quote(FALLBACK_VARIANT);
}
