import { readAuthorities } from '@pennon/api';
import { type OrchestratorConfig } from '@pennon/config';
import { ClusterClient } from './cluster-client';

/** Where the operator says the settings are. */
const SECTION = 'authentication.methods.orchestrator';

/**
 * What asks the cluster that the operator has named. The cluster need not be there yet.
 *
 * @throws Error that names the setting, if the certificates cannot be read or the URL is not one of HTTPS.
 */
export function openCluster(config: OrchestratorConfig): ClusterClient {
  const discoveryUrl = new URL(config.discoveryUrl);
  // Our own token goes there.
  if (discoveryUrl.protocol !== 'https:') throw new Error(`${SECTION}.discovery_url must be an https URL`);
  const ca = readAuthorities(`${SECTION}.ca_path`, config.caPath);
  return new ClusterClient({ discoveryUrl, ca, tokenPath: config.serviceAccountTokenPath });
}
