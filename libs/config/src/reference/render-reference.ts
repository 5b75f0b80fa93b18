import { type NamedSetting, namedSettings } from '../settings/setting-index';
import { harmlessSections, reservedKeys, reservedSections } from '../settings/unsupported-keys';

/** What the reference says before the tables; Markdown. */
const introduction = `# Settings

<!-- Generated from libs/config/src/settings/settings.ts by \`npm run generate:settings\`. Do not edit. -->

Pennon starts without any configuration. To change a setting, write it into a file or into the environment.

## Where settings come from

Each source goes over the ones before it:

1. the built-in defaults,
2. one configuration file: the one that \`--config\` names, else the one that \`PENNON_CONFIG\` names, else the first
   that exists of \`$XDG_CONFIG_HOME/pennon/config.yml\` (\`~/.config/pennon/config.yml\` where \`XDG_CONFIG_HOME\` is
   not set) and \`/etc/pennon/config.yml\`,
3. environment variables.

The configuration is read once, at start. Everything that is wrong with it is printed, one problem per line with
key, value and reason; then the process exits with 1, before anything has started.

## The file

YAML (\`.yml\`, \`.yaml\`) or JSON (\`.json\`), with one section per part before the dot:

\`\`\`yaml
server:
  http_port: 8081
  read_timeout: 15s
log:
  encoding: json
db:
  url: \${DATABASE_URL}
\`\`\`

Keys are read in any case. An unknown key is an error.

### Variables inside values

\`\${NAME}\` is replaced by that environment variable, anywhere in a value, in every setting, in the items of lists and the
values of maps; values of environment variables are treated the same way:

\`\`\`yaml
db:
  url: postgres://\${DB_USER}:\${DB_PASSWORD}@\${DB_HOST}:5432/flags
log:
  level: \${LOG_LEVEL:-info}
\`\`\`

* \`\${NAME}\` is the variable, which must be set. If it is empty and the whole value, the setting is not set; an empty
  variable inside a longer value is an error.
* \`\${NAME:-default}\` is the variable, or \`default\` if it is not set or empty. \`\${NAME:-}\` allows it to be empty.
* \`$\${\` is the text \`\${\`. Any other \`\${…}\` is an error.

What is filled in is not encoded and not searched for further variables: percent-encode a password that goes into a URL, or
set \`db.user\` and \`db.password\` in place of \`db.url\`. Errors show \`\${NAME}\`, never what it holds.

## Environment variables

\`PENNON_\` and the key in upper case, with \`_\` for each dot: \`server.http_port\` is \`PENNON_SERVER_HTTP_PORT\`. An
empty variable is not set. A variable that begins with \`PENNON_\` and belongs to no setting is an error, except those
that Kubernetes sets for services called \`pennon\` or \`pennon-…\` (\`PENNON_SERVICE_HOST\`, \`PENNON_PORT=tcp://…\`).

**Variables of Flipt** are read as well: \`FLIPT_SERVER_HTTP_PORT\` counts as \`PENNON_SERVER_HTTP_PORT\`, which wins if both
are set. The start and \`pennon config check\` name each one, with the variable to write in its place. One that begins like a
setting and is none (\`FLIPT_DB_…\`, \`FLIPT_SERVER_…\`), or is close to one, is an error. Variables of clients and scripts
(\`FLIPT_URL\`, \`FLIPT_TOKEN\`) change nothing and are named in a warning. Those that Kubernetes sets for a service called
\`flipt\` are left alone, and so are those that a value refers to (\`\${FLIPT_CSRF_KEY}\`).

Outgoing calls also follow \`HTTPS_PROXY\`, \`HTTP_PROXY\` and \`NO_PROXY\` ([outgoing calls](proxies.md)).

## Names that you choose

In a key such as \`authentication.methods.oidc.providers.<name>.client_id\` you choose what stands for \`<name>\`, as
often as you like. Names are read in lower case:

\`\`\`yaml
authentication:
  methods:
    oidc:
      providers:
        acme:
          client_id: pennon
        my-idp:
          client_id: pennon
\`\`\`

A variable has the name in upper case: \`PENNON_AUTHENTICATION_METHODS_OIDC_PROVIDERS_ACME_CLIENT_SECRET\` is the
secret of \`acme\`, whether or not the file has a provider of this name. Where a name of the file has other signs than
letters and digits, a variable has \`_\` for each of them: \`…_PROVIDERS_MY_IDP_CLIENT_SECRET\` is the secret of
\`my-idp\`. Without such a name in the file, it is the secret of a provider \`my_idp\`.

## Names of Flipt

Two sections may also be written as Flipt calls them, in the file and in variables:
\`authentication.methods.github\` is \`authentication.methods.codehost\`, and \`authentication.methods.kubernetes\` is
\`authentication.methods.orchestrator\`. Where a setting is given by both names, the one of Pennon counts and the other
is named in a warning; but the environment goes over the file by whatever name.

## Values

| Type | How it is written |
| --- | --- |
| boolean | \`true\`, \`t\`, \`1\`, \`yes\`, \`on\` or \`false\`, \`f\`, \`0\`, \`no\`, \`off\`, in any case |
| duration | numbers with units \`h\`, \`m\`, \`s\`, \`ms\`, \`us\`, \`ns\`: \`1h30m\`, \`1.5s\`, \`300ms\`. A number without a unit is an error, except 0 |
| size | a number of bytes, or one with \`KiB\`, \`MiB\` or \`GiB\`: \`8MiB\` |
| list | in the file a YAML list, or, like everywhere else, words between white space. An empty item is an error |
| network | \`10.0.0.0/8\`, \`fd00::/8\`, or a single address |
| secret | printed nowhere; messages show \`[redacted]\` |
| words | one of those in the table, in any case |

A setting whose default is *required* has to be given where its part is in use: for a login method that is enabled.

The *data directory* is \`/var/opt/pennon\` on a Linux machine where it exists. Otherwise it is
\`$XDG_CONFIG_HOME/pennon\` (else \`~/.config/pennon\`), on macOS \`~/Library/Application Support/pennon\`, on Windows
\`%AppData%\\pennon\`. A user without a home, as in containers that run under any number, has \`/var/opt/pennon\`, and no
configuration file but the one in \`/etc/pennon\` and one that is named.`;

