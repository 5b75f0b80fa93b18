export { HealthModule } from './health.module';
export { ServingState } from './serving-state';
