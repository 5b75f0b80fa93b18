import { isAuthorizationRequired } from '@/api/meta';
import { type LoginMethod, type Meta, type MetaConfig } from '@/api/types';
import { methodsCopy } from '@/copy/methods';
import { serverCopy as copy } from '@/copy/server';

/** What was read of the server; undefined for the parts that could not be. */
export interface ServerParts {
  readonly info: Meta | undefined;
  readonly config: MetaConfig | undefined;
  readonly methods: readonly LoginMethod[] | undefined;
  /** As the server says it, such as `SERVING`. */
  readonly health: string | undefined;
}

export interface Fact {
  readonly label: string;
  readonly value: string;
}

export interface FactGroup {
  readonly title: string;
  readonly facts: readonly Fact[];
}

/** All that is known, in groups; a group of which nothing is known is left out. No secret is among it. */
export function serverFacts(parts: ServerParts): readonly FactGroup[] {
  const groups: readonly FactGroup[] = [
    { title: copy.build, facts: buildFacts(parts) },
    { title: copy.storage, facts: storageFacts(parts) },
    { title: copy.access, facts: accessFacts(parts) },
    { title: copy.operation, facts: operationFacts(parts) },
  ];
  return groups.filter(({ facts }) => facts.length > 0);
}

/** What could not be read, in words. */
export function unreadable(parts: ServerParts): readonly string[] {
  const names = ['info', 'config', 'methods', 'health'] as const;
  return names.filter((name) => parts[name] === undefined).map((name) => copy.notReadable(copy.parts[name]));
}

/** The same as text, for whoever helps. */
export function diagnosticsOf(parts: ServerParts): string {
  const groups = serverFacts(parts).map(({ title, facts }) =>
    [title, ...facts.map(({ label, value }) => `  ${label}: ${value}`)].join('\n'),
  );
  return [...groups, ...unreadable(parts)].join('\n');
}

const { labels } = copy;

function buildFacts({ info, health }: ServerParts): readonly Fact[] {
  const ofBuild =
    info === undefined
      ? []
      : [
          { label: labels.version, value: info.version },
          { label: labels.commit, value: info.commit },
          { label: labels.buildDate, value: info.buildDate },
          {
            label: labels.update,
            value: info.updateAvailable ? copy.updateAvailable(info.latestVersion) : copy.upToDate,
          },
        ];
  const ofHealth = health === undefined ? [] : [{ label: labels.health, value: health }];
  return [...ofBuild, ...ofHealth].filter(({ value }) => value !== '');
}

function storageFacts({ info }: ServerParts): readonly Fact[] {
  if (info === undefined) return [];
  const { kind, isReadOnly } = info.storage;
  return [
    { label: labels.kind, value: copy.kinds[kind] },
    { label: labels.readOnly, value: isReadOnly ? copy.yes : copy.no },
  ];
}

function accessFacts({ info, config, methods }: ServerParts): readonly Fact[] {
  const required = (is: boolean): string => (is ? copy.required : copy.notRequired);
  return [
    ...(info === undefined
      ? []
      : [{ label: labels.authentication, value: required(info.isAuthenticationRequired) }]),
    ...(config === undefined
      ? []
      : [{ label: labels.authorization, value: required(isAuthorizationRequired(config)) }]),
    ...(methods === undefined ? [] : [{ label: labels.methods, value: methodNames(methods) }]),
  ];
}

function methodNames(methods: readonly LoginMethod[]): string {
  const names = methods.filter(({ enabled }) => enabled).map(({ method }) => methodsCopy[method].all);
  return names.length === 0 ? copy.none : names.join(', ');
}

function operationFacts({ info, config }: ServerParts): readonly Fact[] {
  const ofAnalytics =
    info === undefined ? [] : [{ label: labels.analytics, value: onOff(info.hasAnalytics) }];
  if (config === undefined) return ofAnalytics;
  return [
    { label: labels.cache, value: switchOf(config, 'cache', 'backend') },
    ...ofAnalytics,
    { label: labels.tracing, value: switchOf(config, 'tracing', 'exporter') },
    { label: labels.metrics, value: switchOf(config, 'metrics', 'exporter') },
  ];
}

/** Whether a part of the server is on, and by what, as in `On (redis)`. */
function switchOf(config: MetaConfig, section: string, detail: string): string {
  const object = config[section];
  if (typeof object !== 'object' || object === null || !('enabled' in object)) return copy.off;
  const by = new Map<string, unknown>(Object.entries(object)).get(detail);
  const isOn = object.enabled === true;
  return isOn && typeof by === 'string' && by !== '' ? `${copy.on} (${by})` : onOff(isOn);
}

function onOff(isOn: boolean): string {
  return isOn ? copy.on : copy.off;
}
