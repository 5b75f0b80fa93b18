import { KeyRound } from 'lucide-react';
import { type ReactElement } from 'react';
import {
  siAuth0,
  siAuthelia,
  siAuthentik,
  siGithub,
  siGitlab,
  siGoogle,
  siKeycloak,
  siOkta,
} from 'simple-icons';

/** Outlines of marks by the key of the provider, in one colour and on a field of 24 units. */
const marks = new Map([
  ['google', siGoogle.path],
  ['gitlab', siGitlab.path],
  ['github', siGithub.path],
  ['okta', siOkta.path],
  ['auth0', siAuth0.path],
  ['keycloak', siKeycloak.path],
  ['authentik', siAuthentik.path],
  ['authelia', siAuthelia.path],
]);

/** The mark of a provider; a key for those that have none here. */
export function ProviderIcon({ providerKey }: { readonly providerKey: string }): ReactElement {
  const path = marks.get(providerKey.toLowerCase());
  if (path === undefined) return <KeyRound aria-hidden size={16} />;
  return (
    <svg aria-hidden viewBox="0 0 24 24" width={16} height={16} fill="currentColor">
      <path d={path} />
    </svg>
  );
}
