import { type Config } from '@pennon/config';

type Settings = Pick<Config, 'authentication' | 'evaluation' | 'server' | 'storage'>;

/**
 * Commands that create a flag and evaluate it. None where they would fail as they stand: where nothing may be written,
 * where nobody can have a client token, and under TLS, whose certificate need not be for the name of the URL.
 */
export function firstSteps(url: string, config: Settings): readonly string[] {
  const { required, methods } = config.authentication;
  if (config.storage.readOnly || config.server.protocol === 'https') return [];
  if (required && !methods.token.enabled) return [];
  const header = required ? ' -H "Authorization: Bearer $PENNON_TOKEN"' : '';
  const create = '{"key":"hello","name":"Hello","type":"BOOLEAN_FLAG_TYPE","enabled":true}';
  const evaluate = `  curl ${url}/evaluate/v1/boolean${header} -d '{"flagKey":"hello","entityId":"me"}'`;
  return [
    required ? 'Try it, with a client token in the variable PENNON_TOKEN:' : 'Try it:',
    `  curl ${url}/api/v1/namespaces/default/flags${header} -d '${create}'`,
    ...(config.evaluation.enabled ? [evaluate] : []),
  ];
}
