import { homedir } from 'node:os';
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
