import { canonicalVariable } from '../aliases';
import type { Report } from '../config-error';
import { FILE_VARIABLE, TOKEN_VARIABLE, VARIABLE_PREFIX } from '../names';
import { isReservedVariable } from '../reserved';
import { namedSettings, settingOfVariable } from '../setting-index';
import { didYouMean } from './did-you-mean';
import type { GivenValue, Layer } from './layer';
import { isServiceLink } from './service-link';
import { settleAliases } from './settle-aliases';

const environment = 'the environment';
const variables = [...namedSettings.map(({ variable }) => variable), FILE_VARIABLE];

/** Returns what the environment gives. Reports variables with our prefix that mean nothing. */
export function readEnvironmentLayer(env: NodeJS.ProcessEnv, report: Report): Layer {
  const layer = new Map<string, GivenValue>();
  for (const [variable, value = ''] of Object.entries(env)) {
    if (!isOurs(variable, value)) continue;
    const canonical = canonicalVariable(variable);
    const named = settingOfVariable(canonical);
    if (named !== undefined) {
      layer.set(variable, { key: named.key, variable, value, source: variable, named });
    } else if (isReservedVariable(variable)) {
      layer.set(variable, { key: variable, variable, value, source: environment });
    } else {
      const reason = `unknown key${didYouMean(canonical, variables, '_')}`;
      report({ key: variable, reason, source: environment });
    }
  }
  return settleAliases(layer);
}

/** An empty value is not set: that is how a variable is left out where it cannot be removed. */
function isOurs(variable: string, value: string): boolean {
  return (
    value !== '' &&
    variable.startsWith(VARIABLE_PREFIX) &&
    variable !== FILE_VARIABLE &&
    variable !== TOKEN_VARIABLE &&
    !isServiceLink(variable, value)
  );
}
