import { InitialSchema1763683200000 } from './1763683200000-initial-schema';
import { Authentications1763769600000 } from './1763769600000-authentications';
import { LoginStates1763856000000 } from './1763856000000-login-states';
import { NamespaceChanges1763942400000 } from './1763942400000-namespace-changes';
import { TokenRevocations1764028800000 } from './1764028800000-token-revocations';
import { AuditLog1764115200000 } from './1764115200000-audit-log';
import { EvaluationCounts1764201600000 } from './1764201600000-evaluation-counts';
import { CountSources1764374400000 } from './1764374400000-count-sources';
import { RevisionMarks1764460800000 } from './1764460800000-revision-marks';
import { LoginSessions1764547260000 } from './1764547260000-login-sessions';

/** The history of the schema, oldest first. A migration that was released is never edited. */
export const migrations = [
  InitialSchema1763683200000,
  Authentications1763769600000,
  LoginStates1763856000000,
  NamespaceChanges1763942400000,
  TokenRevocations1764028800000,
  AuditLog1764115200000,
  EvaluationCounts1764201600000,
  CountSources1764374400000,
  RevisionMarks1764460800000,
  LoginSessions1764547260000,
];
