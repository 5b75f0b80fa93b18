/** Texts of the login. */
export const loginCopy = {
  title: 'Sign in',
  what: 'the ways to sign in',
  with: (name: string): string => `With ${name}`,
  signInWith: (name: string): string => `Sign in with ${name}`,
  codeHost: 'Code host',
  unavailable: (name: string): string => `Sign-in with ${name} is not available right now.`,
  unsafeAddress: 'The address of the identity provider is not one that a browser may safely go to.',
  failures: {
    state_mismatch: {
      title: 'This sign-in was not begun in this browser, or took too long.',
      text: 'Begin again.',
    },
    not_allowed: {
      title: 'Your account may not sign in here.',
      text: 'Whoever runs this server decides which organizations, teams and email addresses may.',
    },
    provider_refused: {
      title: 'The provider did not confirm this sign-in.',
      text: 'Try again, and agree to what it asks.',
    },
    provider_misconfigured: {
      title: 'Sign-in with this provider is not set up correctly.',
      text: 'Ask whoever runs this server to look at its log, and to check the issuer, the client ID and secret, and the redirect address.',
    },
    provider_unreachable: {
      title: 'The provider cannot be reached right now.',
      text: 'Try again in a moment.',
    },
    failed: {
      title: 'The sign-in failed.',
      text: 'Try again. If it fails again, ask whoever runs this server.',
    },
  },
  or: 'or',
  token: {
    title: 'Sign in with a token',
    label: 'API token',
    memoryOnly: 'Kept in the memory of this tab only: after a reload you enter it again.',
    namespace: 'Namespace',
    namespaceHint: 'Only for a token of one namespace: the key of that namespace.',
    submit: 'Sign in',
    missing: 'Paste an API token.',
    refused: 'This token is not valid or has expired.',
    needsNamespace: 'This token belongs to one namespace. Enter its key.',
    otherNamespace: (namespaceKey: string): string =>
      `This token does not belong to namespace "${namespaceKey}".`,
    noNamespace: (namespaceKey: string): string => `Namespace "${namespaceKey}" does not exist.`,
    unavailable: 'Sign-in with a token is not available right now.',
  },
  none: {
    title: 'No sign-in for browsers is configured',
    text: 'This server asks who calls, but has no way for people to sign in. Whoever runs it can enable one.',
    others: 'Enabled for programs:',
  },
} as const;
