import { isReservedKey, isReservedVariable } from './unsupported-keys';
import { isSectionKey, namedSettings, settingOfKey, settingOfVariable } from './setting-index';

test('no two settings share a variable', () => {
  expect(new Set(namedSettings.map(({ variable }) => variable)).size).toBe(namedSettings.length);
});

test('no setting is also reserved', () => {
  expect(
    namedSettings.filter(({ key, variable }) => isReservedKey(key) || isReservedVariable(variable)),
  ).toEqual([]);
});

test('a key and a variable of a map belong to the row, by the name in them', () => {
  const prefix = 'authentication.methods.oidc.providers';
  const variable = 'PENNON_AUTHENTICATION_METHODS_OIDC_PROVIDERS';
  expect(settingOfKey(`${prefix}.my-idp.client_id`)).toMatchObject({
    name: 'my-idp',
    variable: `${variable}_MY_IDP_CLIENT_ID`,
  });
  expect(settingOfVariable(`${variable}_MY_IDP_CLIENT_ID`)).toMatchObject({
    name: 'my_idp',
    key: `${prefix}.my_idp.client_id`,
  });
  expect([`${prefix}.client_id`, `${prefix}.a.b.client_id`, `${prefix}.acme`].map(settingOfKey)).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect([prefix, `${prefix}.acme`, `${prefix}.acme.client_id`].filter(isSectionKey)).toEqual([
    prefix,
    `${prefix}.acme`,
  ]);
});

test('in a map of values the name is all that follows', () => {
  const prefix = 'authentication.methods.token.bootstrap.metadata';
  expect(settingOfKey(`${prefix}.io.service.auth.role`)?.name).toBe('io.service.auth.role');
  expect([prefix, `${prefix}.io`].filter(isSectionKey)).toEqual([prefix]);
});

test('every setting is described in whole sentences on one line', () => {
  for (const { setting } of namedSettings) expect(setting.description).toMatch(/^[A-Z][^\n|]*\.$/);
});

test('nested sections are known', () => {
  expect(['log', 'log.keys', 'ui.topbar', 'log.level', 'log.x'].filter(isSectionKey)).toEqual([
    'log',
    'log.keys',
    'ui.topbar',
  ]);
});
