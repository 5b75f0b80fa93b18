export { AuditModule } from './audit.module';
export {
  flagState,
  variantState,
  namespaceState,
  rolloutOrderState,
  rolloutState,
  distributionState,
  ruleOrderState,
  ruleState,
  type DistributionPlace,
  constraintState,
  segmentState,
} from './audited-states';
