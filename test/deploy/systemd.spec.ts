import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '@pennon/config';
import { describeWithPrograms } from '../support/describe-with-programs';
import { findProgram } from '../support/programs';
import { environmentOf, readUnit, type Section } from '../support/systemd/unit-file';

const UNIT = 'deploy/systemd/pennon.service';

/** Highest exposure that `systemd-analyze security` may find, from 0 to 100. What is left is mostly the network. */
const MAX_EXPOSURE = 15;

const service: Section = readUnit(UNIT).get('Service') ?? new Map<string, string[]>();

/** The value of a directive that is assigned once. */
function only(name: string): string {
  const values = service.get(name) ?? [];
  if (values.length !== 1) throw new Error(`${name} is assigned ${values.length} times`);
  return values[0] ?? '';
}

/** The configuration that the unit starts Pennon with, on a machine without a configuration file. */
const { config, ignored } = loadConfig({ env: environmentOf(service), root: '/nonexistent' });

describe('the unit for systemd', () => {
  test.each([
    ['DynamicUser', 'yes'],
    ['NoNewPrivileges', 'yes'],
    ['CapabilityBoundingSet', ''],
    ['AmbientCapabilities', ''],
    ['PrivateDevices', 'yes'],
    ['PrivateTmp', 'yes'],
    ['PrivateUsers', 'yes'],
    ['ProtectHome', 'yes'],
    ['ProtectSystem', 'strict'],
    ['RestrictAddressFamilies', 'AF_INET AF_INET6 AF_UNIX'],
    ['RestrictNamespaces', 'yes'],
    ['SystemCallArchitectures', 'native'],
    // V8 could not compile anything.
    ['MemoryDenyWriteExecute', 'no'],
    ['UMask', '0077'],
  ])('has %s=%s', (name, value) => {
    expect(only(name)).toBe(value);
  });

  test('allows the system calls of services alone', () => {
    expect(service.get('SystemCallFilter')).toEqual(['@system-service', '~@privileged @resources']);
  });

  test('limits memory', () => {
    expect(only('MemoryMax')).toMatch(/^\d+M$/);
  });

  test('sets settings that there are, each of which counts', () => {
    expect(ignored).toEqual([]);
    expect(Object.keys(environmentOf(service)).filter((name) => name.startsWith('PENNON_'))).not.toEqual([]);
  });

  test('keeps the database in its state directory', () => {
    expect(config.db.location).toMatch(`/var/lib/${only('StateDirectory')}/`);
    expect(environmentOf(service).HOME).toBe(`/var/lib/${only('StateDirectory')}`);
  });

  test('waits for longer than a stop takes', () => {
    const { drainDelay, shutdownTimeout } = config.server;
    // Connections are kept for as long as the delay again, and a second at most.
    const longestMs = drainDelay + Math.min(drainDelay, 1000) + shutdownTimeout;
    expect(1000 * Number(only('TimeoutStopSec'))).toBeGreaterThan(longestMs);
  });

  test('starts Pennon again after any end, more slowly than systemd gives up', () => {
    expect(only('Restart')).toBe('always');
    // Five starts within ten seconds are too many.
    expect(5 * Number(only('RestartSec'))).toBeGreaterThan(10);
  });
});

test('the stanza for logrotate is for a file in the log directory of the unit', () => {
  const stanza = readFileSync('deploy/systemd/pennon.logrotate', 'utf8');
  expect(stanza).toMatch(new RegExp(`^/var/log/${only('LogsDirectory')}/\\S+\\.log \\{$`, 'm'));
});

describeWithPrograms(['systemd-analyze'], 'systemd', () => {
  let directory: string;
  let unit: string;

  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'pennon-unit-'));
    unit = join(directory, 'pennon.service');
    // A program that is there: the unit is refused otherwise.
    const [program = ''] = only('ExecStart').split(' ');
    writeFileSync(unit, readFileSync(UNIT, 'utf8').replace(program, process.execPath));
  });

  afterAll(() => {
    rmSync(directory, { recursive: true });
  });

  function analyze(...args: readonly string[]): unknown {
    const { status, stdout, stderr } = spawnSync(
      findProgram('systemd-analyze') ?? '',
      [...args, '--no-pager', unit],
      { encoding: 'utf8' },
    );
    return { status, said: status === 0 ? stderr : `${stdout}${stderr}` };
  }

  test('understands each line of the unit', () => {
    expect(analyze('verify', '--man=no', '--recursive-errors=no')).toEqual({ status: 0, said: '' });
  });

  test('finds it little exposed', () => {
    expect(analyze('security', '--offline=true', `--threshold=${MAX_EXPOSURE}`)).toEqual({
      status: 0,
      said: '',
    });
  });
});
