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
    const headers = headersOf(step, variables);
    const answer = await api.send({ verb: step.method, path, headers, ...bodyOf(step, variables) });
    const body = without(step.adds, inOrder(readBody(answer), step.unordered));
    for (const [variable, source] of Object.entries(step.save ?? {})) {
      variables.set(variable, valueAt(source, answer, body));
    }
    if (step.setup === true) assertPrepared(step, answer);
    else answers.push(placeholders.replaceIn(summary(step, path, answer.status, body)) as StepAnswer);
  }
  await api.send({ verb: 'DELETE', path: `/api/v1/namespaces/${namespaceKey}?force=true` });
  return answers;
}

function headersOf({ headers = {} }: Step, variables: Variables): Record<string, string> {
  const filledIn = Object.entries(headers).map(([name, value]) => [name, variables.fillIn(value)]);
  return Object.fromEntries(filledIn) as Record<string, string>;
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

/** The body with the lists in those members sorted. */
function inOrder(body: unknown, unordered: readonly string[] = []): unknown {
  const members = body as Readonly<Record<string, readonly unknown[]>>;
  const sorted = unordered.map((name) => [name, members[name]?.toSorted(byText)]);
  return sorted.length === 0 ? body : { ...members, ...Object.fromEntries(sorted) };
}

/** The body without these members, which it must have. */
function without(added: Step['adds'], body: unknown): unknown {
  if (added === undefined) return body;
  expect(body).toMatchObject(added);
  return Object.fromEntries(Object.entries(body as object).filter(([name]) => !(name in added)));
}

function byText(one: unknown, other: unknown): number {
  return JSON.stringify(one) < JSON.stringify(other) ? -1 : 1;
}

function valueAt(source: string, { headers }: Answer, body: unknown): string {
  const [, header] = /^header:(.+)$/.exec(source) ?? [];
  if (header !== undefined) return String(headers[header]);
  return (body as Readonly<Record<string, string>>)[source] ?? '';
}

function assertPrepared({ id }: Step, { status, body }: Answer): void {
  if (status !== 200) throw new Error(`step ${id}, a preparation, was answered ${status} ${body.toString()}`);
}

function summary({ id, method }: Step, path: string, status: number, body: unknown): StepAnswer {
  return { id, request: `${method} ${path}`, status, body };
}
