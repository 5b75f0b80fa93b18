import { randomEntities } from '../../support/random-entities';
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

/** What the server decides about a flag for a thousand random entities, without what differs from call to call. */
export async function randomAnswers(
  management: Management,
  flagKey: string,
): Promise<readonly RandomAnswer[]> {
  const { namespaceKey } = management;
  const requests = randomEntities.map((entity) => ({ namespaceKey, flagKey, ...entity }));
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
