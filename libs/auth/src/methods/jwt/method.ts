import { type LoginMethod } from '../login/login-method';

/** JSON web tokens. Each request has one, so there is no login; the gate checks them. */
export const jwtMethod: LoginMethod = {};
