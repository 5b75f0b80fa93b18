import { Logger } from '@nestjs/common';
import type { Config } from '@pennon/config';

/**
 * Bits that hold out against guesses by the thousand a second, for years, with room for a choice that was not random.
 */
const ENOUGH_BITS = 80;

/**
 * Whether somebody may guess a secret that an operator chose. It counts how many secrets of that length there are with
 * the characters in it, so it overrates words; secrets that are drawn at random with 128 bits pass.
 */
export function isGuessable(secret: string): boolean {
  return secret.length * Math.log2(Math.max(new Set(secret).size, 1)) < ENOUGH_BITS;
}

/**
 * True if every alternative of a pattern in RE2's syntax begins at the start of the text and ends at its end. It may
 * say false of a pattern that is anchored in another way, and true of none that is not.
 */
export function isAnchored(pattern: string): boolean {
  // A quotation may hold what looks like an anchor; with `(?m)` an anchor is one of a line.
  if (pattern.includes('\\Q')) return false;
  let flat = pattern
    .replace(/^(\(\?[isU]+\))+/, '')
    .replaceAll(/\\./gs, (escape) => anchorOf(escape) ?? '_')
    .replaceAll(/\[\^?\]?[^\]]*\]/g, '_');
  // From the inside to the outside: what remains is the pattern without its groups.
  for (let before = ''; before !== flat;) {
    before = flat;
    flat = flat.replaceAll(/\([^()]*\)/g, '_');
  }
  return flat.split('|').every((alternative) => /^\^.*\$$/s.test(alternative));
}

function anchorOf(escape: string): string | undefined {
  return { '\\A': '^', '\\z': '$' }[escape];
}

type Settings = Pick<Config, 'authentication' | 'authorization' | 'cors' | 'audit'>;

/** A choice that may let in more callers than whoever made it knows. */
interface OpenDoor {
  readonly isOpen: (settings: Settings) => boolean;
  readonly warning: string;
}

/** Never the secret itself. */
const strongerSecret = 'choose a random one, such as the output of `openssl rand -hex 32`';

const openDoors: readonly OpenDoor[] = [
  {
    isOpen: ({ authentication: { required }, cors }) =>
      cors.enabled && cors.allowedOrigins.includes('*') && !required,
    warning:
      'every page that somebody opens who can reach this server may read and change everything: ' +
      'set cors.allowed_origins or authentication.required',
  },
  {
    isOpen: ({ authentication: { required, methods } }) => {
      const { enabled, validateClaims } = methods.jwt;
      const isAnybodys = validateClaims.issuer === undefined && validateClaims.audiences.length === 0;
      return required && enabled && isAnybodys;
    },
    warning:
      'every JSON web token that the keys verify is accepted, whoever it is for: ' +
      'set authentication.methods.jwt.validate_claims.issuer or .audiences',
  },
  {
    // A workload may ask its cluster for a token for any audience, so that an audience keeps nobody out.
    isOpen: ({ authentication: { methods } }) => {
      const { enabled, allowedServiceAccounts } = methods.orchestrator;
      return (
        enabled && (allowedServiceAccounts.length === 0 || allowedServiceAccounts.some(isInAnyNamespace))
      );
    },
    warning:
      'every workload of the cluster may log in, for accounts are not named with their namespaces: ' +
      'set authentication.methods.orchestrator.allowed_service_accounts',
  },
  {
    isOpen: ({ authentication: { methods } }) => {
      const { enabled, roles } = methods.orchestrator;
      return enabled && roles.some(({ subject }) => isInAnyNamespace(subject));
    },
    warning:
      'authentication.methods.orchestrator.roles gives a role to accounts in any namespace: ' +
      'whoever may create a namespace or an account in one may have it',
  },
  {
    isOpen: ({ authentication: { methods }, authorization }) =>
      authorization.required && methods.orchestrator.enabled && methods.orchestrator.roles.length === 0,
    warning: 'no workload has a role: set authentication.methods.orchestrator.roles',
  },
  {
    isOpen: ({ authentication: { required, methods }, authorization }) => {
      const { enabled, emailMatches } = methods.oidc;
      return required && enabled && emailMatches.length === 0 && !authorization.required;
    },
    warning:
      'everybody whom an identity provider knows may do everything: ' +
      'set authentication.methods.oidc.email_matches or authorization.required',
  },
  {
    isOpen: ({ authentication: { methods } }) => {
      const { enabled, emailMatches } = methods.oidc;
      return enabled && !emailMatches.every(isAnchored);
    },
    warning:
      'a pattern of authentication.methods.oidc.email_matches is not anchored with ^ and $: ' +
      'it matches every address that has such a part',
  },
  {
    isOpen: ({ authentication: { required, methods }, authorization }) => {
      const { enabled, allowedOrganizations } = methods.codehost;
      return required && enabled && allowedOrganizations.length === 0 && !authorization.required;
    },
    warning:
      'everybody with an account at the code host may do everything: ' +
      'set authentication.methods.codehost.allowed_organizations or authorization.required',
  },
  {
    isOpen: ({ authentication: { methods } }) => {
      const { enabled, bootstrap } = methods.token;
      return enabled && bootstrap.token !== undefined && isGuessable(bootstrap.token.reveal());
    },
    warning: `authentication.methods.token.bootstrap.token may be guessed: ${strongerSecret}`,
  },
  {
    isOpen: ({ audit: { sinks } }) => {
      const { enabled, signingSecret, targets } = sinks.webhook;
      const secrets = [signingSecret, ...Object.values(targets).map((target) => target.signingSecret)];
      return enabled && secrets.some((secret) => secret !== undefined && isGuessable(secret.reveal()));
    },
    warning: `a signing_secret of audit.sinks.webhook may be guessed: ${strongerSecret}`,
  },
];

/** True for a pattern of service accounts that any namespace fits. */
function isInAnyNamespace(pattern: string): boolean {
  return /^\*+\//.test(pattern);
}

/** Says at the start what an operator may not be aware of. */
export class StartWarnings {
  private readonly logger = new Logger('auth');

  constructor(private readonly settings: Settings) {}

  /** Logs them, one line each. */
  run(): void {
    for (const { isOpen, warning } of openDoors) if (isOpen(this.settings)) this.logger.warn(warning);
  }
}
