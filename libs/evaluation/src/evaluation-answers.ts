import { type Timestamp } from '@bufbuild/protobuf/wkt';
import { type fliptEvaluation } from '@pennon/api';
import { type BooleanResult, type EvaluationResult, type VariantResult } from '@pennon/snapshot';
import { reasonWords } from './evaluation.presenter';
import { isPlainId } from './request-id';
import { notesOf } from './result-notes';
import { callText, resultText } from './result-text';
import { timestampOf, type Timing } from './stopwatch';

/**
 * An answer to one request: a message whose fields are those of its result. Its JSON is written from the result too,
 * which has been written before.
 */
abstract class Answer<R extends EvaluationResult> {
  /** Of its own: the library takes a message field for unset that is only inherited. */
  readonly timestamp: Timestamp;

  constructor(
    readonly requestId: string,
    protected readonly result: R,
    private readonly timing: Timing,
  ) {
    this.timestamp = timestampOf(timing.epochMs);
  }

  get reason(): fliptEvaluation.EvaluationReason {
    return reasonWords.toWire(this.result.reason);
  }

  get requestDurationMillis(): number {
    return this.timing.requestDurationMillis;
  }

  get flagKey(): string {
    return this.result.flagKey;
  }

  get segmentKeys(): string[] {
    return [...this.result.segmentKeys];
  }

  /** The answer as compact JSON. */
  json(): string {
    return resultText(this.result, callText(this.requestId, this.timing));
  }

  /** Whether {@link json} has written ASCII alone. */
  get isAscii(): boolean {
    return notesOf(this.result).isAscii === true && isPlainId(this.requestId);
  }
}

/** A boolean answer on the wire. */
export class BooleanAnswer
  extends Answer<BooleanResult>
  implements fliptEvaluation.BooleanEvaluationResponse
{
  readonly $typeName = 'flipt.evaluation.BooleanEvaluationResponse';

  get enabled(): boolean {
    return this.result.isEnabled;
  }
}

/** A variant answer on the wire. */
export class VariantAnswer
  extends Answer<VariantResult>
  implements fliptEvaluation.VariantEvaluationResponse
{
  readonly $typeName = 'flipt.evaluation.VariantEvaluationResponse';

  get match(): boolean {
    return this.result.isMatch;
  }

  get variantKey(): string {
    return this.result.variantKey;
  }

  get variantAttachment(): string {
    return this.result.attachment;
  }
}
