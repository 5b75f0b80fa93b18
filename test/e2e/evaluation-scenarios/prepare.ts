import { jsonOf, jsonRequest, type Api } from '../../support/http';
import { type Preparation } from './scenarios';

/** Brings an empty server into the state that the cases are about. Rejects when it refuses a step. */
export async function prepare(api: Api, preparations: readonly Preparation[]): Promise<void> {
  const ids = new Map<string, string>();
  const fillIn = (text: string): string =>
    text.replaceAll(/\$\{([^}]+)\}/g, (_, name: string) => idOf(ids, name));
  for (const { method, path, body, captureId } of preparations) {
    const filled = JSON.parse(fillIn(JSON.stringify(body))) as object;
    const answer = await api.send(jsonRequest(method, fillIn(path), filled));
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.body.toString()}`);
    if (captureId !== undefined) ids.set(captureId, (jsonOf(answer) as { id: string }).id);
  }
}

function idOf(ids: ReadonlyMap<string, string>, name: string): string {
  const id = ids.get(name);
  if (id === undefined) throw new Error(`no step has captured ${name} yet`);
  return id;
}
