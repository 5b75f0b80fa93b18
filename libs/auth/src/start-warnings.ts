import { Logger } from '@nestjs/common';
import { type Config } from '@pennon/config';

type Settings = Pick<Config, 'authentication' | 'authorization' | 'cors'>;

/** A choice that may let in more callers than whoever made it knows. */
interface OpenDoor {
  readonly isOpen: (settings: Settings) => boolean;
  readonly warning: string;
}

/** Source: contract/authentication.md 5.5, 7.3, 13.2 (13, 18). */
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
    isOpen: ({ authentication: { methods } }) => {
      const { enabled, audiences, allowedServiceAccounts } = methods.orchestrator;
      return enabled && audiences.length === 0 && allowedServiceAccounts.length === 0;
    },
    warning:
      'every workload of the cluster may log in: ' +
      'set authentication.methods.orchestrator.audiences or .allowed_service_accounts',
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
      return enabled && emailMatches.some((pattern) => !/^\^.*\$$/s.test(pattern));
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
];

/** Says at the start what an operator may not be aware of. */
export class StartWarnings {
  private readonly logger = new Logger('auth');

  constructor(private readonly settings: Settings) {}

  /** Logs them, one line each. */
  run(): void {
    for (const { isOpen, warning } of openDoors) if (isOpen(this.settings)) this.logger.warn(warning);
  }
}
