export { allAuthServices, AuthModule, authServices } from './auth.module';
export { CleanupModule } from './cleanup/cleanup.module';
export { GateModule } from './gate.module';
export { openServices } from './open-services';
export { Bootstrap } from './methods/token/bootstrap';
export { issueStaticToken, type NewStaticToken } from './methods/token/issue-static-token';
export { TokenRecords } from './tokens/token-records';
export { type IssuedToken, Tokens } from './tokens/tokens';
