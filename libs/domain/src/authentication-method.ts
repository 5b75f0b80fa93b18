/** How a caller proved who it is. Source: contract/authentication.md 0.1. */
export const authenticationMethods = ['token', 'oidc', 'orchestrator', 'codehost', 'jwt'] as const;
export type AuthenticationMethod = (typeof authenticationMethods)[number];
