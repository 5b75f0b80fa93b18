import { setImmediate as nextTurn } from 'node:timers/promises';
import { AT_ONCE } from '@pennon/document';
import { inPieces, NotFoundError, quote, type Revision } from '@pennon/domain';
import { checkFlag, checkSegment, knownSegments, type Finding } from '@pennon/state';
import type { NamespaceExports } from './namespace-exports';

/** What is wrong or odd in a namespace. */
export interface NamespaceFindings {
  readonly revision: Revision;
  readonly findings: readonly Finding[];
}

/** Looks at all flags and segments of a namespace. */
export class NamespaceChecks {
  constructor(private readonly exports: NamespaceExports) {}

  /**
   * What is wrong or odd; others have their turn in between.
   *
   * @throws NotFoundError if there is no such namespace.
   */
  async check(namespaceKey: string): Promise<NamespaceFindings> {
    const exported = await this.exports.read(namespaceKey);
    if (exported === undefined) throw new NotFoundError(`namespace ${quote(namespaceKey)} not found`);
    const { document, revision } = exported;
    const known = knownSegments(document.segments);
    const findings: Finding[] = [...exported.findings, ...document.segments.flatMap(checkSegment)];
    for (const flags of inPieces(document.flags, AT_ONCE)) {
      findings.push(...flags.flatMap((flag) => checkFlag(flag, known)));
      await nextTurn();
    }
    return { revision, findings };
  }
}
