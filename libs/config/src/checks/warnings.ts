import type { Config } from '../config/config';
import { enabledMethods } from '../authentication/methods/methods';
import { isGuessable, strongerSecret } from '../kinds/guessable';
import type { TierName } from './check-tier';

/** What an operator may not be aware of; no warning holds a secret. */
type Rule = (config: Config, tier: TierName) => readonly string[];

/** A warning that needs no more than a condition. */
function when(isTrue: (config: Config, tier: TierName) => boolean, warning: string): Rule {
  return (config, tier) => (isTrue(config, tier) ? [warning] : []);
}

/** The warnings of one kind about the login methods that are enabled. */
function ofMethods(kind: 'openDoors' | 'closedDoors' | 'writerClosedDoors' | 'missingRoles'): Rule {
  return (config) =>
    enabledMethods(config.authentication.methods).flatMap(([{ [kind]: warnings = [] }, own]) =>
      warnings.flatMap((warning) => warning(own, config)),
    );
}

/** Choices that let in more callers than the operator may expect. */
const openDoors: readonly Rule[] = [
  when(
    ({ authentication: { required }, cors }) =>
      cors.enabled && cors.allowedOrigins.includes('*') && !required,
    'every web page opened by somebody who can reach this server can read and change everything: ' +
      'set cors.allowed_origins or authentication.required',
  ),
  ofMethods('openDoors'),
  when(({ audit: { sinks } }) => {
    const { enabled, signingSecret, targets } = sinks.webhook;
    const secrets = [signingSecret, ...Object.values(targets).map((target) => target.signingSecret)];
    return enabled && secrets.some((secret) => secret !== undefined && isGuessable(secret.reveal()));
  }, `a signing_secret of audit.sinks.webhook can be guessed: ${strongerSecret}`),
];

const unusedChoices: readonly Rule[] = [
  when(
    ({ analytics: { enabled, writer } }, tier) =>
      tier === 'reader' && enabled && writer.address === undefined,
    'analytics.enabled is set, but a reader counts evaluations only if analytics.writer.address is set, too: ' +
      'only those that a writer answers are counted',
  ),
];

/**
 * What an operator should know of a configuration that can be used: choices that let more callers in than expected,
 * let nobody in, or give nobody a role. `config check` and the start of a server say the same.
 *
 * @returns sentences without secrets.
 */
export function warningsOf(config: Config, tier: TierName): readonly string[] {
  const rules = [
    ...openDoors,
    ofMethods('closedDoors'),
    ...(tier === 'writer' ? [ofMethods('writerClosedDoors')] : []),
    ...(config.authorization.required ? [ofMethods('missingRoles')] : []),
    ...unusedChoices,
  ];
  return rules.flatMap((rule) => rule(config, tier));
}
