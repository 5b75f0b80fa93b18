import type { flipt } from '@pennon/proto';
import { isAuthorizationRequired, metaOf } from './meta';
import { loginMethodOf } from './methods';
import { constraintOf, contentsOf, flagOf, segmentOf } from './normalise';
import { tokenOf } from './tokens';

describe('what arrives', () => {
  it('a flag of a list and a flag alone are the same', () => {
    const alone = flagOf({ key: 'a', type: 'BOOLEAN_FLAG_TYPE', enabled: true });
    expect(
      flagOf({ key: 'a', type: 'BOOLEAN_FLAG_TYPE', enabled: true, variants: [], metadata: {} }),
    ).toEqual(alone);
    expect(alone).toMatchObject({
      ...{ type: 'boolean', isEnabled: true, off: false },
      ...{ metadata: undefined, variants: [], defaultVariantKey: undefined, description: '' },
    });
  });

  it('tells by whom, since when and why a flag is off', () => {
    const off = { by: 'ann', at: '2026-11-20T12:00:00.5Z', reason: 'payments fail' };
    expect(flagOf({ key: 'a', off }).off).toEqual({
      ...off,
      at: Date.UTC(2026, 10, 20, 12, 0, 0, 500) * 1000,
    });
    expect(flagOf({ key: 'a', off: {} }).off).toMatchObject({ by: '', reason: '' });
  });

  it('a rule has its segments in one place', () => {
    const both = {
      ...{ segmentKey: '', segmentKeys: ['eu', 'staff'] },
      segmentOperator: 'AND_SEGMENT_OPERATOR' as const,
    };
    const { rules } = contentsOf({ rules: [{ segmentKey: 'eu', segmentKeys: [] }, both] });
    expect(rules).toMatchObject([
      { segmentKeys: ['eu'], segmentOperator: 'or' },
      { segmentKeys: ['eu', 'staff'], segmentOperator: 'and' },
    ]);
  });

  it('a share is of a variant by its key, and left out where that is gone', () => {
    const variants = [{ id: 'v1', key: 'blue' }];
    const distributions = [
      { variantId: 'v1', rollout: 33.33 },
      { variantId: 'gone', rollout: 50 },
    ];
    const { rules } = contentsOf({
      flag: { key: 'a', variants, defaultVariant: { id: 'v1', key: 'blue' } },
      rules: [{ id: 'r1', segmentKey: 'eu', distributions }],
    });
    expect(rules[0]?.distributions).toEqual([{ variantKey: 'blue', rolloutPercent: 33.33 }]);
  });

  it('a rollout is of the kind that its content says', () => {
    const rollouts = [
      { rank: 1, threshold: { percentage: 33.33, value: true } },
      { rank: 2, segment: { segmentKeys: ['eu'], value: false } },
    ];
    expect(contentsOf({ rollouts }).rollouts.map(({ step }) => step)).toEqual([
      { type: 'threshold', percent: 33.33, value: true },
      { type: 'segment', segmentKeys: ['eu'], value: false, segmentOperator: 'or' },
    ]);
  });

  it('a segment says of each constraint what type it is of', () => {
    const constraints = [
      { type: 'ENTITY_ID_COMPARISON_TYPE', operator: 'eq' } as const,
      { type: 'NUMBER_COMPARISON_TYPE', operator: 'gt' } as const,
      { operator: 'eq' },
    ];
    const segment = segmentOf({ key: 'eu', matchType: 'ANY_MATCH_TYPE', constraints });
    expect(segment.matchType).toBe('any');
    expect(segment.constraints.map(({ type }) => type)).toEqual(['entityId', 'number', 'string']);
    expect(segmentOf({ key: 'eu' })).toMatchObject({ matchType: 'all', constraints: [] });
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
