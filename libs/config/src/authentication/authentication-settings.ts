import { boolean } from '../kinds/boolean';
import { integer } from '../kinds/integer';
import { type Section, setting } from '../setting';
import { codehostSettings } from './codehost-settings';
import { jwtSettings } from './jwt-settings';
import { oidcSettings } from './oidc-settings';
import { recordsSettings } from './records-settings';
import { orchestratorSettings } from './orchestrator-settings';
import { sessionSettings } from './session-settings';
import { tokenSettings } from './token-settings';

/** Who is calling. Rules between these settings are in `check-authentication.ts`. */
export const authenticationSettings = {
  required: setting(boolean, {
    default: 'false',
    description: 'Refuse whoever does not say who they are, except where nobody has to.',
  }),
  exclude: {
    management: setting(boolean, {
      default: 'false',
      description: 'Require nothing of the management API, `/api/v1`.',
    }),
    metadata: setting(boolean, {
      default: 'false',
      isIgnored: true,
      description: 'Require nothing of `/meta`. It never worked, and metadata cannot be excluded.',
    }),
    evaluation: setting(boolean, {
      default: 'false',
      description:
        'Require nothing of evaluation and of snapshots: `/evaluate/v1`, `/internal/v1/evaluation`.',
    }),
    ofrep: setting(boolean, { default: 'false', description: 'Require nothing of OFREP, `/ofrep`.' }),
  },
  rateLimit: {
    logins: setting(integer({ min: 0 }), {
      default: '20',
      description: 'Most steps of logins of people per minute from one client address. 0 is unlimited.',
    }),
    failures: setting(integer({ min: 0 }), {
      default: '100',
      description:
        'Most refused credentials per minute from one client address, refused logins of workloads among them. Further ' +
        'ones are answered 429 with `Retry-After`; good credentials go on to work. 0 is unlimited.',
    }),
  },
  records: recordsSettings,
  session: sessionSettings,
  methods: {
    token: tokenSettings,
    oidc: oidcSettings,
    codehost: codehostSettings,
    orchestrator: orchestratorSettings,
    jwt: jwtSettings,
  },
} as const satisfies Section;
