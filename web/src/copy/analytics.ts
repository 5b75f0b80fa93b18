import { formatCount, formatCounted } from '@/lib/numbers';

/** Texts of the counts of a flag, beside what every page of it needs (contract/dashboard.md 1.8, Analytics). */
export const analyticsCopy = {
  off: 'This server keeps no counts of evaluations over time.',
  settings: 'It keeps them in its database with this setting:',
  keys: ['analytics.enabled'],
  alternative: 'Without it, a Prometheus server can collect counts from the metrics endpoint:',
  metrics: '/metrics',
  query: 'Evaluations per second of this flag, as a query of Prometheus:',
  copyQuery: 'Copy query',
  what: 'the counts',
  range: 'Period',
  ranges: { '30': '30 min', '60': '1 h', '240': '4 h', '720': '12 h', '1440': '24 h', days: 'Days' },
  from: 'From',
  to: 'Until',
  noDays: (most: number) => `Choose a first day and a last one, ${formatCounted(most, 'day')} at most.`,
  changes: 'Changes in this period',
  lastDay: {
    title: 'Evaluations',
    unknown: 'Analytics',
    count: (evaluations: number) => `${formatCounted(evaluations, 'evaluation')} in the last 24 hours`,
  },
  view: 'View',
  chart: 'Chart',
  table: 'Table',
  refresh: 'Refresh every 10 seconds',
  download: 'Download CSV',
  empty: 'No evaluations in this period.',
  scope:
    'Single evaluations and batches that writers have answered, and readers that send their counts; OFREP is not among them.',
  resolution: (minutes: number) => `1 point = ${formatCounted(minutes, 'minute')}`,
  summary: (total: number, peak: string, changes: number) => {
    const counts = `${formatCounted(total, 'evaluation')}; at most ${peak}.`;
    return changes === 0 ? counts : `${counts} ${formatCounted(changes, 'change')} of the flag.`;
  },
  peakText: (evaluations: number, time: string) => `${formatCount(evaluations)} at ${time}`,
  total: 'Total',
  peak: 'Peak',
  last: 'Last evaluation',
  time: 'Time',
  evaluations: 'Evaluations',
};
