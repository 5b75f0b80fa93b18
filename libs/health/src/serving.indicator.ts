import { Injectable } from '@nestjs/common';
import { HealthIndicatorService, type HealthIndicatorResult } from '@nestjs/terminus';
import { ServingState } from './serving-state';

/** Terminus' view of {@link ServingState}. */
@Injectable()
export class ServingIndicator {
  constructor(
    private readonly indicators: HealthIndicatorService,
    private readonly state: ServingState,
  ) {}

  check(): HealthIndicatorResult {
    const indicator = this.indicators.check('serving');
    return this.state.isServing ? indicator.up() : indicator.down();
  }
}
