import { type Case } from '../evaluation-scenarios/scenarios';

/** What is asked of an evaluation, whichever door and dialect it came by. */
export interface Question {
  readonly namespaceKey: string;
  readonly flagKey: string;
  readonly entityId: string;
  readonly context: Readonly<Record<string, string>>;
}

/** Everything that the cases ask in JSON, each question once. */
export function questionsOf(cases: readonly Case[]): readonly Question[] {
  const texts = cases.flatMap(questionsIn).map((question) => JSON.stringify(question));
  return [...new Set(texts)].map((text) => JSON.parse(text) as Question);
}

function questionsIn({ request: { path, json } }: Case): readonly Question[] {
  if (typeof json !== 'object' || json === null) return [];
  const body = json as Readonly<Record<string, unknown>>;
  const [, namespaceKey = 'default'] = /^\/api\/v1\/namespaces\/([^/]*)\//.exec(path) ?? [];
  const [, ofrepKey] = /^\/ofrep\/v1\/evaluate\/flags\/(.+)$/.exec(path) ?? [];
  const context = textsIn(body.context);
  if (ofrepKey !== undefined) {
    return [{ namespaceKey, flagKey: ofrepKey, entityId: context.targetingKey ?? '', context }];
  }
  const items = Array.isArray(body.requests) ? (body.requests as (typeof body)[]) : [body];
  return items.map((item) => ({
    namespaceKey: textOf(item.namespaceKey, namespaceKey),
    flagKey: textOf(item.flagKey),
    entityId: textOf(item.entityId),
    context: textsIn(item.context),
  }));
}

function textOf(value: unknown, absent = ''): string {
  return typeof value === 'string' ? value : absent;
}

function textsIn(context: unknown): Question['context'] {
  if (typeof context !== 'object' || context === null) return {};
  return Object.fromEntries(
    Object.entries(context).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
