import { create, type DescMessage, type DescMethod } from '@bufbuild/protobuf';
import {
  flipt,
  fliptAnalytics,
  fliptAuth,
  fliptEvaluation,
  fliptMeta,
  fliptOfrep,
  pennonAnalytics,
  pennonAudit,
  pennonChanges,
  pennonDashboard,
  pennonExplain,
  pennonLooks,
  pennonTransfer,
} from '@pennon/proto';
import { allServices } from '../../../../test/support/all-services';
import { openServices } from '../open-services';
import { accessRequestsOf } from './access-table';

/** What the RPC needs, in words: resource, subject, action and namespace. */
function needs(method: DescMethod, request: object = {}): readonly string[] | undefined {
  return accessRequestsOf(method, create(method.input, request as Record<string, unknown>))?.map(
    ({ resource, subject, action, namespaceKey }) =>
      [resource, subject, action, namespaceKey ?? '–'].join(' '),
  );
}

const { method: tokens } = fliptAuth.AuthenticationService;

const words: Readonly<Record<string, string>> = {
  Get: 'read',
  List: 'read',
  Create: 'create',
  Update: 'update',
  Delete: 'delete',
  Order: 'update',
};

describe('what a management RPC needs', () => {
  const rpcs = flipt.Flipt.methods.filter(({ name }) => !name.endsWith('valuate'));

  it.each(rpcs.map((rpc) => [rpc.name, rpc] as const))('follows from what it does: %s', (name, rpc) => {
    const [, verb = '', noun = ''] = /^([A-Z][a-z]+)([A-Z][a-z]+?)s?$/.exec(name) ?? [];
    const subject = noun.toLowerCase();
    const inSegments = ['segment', 'constraint', 'distribution'].includes(subject);
    const resource = subject === 'namespace' ? 'namespace' : inSegments ? 'segment' : 'flag';
    const action = words[verb] ?? '';
    if (name === 'ListNamespaces') {
      expect(needs(rpc)).toEqual(['namespace namespace read –']);
      return;
    }
    expect(needs(rpc)).toEqual([`${resource} ${subject} ${action} default`]);
    const request = subject === 'namespace' ? { key: 'shop' } : { namespaceKey: 'shop' };
    expect(needs(rpc, request)).toEqual([`${resource} ${subject} ${action} shop`]);
  });

  const evaluationsOfOld = flipt.Flipt.methods.filter(({ name }) => name.endsWith('valuate'));

  it.each(evaluationsOfOld)('is to read a flag for the evaluation of old: %s', (rpc) => {
    expect(needs(rpc, { namespaceKey: 'shop' })).toEqual(['flag flag read shop']);
  });
});

