import { type Answer, type Api } from '../support/http';
import { Placeholders } from './placeholders';
import { type Scenario, type Step, type StepAnswer } from './scenario';
import { Variables } from './variables';

/**
 * Sends the requests of a scenario, and returns the answers to those that are no preparation, with placeholders.
 *
 * A scenario works in a namespace of its own, which is deleted at the end. Rejects when a preparation fails.
 */
export async function replay(api: Api, { name, steps }: Scenario): Promise<readonly StepAnswer[]> {
  const namespaceKey = `replay-of-${name}`;
  const placeholders = new Placeholders(namespaceKey);
  const variables = new Variables();
  variables.set('ns', namespaceKey);
  const answers: StepAnswer[] = [];
  for (const step of steps) {
    const path = variables.fillIn(step.path);
    const answer = await api.send({ verb: step.method, path, ...bodyOf(step, variables) });
    const body = readBody(answer);
    for (const [variable, member] of Object.entries(step.save ?? {})) {
      variables.set(variable, memberOf(body, member));
    }
    if (step.setup === true) assertPrepared(step, answer);
    else answers.push(placeholders.replaceIn(summary(step, path, answer.status, body)) as StepAnswer);
  }
  await api.send({ verb: 'DELETE', path: `/api/v1/namespaces/${namespaceKey}?force=true` });
  return answers;
}

function bodyOf({ body, raw }: Step, variables: Variables): { readonly body?: string } {
  const text = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  return text === undefined ? {} : { body: variables.fillIn(text) };
}

/** The value of a JSON body; a body that is not JSON was recorded as text. */
function readBody({ body }: Answer): unknown {
  const text = body.toString();
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function memberOf(body: unknown, member: string): string {
  return (body as Readonly<Record<string, string>>)[member] ?? '';
}

function assertPrepared({ id }: Step, { status, body }: Answer): void {
  if (status !== 200) throw new Error(`step ${id}, a preparation, was answered ${status} ${body.toString()}`);
}

function summary({ id, method }: Step, path: string, status: number, body: unknown): StepAnswer {
  return { id, request: `${method} ${path}`, status, body };
}
