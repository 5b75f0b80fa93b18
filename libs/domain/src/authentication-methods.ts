/** Where an account is and which account it is there; a part is undefined if it is unknown. */
export type Account = readonly (string | undefined)[];

/** What an account is found by. */
export interface AccountClues {
  /** Id of the record behind the credential; `''` for none. */
  readonly id: string;
  /** The claims that an issuer made about the caller, as JSON; undefined for none. */
  readonly claims: string | undefined;
  /** Reads metadata of the method itself: `host` is `io.service.auth.<method>.host`. */
  readonly own: (key: string) => string | undefined;
}

/** What sets an authentication method apart from the others. */
interface MethodTraits {
  /** Name of the method in Flipt v1. */
  readonly fliptName: string;
  /** Part of its metadata keys in Flipt v1. */
  readonly fliptKey: string;
  /** Whether its authentications are rows. */
  readonly isStored: boolean;
  /** Whether people use it, who may have an email address. */
  readonly isOfPeople: boolean;
  /** Whether a login ends in a browser session. */
  readonly opensSession: boolean;
  /** The account of a caller. */
  accountOf(clues: AccountClues): Account;
}

/** One row for each method. */
export const methodTraits = {
  token: {
    fliptName: 'token',
    fliptKey: 'token',
    isStored: true,
    isOfPeople: false,
    opensSession: false,
    accountOf: ({ id }) => ['token', id],
  },
  oidc: {
    fliptName: 'oidc',
    fliptKey: 'oidc',
    isStored: true,
    isOfPeople: true,
    opensSession: true,
    accountOf: accountAtIssuer,
  },
  orchestrator: {
    fliptName: 'kubernetes',
    fliptKey: 'k8s',
    isStored: true,
    isOfPeople: false,
    opensSession: false,
    accountOf: ({ own }) => [
      'orchestrator',
      ...['issuer', 'namespace', 'serviceaccount.name'].map((key) => unlessEmpty(own(key))),
    ],
  },
  codehost: {
    fliptName: 'github',
    fliptKey: 'github',
    isStored: true,
    isOfPeople: true,
    opensSession: true,
    // Account numbers are unique within one host only.
    accountOf: ({ own }) => ['codehost', own('host'), own('sub')],
  },
  jwt: {
    fliptName: 'jwt',
    fliptKey: 'jwt',
    // A JWT proves itself and leaves no record.
    isStored: false,
    isOfPeople: true,
    opensSession: false,
    accountOf: accountAtIssuer,
  },
} as const satisfies Readonly<Record<string, MethodTraits>>;

/** How a caller proved who it is. */
export type AuthenticationMethod = keyof typeof methodTraits;

/** Every method. */
// `Object.keys` forgets which names there are.
export const authenticationMethods = Object.keys(methodTraits) as readonly AuthenticationMethod[];

/** Methods whose rows have the value in this trait. */
type MethodWith<Trait extends keyof MethodTraits, Value> = {
  [Method in AuthenticationMethod]: (typeof methodTraits)[Method][Trait] extends Value ? Method : never;
}[AuthenticationMethod];

/** Methods whose authentications are rows. */
export type StoredMethod = MethodWith<'isStored', true>;

/** Methods whose logins end in a browser session. */
export type SessionMethod = MethodWith<'opensSession', true>;

/** Name of a method in Flipt v1. */
export type FliptMethodName = (typeof methodTraits)[AuthenticationMethod]['fliptName'];

/** Every stored method. */
export const storedMethods = authenticationMethods.filter(
  (method): method is StoredMethod => methodTraits[method].isStored,
);

/** Every method whose logins end in a browser session. */
export const sessionMethods = authenticationMethods.filter(isSessionMethod);

/** True for a method whose logins end in a browser session. */
export function isSessionMethod(method: AuthenticationMethod): method is SessionMethod {
  return methodTraits[method].opensSession;
}

function unlessEmpty(text: string | undefined): string | undefined {
  return text === '' ? undefined : text;
}

/**
 * The account by the verified claims `iss` and `sub`. ID tokens and access tokens of one issuer name the same subject,
 * so every method that reads claims finds the same account.
 */
function accountAtIssuer({ claims = '{}' }: AccountClues): Account {
  const { iss, sub } = JSON.parse(claims) as { readonly iss?: unknown; readonly sub?: unknown };
  const isSubject = typeof sub === 'string' && sub !== '';
  // A JSON web token need not name its issuer: then there is only the one whose keys are configured.
  return ['issuer', typeof iss === 'string' ? canonicalIssuer(iss) : '', isSubject ? sub : undefined];
}

/** One spelling of an issuer that writes itself in two. Source: Google, OpenID Connect, "Validating an ID token". */
export function canonicalIssuer(issuer: string): string {
  return issuer === 'accounts.google.com' ? 'https://accounts.google.com' : issuer;
}
