import { commands } from '../commands';
import { type Given } from './command';
import { parseCommandLine } from './parse-command-line';

function given(...args: string[]): Given {
  const parsed = parseCommandLine(args, commands);
  if (parsed.kind !== 'run') throw new Error(`${parsed.kind} and no command`);
  return parsed.given;
}

test.each([
  ['import --stdin -a http://f:8080 -t secret', { address: 'http://f:8080', token: 'secret' }],
  ['import --skip-existing --address http://f:8080 x.yml', { address: 'http://f:8080' }],
  ['export --all-namespaces --sort-by-key -o f.yml', { output: 'f.yml' }],
  ['evaluate f --entity-id=e -a http://f:8080', { entity: 'e', address: 'http://f:8080' }],
  ['evaluate -n shop -e e f', { namespace: 'shop', entity: 'e' }],
  ['migrate --config c.yml', { config: 'c.yml' }],
])('takes what Flipt takes: %s', (line, texts) => {
  const found = given(...line.split(' '));
  expect(Object.keys(texts).map((name) => found.text(name))).toEqual(Object.values(texts));
});

test('takes names of Flipt for names of ours, up to the end of the options', () => {
  expect(given('export', '--namespaces', 'a,b', '-n', 'c').texts('namespace')).toEqual(['a,b', 'c']);
  expect(given('export', '--namespaces=a').texts('namespace')).toEqual(['a']);
  expect(given('evaluate', '--', '--entity-id').args).toEqual(['--entity-id']);
});

test.each([
  ['import --drop x.yml', 'unknown option --drop; use --prune, which deletes what the documents lack'],
  ['import --create-namespace f.yml', 'unknown option --create-namespace; leave it out: '],
  ['validate -F json', 'unknown option -F; use --json'],
  ['validate --issue-exit-code 3', 'unknown option --issue-exit-code; leave it out: the exit code is 2'],
  ['validate -e more.cue', 'unknown option -e; leave it out: '],
  ['validate --extra-schema more.cue', 'unknown option --extra-schema; leave it out: '],
  ['validate -d flags', 'unknown option -d; change to that directory'],
  ['validate --work-dir=flags', 'unknown option --work-dir; change to that directory'],
  ['migrate --database analytics', 'unknown option --database; leave it out: '],
  ['serve --force-migrate', 'unknown option --force-migrate; servers migrate when they start'],
  ['evaluate f -e e --request-id r', 'unknown option --request-id; leave it out: '],
  ['evaluate f -e e -w -i 2s', 'unknown option -w; leave it out, and repeat the command'],
  ['evaluate f -e e --watch', 'unknown option --watch; leave it out, and repeat the command'],
  ['bundle build x', 'unknown command "bundle"; there are no OCI bundles; pennon export --to '],
  ['config init -y', 'unknown command "config init"; pennon config print '],
  ['config edit', 'unknown command "config edit"; edit the file, and run pennon config check'],
  ['cfg init', 'unknown command "cfg"; pennon config print '],
  ['doc', 'unknown command "doc"; see pennon help'],
  ['server', 'unknown command "server"; use pennon serve'],
  ['completion powershell', 'completion takes bash, zsh or fish, not "powershell"'],
  ['--config c.yml', 'no command is given; pennon serve --config FILE runs the server'],
])('says what to use instead: %s', (line, reason) => {
  expect(() => given(...line.split(' '))).toThrow(reason);
});

test('an option of Flipt is not hidden by one of ours', () => {
  expect(() => given('constructor')).toThrow('unknown command "constructor"');
  expect(() => given('migrate', '--constructor')).toThrow('unknown option --constructor');
});
