import type { flipt } from '@pennon/proto';
import { isAuthorizationRequired, metaOf } from './meta';
import { loginMethodOf } from './methods';
import { constraintOf, flagOf, rolloutOf, ruleOf } from './normalise';
import { tokenOf } from './tokens';

describe('what arrives', () => {
  it('a flag of a list and a flag alone are the same', () => {
    const alone = flagOf({ key: 'a', type: 'BOOLEAN_FLAG_TYPE', enabled: true });
    expect(
      flagOf({ key: 'a', type: 'BOOLEAN_FLAG_TYPE', enabled: true, variants: [], metadata: {} }),
    ).toEqual(alone);
    expect(alone).toMatchObject({ metadata: {}, variants: [], defaultVariant: undefined, description: '' });
  });

  it('a rule has its segments in one place', () => {
    expect(ruleOf({ segmentKey: 'eu', segmentKeys: [] }).segmentKeys).toEqual(['eu']);
    const segmentOperator = 'AND_SEGMENT_OPERATOR' as const;
    const both = { segmentKey: '', segmentKeys: ['eu', 'staff'], segmentOperator };
    expect(ruleOf(both)).toMatchObject({
      segmentKeys: ['eu', 'staff'],
      segmentOperator,
    });
  });

  it('a rollout is of the kind that its content says', () => {
    expect(rolloutOf({ rank: 1, threshold: { percentage: 33.33, value: true } })).toMatchObject({
      type: 'THRESHOLD_ROLLOUT_TYPE',
      threshold: { percentage: 33.33, value: true },
    });
    expect(rolloutOf({ rank: 2, segment: { segmentKeys: ['eu'], value: false } })).toMatchObject({
      type: 'SEGMENT_ROLLOUT_TYPE',
      segment: { segmentKeys: ['eu'], value: false, segmentOperator: 'OR_SEGMENT_OPERATOR' },
    });
  });

  it('operators are lower case', () => {
    expect(constraintOf({ operator: 'IsOneOf' }).operator).toBe('isoneof');
  });

  it('metadata keeps keys such as __proto__', () => {
    const wire = JSON.parse('{"key":"a","metadata":{"__proto__":{"x":1},"n":null}}') as flipt.FlagJson;
    const { metadata } = flagOf(wire);
    expect(JSON.stringify(metadata)).toBe('{"__proto__":{"x":1},"n":null}');
  });

  it('absent means false', () => {
    expect(metaOf({ storage: { type: 'database' }, analytics: {} })).toMatchObject({
      isAuthenticationRequired: false,
      hasAnalytics: false,
      storage: { kind: 'database', isReadOnly: false },
      theme: 'system',
      topbarColor: '',
      topbarLabel: '',
    });
  });

  it('tells where flags come from', () => {
    expect(metaOf({ storage: { type: 'object', readOnly: true } }).storage).toEqual({
      kind: 'object',
      isReadOnly: true,
    });
  });

  it('finds the label of the environment', () => {
    expect(metaOf({ ui: { topbarLabel: 'production' } }).topbarLabel).toBe('production');
  });

  it('finds whether a policy decides', () => {
    expect(isAuthorizationRequired({ authorization: { required: true } })).toBe(true);
  });

  it('methods have the name of the server, and metadata keys are canonical', () => {
    expect(loginMethodOf({ method: 'METHOD_GITHUB', enabled: true }).method).toBe('METHOD_GITHUB');
    expect(
      tokenOf({ method: 'METHOD_KUBERNETES', metadata: { 'io.flipt.auth.k8s.namespace': 'ci' } }),
    ).toMatchObject({
      method: 'METHOD_KUBERNETES',
      metadata: { 'io.service.auth.orchestrator.namespace': 'ci' },
      expiresAt: undefined,
    });
  });

  it('providers keep their order', () => {
    const providers = { zitadel: { authorize_url: '/z' }, acme: { authorize_url: '/a' } };
    const { providers: read } = loginMethodOf({
      method: 'METHOD_OIDC',
      enabled: true,
      metadata: { providers },
    });
    expect(read).toEqual([
      { name: 'zitadel', authorizeUrl: '/z' },
      { name: 'acme', authorizeUrl: '/a' },
    ]);
  });
});
