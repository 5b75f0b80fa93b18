import { queryOptions } from '@tanstack/react-query';
import { api } from './client';
import { type Meta, type MetaConfig } from './types';
import { boolOf, objectOf, oneOf, textOf } from './wire';

/** What hardly changes while a page is open, in milliseconds. */
export const SELDOM = 5 * 60_000;

/** What the server says about itself; refused to tokens of one namespace. */
export function metaQuery() {
  return queryOptions({
    queryKey: ['meta'],
    staleTime: SELDOM,
    queryFn: async ({ signal }) => metaOf(await api.get<unknown>('/meta/info', { signal, refusable: true })),
  });
}

/** The configuration of the server; loaded where it is shown only. */
export function metaConfigQuery() {
  return queryOptions({
    queryKey: ['meta', 'config'],
    staleTime: SELDOM,
    queryFn: async ({ signal }): Promise<MetaConfig> =>
      objectOf(await api.get<unknown>('/meta/config', { signal, refusable: true })),
  });
}

/** True when a policy decides who may do what. */
export function isAuthorizationRequired(config: MetaConfig): boolean {
  return boolOf(objectOf(config.authorization), 'required');
}

export function metaOf(wire: unknown): Meta {
  const object = objectOf(wire);
  const storage = objectOf(object.storage);
  const ui = objectOf(object.ui);
  return {
    version: textOf(object, 'version'),
    latestVersion: textOf(object, 'latestVersion'),
    updateAvailable: boolOf(object, 'updateAvailable'),
    commit: textOf(object, 'commit'),
    buildDate: textOf(object, 'buildDate'),
    isAuthenticationRequired: boolOf(objectOf(object.authentication), 'required'),
    storage: {
      kind: oneOf(storage, 'type', ['database', 'local', 'object']),
      isReadOnly: boolOf(storage, 'readOnly'),
    },
    hasAnalytics: boolOf(objectOf(object.analytics), 'enabled'),
    theme: oneOf(ui, 'theme', ['system', 'dark', 'light']),
    topbarColor: textOf(ui, 'topbarColor'),
    topbarLabel: textOf(ui, 'topbarLabel'),
  };
}

/** The members that are texts. */
export function textMembers(wire: unknown): Readonly<Record<string, string>> {
  const texts = Object.entries(objectOf(wire)).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return Object.fromEntries(texts);
}
