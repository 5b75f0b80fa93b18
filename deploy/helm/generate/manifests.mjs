// `npm run generate:manifests`: what the chart renders, for those without Helm. Needs Helm, which `.ci/helm` installs.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';

process.chdir(resolve(import.meta.dirname, '../../..'));
const values = join('deploy', 'helm', 'generate', 'plain-values.json');

/** What a file is, and the template that it is made of. */
const files = {
  'writer.yaml': ['The write tier: management, logins and the dashboard.', 'writer.yaml'],
  'reader.yaml': ['The read tier: evaluation, in as many pods as it takes.', 'reader.yaml'],
  'ingress.yaml': [
    'The door from outside: evaluation goes to the readers, the rest to the writer.',
    'ingress.yaml',
  ],
  'network-policy.yaml': ['Who may come in.', 'network-policy.yaml'],
  'service-monitor.yaml': ['For the Prometheus Operator.', 'monitoring.yaml'],
};

const cached = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'pennon', 'bin');
const env = { ...process.env, PATH: `${cached}${delimiter}${process.env.PATH}` };

for (const [file, [title, template]] of Object.entries(files)) {
  const args = ['template', 'pennon', 'deploy/helm/pennon', '--namespace', 'flags', '--values', values];
  const rendered = execFileSync('helm', [...args, '--show-only', `templates/${template}`], {
    env,
    encoding: 'utf8',
  });
  writeFileSync(
    join('deploy', 'kubernetes', file),
    `# ${title} As the chart renders it; see docs/kubernetes.md.\n${withoutHelm(rendered)}`,
  );
}

/** Without what says that Helm made it. */
function withoutHelm(text) {
  return text
    .replace(/^---\n/, '')
    .replaceAll(/^# Source: .*\n/gm, '')
    .replaceAll(/^ *(helm\.sh\/chart|app\.kubernetes\.io\/managed-by): .*\n/gm, '');
}
