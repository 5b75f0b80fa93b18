import { type Section } from '../../kinds/setting';
import { codehostSettings } from './codehost';
import { jwtSettings } from './jwt';
import { oidcSettings } from './oidc';
import { orchestratorSettings } from './orchestrator';
import { tokenSettings } from './token';

/** The settings of each login method, in the order of the reference. */
export const methodSettings = {
  token: tokenSettings,
  oidc: oidcSettings,
  codehost: codehostSettings,
  orchestrator: orchestratorSettings,
  jwt: jwtSettings,
} as const satisfies Section;

/** Name of a login method. */
export type MethodName = keyof typeof methodSettings;

/** The names in Flipt of the methods that have another one there. */
export const fliptMethodNames = {
  codehost: 'github',
  orchestrator: 'kubernetes',
} as const satisfies Partial<Record<MethodName, string>>;
