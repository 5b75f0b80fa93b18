import { podCases } from './pod-cases';
import { type Cases, CONTAINER, fromSecret, JOB_POD, POD, prefixed, variable } from './value-case';

const cronJob = 'CronJob/pennon-exporter';
/** Of the exporter. */
export const exporterCases: Cases = {
  ...podCases('exporter', cronJob, JOB_POD, { enabled: true, to: 's3://acme-flags' }),
  ...prefixed('exporter', {
    enabled: { value: true, in: cronJob, at: 'kind', shown: 'CronJob' },
    schedule: { value: '*/9 * * * *', in: cronJob, at: 'spec.schedule' },
    to: {
      value: 's3://acme-flags/production',
      in: cronJob,
      at: `${JOB_POD}.containers.0.args`,
      shown: ['export', '--to', 's3://acme-flags/production'],
    },
    region: {
      value: 'eu-central-1',
      in: cronJob,
      at: `${JOB_POD}.containers.0.env`,
      shown: variable('AWS_REGION', 'eu-central-1'),
    },
    existingSecret: {
      value: 'bucket',
      in: cronJob,
      at: `${JOB_POD}.containers.0.env`,
      shown: fromSecret('AWS_ACCESS_KEY_ID', 'bucket', 'access-key-id'),
    },
    activeDeadlineSeconds: { value: 300, in: cronJob, at: 'spec.jobTemplate.spec.activeDeadlineSeconds' },
  }),
};

const job = 'Job/pennon-migration';
const finishing = 'Job/pennon-migration-finish';
const {
  'migration.serviceAccount.create': _,
  'migration.serviceAccount.annotations': __,
  ...migrationPod
} = podCases('migration', job, POD);
/** Of the migration before an upgrade. */
export const migrationCases: Cases = {
  ...migrationPod,
  'migration.annotations': { value: { team: 'm' }, in: job, at: 'metadata.annotations.team', shown: 'm' },
  'migration.serviceAccount.name': {
    value: 'given',
    in: job,
    at: `${POD}.serviceAccountName`,
    with: { 'migration.enabled': true },
  },
  ...prefixed('migration', {
    enabled: { value: true, in: job, at: `${CONTAINER}.args`, shown: ['migrate'] },
    finish: { value: true, in: finishing, at: `${CONTAINER}.args`, shown: ['migrate', '--finish'] },
    backoffLimit: { value: 5, in: job, at: 'spec.backoffLimit' },
    activeDeadlineSeconds: { value: 60, in: job, at: 'spec.activeDeadlineSeconds' },
  }),
};
