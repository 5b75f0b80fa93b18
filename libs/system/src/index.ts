export { OWNER_ONLY, restrictToOwner, stopSignals, surviveSignals } from './posix';
