export { FliptDatabase, type TokenQuery } from './flipt-database';
export { openFliptDatabase } from './open-flipt-database';
export { type FliptToken } from './token-of';
