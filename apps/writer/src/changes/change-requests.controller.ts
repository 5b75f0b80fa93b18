import { Controller } from '@nestjs/common';
import { Rpc, type RpcCall } from '@pennon/api';
import {
  ChangeCreation,
  ChangeEdits,
  ChangeRequests,
  ChangeSources,
  once,
  Reviews,
  type Asker,
  type NewChange,
} from '@pennon/changes';
import {
  invalidField,
  readRevision,
  resolveNamespaceKey,
  type OnConflict,
  type Revision,
} from '@pennon/domain';
import { momentOf, pennonChanges } from '@pennon/proto';
import { UnitOfWork } from '@pennon/storage';
import { askedBy, askerOf, type Asked } from './asked-by';
import { AskedChanges } from './asked-change';
import { presentSource } from './change-source.presenter';
import { presentChange, presentResult, verdictWords, type ShownResult } from './change-requests.presenter';

const { method } = pennonChanges.ChangeService;

/** Changes that are applied at once, or wait for review or for their time. */
@Controller()
export class ChangeRequestsController {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly creation: ChangeCreation,
    private readonly requests: ChangeRequests,
    private readonly edits: ChangeEdits,
    private readonly reviews: Reviews,
    private readonly sources: ChangeSources,
    private readonly asked: AskedChanges,
  ) {}

  @Rpc(method.createChange)
  async create(
    request: pennonChanges.CreateChangeRequest,
    call: RpcCall,
  ): Promise<pennonChanges.ChangeOutcome> {
    const { message, validateOnly } = request;
    const asked = askedBy(method.createChange.input, request, call);
    const { namespaceKey } = asked;
    const shown = await this.once(asked, async () => {
      const { steps, warnings, origin } = await this.asked.read(namespaceKey, request);
      const basis = { baseRevision: baseOf(request), onConflict: onConflictOf(request) };
      const change = { namespaceKey, origin, message, isProposal: isProposal(request), steps, ...basis };
      return { ...(await this.make(asked, change, validateOnly)), warnings };
    });
    return presentResult(shown, { ...asked, message });
  }

  @Rpc(method.revertRevision)
  async revert(
    request: pennonChanges.RevertRevisionRequest,
    call: RpcCall,
  ): Promise<pennonChanges.ChangeOutcome> {
    const revision = readRevision('revision', request.revision);
    const { flags, segments, parts } = request;
    const isInPart = flags.length + segments.length + parts.length > 0;
    const unless = `revert of revision ${revision.revision}${isInPart ? ', in part' : ''}`;
    const message = request.message === '' ? unless : request.message;
    const isOntoLatest = request.onto === pennonChanges.RevertRevisionRequest_Onto.LATEST;
    const asked = askedBy(method.revertRevision.input, request, call);
    const { namespaceKey } = asked;
    const shown = await this.once(asked, async () => {
      const wanted = await this.sources.before(namespaceKey, revision, { flags, segments, parts });
      const change = {
        ...{ namespaceKey, message, steps: [{ wanted }], origin: 'restore' as const },
        isProposal: isProposal(request),
        baseRevision: revision,
        onConflict: isOntoLatest ? ('overwrite' as const) : ('merge' as const),
      };
      return this.make(asked, change, request.validateOnly);
    });
    return presentResult(shown, { ...asked, message });
  }

  @Rpc(method.getChange)
  async get(request: pennonChanges.GetChangeRequest, call: RpcCall): Promise<pennonChanges.ChangeOutcome> {
    const namespaceKey = resolveNamespaceKey(request.namespaceKey);
    const found = await this.requests.get(namespaceKey, request.id);
    const asker = askerOf(call);
    const about = { namespaceKey, message: '', caller: asker.caller, asker };
    const shown = await this.requests.preview(found);
    const outcome = presentResult(shown, about);
    if (outcome.change && shown.wanted) outcome.change.source = await presentSource(shown.wanted);
    return outcome;
  }

  @Rpc(method.updateChange)
  async update(
    request: pennonChanges.UpdateChangeRequest,
    call: RpcCall,
  ): Promise<pennonChanges.ChangeOutcome> {
    const { id, message, document, edits, version } = request;
    const asked = askedBy(method.updateChange.input, request, call);
    const { namespaceKey } = asked;
    const shown = await this.once(asked, async () => {
      const isOther = document !== undefined || edits !== undefined;
      const read = isOther ? await this.asked.readWanted(namespaceKey, '', { document, edits }) : undefined;
      const { wanted, warnings = [] } = read ?? {};
      const edit = {
        ...{ wanted, baseRevision: baseOf(request), at: momentOf('at', request.at) },
        message,
      };
      if (Object.values(edit).every((member) => member === undefined))
        throw invalidField('document', 'must be given, or one of edits, message, baseRevision and at');
      return { ...(await this.edits.update(asked, namespaceKey, id, { ...edit, version })), warnings };
    });
    return presentResult(shown, { ...asked, message: '' });
  }

  @Rpc(method.applyChange)
  async apply(
    request: pennonChanges.ApplyChangeRequest,
    call: RpcCall,
  ): Promise<pennonChanges.ChangeOutcome> {
    const asked = askedBy(method.applyChange.input, request, call);
    const { namespaceKey } = asked;
    const shown = await this.once(asked, () => this.requests.apply(asked, namespaceKey, request.id));
    return presentResult(shown, { ...asked, message: '' });
  }

  @Rpc(method.cancelChange)
  async cancel(request: pennonChanges.CancelChangeRequest, call: RpcCall): Promise<pennonChanges.Change> {
    const { id, reason } = request;
    const asked = askedBy(method.cancelChange.input, request, call);
    const { namespaceKey } = asked;
    const shown = await this.once(asked, () => this.requests.cancel(asked, namespaceKey, id, reason));
    return presentChange(shown, { ...asked, message: '' });
  }

  @Rpc(method.reviewChange)
  async review(
    request: pennonChanges.ReviewChangeRequest,
    call: RpcCall,
  ): Promise<pennonChanges.ChangeOutcome> {
    const { id, comment, version, seenRevision: seen } = request;
    const asked = askedBy(method.reviewChange.input, request, call);
    const { namespaceKey } = asked;
    const review = {
      ...{ verdict: verdictWords.fromWire('verdict', request.verdict), comment, version },
      seenRevision: seen === undefined ? undefined : readRevision('seenRevision', seen),
    };
    const shown = await this.once(asked, () => this.reviews.review(asked, namespaceKey, id, review));
    return presentResult(shown, { ...asked, message: '' });
  }

  /** Makes a change, or looks what it would do. */
  private async make(asker: Asker, change: NewChange, isLook: boolean): Promise<ShownResult> {
    return isLook ? this.creation.look(asker, change) : this.creation.create(asker, change);
  }

  /** Does what a request asks for, unless it is repeated: then tells what became of it. */
  private async once(asked: Asked, work: () => Promise<ShownResult>): Promise<ShownResult> {
    return once(this.unitOfWork, asked.claim, work, (made) =>
      this.requests.again(asked, asked.namespaceKey, made),
    );
  }
}

