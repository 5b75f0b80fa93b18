import { fliptOfrep, ofrepErrorCode, type errorStatus } from '@pennon/api';

/** What a caller is told about an error. */
type Failure = Pick<ReturnType<typeof errorStatus>, 'grpc' | 'message'>;

/** The entry of a flag of a bulk answer that could not be evaluated. */
export function presentFailure(key: string, { grpc, message }: Failure): fliptOfrep.EvaluatedFlag {
  return {
    $typeName: 'flipt.ofrep.EvaluatedFlag',
    key,
    // Neither is written: the message has no other way to say that they are missing.
    reason: fliptOfrep.EvaluateReason.UNKNOWN,
    variant: '',
    errorCode: ofrepErrorCode(grpc),
    errorDetails: message,
  };
}
