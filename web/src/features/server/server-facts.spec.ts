import { metaOf } from '@/api/meta';
import { diagnosticsOf, serverFacts, type ServerParts, unreadable } from './server-facts';

const nothing: ServerParts = {
  info: undefined,
  config: undefined,
  methods: undefined,
  health: undefined,
};

function valueOf(parts: ServerParts, label: string): string | undefined {
  return serverFacts(parts)
    .flatMap(({ facts }) => facts)
    .find((fact) => fact.label === label)?.value;
}

describe('serverFacts', () => {
  it('tells what runs, without the members that the server leaves out', () => {
    const info = metaOf({
      version: '1.2.0',
      storage: { type: 'object', readOnly: true },
    });
    const parts = { ...nothing, info, health: 'SERVING' };
    expect(valueOf(parts, 'Version')).toBe('1.2.0');
    expect(valueOf(parts, 'Commit')).toBeUndefined();
    expect(valueOf(parts, 'Health')).toBe('SERVING');
    expect(valueOf(parts, 'Kind')).toBe('Object storage');
    expect(valueOf(parts, 'Read-only')).toBe('Yes');
    expect(valueOf(parts, 'Analytics')).toBe('Off');
  });

  it('names a newer version that the server knows of', () => {
    const info = metaOf({ version: '1.2.0', latestVersion: '1.3.0', updateAvailable: true });
    expect(valueOf({ ...nothing, info }, 'Update')).toBe('Version 1.3.0 is available.');
  });

  it('says what is on and by what', () => {
    const config = {
      cache: { enabled: true, backend: 'redis' },
      tracing: { enabled: false, exporter: 'otlp' },
    };
    const parts = { ...nothing, config };
    expect(valueOf(parts, 'Cache')).toBe('On (redis)');
    expect(valueOf(parts, 'Tracing')).toBe('Off');
    expect(valueOf(parts, 'Metrics')).toBe('Off');
  });
});

it('lists the parts that cannot be read as such', () => {
  expect(unreadable(nothing)).toHaveLength(4);
  expect(diagnosticsOf({ ...nothing, health: 'SERVING' })).toContain('Health: SERVING');
  expect(unreadable({ ...nothing, health: 'SERVING' })).toHaveLength(3);
});
