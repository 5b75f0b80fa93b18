/** As much of a container as tests look at. */
export interface Container {
  readonly name: string;
  readonly securityContext: Readonly<Record<string, unknown>>;
  readonly resources: { readonly limits: { readonly memory?: string } };
  readonly env?: readonly { readonly name: string; readonly value?: string }[];
}

/** As much of a pod as tests look at. */
export interface Pod {
  readonly securityContext: Readonly<Record<string, unknown>>;
  readonly containers: readonly Container[];
  readonly initContainers?: readonly Container[];
}

interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec?: object;
}

/** `Kind/name` of manifests. */
export function namesOf(manifests: readonly unknown[]): readonly string[] {
  return (manifests as readonly Manifest[]).map(({ kind, metadata }) => `${kind}/${metadata.name}`);
}

/** Every container of manifests, with its pod. */
export function containersOf(
  manifests: readonly unknown[],
): readonly { readonly pod: Pod; readonly container: Container }[] {
  return (manifests as readonly Manifest[]).flatMap((manifest) =>
    podsIn(manifest).flatMap((pod) =>
      [...(pod.initContainers ?? []), ...pod.containers].map((container) => ({ pod, container })),
    ),
  );
}

/** The pod of a manifest, however deep a template of it lies. */
function podsIn(value: unknown): readonly Pod[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('containers' in value) return [value as Pod];
  return Object.values(value).flatMap(podsIn);
}

/** Variables of a container that are written in the manifest; of what comes from secrets, something that may be one. */
export function variablesOf({ env = [] }: Container): Readonly<Record<string, string>> {
  return Object.fromEntries(
    env.map(({ name, value }) => [
      name,
      value ?? (name.includes('URL') ? urlOf(name) : 'a-secret-of-many-characters'),
    ]),
  );
}

function urlOf(name: string): string {
  return name.includes('REDIS') ? 'redis://redis:6379' : 'postgres://pennon:secret@db:5432/pennon';
}
