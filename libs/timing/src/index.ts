export { inTurns } from './in-turns';
export {
  JobInTurn,
  type TurnPlan,
  JobLease,
  type LeaseState,
  jittered,
  waitAfterFailures,
  RepeatedJob,
} from './repeated-job';
export { OverdueError, whenOverdue, withinTime } from './time-limit';
