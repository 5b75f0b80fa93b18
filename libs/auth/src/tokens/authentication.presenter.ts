import { create } from '@bufbuild/protobuf';
import type { HttpExchange } from '@pennon/api';
import { fliptAuth, timestampOf } from '@pennon/proto';
import { fliptMethodNames, ownMethodNames } from '@pennon/config';
import {
  authenticationMethods,
  inAliases,
  methodTraits,
  withAliases,
  withoutClaims,
  type Authentication,
  type AuthenticationMetadata,
  type Identity,
} from '@pennon/domain';
import { methodWords } from './method-words';

/** How an answer spells what Flipt v1 spells otherwise. */
type Spelling = 'ours' | 'flipt' | 'both';

/** What logins at paths with a name in them are answered in. */
const spellings: readonly (readonly [path: string, spelling: Spelling])[] = authenticationMethods
  .map((name) => ({ name, fliptName: methodTraits[name].fliptName }))
  .filter(({ name, fliptName }) => name !== fliptName)
  .flatMap(({ name, fliptName }) => [
    [`/auth/v1/method/${name}/`, 'ours'],
    [`/auth/v1/method/${fliptName}/`, 'flipt'],
  ]);

/** Shows identities, with Flipt v1's spelling of metadata beside ours or without. */
export class AuthenticationPresenter {
  constructor(private readonly fliptAliases: boolean) {}

  /**
   * The identity of whoever has just logged in, in the spelling of the path that was called.
   *
   * @param http Undefined on the gRPC door, which has no such paths.
   */
  presentLogin(identity: Identity, http: HttpExchange | undefined): fliptAuth.Authentication {
    const [, spelling] = spellings.find(([path]) => http?.path.startsWith(path)) ?? ['', 'both' as const];
    if (spelling !== 'both')
      http?.useMethodNames(spelling === 'flipt' && this.fliptAliases ? fliptMethodNames : ownMethodNames);
    return this.present(identity, spelling);
  }

  /** A record for whoever may look at records. The claims of an identity provider are for the person alone. */
  presentToOthers(record: Authentication): fliptAuth.Authentication {
    return this.present({ ...record, metadata: withoutClaims(record.metadata) });
  }

  /** An identity on the wire; never its token. */
  present(identity: Identity, spelling: Spelling = 'both'): fliptAuth.Authentication {
    const { id, method } = identity;
    const metadata = this.metadataOf(identity.metadata, spelling);
    if (identity.method === 'jwt') {
      return create(fliptAuth.AuthenticationSchema, { id, method: methodWords.toWire(method), metadata });
    }
    const { expiresAt, createdAt, updatedAt } = identity;
    return create(fliptAuth.AuthenticationSchema, {
      id,
      method: methodWords.toWire(method),
      ...(expiresAt !== undefined && { expiresAt: timestampOf(expiresAt) }),
      createdAt: timestampOf(createdAt),
      updatedAt: timestampOf(updatedAt),
      metadata,
    });
  }

  private metadataOf(metadata: AuthenticationMetadata, spelling: Spelling): Record<string, string> {
    if (spelling === 'ours' || !this.fliptAliases) return { ...metadata };
    return spelling === 'flipt' ? inAliases(metadata) : withAliases(metadata);
  }
}
