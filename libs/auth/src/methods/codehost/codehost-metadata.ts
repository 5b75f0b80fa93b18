import {
  groupBy,
  groupsMetadata,
  METADATA_PREFIX,
  ROLE_KEY,
  type AuthenticationMetadata,
} from '@pennon/domain';
import { type Account } from './codehost-api';
import { type Membership, namesOf } from './membership';

/** What is known of somebody at a code host. */
export interface Person {
  /** The host of the code host, with its port: account numbers are unique within one host only. */
  readonly host: string;
  readonly account: Account;
  /** The address to go by; undefined when none is known. */
  readonly email: string | undefined;
  /** Undefined when it was not to be asked for. */
  readonly membership: Membership | undefined;
  /** The roles that the operator gives for that; undefined for none. */
  readonly role: string | undefined;
}

/** A person as metadata. */
export function codehostMetadata({ host, account, email, membership, role }: Person): AuthenticationMetadata {
  const { id, login, name, avatar_url: picture } = account;
  const own = {
    email,
    host,
    // An account need not have a name.
    name: isText(name) ? name : login,
    picture,
    sub: typeof id === 'number' && id !== 0 ? `${id}` : undefined,
    preferred_username: login,
    organizations: membership && JSON.stringify(membership.organizations),
    teams: membership && JSON.stringify(slugsByOrganization(membership)),
  };
  const common = { email: own.email, name: own.name, picture: own.picture };
  return {
    ...keyed('codehost.', own),
    ...keyed('', common),
    ...(role !== undefined && { [ROLE_KEY]: role }),
    ...(membership && groupsMetadata(namesOf(membership))),
  };
}

/** The members that are texts, under keys of ours. */
function keyed(infix: string, members: Readonly<Record<string, unknown>>): AuthenticationMetadata {
  const texts = Object.entries(members).filter((entry): entry is [string, string] => isText(entry[1]));
  return Object.fromEntries(texts.map(([name, value]) => [`${METADATA_PREFIX}${infix}${name}`, value]));
}

function slugsByOrganization({ teams }: Membership): Readonly<Record<string, readonly string[]>> {
  const groups = groupBy(teams, ({ organization }) => organization);
  return Object.fromEntries([...groups].map(([name, members]) => [name, members.map(({ slug }) => slug)]));
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
