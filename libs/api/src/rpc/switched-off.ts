import { type DescService } from '@bufbuild/protobuf';
import { type Config } from '@pennon/config';
import { AnalyticsService } from '../gen/flipt/analytics_pb';
import { CountService } from '../gen/pennon/analytics_pb';

/** Services that the settings switch off: known to all doors, and answered by nobody. */
export function switchedOff({ analytics }: Pick<Config, 'analytics'>): readonly DescService[] {
  return analytics.enabled ? [] : [AnalyticsService, CountService];
}
