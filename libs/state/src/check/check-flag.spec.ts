import { type RolloutStep, type SegmentOperator } from '@pennon/domain';
import { checkFlag } from './check-flag';
import { type KnownSegments } from '../audience/known-segments';
import type { DistributionState, FlagState, RuleState } from '../flag-state';
import { aFlagState } from '@pennon/testing';

/** Segments `all` and `everybody` match everybody, `beta` and `pro` some. */
const segments: KnownSegments = {
  has: (key) => ['all', 'everybody', 'beta', 'pro'].includes(key),
  matchesEverybody: (key) => ['all', 'everybody'].includes(key),
};

const variants = ['on', 'off', 'new'].map((key) => ({ key, name: '', description: '', attachment: '' }));

const empty = aFlagState('f', { isEnabled: true, variants });

function variantFlag(rules: readonly RuleState[], changes: Partial<FlagState> = {}): FlagState {
  return { ...empty, type: 'variant', rules, ...changes };
}

function booleanFlag(steps: readonly RolloutStep[], changes: Partial<FlagState> = {}): FlagState {
  const rollouts = steps.map((step) => ({ description: '', step }));
  return { ...empty, type: 'boolean', rollouts, ...changes };
}

/** Segments as `beta` or `beta and pro`. */
function selection(text: string): { segmentKeys: readonly string[]; segmentOperator: SegmentOperator } {
  const segmentOperator = text.includes(' and ') ? 'and' : 'or';
  return { segmentKeys: text.split(/ and | or /), segmentOperator };
}

function rule(text: string, ...distributions: readonly DistributionState[]): RuleState {
  return { ...selection(text), distributions };
}

function shares(...percents: readonly number[]): readonly DistributionState[] {
  return percents.map((rolloutPercent, index) => ({
    variantKey: variants[index]?.key ?? '',
    rolloutPercent,
  }));
}

/** A threshold, or segments as `beta`; they answer true unless it says otherwise. */
function step(what: number | string, value = true): RolloutStep {
  return typeof what === 'number'
    ? { type: 'threshold', percent: what, value }
    : { type: 'segment', ...selection(what), value };
}

/** Findings as `check path`. */
function found(flag: FlagState): readonly string[] {
  return checkFlag(flag, segments).map(({ check, path }) => `${check} ${path}`);
}

describe('references', () => {
  it('to what exists are fine', () => {
    expect(
      checkFlag(variantFlag([rule('beta', ...shares(100))], { defaultVariantKey: 'on' }), segments),
    ).toEqual([]);
    expect(checkFlag(booleanFlag([step('beta or pro'), step(50)]), segments)).toEqual([]);
  });

  it('of a rule to segments and variants are errors when those do not exist', () => {
    const gone = { variantKey: 'a "b"', rolloutPercent: 50 };
    const flag = variantFlag([rule('beta'), rule('pro and gone', ...shares(50), gone)]);
    const about = { severity: 'error', kind: 'flag', key: 'f' };
    expect(checkFlag(flag, segments)).toEqual([
      {
        ...about,
        check: 'unknown_segment',
        path: 'rules[1].segmentKeys[1]',
        message: 'Rule 2 of flag "f" uses segment "gone", which does not exist.',
      },
      {
        ...about,
        check: 'unknown_variant',
        path: 'rules[1].distributions[1]',
        message: 'Rule 2 of flag "f" distributes variant "a \\"b\\"", which does not exist.',
      },
    ]);
  });

  it('of a rollout and of the default are errors when they lead nowhere', () => {
    expect(checkFlag(booleanFlag([step(5), step('gone')], { defaultVariantKey: 'gone' }), segments)).toEqual([
      {
        severity: 'error',
        check: 'unknown_variant',
        kind: 'flag',
        key: 'f',
        path: 'defaultVariantKey',
        message: 'The default of flag "f" is variant "gone", which does not exist.',
      },
      {
        severity: 'error',
        check: 'unknown_segment',
        kind: 'flag',
        key: 'f',
        path: 'rollouts[1].step.segmentKeys[0]',
        message: 'Rollout 2 of flag "f" uses segment "gone", which does not exist.',
      },
    ]);
  });

  it('are checked where the type of the flag never looks', () => {
    expect(found(booleanFlag([], { rules: [rule('gone')] }))).toEqual([
      'unknown_segment rules[0].segmentKeys[0]',
    ]);
    expect(found({ ...booleanFlag([step('gone')]), type: 'variant' })).toEqual([
      'unknown_segment rollouts[0].step.segmentKeys[0]',
    ]);
  });
});

describe('distributions', () => {
  it.each([[[]], [[100]], [[33.33, 33.33, 33.34]], [[0.1, 0.2, 99.7]], [[14.285_71, 28.571_43, 57.142_86]]])(
    'of %j are fine',
    (percents) => {
      expect(found(variantFlag([rule('beta', ...shares(...percents))]))).toEqual([]);
    },
  );

  it.each([
    [[60, 50], 'error', 'distributions_over', '110%'],
    [[33.34, 33.33, 33.34], 'error', 'distributions_over', '100.01%'],
    [[33.33, 33.33, 33.33], 'warning', 'distributions_under', '99.99%'],
    [[0], 'warning', 'distributions_under', '0%'],
  ])('of %j are found', (percents, severity, check, sum) => {
    expect(checkFlag(variantFlag([rule('beta', ...shares(...percents))]), segments)).toEqual([
      {
        severity,
        check,
        kind: 'flag',
        key: 'f',
        path: 'rules[0].distributions',
        message: `The distributions of rule 1 of flag "f" add up to ${sum} instead of 100%.`,
      },
    ]);
  });
});

