export { allAuthServices, AuthModule, authServices } from './auth.module';
export { openServices } from './gate/access';
export { GateModule } from './gate.module';
export { Bootstrap } from './methods/token/bootstrap';
export { issueStaticToken, type NewStaticToken } from './methods/token/issue-static-token';
export { StartWarnings } from './start-warnings';
export { TokenRecords } from './tokens/token-records';
export { Tokens, type IssuedToken } from './tokens/tokens';
