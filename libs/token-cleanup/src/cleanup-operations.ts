import { type StoredMethod } from '@pennon/domain';

/**
 * What the cleanup of each method is called where its turns are kept; Flipt v1's words, so that both may take turns on
 * one database.
 */
export const cleanupOperations: Readonly<Record<StoredMethod, string>> = {
  token: 'cleanup_auth_METHOD_TOKEN',
  oidc: 'cleanup_auth_METHOD_OIDC',
  orchestrator: 'cleanup_auth_METHOD_KUBERNETES',
  codehost: 'cleanup_auth_METHOD_GITHUB',
};
