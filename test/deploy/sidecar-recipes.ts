import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** Settings by environment variable. */
export type Variables = Readonly<Record<string, string>>;

/** As much of the recipes as tests look at. */
interface ComposeRecipe {
  readonly services: {
    readonly flags: {
      readonly network_mode: string;
      readonly read_only: boolean;
      readonly cap_drop: readonly string[];
      readonly ports?: readonly string[];
      readonly environment: Variables;
      readonly volumes: readonly string[];
      readonly healthcheck: { readonly test: readonly string[] };
    };
  };
}

interface Probe {
  readonly exec: { readonly command: readonly string[] };
}

interface PodRecipe {
  readonly spec: {
    readonly terminationGracePeriodSeconds: number;
    readonly securityContext: { readonly runAsNonRoot: boolean; readonly runAsUser: number };
    readonly initContainers: readonly [
      {
        readonly restartPolicy: string;
        readonly securityContext: Readonly<Record<string, unknown>>;
        readonly env: readonly { readonly name: string; readonly value: string }[];
        readonly ports?: unknown;
        readonly startupProbe: Probe;
        readonly readinessProbe: Probe;
        readonly livenessProbe: Probe;
        readonly volumeMounts: readonly { readonly mountPath: string }[];
      },
    ];
  };
}

function recipe(name: string): unknown {
  const text = readFileSync(`deploy/sidecar/${name}`, 'utf8');
  return parse(text.replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1'));
}

/** The reader of the recipe for Compose. */
export const { flags } = (recipe('compose.yml') as ComposeRecipe).services;
/** The pod of the recipe for Kubernetes. */
export const { spec } = recipe('kubernetes.yaml') as PodRecipe;
/** The reader in it. */
export const [sidecar] = spec.initContainers;

/** Each recipe, the settings of its reader, and where something is mounted. */
export const recipes: readonly (readonly [string, Variables, string])[] = [
  ['compose.yml', flags.environment, flags.volumes.join()],
  [
    'kubernetes.yaml',
    Object.fromEntries(sidecar.env.map(({ name, value }) => [name, value])),
    sidecar.volumeMounts.map(({ mountPath }) => mountPath).join(),
  ],
];
