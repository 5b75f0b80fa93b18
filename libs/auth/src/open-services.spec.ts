import { allServices } from '../../../test/support/all-services';
import { openServices } from './open-services';

const none = { management: false, metadata: false, evaluation: false, ofrep: false };

/** Names of the services whose every RPC is open. */
function openWith(exclude: Partial<typeof none>): readonly string[] {
  return [...openServices({ exclude: { ...none, ...exclude } })].map(({ typeName }) => typeName).sort();
}

const alwaysOpen = [
  'flipt.auth.AuthenticationMethodGithubService',
  'flipt.auth.AuthenticationMethodKubernetesService',
  'flipt.auth.AuthenticationMethodOIDCService',
  'flipt.auth.PublicAuthenticationService',
  'grpc.health.v1.Health',
  'pennon.reference.ReferenceService',
];

describe('without a credential', () => {
  it('one can see how to log in, log in, ask for the health, and read what the API is; that is all', () => {
    expect(allServices).toHaveLength(22);
    expect(openWith({})).toEqual(alwaysOpen);
  });
});

describe('an exclusion', () => {
  it.each([
    ['management', ['flipt.Flipt', 'pennon.explain.ExplainService', 'pennon.transfer.TransferService']],
    ['evaluation', ['flipt.evaluation.DataService', 'flipt.evaluation.EvaluationService']],
    ['ofrep', ['flipt.ofrep.OFREPService']],
    ['metadata', []],
  ] as const)('of %s opens %j', (name, opened) => {
    expect(openWith({ [name]: true })).toEqual([...alwaysOpen, ...opened].sort());
  });

  it('of all leaves the tokens, the metadata, the audit log, and what people save closed', () => {
    const open = openWith({ management: true, metadata: true, evaluation: true, ofrep: true });
    expect(allServices.map(({ typeName }) => typeName).filter((name) => !open.includes(name))).toEqual([
      'flipt.analytics.AnalyticsService',
      'flipt.auth.AuthenticationMethodTokenService',
      'flipt.auth.AuthenticationService',
      'flipt.meta.MetadataService',
      'pennon.analytics.CountService',
      'pennon.audit.AuditService',
      'pennon.changes.ChangeService',
      'pennon.dashboard.DashboardService',
      'pennon.looks.LookService',
      'pennon.saved.SavedService',
    ]);
  });
});
