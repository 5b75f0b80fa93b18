import { canonicalKey, canonicalVariable } from './names';
import { EmptyMachine, failureOf, problemsOf } from '../testing/empty-machine';

const codehost = 'authentication.methods.codehost';
const github = 'authentication.methods.github';
const codehostVariable = 'PENNON_AUTHENTICATION_METHODS_CODEHOST';
const githubVariable = 'PENNON_AUTHENTICATION_METHODS_GITHUB';
const kubernetesVariable = 'PENNON_AUTHENTICATION_METHODS_KUBERNETES';

/** What the code host needs to be on, so that nothing that is given of it is without effect. */
const codehostIsOn = {
  PENNON_AUTHENTICATION_SESSION_DOMAIN: 'localhost',
  [`${codehostVariable}_ENABLED`]: 'true',
  [`${codehostVariable}_CLIENT_SECRET`]: 'b',
  [`${codehostVariable}_REDIRECT_ADDRESS`]: 'https://c',
};

let machine: EmptyMachine;

beforeEach(() => {
  machine = new EmptyMachine();
});

afterEach(() => {
  machine.remove();
});

/** Returns a file that gives one setting of the code host by each of the names, in this order. */
function fileWith(values: Readonly<Record<string, string>>): string {
  const sections = Object.entries(values).map(([name, value]) => `${name}: { client_id: ${value} }`);
  return `authentication: { methods: { ${sections.join(', ')} } }`;
}

test('only the two sections have aliases', () => {
  expect([github, `${github}.enabled`, `${github}s.enabled`, codehost].map(canonicalKey)).toEqual([
    codehost,
    `${codehost}.enabled`,
    `${github}s.enabled`,
    codehost,
  ]);
  expect([`${githubVariable}_ENABLED`, `${githubVariable}S`, githubVariable].map(canonicalVariable)).toEqual([
    `${codehostVariable}_ENABLED`,
    `${githubVariable}S`,
    githubVariable,
  ]);
});

test('the file may use them for every key', () => {
  const { config, ignored } = machine.loadText(`
    authentication:
      session: { domain: localhost }
      methods:
        github:
          enabled: true
          client_id: a
          client_secret: b
          redirect_address: https://c
          scopes: [read:org]
          allowed_organizations: [Acme]
          allowed_teams: { acme: [core] }
          cleanup: { interval: 2h }
        kubernetes:
          enabled: true
          ca_path: /ca.crt
          cleanup: { grace_period: 1m }
  `);
  const { methods } = config.authentication;
  expect(methods.codehost).toMatchObject({ clientId: 'a', allowedTeams: { Acme: ['core'] } });
  expect(methods.codehost.cleanup.interval).toBe(7_200_000);
  expect(methods.orchestrator).toMatchObject({ caPath: '/ca.crt', cleanup: { gracePeriod: 60_000 } });
  expect(ignored).toEqual([]);
});

test('so may the environment', () => {
  const { methods } = machine.load({
    [`${githubVariable}_CLIENT_ID`]: 'a',
    [`${githubVariable}_ALLOWED_TEAMS_ACME`]: 'core',
    [`${kubernetesVariable}_ENABLED`]: 'true',
    [`${kubernetesVariable}_DISCOVERY_URL`]: 'https://cluster',
  }).config.authentication;
  expect(methods.codehost).toMatchObject({ clientId: 'a', allowedTeams: { acme: ['core'] } });
  expect(methods.orchestrator).toMatchObject({ enabled: true, discoveryUrl: 'https://cluster' });
});

test.each([[{ codehost: 'canonical', github: 'alias' }], [{ github: 'alias', codehost: 'canonical' }]])(
  'in a file the canonical name goes over the alias, which is listed: %o',
  (values) => {
    const { config, ignored } = machine.loadText(fileWith(values), codehostIsOn);
    expect(config.authentication.methods.codehost.clientId).toBe('canonical');
    expect(ignored).toEqual([`${github}.client_id`]);
  },
);

test('in the environment the canonical name goes over the alias, which is listed', () => {
  const { config, ignored } = machine.load({
    ...codehostIsOn,
    [`${githubVariable}_CLIENT_ID`]: 'alias',
    [`${codehostVariable}_CLIENT_ID`]: 'canonical',
  });
  expect(config.authentication.methods.codehost.clientId).toBe('canonical');
  expect(ignored).toEqual([`${githubVariable}_CLIENT_ID`]);
});

