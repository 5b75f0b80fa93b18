export { fail, FAILURE } from './boot/process-end';
export { runTier, serve } from './boot/serve';
export { type AppPlan, type Instance, startApp } from './boot/start-app';
export type { Tier } from './boot/tier';
export { Leader } from './forwarding/leader';
export { WorkerLink } from './workers/worker-link';
