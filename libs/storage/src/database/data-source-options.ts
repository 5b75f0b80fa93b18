import type { Logger } from 'typeorm';
import { AuditDeadLetterEntity, AuditEventEntity, AuditPositionEntity } from '../entities/audit.entity';
import {
  AuthenticationEntity,
  LoginStateEntity,
  TokenRevocationEntity,
} from '../entities/authentication.entity';
import { DeploymentEntity, OperationLockEntity } from '../entities/deployment.entity';
import {
  ChangeRequestEntity,
  ChangeReviewEntity,
  ChangeSeriesEntity,
  ChangeSubjectEntity,
  RequestKeyEntity,
  ReviewPolicyEntity,
} from '../entities/change-request.entity';
import { CountSourceEntity, EvaluationCountEntity } from '../entities/evaluation-count.entity';
import {
  DistributionEntity,
  FlagEntity,
  RolloutEntity,
  RolloutSegmentEntity,
  RuleEntity,
  RuleSegmentEntity,
  VariantEntity,
} from '../entities/flag.entity';
import { RevisionEntity, RevisionItemEntity } from '../entities/history.entity';
import { DeletedNamespaceEntity, NamespaceEntity } from '../entities/namespace.entity';
import { NamespaceLookEntity } from '../entities/namespace-look.entity';
import { SavedItemEntity } from '../entities/saved-item.entity';
import { ConstraintEntity, SegmentEntity } from '../entities/segment.entity';
import { InitialSchema1763683200000 } from '../migrations/1763683200000-initial-schema';
import { Authentications1763769600000 } from '../migrations/1763769600000-authentications';
import { LoginStates1763856000000 } from '../migrations/1763856000000-login-states';
import { NamespaceChanges1763942400000 } from '../migrations/1763942400000-namespace-changes';
import { TokenRevocations1764028800000 } from '../migrations/1764028800000-token-revocations';
import { AuditLog1764115200000 } from '../migrations/1764115200000-audit-log';
import { EvaluationCounts1764201600000 } from '../migrations/1764201600000-evaluation-counts';
import { CountSources1764374400000 } from '../migrations/1764374400000-count-sources';
import { RevisionMarks1764460800000 } from '../migrations/1764460800000-revision-marks';
import { LoginSessions1764547260000 } from '../migrations/1764547260000-login-sessions';
import { History1764633600000 } from '../migrations/1764633600000-history';
import { ChangeRequests1764720000000 } from '../migrations/1764720000000-change-requests';
import { ChangeReleases1764892800000 } from '../migrations/1764892800000-change-releases';
import { Compatibility1764979200000 } from '../migrations/1764979200000-compatibility';
import { Off1765065600000 } from '../migrations/1765065600000-off';
import { Releases1765152000000 } from '../migrations/1765152000000-releases';
import { Saved1765238400000 } from '../migrations/1765238400000-saved';
import { Reviews1765324800000 } from '../migrations/1765324800000-reviews';
import { ChangeLists1765411200000 } from '../migrations/1765411200000-change-lists';
import { Policies1765497600000 } from '../migrations/1765497600000-policies';
import { FindFlags1765670400000 } from '../migrations/1765670400000-find-flags';
import { RevisionLines1765756800000 } from '../migrations/1765756800000-revision-lines';
import { NamespaceLook1765843200000 } from '../migrations/1765843200000-namespace-look';
import { type Additions } from '../migrations/additions';

/** Every table of the schema, for the data sources. */
const entities = [
  NamespaceEntity,
  NamespaceLookEntity,
  DeletedNamespaceEntity,
  FlagEntity,
  VariantEntity,
  SegmentEntity,
  ConstraintEntity,
  RuleEntity,
  RuleSegmentEntity,
  DistributionEntity,
  RolloutEntity,
  RolloutSegmentEntity,
  AuthenticationEntity,
  OperationLockEntity,
  LoginStateEntity,
  DeploymentEntity,
  TokenRevocationEntity,
  AuditEventEntity,
  AuditPositionEntity,
  AuditDeadLetterEntity,
  EvaluationCountEntity,
  CountSourceEntity,
  RevisionEntity,
  RevisionItemEntity,
  ChangeRequestEntity,
  ChangeReviewEntity,
  ChangeSubjectEntity,
  ChangeSeriesEntity,
  ReviewPolicyEntity,
  RequestKeyEntity,
  SavedItemEntity,
];

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
  History1764633600000,
  ChangeRequests1764720000000,
  ChangeReleases1764892800000,
  Compatibility1764979200000,
  Off1765065600000,
  Releases1765152000000,
  Saved1765238400000,
  Reviews1765324800000,
  ChangeLists1765411200000,
  Policies1765497600000,
  FindFlags1765670400000,
  RevisionLines1765756800000,
  NamespaceLook1765843200000,
];

/**
 * Migrations without which this version works too, and then leaves alone what they add: those that came with it, so
 * that it runs on the schema of the version before. The next version needs them.
 */
export const deferrable: readonly (new () => Additions)[] = [
  Off1765065600000,
  Reviews1765324800000,
  ChangeLists1765411200000,
  Policies1765497600000,
  FindFlags1765670400000,
  RevisionLines1765756800000,
  NamespaceLook1765843200000,
];

/** What the ORM would print, whatever it is told, is in the errors that it throws. */
const silent: Logger = {
  logQuery: () => undefined,
  logQueryError: () => undefined,
  logQuerySlow: () => undefined,
  logSchemaBuild: () => undefined,
  logMigration: () => undefined,
  log: () => undefined,
};

/** What the ORM is told of every database. */
export const commonOptions = {
  entities,
  migrations,
  logger: silent,
  migrationsTableName: 'schema_migrations',
  // Without it a condition whose value is undefined would match every row.
  invalidWhereValuesBehavior: { null: 'throw', undefined: 'throw' },
} as const;
