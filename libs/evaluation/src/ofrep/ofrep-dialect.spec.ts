import { errorStatus } from '@pennon/api';
import type { fliptOfrep } from '@pennon/proto';
import { InvalidArgumentError, NotFoundError } from '@pennon/domain';
import { type BooleanResult, type VariantResult } from '@pennon/snapshot';
import { flagText, presentFailure } from './bulk-answer';
import { OfrepDialect } from './ofrep-dialect';

const flipt = new OfrepDialect('flipt');
const openfeature = new OfrepDialect('openfeature');

/** What a caller of the HTTP door sees. */
function jsonOf(flag: fliptOfrep.EvaluatedFlag): unknown {
  return JSON.parse(flagText(flag));
}

function aVariant(changes: Partial<VariantResult> = {}): VariantResult {
  return {
    type: 'variant',
    flagKey: 'colour',
    isMatch: false,
    reason: 'unknown',
    basis: 'properties',
    variantKey: '',
    attachment: '',
    segmentKeys: [],
    ...changes,
  };
}

function aBoolean(changes: Partial<BooleanResult> = {}): BooleanResult {
  return {
    type: 'boolean',
    flagKey: 'banner',
    isEnabled: true,
    reason: 'default',
    basis: 'nothing',
    segmentKeys: [],
    ...changes,
  };
}

const match = { isMatch: true, reason: 'match', variantKey: 'orange' } as const;
const metadata = { owner: 'payments', size: 2, isOld: false };

describe.each([flipt, openfeature])('an evaluated flag in the dialect $name', (dialect) => {
  it('has its variant for a value, and tells segments and attachment', () => {
    const result = aVariant({ ...match, attachment: '{"hex":"#f60"}', segmentKeys: ['dutch', 'beta'] });
    expect(jsonOf(dialect.present(result))).toEqual({
      key: 'colour',
      reason: 'TARGETING_MATCH',
      variant: 'orange',
      metadata: { segments: 'dutch,beta', attachment: '{"hex":"#f60"}' },
      value: 'orange',
    });
  });

  it.each([
    ['segments without an attachment', { segmentKeys: ['us'] }, { segments: 'us' }],
    ['an attachment without segments', { attachment: '"x"' }, { attachment: '"x"' }],
  ])('tells %s', (_, changes, told) => {
    expect(jsonOf(dialect.present(aVariant({ ...match, ...changes })))).toHaveProperty('metadata', told);
  });

  it('has text for a value, also when the text is a number', () => {
    const result = aVariant({ ...match, variantKey: '5' });
    expect(jsonOf(dialect.present(result))).toMatchObject({ variant: '5', value: '5' });
  });

  it.each([true, false])('has a boolean for the value of a boolean flag: %s', (isEnabled) => {
    const result = aBoolean({ isEnabled, reason: 'match', segmentKeys: ['dutch'] });
    expect(jsonOf(dialect.present(result))).toEqual({
      key: 'banner',
      reason: 'TARGETING_MATCH',
      variant: String(isEnabled),
      metadata: {},
      value: isEnabled,
    });
  });
});

describe('in the dialect flipt', () => {
  it('a flag has all five members when nothing matched', () => {
    expect(jsonOf(flipt.present(aVariant({ metadata })))).toEqual({
      key: 'colour',
      reason: 'UNKNOWN',
      variant: '',
      metadata: {},
      value: '',
    });
  });

  it.each([
    ['match', 'TARGETING_MATCH'],
    ['default', 'DEFAULT'],
    ['flag-disabled', 'DISABLED'],
    ['unknown', 'UNKNOWN'],
  ] as const)('the reason is the one of Flipt: %s is %s', (reason, word) => {
    expect(jsonOf(flipt.present(aVariant({ reason, basis: 'split' })))).toMatchObject({ reason: word });
  });

  it('a boolean flag has no metadata, and its default is one', () => {
    expect(jsonOf(flipt.present(aBoolean({ metadata })))).toMatchObject({ reason: 'DEFAULT', metadata: {} });
  });
});

describe('in the dialect openfeature', () => {
  it.each<[string, Partial<VariantResult>, string]>([
    ['nothing matched', {}, 'UNKNOWN'],
    ['it is disabled', { reason: 'flag-disabled' }, 'DISABLED'],
    [
      'it is disabled, with a default variant',
      { reason: 'flag-disabled', variantKey: 'd', attachment: '1' },
      'DISABLED',
    ],
    ['the rule that matched has no variant', { isMatch: true, reason: 'match' }, 'TARGETING_MATCH'],
    ['no share is for the entity', { basis: 'split' }, 'UNKNOWN'],
  ])('a variant flag has neither value nor variant where %s', (_, changes, reason) => {
    expect(jsonOf(openfeature.present(aVariant(changes)))).toEqual({ key: 'colour', reason, metadata: {} });
  });

  it.each<[string, Partial<VariantResult>, string]>([
    ['the default variant, and no rules', { reason: 'default', variantKey: 'd', basis: 'nothing' }, 'STATIC'],
    ['the default variant, because no rule matched', { reason: 'default', variantKey: 'd' }, 'UNKNOWN'],
    [
      'the default variant, because no share is for the entity',
      { reason: 'default', variantKey: 'd', basis: 'split' },
      'SPLIT',
    ],
    ['a match', match, 'TARGETING_MATCH'],
    ['a share', { ...match, basis: 'split' }, 'SPLIT'],
  ])('the reason of a variant flag is one of OFREP: %s', (_, changes, reason) => {
    expect(jsonOf(openfeature.present(aVariant(changes)))).toMatchObject({ reason });
  });

  it.each<[string, Partial<BooleanResult>, string]>([
    ['no rollout', {}, 'STATIC'],
    ['a threshold', { reason: 'match', basis: 'split' }, 'SPLIT'],
    ['beyond a threshold', { basis: 'split' }, 'SPLIT'],
    ['a segment', { reason: 'match', basis: 'properties', segmentKeys: ['dutch'] }, 'TARGETING_MATCH'],
    ['in no segment', { basis: 'properties' }, 'UNKNOWN'],
  ])('the reason of a boolean flag is one of OFREP: %s', (_, changes, reason) => {
    expect(jsonOf(openfeature.present(aBoolean(changes)))).toMatchObject({ reason });
  });

  it('a flag tells its metadata, and a variant flag its segments and attachment beside it', () => {
    expect(jsonOf(openfeature.present(aBoolean({ metadata })))).toMatchObject({ metadata });
    expect(jsonOf(openfeature.present(aVariant({ metadata })))).toMatchObject({ metadata });
    const own = { ...metadata, segments: 'own', attachment: 'own' };
    const result = aVariant({ ...match, metadata: own, segmentKeys: ['dutch'], attachment: '"x"' });
    const told = { ...metadata, segments: 'dutch', attachment: '"x"' };
    expect(jsonOf(openfeature.present(result))).toHaveProperty('metadata', told);
  });
});

describe('a flag that could not be evaluated', () => {
  it.each([
    [new NotFoundError('flag was not found gone'), 'FLAG_NOT_FOUND', 'flag was not found gone'],
    [new InvalidArgumentError('bad context'), 'INVALID_CONTEXT', 'bad context'],
    [new Error('password=hunter2'), 'GENERAL', 'internal error'],
  ])('says why, and nothing else: %p', (error, errorCode, errorDetails) => {
    expect(jsonOf(presentFailure('gone', errorStatus(error)))).toEqual({
      key: 'gone',
      errorCode,
      errorDetails,
    });
  });
});
