import { toJson } from '@bufbuild/protobuf';
import { errorStatus, fliptOfrep } from '@pennon/api';
import { InvalidArgumentError, NotFoundError } from '@pennon/domain';
import { type VariantResult } from '@pennon/snapshot';
import { presentBoolean, presentFailure, presentVariant } from './ofrep.presenter';

/** What a caller of the HTTP door sees. */
function jsonOf(flag: fliptOfrep.EvaluatedFlag): unknown {
  return toJson(fliptOfrep.EvaluatedFlagSchema, flag, { alwaysEmitImplicit: true });
}

function aResult(changes: Partial<VariantResult> = {}): VariantResult {
  return {
    type: 'variant',
    flagKey: 'colour',
    isMatch: false,
    reason: 'unknown',
    variantKey: '',
    attachment: '',
    segmentKeys: [],
    ...changes,
  };
}

describe('an evaluated variant flag', () => {
  it('has its variant for a value, and tells segments and attachment', () => {
    const result = aResult({
      isMatch: true,
      reason: 'match',
      variantKey: 'orange',
      attachment: '{"hex":"#f60"}',
      segmentKeys: ['dutch', 'beta'],
    });
    expect(jsonOf(presentVariant(result))).toEqual({
      key: 'colour',
      reason: 'TARGETING_MATCH',
      variant: 'orange',
      metadata: { segments: 'dutch,beta', attachment: '{"hex":"#f60"}' },
      value: 'orange',
    });
  });

  it('has all five members when nothing matched', () => {
    expect(jsonOf(presentVariant(aResult()))).toEqual({
      key: 'colour',
      reason: 'UNKNOWN',
      variant: '',
      metadata: {},
      value: '',
    });
  });

  it.each([
    ['segments without an attachment', { segmentKeys: ['us'] }, { segments: 'us' }],
    ['an attachment without segments', { attachment: '"x"' }, { attachment: '"x"' }],
  ])('tells %s', (_, changes, metadata) => {
    expect(jsonOf(presentVariant(aResult(changes)))).toHaveProperty('metadata', metadata);
  });

  it('has text for a value, also when the text is a number', () => {
    expect(jsonOf(presentVariant(aResult({ variantKey: '5' })))).toMatchObject({
      variant: '5',
      value: '5',
    });
  });

  it.each([
    ['match', 'TARGETING_MATCH'],
    ['default', 'DEFAULT'],
    ['flag-disabled', 'DISABLED'],
    ['unknown', 'UNKNOWN'],
  ] as const)('gives its reason in the words of OFREP: %s is %s', (reason, word) => {
    expect(jsonOf(presentVariant(aResult({ reason })))).toMatchObject({ reason: word });
  });
});

describe('an evaluated boolean flag', () => {
  it.each([
    [true, 'match', 'TARGETING_MATCH'],
    [false, 'match', 'TARGETING_MATCH'],
    [true, 'default', 'DEFAULT'],
    [false, 'default', 'DEFAULT'],
  ] as const)('is %s by %s, and never has metadata', (isEnabled, reason, word) => {
    expect(
      jsonOf(
        presentBoolean({ type: 'boolean', flagKey: 'banner', isEnabled, reason, segmentKeys: ['dutch'] }),
      ),
    ).toEqual({
      key: 'banner',
      reason: word,
      variant: String(isEnabled),
      metadata: {},
      value: isEnabled,
    });
  });
});

describe('a flag that could not be evaluated', () => {
  it.each([
    [new NotFoundError('flag was not found gone'), 'FLAG_NOT_FOUND', 'flag was not found gone'],
    [new InvalidArgumentError('bad context'), 'INVALID_CONTEXT', 'bad context'],
    [new Error('password=hunter2'), 'GENERAL', 'internal error'],
  ])('says why, and has neither value nor metadata: %p', (error, errorCode, errorDetails) => {
    expect(jsonOf(presentFailure('gone', errorStatus(error)))).toEqual({
      key: 'gone',
      reason: 'UNKNOWN',
      variant: '',
      errorCode,
      errorDetails,
    });
  });
});
