import { AuthenticationEntity } from './authentication.entity';
import { FlagEntity, VariantEntity } from './flag.entity';
import { LoginStateEntity } from './login-state.entity';
import { DeletedNamespaceEntity, NamespaceEntity } from './namespace.entity';
import { OperationLockEntity } from './operation-lock.entity';
import { RolloutEntity, RolloutSegmentEntity } from './rollout.entity';
import { DistributionEntity, RuleEntity, RuleSegmentEntity } from './rule.entity';
import { ConstraintEntity, SegmentEntity } from './segment.entity';

/** Every table of the schema, for the data sources. */
export const entities = [
  NamespaceEntity,
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
];
