import { randomFrom, wholeNumber } from '../../../../test/support/random';
import { type Management } from './management';

/** What one entity gets from a flag; a variant or a value, by the type of the flag. */
export interface RandomAnswer {
  readonly enabled: boolean | undefined;
  readonly match: boolean | undefined;
  readonly variantKey: string | undefined;
  readonly variantAttachment: string | undefined;
  readonly segmentKeys: readonly string[];
  readonly reason: string;
}

interface BatchResponse {
  readonly variantResponse?: RandomAnswer;
  readonly booleanResponse?: RandomAnswer;
}

/** As many as the acceptance criteria want (dashboard.md 4, items 4, 5 and 8). */
const COUNT = 1000;

/** Entities of three countries and two plans; the same on every run, so that a failure can be looked into. */
const entities = (() => {
  const random = randomFrom(20_261_123);
  const oneOf = (texts: readonly string[]): string => texts[wholeNumber(random, 0, texts.length - 1)] ?? '';
  return Array.from({ length: COUNT }, () => ({
    entityId: wholeNumber(random, 0, Number.MAX_SAFE_INTEGER).toString(36),
    context: { country: oneOf(['DE', 'FR', 'NL']), plan: oneOf(['free', 'pro']) },
  }));
})();

/** What the server decides about a flag for a thousand random entities, without what differs from call to call. */
export async function randomAnswers(
  management: Management,
  flagKey: string,
): Promise<readonly RandomAnswer[]> {
  const { namespaceKey } = management;
  const requests = entities.map((entity) => ({ namespaceKey, flagKey, ...entity }));
  const { responses } = await management.call<{ readonly responses: readonly BatchResponse[] }>(
    'POST',
    '/evaluate/v1/batch',
    { requests },
  );
  return responses.map(({ variantResponse, booleanResponse }) => {
    const answer = variantResponse ?? booleanResponse;
    if (answer === undefined) throw new Error(`${flagKey} was not evaluated`);
    const { enabled, match, variantKey, variantAttachment, segmentKeys, reason } = answer;
    return { enabled, match, variantKey, variantAttachment, segmentKeys, reason };
  });
}
