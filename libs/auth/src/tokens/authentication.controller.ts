import { create } from '@bufbuild/protobuf';
import { EmptySchema, type Empty } from '@bufbuild/protobuf/wkt';
import { Controller } from '@nestjs/common';
import { originOf, Rpc, type RpcCall } from '@pennon/api';
import { fliptAuth, instantOf, isTimestampValid } from '@pennon/proto';
import { NotFoundError, UnauthenticatedError, type StoredMethod } from '@pennon/domain';
import { methodWords } from './method-words';
import { AuthenticationPresenter } from './authentication.presenter';
import { Authentications } from './authentications';

const { method } = fliptAuth.AuthenticationService;
const { Method } = fliptAuth;

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
    await this.authentications.delete(id, originOf(call));
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
