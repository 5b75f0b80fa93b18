import { create } from '@bufbuild/protobuf';
import { pennonTransfer } from '@pennon/api';
import { describePlan, summarizePlan } from '@pennon/document';
import { type ImportOutcome } from '@pennon/transfer';

/** Most lines of a plan that are told. Source: proto/pennon/transfer.proto. */
const MAX_LINES = 1000;

/** Longest line, in UTF-16 units: some hold an attachment before and after. */
const MAX_LINE_LENGTH = 500;

/** The outcome of an import on the wire. @param warnings What is odd about the document. */
export function presentOutcome(
  { plan, revision }: ImportOutcome,
  warnings: readonly string[],
): pennonTransfer.ImportNamespaceResponse {
  const lines: pennonTransfer.PlanLine[] = [];
  let linesLeftOut = 0;
  for (const { sign, depth, text } of describePlan(plan)) {
    if (lines.length === MAX_LINES) linesLeftOut++;
    else lines.push(create(pennonTransfer.PlanLineSchema, { sign, depth, text: cutOff(text) }));
  }
  return create(pennonTransfer.ImportNamespaceResponseSchema, {
    namespaceKey: plan.namespaceKey,
    ...(revision !== undefined && { revision: BigInt(revision) }),
    summary: summarizePlan(plan),
    lines,
    linesLeftOut,
    warnings: [...warnings],
  });
}

function cutOff(line: string): string {
  return line.length <= MAX_LINE_LENGTH ? line : `${line.slice(0, MAX_LINE_LENGTH).toWellFormed()}…`;
}
