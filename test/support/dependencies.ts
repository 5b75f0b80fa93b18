import { eventually } from './eventually';
import { type Api } from './http';
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
