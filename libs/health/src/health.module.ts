import { Module } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import { HealthController } from './health.controller';
import { ServingState } from './serving-state';
import { ServingIndicator } from './serving.indicator';

/** `/health`. Terminus' own log of failed checks is off: draining is no error. */
@Module({
  imports: [TerminusModule.forRoot({ logger: false })],
  controllers: [HealthController],
  providers: [ServingState, ServingIndicator],
  exports: [ServingState],
})
export class HealthModule {}
