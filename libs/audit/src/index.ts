export { AuditModule } from './audit.module';
export {
  flagState,
  variantState,
  namespaceState,
  rolloutState,
  distributionState,
  orderState,
  ruleState,
  type DistributionPlace,
  constraintState,
  segmentState,
} from './audited-states';
