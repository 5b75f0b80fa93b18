import { type LogConfig } from '@pennon/config';
import { Clock, OperationLock, TokenStore } from '@pennon/domain';
import { fliptAuth } from '@pennon/proto';
import { Tokens } from '../../tokens/tokens';
import { type LoginMethod } from '../login/login-method';
import { Bootstrap } from './bootstrap';
import { TokenMethodController } from './token-method.controller';

/** Static tokens, and the first of them. */
export const tokenMethod: LoginMethod = {
  rpcs: {
    service: fliptAuth.AuthenticationMethodTokenService,
    controller: TokenMethodController,
    areOpen: false,
  },
  providers: ({ authentication: { methods }, log }) => [
    {
      provide: Bootstrap,
      useFactory: (clock: Clock, store: TokenStore, lock: OperationLock, tokens: Tokens) =>
        new Bootstrap(methods.token, clock, store, lock, tokens, isVerbose(log.level)),
      inject: [Clock, TokenStore, OperationLock, Tokens],
    },
  ],
};

/** True if the log has lines of level INFO. */
function isVerbose(level: LogConfig['level']): boolean {
  return level === 'debug' || level === 'info';
}
