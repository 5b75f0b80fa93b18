import { create } from '@bufbuild/protobuf';
import { EmptySchema, type Empty } from '@bufbuild/protobuf/wkt';
import { Controller } from '@nestjs/common';
import { HELD_HEADER, KEEP_CHANGES_HEADER, originOf, Rpc, type RpcCall } from '@pennon/api';
import { fliptAuth, instantOf, isTimestampValid } from '@pennon/proto';
import { invalidField, NotFoundError, UnauthenticatedError, type StoredMethod } from '@pennon/domain';
import { methodWords } from './method-words';
import { AuthenticationPresenter } from './authentication.presenter';
import { Authentications } from './authentications';

const { method } = fliptAuth.AuthenticationService;
const { Method } = fliptAuth;

/** Most changes and series that the header tells. */
const MAX_TOLD = 50;

/** RPCs on the records behind client tokens. */
@Controller()
export class AuthenticationController {
  constructor(
    private readonly authentications: Authentications,
    private readonly presenter: AuthenticationPresenter,
  ) {}

  /** @throws UnauthenticatedError if nobody needed to say who calls. */
  @Rpc(method.getAuthenticationSelf)
  getSelf(_: Empty, { identity }: RpcCall): fliptAuth.Authentication {
    if (identity === undefined) throw new UnauthenticatedError();
    return this.presenter.present(identity);
  }

  /** @throws NotFoundError if there is no such record. */
  @Rpc(method.getAuthentication)
  async get({ id }: fliptAuth.GetAuthenticationRequest): Promise<fliptAuth.Authentication> {
    const authentication = await this.authentications.find(id);
    if (authentication === undefined) {
      throw new NotFoundError('getting authentication by token: reading authentication: resource not found');
    }
    return this.presenter.presentToOthers(authentication);
  }

  @Rpc(method.listAuthentications)
  async list(request: fliptAuth.ListAuthenticationsRequest): Promise<fliptAuth.ListAuthenticationsResponse> {
    const { items, nextOffset } = await this.authentications.list(storedMethodOf(request.method), request);
    return create(fliptAuth.ListAuthenticationsResponseSchema, {
      authentications: items.map((item) => this.presenter.presentToOthers(item)),
      nextPageToken: nextOffset === undefined ? '' : `${nextOffset}`,
    });
  }

  @Rpc(method.deleteAuthentication)
  async delete({ id }: fliptAuth.DeleteAuthenticationRequest, call: RpcCall): Promise<Empty> {
    const keeps = call.header(KEEP_CHANGES_HEADER) ?? '';
    if (!['', 'true', 'false'].includes(keeps))
      throw invalidField(KEEP_CHANGES_HEADER, 'must be true or false');
    const held = await this.authentications.delete(id, originOf(call), keeps === 'true');
    const told = held.slice(0, MAX_TOLD).map(({ kind, id: of }) => `${kind}/${of}`);
    if (told.length > 0) call.setHeader(HELD_HEADER, told.join(', '));
    return create(EmptySchema);
  }

  /** @throws UnauthenticatedError if nobody needed to say who calls. */
  @Rpc(method.expireAuthenticationSelf)
  async expireSelf(
    { expiresAt }: fliptAuth.ExpireAuthenticationSelfRequest,
    { identity, clientAddress }: RpcCall,
  ): Promise<Empty> {
    if (identity === undefined) throw new UnauthenticatedError();
    const isMoment = expiresAt !== undefined && isTimestampValid(expiresAt);
    const at = isMoment ? instantOf(expiresAt) : undefined;
    await this.authentications.expire(identity, at, clientAddress);
    return create(EmptySchema);
  }
}

/** Undefined for all methods. A JWT has no record, so its method lists none, as does one that Pennon has not. */
function storedMethodOf(number: fliptAuth.Method): StoredMethod | 'jwt' | undefined {
  // oxlint-disable-next-line typescript/no-deprecated -- Flipt's word, which lists may ask for
  if (number === Method.CLOUD) return 'jwt';
  return number === Method.NONE ? undefined : methodWords.fromWire('method', number);
}
