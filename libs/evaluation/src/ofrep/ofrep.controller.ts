import { randomUUID } from 'node:crypto';
import { Controller, Logger } from '@nestjs/common';
import { errorStatus, ofrepNamespaceOf, Rpc, type RpcCall } from '@pennon/api';
import { fliptOfrep } from '@pennon/proto';
import { InvalidArgumentError, NotFoundError, trimSpace } from '@pennon/domain';
import { KnownSegments, type EvaluationContext } from '@pennon/evaluator';
import { type CompiledFlag, type EvaluationResult, type Snapshot } from '@pennon/snapshot';
import { BatchLimit } from '../evaluating/batch-limit';
import { FlagEvaluator } from '../evaluating/flag-evaluator';
import { FreshSnapshots } from '../evaluating/fresh-snapshots';
import { BulkAnswer, bulkTag, FlagAnswer, type FlagOutcome, presentFailure } from './bulk-answer';
import { OfrepDialect } from './ofrep-dialect';
import { bulkShortcut, flagShortcut } from './ofrep.shortcuts';
import { ProviderConfiguration } from './provider-configuration';

const { method } = fliptOfrep.OFREPService;

/** The status of a missing flag; once, because to make an error costs more than to evaluate a flag. */
const notFound = errorStatus(new NotFoundError(''));

/** What is asked of a flag. */
interface Question {
  readonly namespaceKey: string;
  readonly entityId: string;
  readonly context: EvaluationContext;
  /** What is known of the entity from other flags of the same call. */
  readonly known?: KnownSegments;
}

/** The RPCs for OpenFeature providers. */
@Controller()
export class OfrepController {
  private readonly logger = new Logger('ofrep');

  constructor(
    private readonly batchLimit: BatchLimit,
    private readonly dialect: OfrepDialect,
    private readonly evaluator: FlagEvaluator,
    private readonly snapshots: FreshSnapshots,
    private readonly configuration: ProviderConfiguration,
  ) {}

  @Rpc(method.getProviderConfiguration)
  getProviderConfiguration(): fliptOfrep.GetProviderConfigurationResponse {
    return this.configuration.message;
  }

  @Rpc(method.evaluateFlag, flagShortcut)
  evaluateFlag(
    { key, context }: fliptOfrep.EvaluateFlagRequest,
    call: RpcCall,
  ): FlagAnswer | Promise<FlagAnswer> {
    if (key === '') throw new InvalidArgumentError('flag key was not provided');
    const namespaceKey = ofrepNamespaceOf(call);
    return this.snapshots.answerFrom(namespaceKey, call, (snapshot) => {
      const flag = snapshot?.flags.get(key);
      if (flag === undefined) throw missing(key);
      const question = { namespaceKey, entityId: entityIdIn(context), context };
      return new FlagAnswer(this.evaluate(flag, question), this.dialect);
    });
  }

  /**
   * Whatever is wrong with one flag is no error of the call, but for a named flag that is missing, in the dialect that
   * wants it so. A caller who holds the answer is told so without an evaluation.
   */
  @Rpc(method.evaluateBulk, bulkShortcut)
  evaluateBulk({ context }: fliptOfrep.EvaluateBulkRequest, call: RpcCall): BulkAnswer | Promise<BulkAnswer> {
    const keys = keysIn(context);
    if (keys !== undefined) this.batchLimit.assertWithin('flags', keys);
    const namespaceKey = ofrepNamespaceOf(call);
    return this.snapshots.answerFrom(namespaceKey, call, (snapshot) => {
      if (keys !== undefined && this.dialect.refusesMissingFlags) assertNoneMissing(snapshot, keys);
      const isHeld =
        snapshot !== undefined &&
        context.targetingKey !== undefined &&
        call.tagAnswer(bulkTag(snapshot, context, this.dialect));
      const outcomes = isHeld ? [] : this.evaluateAll(namespaceKey, snapshot, keys, context);
      return new BulkAnswer(outcomes, this.dialect);
    });
  }

  /** The named flags in the order named, or all that a bulk call lists in creation order. */
  private evaluateAll(
    namespaceKey: string,
    snapshot: Snapshot | undefined,
    keys: readonly string[] | undefined,
    context: EvaluationContext,
  ): FlagOutcome[] {
    const entityId = entityIdIn(context);
    const question = { namespaceKey, entityId, context, known: KnownSegments.of(entityId, context) };
    if (keys !== undefined) {
      return keys.map((key) => {
        const flag = snapshot?.flags.get(key);
        if (flag !== undefined) return this.evaluateSafely(flag, question);
        const failure = { grpc: notFound.grpc, message: textOfMissing(key) };
        return { type: 'failure', entry: presentFailure(key, failure) };
      });
    }
    const outcomes: FlagOutcome[] = [];
    for (const flag of snapshot?.flags.values() ?? []) {
      if (this.dialect.lists(flag)) outcomes.push(this.evaluateSafely(flag, question));
    }
    return outcomes;
  }

  /** No flag throws by its design; should one do so all the same, the others still have their answers. */
  private evaluateSafely(flag: CompiledFlag, question: Question): FlagOutcome {
    try {
      return this.evaluate(flag, question);
    } catch (error) {
      this.logger.error({ err: error, flag: flag.key }, 'flag could not be evaluated');
      return { type: 'failure', entry: presentFailure(flag.key, errorStatus(error)) };
    }
  }

  private evaluate(flag: CompiledFlag, question: Question): EvaluationResult {
    const { namespaceKey, entityId, context, known } = question;
    return flag.type === 'boolean'
      ? this.evaluator.boolean(namespaceKey, flag, entityId, context, known)
      : this.evaluator.variant(namespaceKey, flag, entityId, context, known);
  }
}

/** The entity, which may be the empty text; one nobody has seen before when the context names none. */
function entityIdIn({ targetingKey }: EvaluationContext): string {
  return targetingKey ?? randomUUID();
}

/** The keys that a bulk call names; undefined when it means all flags. */
function keysIn({ flags }: EvaluationContext): readonly string[] | undefined {
  return flags?.split(',').map(trimSpace);
}

/** @throws NotFoundError for the first key that no flag has. */
function assertNoneMissing(snapshot: Snapshot | undefined, keys: readonly string[]): void {
  for (const key of keys) if (snapshot?.flags.has(key) !== true) throw missing(key);
}

function missing(key: string): NotFoundError {
  return new NotFoundError(textOfMissing(key), { flagKey: key });
}

function textOfMissing(key: string): string {
  return `flag was not found ${key}`;
}
