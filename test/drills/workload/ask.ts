import { type Evaluation } from '../checker/history';
import { type Instance } from '../fleet/instance';
import { jsonOf, type Answer } from '../../support/http';
import { questions, textOf, type AnswerJson, type Question } from './questions';

/** Asks an instance one question about a namespace. Rejects unless it is answered, or there is no such flag. */
export async function askOne(
  instance: Instance,
  namespaceKey: string,
  question: Question,
): Promise<Evaluation> {
  const { type, flagKey, entityId, context, register } = question;
  return ask(instance, namespaceKey, {
    path: `/evaluate/v1/${type}`,
    body: { namespaceKey, flagKey, entityId, context },
    read: (answer) => {
      if (answer.status === 404) return new Map([[register, undefined]]);
      return new Map([[register, textOf(jsonOf(answer) as AnswerJson)]]);
    },
  });
}

/** Asks an instance every question about a namespace at once. Rejects unless it is answered. */
export async function askAll(instance: Instance, namespaceKey: string): Promise<Evaluation> {
  const requests = questions.map(({ flagKey, entityId, context }) => ({
    namespaceKey,
    flagKey,
    entityId,
    context,
  }));
  return ask(instance, namespaceKey, {
    path: '/evaluate/v1/batch',
    body: { requests },
    read: (answer) => {
      const { responses } = jsonOf(answer) as BatchJson;
      return new Map(questions.map(({ register }, index) => [register, textOfItem(responses[index])]));
    },
  });
}

interface ItemJson {
  readonly variantResponse?: AnswerJson;
  readonly booleanResponse?: AnswerJson;
}

interface BatchJson {
  readonly responses: readonly ItemJson[];
}

/** A request, and how to read what it was answered. */
interface Ask {
  readonly path: string;
  readonly body: object;
  readonly read: (answer: Answer) => Evaluation['seen'];
}

async function ask(instance: Instance, namespaceKey: string, { path, body, read }: Ask): Promise<Evaluation> {
  const startedAt = performance.now();
  const answer = await instance.send({ path, body: JSON.stringify(body) });
  const endedAt = performance.now();
  if (answer.status !== 200 && answer.status !== 404) {
    throw new Error(`${path} on ${instance.name}: ${answer.status} ${answer.body.toString()}`);
  }
  const revision = revisionOf(answer);
  return { namespaceKey, instance: instance.name, revision, startedAt, endedAt, seen: read(answer) };
}

/** What is noted of one item of a batch; undefined where there is no such flag. */
function textOfItem({ variantResponse, booleanResponse }: ItemJson = {}): string | undefined {
  const answer = variantResponse ?? booleanResponse;
  return answer && textOf(answer);
}

/** The revision that an answer names; undefined when it names none. */
export function revisionOf({ headers }: Answer): number | undefined {
  const text = headers['x-pennon-revision'];
  return typeof text === 'string' ? Number(text) : undefined;
}
