import {
  createServer,
  IncomingMessage,
  ServerResponse,
  type RequestListener,
  type Server,
  type ServerOptions,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type Socket } from 'node:net';
import { ExpressAdapter } from '@nestjs/platform-express';
import { type ServerConfig } from '@pennon/config';
import { boundConnections } from '../boot/bound-connections';
import { Certificate, type CertificateConfig } from '../tls/certificate';

type ServerLimits = CertificateConfig &
  Pick<ServerConfig, 'maxHeaderBytes' | 'readTimeout' | 'keepAliveTimeout' | 'maxConnections'>;

type PlainOptions = ServerOptions<typeof IncomingMessage, typeof ServerResponse<IncomingMessage>>;

/** What the adapter needs of Express. */
type ExpressApp = RequestListener & Readonly<Record<'request' | 'response' | 'router', object>>;

/** Nest's Express adapter on a server of ours, which has our limits and asks the lanes first. */
export class LaneAdapter extends ExpressAdapter {
  private dispatch: RequestListener;

  constructor(private readonly limits: ServerLimits) {
    super();
    // A path is that path: no other letter case, no slash behind it. Nest has made the router already, so the settings
    // of the application come too late.
    Object.assign(this.getInstance<ExpressApp>().router, { caseSensitive: true, strict: true });
    this.dispatch = this.getInstance<ExpressApp>();
  }

  /** From now on every request goes to `dispatch`, which passes on to Express what it does not answer itself. */
  openLanes(dispatch: RequestListener): void {
    this.dispatch = dispatch;
  }

  override initHttpServer(): void {
    const options = {
      ...this.expressPrototypes(),
      maxHeaderSize: this.limits.maxHeaderBytes,
      requestTimeout: this.limits.readTimeout,
      headersTimeout: this.limits.readTimeout,
      keepAliveTimeout: this.limits.keepAliveTimeout,
    };
    const listener: RequestListener = (request, response) => {
      this.dispatch(request, response);
    };
    const server = this.createServer(options, listener);
    boundConnections(server, this.limits.maxConnections);
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
   * Classes that make requests and responses with Express's prototypes from the start.
   *
   * Express gives every request and response its own prototype, which on Node 20 and 22 costs more than all the rest
   * of a plain request; where the prototype is right already, that is no work. The functions are plain, and call the
   * base constructors directly, because this is the hottest code there is.
   */
  private expressPrototypes(): {
    IncomingMessage: typeof IncomingMessage;
    ServerResponse: typeof ServerResponse<IncomingMessage>;
  } {
    const express = this.getInstance<ExpressApp>();
    const makeRequest = IncomingMessage as unknown as (this: unknown, socket: Socket) => void;
    const makeResponse = ServerResponse as unknown as (
      this: unknown,
      request: unknown,
      options: unknown,
    ) => void;
    function ExpressRequest(this: unknown, socket: Socket): void {
      makeRequest.call(this, socket);
    }
    function ExpressResponse(this: unknown, request: unknown, options: unknown): void {
      makeResponse.call(this, request, options);
    }
    Object.setPrototypeOf(ExpressRequest, IncomingMessage);
    Object.setPrototypeOf(ExpressResponse, ServerResponse);
    ExpressRequest.prototype = express.request;
    ExpressResponse.prototype = express.response;
    return {
      IncomingMessage: ExpressRequest as unknown as typeof IncomingMessage,
      ServerResponse: ExpressResponse as unknown as typeof ServerResponse<IncomingMessage>,
    };
  }
}
