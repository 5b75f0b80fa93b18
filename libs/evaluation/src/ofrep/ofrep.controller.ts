import { randomUUID } from 'node:crypto';
import { create } from '@bufbuild/protobuf';
import { Controller, Logger } from '@nestjs/common';
import { errorStatus, fliptOfrep, Rpc, type RpcCall } from '@pennon/api';
import { InvalidArgumentError, NotFoundError, resolveNamespaceKey, trimSpace } from '@pennon/domain';
import { evaluateBoolean, evaluateVariant, type EvaluationContext } from '@pennon/evaluator';
import { type CompiledFlag, type Snapshot } from '@pennon/snapshot';
import { SnapshotHolder } from '@pennon/snapshot-store';
import { BatchLimit } from '../batch-limit';
import { bulkTag } from './bulk-tag';
import { OfrepDialect } from './ofrep-dialect';
import { presentBoolean, presentFailure, presentVariant } from './ofrep.presenter';
import { bulkShortcut, flagShortcut } from './ofrep.shortcuts';

const { method } = fliptOfrep.OFREPService;

/** What a provider may know of this server; it has no cache whose age would tell how often to poll. */
const configuration = create(fliptOfrep.GetProviderConfigurationResponseSchema, {
  name: 'flipt',
  capabilities: {
    cacheInvalidation: { polling: { enabled: false, minPollingIntervalMs: 0 } },
    flagEvaluation: { supportedTypes: ['string', 'boolean'] },
  },
});

/** The status of a missing flag; once, because to make an error costs more than to evaluate a flag. */
const notFound = errorStatus(new NotFoundError(''));

/** The RPCs for OpenFeature providers. Source: contract/evaluation.md 8. */
@Controller()
export class OfrepController {
  private readonly logger = new Logger('ofrep');

  constructor(
    private readonly batchLimit: BatchLimit,
    private readonly dialect: OfrepDialect,
    private readonly snapshots: SnapshotHolder,
  ) {}

  /** Source: contract/evaluation.md 8.3. */
  @Rpc(method.getProviderConfiguration)
  getProviderConfiguration(): fliptOfrep.GetProviderConfigurationResponse {
    return configuration;
  }

  /** Source: contract/evaluation.md 8.1. */
  @Rpc(method.evaluateFlag, flagShortcut)
  evaluateFlag({ key, context }: fliptOfrep.EvaluateFlagRequest, call: RpcCall): fliptOfrep.EvaluatedFlag {
    if (key === '') throw new InvalidArgumentError('flag key was not provided');
    const flag = this.snapshotFor(call)?.flags.get(key);
    if (flag === undefined) throw missing(key);
    return evaluate(flag, entityIdIn(context), context);
  }

  /**
   * Whatever is wrong with one flag is no error of the call, but for a named flag that is missing, in the dialect that
   * wants it so. A caller who holds the answer is told so without an evaluation. Source: contract/evaluation.md 8.2.
   */
  @Rpc(method.evaluateBulk, bulkShortcut)
  evaluateBulk(
    { context }: fliptOfrep.EvaluateBulkRequest,
    call: RpcCall,
  ): fliptOfrep.BulkEvaluationResponse {
    const snapshot = this.snapshotFor(call);
    const keys = keysIn(context);
    if (keys !== undefined) {
      this.batchLimit.assertWithin('flags', keys);
      if (this.dialect.refusesMissingFlags) assertNoneMissing(snapshot, keys);
    }
    const isHeld =
      snapshot !== undefined &&
      context.targetingKey !== undefined &&
      call.tagAnswer(bulkTag(snapshot, context, this.dialect));
    const flags = isHeld ? [] : this.evaluateAll(snapshot, keys, context);
    return { $typeName: 'flipt.ofrep.BulkEvaluationResponse', flags };
  }

  /** The snapshot of the namespace that the call names, which stays the same throughout the call. */
  private snapshotFor(call: RpcCall): Snapshot | undefined {
    return this.snapshots.current(resolveNamespaceKey(call.header('x-flipt-namespace') ?? ''));
  }

  /** The named flags in the order named, or all that a bulk call shows in creation order. */
  private evaluateAll(
    snapshot: Snapshot | undefined,
    keys: readonly string[] | undefined,
    context: EvaluationContext,
  ): fliptOfrep.EvaluatedFlag[] {
    const entityId = entityIdIn(context);
    if (keys !== undefined) {
      return keys.map((key) => {
        const flag = snapshot?.flags.get(key);
        return flag === undefined
          ? presentFailure(key, { grpc: notFound.grpc, message: textOfMissing(key) })
          : this.evaluateSafely(flag, entityId, context);
      });
    }
    const answers: fliptOfrep.EvaluatedFlag[] = [];
    for (const flag of snapshot?.flags.values() ?? []) {
      if (isShown(flag)) answers.push(this.evaluateSafely(flag, entityId, context));
    }
    return answers;
  }

  /** No flag throws by its design; should one do so all the same, the others still have their answers. */
  private evaluateSafely(
    flag: CompiledFlag,
    entityId: string,
    context: EvaluationContext,
  ): fliptOfrep.EvaluatedFlag {
    try {
      return evaluate(flag, entityId, context);
    } catch (error) {
      this.logger.error({ err: error, flag: flag.key }, 'flag could not be evaluated');
      return presentFailure(flag.key, errorStatus(error));
    }
  }
}

function evaluate(
  flag: CompiledFlag,
  entityId: string,
  context: EvaluationContext,
): fliptOfrep.EvaluatedFlag {
  return flag.type === 'boolean'
    ? presentBoolean(flag.key, evaluateBoolean(flag, entityId, context))
    : presentVariant(flag.key, evaluateVariant(flag, entityId, context));
}

/** The entity, which may be the empty text; one nobody has seen before when the context names none. */
function entityIdIn({ targetingKey }: EvaluationContext): string {
  return targetingKey ?? randomUUID();
}

/** The keys that a bulk call names; undefined when it means all flags. */
function keysIn({ flags }: EvaluationContext): readonly string[] | undefined {
  return flags?.split(',').map(trimSpace);
}

/** Whether a bulk call that means all flags shows this one: all but disabled variant flags. */
function isShown(flag: CompiledFlag): boolean {
  return flag.type === 'boolean' || flag.isEnabled;
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
