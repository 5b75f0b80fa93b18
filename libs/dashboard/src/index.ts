export { DashboardWarning } from './built-dashboard';
export { DashboardModule } from './dashboard.module';
