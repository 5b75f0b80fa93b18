import { METADATA_PREFIX, ROLE_KEY, type Identity } from '@pennon/domain';

const SERVICE_ACCOUNT_KEY = `${METADATA_PREFIX}orchestrator.serviceaccount.name`;

/**
 * The role or roles that a caller says it has; `''` for none. A workload has the role that its service account is
 * named after. Source: contract/authentication.md 10.8.
 */
export function roleTextOf({ method, metadata }: Identity): string {
  const key = method === 'orchestrator' ? SERVICE_ACCOUNT_KEY : ROLE_KEY;
  return metadata[key] ?? '';
}
