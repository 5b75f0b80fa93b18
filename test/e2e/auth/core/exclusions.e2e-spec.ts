import { withTokens, authEnv } from '../../../support/auth-server';
import { useServer } from '../../../support/use-server';
import { allServices } from '../../../support/all-services';
import { routesOf } from '../../../support/rpc-routes';

/** Services whose routes are walked, and which exclusion opens them. */
const sections: Readonly<Record<string, string>> = {
  'flipt.Flipt': 'MANAGEMENT',
  'pennon.transfer.TransferService': 'MANAGEMENT',
  'pennon.explain.ExplainService': 'MANAGEMENT',
  'flipt.evaluation.EvaluationService': 'EVALUATION',
  'flipt.evaluation.DataService': 'EVALUATION',
  'flipt.ofrep.OFREPService': 'OFREP',
  'flipt.meta.MetadataService': '',
  'pennon.dashboard.DashboardService': '',
  'pennon.audit.AuditService': '',
  'flipt.analytics.AnalyticsService': '',
  'pennon.analytics.CountService': '',
  'flipt.auth.AuthenticationService': '',
  'flipt.auth.AuthenticationMethodTokenService': '',
};

const routes = routesOf(allServices.filter(({ typeName }) => typeName in sections));

describe.each(['MANAGEMENT', 'EVALUATION', 'OFREP', 'METADATA'])('exclude.%s', (name) => {
  // What is switched off is refused before anybody is asked who it is.
  const counting = { PENNON_ANALYTICS_ENABLED: 'true' };
  const excluding = { [`PENNON_AUTHENTICATION_EXCLUDE_${name}`]: 'true' };
  const server = withTokens(useServer({ ...authEnv, ...counting, ...excluding }));

  test('opens its section, and no other', async () => {
    const wrong: string[] = [];
    for (const { method, verb, path, hasBody } of routes) {
      const { status } = await server.send({ verb, path, ...(hasBody && { body: '{}' }) });
      const isOpen = sections[method.parent.typeName] === name;
      if ((status !== 401) !== isOpen) wrong.push(`${verb} ${path}: ${status}`);
    }
    expect(wrong).toEqual([]);
  });

  test('does not look at credentials in its section, be they bad or of another namespace', async () => {
    const { clientToken } = await server.issue({ namespaceKey: 'elsewhere' });
    const open = routes.filter(
      ({ method, verb }) => sections[method.parent.typeName] === name && verb === 'GET',
    );
    for (const { path } of open)
      for (const token of [clientToken, 'bad']) {
        const { status } = await server.as(token).send({ path });
        expect([200, 400, 404]).toContain(status);
      }
    const twice = { path: open[0]?.path ?? '/auth/v1/method', headers: { Authorization: 'Basic x' } };
    expect((await server.send(twice)).status).not.toBe(401);
  });
});
