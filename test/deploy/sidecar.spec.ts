import { existsSync, readFileSync } from 'node:fs';
import { loadConfig, type Config } from '@pennon/config';
import { flags, recipes, sidecar, spec, type Variables } from './sidecar-recipes';

/** The configuration of the reader, in an empty container. */
function configOf(environment: Variables): Config {
  return loadConfig({ env: { HOME: '/nonexistent', ...environment }, root: '/nonexistent' }).config;
}

describe.each(recipes)('the sidecar of %s', (_, environment, mounted) => {
  const config = configOf(environment);

  test('has settings that are accepted, and lives from a folder of a bucket', () => {
    expect(config.storage).toMatchObject({
      type: 'object',
      object: { s3: { bucket: 'flags', prefix: 'prod/' } },
    });
  });

  test('has a name for each of its settings that is known', () => {
    const reference = readFileSync('docs/settings.md', 'utf8');
    for (const name of Object.keys(environment).filter((each) => each.startsWith('PENNON_')))
      expect(reference).toContain(`\`${name}\``);
  });

  test('is reached from its application alone', () => {
    expect(config.server.host).toBe('127.0.0.1');
  });

  test('keeps snapshots on what is mounted, and needs no other place to write', () => {
    expect(mounted).toContain('/var/opt/pennon');
    expect(config.snapshot.directory).toBe('/var/opt/pennon/snapshots');
    expect(config.log.file).toBeUndefined();
  });
});

describe('both recipes', () => {
  test('leave the reader no rights', () => {
    expect(flags).toMatchObject({
      network_mode: 'service:application',
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
    expect(flags.ports).toBeUndefined();
    expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10001 });
    expect(sidecar.securityContext).toMatchObject({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
  });

  test('start the reader before the application, where that can be said, and end it in good order', () => {
    expect(sidecar.restartPolicy).toBe('Always');
    const { drainDelay, shutdownTimeout } = configOf(flags.environment).server;
    expect(spec.terminationGracePeriodSeconds * 1000).toBeGreaterThan(drainDelay + shutdownTimeout);
  });

  test('ask the reader for its health from inside', () => {
    expect(existsSync('deploy/health.mjs')).toBe(true);
    expect(flags.healthcheck.test).toEqual(['CMD', 'node', 'health.mjs']);
    for (const { exec } of [sidecar.startupProbe, sidecar.readinessProbe])
      expect(exec.command).toEqual(['node', 'health.mjs']);
    expect(sidecar.livenessProbe.exec.command[2]).toContain('http://127.0.0.1:8080/health/live');
  });
});
