export { inTurns } from './in-turns';
export { JobInTurn, type TurnPlan } from './job-in-turn';
export { JobLease, type LeaseState } from './job-lease';
export { jittered, waitAfterFailures } from './pauses';
export { RepeatedJob } from './repeated-job';
export { OverdueError, whenOverdue, withinTime } from './time-limit';
