import { Controller } from '@nestjs/common';
import { fliptEvaluation, Rpc, type PreparedAnswer, type RpcCall } from '@pennon/api';
import { FreshSnapshots } from '../fresh-snapshots';
import { ClientSnapshots, clientSnapshotTag } from './client-snapshots';
import { clientCapabilities } from './client-version';

type ClientSnapshot = PreparedAnswer<typeof fliptEvaluation.EvaluationNamespaceSnapshotSchema>;

const { method } = fliptEvaluation.DataService;

/** Feeds the clients that evaluate on their own side. Source: contract/evaluation.md 2.6, 7. */
@Controller()
export class ClientSnapshotController {
  private readonly clientSnapshots = new ClientSnapshots();

  constructor(private readonly snapshots: FreshSnapshots) {}

  /** A namespace that does not exist has a snapshot without flags, so that its clients can start before it does. */
  @Rpc(method.evaluationSnapshotNamespace)
  get(
    { key }: fliptEvaluation.EvaluationNamespaceSnapshotRequest,
    call: RpcCall,
  ): ClientSnapshot | Promise<ClientSnapshot> {
    return this.snapshots.answerFrom(key, call, (snapshot) => {
      const tag = clientSnapshotTag(snapshot);
      if (tag !== undefined) call.tagAnswer(tag);
      const capabilities = clientCapabilities(call.header('x-flipt-accept-server-version'));
      return this.clientSnapshots.of(snapshot, key, capabilities);
    });
  }
}
