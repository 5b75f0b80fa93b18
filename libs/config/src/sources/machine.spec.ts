import { homedir } from 'node:os';
import { loadConfig } from '../load-config';
import { type Machine, userConfigDirectory } from './machine';

function machine(env: NodeJS.ProcessEnv): Machine {
  return { env, platform: 'linux', root: '/' };
}

test('the user’s directory follows the XDG rules', () => {
  expect(userConfigDirectory(machine({ HOME: '/home/me' }))).toBe('/home/me/.config/pennon');
  expect(userConfigDirectory(machine({ HOME: '/home/me', XDG_CONFIG_HOME: '/xdg' }))).toBe('/xdg/pennon');
  expect(userConfigDirectory(machine({ HOME: '/home/me', XDG_CONFIG_HOME: 'xdg' }))).toBe(
    '/home/me/.config/pennon',
  );
  expect(userConfigDirectory(machine({}))).toBe(`${homedir()}/.config/pennon`);
});

describe('a user without a home', () => {
  // What Node does where neither HOME is set nor the system knows the user.
  const homeless = (): string => {
    throw new Error('A system error occurred: uv_os_homedir returned ENOENT (no such file or directory)');
  };

  test.each([{}, { HOME: '' }, { XDG_CONFIG_HOME: 'relative' }])(
    'has no directory of settings: %j',
    (env) => {
      expect(userConfigDirectory({ ...machine(env), homedir: homeless })).toBeUndefined();
      expect(userConfigDirectory({ ...machine(env), homedir: () => '' })).toBeUndefined();
    },
  );

  test('may have one all the same', () => {
    const env = { XDG_CONFIG_HOME: '/xdg' };
    expect(userConfigDirectory({ ...machine(env), homedir: homeless })).toBe('/xdg/pennon');
  });

  test.each(['linux', 'darwin', 'win32'] as const)(
    'starts, with the directories of the system, on %s',
    (platform) => {
      const options = { env: {}, platform, root: '/nonexistent', homedir: homeless };
      expect(loadConfig(options)).toMatchObject({
        source: undefined,
        config: { db: { file: '/nonexistent/var/opt/pennon/pennon.db' } },
      });
    },
  );
});