describe('rules', () => {
  it.each(['all', 'beta or all', 'all or gone', 'all and everybody'])(
    'behind %s are never reached',
    (first) => {
      const flag = variantFlag([rule('beta'), rule(first), rule('pro'), rule('all')]);
      const warnings = checkFlag(flag, segments).filter(({ severity }) => severity === 'warning');
      const about = { severity: 'warning', check: 'unreachable_rule', kind: 'flag', key: 'f' };
      expect(warnings).toEqual([
        {
          ...about,
          path: 'rules[2]',
          message: 'Rule 3 of flag "f" is never reached: rule 2 matches everybody.',
        },
        {
          ...about,
          path: 'rules[3]',
          message: 'Rule 4 of flag "f" is never reached: rule 2 matches everybody.',
        },
      ]);
    },
  );

  it.each(['beta', 'beta and pro', 'beta and all', 'all and gone', 'gone'])(
    'behind %s are reached',
    (first) => {
      expect(found(variantFlag([rule(first), rule('pro')]))).not.toContainEqual(
        expect.stringContaining('unreachable'),
      );
    },
  );

  it.each([
    ['beta', 'beta', true],
    ['beta', 'beta and pro', true],
    ['beta or pro', 'pro', true],
    ['beta or pro', 'pro or beta', true],
    ['beta and pro', 'pro and beta', true],
    ['beta and pro', 'beta', false],
    ['beta', 'beta or pro', false],
    ['beta and pro', 'beta or pro', false],
    ['gone or beta', 'gone and pro', true],
  ])('for %s leave unreached one for %s: %s', (first, second, isUnreached) => {
    const messages = checkFlag(variantFlag([rule(first), rule(second)]), segments)
      .filter(({ check }) => check === 'unreachable_rule')
      .map(({ message }) => message);
    const message = 'Rule 2 of flag "f" is never reached: rule 1 matches everybody in its segments.';
    expect(messages).toEqual(isUnreached ? [message] : []);
  });

  it('of a boolean flag are not looked at', () => {
    expect(found(booleanFlag([], { rules: [rule('all'), rule('beta')] }))).toEqual([]);
  });
});

describe('rollouts', () => {
  it.each<[first: number | string, behind: number | string, reason: string | undefined]>([
    ['all', 'beta', 'rollout 1 matches everybody'],
    ['all and everybody', 10, 'rollout 1 matches everybody'],
    ['beta or all', 100, 'rollout 1 matches everybody'],
    ['beta and all', 10, undefined],
    ['beta', 'pro', undefined],
    ['beta', 0, undefined],
    [100, 'beta', 'rollout 1 covers the first 100% of entities'],
    [99.5, 'beta', 'rollout 1 covers the first 100% of entities (99.5% rounded up)'],
    [99, 'beta', undefined],
    [99, 'all', undefined],
    [99, 100, undefined],
    [50, 20, 'rollout 1 covers the first 50% of entities'],
    [20, 50, undefined],
    [10.7, 10.2, 'rollout 1 covers the first 11% of entities (10.7% rounded up)'],
    [10.2, 10.7, 'rollout 1 covers the first 11% of entities (10.2% rounded up)'],
    [10, 10.2, undefined],
    [10, 0, 'rollout 1 covers the first 10% of entities'],
  ])('%s leaves %s unreached: %s', (first, behind, reason) => {
    const messages = checkFlag(booleanFlag([step(first), step(behind, false)]), segments);
    expect(messages).toEqual(
      reason === undefined
        ? []
        : [
            {
              severity: 'warning',
              check: 'unreachable_rule',
              kind: 'flag',
              key: 'f',
              path: 'rollouts[1]',
              message: `Rollout 2 of flag "f" is never reached: ${reason}.`,
            },
          ],
    );
  });

  it('of equal percent and different values are not both reached', () => {
    const flag = booleanFlag([step(10), step(10, false), step(5)]);
    expect(found(flag)).toEqual(['unreachable_rule rollouts[1]', 'unreachable_rule rollouts[2]']);
    // The first of the two is the one to change.
    expect(checkFlag(flag, segments)[1]?.message).toContain('rollout 1 covers');
  });

  it('are measured against the widest threshold in front of them', () => {
    const flag = booleanFlag([step(50), step(20), step('beta'), step(40), step(60)]);
    expect(checkFlag(flag, segments).map(({ message }) => message)).toEqual([
      'Rollout 2 of flag "f" is never reached: rollout 1 covers the first 50% of entities.',
      'Rollout 4 of flag "f" is never reached: rollout 1 covers the first 50% of entities.',
    ]);
  });

  it('that repeat an earlier one are said to repeat it, and nothing else', () => {
    const flag = booleanFlag([step('beta and pro'), step(100), step('pro and beta'), step(100), step('pro')]);
    expect(checkFlag(flag, segments).map(({ check, path, message }) => [check, path, message])).toEqual([
      ['repeated_rollout', 'rollouts[2]', 'Rollout 3 of flag "f" repeats rollout 1.'],
      ['repeated_rollout', 'rollouts[3]', 'Rollout 4 of flag "f" repeats rollout 2.'],
      [
        'unreachable_rule',
        'rollouts[4]',
        'Rollout 5 of flag "f" is never reached: rollout 2 covers the first 100% of entities.',
      ],
    ]);
  });

  it('that differ in value or operator repeat nothing', () => {
    expect(found(booleanFlag([step('beta'), step('beta', false)]))).toEqual([]);
    expect(found(booleanFlag([step('beta or pro'), step('beta and pro')]))).toEqual([]);
  });

  it('of a variant flag are not looked at', () => {
    expect(found({ ...booleanFlag([step('all'), step('all'), step('beta')]), type: 'variant' })).toEqual([]);
  });
});