describe('what the other RPCs need', () => {
  it('is to read flags and segments for a snapshot', () => {
    const { evaluationSnapshotNamespace } = fliptEvaluation.DataService.method;
    expect(needs(evaluationSnapshotNamespace, { key: 'shop' })).toEqual([
      'flag flag read shop',
      'segment segment read shop',
    ]);
    expect(needs(evaluationSnapshotNamespace)).toEqual([
      'flag flag read default',
      'segment segment read default',
    ]);
  });

  const { exportNamespace, importNamespace } = pennonTransfer.TransferService.method;

  const { compareFlag, findFlags, findRevisions } = pennonChanges.ChangeService.method;

  it('is to read flags and segments in each namespace that a flag is compared in', () => {
    expect(needs(compareFlag, { namespaceKey: 'shop', with: ['prod', '', 'prod'] })).toEqual(
      ['shop', 'prod', 'default'].flatMap((key) => [`flag flag read ${key}`, `segment segment read ${key}`]),
    );
  });

  it('is to see any namespace for revisions of all', () => {
    expect(needs(findRevisions)).toEqual(['namespace namespace read –']);
  });

  it('is to see the namespace for flags of one, and any for flags of all', () => {
    expect(needs(findFlags, { namespaceKey: 'shop' })).toEqual(['namespace namespace read shop']);
    expect(needs(findFlags)).toEqual(['namespace namespace read –']);
  });

  it('is to see any namespace for looks, and to change every namespace to set them', () => {
    const { listNamespaceLooks, setNamespaceLooks } = pennonLooks.LookService.method;
    expect(needs(listNamespaceLooks)).toEqual(['namespace namespace read –']);
    expect(needs(setNamespaceLooks)).toEqual(['namespace namespace update –']);
  });

  it('is to read flags and segments for an export', () => {
    expect(needs(exportNamespace)).toEqual(['flag flag read default', 'segment segment read default']);
    expect(needs(exportNamespace, { namespaceKey: 'shop' })).toEqual([
      'flag flag read shop',
      'segment segment read shop',
    ]);
  });

  it('is to read flags and segments for an explanation, unlike for an evaluation', () => {
    const { explain } = pennonExplain.ExplainService.method;
    expect(needs(explain, { namespaceKey: 'shop' })).toEqual([
      'flag flag read shop',
      'segment segment read shop',
    ]);
  });

  it('is to read everything for events, and tokens too unless they are those of one namespace', () => {
    const { listEvents } = pennonAudit.AuditService.method;
    expect(needs(listEvents, { namespaceKey: 'shop' })).toEqual([
      'namespace namespace read shop',
      'flag flag read shop',
      'segment segment read shop',
    ]);
    expect(needs(listEvents)).toEqual([
      'namespace namespace read –',
      'flag flag read –',
      'segment segment read –',
      'authentication token read –',
    ]);
  });

  it.each([
    ['createChange', 'create', undefined],
    ['revertRevision', 'create', undefined],
    ['updateChange', 'update', undefined],
    ['applyChange', 'update', 'apply'],
    ['cancelChange', 'update', 'cancel'],
    ['reviewChange', 'update', 'review'],
  ] as const)('is to change flags and segments for %s, and a refusal says %s or %s', (name, action, verb) => {
    const rpc = pennonChanges.ChangeService.method[name];
    const requests = accessRequestsOf(rpc, create(rpc.input as DescMessage, { namespaceKey: 'shop' }));
    const wanted = { subject: 'change', action, namespaceKey: 'shop', ...(verb !== undefined && { verb }) };
    expect(requests).toEqual(['flag', 'segment'].map((resource) => ({ resource, ...wanted })));
  });

  it('is to read flags and segments for a comment on a change', () => {
    const comment = { namespaceKey: 'shop', verdict: pennonChanges.Verdict.COMMENT };
    expect(needs(pennonChanges.ChangeService.method.reviewChange, comment)).toEqual([
      'flag flag read shop',
      'segment segment read shop',
    ]);
  });

  it('is to read everything for dead letters, and to change what is everywhere to offer them again', () => {
    const { listEvents, listDeadLetters, replayDeadLetters } = pennonAudit.AuditService.method;
    expect(needs(listDeadLetters)).toEqual(needs(listEvents));
    expect(needs(replayDeadLetters)).toEqual(['namespace dead letter update –']);
  });

  it('is to create counts, in no namespace, to add them', () => {
    expect(needs(pennonAnalytics.CountService.method.addCounts)).toEqual([
      'evaluation count evaluation count create –',
    ]);
  });

  it.each([
    fliptAnalytics.AnalyticsService.method.getFlagEvaluationsCount,
    pennonAnalytics.CountService.method.getValueCounts,
  ])('is to read flags for the counts of one: %s', (rpc) => {
    expect(needs(rpc, { namespaceKey: 'shop' })).toEqual(['flag flag read shop']);
    expect(needs(rpc)).toEqual(['flag flag read default']);
  });

  it('is to do everything with flags and segments for an import', () => {
    expect(needs(importNamespace, { namespaceKey: 'shop' })).toEqual([
      'flag flag create shop',
      'flag flag update shop',
      'flag flag delete shop',
      'segment segment create shop',
      'segment segment update shop',
      'segment segment delete shop',
    ]);
  });

  it.each([
    [tokens.listAuthentications, 'read'],
    [tokens.getAuthentication, 'read'],
    [tokens.deleteAuthentication, 'delete'],
    [fliptAuth.AuthenticationMethodTokenService.method.createToken, 'create'],
  ] as const)('is to do so with tokens, in no namespace: %s', (rpc, action) => {
    expect(needs(rpc, { namespaceKey: 'shop' })).toEqual([`authentication token ${action} –`]);
  });

  it.each([
    ...fliptEvaluation.EvaluationService.methods,
    ...fliptOfrep.OFREPService.methods,
    ...fliptMeta.MetadataService.methods,
    ...pennonDashboard.DashboardService.methods,
    tokens.getAuthenticationSelf,
    tokens.expireAuthenticationSelf,
  ])('is nothing for %s', (rpc) => {
    expect(needs(rpc)).toEqual([]);
  });
});

it('every RPC there is was thought of, but those that need no credential', () => {
  const exclude = { management: false, metadata: false, evaluation: false, ofrep: false };
  const forgotten = allServices
    .flatMap(({ methods }) => methods)
    .filter((rpc) => needs(rpc) === undefined && !openServices({ exclude }).has(rpc.parent));
  expect(forgotten.map(({ name }) => name)).toEqual([]);
});
