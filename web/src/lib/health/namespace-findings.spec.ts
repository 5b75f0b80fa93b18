import { knownSegments } from '@pennon/state';
import { aShownFlag, aVariant } from '../../../tests/support/a-flag';
import { type Flag, type FlagContents, type Rollout, type Rule, type Segment } from '../model';
import { findingId, severityOf, type HealthFinding } from './health-finding';
import { findingsOfOneFlag, namespaceFindings, type NamespaceFacts } from './namespace-findings';
import { tokenProblems } from './token-hygiene';

const now = new Date('2026-11-22T12:00:00Z');
const recent = '2026-11-20T12:00:00Z';
const old = '2026-09-01T12:00:00Z';
const dated = { createdAt: old, updatedAt: old };

type Contents = NamespaceFacts['contents'][number];

const blue = aVariant('blue');
const variantFlag = (key: string, given: Partial<FlagContents> = {}, updatedAt = recent): Contents =>
  aShownFlag(key, { variants: [blue], defaultVariantKey: 'blue', updatedAt, ...given });
const booleanFlag = (key: string, updatedAt = recent): Contents =>
  aShownFlag(key, { type: 'boolean', isEnabled: false, updatedAt });
const rule = (segmentKey: string, ...percents: readonly number[]): Rule => ({
  ...{ id: `rule-of-${segmentKey}`, segmentKeys: [segmentKey], segmentOperator: 'or' },
  distributions: percents.map((rolloutPercent) => ({ variantKey: 'blue', rolloutPercent })),
});
const details = (key: string, given: Partial<Flag> = {}): FlagContents =>
  aShownFlag(key, { name: key, ...dated, ...given });
const segment = (key: string, ...values: readonly string[]): Segment => ({
  ...{ namespaceKey: 'shop', key, name: key, description: '', matchType: 'all' },
  constraints: values.map((value, index) => ({
    ...{ id: `${key}-${index}`, type: 'number', property: 'age', operator: 'gt', value, description: '' },
  })),
  ...dated,
});
const override = (createdAt: string): Rollout => ({
  id: 'o',
  description: 'Override by ann 2026-11-20',
  step: { type: 'threshold', percent: 100, value: true },
  createdAt,
});

const adults = segment('adults', '17');
const empty = segment('everyone');

const facts: NamespaceFacts = {
  contents: [
    variantFlag('sound'),
    variantFlag('unreachable', { rules: [rule('everyone', 100), rule('adults', 100)] }),
    variantFlag('nobody', { variants: [], defaultVariantKey: undefined }),
    variantFlag('gap', { rules: [rule('adults', 50)] }),
    variantFlag('rounding', { rules: [rule('adults', 33.34, 33.33, 33.33)] }),
    booleanFlag('leftovers'),
    variantFlag('stale', {}, old),
    variantFlag('kept', {}, old),
    variantFlag('long-lived', {}, old),
    booleanFlag('overridden', old),
    booleanFlag('just-overridden'),
  ],
  usedSegments: knownSegments([adults, empty]),
  neededSegments: new Set(['adults', 'empty', 'of-leftovers']),
  flags: [
    details('sound'),
    details('leftovers', { type: 'boolean', variants: [blue] }),
    details('stale'),
    details('kept', { metadata: { permanent: true } }),
    details('long-lived', { metadata: { lifecycle: 'permanent' } }),
    details('overridden', { type: 'boolean' }),
  ],
  segments: [adults, empty, segment('unused', '1'), segment('dead-too', 'old'), segment('of-leftovers', '1')],
  rollouts: new Map([
    ['overridden', [override('2026-11-21T11:00:00Z')]],
    ['just-overridden', [override('2026-11-22T00:00:00Z')]],
  ]),
  now,
  staleAfterDays: 30,
};

const short = (finding: HealthFinding): string =>
  `${finding.kind} ${finding.about === 'flag' ? finding.flagKey : finding.about === 'segment' ? finding.segmentKey : finding.tokenName}`;

