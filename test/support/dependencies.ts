import { eventually } from './eventually';
import { type Api, jsonOf } from './http';
import { metricsOf } from './metrics';

/** Waits until `/metrics` says that of the dependencies of an instance: 1 for those that can be used. */
export async function eventuallySays(
  api: Api,
  dependencies: Readonly<Record<string, number>>,
): Promise<void> {
  await eventually(async () => {
    const lines = (await metricsOf(api)).find('pennon_dependency_up');
    expect(Object.fromEntries(lines.map(({ labels, value }) => [labels.dependency, value]))).toEqual(
      dependencies,
    );
  });
}

/**
 * Waits until `/health/ready` shows exactly these parts beside the snapshots, and expects the instance to be ready.
 *
 * @param parts Why each is down; undefined for one that is up.
 */
export async function eventuallyShows(
  api: Api,
  parts: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  await eventually(async () => {
    const answer = await api.send({ path: '/health/ready' });
    const shown = jsonOf(answer) as {
      readonly parts: Readonly<Record<string, { readonly state: string; readonly reason?: string }>>;
    };
    const { snapshots, ...others } = shown.parts;
    expect([answer.status, snapshots]).toEqual([200, { state: 'up', ageMs: expect.any(Number) }]);
    const expected = Object.entries(parts).map(([part, reason]) => [
      part,
      reason === undefined ? { state: 'up' } : { state: 'down', reason },
    ]);
    expect(others).toEqual(Object.fromEntries(expected));
  });
}
