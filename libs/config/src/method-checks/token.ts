import { isGuessable } from '../kinds/guessable';
import { type MethodChecks, methodsKey, strongerSecret, when } from './method-checks';

/** Static tokens. */
export const tokenChecks: MethodChecks = {
  checks: [],
  openDoors: [
    when(({ authentication: { methods } }) => {
      const { enabled, bootstrap } = methods.token;
      return enabled && bootstrap.token !== undefined && isGuessable(bootstrap.token.reveal());
    }, `${methodsKey}.token.bootstrap.token can be guessed: ${strongerSecret}`),
  ],
  closedDoors: [],
  missingRoles: [],
};
