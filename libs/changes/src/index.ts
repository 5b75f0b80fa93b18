export {
  Changes,
  type ChangeNote,
  type ChangesOptions,
  type ChangeView,
  type ChangeWork,
} from './commit/changes';
export { assertNoBypass } from './commit/direct-writes';
export { Trail } from './commit/trail';
export { touchDeletedNamespace } from './history/read-states';
export { Importer, type ImportChanges, type ImportOptions } from './import/importer';
export { type ImportOutcome, type LineLimits } from './import/tally';
export {
  isRefusal,
  NamespaceExports,
  type ListedNamespace,
  type NamespaceExport,
} from './reading/namespace-exports';
export {
  NamespaceHistory,
  type NamespaceDifference,
  type StateChange,
  type SubjectPage,
} from './history/namespace-history';
export { documentFeatures } from './history/feature-uses';
export { stateText } from './history/stored-states';
export { compareDocuments } from './reading/compare-documents';
export { HistoryRetention } from './history/history-retention';
export { CarryOut } from './requests/applying/carry-out';
export { ChangeCreation } from './requests/calls/change-creation';
export { ChangeEdits } from './requests/calls/change-edits';
export { ChangeRequests } from './requests/calls/change-requests';
export { type Draft, Drafts, type DraftStates } from './requests/calls/drafts';
export { DueChanges } from './requests/applying/due-changes';
export { OverdueChanges } from './requests/applying/overdue-changes';
export { claimFor, once, type RequestClaim } from './requests/new-changes/request-claim';
export { changeRightsOf, policyRightsOf, type PolicyRights } from './requests/calls/change-rights';
export type { ReviewedRequest } from './requests/approvals/reviewed-request';
export type { Asker, NewChange, NewStep, SeriesEdit, StepTime } from './requests/new-changes/new-change';
export { Policies } from './requests/policy/policies';
export { Reviews } from './requests/reviews/reviews';
export { SeriesEdits } from './requests/series/series-edits';
export { SeriesRollBack, type RolledBack } from './requests/series/series-roll-back';
export { SeriesSteering, type SeriesWithSteps } from './requests/series/series-steering';
export type { ChangeResult } from './requests/calls/step-plans';
export { ChangesOfTokens, endWithNamespace } from './requests/series/waiting-ends';
export { ChangeApplication, type ChangeReport } from './wanted/change-application';
export { ChangeSources } from './wanted/change-sources';
export { isEmpty, nothingOf, type WantedState } from './wanted/wanted-state';
export { FlagOverview, type FlagElsewhere, type ListedFlag } from './reading/flag-overview';
export { NamespaceChecks, type NamespaceFindings } from './reading/namespace-checks';
export { type Edit, Edits, type KeyOfSubject } from './commit/edits';
