import {
  compileSnapshot,
  packSnapshotDocument,
  type CompiledBooleanFlag,
  type CompiledFlag,
  type CompiledVariantFlag,
  type Snapshot,
  type SnapshotDocument,
} from '@pennon/snapshot';
import { anEntityId, anEvaluatedDocument, anEvaluationContext } from '@pennon/testing';
import fc from 'fast-check';
import { runs } from '../../../test/support/size';
import { evaluateBoolean } from './evaluate-boolean';
import { evaluateVariant } from './evaluate-variant';
import { type EvaluationContext } from './evaluation-context';
import { explainBoolean } from './explain-boolean';
import { explainVariant } from './explain-variant';
import {
  type BooleanExplanation,
  type RolloutExplanation,
  type RuleExplanation,
  type SegmentExplanation,
  type SelectionExplanation,
  type VariantExplanation,
} from './explanation';

const often = { numRuns: runs(500) };

type Check<F, E> = (flag: F, explanation: E, snapshot: Snapshot) => void;

function everyVariantFlag(check: Check<CompiledVariantFlag, VariantExplanation>): void {
  everyFlag((flag, snapshot, entityId, context) => {
    if (flag.type !== 'variant') return;
    const explanation = explainVariant(flag, entityId, context, snapshot.document);
    expect(explanation.result).toEqual(evaluateVariant(flag, entityId, context));
    check(flag, explanation, snapshot);
  });
}

function everyBooleanFlag(check: Check<CompiledBooleanFlag, BooleanExplanation>): void {
  everyFlag((flag, snapshot, entityId, context) => {
    if (flag.type !== 'boolean') return;
    const explanation = explainBoolean(flag, entityId, context, snapshot.document);
    expect(explanation.result).toEqual(evaluateBoolean(flag, entityId, context));
    check(flag, explanation, snapshot);
  });
}

function everyFlag(
  check: (flag: CompiledFlag, snapshot: Snapshot, entityId: string, context: EvaluationContext) => void,
): void {
  fc.assert(
    fc.property(anEvaluatedDocument, anEntityId, anEvaluationContext, (document, entityId, context) => {
      const snapshot = compileSnapshot(document);
      for (const flag of snapshot.flags.values()) check(flag, snapshot, entityId, context);
    }),
    often,
  );
}

describe('the explanation of a variant flag', () => {
  it('ends in the answer of the evaluator, and its last step that was tried is the one that decided', () => {
    everyVariantFlag((flag, { isEnabled, rules, ending, defaultVariantKey, result }) => {
      expect(rules).toHaveLength(flag.rules.length);
      const tried = triedOf(rules);
      const last = tried.at(-1);
      if (!isEnabled) {
        expect([tried, ending, result.reason]).toEqual([[], 'flag-disabled', 'flag-disabled']);
        return;
      }
      const isDecided = last?.outcome === 'matched';
      expect(result.segmentKeys).toEqual(isDecided ? hitsOf(last) : []);
      expect(ending === 'no-step').toBe(!isDecided);
      expect(result.isMatch).toBe(ending === 'share' || ending === 'no-shares');
      const chosen = last?.split?.shares.find(({ isChosen }) => isChosen);
      expect(result.variantKey).toBe(chosen?.variantKey ?? defaultVariantKey ?? '');
    });
  });

  it('lays the shares out one after another, and chooses the one that holds the bucket', () => {
    everyVariantFlag((_, { rules, ending }) => {
      for (const { split } of rules) {
        if (split === undefined) continue;
        const { hash, shares } = split;
        expect(shares.map(({ from }) => from)).toEqual([0, ...shares.map(({ to }) => to)].slice(0, -1));
        const holding = shares.filter(({ from, to }) => from <= hash.bucket && hash.bucket < to);
        expect(shares.filter(({ isChosen }) => isChosen)).toEqual(holding);
        expect(ending).toBe(holding.length === 1 ? 'share' : 'uncovered');
      }
    });
  });
});