test('each finding is reported exactly once, and no other', () => {
  expect(namespaceFindings(facts).map(short)).toEqual([
    'unreachable unreachable',
    'nobody-served nobody',
    'share-gap gap',
    'share-gap rounding',
    'leftovers leftovers',
    'stale stale',
    'override overridden',
    'unused unused',
    'unused dead-too',
  ]);
});

test('the stale text has its evidence', () => {
  const stale = namespaceFindings(facts).find(({ kind }) => kind === 'stale');
  expect(stale).toMatchObject({ unchangedDays: 82, value: { kind: 'variant', variantKey: 'blue' } });
});

test('mistakes are errors, and what may stay is advice', () => {
  expect(namespaceFindings(facts).map(severityOf)).toEqual([
    'error',
    'error',
    'error',
    'warning',
    'warning',
    'advice',
    'warning',
    'advice',
    'advice',
  ]);
});

test('every finding has a name of its own', () => {
  const ids = namespaceFindings(facts).map((finding) => findingId('shop', finding));
  expect(new Set(ids).size).toBe(ids.length);
});

describe('tokens', () => {
  const name = 'io.service.auth.token.name';
  test.each([
    ['an expired one', '2026-11-22T12:00:00Z', {}, ['expired']],
    ['one that expires in 14 days', '2026-12-06T12:00:00Z', {}, ['expiring']],
    ['one that expires later', '2026-12-06T12:00:01Z', {}, []],
    ['a full one without an end', undefined, {}, ['everlasting']],
    ['one of a namespace', undefined, { 'io.service.auth.token.namespace': 'shop' }, []],
    ['one of a role', undefined, { 'io.service.auth.role': 'viewer' }, []],
    ['that of the setup', '2027-12-06T12:00:01Z', { [name]: 'initial_bootstrap_token' }, ['bootstrap']],
  ])('%s', (_, expiresAt, metadata, problems) => {
    expect(tokenProblems({ id: 't', expiresAt, metadata }, now)).toEqual(problems);
  });
});

describe('findingsOfOneFlag', () => {
  const segments = [segment('adults', 'eighteen'), segment('others', 'nine')];
  const one = { segments, now, staleAfterDays: 30 };
  const below = (segmentKey: string): Rollout => ({
    ...override(recent),
    step: { type: 'segment', segmentKeys: [segmentKey], segmentOperator: 'or', value: true },
  });
  const banner = (...rollouts: readonly Rollout[]): FlagContents => ({
    ...details('banner', { type: 'boolean' }),
    rollouts,
  });

  it('finds what is wrong with the flag and with the segments that it uses, and nothing of others', () => {
    const covering = { ...override(recent), description: '' };
    expect(findingsOfOneFlag(banner(covering, below('adults')), one)).toEqual([
      { about: 'flag', flagKey: 'banner', kind: 'unreachable', position: 2 },
      { about: 'segment', segmentKey: 'adults', kind: 'not-a-number', position: 1, value: 'eighteen' },
    ]);
  });

  it('finds no fault with rollouts for being hidden by an override, only with what is wrong without it', () => {
    const contents = banner(override('2026-11-20T12:00:00Z'), below('adults'), below('gone'));
    expect(findingsOfOneFlag(contents, one)).toEqual([
      { about: 'flag', flagKey: 'banner', kind: 'missing-segment', position: 3 },
      { about: 'flag', flagKey: 'banner', kind: 'override', hours: 48 },
      { about: 'segment', segmentKey: 'adults', kind: 'not-a-number', position: 1, value: 'eighteen' },
    ]);
  });

  it('calls no flag stale that is overridden', () => {
    const contents = banner(override('2026-11-22T00:00:00Z'));
    const unchanged = { ...contents, updatedAt: '2026-01-01T00:00:00Z' };
    expect(findingsOfOneFlag(unchanged, { ...one, segments: [] })).toEqual([]);
  });
});
