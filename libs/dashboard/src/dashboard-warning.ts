import { Injectable, Logger } from '@nestjs/common';
import { BuiltDashboard } from './built-dashboard';

/** Says at the start that there is no dashboard to serve. */
@Injectable()
export class DashboardWarning {
  private readonly logger = new Logger('dashboard');

  constructor(private readonly dashboard: BuiltDashboard) {}

  /** Logs a line where it is missing. */
  run(): void {
    if (this.dashboard.isMissing)
      this.logger.warn('the dashboard has not been built, so that / answers 404: run `npm run build`');
  }
}
