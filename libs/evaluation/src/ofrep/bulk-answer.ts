import { hash } from 'node:crypto';
import { type JsonValue, toJson } from '@bufbuild/protobuf';
import { type Value, ValueSchema } from '@bufbuild/protobuf/wkt';
import { type errorStatus, JsonAnswer, ofrepErrorCode } from '@pennon/api';
import { VERSION } from '@pennon/platform';
import { fliptOfrep } from '@pennon/proto';
import type { EvaluationContext } from '@pennon/evaluator';
import type { EvaluationResult, Snapshot } from '@pennon/snapshot';
import { keepTexts, notesOf } from '../wire/result-notes';
import type { OfrepDialect } from './ofrep-dialect';

/** What became of a flag: the result, or the entry that says why there is none. */
export type FlagOutcome = EvaluationResult | Failure;

interface Failure {
  readonly type: 'failure';
  readonly entry: fliptOfrep.EvaluatedFlag;
}

/**
 * A flag's entry: members in the order of the proto, without those that are missing. A flag without a value has no
 * variant, and one that could not be evaluated has no reason either, though the message cannot say so.
 */
export function flagText(flag: fliptOfrep.EvaluatedFlag): string {
  const { key, reason, variant, metadata, value, errorCode, errorDetails } = flag;
  return JSON.stringify({
    key,
    reason: errorCode === undefined ? fliptOfrep.EvaluateReason[reason] : undefined,
    variant: value && variant,
    metadata,
    value: value && valueJson(value),
    errorCode,
    errorDetails,
  });
}

/** Flags have text and booleans for values; any other kind takes the general way. */
function valueJson(value: Value): JsonValue {
  const { kind } = value;
  return kind.case === 'stringValue' || kind.case === 'boolValue' ? kind.value : toJson(ValueSchema, value);
}

/** The JSON of a bulk answer. What is written of a result is kept with it. */
function bulkText(outcomes: readonly FlagOutcome[], dialect: OfrepDialect): string {
  let entries = '';
  for (const outcome of outcomes) {
    const entry = outcome.type === 'failure' ? flagText(outcome.entry) : entryText(outcome, dialect);
    entries += entries === '' ? entry : `,${entry}`;
  }
  return `{"flags":[${entries}]}`;
}

function entryText(result: EvaluationResult, dialect: OfrepDialect): string {
  const notes = notesOf(result);
  if (notes.entry !== undefined) return notes.entry;
  const entry = flagText(dialect.present(result));
  keepTexts(notes, { entry });
  return entry;
}

/** The answer for one flag. */
export class FlagAnswer extends JsonAnswer<typeof fliptOfrep.EvaluatedFlagSchema> {
  constructor(
    private readonly result: EvaluationResult,
    private readonly dialect: OfrepDialect,
  ) {
    super();
  }

  json(): string {
    return entryText(this.result, this.dialect);
  }

  get isAscii(): boolean {
    return notesOf(this.result).isAscii === true;
  }

  message(): fliptOfrep.EvaluatedFlag {
    return this.dialect.present(this.result);
  }
}

/** The answer to a bulk call. Its JSON is written straight from what was evaluated. */
export class BulkAnswer extends JsonAnswer<typeof fliptOfrep.BulkEvaluationResponseSchema> {
  constructor(
    private readonly outcomes: readonly FlagOutcome[],
    private readonly dialect: OfrepDialect,
  ) {
    super();
  }

  json(): string {
    return bulkText(this.outcomes, this.dialect);
  }

  /** What is said of failures is not looked at. */
  get isAscii(): boolean {
    return this.outcomes.every((outcome) => outcome.type !== 'failure' && notesOf(outcome).isAscii === true);
  }

  message(): fliptOfrep.BulkEvaluationResponse {
    const flags = this.outcomes.map((outcome) =>
      outcome.type === 'failure' ? outcome.entry : this.dialect.present(outcome),
    );
    return { $typeName: 'flipt.ofrep.BulkEvaluationResponse', flags };
  }
}

/**
 * The entity tag of a bulk answer: strong, with its quotes, as OFREP 0.3 wants it.
 *
 * It names everything that the answer depends on: the state of the namespace, the whole context, whatever the order
 * of its members, and how this version answers in this dialect. So it is known before anything is evaluated.
 * An answer for an entity without an id is random, and must not get one.
 */
export function bulkTag(
  { document }: Snapshot,
  context: EvaluationContext,
  { name }: OfrepDialect,
  version = VERSION,
): string {
  // Texts in JSON cannot run into each other, so different states never make the same list.
  const { namespaceKey, revision, mark } = document;
  // The mark alone tells it: instances that read the same files have numbers of their own for one state.
  const state: (string | number | undefined)[] = [version, name, namespaceKey, mark ?? revision];
  for (const property of Object.keys(context).sort()) state.push(property, context[property]);
  return `"${hash('sha256', JSON.stringify(state))}"`;
}

/** What a caller is told about an error. */
type FailureStatus = Pick<ReturnType<typeof errorStatus>, 'grpc' | 'message'>;

/** The entry of a flag of a bulk answer that could not be evaluated. */
export function presentFailure(key: string, { grpc, message }: FailureStatus): fliptOfrep.EvaluatedFlag {
  return {
    $typeName: 'flipt.ofrep.EvaluatedFlag',
    key,
    // Neither is written: the message has no other way to say that they are missing.
    reason: fliptOfrep.EvaluateReason.UNKNOWN,
    variant: '',
    errorCode: ofrepErrorCode(grpc),
    errorDetails: message,
  };
}
