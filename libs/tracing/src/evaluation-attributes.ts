import { type Attributes } from '@opentelemetry/api';
import { NotFoundError, resolveNamespaceKey } from '@pennon/domain';
import { attribute, PROVIDER_NAME } from './attributes';
import { type Outcome, type Question } from './evaluations';

/** The reasons of all APIs in the words of the semantic conventions. */
const reasons: ReadonlyMap<string | undefined, string> = new Map([
  ['MATCH_EVALUATION_REASON', 'targeting_match'],
  ['DEFAULT_EVALUATION_REASON', 'default'],
  ['FLAG_DISABLED_EVALUATION_REASON', 'disabled'],
  ['TARGETING_MATCH', 'targeting_match'],
  ['DEFAULT', 'default'],
  ['DISABLED', 'disabled'],
  ['STATIC', 'static'],
  ['SPLIT', 'split'],
]);

/**
 * What a span tells of a question. Until there is an outcome, the reason is that of a failure.
 *
 * @param includesEntityId Whether it may tell who is asked about.
 */
export function questionAttributes(
  { namespaceKey, flagKey, entityId }: Question,
  includesEntityId: boolean,
): Attributes {
  return {
    [attribute.flagKey]: flagKey,
    [attribute.flagSet]: resolveNamespaceKey(namespaceKey),
    [attribute.flagProvider]: PROVIDER_NAME,
    [attribute.flagReason]: 'error',
    ...(includesEntityId && entityId !== undefined && { [attribute.entityId]: entityId }),
  };
}

/** What a span tells of an outcome. */
export function outcomeAttributes({ variant, reason }: Outcome): Attributes {
  return {
    [attribute.flagReason]: reasons.get(reason) ?? 'unknown',
    ...(variant !== '' && { [attribute.flagVariant]: variant }),
  };
}

/** What a span tells of an evaluation that failed, in the words of the semantic conventions. */
export function failureAttributes(error: unknown): Attributes {
  return { [attribute.errorType]: error instanceof NotFoundError ? 'flag_not_found' : 'general' };
}
