import {
  compileSnapshot,
  type CompiledBooleanFlag,
  type CompiledFlag,
  type CompiledVariantFlag,
  type SnapshotDocument,
  type EvaluationResult,
} from '@pennon/snapshot';
import { anEntityId, anEvaluatedDocument, anEvaluationContext } from '@pennon/testing';
import fc from 'fast-check';
import { runs } from '../../../test/support/size';
import { evaluateBoolean } from './evaluate-boolean';
import { evaluateVariant } from './evaluate-variant';
import { type EvaluationContext } from './evaluation-context';
import { KnownSegments } from './match-segments';

const often = { numRuns: runs(1000) };

describe('an evaluation', () => {
  it('is total and pure: any document and any request give the same answer twice and stay as they were', () => {
    fc.assert(
      fc.property(anEvaluatedDocument, anEntityId, anEvaluationContext, (document, entityId, context) => {
        deepFreeze(context);
        const snapshot = compileSnapshot(deepFreeze(document));
        for (const compiled of snapshot.flags.values()) {
          const answer = evaluate(compiled, entityId, context);
          expect(evaluate(compiled, entityId, context)).toEqual(answer);
        }
        expect(answersOf(structuredClone(document), entityId, context)).toEqual(
          answersOf(document, entityId, context),
        );
      }),
      often,
    );
  });

  it('is decided by the first rule that matches, whatever follows', () => {
    fc.assert(
      fc.property(anEvaluatedDocument, anEntityId, anEvaluationContext, (document, entityId, context) => {
        for (const compiled of variantFlagsOf(document)) {
          const alone = compiled.rules.map((only) =>
            evaluateVariant({ ...compiled, rules: [only] }, entityId, context),
          );
          const first = alone.find(({ segmentKeys }) => segmentKeys.length > 0);
          const none = evaluateVariant({ ...compiled, rules: [] }, entityId, context);
          const { basis: _, ...result } = evaluateVariant(compiled, entityId, context);
          expect(first ?? none).toMatchObject(result);
        }
      }),
      often,
    );
  });

  it('is decided by the first rollout that applies, whatever follows', () => {
    fc.assert(
      fc.property(anEvaluatedDocument, anEntityId, anEvaluationContext, (document, entityId, context) => {
        for (const compiled of booleanFlagsOf(document)) {
          const alone = compiled.rollouts.map((only) =>
            evaluateBoolean({ ...compiled, rollouts: [only] }, entityId, context),
          );
          const first = alone.find(({ reason }) => reason === 'match');
          const none = evaluateBoolean({ ...compiled, rollouts: [] }, entityId, context);
          const { basis: _, ...result } = evaluateBoolean(compiled, entityId, context);
          expect(first ?? none).toMatchObject(result);
        }
      }),
      often,
    );
  });

  it('is the same with what other flags have told of the entity, and of those before it', () => {
    const anEntity = fc.tuple(anEntityId, anEvaluationContext);
    fc.assert(
      fc.property(anEvaluatedDocument, fc.array(anEntity, { maxLength: 3 }), (document, entities) => {
        const flags = compileSnapshot(document).flags.values();
        let known: KnownSegments | undefined;
        for (const [entityId, context] of [...entities, ...entities]) {
          known = KnownSegments.of(entityId, context, known);
          for (const compiled of flags)
            expect(evaluate(compiled, entityId, context, known)).toEqual(
              evaluate(compiled, entityId, context),
            );
        }
      }),
      often,
    );
  });

  it('names segments in the order the rule lists them', () => {
    fc.assert(
      fc.property(anEvaluatedDocument, anEntityId, anEvaluationContext, (document, entityId, context) => {
        for (const compiled of variantFlagsOf(document)) {
          const { segmentKeys } = evaluateVariant(compiled, entityId, context);
          const listed = compiled.rules.map((each) =>
            each.segmentKeys.filter((listedKey) => segmentKeys.includes(listedKey)),
          );
          expect([[], ...listed]).toContainEqual(segmentKeys);
        }
      }),
      often,
    );
  });
});

function evaluate(
  compiled: CompiledFlag,
  entityId: string,
  context: EvaluationContext,
  known?: KnownSegments,
): EvaluationResult {
  return compiled.type === 'variant'
    ? evaluateVariant(compiled, entityId, context, known)
    : evaluateBoolean(compiled, entityId, context, known);
}

function answersOf(
  document: SnapshotDocument,
  entityId: string,
  context: EvaluationContext,
): readonly EvaluationResult[] {
  return [...compileSnapshot(document).flags.values()].map((each) => evaluate(each, entityId, context));
}

function variantFlagsOf(document: SnapshotDocument): readonly CompiledVariantFlag[] {
  return [...compileSnapshot(document).flags.values()].filter((each) => each.type === 'variant');
}

function booleanFlagsOf(document: SnapshotDocument): readonly CompiledBooleanFlag[] {
  return [...compileSnapshot(document).flags.values()].filter((each) => each.type === 'boolean');
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(deepFreeze);
  }
  return value;
}
