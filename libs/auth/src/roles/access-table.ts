import {
  flipt,
  fliptAnalytics,
  fliptAuth,
  fliptEvaluation,
  fliptMeta,
  fliptOfrep,
  pennonAnalytics,
  pennonAudit,
  pennonChanges,
  pennonDashboard,
  pennonExplain,
  pennonLooks,
  pennonSaved,
  pennonTransfer,
} from '@pennon/proto';
import { isMessage, type DescMethod, type DescService, type Message } from '@bufbuild/protobuf';
import { namespaceOf, otherNamespacesOf } from '../gate/request-namespace';
import { type AccessRequest, type Action, type Resource, type Subject } from '../gate/access-request';

const { method } = flipt.Flipt;
// oxlint-disable-next-line typescript/no-deprecated -- deprecated for callers, and served all the same
const evaluationsOfOld: readonly DescMethod[] = [method.evaluate, method.batchEvaluate];
const { method: tokens } = fliptAuth.AuthenticationService;
const { evaluationSnapshotNamespace } = fliptEvaluation.DataService.method;
const { createToken } = fliptAuth.AuthenticationMethodTokenService.method;
const { exportNamespace, importNamespace } = pennonTransfer.TransferService.method;
const { method: changes } = pennonChanges.ChangeService;

type MethodsByAction = Readonly<Partial<Record<Action, readonly DescMethod[]>>>;

const readingChanges: readonly DescMethod[] = [
  ...[changes.listRevisions, changes.getRevision, changes.compareRevisions, changes.checkNamespace],
  ...[changes.listChanges, changes.getChange, changes.getPolicy, changes.listSeries, changes.getSeries],
  ...[changes.listActors, changes.getSubject, changes.blameSubject],
  ...[changes.listSegmentUses, changes.compareFlag, changes.estimateAudience],
];
/** A change may do everything with what is in a namespace, and asks about the namespace itself as an import does. */
const changing: MethodsByAction = {
  create: [changes.createChange, changes.revertRevision],
  update: [
    ...[changes.updateChange, changes.applyChange, changes.cancelChange, changes.reviewChange],
    ...[changes.updateSeries, changes.pauseSeries, changes.resumeSeries],
    ...[changes.rollBackSeries, changes.cancelSeries],
  ],
};
/** What somebody may not do with a change, in the word for it. */
const verbs = new Map<DescMethod, string>([
  [changes.applyChange, 'apply'],
  [changes.cancelChange, 'cancel'],
  [changes.reviewChange, 'review'],
  [changes.pauseSeries, 'pause'],
  [changes.resumeSeries, 'resume'],
  [changes.rollBackSeries, 'roll back'],
  [changes.cancelSeries, 'cancel'],
]);
const { method: saved } = pennonSaved.SavedService;
const { listNamespaceLooks, setNamespaceLooks } = pennonLooks.LookService.method;
const { explain } = pennonExplain.ExplainService.method;
const { getFlagEvaluationsCount } = fliptAnalytics.AnalyticsService.method;
const { addCounts, getValueCounts } = pennonAnalytics.CountService.method;
const { listEvents, listDeadLetters, replayDeadLetters } = pennonAudit.AuditService.method;

/**
 * Which RPCs do what with what; an import may do everything with what is in a namespace, and asks about the namespace
 * itself when it comes to that.
 */
