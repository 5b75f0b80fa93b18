export { DashboardWarning } from './dashboard-warning';
export { DashboardModule } from './dashboard.module';
