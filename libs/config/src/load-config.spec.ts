import { join } from 'node:path';
import { EmptyMachine, problemsOf } from './testing/empty-machine';

let machine: EmptyMachine;

beforeEach(() => {
  machine = new EmptyMachine();
});

afterEach(() => {
  machine.remove();
});

describe('without configuration', () => {
  test('there are defaults for everything', () => {
    const { config, source, ignored } = machine.load();
    expect(config.server).toEqual({
      host: '0.0.0.0',
      protocol: 'http',
      httpPort: 8080,
      httpsPort: 443,
      basePath: '',
      certReloadInterval: 10_000,
      grpcPort: 9000,
      grpcConnMaxAge: 0,
      grpcConnMaxAgeGrace: 0,
      grpcConnMaxIdleTime: 0,
      grpcKeepaliveTime: 60_000,
      grpcKeepaliveTimeout: 20_000,
      grpcMaxCallTime: 30_000,
      grpcMaxConcurrentStreams: 1000,
      grpcMaxReceiveBytes: 4_194_304,
      grpcMaxSendBytes: 268_435_456,
      maxBodyBytes: 8 * 1024 ** 2,
      maxHeaderBytes: 1024 ** 2,
      maxImportBytes: 16 * 1024 ** 2,
      maxJsonDepth: 100,
      readTimeout: 10_000,
      keepAliveTimeout: 75_000,
      maxConnections: 10_000,
      drainDelay: 0,
      shutdownTimeout: 30_000,
      workers: 1,
      workerTimeout: 2_500,
      trustedProxies: [],
    });
    expect(config.log).toMatchObject({ level: 'info', encoding: 'console', file: undefined });
    expect(config.log.keys).toEqual({ time: 'T', level: 'L', message: 'M' });
    expect(config.version).toBeUndefined();
    expect(source).toBeUndefined();
    expect(ignored).toEqual([]);
  });

  test('the database is a file in the data directory', () => {
    const file = join(machine.root, 'home/.config/pennon/pennon.db');
    const { db } = machine.load().config;
    expect(db).toMatchObject({ dialect: 'sqlite', file, location: file });
  });
});

describe('precedence', () => {
  test('the environment goes over the file, the file over the defaults', () => {
    const { server } = machine.loadText('server: { http_port: 1, grpc_port: 2 }', {
      PENNON_SERVER_HTTP_PORT: '3',
    }).config;
    expect([server.httpPort, server.grpcPort, server.maxJsonDepth]).toEqual([3, 2, 100]);
  });

  test('the environment works without a file', () => {
    expect(machine.load({ PENNON_LOG_KEYS_TIME: 'time' }).config.log.keys.time).toBe('time');
  });

  test('an empty variable is not set, nor is an empty value in the file', () => {
    const { log } = machine.loadText('log: { level: warn, encoding: "", file: }', {
      PENNON_LOG_LEVEL: '',
    }).config;
    expect(log).toMatchObject({ level: 'warn', encoding: 'console', file: undefined });
  });

  test('--config goes first, then PENNON_CONFIG, then the user’s file, then the system’s', () => {
    const system = machine.write('etc/pennon/config.yml', 'log: { level: error }');
    expect(machine.load().source).toBe(system);
    const user = machine.write('home/.config/pennon/config.yml', 'log: { level: warn }');
    expect(machine.load().source).toBe(user);
    const xdg = machine.write('xdg/pennon/config.yml', 'log: { level: warn }');
    expect(machine.load({ XDG_CONFIG_HOME: join(machine.root, 'xdg') }).source).toBe(xdg);
    const named = machine.write('named.yaml', 'log: { level: debug }');
    expect(machine.load({ PENNON_CONFIG: named }).source).toBe(named);
    const argument = machine.write('argument.json', '{ "log": { "level": "INFO" } }');
    const loaded = machine.load({ PENNON_CONFIG: named }, argument);
    expect([loaded.source, loaded.config.log.level]).toEqual([argument, 'info']);
  });
});

describe('the file', () => {
  test('has keys in any case and values as text', () => {
    const { config } = machine.loadText('VERSION: 1.0\nServer: { HTTP_Port: "8081" }\nUI: { Enabled: off }');
    expect([config.version, config.server.httpPort, config.ui.enabled]).toEqual(['1.0', 8081, false]);
  });

  test('may be empty', () => {
    expect(machine.loadText('').config).toEqual(machine.load().config);
  });
});

test('proxies are trusted, and names of Flipt not spoken, only where that is said', () => {
  expect(machine.load().config.compat).toEqual({ fliptAliases: true });
  const { server, compat } = machine.load({
    PENNON_SERVER_TRUSTED_PROXIES: '10.0.0.0/8, ::1',
    PENNON_COMPAT_FLIPT_ALIASES: 'false',
  }).config;
  expect([server.trustedProxies, compat.fliptAliases]).toEqual([['10.0.0.0/8', '::1'], false]);
  expect(problemsOf(() => machine.load({ PENNON_SERVER_TRUSTED_PROXIES: 'everybody' }))).toEqual([
    'server.trusted_proxies: expected a network such as 10.0.0.0/8 or an address, got everybody',
  ]);
});

describe('in Kubernetes', () => {
  const links = {
    PENNON_SERVICE_HOST: '10.0.0.7',
    PENNON_SERVICE_PORT_HTTP: '8080',
    PENNON_PORT: 'tcp://10.0.0.7:8080',
    PENNON_PORT_8080_TCP_ADDR: '10.0.0.7',
    PENNON_WRITER_SERVICE_HOST: '10.0.0.8',
    PENNON_DB_PORT: 'tcp://10.0.0.9:5432',
  };

  test('the variables that describe services are not ours', () => {
    const loaded = machine.load(links);
    expect(loaded.config).toEqual(machine.load().config);
    expect(loaded.ignored).toEqual([]);
  });

  test('a misspelt variable still is a problem', () => {
    expect(problemsOf(() => machine.load({ ...links, PENNON_SERVER_HTPP_PORT: '8081' }))).toHaveLength(1);
  });
});

test('the configuration is frozen at every level', () => {
  const { config } = machine.load();
  const levels = [config, config.server, config.log, config.log.keys, config.ui.topbar, config.db];
  expect(levels.every((level) => Object.isFrozen(level))).toBe(true);
  expect(() => Object.assign(config.server, { httpPort: 1 })).toThrow(TypeError);
});
