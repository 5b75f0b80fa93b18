import { create } from '@bufbuild/protobuf';
import { Controller } from '@nestjs/common';
import { callerOf, invalidPageToken, pageLimit, Rpc, type RpcCall } from '@pennon/api';
import { ChangeRequests, ChangeSources, Reviews, type Asker } from '@pennon/changes';
import {
  invalidField,
  NO_REVIEW,
  readRevision,
  resolveNamespaceKey,
  type ChangeRequest,
  type Revision,
} from '@pennon/domain';
import { momentOf, pennonChanges } from '@pennon/proto';
import { AskedChanges } from './asked-change';
import {
  presentPolicy,
  presentRequest,
  presentResult,
  stateWords,
  verdictWords,
} from './change-requests.presenter';

const { method } = pennonChanges.ChangeService;

/** Changes that are applied at once, or wait for review or for their time. */
@Controller()
export class ChangeRequestsController {
  constructor(
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
    const namespaceKey = resolveNamespaceKey(request.namespaceKey);
    const { message, mode, validateOnly } = request;
    const { steps, warnings, origin } = await this.asked.read(namespaceKey, request);
    const isProposal = mode === pennonChanges.ChangeMode.PROPOSE;
    const change = { namespaceKey, origin, message, isProposal, steps, baseRevision: baseOf(request) };
    const asker = askerOf(call);
    const about = { namespaceKey, message, caller: asker.caller, warnings };
    if (!validateOnly) return presentResult(await this.requests.create(asker, change), about);
    return presentResult(await this.requests.look(asker, change), { ...about, isLook: true });
  }

  @Rpc(method.revertRevision)
  async revert(
    request: pennonChanges.RevertRevisionRequest,
    call: RpcCall,
  ): Promise<pennonChanges.ChangeOutcome> {
    const namespaceKey = resolveNamespaceKey(request.namespaceKey);
    const revision = readRevision('revision', request.revision);
    const message = request.message === '' ? `revert of revision ${revision.revision}` : request.message;
    const wanted = await this.sources.before(namespaceKey, revision);
    const isOntoLatest = request.onto === pennonChanges.RevertRevisionRequest_Onto.LATEST;
    const change = {
      ...{ namespaceKey, message, steps: [{ wanted }], origin: 'restore' as const, isProposal: false },
      baseRevision: isOntoLatest ? undefined : revision,
    };
    const asker = askerOf(call);
    const about = { namespaceKey, message, caller: asker.caller };
    if (!request.validateOnly) return presentResult(await this.requests.create(asker, change), about);
    return presentResult(await this.requests.look(asker, change), { ...about, isLook: true });
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
    return presentResult(await this.requests.preview(found), aboutOf(namespaceKey, call));
  }

  @Rpc(method.updateChange)
  async update(
    request: pennonChanges.UpdateChangeRequest,
    call: RpcCall,
  ): Promise<pennonChanges.ChangeOutcome> {
    const namespaceKey = resolveNamespaceKey(request.namespaceKey);
    const { id, message, document } = request;
    const read = document && (await this.asked.readDocument(namespaceKey, 'document', document));
    const { wanted, warnings = [] } = read ?? {};
    const edit = {
      ...{ wanted, baseRevision: baseOf(request), at: momentOf('at', request.at) },
      message: message === '' ? undefined : message,
    };
    if (Object.values(edit).every((member) => member === undefined))
      throw invalidField('document', 'must be given, or one of message, baseRevision and at');
    const result = await this.requests.update(askerOf(call), namespaceKey, id, edit);
    return presentResult(result, { ...aboutOf(namespaceKey, call), warnings });
  }

  @Rpc(method.applyChange)
  async apply(
    { namespaceKey, id }: pennonChanges.ApplyChangeRequest,
    call: RpcCall,
  ): Promise<pennonChanges.ChangeOutcome> {
    const key = resolveNamespaceKey(namespaceKey);
    return presentResult(await this.requests.apply(askerOf(call), key, id), aboutOf(key, call));
  }

  @Rpc(method.cancelChange)
  async cancel(
    { namespaceKey, id, reason }: pennonChanges.CancelChangeRequest,
    call: RpcCall,
  ): Promise<pennonChanges.Change> {
    const key = resolveNamespaceKey(namespaceKey);
    return presentRequest(await this.requests.cancel(askerOf(call), key, id, reason));
  }

  @Rpc(method.reviewChange)
  async review(
    { namespaceKey, id, verdict, comment, version }: pennonChanges.ReviewChangeRequest,
    call: RpcCall,
  ): Promise<pennonChanges.ChangeOutcome> {
    const key = resolveNamespaceKey(namespaceKey);
    const said = verdictWords.fromWire('verdict', verdict);
    return presentResult(
      await this.reviews.review(askerOf(call), key, id, { verdict: said, comment, version }),
      aboutOf(key, call),
    );
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
}

function askerOf(call: RpcCall): Asker {
  return { caller: callerOf(call), rights: call.namespaceRights };
}

function aboutOf(namespaceKey: string, call: RpcCall) {
  return { namespaceKey, message: '', caller: callerOf(call) };
}

function baseOf({ baseRevision }: { readonly baseRevision?: string | undefined }): Revision | undefined {
  return baseRevision === undefined ? undefined : readRevision('baseRevision', baseRevision);
}

/** When a change was made, and its id, as page tokens write them. */
const PLACE = /^(?<createdAt>[1-9]\d{0,15}):(?<id>[\w-]{1,36})$/;

function placeIn(pageToken: string): Pick<ChangeRequest, 'id' | 'createdAt'> | undefined {
  if (pageToken === '') return undefined;
  const { createdAt, id } = PLACE.exec(pageToken)?.groups ?? {};
  if (createdAt === undefined || id === undefined) throw invalidPageToken(pageToken);
  return { id, createdAt: Number(createdAt) };
}
