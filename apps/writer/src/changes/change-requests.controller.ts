import { clone, create, toBinary, type Message } from '@bufbuild/protobuf';
import type { GenMessage } from '@bufbuild/protobuf/codegenv2';
import { Controller } from '@nestjs/common';
import { callerOf, invalidPageToken, pageLimit, Rpc, type RpcCall } from '@pennon/api';
import {
  ChangeRequests,
  ChangeSources,
  claimFor,
  once,
  Reviews,
  type Asker,
  type NewChange,
  type OnConflict,
} from '@pennon/changes';
import {
  invalidField,
  NO_REVIEW,
  readRevision,
  resolveNamespaceKey,
  type ChangeRequest,
  type Revision,
} from '@pennon/domain';
import { momentOf, pennonChanges } from '@pennon/proto';
import { UnitOfWork } from '@pennon/storage';
import { AskedChanges } from './asked-change';
import {
  presentChange,
  presentPolicy,
  presentRequest,
  presentResult,
  stateWords,
  verdictWords,
  type ShownResult,
} from './change-requests.presenter';

const { method } = pennonChanges.ChangeService;

/** Changes that are applied at once, or wait for review or for their time. */
@Controller()
export class ChangeRequestsController {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly requests: ChangeRequests,
    private readonly reviews: Reviews,
    private readonly sources: ChangeSources,
    private readonly asked: AskedChanges,
  ) {}

  @Rpc(method.createChange)
  async create(
    request: pennonChanges.CreateChangeRequest,
    call: RpcCall,
  ): Promise<pennonChanges.ChangeOutcome> {
    const { message, mode, validateOnly } = request;
    const asked = askedBy(method.createChange.input, request, call);
    const { namespaceKey } = asked;
    const shown = await this.once(asked, async () => {
      const { steps, warnings, origin } = await this.asked.read(namespaceKey, request);
      const isProposal = mode === pennonChanges.ChangeMode.PROPOSE;
      const basis = { baseRevision: baseOf(request), onConflict: onConflictOf(request) };
      const change = { namespaceKey, origin, message, isProposal, steps, ...basis };
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
    const message = request.message === '' ? `revert of revision ${revision.revision}` : request.message;
    const isOntoLatest = request.onto === pennonChanges.RevertRevisionRequest_Onto.LATEST;
    const asked = askedBy(method.revertRevision.input, request, call);
    const { namespaceKey } = asked;
    const shown = await this.once(asked, async () => {
      const wanted = await this.sources.before(namespaceKey, revision);
      const change = {
        ...{ namespaceKey, message, steps: [{ wanted }], origin: 'restore' as const, isProposal: false },
        baseRevision: revision,
        onConflict: isOntoLatest ? ('overwrite' as const) : ('merge' as const),
      };
      return this.make(asked, change, request.validateOnly);
    });
    return presentResult(shown, { ...asked, message });
  }

  @Rpc(method.listChanges)
  async list(request: pennonChanges.ListChangesRequest): Promise<pennonChanges.ChangeList> {
    const limit = pageLimit(request.limit);
    const found = await this.requests.list({
      namespaceKey: resolveNamespaceKey(request.namespaceKey),
      state:
        request.state === pennonChanges.Change_State.STATE_UNSPECIFIED
          ? undefined
          : stateWords.fromWire('state', request.state),
      after: placeIn(request.pageToken),
      limit: limit + 1,
    });
    const changes = found.slice(0, limit);
    const next = found.length > limit ? changes.at(-1) : undefined;
    return create(pennonChanges.ChangeListSchema, {
      changes: changes.map(presentRequest),
      nextPageToken: next === undefined ? '' : `${next.request.createdAt}:${next.request.id}`,
    });
  }

  @Rpc(method.getChange)
  async get(request: pennonChanges.GetChangeRequest, call: RpcCall): Promise<pennonChanges.ChangeOutcome> {
    const namespaceKey = resolveNamespaceKey(request.namespaceKey);
    const found = await this.requests.get(namespaceKey, request.id);
    const about = { namespaceKey, message: '', caller: callerOf(call) };
    return presentResult(await this.requests.preview(found), about);
  }

  @Rpc(method.updateChange)
  async update(
    request: pennonChanges.UpdateChangeRequest,
    call: RpcCall,
  ): Promise<pennonChanges.ChangeOutcome> {
    const { id, message, document } = request;
    const asked = askedBy(method.updateChange.input, request, call);
    const { namespaceKey } = asked;
    const shown = await this.once(asked, async () => {
      const read = document && (await this.asked.readDocument(namespaceKey, 'document', document));
      const { wanted, warnings = [] } = read ?? {};
      const edit = {
        ...{ wanted, baseRevision: baseOf(request), at: momentOf('at', request.at) },
        message: message === '' ? undefined : message,
      };
      if (Object.values(edit).every((member) => member === undefined))
        throw invalidField('document', 'must be given, or one of message, baseRevision and at');
      return { ...(await this.requests.update(asked, namespaceKey, id, edit)), warnings };
    });
    return presentResult(shown, { ...asked, message });
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
    const { id, comment, version } = request;
    const asked = askedBy(method.reviewChange.input, request, call);
    const { namespaceKey } = asked;
    const review = { verdict: verdictWords.fromWire('verdict', request.verdict), comment, version };
    const shown = await this.once(asked, () => this.reviews.review(asked, namespaceKey, id, review));
    return presentResult(shown, { ...asked, message: '' });
  }

  @Rpc(method.getPolicy)
  async policy({ namespaceKey }: pennonChanges.GetPolicyRequest): Promise<pennonChanges.Policy> {
    return presentPolicy(await this.reviews.policy(resolveNamespaceKey(namespaceKey)));
  }

  @Rpc(method.updatePolicy)
  async setPolicy(
    { namespaceKey, policy = presentPolicy(NO_REVIEW) }: pennonChanges.UpdatePolicyRequest,
    call: RpcCall,
  ): Promise<pennonChanges.Policy> {
    const { requiredApprovals, mayApproveOwn, restrictDirectWrites = true, bypass, applyLate } = policy;
    const wanted = {
      ...{ requiredApprovals, mayApproveOwn, restrictDirectWrites, appliesLate: applyLate },
      bypass: [...new Set(bypass)],
    };
    return presentPolicy(
      await this.reviews.setPolicy(askerOf(call), resolveNamespaceKey(namespaceKey), wanted),
    );
  }

  /** Makes a change, or looks what it would do. */
  private async make(asker: Asker, change: NewChange, isLook: boolean): Promise<ShownResult> {
    if (!isLook) return this.requests.create(asker, change);
    return { ...(await this.requests.look(asker, change)), isLook };
  }

  /** Does what a request asks for, unless it is repeated: then tells what became of it. */
  private async once(asked: Asked, work: () => Promise<ShownResult>): Promise<ShownResult> {
    return once(this.unitOfWork, asked.claim, work, (made) =>
      this.requests.again(asked, asked.namespaceKey, made),
    );
  }
}

/** Who asks for something in a namespace. */
interface Asked extends Asker {
  readonly namespaceKey: string;
}

/** A request that may have a key. */
type Repeatable = Message & {
  readonly namespaceKey: string;
  readonly requestKey: string;
  readonly validateOnly?: boolean;
};

function askedBy<T extends Repeatable>(schema: GenMessage<T>, request: T, call: RpcCall): Asked {
  const { requestKey, validateOnly = false } = request;
  const namespaceKey = resolveNamespaceKey(request.namespaceKey);
  const asker = askerOf(call);
  if (requestKey === '' || validateOnly) return { ...asker, namespaceKey };
  const rest = Object.assign(clone(schema, request), { namespaceKey, requestKey: '' });
  const content = toBinary(schema, rest, { writeUnknownFields: false });
  const claim = claimFor(asker.caller, { namespaceKey, requestKey, name: schema.typeName, content });
  return { ...asker, namespaceKey, claim };
}

function askerOf(call: RpcCall): Asker {
  return { caller: callerOf(call), rights: call.namespaceRights };
}

function baseOf({ baseRevision }: { readonly baseRevision?: string | undefined }): Revision | undefined {
  return baseRevision === undefined ? undefined : readRevision('baseRevision', baseRevision);
}

/** @throws InvalidFieldError if there is nothing to merge with, or the change waits. */
function onConflictOf({
  onConflict,
  baseRevision,
  when,
  mode,
}: pennonChanges.CreateChangeRequest): OnConflict {
  if (onConflict !== pennonChanges.OnConflict.MERGE) return 'fail';
  if (baseRevision === undefined) throw invalidField('onConflict', 'may be MERGE only with a baseRevision');
  if (when !== undefined || mode === pennonChanges.ChangeMode.PROPOSE)
    throw invalidField('onConflict', 'may be MERGE only for a change that is applied at once');
  return 'merge';
}

/** When a change was made, and its id, as page tokens write them. */
const PLACE = /^(?<createdAt>[1-9]\d{0,15}):(?<id>[\w-]{1,36})$/;

function placeIn(pageToken: string): Pick<ChangeRequest, 'id' | 'createdAt'> | undefined {
  if (pageToken === '') return undefined;
  const { createdAt, id } = PLACE.exec(pageToken)?.groups ?? {};
  if (createdAt === undefined || id === undefined) throw invalidPageToken(pageToken);
  return { id, createdAt: Number(createdAt) };
}
