import { create } from '@bufbuild/protobuf';
import { Controller } from '@nestjs/common';
import { Rpc } from '@pennon/api';
import type { DraftStates } from '@pennon/changes';
import { invalidField, MAX_SAVED_ITEMS, resolveNamespaceKey, revisionText } from '@pennon/domain';
import { pennonChanges } from '@pennon/proto';
import { UnitOfWork } from '@pennon/storage';
import { AskedDrafts } from './asked-draft';
import { baseOf, onConflictOf } from './change-requests.controller';
import { estimateFlag, snapshotsOf } from './audience-estimate';

/** Most flags of an answer. Source: proto/pennon/changes.proto. */
const MAX_FLAGS = 50;

/** A user to evaluate for. */
type Sample = Pick<pennonChanges.Sample, 'name' | 'entityId' | 'context'>;

/** What a change would give to sample users. */
@Controller()
export class AudienceController {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly drafts: AskedDrafts,
  ) {}

  @Rpc(pennonChanges.ChangeService.method.estimateAudience)
  async estimate(request: pennonChanges.EstimateAudienceRequest): Promise<pennonChanges.AudienceEstimate> {
    const namespaceKey = resolveNamespaceKey(request.namespaceKey);
    if (request.samples.length > MAX_SAVED_ITEMS)
      throw invalidField('samples', `must not be more than ${MAX_SAVED_ITEMS}`);
    const states = await this.statesOf(namespaceKey, request);
    const samples = request.samples.length > 0 ? request.samples : await this.savedUsers(namespaceKey);
    const snapshots = snapshotsOf(namespaceKey, states);
    const told = states.flagKeys.slice(0, MAX_FLAGS);
    return create(pennonChanges.AudienceEstimateSchema, {
      revision: revisionText(states.revision),
      flags: told.map((flagKey) => {
        const { moves, answers, ...flag } = estimateFlag(flagKey, snapshots, samples);
        return { ...flag, moves: [...moves], answers: [...answers] };
      }),
      flagsLeftOut: states.flagKeys.length - told.length,
      samples: samples.map(({ name, entityId, context }) => ({ name, entityId, context })),
    });
  }

  private async statesOf(
    namespaceKey: string,
    request: pennonChanges.EstimateAudienceRequest,
  ): Promise<DraftStates> {
    const { source, baseRevision } = request;
    const hasBasis =
      baseRevision !== undefined || request.onConflict !== pennonChanges.OnConflict.ON_CONFLICT_UNSPECIFIED;
    if (source.case === undefined)
      throw invalidField('source', 'must be one of document, edits and changeId');
    if (source.case === 'changeId' && hasBasis)
      throw invalidField('changeId', 'must not be given with baseRevision or onConflict');
    const onConflict = onConflictOf(request) ?? 'fail';
    return this.drafts.read(namespaceKey, source, { baseRevision: baseOf(request), onConflict });
  }

  private async savedUsers(namespaceKey: string): Promise<readonly Sample[]> {
    const items = await this.unitOfWork.read(({ savedItems }) =>
      savedItems.list(namespaceKey, 'sample_user'),
    );
    return items.flatMap((item) =>
      item.kind === 'sample_user' ? [{ name: item.name, ...item.content }] : [],
    );
  }
}
