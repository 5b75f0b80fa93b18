export { AuditModule } from './audit.module';
export { flagState, variantState } from './states/flag-states';
export { namespaceState } from './states/namespace-states';
export { rolloutOrderState, rolloutState } from './states/rollout-states';
export { distributionState, ruleOrderState, ruleState, type DistributionPlace } from './states/rule-states';
export { constraintState, segmentState } from './states/segment-states';
export { Trail } from './trail';
