import { jsonOf, jsonRequest, type Answer, type Api, type Request } from './http';

/** A change as the API shows it. */
export interface ChangeJson {
  readonly id: string;
  readonly state: string;
  readonly revision: string;
  readonly at?: string;
  readonly overdue: boolean;
  readonly updatedAt: string;
  readonly step: number;
  readonly reason: string;
  readonly approvalsMissing: number;
  readonly plannedOn?: string;
  readonly reviews: readonly { readonly isVoid: boolean; readonly verdict: string }[];
}

/** A revision as the API shows it. */
export interface RevisionJson {
  readonly revision: string;
  readonly at: string;
  readonly origin: string;
  readonly message: string;
  readonly changeId: string;
}

/** The path of something of a namespace. */
export function pathIn(namespaceKey: string, rest: string): string {
  return `/api/v1/namespaces/${namespaceKey}/${rest}`;
}

/** A flag of a document that is true for that share of entities. */
export function partlyOn(key: string, percentage: number): object {
  const rollouts = [{ threshold: { percentage, value: true } }];
  return { key, name: key, type: 'BOOLEAN_FLAG_TYPE', enabled: false, rollouts };
}

/** A document of these flags, as the source of a change. */
export function documentSource(
  namespaceKey: string,
  flags: readonly object[],
): { readonly document: string } {
  return { document: JSON.stringify({ namespace: namespaceKey, flags }) };
}

/** A request for a change that makes flags what they are in a document. */
export function newChange(namespaceKey: string, flags: readonly object[], more: object = {}): Request {
  const document = documentSource(namespaceKey, flags);
  return jsonRequest('POST', pathIn(namespaceKey, 'changes'), { document, ...more });
}

/** Status and message of an answer; an empty message for one that is no error. */
export function errorOf(answer: Answer): readonly [status: number, message: string] {
  const { message } = jsonOf(answer) as { readonly message?: unknown };
  return [answer.status, answer.status === 200 || typeof message !== 'string' ? '' : message];
}

/** The value of an answer. @throws Error if the request was refused. */
export async function valueOf<T>(answer: Promise<Answer>): Promise<T> {
  const given = await answer;
  if (given.status !== 200) throw new Error(`${given.status} ${given.body.toString()}`);
  return jsonOf(given) as T;
}

/** The change that a request answers with. @throws Error if it was refused. */
export async function changeIn(answer: Promise<Answer>): Promise<ChangeJson> {
  return (await valueOf<{ readonly change: ChangeJson }>(answer)).change;
}

/** All changes of a namespace, the latest first. */
export async function changesOf(api: Api, namespaceKey: string): Promise<readonly ChangeJson[]> {
  const path = pathIn(namespaceKey, 'changes?limit=1000');
  return (await valueOf<{ readonly changes: readonly ChangeJson[] }>(api.send({ path }))).changes;
}

/** All revisions of a namespace, the latest first. */
export async function revisionsOf(api: Api, namespaceKey: string): Promise<readonly RevisionJson[]> {
  const path = pathIn(namespaceKey, 'revisions?limit=1000');
  return (await valueOf<{ readonly revisions: readonly RevisionJson[] }>(api.send({ path }))).revisions;
}

/** Creates a namespace, which is at revision 1 then. */
export async function addNamespace(api: Api, key: string): Promise<void> {
  await valueOf(api.send(jsonRequest('POST', '/api/v1/namespaces', { key, name: key })));
}
