import { Clock } from '@pennon/domain';
import { fliptAuth } from '@pennon/proto';
import { type LoginMethod } from '../login/login-method';
import { openCluster } from './cluster';
import { OrchestratorController } from './orchestrator.controller';
import { ServiceAccountVerifier } from './service-account-verifier';

/** Logins of workloads by the service accounts of their cluster. */
export const orchestratorMethod: LoginMethod = {
  rpcs: {
    service: fliptAuth.AuthenticationMethodKubernetesService,
    controller: OrchestratorController,
    areOpen: true,
  },
  providers: ({ authentication, authorization }) => {
    const config = authentication.methods.orchestrator;
    // The verifier reads files when it is made, and those are there only where the method is enabled.
    if (!config.enabled) return [];
    return [
      {
        provide: ServiceAccountVerifier,
        useFactory: (clock: Clock) =>
          new ServiceAccountVerifier(config, openCluster(config), clock, authorization.required),
        inject: [Clock],
      },
    ];
  },
};
