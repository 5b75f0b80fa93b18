export { jittered, waitAfterFailures } from './pauses';
export { OverdueError, withinTime } from './time-limit';
