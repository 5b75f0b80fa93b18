import { InitialSchema1763683200000 } from './1763683200000-initial-schema';
import { Authentications1763769600000 } from './1763769600000-authentications';
import { LoginStates1763856000000 } from './1763856000000-login-states';

/** The history of the schema, oldest first. A migration that was released is never edited. */
export const migrations = [
  InitialSchema1763683200000,
  Authentications1763769600000,
  LoginStates1763856000000,
];
