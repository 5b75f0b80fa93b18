import { AuditDeadLetterEntity } from './audit-dead-letter.entity';
import { AuditEventEntity } from './audit-event.entity';
import { AuditPositionEntity } from './audit-position.entity';
import { AuthenticationEntity } from './authentication.entity';
import { CountSourceEntity } from './count-source.entity';
import { DeploymentEntity } from './deployment.entity';
import { EvaluationCountEntity } from './evaluation-count.entity';
import { FlagEntity, VariantEntity } from './flag.entity';
import { LoginStateEntity } from './login-state.entity';
import { NamespaceChangeEntity } from './namespace-change.entity';
import { DeletedNamespaceEntity, NamespaceEntity } from './namespace.entity';
import { OperationLockEntity } from './operation-lock.entity';
import { RolloutEntity, RolloutSegmentEntity } from './rollout.entity';
import { DistributionEntity, RuleEntity, RuleSegmentEntity } from './rule.entity';
import { ConstraintEntity, SegmentEntity } from './segment.entity';
import { TokenRevocationEntity } from './token-revocation.entity';

/** Every table of the schema, for the data sources. */
export const entities = [
  NamespaceEntity,
  DeletedNamespaceEntity,
  NamespaceChangeEntity,
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
];
