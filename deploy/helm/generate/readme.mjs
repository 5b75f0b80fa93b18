// Makes the chart's README of its values.
import { leavesOf } from './values.mjs';

/** @param {import('./values.mjs').Value[]} values @param {{ description: string, kubeVersion: string }} chart */
export function readmeOf(values, { description, kubeVersion }) {
  const single = values.filter(({ members }) => members.length === 0);
  const sections = values.filter(({ members }) => members.length > 0);
  return [
    '# Pennon',
    '',
    `<!-- Generated from values.yaml by \`npm run generate:chart\`. Do not edit. -->`,
    '',
    `${description}. Helm 3.14 or later, Kubernetes ${kubeVersion.replace('-0', '')}.`,
    '',
    '```sh',
    'kubectl create secret generic pennon-database --from-literal=url=postgres://pennon:secret@db:5432/pennon',
    'helm install pennon deploy/helm/pennon',
    '```',
    '',
    'How to install, upgrade and run it is in [docs/kubernetes.md](../../../docs/kubernetes.md).',
    '',
    '## For everything',
    '',
    ...tableOf(single),
    ...sections.flatMap((section) => sectionOf(section)),
    '',
  ].join('\n');
}

function sectionOf({ path, description, members }) {
  return [
    '',
    `## ${path.join('.')}`,
    '',
    ...(description === '' ? [] : [description, '']),
    ...tableOf(leavesOf(members)),
  ];
}

function tableOf(leaves) {
  return [
    '| Value | Default | Does |',
    '| --- | --- | --- |',
    ...leaves.map(
      ({ path, value, description }) =>
        `| \`${path.join('.')}\` | \`${JSON.stringify(value).replaceAll('|', '\\|')}\` | ${description.replaceAll('|', '\\|')} |`,
    ),
  ];
}
