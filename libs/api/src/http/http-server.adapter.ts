import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type Socket } from 'node:net';
import { ExpressAdapter } from '@nestjs/platform-express';
import { type ServerConfig } from '@pennon/config';
import { REQUEST_ID_HEADER, requestIdOf } from '@pennon/platform';
import { boundConnections } from '../connections/bound-connections';
import { connectionEventOf } from '../connections/connections';
import { Certificate, type CertificateConfig } from '../connections/certificate';
import { WholeRequest } from './whole-request';
import { WholeResponse } from './whole-response';

type ServerLimits = CertificateConfig &
  Pick<ServerConfig, 'maxHeaderBytes' | 'readTimeout' | 'keepAliveTimeout' | 'maxConnections'>;

type PlainOptions = ServerOptions<typeof IncomingMessage, typeof ServerResponse<IncomingMessage>>;

/** How much later than `server.read_timeout` a request may be given up at most, in milliseconds. */
const LONGEST_DELAY_MS = 1000;

/** What the adapter needs of Express. */
type ExpressApp = RequestListener & { request: object; response: object; readonly router: object };

/** Nest's Express adapter on a server of ours, which has our limits and goes to the dispatcher first. */
export class HttpServerAdapter extends ExpressAdapter {
  private dispatch: RequestListener;

  constructor(private readonly limits: ServerLimits) {
    super();
    // A path is that path: no other letter case, no slash behind it. Nest has made the router already, so the settings
    // of the application come too late.
    Object.assign(this.getInstance<ExpressApp>().router, { caseSensitive: true, strict: true });
    this.dispatch = this.getInstance<ExpressApp>();
  }

  /** From now on every request goes to `dispatch`, which passes on to Express what is for it. */
  dispatchTo(dispatch: RequestListener): void {
    this.dispatch = dispatch;
  }

  override initHttpServer(): void {
    const options = {
      ...this.expressClasses(),
      maxHeaderSize: this.limits.maxHeaderBytes,
      requestTimeout: this.limits.readTimeout,
      headersTimeout: this.limits.readTimeout,
      // Node looks at them every half a minute otherwise, so that ten seconds were up to forty.
      connectionsCheckingInterval: Math.min(this.limits.readTimeout, LONGEST_DELAY_MS),
      keepAliveTimeout: this.limits.keepAliveTimeout,
    };
    const listener: RequestListener = (request, response) => {
      request.id = requestIdOf(request.headers[REQUEST_ID_HEADER]);
      this.dispatch(request, response);
    };
    const server = this.createServer(options, listener);
    // Node would ask for the body before anybody has looked at the head.
    server.on('checkContinue', (request: WholeRequest, response: ServerResponse) => {
      request.waitForInvitation(() => {
        if (!response.headersSent) response.writeContinue();
      });
      server.emit('request', request, response);
    });
    boundConnections(server, this.limits.maxConnections);
    // Node does not know the address of a client that has gone, unless it was asked for before.
    server.on(connectionEventOf(server), ({ remoteAddress }: Socket) => void remoteAddress);
    this.setHttpServer(server);
  }

  private createServer(options: PlainOptions, listener: RequestListener): Server {
    const certificate = Certificate.of(this.limits);
    if (certificate === undefined) return createServer(options, listener);
    const server = createTlsServer({ ...options, ...certificate.options }, listener);
    certificate.follow(server);
    return server;
  }

  /**
   * Classes whose requests and responses are Express's from the start.
   *
   * Express gives every request and response its own prototype, which on Node 20 and 22 costs more than all the rest
   * of a plain request; where the prototype is right already, that is no work.
   */
  private expressClasses(): Pick<PlainOptions, 'IncomingMessage' | 'ServerResponse'> {
    class ExpressRequest extends WholeRequest {}
    class ExpressResponse extends WholeResponse {}
    const express = this.getInstance<ExpressApp>();
    express.request = withMembersOf(express.request, ExpressRequest.prototype);
    express.response = withMembersOf(express.response, ExpressResponse.prototype);
    return { IncomingMessage: ExpressRequest, ServerResponse: ExpressResponse };
  }
}

/** The prototype with what Express adds to Node's: what it has for all applications, and what for this one. */
function withMembersOf<T extends object>(ofApplication: object, prototype: T): T {
  const ofAll = Object.getPrototypeOf(ofApplication) as object;
  for (const members of [ofAll, ofApplication]) {
    Object.defineProperties(prototype, Object.getOwnPropertyDescriptors(members));
  }
  return prototype;
}
