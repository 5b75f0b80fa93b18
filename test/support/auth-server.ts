import { status } from '@grpc/grpc-js';
import {
  fromBinary,
  create,
  type DescMessage,
  type DescMethodUnary,
  type MessageInitShape,
  type MessageShape,
} from '@bufbuild/protobuf';
import { GrpcClient } from './grpc-client';
import { jsonOf, jsonRequest, type Answer, type Api, type Request } from './http';
import { useServer, type SharedServer } from './use-server';

/** The first token of every server here, which may do anything. */
export const BOOTSTRAP_TOKEN = 'bootstrap-token-of-the-tests';

/** Settings of a server that wants to know who calls. */
export const authEnv = {
  PENNON_AUTHENTICATION_REQUIRED: 'true',
  PENNON_AUTHENTICATION_METHODS_TOKEN_ENABLED: 'true',
  PENNON_AUTHENTICATION_METHODS_TOKEN_BOOTSTRAP_TOKEN: BOOTSTRAP_TOKEN,
} as const;

/** A record as the API shows it. */
export interface AuthenticationJson {
  readonly id: string;
  readonly method: string;
  readonly expiresAt?: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly metadata: Readonly<Record<string, string>>;
}

/** A new token as the API shows it. */
export interface IssuedTokenJson {
  readonly clientToken: string;
  readonly authentication: AuthenticationJson;
}

/** What a call by gRPC came to: code 0 and a message, or another code and the words of the error. */
export interface GrpcOutcome<O extends DescMessage> {
  readonly code: number;
  readonly details: string;
  readonly message: MessageShape<O> | undefined;
}

/** What a caller shows: a client token, or a JWT. */
export type Shown = string | { readonly jwt: string };

/** A server that wants to know who calls, for the tests of a `describe`. */
export interface AuthServer extends SharedServer {
  /** The first token. */
  readonly bootstrapToken: string;
  /** The API for whoever shows that; the first token unless something is given. */
  as(shown?: Shown): Api;
  /** Makes a token, by the first one. */
  issue(token: object): Promise<IssuedTokenJson>;
  /** Calls by gRPC, as whoever shows that; as nobody without. */
  grpc<I extends DescMessage, O extends DescMessage>(
    method: DescMethodUnary<I, O>,
    request: MessageInitShape<I>,
    shown?: Shown,
  ): Promise<GrpcOutcome<O>>;
}

/** Starts such a server before the first test of the surrounding `describe`, and stops it after the last. */
export function useAuthServer(env: Readonly<Record<string, string>> = {}): AuthServer {
  return withTokens(useServer({ ...authEnv, ...env }));
}

/** What tests with tokens do with a server. */
export function withTokens(server: SharedServer): AuthServer {
  let client: GrpcClient | undefined;
  afterAll(() => client?.close());
  const as = (shown: Shown = BOOTSTRAP_TOKEN): Api => bearing(server, shown);
  return Object.assign(Object.create(server) as SharedServer, {
    bootstrapToken: BOOTSTRAP_TOKEN,
    as,
    async issue(token: object): Promise<IssuedTokenJson> {
      const answer = await as().send(
        jsonRequest('POST', '/auth/v1/method/token', { name: 'of a test', ...token }),
      );
      if (answer.status !== 200) throw new Error(`${answer.status} ${answer.body.toString()}`);
      return jsonOf(answer) as IssuedTokenJson;
    },
    async grpc<I extends DescMessage, O extends DescMessage>(
      method: DescMethodUnary<I, O>,
      request: MessageInitShape<I>,
      shown?: Shown,
    ): Promise<GrpcOutcome<O>> {
      client ??= new GrpcClient(server.grpcAddress);
      const metadata = shown === undefined ? {} : { authorization: authorizationOf(shown) };
      const answer = await client.sendMessage(method, create(method.input, request), { metadata });
      const { code, details, bytes } = answer;
      return { code, details, message: code === status.OK ? fromBinary(method.output, bytes) : undefined };
    },
  });
}

/** The API for whoever shows that. */
export function bearing(api: Api, shown: Shown): Api {
  return {
    async send(request: Request): Promise<Answer> {
      return api.send({ ...request, headers: { Authorization: authorizationOf(shown), ...request.headers } });
    },
  };
}

function authorizationOf(shown: Shown): string {
  return typeof shown === 'string' ? `Bearer ${shown}` : `JWT ${shown.jwt}`;
}
