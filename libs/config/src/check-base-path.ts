import type { ResolvedSettings } from './resolve-settings';
import type { Violation } from './violation';

/** Returns the addresses of logins that lead past the base path, where no callback is answered. */
export function checkBasePath({
  server: { basePath },
  authentication: { methods },
}: Pick<ResolvedSettings, 'server' | 'authentication'>): readonly Violation[] {
  const { oidc, codehost } = methods;
  const addresses = [
    ...Object.entries(oidc.enabled ? oidc.providers : {}).map(
      ([name, { redirectAddress }]) => [`oidc.providers.${name}`, redirectAddress] as const,
    ),
    ...(codehost.enabled ? [['codehost', codehost.redirectAddress] as const] : []),
  ];
  return addresses
    .filter(([, address]) => address !== '' && !address.endsWith(basePath))
    .map(([method]) => ({
      key: `authentication.methods.${method}.redirect_address`,
      reason: `must end with ${basePath}, which is server.base_path: the callback lies below it`,
    }));
}
