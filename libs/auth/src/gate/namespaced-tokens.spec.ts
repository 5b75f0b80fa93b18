import { allServices } from '../../../../test/support/all-services';
import { takesNamespacedTokens } from './namespaced-tokens';

describe('tokens of one namespace', () => {
  it('are for management, also of whole namespaces, events, explanations, saved items and evaluation', () => {
    const taking = allServices.filter(({ methods }) => methods.every(takesNamespacedTokens));
    expect(taking.map(({ typeName }) => typeName).sort()).toEqual([
      'flipt.Flipt',
      'flipt.evaluation.DataService',
      'flipt.evaluation.EvaluationService',
      'pennon.audit.AuditService',
      'pennon.changes.ChangeService',
      'pennon.explain.ExplainService',
      'pennon.saved.SavedService',
      'pennon.transfer.TransferService',
    ]);
  });
});
