import { commonCases } from './common-cases';
import { exporterCases, migrationCases } from './job-cases';
import { monitoringCases, outsideCases } from './outside-cases';
import { readerCases, writerCases } from './tier-cases';
import { type Cases } from './value-case';

/** A case of every value, by its path. */
export const valueCases: Cases = {
  ...commonCases,
  ...writerCases,
  ...readerCases,
  ...exporterCases,
  ...migrationCases,
  ...outsideCases,
  ...monitoringCases,
};
