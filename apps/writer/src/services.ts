import { type DescService } from '@bufbuild/protobuf';
import { flipt, fliptEvaluation, fliptMeta, fliptOfrep, grpcHealth } from '@pennon/api';

/** The services of the writer. */
export const services: readonly DescService[] = [
  flipt.Flipt,
  fliptEvaluation.EvaluationService,
  fliptEvaluation.DataService,
  fliptMeta.MetadataService,
  fliptOfrep.OFREPService,
  grpcHealth.Health,
];
