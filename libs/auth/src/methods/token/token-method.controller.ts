import { create } from '@bufbuild/protobuf';
import { Controller } from '@nestjs/common';
import { fliptAuth, instantOf, isTimestampValid, Rpc } from '@pennon/api';
import {
  assertNotEmpty,
  InvalidArgumentError,
  invalidField,
  type AuthenticationMetadata,
  type Instant,
} from '@pennon/domain';
import { AuthenticationPresenter } from '../../authentication.presenter';
import { canonicalMetadata, METADATA_PREFIX, ROLE_KEY, tokenKeys } from '../../tokens/metadata-keys';
import { Tokens } from '../../tokens/tokens';

/** Keys with our prefix that may be chosen; the others would pretend to be somebody. Source: authentication.md 13.2. */
const choosableKeys: ReadonlySet<string> = new Set([ROLE_KEY, ...Object.values(tokenKeys)]);

/** Makes static tokens. Source: contract/authentication.md 1.4.2. */
@Controller()
export class TokenMethodController {
  constructor(
    private readonly presenter: AuthenticationPresenter,
    private readonly tokens: Tokens,
  ) {}

  /** @throws InvalidArgumentError if the name is empty, the expiry no moment, or a key of the metadata reserved. */
  @Rpc(fliptAuth.AuthenticationMethodTokenService.method.createToken)
  async create(request: fliptAuth.CreateTokenRequest): Promise<fliptAuth.CreateTokenResponse> {
    assertNotEmpty('name', request.name);
    const { clientToken, authentication } = await this.tokens.issue({
      method: 'token',
      metadata: metadataOf(request),
      expiresAt: expiryOf(request),
    });
    return create(fliptAuth.CreateTokenResponseSchema, {
      clientToken,
      authentication: this.presenter.present(authentication),
    });
  }
}

/** Source: contract/authentication.md 1.4.2. */
function expiryOf({ expiresAt }: fliptAuth.CreateTokenRequest): Instant | undefined {
  if (expiresAt === undefined) return undefined;
  if (isTimestampValid(expiresAt)) return instantOf(expiresAt);
  throw new InvalidArgumentError('attempting to create token: invalid expiry time: out of range');
}

/** What is chosen freely, and over it what the request says in members of its own. */
function metadataOf(request: fliptAuth.CreateTokenRequest): AuthenticationMetadata {
  const { name, description, namespaceKey } = request;
  const chosen = canonicalMetadata(request.metadata);
  const reserved = Object.keys(chosen).find(
    (key) => key.startsWith(METADATA_PREFIX) && !choosableKeys.has(key),
  );
  if (reserved !== undefined) throw invalidField('metadata', `key ${reserved} is reserved`);
  return {
    ...chosen,
    [tokenKeys.name]: name,
    ...(description !== '' && { [tokenKeys.description]: description }),
    ...(namespaceKey.trim() !== '' && { [tokenKeys.namespace]: namespaceKey }),
  };
}
