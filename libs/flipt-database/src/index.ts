export { FliptDatabase, type TokenQuery, openFliptDatabase } from './flipt-database';
export { type FliptToken } from './token-of';
