import { create } from '@bufbuild/protobuf';
import { Controller } from '@nestjs/common';
import { Rpc } from '@pennon/api';
import { NamespaceChecks } from '@pennon/changes';
import { resolveNamespaceKey, revisionText } from '@pennon/domain';
import { pennonChanges } from '@pennon/proto';

/** Most findings of an answer. Source: proto/pennon/changes.proto. */
const MAX_FINDINGS = 1000;

/** Tells what is wrong or odd in a namespace. */
@Controller()
export class ChecksController {
  constructor(private readonly checks: NamespaceChecks) {}

  /** @throws NotFoundError if there is no such namespace. */
  @Rpc(pennonChanges.ChangeService.method.checkNamespace)
  async check({ namespaceKey }: pennonChanges.CheckNamespaceRequest): Promise<pennonChanges.CheckList> {
    const { revision, findings } = await this.checks.check(resolveNamespaceKey(namespaceKey));
    const told = findings.slice(0, MAX_FINDINGS);
    return create(pennonChanges.CheckListSchema, {
      revision: revisionText(revision),
      findings: told.map((finding) => create(pennonChanges.FindingSchema, finding)),
      findingsLeftOut: findings.length - told.length,
    });
  }
}