/** True for a change that is to wait for review, whatever the policy says. */
function isProposal({ mode }: { readonly mode: pennonChanges.ChangeMode }): boolean {
  return mode === pennonChanges.ChangeMode.PROPOSE;
}

/** The revision that a request is held against; undefined for none. */
export function baseOf({
  baseRevision,
}: {
  readonly baseRevision?: string | undefined;
}): Revision | undefined {
  return baseRevision === undefined ? undefined : readRevision('baseRevision', baseRevision);
}

/** @throws InvalidFieldError if there is nothing to merge with: only what waits has a base that nobody gives. */
export function onConflictOf({
  onConflict,
  baseRevision,
  when,
  mode,
}: Pick<pennonChanges.CreateChangeRequest, 'onConflict' | 'baseRevision'> &
  Partial<Pick<pennonChanges.CreateChangeRequest, 'when' | 'mode'>>): OnConflict | undefined {
  if (onConflict === pennonChanges.OnConflict.ON_CONFLICT_UNSPECIFIED) return undefined;
  if (onConflict === pennonChanges.OnConflict.FAIL) return 'fail';
  const isNow = when === undefined && mode !== pennonChanges.ChangeMode.PROPOSE;
  if (isNow && baseRevision === undefined)
    throw invalidField('onConflict', 'may be MERGE only with a baseRevision, or for a change that waits');
  return 'merge';
}
