import { Module } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import { GrpcHealthController } from './grpc-health.controller';
import { HealthController } from './health.controller';
import { KnownServices } from './known-services';
import { ServingState } from './serving-state';
import { ServingIndicator } from './serving.indicator';

/** `/health` and `grpc.health.v1`. Terminus' own log of failed checks is off: draining is no error. */
@Module({
  imports: [TerminusModule.forRoot({ logger: false })],
  controllers: [HealthController, GrpcHealthController],
  providers: [KnownServices, ServingState, ServingIndicator],
  exports: [ServingState],
})
export class HealthModule {}
