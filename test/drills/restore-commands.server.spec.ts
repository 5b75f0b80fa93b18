import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { examplesOf } from '../docs/examples';
import { createServerDatabase, dropServerDatabase } from '../support/database-server';
import { describeWithPrograms } from '../support/describe-with-programs';
import { eventually } from '../support/eventually';
import { type Api } from '../support/http';
import { describeWithServers } from './support/describe-with-servers';
import { FlagWriters } from './support/flag-writers';
import { KnownFlags } from './support/known-flags';
import { startTier, stopInGoodOrder, type DrilledServer } from './support/tiers';

const PAGE = 'docs/backup.md';

/** The commands of this page that this file runs. */
const commands = examplesOf(readFileSync(PAGE, 'utf8')).filter(({ notRun }) =>
  notRun?.includes('restore-commands.server.spec.ts'),
);

/** The only command that has these texts. */
function commandWith(...texts: readonly string[]): string {
  const found = commands.filter(({ text }) => texts.every((part) => text.includes(part)));
  const [command, ...others] = found;
  if (command === undefined || others.length > 0)
    throw new Error(`${found.length} commands of ${PAGE} have ${texts.join(', ')}`);
  return command.text;
}

const page = {
  sqlite: {
    backup: commandWith('.backup'),
    vacuum: commandWith('VACUUM INTO'),
    restoreStopped: commandWith('systemctl', 'integrity_check'),
    restoreRunning: commandWith('.restore'),
  },
  postgres: {
    dump: commandWith('pg_dump'),
    restoreInPlace: commandWith('pg_restore', '--clean'),
    restoreElsewhere: commandWith('pg_restore', 'CREATE DATABASE'),
  },
  mariadb: {
    dump: commandWith('mariadb-dump'),
    restoreInPlace: commandWith('mariadb --host', ' pennon <'),
    restoreElsewhere: commandWith('mariadb --host', 'CREATE DATABASE'),
  },
};

/** Stands for the one of systemd: stops the servers of the test, which starts them again by itself. */
const SYSTEMCTL = `#!/bin/sh
[ "$1" = stop ] || exit 0
for pid in $(cat "$SERVERS"); do
  kill "$pid"
  while kill -0 "$pid" 2> /dev/null; do sleep 0.05; done
done
`;

/** A writer and a reader on a database, and a place for its backups. */
class Installation {
  readonly directory = mkdtempSync(join(tmpdir(), 'pennon-restore-'));
  private servers: readonly DrilledServer[] = [];

  constructor() {
    for (const name of ['data', 'backup', 'bin']) mkdirSync(join(this.directory, name));
    writeFileSync(join(this.directory, 'bin/systemctl'), SYSTEMCTL);
    chmodSync(join(this.directory, 'bin/systemctl'), 0o755);
  }

  get apis(): readonly [Api, Api] {
    const [writer, reader] = this.servers;
    if (writer === undefined || reader === undefined) throw new Error('the servers are not started');
    return [writer.api, reader.api];
  }

  async start(url: string): Promise<void> {
    const env = { PENNON_DB_URL: url };
    this.servers = [await startTier('writer', env)];
    this.servers = [...this.servers, await startTier('reader', env)];
    this.obey(this.servers);
  }

  async restart(url: string): Promise<void> {
    await this.stop();
    await this.start(url);
  }

  /** Has `systemctl` stop the writer alone. */
  keepReader(): void {
    this.obey(this.servers.slice(0, 1));
  }

  /** Starts the writer again, after `systemctl` has stopped it. */
  async restartWriter(url: string): Promise<void> {
    const [writer, ...others] = this.servers;
    if (writer !== undefined) await stopInGoodOrder(writer.server);
    this.servers = [await startTier('writer', { PENNON_DB_URL: url }), ...others];
  }

  async stop(): Promise<void> {
    for (const { server } of this.servers) await stopInGoodOrder(server);
    this.servers = [];
  }

  private obey(servers: readonly DrilledServer[]): void {
    writeFileSync(join(this.directory, 'servers'), servers.map(({ server }) => server.pid).join('\n'));
  }

