export { AuthModule, authServices } from './auth.module';
export { Bootstrap } from './methods/token/bootstrap';
export { StartWarnings } from './start-warnings';
