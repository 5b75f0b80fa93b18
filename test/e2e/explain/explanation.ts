import { type Answer, jsonOf, jsonRequest, type Request } from '../../support/http';
import { unmask } from '../evaluation-scenarios/unmask';

/** A question to the explainer. */
export function explainRequest(question: object): Request {
  return jsonRequest('POST', '/evaluate/v1/explain', question);
}

/** The evaluation that an explanation ends in, or the answer itself where there is none. */
export function resultIn(answer: Answer): unknown {
  return resultOf(jsonOf(answer));
}

/** The same of an explanation that is no answer over HTTP. */
export function resultOf(explanation: unknown): unknown {
  const { variant, boolean } = explanation as Partial<Record<'variant' | 'boolean', { result: unknown }>>;
  return variant?.result ?? boolean?.result ?? explanation;
}

/** An evaluation, with matchers in place of what differs from run to run. */
export function likeEvaluation(evaluation: object): unknown {
  const masks = { requestId: '<uuid>', requestDurationMillis: '<number>', timestamp: '<timestamp>' };
  return { ...evaluation, ...(unmask(masks) as object) };
}
