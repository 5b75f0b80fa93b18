export { CleanupModule } from './cleanup.module';