test('the environment goes over the file by whatever name', () => {
  const { config, ignored } = machine.loadText(fileWith({ codehost: 'file' }), {
    ...codehostIsOn,
    [`${githubVariable}_CLIENT_ID`]: 'environment',
  });
  expect(config.authentication.methods.codehost.clientId).toBe('environment');
  expect(ignored).toEqual([]);
});

test('an alias that is overruled is not judged', () => {
  const { methods } = machine.load({
    [`${githubVariable}_ENABLED`]: 'maybe',
    [`${codehostVariable}_ENABLED`]: 'false',
  }).config.authentication;
  expect(methods.codehost.enabled).toBe(false);
});

test('a problem names the key as the file has it, and the variable', () => {
  const path = machine.write('given.yml', `authentication: { methods: { github: { api_url: x } } }`);
  expect(
    failureOf(() => machine.load({ [`${kubernetesVariable}_TOKEN_REVIEW`]: 'x' }, path)).problems,
  ).toEqual([
    { key: `${github}.api_url`, value: 'x', reason: 'expected an http or https URL', source: path },
    {
      key: 'authentication.methods.orchestrator.token_review',
      value: 'x',
      reason: 'expected true or false',
      source: `${kubernetesVariable}_TOKEN_REVIEW`,
    },
  ]);
});

test('a key that is given twice by one name is a problem, and a misspelt key has a hint', () => {
  const text = `authentication: { methods: { github: { Scopes: a, scopes: b, client_idd: c }, kubernetes: x } }`;
  expect(problemsOf(() => machine.loadText(text))).toEqual([
    `${github}.scopes: is given more than once`,
    `${github}.client_idd: unknown key; did you mean ${codehost}.client_id?`,
    'authentication.methods.kubernetes: is a section; expected keys below it',
  ]);
  expect(problemsOf(() => machine.load({ [`${githubVariable}_CLIENT_IDD`]: 'c' }))).toEqual([
    `${githubVariable}_CLIENT_IDD: unknown key; did you mean ${codehostVariable}_CLIENT_ID?`,
  ]);
});

describe('methods are called by the name that switches them on', () => {
  const ours = { codehost: 'codehost', orchestrator: 'orchestrator' };

  function namesOf(file: object, env: NodeJS.ProcessEnv = {}): unknown {
    return machine.loadText(JSON.stringify(file), env).config.authentication.methodNames;
  }

  const inFile = (names: object): object => ({ authentication: { methods: names } });

  test('in a file', () => {
    const both = inFile({ github: { enabled: false }, kubernetes: { enabled: true } });
    expect(namesOf(both)).toEqual({ codehost: 'github', orchestrator: 'kubernetes' });
    expect(namesOf(inFile({ kubernetes: { enabled: true }, codehost: { enabled: false } }))).toEqual({
      ...ours,
      orchestrator: 'kubernetes',
    });
  });

  test('in the environment, which goes over the file', () => {
    expect(namesOf({}, { [`${githubVariable}_ENABLED`]: 'false' })).toEqual({ ...ours, codehost: 'github' });
    const ofFlipt = { FLIPT_AUTHENTICATION_METHODS_KUBERNETES_ENABLED: 'false' };
    expect(namesOf({}, ofFlipt)).toEqual({ ...ours, orchestrator: 'kubernetes' });
    const file = inFile({ github: { enabled: false } });
    expect(namesOf(file, { [`${codehostVariable}_ENABLED`]: 'false' })).toEqual(ours);
    expect(namesOf(file, { [`${codehostVariable}_CLIENT_ID`]: 'a' })).toEqual({
      ...ours,
      codehost: 'github',
    });
  });

  test('and by ours where they are not configured, or both names are given, or the names of Flipt are switched off', () => {
    expect(namesOf({})).toEqual(ours);
    expect(namesOf(inFile({ github: { enabled: false }, codehost: { enabled: false } }))).toEqual(ours);
    expect(namesOf({ ...inFile({ github: { enabled: false } }), compat: { flipt_aliases: false } })).toEqual(
      ours,
    );
  });
});
