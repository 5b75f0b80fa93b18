export { useIgnoredFindings } from './ignored-findings';
export { SeverityIcon } from './severity-icon';