/** Returns the reference of all settings, in Markdown: what `docs/settings.md` holds, to the byte. */
export function renderReference(): string {
  const sections = [...new Set(namedSettings.map(sectionOf))].map((section) =>
    renderSection(
      section,
      namedSettings.filter((named) => sectionOf(named) === section),
    ),
  );
  return `${[introduction, ...sections, renderReserved()].join('\n\n')}\n`;
}

/** The first part of a key; the root of the file for a key of one part. */
function sectionOf({ key }: NamedSetting): string {
  return key.includes('.') ? key.slice(0, key.indexOf('.')) : 'root';
}

function renderSection(section: string, rows: readonly NamedSetting[]): string {
  return [
    `## ${section}`,
    '',
    '| Key | Environment variable | Type | Default | Meaning |',
    '| --- | --- | --- | --- | --- |',
    ...rows.map(renderRow),
  ].join('\n');
}

function renderRow({ key, variable, setting }: NamedSetting): string {
  const meaning = setting.isIgnored ? `*No effect.* ${setting.description}` : setting.description;
  const cells = [`\`${key}\``, `\`${variable}\``, setting.kind.type, setting.defaultText, meaning];
  return `| ${cells.join(' | ')} |`;
}

function renderReserved(): string {
  return [
    '## Not supported yet',
    '',
    'These parts of the configuration format are known, but not implemented by this version.',
    '',
    `* Sections ${codes(reservedSections)}: accepted while they are switched off, and named in a warning. Any ` +
      '`enabled` or `required` in them that is not false stops the start.',
    `* Sections ${codes(harmlessSections)} and keys ${codes(reservedKeys)}: accepted, without effect, and named ` +
      'in a warning.',
  ].join('\n');
}

function codes(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}
