export { HealthModule } from './health/health.module';
export { ServingState } from './health/serving-state';
export { OpenApiModule } from './openapi/openapi.module';
export { TracingModule } from './tracing/tracing.module';
