export { OWNER_ONLY, restrictToOwner } from './restrict-to-owner';
export { stopSignals, surviveSignals } from './signals';