describe('the explanation of a boolean flag', () => {
  it('ends in the answer of the evaluator, and its last step that was tried is the one that decided', () => {
    everyBooleanFlag((flag, { isEnabled, rollouts, ending, result }) => {
      expect(rollouts).toHaveLength(flag.rollouts.length);
      const last = triedOf(rollouts).at(-1);
      const deciding = last?.outcome === 'matched' ? last : undefined;
      expect(result.reason).toBe(deciding === undefined ? 'default' : 'match');
      expect(result.isEnabled).toBe(deciding?.value ?? isEnabled);
      expect(result.segmentKeys).toEqual(deciding?.type === 'segment' ? hitsOf(deciding) : []);
      expect(ending).toBe(endings[deciding?.type ?? 'none']);
    });
  });

  it('matches a threshold exactly for a bucket below its percent', () => {
    everyBooleanFlag((_, { rollouts }) => {
      for (const step of rollouts) {
        if (step.type !== 'threshold' || step.hash === undefined) continue;
        expect(step.outcome).toBe(step.hash.bucket < step.percent ? 'matched' : 'not-matched');
      }
    });
  });
});

describe('an explanation', () => {
  it('tells of segments that match exactly when their constraints add up to it', () => {
    const check = (steps: readonly (RuleExplanation | RolloutExplanation)[]): void => {
      for (const { matchType, constraints, isMatch } of steps.flatMap(segmentsOf)) {
        const matches = constraints.filter(({ verdict }) => verdict === 'matched').length;
        const isEnough = matchType === 'all' ? matches === constraints.length : matches > 0;
        expect(isMatch).toBe(constraints.length === 0 || isEnough);
      }
    };
    everyVariantFlag((_, { rules }) => {
      check(rules);
    });
    everyBooleanFlag((_, { rollouts }) => {
      check(rollouts);
    });
  });

  it('quotes ids, ranks and constraints as the document has them', () => {
    everyVariantFlag(({ key }, { rules }, { document }) => {
      const flag = document.flags.findLast((each) => each.key === key);
      const stored = flag?.type === 'variant' ? flag.rules.map(({ id, rank }) => ({ id, rank })) : [];
      for (const { id, rank } of rules) expect(stored).toContainEqual({ id, rank });
      for (const segment of rules.flatMap(segmentsOf)) {
        const { constraints } = segmentIn(document, segment.key);
        expect(
          segment.constraints.map(({ id, type, property, operator, wanted }) => ({
            ...{ id, type, property, operator },
            value: wanted,
          })),
        ).toEqual(constraints);
      }
    });
  });

  it('is the same from a packed document', () => {
    everyFlag((flag, { document }, entityId, context) => {
      const packed = packSnapshotDocument(document);
      if (flag.type === 'variant') {
        expect(explainVariant(flag, entityId, context, packed)).toEqual(
          explainVariant(flag, entityId, context, document),
        );
      } else {
        expect(explainBoolean(flag, entityId, context, packed)).toEqual(
          explainBoolean(flag, entityId, context, document),
        );
      }
    });
  });
});

const endings = { threshold: 'threshold', segment: 'segments', none: 'no-step' } as const;

function triedOf<S extends RuleExplanation | RolloutExplanation>(steps: readonly S[]): readonly S[] {
  const tried = steps.filter(({ outcome }) => outcome !== 'skipped');
  // Nothing is tried after what was skipped, and nothing but the last matches.
  expect(steps.slice(0, tried.length)).toEqual(tried);
  expect(tried.slice(0, -1).filter(({ outcome }) => outcome === 'matched')).toEqual([]);
  return tried;
}

function segmentsOf(step: RuleExplanation | RolloutExplanation): readonly SegmentExplanation[] {
  return 'segments' in step ? step.segments : [];
}

function hitsOf({ segments }: SelectionExplanation): readonly string[] {
  return segments.filter(({ isMatch }) => isMatch).map(({ key }) => key);
}

function segmentIn(document: SnapshotDocument, key: string): SnapshotDocument['segments'][number] {
  const segment = document.segments.findLast((each) => each.key === key);
  if (segment === undefined) throw new Error(`the document has no segment ${key}`);
  return segment;
}
