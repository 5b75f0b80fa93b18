import { isReservedKey, isReservedVariable } from './reserved';
import { namedSettings, sectionKeys, settingByVariable } from './setting-index';

test('no two settings share a variable', () => {
  expect(settingByVariable.size).toBe(namedSettings.length);
});

test('no setting is also reserved', () => {
  expect(
    namedSettings.filter(({ key, variable }) => isReservedKey(key) || isReservedVariable(variable)),
  ).toEqual([]);
});

test('every setting is described in whole sentences on one line', () => {
  for (const { setting } of namedSettings) expect(setting.description).toMatch(/^[A-Z][^\n|]*\.$/);
});

test('nested sections are known', () => {
  expect([...sectionKeys]).toEqual(expect.arrayContaining(['log', 'log.keys', 'ui.topbar']));
});
