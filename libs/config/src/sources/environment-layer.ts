import { InvalidValueError } from '../kinds/kind';
import type { Report } from '../kinds/config-error';
import {
  canonicalVariable,
  didYouMean,
  FILE_VARIABLE,
  FLIPT_PREFIX,
  TOKEN_VARIABLE,
  VARIABLE_PREFIX,
  variableOfPennon,
} from '../settings/names';
import { namedSettings, settingOfVariable } from '../settings/setting-index';
import { droppedVariable, isReservedVariable } from '../settings/unsupported-keys';
import { type GivenValue, type Layer, overruled, settleAliases, substitute } from './layer';

const service = '(PENNON|FLIPT)(_[A-Z0-9_]+)?';

/** `PENNON_SERVICE_HOST`, `PENNON_WRITER_SERVICE_PORT`, `PENNON_SERVICE_PORT_HTTP` */
const serviceAddress = new RegExp(`^${service}_SERVICE_(HOST|PORT(_[A-Z0-9_]+)?)$`);

/** `PENNON_PORT_8080_TCP`, `PENNON_PORT_8080_TCP_ADDR` */
const portDetail = new RegExp(`^${service}_PORT_\\d+_(TCP|UDP|SCTP)(_(ADDR|PORT|PROTO))?$`);

/** `PENNON_PORT`, but also `PENNON_SERVER_HTTP_PORT`: only the value tells. */
const portOrSetting = new RegExp(`^${service}_PORT$`);
const linkValue = /^(tcp|udp|sctp):\/\//;

/**
 * Tells whether Kubernetes set this variable: it describes every service of a namespace to every container, and for a
 * service called `pennon`, `flipt`, or `pennon-…` the names begin as those of settings do. A service `pennon-db` brings
 * `PENNON_DB_PORT=tcp://10.0.0.7:5432`, where the name is that of a setting and only the value tells.
 */
export function isServiceLink(variable: string, value: string): boolean {
  return (
    serviceAddress.test(variable) ||
    portDetail.test(variable) ||
    (portOrSetting.test(variable) && linkValue.test(value))
  );
}

/** What the environment gives. */
export interface EnvironmentLayer {
  readonly layer: Layer;
  /** Variables that begin with `FLIPT_` and are no settings: those of clients and of scripts. */
  readonly strangers: readonly string[];
}

/** A variable that begins as those of settings do. */
interface Variable {
  /** As it is in the environment. */
  readonly name: string;
  /** The name with the prefix of Pennon. */
  readonly variable: string;
  readonly value: string;
}

const environment = 'the environment';
const variables = [...namedSettings.map(({ variable }) => variable), FILE_VARIABLE];

/** What variables of sections begin with: `PENNON_SERVER_`. */
const sections = new Set(namedSettings.map(({ variable }) => variable.split('_', 2).join('_')));

/**
 * Returns what the environment gives by variables of Pennon, and by those of Flipt, which count where Pennon's are not
 * set. Reports variables that mean nothing.
 *
 * @param fromFile What the file gives. A variable of Flipt that a value refers to need not be a setting.
 */
export function readEnvironmentLayer(
  env: NodeJS.ProcessEnv,
  fromFile: Layer,
  report: Report,
): EnvironmentLayer {
  const read = (prefix: string): Layer =>
    settleAliases(layerOf(variablesIn(env, prefix).filter(isSetting), env, report));
  const ours = read(VARIABLE_PREFIX);
  const flipts = [...read(FLIPT_PREFIX)].map(([variable, given]): [string, GivenValue] =>
    ours.has(variable) ? [given.name, overruled(given)] : [variable, given],
  );
  const layer = new Map([...flipts, ...ours]);
  const referredTo = new Set(
    [...fromFile.values(), ...layer.values()].flatMap(({ refersTo = [] }) => refersTo),
  );
  const unknown = [
    ...variablesIn(env, VARIABLE_PREFIX),
    ...variablesIn(env, FLIPT_PREFIX).filter(({ name }) => !referredTo.has(name)),
  ].filter((one) => !isSetting(one));
  const strangers = unknown.filter(isOfClients);
  for (const one of unknown.filter((each) => !strangers.includes(each))) {
    report({ key: one.name, reason: whyUnknown(one), source: environment });
  }
  return { layer, strangers: strangers.map(({ name }) => name) };
}

/** An empty value is not set: that is how a variable is left out where it cannot be removed. */
function variablesIn(env: NodeJS.ProcessEnv, prefix: string): readonly Variable[] {
  return Object.entries(env).flatMap(([name, value = '']) => {
    const isOurs =
      value !== '' &&
      name.startsWith(prefix) &&
      name !== FILE_VARIABLE &&
      name !== TOKEN_VARIABLE &&
      !isServiceLink(name, value);
    return isOurs ? [{ name, variable: variableOfPennon(name), value }] : [];
  });
}

function isSetting({ variable }: Variable): boolean {
  return settingOfVariable(canonicalVariable(variable)) !== undefined || isReservedVariable(variable);
}

function layerOf(given: readonly Variable[], env: NodeJS.ProcessEnv, report: Report): Layer {
  const layer = new Map<string, GivenValue>();
  for (const { name, variable, value } of given) {
    const named = settingOfVariable(canonicalVariable(variable));
    const key = named?.key ?? name;
    try {
      const filled = substitute(value, env);
      if (filled.value === '') continue;
      layer.set(variable, {
        ...{ key, name, variable },
        ...filled,
        ...(named === undefined ? { source: environment } : { source: name, named }),
      });
    } catch (error) {
      if (!(error instanceof InvalidValueError)) throw error;
      report({ key, reason: error.message, source: named === undefined ? environment : name });
    }
  }
  return layer;
}

/**
 * Tells whether a variable of Flipt that is no setting belongs to a client or to a script, as `FLIPT_URL` does. One
 * that begins like a section, is close to a setting or asks for something to be required may be misspelt, and must not
 * be passed over.
 */
function isOfClients({ name, variable }: Variable): boolean {
  if (!name.startsWith(FLIPT_PREFIX)) return false;
  if (clientNames.has(name)) return true;
  const isInSection =
    sections.has(variable.split('_', 2).join('_')) || droppedVariable(variable) !== undefined;
  return !isInSection && !name.endsWith('_REQUIRED') && didYouMean(variable, variables, '_') === '';
}

/** Names of clients and their examples that look like settings. */
const clientNames: ReadonlySet<string> = new Set([
  'FLIPT_ENABLED',
  'FLIPT_SERVER_ADDR',
  'FLIPT_SERVER_ADDRESS',
  'FLIPT_SERVER_URL',
  'FLIPT_EVALUATION_URL',
]);

function whyUnknown({ variable }: Variable): string {
  return droppedVariable(variable) ?? `unknown key${didYouMean(canonicalVariable(variable), variables, '_')}`;
}