  /** Runs a command of the page, of which each line must succeed. @param replaced Names of the page, and those here. */
  async run(
    command: string,
    url: string,
    replaced: readonly (readonly [string, string])[] = [],
  ): Promise<void> {
    const places = [
      ['/var/opt/pennon', join(this.directory, 'data')],
      ['/backup', join(this.directory, 'backup')],
      ...replaced,
    ] as const;
    const text = places.reduce((changed, [shown, here]) => changed.replaceAll(shown, here), command);
    const child = spawn('bash', ['-euo', 'pipefail', '-c', text], {
      env: {
        PATH: `${join(this.directory, 'bin')}:${process.env.PATH}`,
        SERVERS: join(this.directory, 'servers'),
        PENNON_DB_URL: url,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let written = '';
    for (const output of [child.stdout, child.stderr])
      output.setEncoding('utf8').on('data', (chunk: string) => (written += chunk));
    const [code] = (await once(child, 'close')) as [number | null];
    expect({ text, code, written }).toEqual({ text, code: 0, written });
  }

  remove(): void {
    rmSync(this.directory, { recursive: true });
  }
}

/** How commands of the page are run. */
type Names = readonly (readonly [string, string])[];

/**
 * Defines the test of a way to back up and one to restore: what was changed after the backup is gone on every tier, and
 * writes succeed, after a restart at the latest.
 */
function itRestores(
  title: string,
  steps: {
    readonly open: (installation: Installation) => Promise<string>;
    readonly close?: (url: string, restored: string) => Promise<void>;
    readonly save: string;
    readonly restore: string;
    readonly names?: (url: string, restored: string) => Names;
    /** The reader goes on meanwhile, and the command stops the writer alone. */
    readonly keepsReader?: boolean;
    /** The database that was restored; the same unless given. */
    readonly moved?: (restored: string, url: string) => string;
  },
): void {
  it(title, async () => {
    const installation = new Installation();
    const restored = `pennon_test_${randomUUID().replaceAll('-', '').slice(0, 12)}`;
    const url = await steps.open(installation);
    const names = steps.names?.(url, restored) ?? [];
    try {
      await installation.start(url);
      const flags = await KnownFlags.create(installation.apis[0]);
      for (let turn = 0; turn < 3; turn++) expect(await flags.change()).toMatchObject({ status: 200 });
      const saved = flags.lastAcknowledged;
      let load = new FlagWriters(installation.apis[0]);
      await installation.run(steps.save, url, names);
      for (const { answer } of await load.stop()) expect(answer).toMatchObject({ status: 200 });
      for (let turn = 0; turn < 3; turn++) expect(await flags.change()).toMatchObject({ status: 200 });

      load = new FlagWriters(installation.apis[0]);
      await delay(200);
      if (steps.keepsReader === true) installation.keepReader();
      await installation.run(steps.restore, url, names);
      await load.stop();
      const target = steps.moved?.(restored, url) ?? url;
      if (steps.keepsReader === true) await installation.restartWriter(target);
      else if (steps.restore.includes('systemctl')) await installation.restart(target);
      const showEverywhere = async (count: number): Promise<unknown> =>
        eventually(async () => {
          for (const api of installation.apis) expect(await flags.countAt(api)).toBe(count);
        });
      await showEverywhere(saved);
      flags.writeAt(installation.apis[0]);
      expect(await flags.change()).toMatchObject({ status: 200 });
      await showEverywhere(flags.lastAcknowledged);
      if (steps.restore.includes('systemctl')) return;
      await installation.restart(target);
      await showEverywhere(flags.lastAcknowledged);
    } finally {
      await installation.stop();
      await steps.close?.(url, restored);
      installation.remove();
    }
  });
}

jest.setTimeout(120_000);

describeWithPrograms(['bash', 'sqlite3'], 'SQLite', () => {
  const open = async ({ directory }: Installation): Promise<string> =>
    Promise.resolve(`file:${join(directory, 'data/pennon.db')}`);
  const { backup, vacuum, restoreStopped, restoreRunning } = page.sqlite;
  const names = (): Names => [['pennon-small.db', 'pennon.db']];
  itRestores('a backup, with Pennon stopped', { open, save: backup, restore: restoreStopped });
  itRestores('a backup, while Pennon runs', { open, save: backup, restore: restoreRunning });
  itRestores('a small copy, with Pennon stopped', { open, save: vacuum, restore: restoreStopped, names });
});

describeWithServers(['postgres'], 'PostgreSQL', () => {
  describeWithPrograms(['bash', 'pg_dump', 'pg_restore', 'psql'], 'by its tools', () => {
    const open = async (): Promise<string> => createServerDatabase('postgres');
    const moved = (restored: string, url: string): string => url.replace(/[^/]+$/, restored);
    const close = async (url: string, restored: string): Promise<void> => {
      for (const one of [url, moved(restored, url)]) await dropServerDatabase(one);
    };
    const save = page.postgres.dump;
    const names = (_: string, restored: string): Names => [['pennon_restored', restored]];
    itRestores('a dump in place, while the reader goes on', {
      ...{ open, close, save, names, keepsReader: true },
      restore: page.postgres.restoreInPlace,
    });
    itRestores('a dump into a new database', {
      ...{ open, close, save, names, moved },
      restore: page.postgres.restoreElsewhere,
    });
  });
});

describeWithServers(['mysql'], 'MariaDB', () => {
  describeWithPrograms(['bash', 'mariadb-dump', 'mariadb'], 'by its tools', () => {
    const open = async (): Promise<string> => createServerDatabase('mysql');
    const moved = (restored: string, url: string): string => url.replace(/[^/]+$/, restored);
    const close = async (url: string, restored: string): Promise<void> => {
      for (const one of [url, moved(restored, url)]) await dropServerDatabase(one);
    };
    const save = page.mariadb.dump;
    const names = (url: string, restored: string): Names => {
      const { hostname, port, username, pathname } = new URL(url);
      return [
        ['--host=db.example.com --user=pennon', `--host=${hostname} --port=${port} --user=${username}`],
        ['pennon_restored', restored],
        [' pennon >', ` ${pathname.slice(1)} >`],
        [' pennon <', ` ${pathname.slice(1)} <`],
      ];
    };
    itRestores('a dump, with Pennon stopped', {
      ...{ open, close, save, names },
      restore: page.mariadb.restoreInPlace,
    });
    itRestores('a dump into a new database', {
      ...{ open, close, save, names, moved },
      restore: page.mariadb.restoreElsewhere,
    });
  });
});

it('runs every command of the databases’ own means', () => {
  const text = readFileSync(PAGE, 'utf8');
  const ownMeans = text.slice(text.indexOf("\n## By the database's own means\n"));
  const shells = examplesOf(ownMeans).filter(({ fence }) => fence === 'sh');
  const toRun = shells.filter(({ notRun }) => notRun !== 'it needs a cluster').map((shell) => shell.text);
  expect(Object.values(page).flatMap((ofOne) => Object.values(ofOne) as readonly string[])).toEqual(toRun);
});
