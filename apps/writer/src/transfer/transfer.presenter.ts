import { create } from '@bufbuild/protobuf';
import { pennonTransfer } from '@pennon/api';
import { type ImportOutcome } from '@pennon/transfer';

/** The outcome of an import on the wire. @param warnings What is odd about the document. */
export function presentOutcome(
  namespaceKey: string,
  { summary, lines, linesLeftOut, revision }: ImportOutcome,
  warnings: readonly string[],
): pennonTransfer.ImportNamespaceResponse {
  return create(pennonTransfer.ImportNamespaceResponseSchema, {
    namespaceKey,
    ...(revision !== undefined && { revision: BigInt(revision) }),
    summary,
    lines: lines.map((line) => create(pennonTransfer.PlanLineSchema, line)),
    linesLeftOut,
    warnings: [...warnings],
  });
}