const table: readonly (readonly [Resource, Subject, MethodsByAction])[] = [
  [
    'namespace',
    'namespace',
    {
      read: [
        ...[method.getNamespace, method.listNamespaces, listEvents, listDeadLetters],
        // Of all namespaces at once, unless one is named: each caller is shown those that it may read.
        ...[changes.findRevisions, changes.findChanges, changes.findFlags, listNamespaceLooks],
      ],
      create: [method.createNamespace],
      // The looks of all namespaces at once.
      update: [method.updateNamespace, changes.updatePolicy, setNamespaceLooks],
      delete: [method.deleteNamespace],
    },
  ],
  [
    'flag',
    'flag',
    {
      // Flipt v1 refuses the evaluation of old and has no request for it; it reads a flag.
      read: [
        ...[method.getFlag, method.listFlags, ...evaluationsOfOld],
        ...[evaluationSnapshotNamespace, exportNamespace, explain, listEvents, listDeadLetters],
        ...readingChanges,
        ...[getFlagEvaluationsCount, getValueCounts],
      ],
      create: [method.createFlag, importNamespace],
      update: [method.updateFlag, importNamespace],
      delete: [method.deleteFlag, importNamespace],
    },
  ],
  [
    'flag',
    'variant',
    { create: [method.createVariant], update: [method.updateVariant], delete: [method.deleteVariant] },
  ],
  [
    'flag',
    'rule',
    {
      read: [method.getRule, method.listRules],
      create: [method.createRule],
      update: [method.updateRule, method.orderRules],
      delete: [method.deleteRule],
    },
  ],
  [
    'flag',
    'rollout',
    {
      read: [method.getRollout, method.listRollouts],
      create: [method.createRollout],
      update: [method.updateRollout, method.orderRollouts],
      delete: [method.deleteRollout],
    },
  ],
  [
    'segment',
    'segment',
    {
      read: [
        ...[method.getSegment, method.listSegments],
        ...[evaluationSnapshotNamespace, exportNamespace, explain, listEvents, listDeadLetters],
        ...readingChanges,
      ],
      create: [method.createSegment, importNamespace],
      update: [method.updateSegment, importNamespace],
      delete: [method.deleteSegment, importNamespace],
    },
  ],
  [
    'segment',
    'constraint',
    {
      create: [method.createConstraint],
      update: [method.updateConstraint],
      delete: [method.deleteConstraint],
    },
  ],
  [
    // Part of a rule, and yet what clients of Flipt v1 are used to.
    'segment',
    'distribution',
    {
      create: [method.createDistribution],
      update: [method.updateDistribution],
      delete: [method.deleteDistribution],
    },
  ],
  ['flag', 'change', changing],
  ['segment', 'change', changing],
  [
    'flag',
    'saved item',
    { read: [saved.listSavedItems], update: [saved.putSavedItem], delete: [saved.deleteSavedItem] },
  ],
  [
    'authentication',
    'token',
    {
      read: [tokens.listAuthentications, tokens.getAuthentication, listEvents, listDeadLetters],
      create: [createToken],
      delete: [tokens.deleteAuthentication],
    },
  ],
  // What is delivered tells of everything, so it takes whoever may do everything.
  ['namespace', 'dead letter', { update: [replayDeadLetters] }],
  // Of all namespaces at once: a reader evaluates in all of them.
  ['evaluation count', 'evaluation count', { create: [addCounts] }],
];

/** What every caller who is known may call. */
const uncheckedServices: readonly DescService[] = [
  fliptEvaluation.EvaluationService,
  fliptOfrep.OFREPService,
  fliptMeta.MetadataService,
  pennonDashboard.DashboardService,
];
const uncheckedMethods: readonly DescMethod[] = [
  tokens.getAuthenticationSelf,
  tokens.expireAuthenticationSelf,
];

type Access = Omit<AccessRequest, 'namespaceKey'>;

const accesses = new Map<DescMethod, readonly Access[]>(
  [...uncheckedMethods, ...uncheckedServices.flatMap(({ methods }) => methods)].map((unchecked) => [
    unchecked,
    [],
  ]),
);
for (const [resource, subject, methodsByAction] of table) {
  for (const [action, methods] of Object.entries(methodsByAction) as [Action, readonly DescMethod[]][]) {
    for (const checked of methods) {
      const access = { resource, subject, action, ...(verbs.has(checked) && { verb: verbs.get(checked) }) };
      accesses.set(checked, [...(accesses.get(checked) ?? []), access]);
    }
  }
}

/**
 * What the caller must be allowed to do, all of it; nothing for what is not checked.
 *
 * @returns undefined for an RPC that nobody has thought of here, which nobody may call.
 */
export function accessRequestsOf(rpc: DescMethod, request: Message): readonly AccessRequest[] | undefined {
  const namespaceKey = namespaceOf(rpc, request);
  // Whoever may read a change may comment on it.
  if (isComment(request) && namespaceKey !== undefined) return readsOf(namespaceKey);
  return accesses
    .get(rpc)
    ?.filter((access) => !isOutOfSight(access, rpc, namespaceKey))
    .map((access): AccessRequest => {
      return { ...access, namespaceKey: isAboutTokens(access) ? undefined : namespaceKey };
    })
    .concat(otherNamespacesOf(request).flatMap(readsOf));
}

function isComment(request: Message): boolean {
  return (
    isMessage(request, pennonChanges.ReviewChangeRequestSchema) &&
    request.verdict === pennonChanges.Verdict.COMMENT
  );
}

/** What it takes to look at flags and segments of a namespace. */
function readsOf(namespaceKey: string): readonly AccessRequest[] {
  return (['flag', 'segment'] as const).map((noun) => ({
    resource: noun,
    subject: noun,
    action: 'read',
    namespaceKey,
  }));
}

/**
 * Tokens are in no namespace: whoever may read everything in one must not thereby list all tokens, as under Flipt v1,
 * where they count as in `default`.
 */
function isAboutTokens({ resource }: Access): boolean {
  return resource === 'authentication';
}

/** The events of one namespace tell nothing of tokens. */
function isOutOfSight(access: Access, rpc: DescMethod, namespaceKey: string | undefined): boolean {
  return rpc === listEvents && namespaceKey !== undefined && isAboutTokens(access);
}
