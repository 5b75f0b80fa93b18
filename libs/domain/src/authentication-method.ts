/** How a caller proved who it is. */
export const authenticationMethods = ['token', 'oidc', 'orchestrator', 'codehost', 'jwt'] as const;
export type AuthenticationMethod = (typeof authenticationMethods)[number];
