import { setTimeout as delay } from 'node:timers/promises';
import { jsonRequest } from '../../support/http';
import { type Fleet } from '../fleet/fleet';
import { type Instance } from '../fleet/instance';
import { revisionOf } from '../workload/ask';

/** Pause between two looks, in milliseconds: what a delay is known to. */
const LOOK_EVERY_MS = 1;

/** Pause between two changes, in milliseconds: each finds an idle fleet. */
const CHANGE_EVERY_MS = 20;

const place = '/api/v1/namespaces';
const namespaceKey = 'propagation';

/**
 * Changes a flag again and again, and looks on every instance but the one that writes until it shows.
 *
 * @returns Milliseconds from the answer of each write to the end of the first evaluation that shows it, per instance.
 */
export async function measurePropagation(
  { writers, all }: Fleet,
  changes: number,
): Promise<readonly number[]> {
  const [writer] = writers;
  if (writer === undefined) throw new Error('nobody to write');
  await send(writer, jsonRequest('POST', place, { key: namespaceKey, name: namespaceKey }));
  const flag = { key: 'flag', name: 'Flag', type: 'BOOLEAN_FLAG_TYPE' };
  await send(writer, jsonRequest('POST', `${place}/${namespaceKey}/flags`, flag));
  const delays: number[] = [];
  for (let change = 0; change < changes; change++) {
    const body = { name: 'Flag', enabled: change % 2 === 0 };
    const revision = await send(writer, jsonRequest('PUT', `${place}/${namespaceKey}/flags/flag`, body));
    const answeredAt = performance.now();
    const others = all.filter((instance) => instance !== writer);
    delays.push(...(await Promise.all(others.map((other) => delayOn(other, revision, answeredAt)))));
    await delay(CHANGE_EVERY_MS);
  }
  return delays;
}

async function delayOn(instance: Instance, revision: number, answeredAt: number): Promise<number> {
  const question = jsonRequest('POST', '/evaluate/v1/boolean', {
    namespaceKey,
    flagKey: 'flag',
    entityId: 'me',
  });
  for (;;) {
    if ((revisionOf(await instance.send(question)) ?? 0) >= revision) return performance.now() - answeredAt;
    await delay(LOOK_EVERY_MS);
  }
}

/** Sends a write; returns the revision it made. */
async function send(writer: Instance, request: Parameters<Instance['send']>[0]): Promise<number> {
  const answer = await writer.send(request);
  const revision = revisionOf(answer);
  if (answer.status === 200 && revision !== undefined) return revision;
  throw new Error(`${request.path}: ${answer.status} ${answer.body.toString()}`);
}
